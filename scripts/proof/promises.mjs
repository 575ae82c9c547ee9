/**
 * The promises, and what tries to break each of them: campaigns by name, tests by file.
 * @type {readonly { promise: string, campaigns: readonly string[], tests: readonly string[] }[]}
 */
export const PROMISES = [
  {
    promise: "A preview sends no write",
    campaigns: ["matrix", "model", "hostile"],
    tests: ["test/promises/1-a-preview-sends-no-write.test.ts"],
  },
  {
    promise: "An unchanged program makes no change",
    campaigns: ["matrix", "model", "kill"],
    tests: [
      "test/promises/2-an-unchanged-program-makes-no-change.test.ts",
      "test/upgrade/upgrade.engine.test.ts",
    ],
  },
  {
    promise: "No id that the service gave is ever lost",
    campaigns: ["matrix", "model", "kill"],
    tests: [
      "test/promises/3-no-id-that-the-service-gave-is-ever-lost.test.ts",
      "test/promises/3-what-was-imported.test.ts",
    ],
  },
  {
    promise: "No retry and no crash makes a duplicate",
    campaigns: ["matrix", "model", "kill", "load"],
    tests: [
      "test/promises/4-no-retry-and-no-crash-makes-a-duplicate.test.ts",
      "test/promises/4-while-locks-have-not-confirmed.test.ts",
      "test/promises/4-after-a-kill.engine.test.ts",
      "test/promises/4-what-a-person-must-decide.engine.test.ts",
      "test/promises/4-what-the-service-alters.test.ts",
      "test/crash/dead-runs.test.ts",
      "test/crash/second-send.test.ts",
      "test/crash/ctrl-c.engine.test.ts",
      "test/concurrency/two-stacks.engine.test.ts",
      "test/concurrency/one-stack.engine.test.ts",
      "test/concurrency/two-users.test.ts",
    ],
  },
  {
    promise: "Nothing unmanaged is changed or deleted",
    campaigns: ["matrix", "model", "kill", "hostile"],
    tests: ["test/promises/5-nothing-unmanaged-is-changed-or-deleted.test.ts"],
  },
  {
    promise: "A failed or partial read never looks like a deletion",
    campaigns: ["matrix", "model", "hostile"],
    tests: [
      "test/promises/6-a-failed-or-partial-read-never-looks-like-a-deletion.test.ts",
      "test/promises/6-each-list-by-itself.test.ts",
      "test/promises/6-lists-that-lack.test.ts",
      "test/promises/6-a-late-list-and-what-is-taken-away.test.ts",
      "test/promises/6-a-list-is-not-proof.test.ts",
      "test/promises/6-a-list-is-not-proof.engine.test.ts",
    ],
  },
  {
    promise: "No secret appears in a log, an error, a plan or plain state",
    campaigns: ["matrix", "model", "hostile"],
    tests: ["test/promises/7-no-secret-appears-in-a-log-an-error-a-plan-or-plain-state.test.ts"],
  },
  {
    promise: "Every wait ends",
    campaigns: ["matrix", "model", "hostile", "load"],
    tests: ["test/promises/8-every-wait-ends.test.ts"],
  },
];
