import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type AccountState, type Simulator, startSimulator } from "../../simulator";
import { Project } from "../pulumi/project";
import { OTHER_ACCOUNT, startOtherAccount } from "./other-account";
import {
  countsOf,
  eachOnce,
  idsOf,
  madeSince,
  names,
  noneOfThem,
  oneOfEveryKind,
  writesTo,
} from "./one-of-every-kind";

const QUOTED_CODE = 684229;

/** Things that must not happen to a stack with every kind, on the real engine. */
describe("guards on the Pulumi engine", () => {
  let simulator: Simulator;
  let other: Simulator;
  let project: Project;
  let before: AccountState;
  let ids: ReturnType<typeof idsOf>;
  const made = () => madeSince(before, simulator.state());
  const changed = oneOfEveryKind({
    args: { house: { settings: { wifi: "family" } }, app: { name: "Phone" } },
  });

  const use = ({ token, url }: Simulator): void => {
    project.setVariable("SMARTLOCK_TOKEN", token);
    project.setVariable("SMARTLOCK_BASE_URL", url);
  };

  /** Runs something with additional lines in the stack's configuration. */
  const withConfig = async <T>(lines: string, run: () => Promise<T>): Promise<T> => {
    const file = "Pulumi.test.yaml";
    const text = readFileSync(join(project.folder, file), "utf8");
    project.write(file, `${text}config:\n${lines}`);
    try {
      return await run();
    } finally {
      project.write(file, text);
    }
  };

  beforeAll(async () => {
    simulator = await startSimulator({ seed: "demo", settleMs: 100 });
    other = await startOtherAccount("token-of-others");
    before = simulator.state();
    project = new Project({});
    use(simulator);
    await project.pulumi("stack", "init", "test");
    project.program(oneOfEveryKind());
    await project.pulumi("up", "--yes", "--skip-preview");
    expect(countsOf(made())).toEqual(eachOnce());
    ids = idsOf(made());
  });

  afterAll(async () => {
    project.remove();
    await simulator.stop();
    await other.stop();
  });

  beforeEach(() => {
    simulator.clearRequests();
    other.clearRequests();
  });

  it("does not take a fresh object for gone because lists are stale", async () => {
    // The program itself looks for its locks by name, so their list is not late.
    const late = [
      "GET /smartlock/auth",
      "GET /account/user",
      "GET /account/sub",
      "GET /address",
      "GET /address/{addressId}/unit",
      "GET /api/decentralWebhook",
      "GET /notification",
    ] as const;
    simulator.setFaults(late.map((operation) => ({ kind: "lacking", operation, count: "always" })));
    await project.pulumi("preview", "--expect-no-changes");
    await project.pulumi("refresh", "--yes", "--skip-preview", "--expect-no-changes");
    simulator.clearFaults();
    expect(writesTo(simulator)).toEqual([]);
  });

  it("stops before any write when the token belongs to another account", async () => {
    use(other);
    project.program(changed);
    for (const command of ["up", "destroy"]) {
      const { code, output } = await project.attempt(command, "--yes", "--skip-preview");
      expect(code).not.toBe(0);
      expect(output).toContain(
        `but the token from environment variable SMARTLOCK_TOKEN at ${other.url} belongs to account ${OTHER_ACCOUNT}. ` +
          "Nothing was changed.",
      );
    }
    use(simulator);
    expect(writesTo(other)).toEqual([]);
    expect(writesTo(simulator)).toEqual([]);
    expect(other.requests().length).toBeGreaterThan(0);
    expect(idsOf(made())).toEqual(ids);
  });

  it("prints a service's error that quotes a code without the code", async () => {
    simulator.setFaults([
      {
        operation: "PUT /smartlock/{smartlockId}/auth",
        kind: "error",
        status: 400,
        message: `The supplied value '${QUOTED_CODE}' for parameter 'code' is not valid`,
        count: "always",
      },
    ]);
    project.program(
      `${oneOfEveryKind()}
      new smartlock.Authorization("quoted", {
        smartlockId: front, name: "Quoted", type: 13, code: ${QUOTED_CODE}, remoteAllowed: false,
      });`,
    );
    const { code, output } = await project.attempt("up", "--yes", "--skip-preview");
    simulator.clearFaults();
    expect(code).not.toBe(0);
    expect(output).toMatch(/The supplied value '.*' for parameter 'code' is not valid/);
    expect(output).not.toContain(String(QUOTED_CODE));
    expect(idsOf(made())).toEqual(ids);
  });

  it("writes nothing with smartlock:readOnly, from the stack and from the environment", async () => {
    project.program(changed);
    const up = await withConfig('  smartlock:readOnly: "true"\n', () =>
      project.attempt("up", "--yes", "--skip-preview"),
    );
    project.setVariable("SMARTLOCK_READ_ONLY", "true");
    const destroy = await project.attempt("destroy", "--yes", "--skip-preview");
    project.setVariable("SMARTLOCK_READ_ONLY", undefined);
    for (const { code, output } of [up, destroy]) {
      expect(code).not.toBe(0);
      expect(output).toContain("only reading is allowed now (readOnly), so nothing was sent");
    }
    expect(up.output).toContain("readOnly is set by stack configuration smartlock:readOnly.");
    // The failed run has saved the stack's setting, and a destroy uses it: both are named.
    expect(destroy.output).toContain(
      "readOnly is set by environment variable SMARTLOCK_READ_ONLY and stack configuration smartlock:readOnly.",
    );
    expect(writesTo(simulator)).toEqual([]);
    expect(idsOf(made())).toEqual(ids);
  });

  it("deletes no more than smartlock:maxDeletes allows, from the stack and from the environment", async () => {
    const all = names.length;
    project.program(oneOfEveryKind({ without: names.filter((name) => name !== "house") }));
    const up = await withConfig('  smartlock:maxDeletes: "1"\n', () =>
      project.attempt("up", "--yes", "--skip-preview"),
    );
    const left = () => Object.values(countsOf(made())).reduce((sum, count) => sum + count, 0);
    expect(up.code).not.toBe(0);
    expect(up.output).toContain("smartlock:maxDeletes allows 1 delete in a run");
    expect(left()).toBe(all - 1);
    project.setVariable("SMARTLOCK_MAX_DELETES", "0");
    const destroy = await project.attempt("destroy", "--yes", "--skip-preview");
    project.setVariable("SMARTLOCK_MAX_DELETES", undefined);
    expect(destroy.code).not.toBe(0);
    expect(destroy.output).toContain("smartlock:maxDeletes allows 0 deletes in a run");
    expect(left()).toBe(all - 1);
    // A destroy uses the stack's configuration of the last run, and the environment does not loosen it.
    project.setVariable("SMARTLOCK_MAX_DELETES", String(all));
    const saved = await project.attempt("destroy", "--yes", "--skip-preview");
    expect(saved.code).not.toBe(0);
    expect(saved.output).toContain("The limit is set by stack configuration smartlock:maxDeletes.");
    expect(left()).toBe(all - 2);
    // As the refusal advises.
    expect(saved.output).toContain(
      "or `pulumi destroy --run-program`, with a program that declares something",
    );
    await project.pulumi("destroy", "--yes", "--skip-preview", "--run-program");
    expect(countsOf(made())).toEqual(noneOfThem());
  });
});
