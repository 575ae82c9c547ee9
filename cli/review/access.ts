import type { Authorization } from "../../provider/api";
import { UNKNOWN } from "../../provider/engine/values/unknown";
import type { Grant } from "../../provider/resources/authorization/grant";
import { type Access, accessOf, idOf, opensAtAll } from "../access/access";
import { type Person, personOf } from "../access/people";
import type { Account } from "./account";
import { asFields, type Fields, type Preview, type Step } from "./preview";

/** Who has access before a preview is applied, who has it afterwards, and what of that the preview makes. */
export interface Around {
  readonly before: readonly Access[];
  readonly after: readonly Access[];
  readonly made: readonly Made[];
}

export interface Made extends Access {
  /** It comes from a resource that replaces another one. */
  readonly isReplacement: boolean;
}

export function accessAround(preview: Preview, account: Account): Around {
  const gone = new Set([
    ...preview.steps.flatMap(objectsBefore),
    ...preview.steps.flatMap((step) => grantsTakenAlong(step, account)).map(idOf),
  ]);
  const before = accessOf(account.grants, account.names, account.now);
  const declared = declaredPeople(preview);
  const made = preview.steps.flatMap((step) => madeBy(step, account, declared));
  return {
    before,
    after: [...before.filter(({ source }) => !gone.has(source)), ...made],
    made,
  };
}

/** The grants of a user that is deleted with all that it holds. */
export function grantsTakenAlong(step: Step, account: Account): Authorization[] {
  return step.before?.fields["deleteContents"] === true ? grantsOfDeletedUser(step, account) : [];
}

export function grantsOfDeletedUser({ type, before, isDeleted }: Step, { grants }: Account): Authorization[] {
  return type === "AccountUser" && isDeleted
    ? grants.filter(({ accountUserId }) => String(accountUserId) === before?.id)
    : [];
}

/** The objects that were there before, such as `17698070561/8f7fb13e721bdcb3`: one for each lock of a set. */
export function objectsBefore({ type, before }: Step): string[] {
  if (before === undefined) {
    return [];
  }
  if (type !== "AuthorizationSet") {
    return [before.id];
  }
  const ids = asFields(before.fields["authorizationIds"]);
  const pending = Object.keys(asFields(before.fields["pending"])).filter((lock) => ids[lock] === undefined);
  return [
    ...Object.entries(ids).map(([lock, id]) => `${lock}/${String(id)}`),
    ...pending.map((lock) => `${lock}/pending`),
  ];
}

/** The people of the program, by the names of their resources. */
type DeclaredPeople = ReadonlyMap<string, Omit<Person, "key">>;

function declaredPeople({ steps }: Preview): DeclaredPeople {
  return new Map(
    steps.flatMap(({ type, name: resource, wanted = {} }) => {
      const { name, email } = wanted;
      return type === "AccountUser" && typeof name === "string"
        ? [[resource, { name, ...(typeof email === "string" && { email }) }] as const]
        : [];
    }),
  );
}

function madeBy(step: Step, account: Account, declared: DeclaredPeople): Made[] {
  const { type, name, wanted, before, isReplaced } = step;
  if (wanted === undefined || !/^Authorization(Set)?$/.test(type)) {
    return [];
  }
  // A code keeps its user when the program no longer names one.
  const user = wanted["type"] === "code" ? before?.fields["accountUserId"] : undefined;
  const grant = { accountUserId: user, ...wanted } as Partial<Grant>;
  if (!opensAtAll(grant, account.now)) {
    return [];
  }
  const locks = type === "AuthorizationSet" ? wanted["smartlockIds"] : [wanted["smartlockId"]];
  const earlier = objectsBefore(step);
  return (Array.isArray(locks) ? locks : [UNKNOWN]).map((lock) => ({
    source: earlier.find((id) => id.startsWith(`${lock}/`)) ?? `${type} ${name}`,
    person: personWith(grant, wanted, account, declared),
    lock: { id: String(lock), name: lock === UNKNOWN ? NOT_KNOWN_YET : account.names.lock(String(lock)) },
    grant,
    isReplacement: isReplaced,
  }));
}

const NOT_KNOWN_YET = "a lock that is not known yet";

/** A user that the same run creates has no id yet. */
function personWith(
  grant: Partial<Grant>,
  wanted: Fields,
  { names }: Account,
  declared: DeclaredPeople,
): Person {
  if ((grant.accountUserId as unknown) !== UNKNOWN) {
    return personOf(grant, names);
  }
  const { name } = asFields(asFields(wanted["__references"])["accountUserId"]);
  const resource = typeof name === "string" ? name : "a user that is not known yet";
  return { name: resource, ...declared.get(resource), key: `new ${resource}` };
}
