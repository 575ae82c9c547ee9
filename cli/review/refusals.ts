import type { Authorization } from "../../provider/api";
import { manyOf } from "../../provider/engine/messages/names";
import { idOf } from "../access/access";
import type { Account } from "../access/account";
import { personInWords } from "../access/people";
import { grantsOfLeavingUser, grantsTakenAlong, isHeldBack } from "../preview/aftermath";
import { grantInWords, grantsReleased, isLeavingAddress, objectsDeleted } from "./deletes";
import { isOfGrants } from "../preview/objects";
import type { Preview, Step } from "../preview/preview";

/**
 * What the provider would refuse, some of it only after everything else was done.
 *
 * @param isCounted whether there is a limit for deletes
 */
export function refusals(preview: Preview, account: Account, isCounted: boolean): string[] {
  const grants = grantsReleased(preview);
  const units = new Set(preview.steps.filter(({ kind }) => kind === "AddressUnit").flatMap(objectsDeleted));
  return preview.steps.flatMap((step) => [
    ...usersWithOtherGrants(step, grants, account),
    ...addressesWithOtherUnits(step, units, account, isCounted),
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
  step: Step,
  deleted: ReadonlySet<string>,
  account: Account,
  isCounted: boolean,
): string[] {
  const { name, before } = step;
  if (before === undefined || !isLeavingAddress(step)) {
    return [];
  }
  const mayGo = before.fields["deleteContents"] === true;
  const units = account.unitsOf.get(before.id);
  if (units === undefined && mayGo) {
    return isCounted
      ? [
          `Address ${name} is to be deleted with its units, and this token may not read them, so they cannot be counted for ` +
            "smartlock:maxDeletes, and the delete will be refused. Use a token that may read addresses, or unset the limit for this run.",
        ]
      : [];
  }
  if (units === undefined) {
    return [
      `Address ${name} is to be deleted, and this token may not read its units. If it still has some that this run does not delete, the ` +
        "delete will be refused.",
    ];
  }
  const others = mayGo ? [] : units.filter(({ id }) => !deleted.has(id));
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
function locksElsewhere(step: Step, { names }: Account): string[] {
  const { kind, name, wanted = {} } = step;
  const given = kind === "AuthorizationSet" ? wanted["smartlockIds"] : wanted["smartlockId"];
  const ids = (Array.isArray(given) ? (given as unknown[]) : [given]).filter(
    (id): id is number => typeof id === "number" && !names.hasLock(String(id)),
  );
  return !isOfGrants(step) || ids.length === 0
    ? []
    : [`${kind} ${name} names a lock that this account does not have (${ids.join(", ")}).`];
}
