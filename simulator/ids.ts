/** Part of the account's state, so that a saved account continues with the ids it would have given. */
export interface IdSource {
  seed: number;
  given: number;
}

/** A well-spread 32-bit number from a seed and a position (the finaliser of MurmurHash3). */
export function scramble(seed: number, position: number): number {
  let h = (seed ^ Math.imul(position, 0x9e3779b1)) >>> 0;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return (h ^ (h >>> 16)) >>> 0;
}

function hex(value: number, digits: number): string {
  return value.toString(16).padStart(digits, "0").slice(-digits);
}

/** 24 hex digits: random-looking, reproducible, and unique because the count is part of it. */
export function objectId(ids: IdSource): string {
  const n = ++ids.given;
  return hex(scramble(ids.seed, n), 8) + hex(scramble(ids.seed ^ 0x5bd1e995, n), 8) + hex(n, 8);
}

export function uuid(ids: IdSource): string {
  const digits = objectId(ids) + hex(scramble(ids.seed, -ids.given), 8);
  return [
    digits.slice(0, 8),
    digits.slice(8, 12),
    `4${digits.slice(13, 16)}`,
    `8${digits.slice(17, 20)}`,
    digits.slice(20, 32),
  ].join("-");
}

/** A secret of 40 hex digits. */
export function secret(ids: IdSource): string {
  return (objectId(ids) + objectId(ids)).slice(0, 40);
}

/** The next id of a numbered collection: higher than every id in use and every id ever given. */
export function nextNumber(ids: IdSource, taken: readonly number[]): number {
  const next = Math.max(1000 + ++ids.given, ...taken.map((id) => id + 1));
  // So that the number of a deleted object is not given again, although no object in use has it any more.
  ids.given = Math.max(ids.given, next - 1000);
  return next;
}

/** The service's form: the device type in the upper half, the device's own number in the lower 32 bits. */
export function smartlockId(type: number, device: number): number {
  return type * 2 ** 32 + device;
}
