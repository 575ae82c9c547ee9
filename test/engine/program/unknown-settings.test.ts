import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type * as pulumi from "@pulumi/pulumi";
import * as smartlock from "../../../provider";
import { lookUp } from "../../../provider/engine/program/lookup";
import { settingNames } from "../../../provider/engine/run/settings/settings";
import { variableOf } from "../../../provider/engine/run/settings/sources";
import { Run } from "../../../provider/engine/run/run";
import { LinesError } from "../../../provider/engine/messages/lines";
import { machine } from "../../../provider/engine/run/environment";
import { refuseUnknownSettings, unknownKeys } from "../../../provider/engine/program/unknown-settings";
import { unknownVariables } from "../../../provider/engine/run/settings/unknown-variables";

const ROOT = join(__dirname, "..", "..", "..");

let program: object | undefined;
let config: Record<string, string> = {};
let warnings: string[] = [];

jest.mock("@pulumi/pulumi", () => {
  const actual = jest.requireActual<typeof pulumi>("@pulumi/pulumi");
  return {
    ...actual,
    CustomResource: Object,
    ProviderResource: Object,
    getProject: () => "houses",
    log: { warn: (text: string) => void warnings.push(text) },
    runtime: { ...actual.runtime, getStackResource: () => program, allConfig: () => config },
  };
});

const READ_ONLY =
  "The stack's configuration has smartlock:readonly, which is not a setting of pulumi-smartlock. Did you mean " +
  "smartlock:readOnly? To remove it: pulumi config rm smartlock:readonly";

describe("A setting of the stack that does not exist", () => {
  it("is an error, with the setting that was meant", () => {
    const keys = ["smartlock:token", "smartlock:readonly", "aws:region", "project:size"];
    expect(unknownKeys(keys, "houses")).toEqual({ errors: [READ_ONLY], warnings: [] });
  });

  it("is an error with all settings where none is like it", () => {
    const { errors } = unknownKeys(["smartlock:colour"], "houses");
    expect(errors).toEqual([expect.stringContaining("The settings are token, baseUrl, concurrency,")]);
  });

  it("is the user's own in a project called smartlock, unless it is like a guard", () => {
    const keys = [
      "smartlock:colour",
      "smartlock:tokn",
      "smartlock:readonly",
      "smartlock:maxDelete",
      "smartlock:diff",
    ];
    const { errors, warnings: told } = unknownKeys(keys, "smartlock");
    expect(errors).toEqual([READ_ONLY, expect.stringContaining("Did you mean smartlock:maxDeletes?")]);
    expect(told).toEqual([
      "smartlock:tokn is not a setting of pulumi-smartlock. Did you mean smartlock:token?",
    ]);
  });
});

const MISSPELT = [
  "SMARTLOCK_READONLY",
  "SMARTLOCK_READ_ONLY_",
  "SMARTLOCK_READ_ONLYS",
  "SMARTLOCK_READ_ONLY_B",
  "SMARTLOCK_MAX_DELETE",
  "SMARTLOCK_TIMEOUTS",
];

/** The variables that are named anywhere in the sources, without those that tests misspell. */
function variablesInSources(): string[] {
  const files = ["provider", "simulator", "cli", "scripts", "bench", "test"].flatMap((folder) =>
    readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" }).map((file) =>
      join(ROOT, folder, file),
    ),
  );
  const sources = files.filter((file) => /\.(ts|mjs|js)$/.test(file) && file !== __filename);
  const named = sources.flatMap(
    (file) => readFileSync(file, "utf8").match(/\bSMARTLOCK_[A-Z0-9_]+\b/g) ?? [],
  );
  return [...new Set(named)].filter((name) => !MISSPELT.includes(name));
}

