import type * as pulumi from "@pulumi/pulumi";
import type { Smartlock } from "../api";
import { type LookupOptions, lookUp } from "../engine/program";
import { locksOf } from "../resources/locks";
import type { Session } from "../engine/session";

export interface GetSmartlockArgs {
  /** The lock's name as the app shows it. Names are not unique: it is an error if two locks have this name. */
  readonly name?: pulumi.Input<string>;
  /** The lock's id. */
  readonly smartlockId?: pulumi.Input<number>;
}

export interface ListSmartlocksArgs {
  /** Only locks of this type: 0 Smart Lock 1 and 2, 1 Box, 2 Opener, 3 Smart Door, 4 Smart Lock 3 and 4, 5 Smart Lock 5. */
  readonly type?: pulumi.Input<number>;
}

/** Finds one lock, by its name or its id. */
export function getSmartlock(args: GetSmartlockArgs, options: LookupOptions = {}): pulumi.Output<Smartlock> {
  return lookUp(args, options, async (session, { name, smartlockId }) => {
    if ((name === undefined) === (smartlockId === undefined)) {
      throw new Error("getSmartlock takes a name or a smartlockId, and not both.");
    }
    const locks = await allSmartlocks(session);
    const found = locks.filter((lock) =>
      name === undefined ? lock.smartlockId === smartlockId : lock.name === name,
    );
    const [lock, ...others] = found;
    const wanted = name === undefined ? `the id ${String(smartlockId)}` : `the name "${name}"`;
    if (lock === undefined) {
      const known = locks.map((other) => `"${other.name}"`).join(", ");
      throw new Error(
        `getSmartlock: no lock has ${wanted}. The account has ${known === "" ? "no locks" : known}.`,
      );
    }
    if (others.length > 0) {
      const ids = found.map((other) => other.smartlockId).join(", ");
      throw new Error(
        `getSmartlock: ${found.length} locks have ${wanted} (ids ${ids}). Name one by its smartlockId.`,
      );
    }
    return lock;
  });
}

/** Lists the locks of the account. */
export function listSmartlocks(
  args: ListSmartlocksArgs = {},
  options: LookupOptions = {},
): pulumi.Output<Smartlock[]> {
  return lookUp(args, options, async (session, { type }) => {
    const locks = await allSmartlocks(session);
    return type === undefined ? locks : locks.filter((lock) => lock.type === type);
  });
}

/** One request for the whole program, however many lookups it makes. */
async function allSmartlocks(session: Session): Promise<Smartlock[]> {
  return [...(await locksOf(session).known()).values()];
}
