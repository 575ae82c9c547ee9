import js from "@eslint/js";
import { defineConfig } from "eslint/config";
import tseslint from "typescript-eslint";

/**
 * The layers of ARCHITECTURE.md, top first. A folder may import its own layer and those below it: an import
 * that points up is a defect. The simulator is written from the service's behaviour and may import no layer.
 */
const layers = ["lookups", "resources", "engine", "api", "http"];

/** @param {string} files @param {string[]} forbidden @param {string} message @returns {import("eslint").Linter.Config} */
function mayNotImport(files, forbidden, message) {
  const patterns = forbidden.map((name) => ({ regex: `(^|/)${name}(/|$)`, message }));
  return { files: [files], rules: { "no-restricted-imports": ["error", { patterns }] } };
}

// A kind says what it is, and the engine what a failure means: errors of the http layer are not for resources.
const layerRules = layers.map((layer, index) =>
  mayNotImport(
    `provider/${layer}/**/*.ts`,
    [
      ...layers.slice(0, index),
      ...(layer === "resources" ? ["http"] : []),
      "simulator",
      "cli",
      "test",
      "\\.\\./runtime(\\.js)?$",
      "\\.\\./index(\\.js)?$",
    ],
    `An import against the direction of the layers: ${layers.join(" > ")}.`,
  ),
);

export default defineConfig(
  {
    ignores: [
      "dist/",
      "coverage/",
      "**/node_modules/",
      "test/upgrade/*/",
      "examples/*/.fleet/",
      "reports/",
      ".stryker-tmp/",
      ".compiled/",
    ],
  },
  js.configs.recommended,
  ...tseslint.configs.strictTypeChecked,
  {
    languageOptions: {
      parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname },
      globals: { process: "readonly", console: "readonly", URL: "readonly" },
    },
    rules: {
      "@typescript-eslint/no-floating-promises": "error",
      "@typescript-eslint/restrict-template-expressions": [
        "error",
        { allowNumber: true, allowBoolean: true },
      ],
      "@typescript-eslint/consistent-type-imports": "error",
      "@typescript-eslint/no-confusing-void-expression": ["error", { ignoreArrowShorthand: true }],
      "@typescript-eslint/switch-exhaustiveness-check": [
        "error",
        { considerDefaultExhaustiveForUnions: true },
      ],
      "no-console": "error",
      curly: "error",
      eqeqeq: "error",
    },
  },
  ...layerRules,
  mayNotImport(
    "simulator/**/*.ts",
    ["provider", "cli", "test"],
    "The simulator is an independent witness: it knows no code of the provider.",
  ),
  {
    files: ["cli/report/page/page.js"],
    languageOptions: { globals: { document: "readonly", window: "readonly", setTimeout: "readonly" } },
  },
  {
    files: ["scripts/**/*.mjs", "bench/**/*.mjs", "cli/**/*.ts", "examples/**/*.ts"],
    rules: { "no-console": "off" },
  },
);
