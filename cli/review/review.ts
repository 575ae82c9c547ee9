import type { Authorization } from "../../provider/api";
import { type Access, idOf, typeOf, wayIn } from "../access/access";
import { personInWords } from "../access/people";
import type { Policies } from "../policies/file";
import { type Finding, judge } from "../policies/judge";
import {
  accessAround,
  type Around,
  grantsOfDeletedUser,
  grantsTakenAlong,
  type Made,
  objectsBefore,
} from "./access";
import type { Account } from "./account";
import type { Preview, Step } from "./preview";
import { scenesAround } from "./scenes";

/** How somebody can open a lock before and afterwards. */
export interface Difference {
  readonly who: string;
  readonly lock: string;
  readonly before: readonly string[];
  readonly after: readonly string[];
}

export interface Review {
  /** What the provider said about each change. */
  readonly lines: readonly string[];
  /** Everything that goes, each lock of a set and what a deleted object holds included. */
  readonly deletes: readonly string[];
  readonly gains: readonly Difference[];
  readonly loses: readonly Difference[];
  readonly changes: readonly Difference[];
  /** How many invitations are mailed to whom. */
  readonly invitations: Readonly<Record<string, number>>;
  /** What must not happen. */
  readonly problems: readonly string[];
  /** What is against the policies with or without this preview. */
  readonly against: readonly string[];
  /** What is against the policies, and reviewers have allowed. */
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
  const around = accessAround(preview, account);
  const { before, after, made } = around;
  const differences = differencesBetween(before, after);
  const deletes = deletesOf(preview, account);
  const { added, ...judged } = judgeAround(preview, account, around, limits.policies);
  return {
    lines: preview.lines,
    deletes,
    gains: differences.filter((one) => one.before.length === 0),
    loses: differences.filter((one) => one.after.length === 0),
    changes: differences.filter((one) => one.before.length > 0 && one.after.length > 0),
    invitations: invitationsFor(made, before),
    problems: [
      ...tooManyDeletes(deletes, limits.deletes),
      ...preview.steps.flatMap((step) => usersWithOtherGrants(step, preview, account)),
      ...doorsWithoutAnybody(before, after),
      ...added,
    ],
    ...judged,
  };
}

/** What the preview adds must not happen. What was there before is not its fault. */
function judgeAround(
  preview: Preview,
  account: Account,
  around: Around,
  policies: Policies | undefined,
): Pick<Review, "against" | "allowed" | "notes"> & { readonly added: string[] } {
  if (policies === undefined) {
    return { added: [], against: [], allowed: [], notes: [] };
  }
  const scenes = scenesAround(preview, account, around);
  const earlier = new Set(judge(scenes.before, policies).findings.map(keyOf));
  const { findings, allowed, notes } = judge(scenes.after, policies);
  const wordsOf = (those: readonly Finding[]): string[] => those.map(({ words }) => words);
  return {
    added: wordsOf(findings.filter((finding) => !earlier.has(keyOf(finding)))),
    against: wordsOf(findings.filter((finding) => earlier.has(keyOf(finding)))),
    allowed,
    notes,
  };
}

/** Of two grants in the same words, one may be new. A grant that changes may break the same rule in other words. */
function keyOf({ about, words }: Finding): string {
  return `${about} ${words}`;
}

function differencesBetween(before: readonly Access[], after: readonly Access[]): Difference[] {
  const pairs = new Map<string, { who: string; lock: string; before: Set<string>; after: Set<string> }>();
  const pairOf = (access: Access) => {
    const key = pairKey(access);
    const none = { before: new Set<string>(), after: new Set<string>() };
    const pair = pairs.get(key) ?? { who: personInWords(access.person), lock: access.lock.name, ...none };
    pairs.set(key, pair);
    return pair;
  };
  before.forEach((access) => pairOf(access).before.add(wayIn(access)));
  after.forEach((access) => pairOf(access).after.add(wayIn(access)));
  return [...pairs.values()]
    .map((pair) => ({ ...pair, before: [...pair.before].sort(), after: [...pair.after].sort() }))
    .filter((pair) => pair.before.join() !== pair.after.join())
    .sort((left, right) => inOrder(left.who, right.who) || inOrder(left.lock, right.lock));
}

/** Pulumi tells of steps in any order. */
function inOrder(left: string, right: string): number {
  return left.localeCompare(right, "en");
}

