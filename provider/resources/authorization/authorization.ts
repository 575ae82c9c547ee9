import { z } from "zod";
import { defineResource } from "../../engine/kind/spec";
import { adoptInput, waitInputs } from "../../engine/kind/steering";
import { canonical } from "../../engine/values/equality";
import { smartlockId } from "../fields";
import { speakLocks } from "../locks";
import { shownDate } from "../words";
import { isOver, windowProblems } from "./access-window";
import { authorizationBulk } from "./authorization-bulk";
import { authorizations } from "./authorization-list";
import {
  grantFacts,
  grantInputs,
  grantProblems,
  overMidnight,
  pendingSince,
  sentAtCreation,
  sentAtUpdate,
  shownGrant,
  whatIsManaged,
} from "./grant";
import { changedGrant, createdGrant, grantNames, holderOf, isInvited } from "./grant-plan";
import { preflightGrant, preflightOnLock } from "./grant-preflight";

export const authorization = defineResource({
  ...authorizations,
  docs: {
    summary: "The right of a person, a fob or a keypad code to open a lock.",
    all: "the authorizations of the account",
    identity: "lock and code (a keypad code), lock and user (app), or lock and name (a fob)",
    notes: [
      "It lives on the lock: the service accepts a change first, and the lock confirms it later.",
      whatIsManaged,
      "It moves to another lock only while both locks are online: the old door stays until then. " +
        'With `waitFor: "accepted"` it can move although a lock is offline: see ' +
        "[Moving a grant](../guides/locks-that-are-offline.md#moving-a-grant-to-another-lock).",
      "A new app authorization e-mails an invitation to the user.",
      overMidnight,
    ],
  },
  inputs: z.object({
    /** The lock: its id, or the result of `getSmartlock`. */
    smartlockId,
    ...grantInputs,
    ...adoptInput,
    ...waitInputs,
  }),
  outputs: z.object({
    /** The lock's own number for it. */
    authId: z.int().optional(),
    /** When the service created the authorization. */
    creationDate: z.string().optional(),
    /** Set while the lock has not confirmed it yet, with the time when the service accepted it. */
    pending: pendingSince.optional(),
  }),
  fields: {
    smartlockId: { replaces: true, speakAs: speakLocks },
    ...grantFacts,
  },
  identity: ({ type }) =>
    type === "code"
      ? ["smartlockId", "type", "code"]
      : type === "fob"
        ? ["smartlockId", "type", "name"]
        : ["smartlockId", "type", "accountUserId"],
  duplicates: ({ type }) => type !== "code",
  rules: (wanted, unknown) => [...grantProblems(wanted, unknown), ...windowProblems(wanted)],
  async preflight(asked) {
    const { smartlockId } = asked.wanted;
    if (smartlockId !== undefined) {
      await preflightOnLock(asked, smartlockId, "smartlockId");
    }
    await preflightGrant(asked);
  },
  adoption: {
    taken: ({ type }) =>
      type === "code"
        ? {
            what: "code",
            advice:
              "That one keeps its code: declare another code here. If that one is no longer wanted, delete it in a separate run first.",
          }
        : undefined,
  },
  names: grantNames,
  inPlan: { created: createdGrant, changed: changedGrant, who: holderOf, isMailed: isInvited },
  notMissed: (state, serviceTime, goneWith) =>
    goneWith !== undefined
      ? `its ${goneWith} is gone as well`
      : isOver(state, serviceTime)
        ? "its time is over"
        : undefined,
  asynchronous: {
    busy: ({ operationId }) => operationId !== undefined && operationId !== null,
    operation: ({ operationId }) => canonical(operationId),
    create: true,
    update: true,
  },

  origin: (live) => ({ createdAt: live.creationDate }),
  show: (live) => ({
    smartlockId: live.smartlockId,
    ...shownGrant(live),
    authId: live.authId ?? undefined,
    creationDate: shownDate(live.creationDate),
  }),
  create: (api, { smartlockId, ...grant }) =>
    api.authorizations.create({ smartlockId }, sentAtCreation(grant)),
  update: (api, { smartlockId, id }, wanted) =>
    api.authorizations.update({ smartlockId, id }, sentAtUpdate(wanted)),
  remove: (api, { smartlockId, authorizationId }) =>
    api.authorizations.remove({ smartlockId, id: authorizationId }),
  bulk: authorizationBulk,
});
