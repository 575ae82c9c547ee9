import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { type Scope, type Simulator, startSimulator } from "../../simulator";
import { evaluate } from "../scripts/script-module";
import { example, Repository } from "./gitops/repository";
import { type Ended, run } from "./gitops/run";

const CODE = 468375;
const CHANGED_BY_HAND = 'Authorization "Deliveries" on Office: allowedUntilTime is 23:00, declared 19:00.';
const access = readFileSync(join(example, "access.json"), "utf8");
const limits = readFileSync(join(example, "pipeline.env"), "utf8");
const nobody = JSON.stringify({ crews: {}, codes: {} });

/** The scopes of docs/guides/gitops.md. */
const scopes: Record<string, Scope[]> = {
  "looks-at-locks": ["smartlock.readOnly"],
  "reads-grants": ["smartlock.readOnly", "smartlock.auth"],
  "writes-grants": ["smartlock.readOnly", "smartlock.auth"],
};

/** The scripts of the example in the order of the workflows, each in a fresh clone, like on a runner. */
describe("examples/gitops", () => {
  let repository: Repository;
  let simulator: Simulator;
  let environment: NodeJS.ProcessEnv;

  const step = (script: string, folder: string, more: NodeJS.ProcessEnv): Promise<Ended> =>
    run(["bash", `scripts/${script}.sh`], { folder, env: { ...environment, ...more } });

  const preview = async (folder: string, more: NodeJS.ProcessEnv): Promise<Ended & { plan: string }> => ({
    ...(await step("preview", folder, more)),
    plan: join(folder, "plan"),
  });

  /** Applies the current main, with a plan that another job made. */
  const apply = (plan: string, folder = repository.checkOutMain()): Promise<Ended> => {
    cpSync(plan, join(folder, "plan"), { recursive: true });
    return step("apply", folder, { SMARTLOCK_TOKEN: "writes-grants" });
  };

  const drift = (token: string): Promise<Ended> =>
    step("drift", repository.checkOutMain(), { SMARTLOCK_TOKEN: token });

  const grants = (): string[] => {
    const { authorizations, smartlocks } = simulator.state();
    return authorizations
      .filter(({ name }) => ["Cleaners", "Gardeners", "Painters", "Deliveries"].includes(name))
      .map(({ name, smartlockId, allowedUntilTime }) => {
        const door = smartlocks.find((lock) => lock.smartlockId === smartlockId)?.name ?? "";
        return `${name} · ${door} · until ${(allowedUntilTime ?? 0) / 60}`;
      })
      .sort();
  };

  const writes = (): string[] =>
    simulator
      .requests()
      .filter(({ method }) => method !== "GET")
      .map(({ operation }) => operation ?? "");

  /** Somebody changes a grant in the app. */
  const setHour = (grant: string, door: string, hour: number): void => {
    const state = simulator.state();
    const lock = state.smartlocks.find(({ name }) => name === door);
    for (const authorization of state.authorizations) {
      if (authorization.name === grant && authorization.smartlockId === lock?.smartlockId) {
        authorization.allowedUntilTime = hour * 60;
      }
    }
    simulator.setState(state);
  };

  beforeAll(async () => {
    repository = new Repository();
    simulator = await startSimulator({ seed: "demo", settleMs: 100 });
    const state = simulator.state();
    const [token] = state.tokens;
    if (token === undefined) {
      throw new Error("The simulated account has no token.");
    }
    for (const [name, allowed] of Object.entries(scopes)) {
      state.tokens.push({ ...token, id: name, accessToken: name, scopes: allowed });
    }
    simulator.setState(state);

    const cli = process.env["SMARTLOCK_TEST_PULUMI"];
    if (cli === undefined) {
      throw new Error("SMARTLOCK_TEST_PULUMI is not set: run the tests with `npm test`.");
    }
    const place = {
      cliFolder: dirname(cli),
      home: join(repository.folder, "home"),
      backend: join(repository.folder, "backend"),
    };
    mkdirSync(place.backend);
    const made = await evaluate(
      "pulumi-cli/environment.mjs",
      `return script.pulumiEnvironment(${JSON.stringify(place)}, ${JSON.stringify(process.env)})`,
    );
    environment = {
      ...(made.value as NodeJS.ProcessEnv),
      SMARTLOCK_BASE_URL: simulator.url,
      // The types of the example are checked with those of the project.
      PULUMI_NODEJS_TRANSPILE_ONLY: "true",
    };

    repository.push("main", { "access.json": nobody });
    const folder = repository.checkOutMain();
    for (const args of [
      ["stack", "init", "production"],
      ["config", "set", "--secret", "--stack", "production", "codes", JSON.stringify({ deliveries: CODE })],
    ]) {
      const { code, output } = await run(["pulumi", ...args, "--non-interactive"], {
        folder,
        env: environment,
      });
      if (code !== 0) {
        throw new Error(output);
      }
    }
    const stackFile = "Pulumi.production.yaml";
    repository.push("main", { [stackFile]: readFileSync(join(folder, stackFile), "utf8") });
  });

  afterAll(async () => {
    await simulator.stop();
    repository.remove();
  });

  beforeEach(() => simulator.clearRequests());

  let plan: string;

  it("previews a pull request without a write, and keeps the plan without a code in clear", async () => {
    repository.push("access", { "access.json": access });
    const folder = repository.checkOutPullRequest("access");
    const page = join(repository.folder, "summary.md");
    const outputs = join(repository.folder, "outputs");
    const done = await preview(folder, {
      SMARTLOCK_TOKEN: "reads-grants",
      GITHUB_STEP_SUMMARY: page,
      GITHUB_OUTPUT: outputs,
    });
    expect(done).toMatchObject({ code: 0, output: expect.stringContaining("to create") as unknown });
    expect(readFileSync(page, "utf8")).toContain("Cleaners");
    const tree = readFileSync(join(done.plan, "tree"), "utf8");
    expect(readFileSync(outputs, "utf8")).toBe(`artifact=plan-${tree}`);
    for (const file of ["plan.json", "preview.txt"]) {
      expect(readFileSync(join(done.plan, file), "utf8")).not.toContain(String(CODE));
    }
    expect(writes()).toEqual([]);
    plan = done.plan;
  });

  it("refuses a plan for any other commit than the one it was made for", async () => {
    const done = await apply(plan);
    expect(done.code).toBe(1);
    expect(done.output).toContain("plan/ does not hold the plan of this commit");
    expect(simulator.requests()).toEqual([]);
  });

  it("plans nothing that no commit holds", async () => {
    const folder = repository.checkOutMain();
    writeFileSync(join(folder, "access.json"), access);
    const done = await preview(folder, { SMARTLOCK_TOKEN: "reads-grants" });
    expect(done.code).toBe(1);
    expect(done.output).toContain("there are uncommitted changes");
    expect(simulator.requests()).toEqual([]);
  });

  it("applies the reviewed plan after the merge, with the token that may write", async () => {
    repository.merge("access", "--squash");
    expect(await apply(plan)).toMatchObject({ code: 0 });
    expect(grants()).toEqual([
      "Cleaners · Front door · until 16",
      "Cleaners · Garage · until 16",
      "Deliveries · Front door · until 19",
      "Deliveries · Office · until 19",
      "Gardeners · Garage · until 12",
    ]);
  });

  it("refuses to apply an older commit again: it would take back what was merged since", async () => {
    const older = repository.checkOutMain();
    repository.push("main", { "NOTES.md": "Nothing about doors.\n" });
    const done = await apply(plan, older);
    expect(done.code).toBe(1);
    expect(done.output).toContain("main has moved to");
    expect(simulator.requests()).toEqual([]);
  });

  it("previews a new crew with a token that sees no grant only if the preview does not look for mistakes", async () => {
    const declared = JSON.parse(access) as { crews: Record<string, object> };
    const painters = { ...declared.crews["gardeners"], name: "Painters", email: "painters@example.com" };
    const crews = { ...declared.crews, painters };
    repository.push("painters-come", { "access.json": JSON.stringify({ ...declared, crews }) });
    const strict = { SMARTLOCK_TOKEN: "looks-at-locks", SMARTLOCK_DIFF: "state" };
    const folder = repository.checkOutPullRequest("painters-come");
    const refused = await preview(folder, strict);
    expect(refused.code).not.toBe(0);
    expect(refused.output).toContain("The token was refused, or may not list");
    const done = await preview(folder, { ...strict, SMARTLOCK_PREFLIGHT: "off" });
    expect(done).toMatchObject({ code: 0, output: expect.stringContaining("Painters") as unknown });
    expect(writes()).toEqual([]);
  });

  it("stops before any write if somebody changed a door between plan and apply", async () => {
    repository.push("longer", { "access.json": access.replace('"16:00"', '"17:00"') });
    // The strictest form: a token that sees no grant, and a preview against the saved state.
    const done = await preview(repository.checkOutPullRequest("longer"), {
      SMARTLOCK_TOKEN: "looks-at-locks",
      SMARTLOCK_DIFF: "state",
    });
    expect(done).toMatchObject({ code: 0, output: expect.stringContaining('"16:00" => "17:00"') as unknown });

    setHour("Deliveries", "Office", 23);
    repository.merge("longer", "--no-ff");
    const applied = await apply(done.plan);
    expect(applied.code).toBe(1);
    expect(applied.output).toContain(CHANGED_BY_HAND);
    expect(applied.output).toContain("is constrained to same");
    expect(applied.output).toContain("Nothing was changed");
    expect(writes()).toEqual([]);
  });

  it("finds the drift, in words and with an exit code of its own", async () => {
    const done = await drift("reads-grants");
    expect(done.code).toBe(7);
    expect(done.output).toContain(CHANGED_BY_HAND);
    expect(done.output).toContain("Drift: the doors are not as declared.");
    expect(writes()).toEqual([]);
  });

  it("does not take a refused token for drift, nor for its absence", async () => {
    const done = await drift("a-token-that-was-revoked");
    expect([0, 7]).not.toContain(done.code);
    expect(done.output).toContain("The doors could not be compared with the declaration");
  });

  it("puts the doors right with a new plan of main", async () => {
    const done = await preview(repository.checkOutMain(), { SMARTLOCK_TOKEN: "reads-grants" });
    expect(done.code).toBe(0);
    expect(await apply(done.plan)).toMatchObject({ code: 0 });
    expect(grants()).toEqual([
      "Cleaners · Front door · until 17",
      "Cleaners · Garage · until 17",
      "Deliveries · Front door · until 19",
      "Deliveries · Office · until 19",
      "Gardeners · Garage · until 12",
    ]);
  });

  it("finds no drift then", async () => {
    expect(await drift("reads-grants")).toMatchObject({
      code: 0,
      output: expect.stringContaining("No drift: the doors are as declared.") as unknown,
    });
  });

  it("takes away what the plan takes away, though other steps of it fail", async () => {
    const declared = JSON.parse(access) as { crews: Record<string, object> };
    const { cleaners } = declared.crews;
    repository.push("gardeners-leave", {
      "access.json": JSON.stringify({
        ...declared,
        crews: {
          cleaners: { ...cleaners, until: "18:00" },
          painters: { ...cleaners, name: "Painters", email: "painters@example.com" },
        },
      }),
    });
    const done = await preview(repository.checkOutPullRequest("gardeners-leave"), {
      SMARTLOCK_TOKEN: "reads-grants",
    });
    expect(done.code).toBe(0);
    expect(done.output).toContain("Deletes (2 of at most 2)");
    repository.merge("gardeners-leave", "--squash");

    // No grant can be changed or created; everything that can be deleted is deleted.
    simulator.setFaults(
      ["POST *", "PUT /smartlock/auth", "PUT /smartlock/{smartlockId}/auth"].map((operation) => ({
        operation,
        kind: "error",
        status: 400,
        count: "always",
      })),
    );
    const applied = await apply(done.plan);
    simulator.clearFaults();
    expect(applied.code).not.toBe(0);
    expect(applied.output).toContain("The apply could not do everything");
    expect(simulator.state().users.map(({ name }) => name)).not.toContain("Gardeners");
    expect(grants()).toEqual([
      "Cleaners · Front door · until 17",
      "Cleaners · Garage · until 17",
      "Deliveries · Front door · until 19",
      "Deliveries · Office · until 19",
    ]);
  });

  it("does the rest with a new plan of main", async () => {
    const done = await preview(repository.checkOutMain(), { SMARTLOCK_TOKEN: "reads-grants" });
    expect(done.code).toBe(0);
    expect(await apply(done.plan)).toMatchObject({ code: 0 });
    expect(grants()).toEqual([
      "Cleaners · Front door · until 18",
      "Cleaners · Garage · until 18",
      "Deliveries · Front door · until 19",
      "Deliveries · Office · until 19",
      "Painters · Front door · until 16",
      "Painters · Garage · until 16",
    ]);
  });

  it("refuses a plan that deletes too much, names what would go, and leaves no plan", async () => {
    repository.push("empty", { "access.json": nobody });
    const done = await preview(repository.checkOutPullRequest("empty"), { SMARTLOCK_TOKEN: "reads-grants" });
    expect(done.code).toBe(1);
    // Six grants and the two users.
    expect(done.output).toContain("this plan deletes 8 objects, and SMARTLOCK_MAX_DELETES allows 2");
    expect(done.output).toContain("AccountUser painters");
    expect(existsSync(join(done.plan, "plan.json"))).toBe(false);
    expect(writes()).toEqual([]);
  });

  it("counts the deletes again before the apply: the plan may be one that no preview.sh has seen", async () => {
    repository.merge("empty", "--squash");
    const folder = repository.checkOutMain();
    mkdirSync(join(folder, "plan"));
    const made = await run(
      [
        "bash",
        "-c",
        "pulumi preview --stack production --save-plan plan/plan.json && git rev-parse HEAD^{tree} >plan/tree",
      ],
      { folder, env: { ...environment, SMARTLOCK_TOKEN: "reads-grants" } },
    );
    expect(made.code).toBe(0);
    const before = grants();
    const applied = await apply(join(folder, "plan"));
    expect(applied.code).toBe(1);
    expect(applied.output).toContain("this plan deletes 8 objects, and SMARTLOCK_MAX_DELETES allows 2");
    expect(applied.output).toContain("Nothing was changed");
    expect(writes()).toEqual([]);
    expect(grants()).toEqual(before);
  });

  it("lets them go if the limit was raised in the same pull request, by the count that the provider has", async () => {
    repository.push("meant", {
      "access.json": nobody,
      "pipeline.env": limits.replace("SMARTLOCK_MAX_DELETES=2", "SMARTLOCK_MAX_DELETES=8"),
    });
    const done = await preview(repository.checkOutPullRequest("meant"), { SMARTLOCK_TOKEN: "reads-grants" });
    expect(done.code).toBe(0);
    repository.merge("meant", "--squash");
    expect(await apply(done.plan)).toMatchObject({ code: 0 });
    expect(grants()).toEqual([]);
  });

  it("ends although Pulumi waits for ever: a lock is offline from which a grant is to be replaced", async () => {
    const fobOf = (user: "crew" | "team"): Record<string, string> => ({
      "index.ts": `
        import * as smartlock from "pulumi-smartlock";
        const crew = new smartlock.AccountUser("crew", { name: "Crew", email: "crew@example.com" });
        const team = new smartlock.AccountUser("team", { name: "Team", email: "team@example.com" });
        const smartlockId = smartlock.getSmartlock({ name: "Garage" });
        const fob = { type: 2, name: "Gardeners", remoteAllowed: false, settleTimeout: 3 } as const;
        new smartlock.Authorization("fob", { ...fob, smartlockId, accountUserId: ${user} });`,
    });
    const change = async (branch: string, files: Record<string, string>): Promise<string> => {
      repository.push(branch, files);
      const token = { SMARTLOCK_TOKEN: "reads-grants" };
      const done = await preview(repository.checkOutPullRequest(branch), token);
      expect(done.code).toBe(0);
      repository.merge(branch, "--squash");
      return done.plan;
    };
    expect(await apply(await change("fob", fobOf("crew")))).toMatchObject({ code: 0 });
    const replaced = await change("replaced", {
      ...fobOf("team"),
      "pipeline.env": limits.replace(/^APPLY_MINUTES=.*$/m, "APPLY_MINUTES=1"),
    });
    const garage = simulator.state().smartlocks.find(({ name }) => name === "Garage");
    simulator.lock(garage?.smartlockId ?? 0).goOffline("pending");
    const applied = await apply(replaced);
    expect(applied.code).toBe(124);
    expect(applied.output).toContain("the service accepted the delete, but Garage is offline");
    expect(applied.output).toContain("it had not ended after 1 minutes");
    expect(applied.output).toContain("The apply could not do everything");
    simulator.lock(garage?.smartlockId ?? 0).goOnline();
    const again = await change("the-usual-time", { "pipeline.env": limits });
    expect(await apply(again)).toMatchObject({ code: 0 });
    expect(grants()).toEqual([expect.stringContaining("Gardeners · Garage")]);
  });
});
