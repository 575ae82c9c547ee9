import type { Account } from "./account";
import type { BodyFields } from "./body";
import { conflict, invalid, ServiceError, unprocessable } from "./errors";
import type { AuthorizationRecord, SmartlockRecord } from "./records";

export const authorizationTypes = { app: 0, fob: 2, keypadCode: 13 } as const;

const mostAuthorizations = 200;
const mostKeypadCodes = 100;
const minutesOfDay = { min: 0, max: 1440 };

/** When a grant may open the lock. A missing field means no limit. */
export type Limits = Pick<
  AuthorizationRecord,
  "allowedFromDate" | "allowedUntilDate" | "allowedWeekDays" | "allowedFromTime" | "allowedUntilTime"
>;

/** A grant as a create requests it, valid by itself. */
export type WantedAuthorization = Limits &
  Pick<
    AuthorizationRecord,
    "name" | "type" | "code" | "accountUserId" | "remoteAllowed" | "smartActionsEnabled"
  >;

/** All five limits at once: one that a request leaves out or sends as null no longer applies. */
export function readLimits(fields: BodyFields): Limits {
  return {
    allowedFromDate: fields.date("allowedFromDate") ?? undefined,
    allowedUntilDate: fields.date("allowedUntilDate") ?? undefined,
    allowedWeekDays: fields.integer("allowedWeekDays", { min: 0, max: 127 }) ?? undefined,
    allowedFromTime: fields.integer("allowedFromTime", minutesOfDay) ?? undefined,
    allowedUntilTime: fields.integer("allowedUntilTime", minutesOfDay) ?? undefined,
  };
}

export function readWanted(fields: BodyFields, account: Account): WantedAuthorization {
  const type = fields.integer("type") ?? authorizationTypes.app;
  if (!Object.values<number>(authorizationTypes).includes(type)) {
    throw invalid("type", type);
  }
  return {
    name: readName(fields, type),
    type,
    code: readCode(fields, type, undefined),
    accountUserId: readAccountUser(fields, account, type, undefined),
    remoteAllowed: fields.requiredBoolean("remoteAllowed"),
    smartActionsEnabled: fields.boolean("smartActionsEnabled") ?? undefined,
    ...readLimits(fields),
  };
}

/** The record after an update. Of the fields that are not sent, only the limits are wiped. */
export function readUpdate(
  fields: BodyFields,
  account: Account,
  current: AuthorizationRecord,
): AuthorizationRecord {
  return {
    ...current,
    name: readName(fields, current.type),
    code: readCode(fields, current.type, current.code),
    accountUserId: readAccountUser(fields, account, current.type, current.accountUserId),
    enabled: fields.boolean("enabled") ?? current.enabled,
    remoteAllowed: fields.boolean("remoteAllowed") ?? current.remoteAllowed,
    ...readLimits(fields),
  };
}

export function readName(fields: BodyFields, type: number): string {
  const name = fields.requiredText("name");
  if (type === authorizationTypes.keypadCode && name.length > 20) {
    throw unprocessable("The name of a keypad code has at most 20 characters");
  }
  if (name.length > 32) {
    throw invalid("name", name);
  }
  return name;
}

function readCode(fields: BodyFields, type: number, current: number | undefined): number | undefined {
  const code = fields.integer("code") ?? current;
  if (type !== authorizationTypes.keypadCode) {
    if (code !== undefined) {
      throw invalid("code", code);
    }
    return undefined;
  }
  // Six digits from 1 to 9; codes that begin with 12 are reserved.
  if (code === undefined || !/^(?!12)[1-9]{6}$/.test(String(code))) {
    throw invalid("code", code ?? null);
  }
  return code;
}

function readAccountUser(
  fields: BodyFields,
  account: Account,
  type: number,
  current: number | undefined,
): number | undefined {
  const sent = fields.integer("accountUserId");
  const wanted = sent === undefined ? current : (sent ?? undefined);
  if (wanted === undefined) {
    if (type === authorizationTypes.app || type === authorizationTypes.fob) {
      throw invalid("accountUserId", null);
    }
    return undefined;
  }
  if (!account.users.some(({ accountUserId }) => accountUserId === wanted)) {
    throw invalid("accountUserId", wanted);
  }
  return wanted;
}

/** Checks that this lock can take it: a paired keypad, a free code, room. Queued operations already count. */
export function checkRoom(account: Account, lock: SmartlockRecord, wanted: WantedAuthorization): void {
  const present = presentOrComing(account, lock);
  if (wanted.type === authorizationTypes.keypadCode) {
    if (lock.config["keypadPaired"] !== true && lock.config["keypad2Paired"] !== true) {
      throw invalid("type", wanted.type);
    }
    checkCodeIsFree(account, lock, wanted.code);
    if (present.filter(({ type }) => type === authorizationTypes.keypadCode).length >= mostKeypadCodes) {
      throw lockIsFull(lock, `${mostKeypadCodes} keypad codes`, "29");
    }
  }
  if (present.length >= mostAuthorizations) {
    throw lockIsFull(lock, `${mostAuthorizations} authorizations`, "13");
  }
}

/** Ghosts and operations under way hold their codes too. */
export function checkCodeIsFree(
  account: Account,
  lock: SmartlockRecord,
  code: number | undefined,
  exceptId?: string,
): void {
  if (code === undefined) {
    return;
  }
  const holder = presentOrComing(account, lock).find(
    (record) => record.code === code && record.id !== exceptId,
  );
  if (holder !== undefined) {
    throw conflict(`The code is already in use on smartlock ${lock.smartlockId}`);
  }
}

function presentOrComing(account: Account, lock: SmartlockRecord): AuthorizationRecord[] {
  const listed = account.authorizations.ofLock(lock.smartlockId);
  const coming = lock.queue.flatMap(({ kind, record }) => {
    if (record === undefined) {
      return [];
    }
    return kind === "update" || account.authorizations.get(record.id) === undefined ? [record] : [];
  });
  return coming.length === 0 ? listed : [...listed, ...coming];
}

/** The lock itself reports these errors by number (hex). No status is documented for them. */
function lockIsFull(lock: SmartlockRecord, limit: string, deviceError: string): ServiceError {
  return new ServiceError(
    400,
    "exception",
    `Smartlock ${lock.smartlockId} holds ${limit} already (error ${deviceError})`,
  );
}
