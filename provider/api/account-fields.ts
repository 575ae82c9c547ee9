import { z } from "zod";
import { secret } from "../http";
import {
  answerList,
  answerObject,
  date,
  email,
  numericId,
  password,
  requestObject,
  smartlockId,
  tolerant,
} from "./fields";

const languageCode = z.string().min(2);

const profile = {
  firstName: z.string(),
  lastName: z.string(),
  address: z.string(),
  zip: z.string(),
  city: z.string(),
  country: z.string(),
};

const profileWrite = requestObject({
  ...profile,
  country: z.string().regex(/^[A-Za-z]{2}$/, "expected a two-letter ISO country code"),
});

/** The PINs that voice assistants use to open doors. */
const configWrite = requestObject({
  alexaPin: secret(z.string().nullish()),
  gactionsHomePin: secret(z.string().nullish()),
  otpEnabledDate: date.nullish(),
});

export const account = answerObject({
  accountId: z.int(),
  /** 0 user, 1 company, 2 caretaker. */
  type: z.int().nullish(),
  email: z.string(),
  emailVerified: z.boolean().nullish(),
  name: z.string().nullish(),
  /** Set if it is a sub-account. */
  masterAccountId: z.int().nullish(),
  /** 1 manage locks, 2 operate, 4 configure, 8 authorizations, 16 logs, 32 sub-accounts, 64 create locks. */
  rights: z.int().nullish(),
  language: z.string().nullish(),
  config: answerObject({
    alexaPin: secret(z.string().nullish()),
    gactionsHomePin: secret(z.string().nullish()),
    otpEnabledDate: z.string().nullish(),
  }).nullish(),
  profile: tolerant(profile).nullish(),
  secret: secret(z.unknown().optional()),
  creationDate: z.string().nullish(),
  updateDate: z.string().nullish(),
});

export const accountUpdate = requestObject({
  language: languageCode,
  email: email.optional(),
  password: secret(password).optional(),
  name: z.string().min(1).optional(),
  config: configWrite.optional(),
  profile: profileWrite.optional(),
});

export const integration = answerObject({
  name: z.string().nullish(),
  description: z.string().nullish(),
  /** A delete needs this as `apiKeyId`. */
  clientId: z.string().nullish(),
  tokenId: z.string().nullish(),
  vendorKey: z.string().nullish(),
  version: z.string().nullish(),
  scopes: answerList(z.string()).nullish(),
  subAccount: z.boolean().nullish(),
  subAccountId: z.int().nullish(),
  subAccountName: z.string().nullish(),
  createdAt: z.string().nullish(),
  lastActiveAt: z.string().nullish(),
  warning: z.boolean().nullish(),
  device: z.boolean().nullish(),
});

/** The vendor's document says number, the interface's document says text: both are sent as the same query. */
export const integrationId = z.union([z.string().min(1), numericId], {
  error: "expected text or a positive whole number",
});

const staleDevice = { smartlockId, name: z.string(), read: z.boolean() };

const web = {
  deviceViewType: z.string(),
  deviceSortType: z.string(),
  nukiClubDismissed: z.boolean(),
  annotations: z.record(z.string(), z.unknown()),
};

export const settings = tolerant({
  web: tolerant({
    ...web,
    removedStaledDevices: answerList(tolerant(staleDevice)),
    markedStaledDevices: answerList(tolerant(staleDevice)),
  }),
});

const staleDevices = z.array(requestObject(staleDevice).partial()).nullish();

export const settingsWrite = requestObject({
  web: requestObject({
    deviceViewType: z.enum(["LIST", "TILE"]).nullish(),
    deviceSortType: z.enum(["FAVOURITES_FIRST", "NAME_ASC", "NAME_DESC", "LAST_ADDED_DESC"]).nullish(),
    nukiClubDismissed: web.nukiClubDismissed.nullish(),
    annotations: web.annotations.nullish(),
    removedStaledDevices: staleDevices,
    markedStaledDevices: staleDevices,
  }).nullish(),
});

export const passwordReset = requestObject({
  email,
  /** If true (the default), the tokens of the account stop working. */
  deleteApiTokens: z.boolean().optional(),
});

export const subAccountCreate = requestObject({
  email,
  password: secret(password),
  name: z.string().min(1),
  /** The bits mean something else in a create than in an update. */
  rights: z.int().min(0).max(31),
  language: languageCode,
  profile: profileWrite.optional(),
});

export const subAccountUpdate = requestObject({
  language: languageCode,
  email: email.optional(),
  password: secret(password).optional(),
  name: z.string().min(1).optional(),
  /** 1 manage locks, 2 operate, 4 configure, 8 authorizations, 16 logs, 32 sub-accounts, 64 create locks. */
  rights: z.int().min(0).max(127).optional(),
  config: configWrite.optional(),
  profile: profileWrite.optional(),
});

/** The service treats it as a regular expression, so it also finds other addresses. */
export const subAccountQuery = requestObject({ email: z.string().min(1).optional() });

export type Account = z.output<typeof account>;
export type AccountUpdate = z.input<typeof accountUpdate>;
export type AccountIntegration = z.output<typeof integration>;
export type AccountSettings = z.output<typeof settings>;
export type AccountSettingsWrite = z.input<typeof settingsWrite>;
export type PasswordReset = z.input<typeof passwordReset>;
export type SubAccountCreate = z.input<typeof subAccountCreate>;
export type SubAccountUpdate = z.input<typeof subAccountUpdate>;
export type SubAccountQuery = z.input<typeof subAccountQuery>;
