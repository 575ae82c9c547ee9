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
  /** Changes the account. A new password ends all API tokens, including the one in use, unless `deleteApiTokens` is false. */
  update: operation({
    method: "POST",
    path: "/account",
    body: fields.accountUpdate,
    query: requestObject({ deleteApiTokens: z.boolean().optional() }),
    answer: none,
    class: "write",
    scopes: ["account"],
  }),
  /** Deletes the account and everything in it. */
  remove: operation({
    method: "DELETE",
    path: "/account",
    answer: none,
    class: "write",
    scopes: ["account"],
  }),
  /** Sends an e-mail to confirm a new address of the account. */
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
  /** Creates a new secret for one-time passwords and returns it in Base32. */
  createOtpSecret: operation({
    method: "PUT",
    path: "/account/otp",
    answer: secret(z.string().min(1)),
    class: "create",
    scopes: ["account"],
  }),
  /** Requires one-time passwords from now on. The service counts wrong passwords. */
  enableOtp: operation({
    method: "POST",
    path: "/account/otp",
    body: requestObject({ otp: secret(z.string().min(1)) }),
    answer: none,
    class: "action",
    scopes: ["account"],
  }),
  /** Stops requiring one-time passwords. */
  disableOtp: operation({
    method: "DELETE",
    path: "/account/otp",
    answer: none,
    class: "write",
    scopes: ["account"],
  }),
  /** Sends an e-mail for setting a new password. */
  resetPassword: operation({
    method: "POST",
    path: "/account/password/reset",
    body: fields.passwordReset,
    answer: none,
    class: "action",
    scopes: [],
  }),
  /** Reads the settings of the account. Fails with a `NotFoundError` if there are none. */
  getSettings: operation({
    method: "GET",
    path: "/account/setting",
    answer: fields.settings,
    class: "read",
    scopes: ["account"],
  }),
  /** Sets the settings of the account and returns them. */
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
