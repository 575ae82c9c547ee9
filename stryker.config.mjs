/** @type {import("@stryker-mutator/api/core").PartialStrykerOptions} */
export default {
  mutate: ["resources", "api", "engine", "http"].map((layer) => `provider/${layer}/**/*.ts`),
  testRunner: "one-process",
  plugins: ["./scripts/proof/mutation/runner.mjs"],
  coverageAnalysis: "perTest",
  // the copy with the mutants needs only sources and tests
  ignorePatterns: ["dist", "bench", "examples", "cli", "test/upgrade", ".compiled"],
  tempDirName: ".stryker-tmp",
  jsonReporter: { fileName: "reports/mutation/mutation.json" },
  htmlReporter: { fileName: "reports/mutation/mutation.html" },
  reporters: ["json", "html", "progress-append-only"],
  // added to the time of the tests; the runner itself notices a hang, unless the mutant blocks the event loop
  timeoutMS: 10_000,
  dryRunTimeoutMinutes: 60,
  concurrency: 2,
};
