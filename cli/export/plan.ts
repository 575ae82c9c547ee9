import { canonical } from "../../provider/engine/values/equality";
import { type Bag, pick } from "../../provider/engine/values/bag";
import type { Declared } from "./declare";

/** One resource of the program: one object, or one grant on many locks. */
export interface Planned {
  /** Such as `AuthorizationSet`. */
  readonly type: string;
  /** The object, or those of a set, by their locks. */
  readonly members: readonly [Declared, ...Declared[]];
  /** The declared fields. */
  readonly inputs: Bag;
}

/** Puts a grant that is the same on several locks into one resource, unless something refers to one of them. */
export function planned(declared: readonly Declared[]): Planned[] {
  const referred = new Set(declared.flatMap(authIdsIn));
  const groups = new Map<string, [Declared, ...Declared[]]>();
  for (const one of declared) {
    const isGrant = one.type === "Authorization" && !referred.has(authorizationId(one));
    const key = isGrant ? canonical(withoutLock(one.inputs)) : `${one.type} ${one.id}`;
    const group = groups.get(key);
    if (group === undefined) {
      groups.set(key, [one]);
    } else {
      group.push(one);
    }
  }
  return [...groups.values()].map((members) => {
    const [first] = members;
    if (members.length === 1) {
      return { type: first.type, members, inputs: first.inputs };
    }
    const sorted = [...members].sort((left, right) => lockOf(left) - lockOf(right)) as [
      Declared,
      ...Declared[],
    ];
    const inputs = { smartlockIds: sorted.map(lockOf), ...withoutLock(first.inputs) };
    return { type: "AuthorizationSet", members: sorted, inputs };
  });
}

export function lockOf({ inputs }: Declared): number {
  return Number(inputs["smartlockId"]);
}

/** The part of its id that other objects name it by. */
export function authorizationId({ id }: Declared): string {
  return id.split("/").at(-1) ?? "";
}

function withoutLock(inputs: Bag): Bag {
  return pick(
    inputs,
    Object.keys(inputs).filter((field) => field !== "smartlockId"),
  );
}

/** The authorizations that a notification is about. */
function authIdsIn({ type, inputs }: Declared): string[] {
  const settings = type === "Notification" ? (inputs["settings"] as { authIds?: string[] }[]) : [];
  return settings.flatMap(({ authIds = [] }) => authIds);
}