describe("A variable that does not exist", () => {
  const namesOf = (environment: NodeJS.ProcessEnv): string[] => {
    const { errors, warnings: told } = unknownVariables(environment);
    return [...errors, ...told].map((text) => /variable (\S+) is set/.exec(text)?.[1] ?? text);
  };
  const misspelt = (name: string, meant: string): string =>
    `The environment variable ${name} is set, but pulumi-smartlock does not read it: the guard is called ${meant}. ` +
    `The run stops, because the guard would be off. Rename the variable to ${meant}, or unset it.`;

  it("is a warning, with the variable that was meant", () => {
    const environment = { SMARTLOCK_TOKEN: "x", SMARTLOCK_TIMEOUTS: "9", PATH: "/bin" };
    expect(unknownVariables(environment)).toEqual({
      errors: [],
      warnings: [
        "The environment variable SMARTLOCK_TIMEOUTS is set, but it is not a setting of pulumi-smartlock. " +
          "Did you mean SMARTLOCK_TIMEOUT?",
      ],
    });
    expect(unknownVariables({ SMARTLOCK_COLOUR: "red" }).warnings[0]).toMatch(
      / it is not a setting of pulumi-smartlock\.$/,
    );
  });

  it.each([
    ["SMARTLOCK_READONLY", "SMARTLOCK_READ_ONLY"],
    ["SMARTLOCK_MAX_DELETE", "SMARTLOCK_MAX_DELETES"],
    ["SMARTLOCK_MAXDELETES", "SMARTLOCK_MAX_DELETES"],
    ["SMARTLOCK_MAX_DELETIONS", "SMARTLOCK_MAX_DELETES"],
    ["SMARTLOCK_DELETE_LIMIT", "SMARTLOCK_MAX_DELETES"],
    ["SMARTLOCK_DELETIONS_LIMIT", "SMARTLOCK_MAX_DELETES"],
    ["SMARTLOCK_DELETIONSMAX", "SMARTLOCK_MAX_DELETES"],
    ["SMARTLOCK_MAXDELETIONS", "SMARTLOCK_MAX_DELETES"],
    ["smartlock_read_only", "SMARTLOCK_READ_ONLY"],
    ["SMART_LOCK_READ_ONLY", "SMARTLOCK_READ_ONLY"],
  ])("is an error if it looks like a guard: %s", (name, meant) => {
    // Another source may be stricter today, and gone tomorrow.
    const environment = { [name]: "1", [meant]: "1" };
    expect(unknownVariables(environment)).toEqual({ errors: [misspelt(name, meant)], warnings: [] });
    // As with the guard itself, no value is the same as no variable.
    expect(unknownVariables({ [name]: "" }).errors).toEqual([]);
  });

  it("that looks like a guard also stops a run without a program, such as `pulumi destroy`", () => {
    const run = new Run({
      ...machine(),
      environment: { SMARTLOCK_TOKEN: "demo-token", SMARTLOCK_READONLY: "true" },
    });
    expect(() => run.session()).toThrow(misspelt("SMARTLOCK_READONLY", "SMARTLOCK_READ_ONLY"));
  });

  it("is an error also if it only ends with more underscores, or another letter", () => {
    const environment = { SMARTLOCK_READ_ONLY_: "1", SMARTLOCK_READ_ONLYS: "1" };
    expect(unknownVariables(environment).errors).toHaveLength(2);
  });

  it("is no guard if it belongs to something else", () => {
    expect(unknownVariables({ ANOTHER_SMARTLOCK_DELETIONS_LIMIT: "1" })).toEqual({
      errors: [],
      warnings: [],
    });
  });

  it("is only a warning if the program may read it, such as for the guard of one account", () => {
    const others = {
      SMARTLOCK_DELETE_TOKEN: "x",
      SMARTLOCK_MAX_DELETES_B: "1",
      SMARTLOCK_MAX_DELETIONS_B: "1",
    };
    expect(unknownVariables(others).errors).toEqual([]);
    expect(unknownVariables({ SMARTLOCK_READ_ONLY_B: "1" })).toEqual({
      errors: [],
      warnings: [expect.stringContaining("The environment variable SMARTLOCK_READ_ONLY_B is set")],
    });
  });

  it("has a line of its own in the error", () => {
    const environment = {
      SMARTLOCK_TOKEN: "demo-token",
      SMARTLOCK_READONLY: "true",
      SMARTLOCK_MAX_DELETE: "1",
    };
    const run = new Run({ ...machine(), environment });
    const lines = [
      misspelt("SMARTLOCK_READONLY", "SMARTLOCK_READ_ONLY"),
      misspelt("SMARTLOCK_MAX_DELETE", "SMARTLOCK_MAX_DELETES"),
    ];
    expect(() => run.session()).toThrow(new LinesError(lines));
  });

  it("is none of those that the package, its tests and its scripts read", () => {
    const known = [...settingNames.map(variableOf), ...variablesInSources()];
    expect(known.length).toBeGreaterThan(settingNames.length);
    expect(namesOf(Object.fromEntries(known.map((name) => [name, "1"])))).toEqual([]);
  });

  it("is also one that only begins like those", () => {
    const others = ["SMARTLOCK_LOGS", "SMARTLOCK_TESTS", "SMARTLOCK_RECORDS", "SMARTLOCK_CLIENT"];
    expect(namesOf(Object.fromEntries(others.map((name) => [name, "1"])))).toEqual(others);
  });

  it("may be written in any case on Windows, which ignores it", () => {
    const { platform } = process;
    const environment = { Smartlock_Read_Only: "1", smartlock_readonly: "1" };
    Object.defineProperty(process, "platform", { value: "win32" });
    try {
      expect(namesOf(environment)).toEqual(["smartlock_readonly"]);
    } finally {
      Object.defineProperty(process, "platform", { value: platform });
    }
    expect(namesOf(environment)).toEqual(["Smartlock_Read_Only", "smartlock_readonly"]);
  });
});

