import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Fault, OperationName } from "../../simulator";
import type { RunResult } from "../protocol/test-engine";
import { Project } from "../pulumi/project";
import { Account, canaries } from "./every-kind";
import { each, type Sample, samples } from "./samples";

describe("promise 7: no secret appears in a log, an error, a plan or plain state", () => {
  let account: Account;
  let folder: string;
  let environment: Record<string, string>;

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), "smartlock-secrets-"));
    environment = { SMARTLOCK_LOG: join(folder, "log") };
    account = await Account.start({}, environment);
  });

  afterEach(async () => {
    await account.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  /** The declared secrets, and those that the service generated: the webhook's secret and the unit's token. */
  const secrets = (): string[] => {
    const { webhooks, addressUnits } = account.simulator.state();
    return [
      ...Object.values(canaries).map(String),
      ...webhooks.map(({ secret }) => secret),
      ...addressUnits.map(({ addressTokenId }) => addressTokenId),
    ];
  };

  const expectNone = (where: string, text: string, made: readonly string[] = secrets()): void => {
    expect(made.length).toBeGreaterThan(Object.keys(canaries).length);
    const found = made.filter((secret) => text.includes(secret));
    expect({ where, found }).toEqual({ where, found: [] });
  };

  const expectSilentRun = (where: string, { output, errors }: RunResult, made?: readonly string[]): void => {
    expectNone(`output of ${where}`, output, made);
    expectNone(`errors of ${where}`, JSON.stringify(errors), made);
  };

  it("while all goes well, and with what somebody changed", async () => {
    expectSilentRun("preview", await account.engine.preview(account.independentProgram()), [
      ...secrets(),
      "no webhook yet",
    ]);
    const up = await account.engine.up(account.independentProgram());
    expect(up.errors).toEqual({});
    expectSilentRun("up", up);
    const changed = {
      code: { code: canaries.otherCode },
      desk: { password: `${canaries.password}-2` },
      alerts: { pushId: `${canaries.pushId}/2`, secret: canaries.notificationSecret.replace("ca", "cb") },
    };
    const update = await account.engine.up(account.independentProgram(changed));
    expect(update.errors).toEqual({});
    expectSilentRun("update", update);
    account.edit((live) => {
      live.authorizations
        .filter(({ name }) => name === "Morning code")
        .forEach((grant) => (grant.code = 968574));
      live.notifications.forEach((notification) => (notification.pushId = "https://drifted.example.com/1"));
    });
    const drift = await account.engine.preview(account.independentProgram(changed));
    expect(drift.output).toContain("code differs from what is declared");
    expect(drift.output).toContain("pushId differs from what is declared");
    expectSilentRun("drift", drift, [...secrets(), "968574", "https://drifted.example.com/1"]);
    expectSilentRun("refresh", await account.engine.refresh());
    const made = secrets();
    expectSilentRun("destroy", await account.engine.destroy(), made);
    const log = readFileSync(join(folder, "log"), "utf8");
    expect(log).toContain('"operation":"webhooks.create"');
    expect(log).toContain('"operation":"addresses.createUnit"');
    expectNone("log", log, [...made, "968574", "https://drifted.example.com/1"]);
  });

  it("when the service quotes them in its errors", async () => {
    // A grant without a code shares its calls with the one that has it.
    const program = (changes = {}) =>
      account.independentProgram(changes).filter(({ name }) => !["app", "fob"].includes(name));
    expect((await account.engine.up(program())).errors).toEqual({});
    const made = secrets();
    const own: Readonly<Record<string, readonly (string | number)[]>> = {
      code: [canaries.code],
      desk: [canaries.password],
      alerts: [canaries.pushId, canaries.notificationSecret],
      events: account.simulator.state().webhooks.map(({ secret }) => secret),
      flat: account.simulator
        .state()
        .addressUnits.flatMap(({ name, addressTokenId }) => (name === "Flat 1" ? [addressTokenId] : [])),
    };
    const quoted = (operationOf: (sample: Sample) => OperationName | undefined): void =>
      account.simulator.setFaults(
        samples.flatMap((sample, index): Fault[] => {
          const operation = operationOf(sample);
          const body = index % 2 === 0 ? "exception" : "status";
          const message = `Rejected: ${[canaries.token, ...(own[sample.name] ?? [])].join(", ")}`;
          const isShared = ["app", "fob"].includes(sample.name);
          return operation === undefined || isShared
            ? []
            : [{ kind: "error", status: 400, body, message, operation, count: "always" }];
        }),
      );
    const changes = Object.fromEntries(
      samples.filter(({ update }) => update !== undefined).map(({ name, change }) => [name, change]),
    );
    const runs: readonly [string, (sample: Sample) => OperationName | undefined, () => Promise<RunResult>][] =
      [
        ["update", ({ update }) => update, () => account.engine.up(program(changes))],
        ["delete", ({ remove }) => remove, () => account.engine.destroy()],
        ["refresh", ({ list }) => list, () => account.engine.refresh()],
        ["preview", ({ list }) => list, () => account.engine.preview(program())],
        [
          "create",
          () => undefined,
          () => {
            account.edit((live) => samples.forEach((sample) => sample.delete(live)));
            // The service cannot quote secrets that it has not generated yet.
            quoted(({ name, create }) => (["events", "flat"].includes(name) ? undefined : create));
            return account.newEngine(environment).up(program());
          },
        ],
      ];
    for (const [where, operationOf, run] of runs) {
      quoted(operationOf);
      const result = await run();
      expect(JSON.stringify(result.errors)).toContain("Rejected");
      expectSilentRun(where, result, made);
    }
    expectNone("log", readFileSync(join(folder, "log"), "utf8"), made);
  });

  it("on the real engine: exported state, output, plan and log", async () => {
    const project = new Project({
      SMARTLOCK_BASE_URL: account.simulator.url,
      SMARTLOCK_LOG: join(folder, "log"),
    });
    const declare = (changes: Parameters<Account["program"]>[0] = {}): void => {
      const resources = account.independentProgram(changes).map(({ type, name, inputs }) => {
        const opts = name === "events" ? "{ provider: other }" : "{}";
        return `new smartlock.${type}("${name}", ${JSON.stringify(inputs)}, ${opts});`;
      });
      project.program(`
        const other = new smartlock.Provider("other", { token: ${JSON.stringify(canaries.token)}, baseUrl: ${JSON.stringify(account.simulator.url)} });
        ${resources.join("\n")}
      `);
    };
    try {
      await project.pulumi("stack", "init", "test");
      await project.pulumi("config", "set", "--secret", "smartlock:token", canaries.token);
      declare();
      const texts: Record<string, string> = {};
      const plan = join(folder, "plan.json");
      texts["preview"] = (await project.pulumi("preview", "--json", "--save-plan", plan)).output;
      texts["plan"] = readFileSync(plan, "utf8");
      texts["up"] = (await project.pulumi("up", "--yes", "--skip-preview", "--diff", "--show-config")).output;
      expect(account.counts()).toEqual(each(1));
      texts["state"] = (await project.pulumi("stack", "export")).stdout;
      texts["refresh"] = (await project.pulumi("refresh", "--yes", "--skip-preview", "--diff")).output;
      texts["state after refresh"] = (await project.pulumi("stack", "export")).stdout;
      declare({
        code: { code: 121212 },
        desk: { password: "canary" },
        alerts: { pushId: "not-a-url-canary" },
      });
      const failed = await project.attempt("preview", "--diff");
      expect(failed.code).not.toBe(0);
      expect(failed.output).toMatch(/has a problem: (code|password|pushId) must/);
      texts["check failures"] = failed.output;
      declare({ code: { code: canaries.otherCode }, desk: { password: `${canaries.password}-2` } });
      account.simulator.setFaults([
        {
          kind: "error",
          operation: "POST /smartlock/{smartlockId}/auth/{id}",
          status: 400,
          message: `No ${canaries.otherCode}`,
          count: "always",
        },
      ]);
      const refused = await project.attempt("up", "--yes", "--skip-preview", "--diff");
      expect(refused.code).not.toBe(0);
      texts["failed up"] = refused.output;
      texts["state after the failure"] = (await project.pulumi("stack", "export")).stdout;
      texts["log"] = readFileSync(join(folder, "log"), "utf8");
      for (const [where, text] of Object.entries(texts)) {
        expect({ where, length: text.length > 100 }).toEqual({ where, length: true });
        expectNone(where, text, [...secrets(), "121212", '"canary"', "not-a-url-canary"]);
      }
      expect(JSON.parse(texts["state"] ?? "{}")).toHaveProperty("deployment.resources");
      // Everything on the disk at that time: states, their history and copies, logs, notes. Only the program has the
      // secrets in clear text.
      const files = filesIn(project.folder).filter((file) => !file.endsWith("index.js"));
      expect(files.filter((file) => file.includes("history")).length).toBeGreaterThan(2);
      for (const file of files) {
        expectNone(file, readFileSync(file, "latin1"));
      }
    } finally {
      project.remove();
    }
  });
});

/** Links lead to the packages, so they are not followed. */
function filesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? filesIn(path) : entry.isFile() ? [path] : [];
  });
}
