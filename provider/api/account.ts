import { z } from "zod";
import { secret } from "../http";
import * as fields from "./account-fields";
import { email, requestObject } from "./fields";
import { none, operation } from "./operation";

/** The account itself. */
export const account = {
  /** Reads the account. */
  get: operation({
    method: "GET",
    path: "/account",
    answer: fields.account,
    class: "read",
    scopes: ["account"],
  }),
  /** Changes the account. A new password ends all API tokens, this one too, unless `deleteApiTokens` is false. */
  update: operation({
    method: "POST",
    path: "/account",
    body: fields.accountUpdate,
    query: requestObject({ deleteApiTokens: z.boolean().optional() }),
    answer: none,
    class: "write",
    scopes: ["account"],
  }),
  /** Deletes the account with everything in it. */
  remove: operation({
    method: "DELETE",
    path: "/account",
    answer: none,
    class: "write",
    scopes: ["account"],
  }),
  /** Sends an e-mail with which a new address of the account is confirmed. */
  changeEmail: operation({
    method: "POST",
    path: "/account/email/change",
    body: requestObject({ email }),
    answer: none,
    class: "action",
    scopes: ["account"],
  }),
  /** Sends the e-mail that verifies the address of the account. */
  verifyEmail: operation({
    method: "POST",
    path: "/account/email/verify",
    answer: none,
    class: "action",
    scopes: ["account"],
  }),
  /** Lists what is connected to the account: apps, assistants, tokens. */
  listIntegrations: operation({
    method: "GET",
    path: "/account/integration",
    answer: z.array(fields.integration),
    class: "read",
    scopes: ["account"],
  }),
  /** Disconnects one token of an API key, or the API key with all its tokens. */
  removeIntegration: operation({
    method: "DELETE",
    path: "/account/integration",
    query: requestObject({ apiKeyId: fields.integrationId, tokenId: fields.integrationId.optional() }),
    answer: none,
    class: "write",
    scopes: ["account"],
  }),
  /** Makes a new secret for one-time passwords and answers it in Base32. */
  createOtpSecret: operation({
    method: "PUT",
    path: "/account/otp",
    answer: secret(z.string().min(1)),
    class: "create",
    scopes: ["account"],
  }),
  /** Demands one-time passwords from now on. Wrong ones are counted by the service. */
  enableOtp: operation({
    method: "POST",
    path: "/account/otp",
    body: requestObject({ otp: secret(z.string().min(1)) }),
    answer: none,
    class: "action",
    scopes: ["account"],
  }),
  /** Demands one-time passwords no longer. */
  disableOtp: operation({
    method: "DELETE",
    path: "/account/otp",
    answer: none,
    class: "write",
    scopes: ["account"],
  }),
  /** Sends an e-mail with which a new password can be set. */
  resetPassword: operation({
    method: "POST",
    path: "/account/password/reset",
    body: fields.passwordReset,
    answer: none,
    class: "action",
    scopes: [],
  }),
  /** Reads the settings of the account; not found where there are none. */
  getSettings: operation({
    method: "GET",
    path: "/account/setting",
    answer: fields.settings,
    class: "read",
    scopes: ["account"],
  }),
  /** Sets the settings of the account and answers them. */
  setSettings: operation({
    method: "PUT",
    path: "/account/setting",
    body: fields.settingsWrite,
    answer: fields.settings,
    class: "write",
    scopes: ["account"],
  }),
  /** Deletes the settings of the account. */
  removeSettings: operation({
    method: "DELETE",
    path: "/account/setting",
    answer: none,
    class: "write",
    scopes: ["account"],
  }),
};
