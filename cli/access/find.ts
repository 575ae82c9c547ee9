import type { Smartlock } from "../../provider/api";
import { nearest } from "../../provider/engine/values/nearest";
import { CommandError } from "../command-error";

/** The lock that a person means by its name or its id. */
export function findLock(locks: readonly Smartlock[], wanted: string): Smartlock {
  const byName = locks.filter(({ name }) => name === wanted);
  const found =
    byName.length > 0 ? byName : locks.filter(({ smartlockId }) => String(smartlockId) === wanted);
  const [lock, ...others] = found;
  if (lock === undefined) {
    const names = locks.map(({ name }) => name);
    const meant = nearest(wanted, names);
    const known = names.length === 0 ? "The account shows no locks." : `The locks are ${names.join(", ")}.`;
    throw new CommandError(
      `No lock is called "${wanted}". ${meant === undefined ? known : `Did you mean "${meant}"?`}`,
    );
  }
  if (others.length > 0) {
    const ids = found.map(({ smartlockId }) => smartlockId).join(", ");
    throw new CommandError(`${found.length} locks are called "${wanted}". Name one by its id: ${ids}.`);
  }
  return lock;
}
