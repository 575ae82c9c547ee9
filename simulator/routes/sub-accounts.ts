import type { Account } from "../account";
import { alteredName } from "../alterations";
import { isEmail, type BodyFields } from "../body";
import {
  absent,
  answer,
  fieldsOf,
  integerParam,
  noContent,
  queryText,
  type Call,
  type Handlers,
} from "../call";
import { conflict, invalid } from "../errors";
import { nextNumber } from "../ids";
import type { AccountRecord } from "../records";

/** The account or sub-account as the service returns it. */
export function accountView(record: AccountRecord): Record<string, unknown> {
  return { ...record, password: undefined, newEmail: undefined };
}

export function readPassword(fields: BodyFields): string | undefined {
  const password = fields.text("password") ?? undefined;
  if (password !== undefined && password.length < 7) {
    throw invalid("password", password);
  }
  return password;
}

export function readNewEmail(fields: BodyFields): string | undefined {
  const email = fields.text("email") ?? undefined;
  if (email !== undefined && !isEmail(email)) {
    throw invalid("email", email);
  }
  return email;
}

export function emailInUse(account: Account, email: string, except?: AccountRecord): boolean {
  return [account.account, ...account.subAccounts].some(
    (other) => other !== except && other.email.toLowerCase() === email.toLowerCase(),
  );
}

function subAccountOfPath(call: Call): AccountRecord {
  const wanted = integerParam(call, "accountId");
  const subAccount = call.account.subAccounts.find(({ accountId }) => accountId === wanted);
  if (subAccount === undefined) {
    throw absent(call, "accountId");
  }
  return subAccount;
}

/**
 * The bits of a create mean something else than those of reads and updates: 1 operate, 2 configure, 4 authorizations,
 * 8 logs, 16 sub-accounts. Each of them is one place higher in the stored form.
 */
function storedRights(createRights: number): number {
  return createRights << 1;
}

function emailPattern(call: Call): RegExp | undefined {
  const pattern = queryText(call, "email");
  try {
    return pattern === undefined ? undefined : new RegExp(pattern);
  } catch {
    throw invalid("email", pattern);
  }
}

export const subAccountRoutes = {
  "GET /account/sub": (call) => {
    const pattern = emailPattern(call);
    const found = call.account.subAccounts.filter(({ email }) => pattern?.test(email) ?? true);
    return answer(found.map(accountView));
  },

  "PUT /account/sub": (call) => {
    const { account } = call;
    const fields = fieldsOf(call);
    const email = fields.requiredText("email");
    const password = fields.requiredText("password");
    readNewEmail(fields);
    readPassword(fields);
    const name = alteredName(fields.requiredText("name"), account.behaviour.alters);
    const rights = fields.requiredInteger("rights", { min: 0, max: 31 });
    const language = fields.requiredText("language");
    if (emailInUse(account, email)) {
      throw invalid("email", email);
    }
    const now = call.simulation.clock.iso();
    const taken = [account.account, ...account.subAccounts].map(({ accountId }) => accountId);
    const subAccount: AccountRecord = {
      accountId: nextNumber(account.ids, taken),
      type: 0,
      email,
      emailVerified: false,
      name,
      masterAccountId: account.account.accountId,
      rights: storedRights(rights),
      language,
      profile: fields.object("profile") ?? undefined,
      creationDate: now,
      updateDate: now,
      password,
    };
    account.subAccounts.push(subAccount);
    return answer(accountView(subAccount));
  },

  "GET /account/sub/{accountId}": (call) => answer(accountView(subAccountOfPath(call))),

  "POST /account/sub/{accountId}": (call) => {
    const subAccount = subAccountOfPath(call);
    const fields = fieldsOf(call);
    const email = readNewEmail(fields) ?? subAccount.email;
    const change = {
      email,
      password: readPassword(fields) ?? subAccount.password,
      name: alteredName(fields.text("name") ?? subAccount.name, call.account.behaviour.alters),
      rights: fields.integer("rights", { min: 0, max: 127 }) ?? subAccount.rights,
      language: fields.requiredText("language"),
      config: fields.object("config") ?? subAccount.config,
      profile: fields.object("profile") ?? subAccount.profile,
      updateDate: call.simulation.clock.iso(),
    };
    if (emailInUse(call.account, email, subAccount)) {
      throw conflict("Email address already exists");
    }
    Object.assign(subAccount, change);
    return noContent();
  },

  "DELETE /account/sub/{accountId}": (call) => {
    const subAccount = subAccountOfPath(call);
    call.account.subAccounts = call.account.subAccounts.filter((other) => other !== subAccount);
    return noContent();
  },
} satisfies Partial<Handlers>;
