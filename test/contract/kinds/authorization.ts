import { type Bad, badSteering, type Change, type Subject } from "../subject";
import { hexId, keypadCode, locks, person } from "../world";

const window = {
  allowedFromDate: "2026-01-10T08:00:00.000Z",
  allowedUntilDate: "2096-01-10T08:00:00.000Z",
  allowedWeekDays: 124,
  allowedFromTime: 480,
  allowedUntilTime: 960,
};

const changes: readonly Change[] = [
  { field: "name", to: (n) => `Renamed ${n}`, operation: "update" },
  { field: "remoteAllowed", to: () => true, operation: "update" },
  { field: "enabled", to: () => false, operation: "update" },
  {
    field: "allowedFromDate",
    to: () => "2026-02-01T10:00:00+02:00",
    stored: () => "2026-02-01T08:00:00.000Z",
    operation: "update",
    said: { found: '"2026-02-01T08:00:00Z"', declared: '"2026-01-10T08:00:00Z"' },
  },
  {
    field: "allowedUntilDate",
    to: () => "2097-01-10T08:00:00.000Z",
    operation: "update",
    said: { found: '"2097-01-10T08:00:00Z"', declared: '"2096-01-10T08:00:00Z"' },
  },
  {
    field: "allowedUntilDate",
    to: () => undefined,
    operation: "update",
    said: { found: "not set", declared: '"2096-01-10T08:00:00Z"' },
  },
  {
    field: "allowedWeekDays",
    to: () => ["mon", "sun"],
    stored: () => 65,
    operation: "update",
    said: { found: "mon, sun", declared: "mon–fri" },
  },
  {
    field: "allowedWeekDays",
    to: () => undefined,
    operation: "update",
    said: { found: "not set", declared: "mon–fri" },
  },
  {
    field: "allowedFromTime",
    to: () => "09:30",
    stored: () => 570,
    operation: "update",
    said: { found: "09:30", declared: "08:00" },
  },
  {
    field: "allowedUntilTime",
    to: () => "18:00",
    stored: () => 1080,
    operation: "update",
    said: { found: "18:00", declared: "16:00" },
  },
  {
    field: "allowedUntilTime",
    to: () => undefined,
    stored: () => 1440,
    operation: "update",
    said: { found: "24:00", declared: "16:00" },
  },
  {
    field: "allowedFromTime",
    to: () => undefined,
    operation: "update",
    said: { found: "not set", declared: "08:00" },
  },
  { field: "smartlockId", to: () => locks.office, operation: "replace", outside: "impossible" },
  { field: "smartActionsEnabled", to: () => true, operation: "replace", outside: "unseen" },
  { field: "waitFor", to: () => "accepted", operation: "update", outside: "impossible" },
  { field: "settleTimeout", to: () => 60, operation: "update", outside: "impossible" },
  { field: "adopt", to: () => "never", operation: "same", outside: "impossible" },
];

/** The names of the people who come so many after the number of the subject. */
const people = (found: number, declared: number) => (n: number) => ({
  found: `Person ${n + found}`,
  declared: `Person ${n + declared}`,
});

const bad: readonly Bad[] = [
  { field: "smartlockId", value: undefined, says: /is required/ },
  { field: "smartlockId", value: -5, says: /must be the id of a lock/ },
  {
    field: "smartlockId",
    value: 987_654,
    says: /a lock that the account does not have \(987654\)/,
    asksService: true,
  },
  { field: "name", value: undefined, says: /is required/ },
  { field: "name", value: "", says: /must not be empty/ },
  { field: "name", value: "n".repeat(33), says: /must have at most 32 characters/ },
  { field: "remoteAllowed", value: undefined, says: /is required/ },
  { field: "remoteAllowed", value: "yes", says: /must be true or false/ },
  { field: "type", value: 3, says: /must be one of "app", "fob", "code"/ },
  { field: "accountUserId", value: 0, says: /must be the id of an account user/ },
  {
    field: "accountUserId",
    value: 987_654,
    says: /a user that the account does not have \(987654\)/,
    asksService: true,
  },
  { field: "allowedFromDate", value: "2026-01-10T08:00:00", says: /with an offset/ },
  { field: "allowedFromDate", value: "tomorrow", says: /with an offset/ },
  { field: "allowedUntilDate", value: "2026-13-10T08:00:00Z", says: /with an offset/ },
  { field: "allowedUntilDate", value: "2026-01-10T08:00:00Z", says: /must be after allowedFromDate/ },
  {
    field: "allowedUntilDate",
    value: "2026-01-11T08:00:00Z",
    says: /is in the past/,
    asksService: true,
  },
  { field: "allowedWeekDays", value: 128, says: /must be a list of mon/ },
  { field: "allowedWeekDays", value: ["someday"], says: /must be a list of mon/ },
  { field: "allowedWeekDays", value: [], says: /must name at least one day: leave it out for all days/ },
  { field: "allowedWeekDays", value: 0, says: /must name at least one day: leave it out for all days/ },
  { field: "allowedFromTime", value: 1440, says: /must be before "24:00", the end of the day/ },
  { field: "allowedFromTime", value: "24:00", says: /must be before "24:00", the end of the day/ },
  { field: "allowedFromTime", value: 1441, says: /must be a time such as "08:00"/ },
  { field: "allowedFromTime", value: "25:00", says: /must be a time such as "08:00"/ },
  { field: "allowedUntilTime", value: "late", says: /must be a time such as "08:00"/ },
  { field: "allowedUntilTime", value: "00:00", says: /is the beginning of the day; write "24:00"/ },
  {
    field: "allowedUntilTime",
    value: 0,
    says: /must be later: "00:00" is the beginning of the day; write "24:00" for its end/,
  },
  { field: "allowedUntilTime", value: 300, says: /must be after allowedFromTime/ },
  { field: "enabled", value: 1, says: /must be true or false/ },
  { field: "smartActionsEnabled", value: "on", says: /must be true or false/ },
  ...badSteering("adopt", "settleTimeout", "waitFor"),
];

