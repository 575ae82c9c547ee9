import type { Authorization } from "../../provider/api";
import type { Account } from "../access/account";
import { idOf } from "../access/access";
import { inOrder } from "../access/in-order";
import { personInWords } from "../access/people";
import { grantsTakenAlong, objectsBefore } from "./aftermath";
import type { Preview, Step } from "./preview";

/** What is deleted, by what it is, so that nothing counts twice. */
type Deleted = readonly [object: string, words: string];

/** Each object once: what goes with another one may be a resource of the program as well. */
export function deletesOf({ steps }: Preview, account: Account): string[] {
  const along = steps.flatMap((step) => deletedAlong(step, account));
  const own = steps.flatMap((step) => deletedOf(step, account));
  return [...new Map([...along, ...own]).values()].sort(inOrder);
}

/** The ids of the grants that this deletes. */
export function grantsDeleted({ steps }: Preview): ReadonlySet<string> {
  return new Set(steps.filter(({ type }) => /^Authorization(Set)?$/.test(type)).flatMap(objectsDeleted));
}

export function objectsDeleted(step: Step): string[] {
  const { type, wanted, isDeleted } = step;
  const objects = objectsBefore(step);
  if (type !== "AuthorizationSet" || isDeleted) {
    return isDeleted ? objects : [];
  }
  const locks: unknown = wanted?.["smartlockIds"];
  return Array.isArray(locks) ? objects.filter((id) => !locks.map(String).includes(lockOf(id))) : [];
}

function deletedOf(step: Step, account: Account): Deleted[] {
  const { type, name, before } = step;
  const called = nameIn(before?.fields);
  return objectsDeleted(step).map((id) => {
    const isGrant = /^Authorization(Set)?$/.test(type);
    const what = isGrant ? `${called ?? name} on ${account.names.lock(lockOf(id))}` : (called ?? name);
    // One that is pending has no id of its own yet.
    const object = isGrant ? (id.endsWith("/pending") ? `${name} ${id}` : id) : `${type} ${id}`;
    return [object, `${what} (${type} ${name})`];
  });
}

function nameIn(fields: Readonly<Record<string, unknown>> = {}): string | undefined {
  const { name, email, webhookUrl } = fields;
  if (typeof name === "string") {
    return personInWords({ name, ...(typeof email === "string" && { email }) });
  }
  return typeof webhookUrl === "string" ? webhookUrl : undefined;
}

/** What a deleted address or user takes along. */
function deletedAlong(step: Step, account: Account): Deleted[] {
  const { type, name, before, isDeleted } = step;
  const units = type === "Address" && isDeleted ? (account.unitsOf.get(before?.id ?? "") ?? []) : [];
  return [
    ...units.map(({ id, name: unit }): Deleted => [
      `AddressUnit ${id}`,
      `${unit} (a unit, with ${type} ${name})`,
    ]),
    ...grantsTakenAlong(step, account).map((grant): Deleted => [
      idOf(grant),
      `${grantInWords(grant, account)} (with ${type} ${name})`,
    ]),
  ];
}

/** `Guest on Front door` */
export function grantInWords({ name, smartlockId }: Authorization, { names }: Account): string {
  return `${name} on ${names.lock(String(smartlockId))}`;
}

function lockOf(id: string): string {
  return id.split("/")[0] ?? "";
}
