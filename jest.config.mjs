/** @type {import("jest").Config} */
export default {
  testEnvironment: "node",
  roots: ["<rootDir>/test"],
  testMatch: ["**/*.test.ts"],
  transform: {
    "^.+\\.ts$": [
      "@swc/jest",
      { jsc: { parser: { syntax: "typescript" }, target: "es2022" }, module: { type: "commonjs" } },
    ],
  },
  globalSetup: "<rootDir>/test/pulumi/package-setup.ts",
  globalTeardown: "<rootDir>/test/pulumi/package-teardown.ts",
  testTimeout: 300_000,
};
