import { isPendingHandle } from "../../provider/engine/kind/ids";
import { manyOf } from "../../provider/engine/messages/names";
import { type Access, idOf, opensAtAll, typeOf } from "../access/access";
import type { Account } from "../access/account";
import { count } from "../count";
import { inOrder } from "../in-order";
import { personInWords } from "../access/people";
import { NO_POLICIES, type Policies } from "../policies/file";
import { compare } from "../policies/judge";
import { aftermathOf, objectsBefore, type PlannedAccess } from "../preview/aftermath";
import { isOfGrants } from "../preview/objects";
import { type Difference, differencesBetween } from "./difference";
import { deletesOf } from "./deletes";
import { differencesOfLogins, loginsAround } from "./logins";
import { NotKnown } from "../preview/not-known";
import type { Preview, Step } from "../preview/preview";
import { refusals } from "./refusals";

export interface Review {
  /** What the provider said about each change. */
  readonly lines: readonly string[];
  /** Everything that goes, each lock of a set and what a deleted object holds included. */
  readonly deletes: readonly string[];
  readonly gains: readonly Difference[];
  readonly loses: readonly Difference[];
  readonly changes: readonly Difference[];
  /** Users whose e-mail address changes: another person may get what they have. */
  readonly newHolders: readonly string[];
  /** How many invitations are mailed to whom. */
  readonly invitations: Readonly<Record<string, number>>;
  /** What blocks it. */
  readonly blocked: readonly string[];
  /** What broke a rule before, and is no worse. */
  readonly existingBreaches: readonly string[];
  /** What is against the policies, and a reviewer allowed. */
  readonly allowed: readonly string[];
  readonly notes: readonly string[];
}

export interface Limit {
  readonly most: number;
  /** Who has set it, and how to change it. */
  readonly wayOut: string;
}

export interface ReviewRules {
  readonly deletes?: Limit | undefined;
  readonly policies?: Policies | undefined;
}

export function reviewOf(preview: Preview, account: Account, rules: ReviewRules): Review {
  const aftermath = aftermathOf(preview, account);
  const { made, people } = aftermath;
  const [before, after] = [aftermath.before, aftermath.after].map((all) =>
    all.filter((access) => opensAtAll(access, account.now)),
  ) as [Access[], Access[]];
  const differences = [...differencesBetween(before, after), ...differencesOfLogins(preview, account)];
  const adopted = new Set(made.flatMap(({ adopts }) => adopts ?? []));
  const deletes = deletesOf(preview, account, adopted);
  const logins = loginsAround(preview, account);
  const scene = { locks: account.locks, now: account.now };
  const judged = compare(
    { ...scene, access: before, logins: logins.before },
    { ...scene, access: after, logins: logins.after },
    rules.policies ?? NO_POLICIES,
  );
  return {
    lines: preview.lines,
    deletes,
    gains: differences.filter((one) => one.before.length === 0),
    loses: differences.filter((one) => one.after.length === 0),
    changes: differences.filter((one) => one.before.length > 0 && one.after.length > 0),
    newHolders: people.newHolders,
    invitations: invitationsFor(made),
    blocked: [
      ...tooManyDeletes(deletes, rules.deletes),
      ...refusals(preview, account, rules.deletes !== undefined),
      ...judged.blocked,
    ],
    existingBreaches: judged.existingBreaches,
    allowed: judged.allowed,
    notes: [
      ...outdated(preview, account),
      ...judged.notes,
      ...preview.steps.flatMap((step) => notesOn(step, account)),
    ],
  };
}

/** The service mails one for each new authorization by app, disabled or not. */
function invitationsFor(made: readonly PlannedAccess[]): Record<string, number> {
  const counts = new Map<string, number>();
  for (const { person } of made.filter((access) => access.isNew && typeOf(access) === "app")) {
    const who = personInWords(person);
    counts.set(who, (counts.get(who) ?? 0) + 1);
  }
  return Object.fromEntries([...counts].sort(([left], [right]) => inOrder(left, right)));
}

function tooManyDeletes(deletes: readonly string[], limit: Limit | undefined): string[] {
  return limit === undefined || deletes.length <= limit.most
    ? []
    : [
        `This deletes ${count(deletes.length, "object", "objects")}, and smartlock:maxDeletes allows ${limit.most}. ${limit.wayOut}`,
      ];
}

/** What is not in the account, though the preview would change it, may have been deleted since. */
function outdated(preview: Preview, { grants, names }: Account): string[] {
  const ids = new Set(grants.map(idOf));
  const isMissing = (step: Step): boolean =>
    isOfGrants(step)
      ? objectsBefore(step).some((id) => !isPendingHandle(id) && !id.endsWith("/pending") && !ids.has(id))
      : step.kind === "AccountUser" &&
        names.hasUsers &&
        step.before !== undefined &&
        !isPendingHandle(step.before.id) &&
        names.user(step.before.id) === undefined;
  const missing = preview.steps.filter(isMissing).map(({ kind, name }) => `${kind} ${name}`);
  return missing.length === 0
    ? []
    : [
        `The account does not show ${manyOf(missing)}, although this preview changes or deletes ${missing.length === 1 ? "it" : "them"}. If the account has changed since the ` +
          "preview was made, make it again.",
      ];
}

function notesOn({ kind, name, wanted, retained }: Step, { names }: Account): string[] {
  const isUnknown = wanted?.["smartlockIds"] instanceof NotKnown;
  const lock = retained?.fields["smartlockId"];
  const where = typeof lock === "number" ? ` on ${names.lock(String(lock))}` : "";
  return [
    ...(isUnknown && kind === "AuthorizationSet"
      ? [
          `The locks of ${kind} ${name} are not known before the run. This review assumes that it keeps those that it has.`,
        ]
      : []),
    ...(retained === undefined
      ? []
      : [`${kind} ${name} leaves the program and stays as it is${where} (retainOnDelete).`]),
  ];
}
