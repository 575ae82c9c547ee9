import type { Smartlock } from "../../provider/api";
import type { Account } from "./account";
import { declare, type Declared, isDeclared, type KindName } from "./declare";
import { type LeftOut, reasons, whyNoGrant } from "./reasons";

/** What of an account a program can declare, and what it cannot. */
export interface Objects {
  readonly declared: readonly Declared[];
  readonly leftOut: readonly LeftOut[];
}

/** Objects in the order in which they were made, so that names do not depend on the order of a list. */
export function objectsOf(account: Account, withSecrets: boolean): Objects {
  const leftOut: LeftOut[] = [];
  const declared: Declared[] = [];
  const take = (type: KindName, live: object, label: string, why?: string): void => {
    const one = declare(type, live, label);
    if (why !== undefined) {
      leftOut.push({ label, id: one.id, why });
    } else if (!isDeclared(one)) {
      leftOut.push({ label, id: one.id, why: reasons.undeclarable(one.why) });
    } else if (!withSecrets && hasSecret(one)) {
      leftOut.push({ label, id: one.id, why: one.inputs["type"] === "code" ? reasons.code : reasons.secret });
    } else {
      declared.push(one);
    }
  };
  const locks = new Map(account.locks.map((lock) => [lock.smartlockId, lock]));
  const addresses = new Map(account.addresses.map((address) => [address.addressId, address]));
  account.addresses.forEach((one) => take("Address", one, labelOf("Address", one.name)));
  account.units.forEach((one) =>
    take("AddressUnit", one, labelOf("AddressUnit", one.name, addresses.get(one.addressId)?.name)),
  );
  account.users.forEach((one) => take("AccountUser", one, labelOf("AccountUser", one.name)));
  account.subAccounts.forEach((one) => take("SubAccount", one, labelOf("SubAccount", one.name ?? "")));
  for (const grant of account.grants) {
    const lock = locks.get(grant.smartlockId);
    const label = labelOf("Authorization", grant.name, lock?.name ?? `lock ${grant.smartlockId}`);
    take("Authorization", grant, label, whyNoGrant(grant) ?? whyNoLock(lock));
  }
  account.webhooks.forEach((one) => take("Webhook", one, `Webhook ${one.id}`));
  account.notifications.forEach((one) =>
    take("Notification", one, labelOf("Notification", one.referenceId ?? one.notificationId)),
  );
  declared.sort(byAge);
  return withoutTwins(declared, leftOut);
}

function labelOf(type: string, name: string, place?: string): string {
  return `${type} ${JSON.stringify(name)}${place === undefined ? "" : ` on ${place}`}`;
}

function whyNoLock(lock: Smartlock | undefined): string | undefined {
  return lock === undefined ? reasons.unknownLock : undefined;
}

/** Whether the state of the object would have to hold a secret for a preview without a change. */
function hasSecret({ kind, shown }: Declared): boolean {
  return kind.spec.secrets.some((field) => (shown[field] ?? undefined) !== undefined);
}

function byAge(left: Declared, right: Declared): number {
  return (
    compare(left.createdAt, right.createdAt) || left.id.length - right.id.length || compare(left.id, right.id)
  );
}

function compare(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

/** Two resources for one identity are refused, so of each the oldest is declared. */
function withoutTwins(sorted: readonly Declared[], leftOut: readonly LeftOut[]): Objects {
  const first = new Map<string, Declared>();
  const twins: LeftOut[] = [];
  const declared = sorted.filter((one) => {
    const key = one.kind.identityKey(one.kind.wanted(one.inputs));
    const other = first.get(key);
    if (other === undefined) {
      first.set(key, one);
      return true;
    }
    twins.push({ label: `${one.label}, a twin of id ${other.id}`, id: one.id, why: reasons.twin });
    return false;
  });
  return { declared, leftOut: [...leftOut, ...twins] };
}
