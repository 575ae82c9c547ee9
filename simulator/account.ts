import { z } from "zod";
import { alterations } from "./alterations";
import * as records from "./records";
import { AuthorizationStore } from "./authorization-store";

const settings = z.record(z.string(), z.unknown());

/** How the simulated service behaves where the real one may behave in different ways. */
const behaviour = z.object({
  /** Time from the start of an asynchronous operation to its confirmation. */
  settleMs: z.number().min(0).default(0),
  /** Delay of every answer, by the simulator's clock, and up to `jitterMs` more. */
  latencyMs: z.number().min(0).default(0),
  jitterMs: z.number().min(0).default(0),
  /** How many requests are accepted in any second. More are refused with 429. Default: all are accepted. */
  requestsPerSecond: z.int().min(1).optional(),
  /** The share of the settle time that passes before a created authorization is listed: 0 at once, 1 when confirmed. */
  listedAfter: z.number().min(0).max(1).default(0.5),
  /** How long an object keeps the `operationId` of a lost operation. */
  forgetMs: z.number().min(0).default(30_000),
  /** How many further updates of a busy authorization answer 204 and change nothing, before the rest answer 423. */
  updatesAcceptedWhileBusy: z.int().min(0).default(0),
  /** The silent maximum page size of the account user list. */
  userPageMaximum: z.int().min(1).default(100),
  /** The status for the id of an object that does not exist, where the service documents none. */
  absentStatus: z.literal([400, 403, 404]).default(403),
  webhookListShowsSecret: z.boolean().default(true),
  /** How names and times are changed on their way into the account. */
  alters: alterations.prefault({}),
});
export type Behaviour = z.infer<typeof behaviour>;

/** A task that is due later and is not in a lock's queue. */
const task = z.object({
  due: z.number(),
  kind: z.enum(["remove user", "remove unit", "finish issuing", "finish revoking", "forget operation"]),
  id: z.union([z.string(), z.int()]),
  operationId: z.string().optional(),
});
export type Task = z.infer<typeof task>;

/** The whole account as JSON. Collections that are left out are empty. */
export const accountState = z.object({
  /** The clock's time when this was saved, so that later due times keep their distance. */
  savedAt: z.number().optional(),
  ids: z.object({ seed: z.int(), given: z.int() }).default({ seed: 1, given: 0 }),
  behaviour: behaviour.prefault({}),
  account: records.accountRecord,
  accountSecret: z.string().optional(),
  otp: z.object({ secret: z.string(), enabledDate: z.string().optional(), failures: z.int() }).optional(),
  settings: settings.optional(),
  subAccounts: z.array(records.accountRecord).default([]),
  tokens: z.array(records.apiTokenRecord).default([]),
  apiKeys: z.array(records.apiKeyRecord).default([]),
  users: z.array(records.accountUserRecord).default([]),
  smartlocks: z.array(records.smartlockRecord).default([]),
  authorizations: z.array(records.authorizationRecord).default([]),
  logs: z.array(records.smartlockLogRecord).default([]),
  addresses: z.array(records.addressRecord).default([]),
  addressUnits: z.array(records.addressUnitRecord).default([]),
  addressTokens: z.array(records.addressTokenRecord).default([]),
  reservations: z.array(records.reservationRecord).default([]),
  notifications: z.array(records.notificationRecord).default([]),
  webhooks: z.array(records.webhookRecord).default([]),
  webhookLogs: z.array(records.webhookLogRecord).default([]),
  services: z.array(records.serviceRecord).default([]),
  brands: z.array(records.brandRecord).default([]),
  intercoms: z.array(records.intercomRecord).default([]),
  mails: z.array(records.mailRecord).default([]),
  tasks: z.array(task).default([]),
});

export type AccountState = z.infer<typeof accountState>;

/** The state that `startSimulator` and `PUT /_simulator/state` accept. Fields that are left out get their defaults. */
export type AccountStateInput = z.input<typeof accountState>;

/** The account in memory. Authorizations are indexed, because there may be tens of thousands. */
export type Account = Omit<AccountState, "authorizations" | "savedAt"> & {
  authorizations: AuthorizationStore;
};

/** Loads a state. Its due times are moved to the clock that will run them. */
export function openAccount(input: AccountStateInput, now: number): Account {
  const { savedAt, authorizations, ...state } = accountState.parse(input);
  const shift = savedAt === undefined ? 0 : now - savedAt;
  for (const planned of state.tasks) {
    planned.due += shift;
  }
  for (const lock of state.smartlocks) {
    for (const operation of lock.queue) {
      if (operation.startedAt !== undefined) {
        operation.startedAt += shift;
      }
    }
  }
  return { ...state, authorizations: new AuthorizationStore(authorizations) };
}

/** A copy that shares nothing with the live account. */
export function saveAccount(account: Account, now: number): AccountState {
  return copyOf({ ...account, authorizations: account.authorizations.all(), savedAt: now });
}

/** Of plain data. `structuredClone` takes much longer, and long campaigns look at the account all the time. */
function copyOf<T>(data: T): T {
  if (typeof data !== "object" || data === null) {
    return data;
  }
  if (Array.isArray(data)) {
    return data.map(copyOf) as T;
  }
  return Object.fromEntries(Object.entries(data).map(([key, value]) => [key, copyOf(value)])) as T;
}
