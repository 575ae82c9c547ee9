import type { Account } from "../account";
import { alteredName } from "../alterations";
import { isEmail, type BodyFields } from "../body";
import {
  absent,
  answer,
  fieldsOf,
  integerParam,
  noContent,
  queryInteger,
  queryText,
  type Call,
  type Handlers,
} from "../call";
import { conflict, invalid } from "../errors";
import { nextNumber, objectId } from "../ids";
import type { AccountUserRecord, SmartlockRecord } from "../records";
import { logDelivery } from "../webhook-log";

const languages = ["en", "de", "es", "fr", "it", "nl", "cs", "sk"];

function userOfPath(call: Call): AccountUserRecord {
  const wanted = integerParam(call, "accountUserId");
  const user = call.account.users.find(({ accountUserId }) => accountUserId === wanted);
  if (user === undefined) {
    throw absent(call, "accountUserId");
  }
  return user;
}

function userWithEmail(account: Account, email: string): AccountUserRecord | undefined {
  return account.users.find((user) => user.email.toLowerCase() === email.toLowerCase());
}

function readEmail(fields: BodyFields): string {
  const email = fields.requiredText("email");
  if (!isEmail(email)) {
    throw invalid("email", email);
  }
  return email;
}

function readLanguage(fields: BodyFields): string | undefined {
  const language = fields.text("language") ?? undefined;
  if (language !== undefined && !languages.includes(language)) {
    throw invalid("language", language);
  }
  return language;
}

/** The ids of the authorizations that this user has on the lock, or will have when its queue is done. */
function grantsOf(account: Account, lock: SmartlockRecord, accountUserId: number): Set<string> {
  const coming = lock.queue.flatMap(({ kind, record }) => (kind === "create" && record ? [record] : []));
  const grants = [...account.authorizations.ofLock(lock.smartlockId), ...coming];
  return new Set(grants.filter((record) => record.accountUserId === accountUserId).map(({ id }) => id));
}

export const accountUserRoutes = {
  "GET /account/user": (call) => {
    const { users, behaviour } = call.account;
    const email = queryText(call, "email")?.toLowerCase();
    const offset = queryInteger(call, "offset") ?? 0;
    const limit = queryInteger(call, "limit") ?? behaviour.userPageMaximum;
    if (offset < 0) {
      throw invalid("offset", offset);
    }
    if (limit < 0) {
      throw invalid("limit", limit);
    }
    const found = email === undefined ? users : users.filter((user) => user.email.toLowerCase() === email);
    return answer(found.slice(offset, offset + Math.min(limit, behaviour.userPageMaximum)));
  },

  "PUT /account/user": (call) => {
    const { account, simulation } = call;
    const fields = fieldsOf(call);
    const email = readEmail(fields);
    const name = alteredName(fields.requiredText("name"), account.behaviour.alters);
    const type = fields.integer("type", { min: 0, max: 1 }) ?? undefined;
    const language = readLanguage(fields);
    // For an address in use, only 400 is documented for a create, and 409 for an update.
    if (userWithEmail(account, email) !== undefined) {
      throw invalid("email", email);
    }
    const now = simulation.clock.iso();
    const user: AccountUserRecord = {
      accountUserId: nextNumber(
        account.ids,
        account.users.map(({ accountUserId }) => accountUserId),
      ),
      accountId: account.account.accountId,
      type: type ?? 0,
      email,
      name,
      language: language ?? "en",
      creationDate: now,
      updateDate: now,
    };
    account.users.push(user);
    logDelivery(simulation, "ACCOUNT_USER", { deleted: false, accountUser: user });
    return answer(user);
  },

  "GET /account/user/{accountUserId}": (call) => answer(userOfPath(call)),

  "POST /account/user/{accountUserId}": (call) => {
    const user = userOfPath(call);
    const fields = fieldsOf(call);
    const email = fields.raw("email") === undefined ? user.email : readEmail(fields);
    const sentName = fields.raw("name") === undefined ? user.name : fields.requiredText("name");
    const name = alteredName(sentName, call.account.behaviour.alters);
    const language = readLanguage(fields) ?? user.language;
    if (user.operationId !== undefined) {
      throw call.simulation.locked();
    }
    const holder = userWithEmail(call.account, email);
    if (holder !== undefined && holder !== user) {
      throw conflict("Email address already exists");
    }
    Object.assign(user, { email, name, language, updateDate: call.simulation.clock.iso() });
    logDelivery(call.simulation, "ACCOUNT_USER", { deleted: false, accountUser: user });
    return answer(user);
  },

  /** Removes the user's authorizations from the locks, and then the user from the account. */
  "DELETE /account/user/{accountUserId}": (call) => {
    const { account, simulation } = call;
    const user = userOfPath(call);
    if (user.operationId !== undefined) {
      throw simulation.locked();
    }
    user.operationId = objectId(account.ids);
    for (const lock of account.smartlocks) {
      for (const authorizationId of grantsOf(account, lock, user.accountUserId)) {
        simulation.queue.add(lock, { kind: "delete", authorizationId });
      }
    }
    const due = simulation.clock.now() + account.behaviour.settleMs;
    simulation.agenda.plan({ due, kind: "remove user", id: user.accountUserId });
    return noContent();
  },
} satisfies Partial<Handlers>;
