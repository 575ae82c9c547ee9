import { z } from "zod";
import type { Account as LiveAccount, SmartlockClient, SubAccountUpdate } from "../api";
import { numberPart } from "../engine/kind/ids";
import { defineResource } from "../engine/kind/spec";
import { adoptInput } from "../engine/kind/steering";
import { accountRights, speakRights } from "./account-rights";
import { email, longName, name, present, takenEmail, withoutCase } from "./fields";
import { sayDate, shownDate } from "./words";

type Rights = z.output<typeof accountRights.schema>;

const profile = z.strictObject({
  /** First name. */
  firstName: z.string(),
  /** Last name. */
  lastName: z.string(),
  /** Street and number. */
  address: z.string(),
  /** Postal code. */
  zip: z.string(),
  /** Town. */
  city: z.string(),
  /** Two-letter ISO country code, such as `AT`. */
  country: z.string().regex(/^[A-Za-z]{2}$/, "must be a two-letter ISO country code"),
});

export const subAccount = defineResource({
  type: "SubAccount",
  docs: {
    summary: "A separate login under the account, with its own rights.",
    all: "the sub-accounts of the account",
    identity: "its e-mail address, ignoring case",
    notes: [
      "The password is stored encrypted in the state. It is sent only when it changes in the program, and again after an update that failed.",
    ],
  },
  inputs: z.object({
    /** The login. */
    email,
    /** At least 7 characters. */
    password: z.string().min(7, "must have at least 7 characters"),
    /** Shown in the app. */
    name,
    /**
     * What the sub-account may do: names from `manageLocks`, `operate`, `configure`, `authorizations`, `logs`,
     * `subAccounts`, `createLocks`.
     */
    rights: accountRights.schema,
    /** Language code, such as `"en"`. */
    language: z.string().regex(/^[a-z]{2,3}([-_][a-z0-9]{2,8})*$/i, 'must be a language code such as "en"'),
    /** Name and postal address of the person. */
    profile: profile.optional(),
    ...adoptInput,
  }),
  outputs: z.object({
    /** When the service created the sub-account. */
    creationDate: z.string().optional(),
  }),
  fields: {
    email: { namesPeople: true, compareAs: withoutCase },
    password: { isSecret: true, isWriteOnly: true },
    name: { namesPeople: true, doubt: longName },
    // In a create the bits mean something else than in reads and updates, so a create sends none.
    rights: {
      isSetAfterCreation: true,
      leftByCreate: [],
      speakAs: speakRights,
      inWords: accountRights.say,
    },
    profile: { namesPeople: true, isOpen: true },
    creationDate: { inWords: sayDate },
  },
  id: {
    /** The number that the service gave the sub-account. */
    accountId: numberPart,
  },
  identity: () => ["email"],
  adoption: {
    onlyAlways:
      'Taking it over sets the password of a real person: only adopt: "always" does so. Or import it, or choose another e-mail address.',
    taken: () => takenEmail,
    takeOver: (api, { accountId }: LiveAccount, wanted) => write(api, accountId, present(wanted)),
  },
  preflight(asked) {
    if (asked.wanted.rights?.length === 0) {
      asked.doubt("rights", "is empty, so it may do nothing");
    }
    return Promise.resolve();
  },

  list: (api) => api.subAccounts.list(),
  get: (api, { accountId }) => api.subAccounts.get({ accountId }),
  idOf: (live: LiveAccount) => ({ accountId: live.accountId }),
  origin: (live) => ({ account: live.masterAccountId, createdAt: live.creationDate }),
  show: (live) => ({
    email: live.email,
    name: live.name ?? "",
    rights: accountRights.say(live.rights ?? 0) as Rights,
    language: live.language ?? "",
    profile: (live.profile ?? undefined) as z.output<typeof profile> | undefined,
    creationDate: shownDate(live.creationDate),
  }),
  create: (api, { email, password, name, language, profile }) =>
    api.subAccounts.create({ email, password, name, rights: 0, language, ...present({ profile }) }),
  update: (api, { accountId }, { password, ...rest }, changed) =>
    write(api, accountId, present(changed.includes("password") ? { ...rest, password } : rest)),
  remove: (api, { accountId }) => api.subAccounts.remove({ accountId }),
});

/** Reads the account back to see whether the service understood the rights. */
async function write(
  api: SmartlockClient,
  accountId: number,
  {
    language = "",
    rights,
    ...fields
  }: Partial<Omit<SubAccountUpdate, "rights">> & { readonly rights?: Rights },
): Promise<LiveAccount> {
  const changed = present({ ...fields, rights: rights && accountRights.numberOf(rights) });
  await api.subAccounts.update({ accountId }, { language, ...changed });
  return api.subAccounts.get({ accountId });
}
