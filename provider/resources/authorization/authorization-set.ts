import { z } from "zod";
import { defineSet } from "../../engine/kind/set-spec";
import { adoptInput, waitInputs } from "../../engine/kind/steering";
import { smartlockIds, textPart } from "../fields";
import { windowProblems } from "./access-window";
import { authorization } from "./authorization";
import { grantFacts, grantInputs, grantProblems, overMidnight, pendingSince, whatIsManaged } from "./grant";

export const authorizationSet = defineSet({
  type: "AuthorizationSet",
  docs: {
    all: "the authorizations of the account",
    summary:
      "The right of one person, fob or keypad code to open several locks, with the same limits on each.",
    identity: "what an `Authorization` is recognised by, on each lock separately",
    notes: [
      "One request creates, changes or deletes it on many locks. Adding or removing a lock touches only that lock.",
      "Each lock confirms separately. If some do not, the error names them, and the next run works on those only.",
      "A set does not wait: a lock that leaves it loses the grant even if a new lock is offline. To keep the old door until then, add " +
        "the new lock first, and remove the old one in a second run.",
      whatIsManaged,
      "A new app authorization e-mails an invitation to the user for each lock.",
      overMidnight,
    ],
  },
  inputs: z.object({
    /** The locks: their ids, or the results of `getSmartlock`. Their order does not matter. */
    smartlockIds,
    ...grantInputs,
    ...adoptInput,
    ...waitInputs,
  }),
  outputs: z.object({
    /** The id that the service gave the authorization on each lock, keyed by the lock's id. */
    authorizationIds: z.record(z.string(), z.string()),
    /** The locks that have not confirmed it yet, and since when, keyed by the lock's id. */
    pending: z.record(z.string(), pendingSince).optional(),
  }),
  fields: {
    smartlockIds: {
      doubt: (ids) =>
        Array.isArray(ids) && ids.length === 0 ? "it names no lock, so it opens nothing" : undefined,
    },
    ...grantFacts,
  },
  id: {
    /** A random id: the service knows the authorizations, not the set. */
    authorizationSetId: textPart,
  },
  rules: (wanted, unknown) => [...grantProblems(wanted, unknown), ...windowProblems(wanted)],
  each: authorization,
  places: { field: "smartlockIds", of: "smartlockId" },
  idsAs: "authorizationIds",
});
