import { createHmac } from "node:crypto";
import { scramble, type IdSource } from "./ids";

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
const secretLength = 32;
const stepMs = 30_000;

/** A Base32 secret, reproducible like every id of the simulator. */
export function otpSecret(ids: IdSource): string {
  const digits = Array.from(
    { length: secretLength },
    () => alphabet[scramble(ids.seed, ++ids.given) % 32] ?? "A",
  );
  return digits.join("");
}

/** The RFC 6238 code for this moment. */
export function oneTimePassword(secret: string, now: number): string {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(now / stepMs)));
  const digest = createHmac("sha1", fromBase32(secret)).update(counter).digest();
  const offset = (digest[digest.length - 1] ?? 0) & 15;
  return String((digest.readUInt32BE(offset) & 0x7fffffff) % 1_000_000).padStart(6, "0");
}

function fromBase32(text: string): Buffer {
  const bits = Array.from(text)
    .map((digit) => alphabet.indexOf(digit).toString(2).padStart(5, "0"))
    .join("");
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => parseInt(byte, 2)));
}
