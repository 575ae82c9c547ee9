import { manyWords } from "./words";

/** The bits that the service uses in reads and updates. */
export const accountRights = manyWords({
  manageLocks: 1,
  operate: 2,
  configure: 4,
  authorizations: 8,
  logs: 16,
  subAccounts: 32,
  createLocks: 64,
});

export function speakRights(value: unknown): string {
  return !Array.isArray(value) ? JSON.stringify(value) : value.length === 0 ? "none" : value.join(", ");
}
