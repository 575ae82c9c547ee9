import type { Authorization } from "../../provider/api";
import { manyOf } from "../../provider/engine/messages/names";
import { idOf } from "../access/access";
import type { Account } from "../access/account";
import { personInWords } from "../access/people";
import { grantsOfLeavingUser, grantsTakenAlong, isHeldBack } from "./aftermath";
import { grantInWords, grantsDeleted, objectsDeleted } from "./deletes";
import type { Preview, Step } from "./preview";

/** What the provider would refuse, some of it only after everything else was done. */
export function refusals(preview: Preview, account: Account): string[] {
  const grants = grantsDeleted(preview);
  const units = new Set(preview.steps.filter(({ type }) => type === "AddressUnit").flatMap(objectsDeleted));
  return preview.steps.flatMap((step) => [
    ...usersWithOtherGrants(step, grants, account),
    ...addressesWithOtherUnits(step, units, account),
    ...(isHeldBack(step) ? [heldBack(step, account)] : []),
    ...locksElsewhere(step, account),
  ]);
}

function usersWithOtherGrants(step: Step, deleted: ReadonlySet<string>, account: Account): string[] {
  const along = new Set<Authorization>(grantsTakenAlong(step, account));
  const others = grantsOfLeavingUser(step, account).filter(
    (grant) => !deleted.has(idOf(grant)) && !along.has(grant),
  );
  const user = account.names.user(step.before?.id ?? "");
  const who = user === undefined ? step.name : personInWords(user);
  return others.length === 0
    ? []
    : [
        `${who} is to be deleted (AccountUser ${step.name}), but still has authorizations that this run does not delete, so the delete ` +
          "will be refused. Remove them first, or declare `deleteContents: true` for the user and run `pulumi up` once before you " +
          `remove it: ${manyOf(others.map((grant) => grantInWords(grant, account)))}.`,
      ];
}

function addressesWithOtherUnits(
  { type, name, before, isDeleted }: Step,
  deleted: ReadonlySet<string>,
  account: Account,
): string[] {
  if (type !== "Address" || !isDeleted || before === undefined || before.fields["deleteContents"] === true) {
    return [];
  }
  const units = account.unitsOf.get(before.id);
  if (units === undefined) {
    return [
      `Address ${name} is to be deleted, and this token may not read its units. If it still has some that this run does not delete, the ` +
        "delete will be refused.",
    ];
  }
  const others = units.filter(({ id }) => !deleted.has(id));
  return others.length === 0
    ? []
    : [
        `Address ${name} is to be deleted, but still has units that this run does not delete, so the delete will be refused. Delete them ` +
          "first, or declare `deleteContents: true` for the address and run `pulumi up` once before you remove it: " +
          `${manyOf(others.map((unit) => unit.name))}.`,
      ];
}

function heldBack({ name, before, wanted }: Step, { names }: Account): string {
  const [from, to] = [before?.fields["smartlockId"], wanted?.["smartlockId"]].map((id) =>
    names.lock(String(id)),
  );
  return (
    `Authorization ${name} cannot move from ${from} to ${to} while one of them is offline. It stays where it is, and the run fails. ` +
    "Apply this when both are online again."
  );
}

/** A lock of another account, or one that has left this one. */
function locksElsewhere({ type, name, wanted = {} }: Step, { names }: Account): string[] {
  const given = type === "AuthorizationSet" ? wanted["smartlockIds"] : wanted["smartlockId"];
  const ids = (Array.isArray(given) ? (given as unknown[]) : [given]).filter(
    (id): id is number => typeof id === "number" && !names.hasLock(String(id)),
  );
  return !/^Authorization(Set)?$/.test(type) || ids.length === 0
    ? []
    : [`${type} ${name} names a lock that this account does not have (${ids.join(", ")}).`];
}
