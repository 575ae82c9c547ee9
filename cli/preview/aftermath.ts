import type { Authorization } from "../../provider/api";
import type { Grant } from "../../provider/resources/authorization/grant";
import { type Access, everyAccess, idOf, pairKey, typeOf } from "../access/access";
import type { Account } from "../access/account";
import { type Person, personOf } from "../access/people";
import { grouped } from "../grouped";
import { NotKnown, whyNotKnown } from "./not-known";
import { ignoredBy, isOfGrants, lockOfObject, objectsOf } from "./objects";
import { type PeopleAfterwards, peopleAfterwards, secretName } from "./people-afterwards";
import type { Preview, Step } from "./preview";

/** The access before a preview is applied, afterwards, and what of that the preview makes: also what is disabled or over. */
export interface Aftermath {
  readonly before: readonly Access[];
  readonly after: readonly Access[];
  readonly made: readonly PlannedAccess[];
  readonly people: PeopleAfterwards;
}

/** What a resource will give once the preview is applied. */
export interface PlannedAccess extends Access {
  /** The id of what is there already and is taken over. */
  readonly adopts?: string;
  /** The service creates it. */
  readonly isNew: boolean;
}

export function aftermathOf(preview: Preview, account: Account): Aftermath {
  const steps = preview.steps.filter((step) => !isHeldBack(step));
  const people = peopleAfterwards(preview, account);
  const before = everyAccess(account.grants, account.names);
  const live = new LiveAccess(before);
  const made = steps.flatMap((step) => madeBy(step, account, people, live));
  const changed = new Set([
    ...steps.flatMap(objectsBefore),
    ...steps.flatMap((step) => grantsTakenAlong(step, account)).map(idOf),
    ...made.flatMap(({ adopts }) => adopts ?? []),
  ]);
  const kept = before.filter(({ source }) => !changed.has(source));
  return {
    before,
    after: [...kept.map((access) => ({ ...access, person: people.renamed(access.person) })), ...made],
    made,
    people,
  };
}

/** A move to or from a lock that is offline: Pulumi is told of an update, and the update fails. */
export function isHeldBack({ kind, before, wanted, isReplaced }: Step): boolean {
  const [from, to] = [before?.fields["smartlockId"], wanted?.["smartlockId"]];
  return (
    kind === "Authorization" &&
    !isReplaced &&
    typeof from === "number" &&
    typeof to === "number" &&
    from !== to
  );
}

/** The grants of a user that goes with all that it holds. */
export function grantsTakenAlong(step: Step, account: Account): readonly Authorization[] {
  return step.before?.fields["deleteContents"] === true ? grantsOfLeavingUser(step, account) : [];
}

/** A user that is replaced goes, too. */
export function grantsOfLeavingUser(
  { kind, before, isDeleted, isReplaced }: Step,
  { grantsOfUser }: Account,
): readonly Authorization[] {
  return kind === "AccountUser" && before !== undefined && (isDeleted || isReplaced)
    ? (grantsOfUser.get(before.id) ?? [])
    : [];
}

/** What a resource stood for before. */
export function objectsBefore({ kind, before }: Step): string[] {
  return before === undefined ? [] : objectsOf(kind, before);
}

/** What there is before the run, by its id and by person and lock. */
class LiveAccess {
  readonly #byId: ReadonlyMap<string, Access>;
  readonly #byPair: ReadonlyMap<string, readonly Access[]>;

  constructor(all: readonly Access[]) {
    this.#byId = new Map(all.map((access) => [access.source, access]));
    this.#byPair = grouped(all, pairKey);
  }

  withId(id: string | undefined): Access | undefined {
    return id === undefined ? undefined : this.#byId.get(id);
  }

  /** What a create takes over, or fails for: a user has one app authorization for a lock, and one fob of a name. */
  sameAs(access: Access): Access | undefined {
    const type = typeOf(access);
    return this.#byPair
      .get(pairKey(access))
      ?.find(
        (one) =>
          typeOf(one) === type &&
          (type === "app" || (type === "fob" && one.grant.name === access.grant.name)),
      );
  }
}

