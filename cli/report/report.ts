import type { Authorization, Smartlock } from "../../provider/api";
import { isOver } from "../../provider/resources/authorization/access-window";
import { hasKeypad, isReachable } from "../../provider/resources/locks";
import {
  type Access,
  everyAccess,
  idOf,
  opensAtAll,
  pairKey,
  typeOf,
  wayIn,
  windowOf,
} from "../access/access";
import type { Account } from "../access/account";
import { flawsOf } from "../access/lock-state";
import { grouped } from "../grouped";
import { inOrder } from "../in-order";
import type { Aftermath } from "../preview/aftermath";
import { changesIn, type Marked } from "./changes";
import { findingsIn } from "./findings";
import type { Mark, Report, ReportedAccess, ReportedLock } from "./form";
import type { ManagedBy } from "./managed-by";

/** What a report is about, beside what the account holds. */
export interface Subject {
  /** If the report is about the account as a preview would leave it. */
  readonly aftermath?: Aftermath | undefined;
  /** If somebody named the stacks that manage it. */
  readonly managedBy?: ManagedBy | undefined;
  /** The ids of authorizations that nobody has used for a long time. */
  readonly idle: ReadonlySet<string>;
  readonly notes: readonly string[];
}

/** Who can open what, when, and what of that is worth a look. */
export function reportOf(account: Account, subject: Subject): Report {
  const { names, addresses } = account;
  const locks = account.locks.map((lock) => reportedLock(lock, account));
  locks.sort((left, right) => inOrder(left.name, right.name));
  const access = accessIn(account, subject);
  return {
    title: subject.aftermath === undefined ? "Who can open what" : "Who can open what after this change",
    at: new Date(account.now).toISOString(),
    locks,
    access,
    findings: findingsIn(account.locks, locks, access),
    notes: [
      ...(names.hasUsers ? [] : ["The token may not read users, so they appear by id."]),
      ...(addresses === undefined ? ["The token may not read addresses, so the locks have none here."] : []),
      ...subject.notes,
      ...(subject.aftermath === undefined
        ? []
        : [
            "Addresses are shown as they are now. `smartlock review` says what of this would be refused, and who can sign in.",
          ]),
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

function accessIn(
  { grants, names, now }: Account,
  { aftermath, managedBy, idle }: Subject,
): ReportedAccess[] {
  const live = new Map(grants.map((grant) => [idOf(grant), grant]));
  const changes: ReadonlyMap<Access, Marked> =
    aftermath === undefined ? new Map() : changesIn(aftermath, now);
  const after = aftermath?.after ?? everyAccess(grants, names);
  const lost = [...changes].flatMap(([access, { mark }]) => (mark === "lost" ? [access] : []));
  const repeated = repeatedIn(after, now);
  const reported = [...after, ...lost].map((access) => {
    const { source } = access;
    const own = live.get(source);
    const change = changes.get(access);
    const marks: Mark[] = [
      ...(change === undefined ? [] : [change.mark]),
      ...marksOf(access, own, now),
      ...(repeated.has(access) ? ["duplicated" as const] : []),
      ...(idle.has(source) ? ["not used" as const] : []),
      ...(own !== undefined && managedBy?.has(source) === false ? ["not managed" as const] : []),
    ];
    return {
      ...reportedAccess(access, own, managedBy?.get(source)),
      ...(change?.was !== undefined && { was: change.was }),
      marks,
    };
  });
  return reported.sort(
    (left, right) => inOrder(left.who, right.who) || inOrder(left.lockName, right.lockName),
  );
}

function reportedAccess(
  access: Access,
  live: Authorization | undefined,
  managedBy: string | undefined,
): Omit<ReportedAccess, "marks"> {
  const { person, lock, grant } = access;
  const lastUsed = live?.lastActiveDate ?? undefined;
  return {
    person: person.key,
    who: person.name,
    ...(person.email !== undefined && { email: person.email }),
    lock: lock.id,
    lockName: lock.name,
    type: typeOf(access),
    name: grant.name ?? "",
    words: wayIn(access),
    window: windowOf(access),
    remote: grant.remoteAllowed === true,
    ...(lastUsed !== undefined && { lastUsed }),
    ...(managedBy !== undefined && { managedBy }),
  };
}

function marksOf({ grant, unknown }: Access, live: Authorization | undefined, now: number): Mark[] {
  const marks: Mark[] = [];
  if (isOver(grant, now)) {
    marks.push("over");
  }
  if (grant.enabled === false) {
    marks.push("disabled");
  }
  const hasEnd = grant.allowedUntilDate !== undefined || unknown?.has("allowedUntilDate") === true;
  if (!hasEnd && grant.enabled !== false) {
    marks.push("never ends");
  }
  if ((live?.operationId ?? undefined) !== undefined) {
    marks.push("not confirmed");
  }
  return marks;
}

/** What somebody has more than once: one person can open one lock in the same way with each of them. */
function repeatedIn(all: readonly Access[], now: number): ReadonlySet<Access> {
  const open = all.filter((access) => opensAtAll(access, now));
  // A person may have several fobs, which have names of their own.
  const groups = grouped(open, (access) =>
    JSON.stringify([pairKey(access), typeOf(access), typeOf(access) === "fob" ? access.grant.name : ""]),
  );
  return new Set([...groups.values()].filter((group) => group.length > 1).flat());
}
