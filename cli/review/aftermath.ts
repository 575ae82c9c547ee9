import type { Authorization } from "../../provider/api";
import type { Grant } from "../../provider/resources/authorization/grant";
import { type Access, everyAccess, idOf, opensAtAll, pairKey, typeOf } from "../access/access";
import type { Account } from "../access/account";
import { objectsOf } from "../access/objects";
import { type Person, personOf } from "../access/people";
import { NotKnown } from "./not-known";
import { type People, peopleAfterwards } from "./people-afterwards";
import type { Preview, Step } from "./preview";

/** Who has access before a preview is applied, who has it afterwards, and what of that the preview makes. */
export interface Aftermath {
  readonly before: readonly Access[];
  readonly after: readonly Access[];
  /** What is disabled or over, too. */
  readonly made: readonly Made[];
  /** The ids of the objects that are no longer as they were. */
  readonly gone: ReadonlySet<string>;
  readonly people: People;
}

export interface Made extends Access {
  /** The id of what is there already and is taken over. */
  readonly adopts?: string;
  /** The service creates it. */
  readonly isNew: boolean;
}

export function aftermathOf(preview: Preview, account: Account): Aftermath {
  const steps = preview.steps.filter((step) => !isHeldBack(step));
  const people = peopleAfterwards(preview, account);
  const all = everyAccess(account.grants, account.names);
  const live = new Live(all);
  const made = steps.flatMap((step) => madeBy(step, account, people, live));
  const gone = new Set([
    ...steps.flatMap(objectsBefore),
    ...steps.flatMap((step) => grantsTakenAlong(step, account)).map(idOf),
    ...made.flatMap(({ adopts }) => adopts ?? []),
  ]);
  const before = all.filter((access) => opensAtAll(access, account.now));
  const kept = before.filter(({ source }) => !gone.has(source));
  return {
    before,
    after: [
      ...kept.map((access) => ({ ...access, person: people.as(access.person) })),
      ...made.filter((access) => opensAtAll(access, account.now)),
    ],
    made,
    gone,
    people,
  };
}

/** A move to or from a lock that is offline: Pulumi is told of an update, and the update fails. */
export function isHeldBack({ type, before, wanted, isReplaced }: Step): boolean {
  const [from, to] = [before?.fields["smartlockId"], wanted?.["smartlockId"]];
  return (
    type === "Authorization" &&
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
  { type, before, isDeleted, isReplaced }: Step,
  { grantsOfUser }: Account,
): readonly Authorization[] {
  return type === "AccountUser" && before !== undefined && (isDeleted || isReplaced)
    ? (grantsOfUser.get(before.id) ?? [])
    : [];
}

/** What a resource stood for before. */
export function objectsBefore({ type, before }: Step): string[] {
  return before === undefined ? [] : objectsOf(type, before);
}

/** What there is before the run, by its id and by person and lock. */
class Live {
  readonly #byId: ReadonlyMap<string, Access>;
  readonly #byPair = new Map<string, Access[]>();

  constructor(all: readonly Access[]) {
    this.#byId = new Map(all.map((access) => [access.source, access]));
    for (const access of all) {
      const pair = this.#byPair.get(pairKey(access));
      if (pair === undefined) {
        this.#byPair.set(pairKey(access), [access]);
      } else {
        pair.push(access);
      }
    }
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

function madeBy(step: Step, account: Account, people: People, live: Live): Made[] {
  const { type, name, wanted, isReplaced } = step;
  if (wanted === undefined || !/^Authorization(Set)?$/.test(type)) {
    return [];
  }
  const earlier = objectsBefore(step);
  return locksOf(step).map((lock): Made => {
    const own = earlier.find((id) => id.startsWith(`${String(lock)}/`));
    // What replaces it keeps nothing of it.
    const kept = isReplaced ? undefined : own;
    const was = live.withId(kept);
    const { grant, unknown } = grantFor(step, was);
    const access: Access = {
      source: own ?? `${type} ${name}`,
      person: personFor(step, grant, account, people),
      lock: lockOf(lock, account),
      grant,
      ...(unknown.size > 0 && { unknown }),
      ...(was?.since !== undefined && { since: was.since }),
    };
    const adopts = own === undefined ? live.sameAs(access)?.source : undefined;
    return {
      ...access,
      ...(adopts !== undefined && { adopts }),
      isNew: kept === undefined && adopts === undefined,
    };
  });
}

/** A set keeps its locks where a preview does not tell them. */
function locksOf({ type, wanted, before }: Step): readonly unknown[] {
  if (type === "Authorization") {
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
  const ignored = Array.isArray(wanted["__ignore"]) ? wanted["__ignore"].map(String) : [];
  for (const field of was === undefined ? [] : ignored) {
    given[field] = (was?.grant as Record<string, unknown>)[field];
  }
  // A code keeps its user when the program no longer names one.
  if (given["type"] === "code") {
    given["accountUserId"] ??= before?.fields["accountUserId"];
  }
  const unknown = Object.entries(given).flatMap(([field, value]): [string, string][] => {
    const not = [value, ...(Array.isArray(value) ? (value as unknown[]) : [])].find(
      (one) => one instanceof NotKnown,
    );
    return not instanceof NotKnown && !field.startsWith("__") ? [[field, not.why]] : [];
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
  { wanted, refersTo }: Step,
  grant: Partial<Grant>,
  account: Account,
  people: People,
): Person {
  const user = wanted?.["accountUserId"];
  if (!(user instanceof NotKnown)) {
    return people.as(personOf(grant, account.names));
  }
  const urns = refersTo["accountUserId"] ?? [];
  const declared = urns.length === 1 ? people.declaredAs(urns.join()) : undefined;
  return (
    declared ?? { key: `unknown ${urns.join()} ${grant.name ?? ""}`, name: `a user that is ${user.why}` }
  );
}
