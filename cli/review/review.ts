import { typeOf } from "../access/access";
import type { Account } from "../access/account";
import { inOrder } from "../access/in-order";
import { personInWords } from "../access/people";
import { NO_POLICIES, type Policies } from "../policies/file";
import { compare } from "../policies/judge";
import { aftermathOf, type Made } from "./aftermath";
import { type Difference, differencesBetween } from "./difference";
import { deletesOf } from "./deletes";
import { differencesOfLogins, loginsAround } from "./logins";
import { NotKnown } from "./not-known";
import type { Preview, Step } from "./preview";
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
  readonly passes: readonly string[];
  /** How many invitations are mailed to whom. */
  readonly invitations: Readonly<Record<string, number>>;
  /** Why this must not be applied. */
  readonly problems: readonly string[];
  /** What is against the policies with or without this preview. */
  readonly against: readonly string[];
  /** What is against the policies, and a reviewer allowed. */
  readonly allowed: readonly string[];
  readonly notes: readonly string[];
}

export interface Limit {
  readonly most: number;
  /** Who has set it, and how to change it. */
  readonly wayOut: string;
}

export interface Limits {
  readonly deletes?: Limit | undefined;
  readonly policies?: Policies | undefined;
}

export function reviewOf(preview: Preview, account: Account, limits: Limits): Review {
  const aftermath = aftermathOf(preview, account);
  const { before, after, made, people } = aftermath;
  const differences = [...differencesBetween(before, after), ...differencesOfLogins(preview)];
  const deletes = deletesOf(preview, account);
  const logins = loginsAround(preview, account);
  const scene = { locks: account.locks, now: account.now };
  const judged = compare(
    { ...scene, access: before, logins: logins.before },
    { ...scene, access: after, logins: logins.after },
    limits.policies ?? NO_POLICIES,
  );
  return {
    lines: preview.lines,
    deletes,
    gains: differences.filter((one) => one.before.length === 0),
    loses: differences.filter((one) => one.after.length === 0),
    changes: differences.filter((one) => one.before.length > 0 && one.after.length > 0),
    passes: people.passes,
    invitations: invitationsFor(made),
    problems: [...tooManyDeletes(deletes, limits.deletes), ...refusals(preview, account), ...judged.problems],
    against: judged.against,
    allowed: judged.allowed,
    notes: [...judged.notes, ...preview.steps.flatMap((step) => notesOn(step, account))],
  };
}

/** The service mails one for each new authorization by app, disabled or not. */
function invitationsFor(made: readonly Made[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { person } of made.filter((access) => access.isNew && typeOf(access) === "app")) {
    const who = personInWords(person);
    counts[who] = (counts[who] ?? 0) + 1;
  }
  return Object.fromEntries(Object.entries(counts).sort(([left], [right]) => inOrder(left, right)));
}

function tooManyDeletes(deletes: readonly string[], limit: Limit | undefined): string[] {
  return limit === undefined || deletes.length <= limit.most
    ? []
    : [
        `This deletes ${deletes.length} objects, and smartlock:maxDeletes allows ${limit.most}. ${limit.wayOut}`,
      ];
}

function notesOn({ type, name, wanted, retained }: Step, { names }: Account): string[] {
  const isUnknown = wanted?.["smartlockIds"] instanceof NotKnown;
  const lock = retained?.fields["smartlockId"];
  const where = typeof lock === "number" ? ` on ${names.lock(String(lock))}` : "";
  return [
    ...(isUnknown && type === "AuthorizationSet"
      ? [
          `The locks of ${type} ${name} are not known before the run. It is shown as if it kept those that it has.`,
        ]
      : []),
    ...(retained === undefined
      ? []
      : [`${type} ${name} leaves the program and stays as it is${where} (retainOnDelete).`]),
  ];
}