function pairKey({ person, lock }: Access): string {
  return `${person.key} ${lock.id}`;
}

/** The service mails one for each new authorization by app, also if it replaces another one. */
function invitationsFor(made: readonly Made[], before: readonly Access[]): Record<string, number> {
  const isByApp = ({ grant }: Access): boolean => typeOf(grant) === "app";
  const had = new Set(before.filter(isByApp).map(pairKey));
  const counts: Record<string, number> = {};
  for (const access of made.filter(isByApp)) {
    if (access.isReplacement || !had.has(pairKey(access))) {
      const who = personInWords(access.person);
      counts[who] = (counts[who] ?? 0) + 1;
    }
  }
  return Object.fromEntries(Object.entries(counts).sort(([left], [right]) => inOrder(left, right)));
}

/** Each object once: what goes with another one may be a resource of the program as well. */
function deletesOf({ steps }: Preview, account: Account): string[] {
  const along = steps.flatMap((step) => deletedAlong(step, account));
  const own = steps.flatMap((step) => deletedOf(step, account));
  return [...new Map([...along, ...own]).values()].sort(inOrder);
}

type Deleted = readonly [id: string, words: string];

function deletedOf(step: Step, account: Account): Deleted[] {
  const { type, name, wanted, isDeleted } = step;
  const objects = objectsBefore(step);
  if (type === "AuthorizationSet") {
    const locks = Array.isArray(wanted?.["smartlockIds"]) ? wanted["smartlockIds"].map(String) : undefined;
    const going = objects.filter((id) => isDeleted || locks?.includes(lockOf(id)) === false);
    return going.map((id) => [id, `${type} ${name}, on ${account.names.lock(lockOf(id))}`]);
  }
  if (!isDeleted) {
    return [];
  }
  const where = (id: string): string =>
    type === "Authorization" ? `, on ${account.names.lock(lockOf(id))}` : "";
  return objects.map((id) => [id, `${type} ${name}${where(id)}`]);
}

/** What a deleted address or user takes along. */
function deletedAlong(step: Step, account: Account): Deleted[] {
  const { type, name, before, isDeleted } = step;
  const units = type === "Address" && isDeleted ? (account.unitsOf.get(before?.id ?? "") ?? []) : [];
  return [
    ...units.map(({ id, name: unit }): Deleted => [id, `the unit "${unit}", with ${type} ${name}`]),
    ...grantsTakenAlong(step, account).map((grant): Deleted => [
      idOf(grant),
      `${grantInWords(grant, account)}, with ${type} ${name}`,
    ]),
  ];
}

function tooManyDeletes(deletes: readonly string[], limit: Limit | undefined): string[] {
  return limit === undefined || deletes.length <= limit.most
    ? []
    : [
        `This deletes ${deletes.length} objects, and smartlock:maxDeletes allows ${limit.most}. ${limit.wayOut}`,
      ];
}

/** The provider refuses this too, but only when the users are to be deleted, after everything else. */
function usersWithOtherGrants(step: Step, { steps }: Preview, account: Account): string[] {
  const going = new Set(steps.flatMap(objectsBefore));
  const takenAlong = grantsTakenAlong(step, account);
  const others = grantsOfDeletedUser(step, account).filter(
    (grant) => !going.has(idOf(grant)) && !takenAlong.includes(grant),
  );
  return others.length === 0
    ? []
    : [
        `AccountUser ${step.name} is to be deleted, but still has what this program does not manage: ` +
          `${others.map((grant) => grantInWords(grant, account)).join(", ")}. The delete will be refused. Remove these in the app, or declare ` +
          "`deleteContents: true` for the user and run `pulumi up` once before you remove it.",
      ];
}

function doorsWithoutAnybody(before: readonly Access[], after: readonly Access[]): string[] {
  const still = new Set(after.map(({ lock }) => lock.id));
  const lost = new Map(
    before.filter(({ lock }) => !still.has(lock.id)).map(({ lock }) => [lock.id, lock.name]),
  );
  return [...lost.values()].map((name) => `Nobody has an authorization for ${name} any more afterwards.`);
}

function grantInWords({ name, smartlockId }: Authorization, account: Account): string {
  return `"${name}" on ${account.names.lock(String(smartlockId))}`;
}

function lockOf(id: string): string {
  return id.split("/")[0] ?? "";
}
