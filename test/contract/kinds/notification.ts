import { type Bad, badSteering, type Change, type Subject } from "../subject";
import { hexId, locks } from "../world";

const settings = [
  { triggerEvents: ["ring", "unlock"], authIds: [] },
  { smartlockId: locks.front, triggerEvents: ["lock"], authIds: ["65a000000000000000000001"] },
];

const changes: readonly Change[] = [
  { field: "pushId", to: (n) => `https://push.example.com/demo-moved-${n}`, operation: "update" },
  { field: "secret", to: (n) => `demo-push-secret-${n}-new`, operation: "update" },
  { field: "os", to: () => 0, operation: "update", said: { found: '"android"', declared: '"url"' } },
  { field: "language", to: () => "fr", operation: "update" },
  { field: "language", to: () => undefined, stored: () => "de", operation: "same", outside: "impossible" },
  {
    field: "settings",
    to: () => [{ triggerEvents: ["warnings"], authIds: [] }],
    operation: "update",
    said: {
      found: "all locks: warnings",
      declared: "all locks: ring, unlock; Front door: lock, of one authorization",
    },
  },
  {
    field: "settings",
    to: () => [
      { triggerEvents: ["lock"], smartlockId: locks.front, authIds: ["65a000000000000000000001"] },
      { triggerEvents: ["unlock", "ring"] },
    ],
    stored: () => settings,
    operation: "same",
    outside: "impossible",
  },
  { field: "adopt", to: () => "never", operation: "same", outside: "impossible" },
];

const bad: readonly Bad[] = [
  { field: "referenceId", value: "", says: /must not be empty/ },
  { field: "pushId", value: undefined, says: /is required/ },
  { field: "pushId", value: "", says: /must not be empty/ },
  { field: "pushId", value: "no-url-at-all", says: /must be a URL where os is "url"/ },
  { field: "secret", value: "", says: /must not be empty/ },
  { field: "secret", value: 876_543_210, says: /must be text/ },
  { field: "os", value: 3, says: /must be one of "android", "ios", "url"/ },
  { field: "language", value: "xx", says: /must be one of "en"/ },
  { field: "settings", value: undefined, says: /is required/ },
  { field: "settings", value: "all", says: /must be a list/ },
  { field: "settings", value: [{}], says: /triggerEvents.*is required/ },
  { field: "settings", value: [{ triggerEvents: ["boom"] }], says: /must be one of "lock"/ },
  { field: "settings", value: [{ triggerEvents: [], lock: 5 }], says: /does not know: lock/ },
  { field: "settings", value: [{ triggerEvents: [], smartlockId: -1 }], says: /must be the id of a lock/ },
  {
    field: "settings",
    value: [{ triggerEvents: ["lock"], smartlockId: 987_654 }],
    says: /a lock that the account does not have \(987654\)/,
    asksService: true,
  },
  ...badSteering("adopt"),
];

const withoutReference: Subject = {
  kind: "Notification",
  form: "without a reference",
  inWords: { os: "url" },
  collection: "notifications",
  inputs: (n) => ({
    pushId: `https://push.example.com/demo-${n}`,
    secret: `demo-push-secret-${n}`,
    os: 2,
    language: "de",
    settings,
  }),
  record: (inputs, n) => ({ notificationId: hexId("fa1", n), status: 1, ...inputs }),
  idOf: ({ notificationId }) => String(notificationId),
  idOutputs: ({ notificationId }) => ({ notificationId }),
  identity: ({ pushId, os }) => `${String(pushId)} ${String(os)}`,
  changes,
  bad,
  secrets: ["pushId", "secret"],
  writeOnly: [],
  different: { language: "it" },
  // Nobody knows its age.
  adoption: { young: false, old: false, same: true },
  deletion: "DELETE /notification/{notificationId}",
};

const withReference: Subject = {
  ...withoutReference,
  form: "with a reference",
  inputs: (n) => ({
    ...withoutReference.inputs(n),
    referenceId: `alerts-${n}`,
    pushId: `https://push.example.com/demo-referred-${n}`,
  }),
  record: (inputs, n) => ({ notificationId: hexId("fa2", n), status: 1, ...inputs }),
  identity: ({ referenceId }) => String(referenceId),
  changes: [{ field: "referenceId", to: (n) => `renamed-${n}`, operation: "update" }, ...changes],
  adoption: { young: true, old: true, same: true },
};

export const notification: readonly Subject[] = [withReference, withoutReference];
