import type { AccountStateInput } from "../account";
import { nthKeypadCode } from "../keypad-codes";
import type { AuthorizationRecord } from "../records";
import { deviceTypes, newDevice } from "./device";
import { accountId, day, emptySeed, isoDate, type SeedOptions } from "./empty";

export interface FleetSize {
  locks: number;
  users: number;
  authorizations: number;
}

const codesPerLock = 100;
const authorizationsPerLock = 200;

/** `1000x500x20000`: locks, users, authorizations. */
export function fleetSize(text: string): FleetSize {
  const match = /^(\d+)x(\d+)x(\d+)$/.exec(text);
  if (match === null) {
    throw new Error(
      `The seed "fleet:${text}" is not of the form fleet:LOCKSxUSERSxAUTHORIZATIONS, e.g. fleet:10x5x100.`,
    );
  }
  const [locks = 0, users = 0, authorizations = 0] = match.slice(1).map(Number);
  const room = locks * Math.min(authorizationsPerLock, codesPerLock + users);
  if (authorizations > room) {
    throw new Error(
      `The seed "fleet:${text}" has room for ${room} authorizations: a lock holds ${codesPerLock} keypad codes, ` +
        `one app authorization for each user, and ${authorizationsPerLock} in all.`,
    );
  }
  return { locks, users, authorizations };
}

/** Many locks, each with a keypad, and authorizations spread evenly: codes and app grants in turn. */
export function fleetSeed(options: SeedOptions, size: FleetSize): AccountStateInput {
  const creationDate = isoDate(options.now - 200 * day);
  const smartlocks = Array.from({ length: size.locks }, (_, n) =>
    newDevice({
      type: deviceTypes.smartLock4,
      device: 100_000_000 + n * 7919,
      name: `Door ${String(n + 1).padStart(4, "0")}`,
      keypad: "keypad 2",
      creationDate,
    }),
  );
  const users = Array.from({ length: size.users }, (_, n) => ({
    accountUserId: 10_000 + n,
    accountId,
    type: 0,
    email: `person-${n + 1}@example.com`,
    name: `Person ${n + 1}`,
    language: "en",
    creationDate,
    updateDate: creationDate,
  }));
  const authorizations = Array.from({ length: size.authorizations }, (_, n): AuthorizationRecord => {
    const lockIndex = n % size.locks;
    const position = Math.floor(n / size.locks);
    const smartlockId = smartlocks[lockIndex]?.smartlockId ?? 0;
    const common = {
      id: `70${smartlockId.toString(16).padStart(14, "0")}${position.toString(16).padStart(8, "0")}`,
      smartlockId,
      authId: position + 1,
      enabled: true,
      lockCount: 0,
      creationDate,
      updateDate: creationDate,
    };
    const codes = codesBefore(position, size.users);
    if (codesBefore(position + 1, size.users) > codes) {
      const code = nthKeypadCode(lockIndex * 131 + codes);
      return { ...common, type: 13, name: `Code ${codes + 1}`, code, remoteAllowed: false };
    }
    const user = users[(lockIndex + position - codes) % size.users];
    return {
      ...common,
      type: 0,
      name: user?.name ?? "",
      accountUserId: user?.accountUserId,
      remoteAllowed: true,
    };
  });
  return { ...emptySeed(options), users, smartlocks, authorizations };
}

/** How many of the first `grants` grants on a lock are codes: every other one, as long as both kinds last. */
function codesBefore(grants: number, users: number): number {
  const apps = Math.min(Math.floor(grants / 2), users);
  return Math.max(Math.min(grants - apps, codesPerLock), grants - users);
}
