import type { Authorization, Smartlock } from "../../provider/api";
import { isOver, speakWindow } from "../../provider/resources/authorization/access-window";
import { hasKeypad, isReachable } from "../../provider/resources/locks";
import { type Access, everyAccess, idOf, opensAtAll, typeOf } from "../access/access";
import type { Account } from "../access/account";
import { inOrder } from "../access/in-order";
import { flawsOf } from "../access/lock-state";
import type { Aftermath } from "../review/aftermath";
import { type Change, changesIn } from "./changes";
import { findingsIn } from "./findings";
import type { Mark, Report, ReportedAccess, ReportedLock } from "./form";
import type { Managers } from "./managed";

/** What is known of an account beside what it holds. */
export interface Known {
  /** If the report is about the account as a preview would leave it. */
  readonly aftermath?: Aftermath | undefined;
  /** If somebody named the stacks that manage it. */
  readonly managers?: Managers | undefined;
  /** The ids of authorizations that nobody has used for a long time. */
  readonly idle: ReadonlySet<string>;
  readonly notes: readonly string[];
}

/** Who can open what, when, and what of that is worth a look. */
export function pictureOf(account: Account, known: Known): Report {
  const { names, addresses } = account;
  const locks = account.locks.map((lock) => reportedLock(lock, account));
  locks.sort((left, right) => inOrder(left.name, right.name));
  const access = accessIn(account, known);
  return {
    title: known.aftermath === undefined ? "Who can open what" : "Who could open what after this change",
    at: new Date(account.now).toISOString(),
    locks,
    access,
    findings: findingsIn(account, locks, access),
    notes: [
      ...(names.hasUsers ? [] : ["The token may not read users, so they appear by id."]),
      ...(addresses === undefined ? ["The token may not read addresses, so the locks have none here."] : []),
      ...known.notes,
      "The account's owner, and sub-accounts with the right to operate locks, can open every lock. They are not listed here.",
    ],
  };
}

function reportedLock(lock: Smartlock, { addresses = [] }: Account): ReportedLock {
  const own = addresses.filter(({ smartlockIds }) => smartlockIds.includes(lock.smartlockId));
  const isLow = flawsOf(lock).some(({ kind }) => kind === "battery");
  return {
    id: String(lock.smartlockId),
    name: lock.name,
    addresses: own.map(({ name }) => name),
    online: isReachable(lock),
    keypad: hasKeypad(lock),
    battery: isLow ? "nearly empty" : "ok",
  };
}

function accessIn(account: Account, known: Known): ReportedAccess[] {
  const { aftermath } = known;
  const live = new Map(account.grants.map((grant) => [idOf(grant), grant]));
  const kept = everyAccess(account.grants, account.names).filter(
    ({ source }) => aftermath?.gone.has(source) !== true,
  );
  const all = [...kept, ...(aftermath?.made ?? [])];
  const repeated = repeatedIn(all, account.now);
  const changes = aftermath && changesIn(aftermath);
  const entry = (access: Access, change: Change | undefined): ReportedAccess => {
    const own = live.get(access.source);
    const marks = [
      ...marksOf(access, own, account.now),
      ...(repeated.has(access) ? ["duplicated" as const] : []),
      ...(known.idle.has(access.source) ? ["not used" as const] : []),
      ...(own !== undefined && known.managers?.has(access.source) === false ? ["not managed" as const] : []),
    ];
    return reportedAccess(access, {
      live: own,
      marks,
      change,
      managedBy: known.managers?.get(access.source),
    });
  };
  const entries = [
    ...all.map((access) => entry(access, changes?.of.get(access))),
    ...(changes?.lost ?? []).map((access) => entry(access, { mark: "lost" })),
  ];
  const lockOf = ({ lock }: ReportedAccess): string => account.names.lock(lock);
  return entries.sort((left, right) => inOrder(left.who, right.who) || inOrder(lockOf(left), lockOf(right)));
}

function reportedAccess(
  access: Access,
  about: {
    readonly live: Authorization | undefined;
    readonly marks: readonly Mark[];
    readonly change: Change | undefined;
    readonly managedBy: string | undefined;
  },
): ReportedAccess {
  const { person, lock, grant } = access;
  const { change, managedBy } = about;
  const lastUsed = about.live?.lastActiveDate ?? undefined;
  return {
    person: person.key,
    who: person.name,
    ...(person.email !== undefined && { email: person.email }),
    lock: lock.id,
    type: typeOf(access),
    name: grant.name ?? "",
    window: speakWindow(grant),
    remote: grant.remoteAllowed === true,
    ...(lastUsed !== undefined && { lastUsed }),
    ...(managedBy !== undefined && { managedBy }),
    ...(change?.was !== undefined && { was: change.was }),
    marks: [...(change === undefined ? [] : [change.mark]), ...about.marks],
  };
}

function marksOf({ grant }: Access, live: Authorization | undefined, now: number): Mark[] {
  const marks: Mark[] = [];
  if (isOver(grant, now)) {
    marks.push("over");
  }
  if (grant.enabled === false) {
    marks.push("disabled");
  }
  if (grant.allowedUntilDate === undefined && grant.enabled !== false) {
    marks.push("never ends");
  }
  if ((live?.operationId ?? undefined) !== undefined) {
    marks.push("not confirmed");
  }
  return marks;
}

/** What somebody has more than once: one person can open one lock in the same way with each of them. */
function repeatedIn(all: readonly Access[], now: number): ReadonlySet<Access> {
  const groups = new Map<string, Access[]>();
  for (const access of all.filter((access) => opensAtAll(access, now))) {
    const { person, lock, grant } = access;
    // A person may have several fobs, which have names of their own.
    const key = JSON.stringify([
      person.key,
      lock.id,
      typeOf(access),
      typeOf(access) === "fob" ? grant.name : "",
    ]);
    groups.set(key, [...(groups.get(key) ?? []), access]);
  }
  return new Set([...groups.values()].filter((group) => group.length > 1).flat());
}
