import type { Account } from "../account";
import { isEmail } from "../body";
import {
  answer,
  fieldsOf,
  noContent,
  queryBoolean,
  queryInteger,
  queryText,
  type Call,
  type Handlers,
} from "../call";
import { conflict, invalid, notAllowed, notFound, ServiceError, unauthorized } from "../errors";
import { oneTimePassword, otpSecret } from "../one-time-password";
import { removeKey } from "./api-keys";
import { accountView, emailInUse, readNewEmail, readPassword } from "./sub-accounts";

const otpAttempts = 5;

/** Some operations send `deleteApiTokens` in the query, others in the body. Both places and spellings are read. */
function keepsTokens(call: Call): boolean {
  const said = fieldsOf(call).boolean("deleteApiTokens", "delete_api_tokens");
  const deletes = queryBoolean(call, "deleteApiTokens", "delete_api_tokens") ?? said ?? true;
  return !deletes;
}

function integrations(account: Account): Record<string, unknown>[] {
  return account.tokens.map((token, index) => {
    const key = account.apiKeys.find(({ apiKeyId }) => apiKeyId === token.apiKeyId);
    return {
      version: "HYDRA",
      vendorKey: "API_TOKEN",
      subAccount: false,
      name: key?.description ?? "API token",
      description: token.description,
      createdAt: token.creationDate,
      lastActiveAt: token.lastActiveDate ?? token.creationDate,
      scopes: token.scopes,
      warning: false,
      tokenId: token.id,
      clientId: String(token.apiKeyId),
      sortOrder: index,
      device: false,
    };
  });
}

export const accountRoutes = {
  "GET /account": (call) => {
    const { account, otp, accountSecret } = call.account;
    const config = { ...account.config, otpEnabledDate: otp?.enabledDate };
    return answer({ ...accountView(account), config, secret: accountSecret });
  },

  "POST /account": (call) => {
    const { account } = call;
    const fields = fieldsOf(call);
    const email = readNewEmail(fields) ?? account.account.email;
    const password = readPassword(fields);
    const change = {
      email,
      name: fields.text("name") ?? account.account.name,
      language: fields.requiredText("language"),
      config: fields.object("config") ?? account.account.config,
      profile: fields.object("profile") ?? account.account.profile,
      updateDate: call.simulation.clock.iso(),
    };
    if (emailInUse(account, email, account.account)) {
      throw conflict("Email address already exists");
    }
    Object.assign(account.account, change);
    if (password !== undefined) {
      account.account.password = password;
      if (!keepsTokens(call)) {
        account.tokens = [];
      }
    }
    return noContent();
  },

  /** Nothing in it can be reached any more. A reset of the simulator brings it back. */
  "DELETE /account": (call) => {
    call.simulation.load({ account: call.account.account });
    return noContent();
  },

  "POST /account/email/change": (call) => {
    const email = fieldsOf(call).requiredText("email");
    if (!isEmail(email)) {
      throw invalid("email", email);
    }
    if (emailInUse(call.account, email)) {
      throw conflict("Other account is already using the email");
    }
    call.account.account.newEmail = email;
    call.simulation.mail("email change", email);
    return noContent();
  },

  "POST /account/email/verify": (call) => {
    const { account } = call.account;
    account.email = account.newEmail ?? account.email;
    account.newEmail = undefined;
    account.emailVerified = true;
    return noContent();
  },

  "GET /account/integration": (call) => answer(integrations(call.account)),

  "DELETE /account/integration": (call) => {
    const apiKeyId = queryInteger(call, "apiKeyId");
    const tokenId = queryText(call, "tokenId");
    if (apiKeyId === undefined) {
      throw invalid("apiKeyId", null);
    }
    if (tokenId === undefined) {
      removeKey(call.account, apiKeyId);
    } else {
      call.account.tokens = call.account.tokens.filter(
        (token) => token.apiKeyId !== apiKeyId || token.id !== tokenId,
      );
    }
    return noContent();
  },

  "PUT /account/otp": (call) => {
    if (call.account.otp?.enabledDate !== undefined) {
      throw notAllowed("One-time password is already enabled");
    }
    const secret = otpSecret(call.account.ids);
    call.account.otp = { secret, failures: 0 };
    return answer(secret);
  },

  "POST /account/otp": (call) => {
    const { otp } = call.account;
    const code = fieldsOf(call).requiredText("otp");
    if (otp === undefined) {
      throw unauthorized();
    }
    if (otp.failures >= otpAttempts) {
      throw new ServiceError(429, "status", "Too many failed attempts");
    }
    if (code !== oneTimePassword(otp.secret, call.simulation.clock.now())) {
      otp.failures += 1;
      throw unauthorized();
    }
    call.account.otp = { ...otp, enabledDate: call.simulation.clock.iso(), failures: 0 };
    return noContent();
  },

  "DELETE /account/otp": (call) => {
    call.account.otp = undefined;
    return noContent();
  },

  // The tokens go when the password changes. The user changes it later, through the link in the mail.
  "POST /account/password/reset": (call) => {
    const email = fieldsOf(call).requiredText("email");
    if (emailInUse(call.account, email)) {
      call.simulation.mail("password reset", email);
    }
    return noContent();
  },

  "GET /account/setting": (call) => {
    if (call.account.settings === undefined) {
      throw notFound("Account setting");
    }
    return answer(call.account.settings);
  },

  "PUT /account/setting": (call) => {
    const web = fieldsOf(call).object("web");
    call.account.settings = web === undefined || web === null ? {} : { web };
    return answer(call.account.settings);
  },

  "DELETE /account/setting": (call) => {
    call.account.settings = undefined;
    return noContent();
  },
} satisfies Partial<Handlers>;
