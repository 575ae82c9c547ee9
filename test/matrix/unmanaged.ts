import type { AccountState } from "../../simulator";
import type { Bag } from "../protocol/plugin";
import type { Column } from "./columns";
import { without } from "./without";

/** Parts that the service changes by itself, or where it records what it was asked. */
const byTheService = [
  "savedAt",
  "ids",
  "behaviour",
  "tokens",
  "logs",
  "webhookLogs",
  "mails",
  "tasks",
] as const;

/** Everything in an account that no program manages, by name. */
export type Unmanaged = Readonly<Record<string, string>>;

/** `isOurs` recognises the objects of the program. */
export function unmanaged(state: AccountState, column: Column, isOurs: (record: Bag) => boolean): Unmanaged {
  const ofUnits = new Set(
    state.addressUnits
      .filter((unit) => column.collection === "addressUnits" && isOurs(unit))
      .map(({ addressTokenId }) => addressTokenId),
  );
  const parts: Bag = {
    ...state,
    [column.collection]: state[column.collection].filter((record) => !isOurs(record)),
    // The token to redeem a unit goes with the unit.
    addressTokens: state.addressTokens.filter(({ id }) => !ofUnits.has(id)),
    smartlocks: state.smartlocks.map((lock) => without(lock, ["queue", "offline", "ghosts"])),
  };
  return Object.fromEntries(
    Object.entries(parts)
      .filter(([name]) => !(byTheService as readonly string[]).includes(name))
      .map(([name, part]) => [name, JSON.stringify(part)]),
  );
}

export function changedParts(before: Unmanaged, now: Unmanaged): string[] {
  return Object.keys(before).filter((name) => before[name] !== now[name]);
}
