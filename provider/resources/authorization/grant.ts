import { z } from "zod";
import type { Authorization as LiveAuthorization, AuthorizationCreate, AuthorizationUpdate } from "../../api";
import { isKeypadCode, MAX_KEYPAD_NAME, MAX_NAME } from "../../api/authorization-fields";
import type { FieldFacts } from "../../engine/kind/field-facts";
import { nameOrId } from "../../engine/messages/names";
import { name, present } from "../fields";
import { sayDate } from "../words";
import {
  type AccessWindow,
  closedWindow,
  closedWindowShown,
  sentWindow,
  shownWindow,
  windowFacts,
  type WindowField,
  windowInputs,
} from "./access-window";
import { grantType, type GrantType } from "./grant-types";

/** For the documentation of grants on one lock and on many. */
export const overMidnight =
  'A daily window cannot go over midnight. For 22:00 to 06:00, declare two different keypad codes, one from "22:00" to "24:00" and ' +
  'one from "00:00" to "06:00" (on the following days), or two fobs with different names. A user has only one app authorization on ' +
  "a lock: add a code for the hours after midnight.";

/** For the documentation pages. */
export const whatIsManaged =
  "Every field is managed. One that is not declared has its default: a limit removed from the program is cleared. Two fields stay as they " +
  "are when the program no longer declares them: `smartActionsEnabled`, and the user of a keypad code.";

/** An output of a grant that its lock has not confirmed yet. */
export const pendingSince = z.object({
  /** When the service accepted it. */
  since: z.string(),
});

/** The inputs of a grant, whether on one lock or on many. */
export const grantInputs = {
  /** Shown in the app and in the lock's log: at most 32 characters, 20 for a keypad code. */
  name: name.max(MAX_NAME, `must have at most ${MAX_NAME} characters, ${MAX_KEYPAD_NAME} for a keypad code`),
  /** Whether it can also open the lock remotely, over the internet. */
  remoteAllowed: z.boolean(),
  /** `"app"` (default), `"fob"`, or `"code"` for a keypad code. */
  type: grantType.schema.optional(),
  /** The user. Required unless it is a keypad code. A code that has a user keeps it when the program no longer names one. */
  accountUserId: z
    .int("must be the id of an account user, which is a number, or the AccountUser itself")
    .positive("must be the id of an account user")
    .optional(),
  /** The keypad code: six digits from 1 to 9, not starting with 12. From the configuration: `requireSecretNumber`. */
  code: z
    .int()
    .refine(isKeypadCode, "must have six digits, each from 1 to 9, and must not begin with 12")
    .optional(),
  ...windowInputs,
  /** Whether it is in force. Default: true. */
  enabled: z.boolean().optional(),
  /**
   * Whether the app may open the lock by itself when the user comes near. The service never shows it, and cannot change it in
   * place: another value replaces the authorization. If you remove it from the program, it stays as it was set; set `false` to turn it
   * off. If you declare it only later, it takes effect when the authorization is replaced.
   */
  smartActionsEnabled: z.boolean().optional(),
};

export interface Grant extends AccessWindow {
  readonly name: string;
  readonly remoteAllowed: boolean;
  readonly type?: GrantType | undefined;
  readonly accountUserId?: number | undefined;
  readonly code?: number | undefined;
  readonly enabled?: boolean | undefined;
  readonly smartActionsEnabled?: boolean | undefined;
}

const DEFAULT_TYPE = "app";

/** A create cannot disable a grant. Until it is disabled, its window is closed. */
const whileClosed = (field: WindowField): FieldFacts<Grant> => ({
  isSetAfterCreation: ({ enabled }) => enabled === false,
  leftByCreate: closedWindowShown[field],
});

/** What is special about the fields of a grant, whether on one lock or on many. */
export const grantFacts = {
  type: {
    replaces: true,
    default: DEFAULT_TYPE,
    speakAs: String,
    inWords: grantType.say,
    inNumbers: (type = DEFAULT_TYPE) => grantType.numberOf(type as GrantType),
  },
  smartActionsEnabled: { replaces: true, isWriteOnly: true },
  accountUserId: {
    replaces: ({ type }) => type !== "code",
    speakAs: (value, names) => nameOrId(names, "accountUserId", value, "user"),
  },
  name: { namesPeople: true, isAlterable: true },
  code: { isSecret: true },
  allowedFromDate: { ...windowFacts.allowedFromDate, ...whileClosed("allowedFromDate") },
  allowedUntilDate: { ...windowFacts.allowedUntilDate, ...whileClosed("allowedUntilDate") },
  allowedWeekDays: { ...windowFacts.allowedWeekDays, ...whileClosed("allowedWeekDays") },
  allowedFromTime: { ...windowFacts.allowedFromTime, ...whileClosed("allowedFromTime") },
  allowedUntilTime: { ...windowFacts.allowedUntilTime, ...whileClosed("allowedUntilTime") },
  enabled: { default: true, isSetAfterCreation: true, leftByCreate: true },
  creationDate: { inWords: sayDate },
} satisfies Readonly<Record<string, FieldFacts<Grant>>>;

export function grantProblems(
  grant: Partial<Grant>,
  unknown: ReadonlySet<string>,
): { field: "name" | "code" | "accountUserId"; reason: string }[] {
  if (unknown.has("type")) {
    return [];
  }
  const isKeypad = grant.type === "code";
  const lacks = (field: "code" | "accountUserId"): boolean =>
    grant[field] === undefined && !unknown.has(field);
  const problems: { field: "name" | "code" | "accountUserId"; reason: string }[] = [];
  if (isKeypad && lacks("code")) {
    problems.push({ field: "code", reason: 'is required for a keypad code (type "code")' });
  }
  if (!isKeypad && grant.code !== undefined) {
    problems.push({ field: "code", reason: 'is only for a keypad code (type "code")' });
  }
  if (!isKeypad && lacks("accountUserId")) {
    problems.push({ field: "accountUserId", reason: 'is required unless it is a keypad code (type "code")' });
  }
  if (isKeypad && grant.name !== undefined && grant.name.length > MAX_KEYPAD_NAME) {
    problems.push({
      field: "name",
      reason: `must have at most ${MAX_KEYPAD_NAME} characters for a keypad code`,
    });
  }
  return problems;
}

/** A create cannot disable a grant, so a disabled one is created with a closed window and then updated. */
export function sentAtCreation(grant: Grant): AuthorizationCreate {
  const { name, remoteAllowed, type, accountUserId, code, smartActionsEnabled } = grant;
  const window = sentWindow(grant.enabled === false ? closedWindow : grant);
  const given = Object.fromEntries(Object.entries(window).filter(([, limit]) => limit !== null));
  const wireType = type && (grantType.numberOf(type) as AuthorizationCreate["type"]);
  const fields = present({ type: wireType, accountUserId, code, smartActionsEnabled });
  return { name, remoteAllowed, ...fields, ...given };
}

/** The whole object, because the service wipes the limits that an update leaves out. */
export function sentAtUpdate(grant: Grant): AuthorizationUpdate {
  const { name, remoteAllowed, enabled, accountUserId, code } = grant;
  return { name, remoteAllowed, ...sentWindow(grant), ...present({ enabled, accountUserId, code }) };
}

export function shownGrant(live: LiveAuthorization) {
  return {
    name: live.name,
    remoteAllowed: live.remoteAllowed,
    type: grantType.say(live.type) as GrantType,
    accountUserId: live.accountUserId ?? undefined,
    code: live.code ?? undefined,
    ...shownWindow(live),
    enabled: live.enabled,
  };
}
