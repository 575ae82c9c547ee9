import { z } from "zod";
import type { AccountUser as LiveUser, AccountUserUpdate } from "../api";
import { numberPart } from "../engine/kind/ids";
import { defineResource } from "../engine/kind/spec";
import { adoptInput, contentsInput, settleInputs } from "../engine/kind/steering";
import { authorizationsOfUser } from "./authorizations-of-user";
import { email, language, longName, name, present, takenEmail, withoutCase } from "./fields";
import { oneWord, sayDate, shownDate } from "./words";

/** Splits the list into other pages than the service's own: a user that falls between two of those is on one of these. */
const OTHER_PAGE = 99;

const userType = oneWord({ person: 0, company: 1 });

export const accountUser = defineResource({
  type: "AccountUser",
  docs: {
    summary: "A person who can be given access to locks.",
    all: "the users of the account",
    identity: "its e-mail address, ignoring case",
    notes: [
      "Deleting a user takes the user's authorizations away. If the user still has some that the run has not deleted, the delete is refused.",
    ],
  },
  inputs: z.object({
    /** Invitations are sent here. No two users of an account have the same address. */
    email,
    /** Shown in the app. */
    name,
    /** `"person"` or `"company"`. Only for caretaker accounts, and only at creation. */
    type: userType.schema.optional(),
    /** The language of e-mails to the user. */
    language: language.optional(),
    ...adoptInput,
    ...settleInputs,
    ...contentsInput,
  }),
  outputs: z.object({
    /** When the service created the user. */
    creationDate: z.string().optional(),
  }),
  fields: {
    email: { namesPeople: true, compareAs: withoutCase },
    name: { namesPeople: true, doubt: longName },
    type: { isFixed: true, inWords: userType.say },
    creationDate: { inWords: sayDate },
  },
  id: {
    /** The number that the service gave the user. */
    accountUserId: numberPart,
  },
  identity: () => ["email"],
  adoption: {
    taken: () => ({
      ...takenEmail,
      orTakeOver:
        'If both are the same person, set adopt: "always" (the existing one is changed to match), or import it; if the ' +
        "resource was renamed in the program, give it an alias.",
    }),
  },
  asynchronous: { busy: ({ operationId }) => Boolean(operationId), create: false, update: false },
  contents: authorizationsOfUser,
  preflight(asked) {
    if (!asked.isNew && asked.wanted.email !== undefined) {
      asked.doubt(
        "email",
        "changes, and all that this user has goes to whoever reads the new address",
        withoutCase,
      );
    }
    return Promise.resolve();
  },

  list: (api) => api.accountUsers.listAll(),
  otherwise: { list: (api) => api.accountUsers.listAll({ limit: OTHER_PAGE }) },
  get: (api, { accountUserId }) => api.accountUsers.get({ accountUserId }),
  idOf: (live: LiveUser) => ({ accountUserId: live.accountUserId }),
  origin: (live) => ({ account: live.accountId, createdAt: live.creationDate }),
  show: (live) => ({
    email: live.email,
    name: live.name,
    type: userType.say(live.type ?? undefined) as "person" | "company" | undefined,
    language: (live.language ?? undefined) as z.output<typeof language> | undefined,
    creationDate: shownDate(live.creationDate),
  }),
  create: (api, { email, name, type, language }) =>
    api.accountUsers.create({
      email,
      name,
      ...present({ type: type && (userType.numberOf(type) as 0 | 1), language }),
    }),
  async update(api, live, wanted) {
    // The service requires the language in every update. A user without one has the service's default.
    const language = (wanted.language ?? live.language ?? "en") as AccountUserUpdate["language"];
    const changed = { email: wanted.email, name: wanted.name, language };
    const updated = await api.accountUsers.update({ accountUserId: live.accountUserId }, changed);
    return updated ?? { ...live, ...changed };
  },
  remove: (api, { accountUserId }) => api.accountUsers.remove({ accountUserId }),
});