function madeBy(step: Step, account: Account, people: PeopleAfterwards, live: LiveAccess): PlannedAccess[] {
  const { kind, name, wanted, isReplaced } = step;
  if (wanted === undefined || !isOfGrants(step)) {
    return [];
  }
  const earlier = new Map(objectsBefore(step).map((id) => [lockOfObject(id), id]));
  return locksOf(step).map((lock): PlannedAccess => {
    const own = earlier.get(String(lock));
    // What replaces it keeps nothing of it.
    const kept = isReplaced ? undefined : own;
    const was = live.withId(kept);
    const { grant, unknown } = grantFor(step, was);
    const access: Access = {
      source: own ?? `${kind} ${name} ${String(lock)}`,
      person: personFor(step, grant, account, people),
      lock: lockOf(lock, account),
      grant,
      ...(unknown.size > 0 && { unknown }),
      ...(was?.since !== undefined && { since: was.since }),
    };
    const adopted = own === undefined ? live.sameAs(access) : undefined;
    const adopts = adopted?.source;
    return {
      ...access,
      ...(adopted !== undefined && { adopts: adopted.source, source: adopted.source }),
      ...(adopted?.since !== undefined && { since: adopted.since }),
      isNew: kept === undefined && adopts === undefined,
    };
  });
}

/** A set keeps its locks where a preview does not tell them. */
function locksOf({ kind, wanted, before }: Step): readonly unknown[] {
  if (kind === "Authorization") {
    return [wanted?.["smartlockId"]];
  }
  const locks: unknown = wanted?.["smartlockIds"];
  const had: unknown = before?.fields["smartlockIds"];
  return Array.isArray(locks) ? locks : [...(Array.isArray(had) ? (had as unknown[]) : []), locks];
}

function lockOf(lock: unknown, { names }: Account): Access["lock"] {
  const id = String(lock);
  return lock instanceof NotKnown
    ? { id, name: `a lock that is ${lock.why}`, isUnknown: true }
    : { id, name: names.lock(id) };
}

/** Nothing here looks at a code, and people and locks are found out in other ways. */
const LEFT_OUT = ["code", "accountUserId", "smartlockId", "smartlockIds"];

/** What the program wants of a grant, and what of it nobody knows yet. */
function grantFor(
  { wanted = {}, before }: Step,
  was: Access | undefined,
): { grant: Partial<Grant>; unknown: ReadonlyMap<string, string> } {
  const given: Record<string, unknown> = { ...wanted };
  for (const field of was === undefined ? [] : ignoredBy(wanted)) {
    given[field] = (was?.grant as Record<string, unknown>)[field];
  }
  // A code keeps its user when the program no longer names one.
  if (given["type"] === "code") {
    given["accountUserId"] ??= before?.fields["accountUserId"];
  }
  const unknown = Object.entries(given).flatMap(([field, value]): [string, string][] => {
    const why = field.startsWith("__") ? undefined : whyNotKnown(value);
    return why === undefined ? [] : [[field, why]];
  });
  for (const [field] of unknown) {
    given[field] = undefined;
  }
  return {
    grant: given,
    unknown: new Map(unknown.filter(([field]) => !LEFT_OUT.includes(field))),
  };
}

/** A user that the same run creates has no id yet. */
function personFor(
  { name, wanted, refersTo }: Step,
  grant: Partial<Grant>,
  account: Account,
  people: PeopleAfterwards,
): Person {
  const user = wanted?.["accountUserId"];
  if (!(user instanceof NotKnown)) {
    // Where the name is a secret, the resource stands for it.
    return people.renamed(
      personOf({ ...grant, name: grant.name ?? secretName(name, wanted?.["name"]) }, account.names),
    );
  }
  const urns = refersTo["accountUserId"] ?? [];
  const declared = urns.length === 1 ? people.declaredBy(urns.join()) : undefined;
  return (
    declared ?? { key: `unknown ${urns.join()} ${grant.name ?? ""}`, name: `a user that is ${user.why}` }
  );
}
