import { specialSecretSig, specialSigKey } from "@pulumi/pulumi/runtime";
import type { Bag } from "./plugin";

/** Properties as the engine stores them: plain JSON, in which secrets are marked. */
export function asStored(value: Bag): Bag {
  return JSON.parse(JSON.stringify(value)) as Bag;
}

/** Properties as the engine hands them to a provider: plain JSON, with secrets unmarked. */
export function asKept(value: Bag): Bag {
  return JSON.parse(JSON.stringify(value, revealed)) as Bag;
}

function revealed(_key: string, value: unknown): unknown {
  const isSecret =
    typeof value === "object" && value !== null && (value as Bag)[specialSigKey] === specialSecretSig;
  return isSecret ? (value as Bag)["value"] : value;
}