describe("A program with settings that do not exist", () => {
  const errorOf = (work: () => unknown): unknown => {
    try {
      work();
      return undefined;
    } catch (error) {
      return error;
    }
  };

  beforeEach(() => {
    program = {};
    config = { "smartlock:readonly": "true" };
    warnings = [];
    process.env["SMARTLOCK_COLOUR"] = "red";
  });
  afterEach(() => Reflect.deleteProperty(process.env, "SMARTLOCK_COLOUR"));

  it("fails wherever it uses them, always with the same error: Pulumi shows that one once", async () => {
    const first = errorOf(() => new smartlock.Address("it", { name: "a", smartlockIds: [] }));
    expect(first).toMatchObject({ message: READ_ONLY, stack: READ_ONLY });
    expect(errorOf(() => new smartlock.Provider("emea"))).toBe(first);
    expect(errorOf(() => smartlock.getSmartlockOutput({ name: "Door" }))).toBe(first);
    await expect(lookUp("getThing", {}, {}, () => Promise.resolve(1))).rejects.toBe(first);
  });

  it("fails with each of its mistakes in a line of its own", () => {
    config = { "smartlock:readonly": "true", "smartlock:maxDelete": "1" };
    const error = errorOf(() => new smartlock.Provider("emea"));
    expect((error as Error).message.split("\n")).toEqual([
      READ_ONLY,
      expect.stringContaining("smartlock:maxDelete"),
    ]);
  });

  it("fails in the same way for a variable that looks like a guard", () => {
    config = {};
    process.env["SMARTLOCK_MAX_DELETE"] = "3";
    const first = errorOf(() => new smartlock.Address("it", { name: "a", smartlockIds: [] }));
    const second = errorOf(() => new smartlock.Provider("emea"));
    Reflect.deleteProperty(process.env, "SMARTLOCK_MAX_DELETE");
    expect(first).toMatchObject({
      message: expect.stringContaining("the guard is called SMARTLOCK_MAX_DELETES.") as unknown,
    });
    expect(second).toBe(first);
  });

  it("is warned of variables once", () => {
    config = {};
    refuseUnknownSettings();
    refuseUnknownSettings();
    expect(warnings).toEqual([expect.stringContaining("SMARTLOCK_COLOUR is set")]);
    program = {};
    refuseUnknownSettings();
    expect(warnings).toHaveLength(2);
  });

  it("may also misspell the arguments of a provider, and is told", () => {
    config = {};
    const made = (args: object) => errorOf(() => new smartlock.Provider("emea", args));
    expect(made({ readonly: true })).toMatchObject({
      message: 'Provider "emea" has no argument readonly. Did you mean readOnly?',
    });
    expect(made({ colour: 1 })).toMatchObject({
      message: expect.stringContaining(
        '"emea" has no argument colour. The arguments are token, baseUrl',
      ) as unknown,
    });
    expect(made(null as unknown as object)).toMatchObject({
      message: 'Provider "emea": the second argument must be an object with settings, or left out.',
    });
    expect(made({ readOnly: true, token: "demo-token" })).toBeUndefined();
  });
});
