import { z } from "zod";
import { secret } from "../http";
import {
  answerList,
  answerObject,
  authorizationId,
  date,
  minuteOfDay,
  numericId,
  requestObject,
  rule,
  smartlockId,
  weekDays,
} from "./fields";

const KEYPAD_CODE = 13;
export const MAX_NAME = 32;
export const MAX_KEYPAD_NAME = 20;

const name = z.string().min(1).max(MAX_NAME);

export function isKeypadCode(code: number): boolean {
  return /^(?!12)[1-9]{6}$/.test(String(code));
}

const code = secret(
  z.int().refine(isKeypadCode, {
    error: "a keypad code has six digits, each from 1 to 9, and does not start with 12",
  }),
);

const limits = {
  allowedFromDate: date.optional(),
  allowedUntilDate: date.optional(),
  /** 64 Monday, 32 Tuesday, 16, 8, 4, 2, 1 Sunday. Only kept by the lock if `allowedFromDate` is set. */
  allowedWeekDays: weekDays.optional(),
  /** Minutes from midnight in the lock's local time. Only kept by the lock if `allowedFromDate` is set. */
  allowedFromTime: minuteOfDay.optional(),
  allowedUntilTime: minuteOfDay.optional(),
};

/**
 * An update wipes the limits it leaves out. Null wipes a limit explicitly. It gives back what it does not change, so it
 * takes numbers that only a newer service knows.
 */
const clearableLimits = {
  allowedFromDate: date.nullish(),
  allowedUntilDate: date.nullish(),
  allowedWeekDays: z.int().min(0).nullish(),
  allowedFromTime: z.int().min(0).nullish(),
  allowedUntilTime: z.int().min(0).nullish(),
};

const createFields = {
  name,
  remoteAllowed: z.boolean(),
  /** 0 app (default), 2 fob, 13 keypad code. */
  type: z.literal([0, 2, KEYPAD_CODE]).optional(),
  ...limits,
  accountUserId: numericId.optional(),
  smartActionsEnabled: z.boolean().optional(),
  code: code.optional(),
};

interface Grant {
  readonly type?: unknown;
  readonly name?: unknown;
  readonly code?: unknown;
  readonly accountUserId?: unknown;
}

const isKeypad = (grant: Grant) => grant.type === KEYPAD_CODE;
const isSet = (value: unknown) => value !== undefined && value !== null;
const fitsKeypad = (grant: Grant) => typeof grant.name !== "string" || grant.name.length <= MAX_KEYPAD_NAME;

const keypadName = rule("name", `the name of a keypad code has at most ${MAX_KEYPAD_NAME} characters`);

/** The rules of a create. Without these checks the service would answer with a bare 400 or 422. */
function withGrantRules<Schema extends z.ZodType<Grant>>(schema: Schema) {
  return schema
    .refine(
      (grant: Grant) => !isKeypad(grant) || isSet(grant.code),
      rule("code", "an authorization of type 13 (keypad code) needs a code"),
    )
    .refine(
      (grant: Grant) => isKeypad(grant) || !isSet(grant.code),
      rule("code", "only an authorization of type 13 (keypad code) has a code"),
    )
    .refine(
      (grant: Grant) => isKeypad(grant) || isSet(grant.accountUserId),
      rule("accountUserId", "needed unless the type is 13 (keypad code)"),
    )
    .refine((grant: Grant) => !isKeypad(grant) || fitsKeypad(grant), keypadName);
}

const updateFields = {
  name,
  ...clearableLimits,
  accountUserId: numericId.optional(),
  enabled: z.boolean().optional(),
  remoteAllowed: z.boolean().optional(),
  code: code.optional(),
};

/** The type is not part of an update, but only a keypad code has a code. */
const keypadUpdate = (grant: Grant) => !isSet(grant.code) || fitsKeypad(grant);

/** The service's document does not require the locks. Without this check an empty list might mean every door. */
const smartlockIds = z.array(smartlockId).min(1, "name at least one lock");

export const authorizationCreate = withGrantRules(requestObject(createFields));
export const authorizationBulkCreate = withGrantRules(requestObject({ ...createFields, smartlockIds }));
export const authorizationUpdate = requestObject(updateFields).refine(keypadUpdate, keypadName);
export const authorizationBulkUpdate = requestObject({ id: authorizationId, ...updateFields }).refine(
  keypadUpdate,
  keypadName,
);
export const authorizationSharedKey = requestObject({ name, ...limits, accountUserId: numericId.optional() });
export const authorizationAdvancedCreate = requestObject({
  name,
  ...limits,
  accountUserId: numericId,
  smartlockIds,
  remoteAllowed: z.boolean(),
  smartActionsEnabled: z.boolean().optional(),
});

export const authorization = answerObject({
  id: z.string().min(1),
  smartlockId: z.int(),
  accountUserId: z.int().nullish(),
  /** The lock's own number; it does not belong in URLs. */
  authId: z.int().nullish(),
  code: secret(z.int().nullish()),
  fingerprints: z.record(z.string(), z.unknown()).nullish(),
  /** 0 app, 1 bridge, 2 fob, 3 keypad, 13 keypad code, 14 z-key, 15 virtual. */
  type: z.int(),
  name: z.string(),
  enabled: z.boolean(),
  remoteAllowed: z.boolean(),
  lockCount: z.int().nullish(),
  allowedFromDate: z.string().nullish(),
  allowedUntilDate: z.string().nullish(),
  allowedWeekDays: z.int().nullish(),
  allowedFromTime: z.int().nullish(),
  allowedUntilTime: z.int().nullish(),
  lastActiveDate: z.string().nullish(),
  creationDate: z.string().nullish(),
  updateDate: z.string().nullish(),
  /** Set while an operation is under way. Documented as an object, seen as text: only its presence matters. */
  operationId: z.union([z.string(), answerObject({})]).nullish(),
  error: z.string().nullish(),
});

export const authorizationPage = answerObject({
  results: answerList(authorization),
  pagination: answerObject({
    totalItems: z.int().min(0),
    totalPages: z.int().nullish(),
    currentPage: z.int().nullish(),
    pageSize: z.int().nullish(),
  }),
});

export type Authorization = z.output<typeof authorization>;
export type AuthorizationPage = z.output<typeof authorizationPage>;
export type AuthorizationCreate = z.input<typeof authorizationCreate>;
export type AuthorizationBulkCreate = z.input<typeof authorizationBulkCreate>;
export type AuthorizationUpdate = z.input<typeof authorizationUpdate>;
export type AuthorizationBulkUpdate = z.input<typeof authorizationBulkUpdate>;
export type AuthorizationSharedKey = z.input<typeof authorizationSharedKey>;
export type AuthorizationAdvancedCreate = z.input<typeof authorizationAdvancedCreate>;