const common = {
  kind: "Authorization",
  collection: "authorizations",
  idOf: ({ smartlockId, id }) => `${String(smartlockId)}/${String(id)}`,
  idOutputs: ({ smartlockId, id }) => ({ smartlockId, authorizationId: id }),
  secrets: ["code"],
  writeOnly: ["smartActionsEnabled"],
  adoption: { young: true, old: false, same: true },
  deletion: "DELETE /smartlock/{smartlockId}/auth/{id}",
} satisfies Partial<Subject>;

function recorded(prefix: string): Subject["record"] {
  return (inputs, n, creationDate) => ({
    id: hexId(prefix, n),
    authId: 5_000 + n,
    lockCount: 0,
    ...inputs,
    creationDate,
    updateDate: creationDate,
  });
}

const granted = { remoteAllowed: false, ...window, enabled: true, smartActionsEnabled: false };

const windowInWords = {
  allowedFromDate: "2026-01-10T08:00:00Z",
  allowedUntilDate: "2096-01-10T08:00:00Z",
  allowedWeekDays: ["mon", "tue", "wed", "thu", "fri"],
  allowedFromTime: "08:00",
  allowedUntilTime: "16:00",
};

const code: Subject = {
  ...common,
  form: "keypad code",
  inWords: { type: "code", ...windowInWords },
  inputs: (n) => ({
    smartlockId: locks.front,
    name: `Guest ${n}`,
    type: 13,
    code: keypadCode(n),
    accountUserId: person(n + 140),
    ...granted,
  }),
  record: recorded("c0d"),
  identity: (fields) => `${String(fields["smartlockId"])} ${String(fields["code"])}`,
  changes: [
    ...changes,
    { field: "code", to: (n) => keypadCode(n + 1_000), operation: "update" },
    { field: "accountUserId", to: (n) => person(n + 180), operation: "update", said: people(180, 140) },
    {
      field: "type",
      to: () => 0,
      along: () => ({ code: undefined }),
      operation: "replace",
      outside: "impossible",
    },
  ],
  bad: [
    ...bad,
    {
      field: "smartlockId",
      value: locks.garage,
      says: /Garage, which has no keypad for a code/,
      asksService: true,
    },
    { field: "name", value: "n".repeat(21), says: /must have at most 20 characters for a keypad code/ },
    { field: "code", value: undefined, says: /is required for a keypad code/ },
    {
      field: "code",
      value: "482913",
      says: /must be a number, not text\. .* requireSecretNumber for a secret\.$/,
    },
    { field: "code", value: 123_456, says: /six digits/ },
    { field: "code", value: 480_913, says: /six digits/ },
    { field: "code", value: 48_291, says: /six digits/ },
  ],
  different: { name: "Somebody else" },
};

const app: Subject = {
  ...common,
  form: "app",
  inWords: { type: "app", ...windowInWords },
  inputs: (n) => ({
    smartlockId: locks.front,
    name: `App ${n}`,
    type: 0,
    accountUserId: person(n),
    ...granted,
  }),
  record: recorded("a99"),
  identity: (fields) => `${String(fields["smartlockId"])} ${String(fields["accountUserId"])}`,
  changes: [
    ...changes,
    { field: "accountUserId", to: (n) => person(n + 100), operation: "replace", said: people(100, 0) },
    { field: "type", to: () => 2, operation: "replace", outside: "impossible" },
  ],
  bad: [
    ...bad,
    { field: "code", value: 482_913, says: /is only for a keypad code/ },
    { field: "accountUserId", value: undefined, says: /is required unless it is a keypad code/ },
  ],
  different: { name: "Somebody else" },
};

const fob: Subject = {
  ...common,
  form: "fob",
  inWords: { type: "fob", ...windowInWords },
  inputs: (n) => ({
    smartlockId: locks.front,
    name: `Fob ${n}`,
    type: 2,
    accountUserId: person(n + 60),
    ...granted,
  }),
  record: recorded("f0b"),
  identity: (fields) => `${String(fields["smartlockId"])} ${String(fields["name"])}`,
  changes: [
    ...changes,
    { field: "accountUserId", to: (n) => person(n + 210), operation: "replace", said: people(210, 60) },
    { field: "type", to: () => 0, operation: "replace", outside: "impossible" },
  ],
  bad: app.bad,
  different: { remoteAllowed: true },
};

/** All three forms share one list; each form sees only its own records. */
export const authorization: readonly Subject[] = [code, app, fob].map((subject, index) => {
  const type = [13, 0, 2][index];
  return {
    ...subject,
    identity: (fields) => (fields["type"] === type ? subject.identity(fields) : "another form"),
  };
});
