// The tests that judge the mutants: those that can run the sources in the test process.
import { readdirSync } from "node:fs";
import { join, sep } from "node:path";

/** Files, and folders of files. */
export const JUDGES = [
  "test/http",
  "test/engine",
  "test/contract",
  "test/promises",
  "test/sets",
  "test/resources",
  "test/api",
  "test/interface.test.ts",
];

/** @type {Readonly<Record<string, string>>} */
const LEFT_OUT = {
  "test/http/exit.test.ts": "starts a process of its own",
  "test/contract/traps-of-the-process.test.ts": "is about the process",
  "test/promises/4-while-locks-have-not-confirmed.test.ts": "is about processes that die",
  "test/promises/6-a-failed-or-partial-read-never-looks-like-a-deletion.test.ts":
    "waits for answers that never come",
  "test/promises/7-no-secret-appears-in-a-log-an-error-a-plan-or-plain-state.test.ts":
    "looks at what a process leaves",
};

const PROMISE_4 =
  "test/promises/4-no-retry-and-no-crash-makes-a-duplicate.test.ts: promise 4: no retry and no crash makes a duplicate";
const PROMISE_8 = "test/promises/8-every-wait-ends.test.ts: promise 8: every wait ends";

/** @type {Readonly<Record<string, string>>} */
const TESTS_LEFT_OUT = {
  "test/contract/traps.test.ts: Hidden keys › never reach the service, and neither does a password that did not change":
    "talks to the service through a proxy, which the passing time does not wait for",
  "test/http/redact.test.ts: redaction by schema › is quick on a list of thousands of codes": "measures time",
  "test/http/service-text.test.ts: the service's own words in a refusal › takes no long time over a hostile page":
    "measures time",
  "test/promises/1-a-preview-sends-no-write.test.ts: promise 1: a preview sends no write › fails and says so where the service cannot be reached, and guesses nothing":
    "waits for answers that never come",
  "test/sets/drift.test.ts: What others did to a set › is kept as a secret where it is a code that differs on one lock":
    "looks at what a process keeps",
  [`${PROMISE_4} › when the provider is killed before the answers to its creates came`]:
    "is about processes that die",
  [`${PROMISE_4} › when the provider is killed between the calls of a creation`]:
    "is about processes that die",
  [`${PROMISE_8} › on answers that never come`]: "waits for answers that never come",
  [`${PROMISE_8} › when the engine dies: nothing is written any more, within a second`]:
    "is about processes that die",
  [`${PROMISE_8} › when the engine dies while locks have to confirm: no second call follows`]:
    "is about processes that die",
};

/** Titles of tests that do not run although the rest of their file does. */
export const testsLeftOut = Object.keys(TESTS_LEFT_OUT);

/** Makes the tests run the handlers in the test process. */
export const beforeTests = ["test/protocol/passing-time.ts"];

/** @param {string} root @returns {string[]} */
export function testFiles(root) {
  const wanted = process.env["SMARTLOCK_MUTATION_TESTS"]?.split(",").filter((file) => file !== "") ?? [];
  const files = JUDGES.flatMap((path) =>
    path.endsWith(".ts")
      ? [path]
      : readdirSync(join(root, path), { recursive: true, encoding: "utf8" }).map(
          (name) => `${path}/${name.split(sep).join("/")}`,
        ),
  ).filter(
    (file) =>
      file.endsWith(".test.ts") && !file.endsWith(".engine.test.ts") && !Object.hasOwn(LEFT_OUT, file),
  );
  return wanted.length === 0 ? files : files.filter((file) => wanted.includes(file));
}
