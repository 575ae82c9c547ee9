import type { Authorization } from "../../provider/api";
import type { Account } from "../access/account";
import { idOf } from "../access/access";
import { inOrder } from "../in-order";
import { personInWords } from "../access/people";
import { grantsTakenAlong, objectsBefore } from "../preview/aftermath";
import { isOfGrants, lockOfObject } from "../preview/objects";
import type { Preview, Step } from "../preview/preview";

/** What is deleted, by what it is, so that nothing counts twice. */
type Deleted = readonly [object: string, words: string];

/**
 * Each object once: what goes with another one may be a resource of the program as well.
 *
 * @param adopted the ids of what another resource takes over in the same run, which the provider then keeps
 */
export function deletesOf({ steps }: Preview, account: Account, adopted: ReadonlySet<string>): string[] {
  const along = steps.flatMap((step) => deletedAlong(step, account));
  const own = steps.flatMap((step) => deletedOf(step, account)).filter(([object]) => !adopted.has(object));
  return [...new Map([...along, ...own]).values()].sort(inOrder);
}

/** The ids of the grants that a user no longer has, once a run comes to delete the user. */
export function grantsReleased({ steps }: Preview): ReadonlySet<string> {
  const deleted = new Set(steps.filter(({ isDeleted }) => isDeleted).map(({ urn }) => urn));
  return new Set(
    steps.filter(isOfGrants).flatMap((step) => {
      const { before, wanted, isDeleted, isReplaced, goesWith } = step;
      if (isDeleted) {
        // Pulumi leaves it to the delete of the other one.
        return goesWith !== undefined && deleted.has(goesWith) ? [] : objectsBefore(step);
      }
      const user = wanted?.["accountUserId"];
      // A code keeps its user when the program no longer names one.
      const isPassedOn = user !== undefined && user !== before?.fields["accountUserId"];
      return isReplaced || isPassedOn ? objectsBefore(step) : objectsDeleted(step);
    }),
  );
}

export function objectsDeleted(step: Step): string[] {
  const { kind, wanted, isDeleted } = step;
  const objects = objectsBefore(step);
  if (kind !== "AuthorizationSet" || isDeleted) {
    return isDeleted ? objects : [];
  }
  const locks: unknown = wanted?.["smartlockIds"];
  const staying = new Set(Array.isArray(locks) ? locks.map(String) : objects.map(lockOfObject));
  return objects.filter((id) => !staying.has(lockOfObject(id)));
}

function deletedOf(step: Step, account: Account): Deleted[] {
  const { kind, name, before } = step;
  const called = nameIn(before?.fields);
  return objectsDeleted(step).map((id) => {
    const what = isOfGrants(step)
      ? `${called ?? name} on ${account.names.lock(lockOfObject(id))}`
      : (called ?? name);
    // One that is pending has no id of its own yet.
    const object = isOfGrants(step) ? (id.endsWith("/pending") ? `${name} ${id}` : id) : `${kind} ${id}`;
    return [object, `${what} (${kind} ${name})`];
  });
}

function nameIn(fields: Readonly<Record<string, unknown>> = {}): string | undefined {
  const { name, email, webhookUrl } = fields;
  if (typeof name === "string") {
    return personInWords({ name, ...(typeof email === "string" && { email }) });
  }
  return typeof webhookUrl === "string" ? hostOf(webhookUrl) : undefined;
}

/** The rest of the address may have a token in it. */
function hostOf(url: string): string | undefined {
  return URL.canParse(url) ? new URL(url).host : undefined;
}

/** An address that is replaced goes, too. */
export function isLeavingAddress({ kind, before, isDeleted, isReplaced }: Step): boolean {
  return kind === "Address" && before !== undefined && (isDeleted || isReplaced);
}

/** What an address or a user takes along. */
function deletedAlong(step: Step, account: Account): Deleted[] {
  const { kind, name, before } = step;
  const units = isLeavingAddress(step) ? (account.unitsOf.get(before?.id ?? "") ?? []) : [];
  return [
    ...units.map(({ id, name: unit }): Deleted => [
      `AddressUnit ${id}`,
      `${unit} (a unit, with ${kind} ${name})`,
    ]),
    ...grantsTakenAlong(step, account).map((grant): Deleted => [
      idOf(grant),
      `${grantInWords(grant, account)} (with ${kind} ${name})`,
    ]),
  ];
}

/** `Guest on Front door` */
export function grantInWords({ name, smartlockId }: Authorization, { names }: Account): string {
  return `${name} on ${names.lock(String(smartlockId))}`;
}
