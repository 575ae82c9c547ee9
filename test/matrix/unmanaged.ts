import type { AccountState } from "../../simulator";
import type { Bag } from "../protocol/plugin";
import type { Column } from "./columns";
import { without } from "./without";

/** What the service does by itself, or writes down about what it was asked. */
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

/** Everything in an account that belongs to nobody's program, by name. */
export type Unmanaged = Readonly<Record<string, string>>;

/** `ours` are the objects of the program. */
export function unmanaged(state: AccountState, column: Column, isOurs: (record: Bag) => boolean): Unmanaged {
  const ofUnits = new Set(
    state.addressUnits
      .filter((unit) => column.collection === "addressUnits" && isOurs(unit))
      .map(({ addressTokenId }) => addressTokenId),
  );
  const parts: Bag = {
    ...state,
    [column.collection]: state[column.collection].filter((record) => !isOurs(record)),
    // Who may redeem a unit goes with it.
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
