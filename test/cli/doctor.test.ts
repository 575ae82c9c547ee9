import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { MIN_NODE, MIN_PULUMI } from "../../cli/doctor/machine";
import manifest from "../../package.json";
import { type Simulator, type SimulatorOptions, startSimulator } from "../../simulator";
import { type Ended, smartlock } from "./run";

interface Finding {
  readonly level: string;
  readonly what: string;
  readonly remedy?: string;
}

/** The installed command against a service, in a process of its own. */
describe("smartlock doctor", () => {
  let folder: string;
  const simulators: Simulator[] = [];

  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), "smartlock-doctor-"))));
  afterEach(async () => {
    rmSync(folder, { recursive: true, force: true });
    await Promise.all(simulators.splice(0).map((simulator) => simulator.stop()));
  });

  async function doctor(
    options: SimulatorOptions,
    variables: Readonly<Record<string, string>> = {},
    ...args: string[]
  ): Promise<Ended> {
    const simulator = await startSimulator(options);
    simulators.push(simulator);
    return smartlock(
      ["doctor", ...args],
      {
        SMARTLOCK_TOKEN: simulator.token,
        SMARTLOCK_BASE_URL: simulator.url,
        SMARTLOCK_NOTES: join(folder, "notes"),
        ...variables,
      },
      folder,
    );
  }

  async function findings(...asked: Parameters<typeof doctor>): Promise<Finding[]> {
    const [options, variables, ...args] = asked;
    return JSON.parse((await doctor(options, variables ?? {}, "--json", ...args)).stdout) as Finding[];
  }

  it("finds no problem in an account that is well, says what it saw, and names each lock that needs something", async () => {
    const { stdout, stderr, code } = await doctor({ seed: "demo" });
    expect(stdout).toContain("  Token from environment variable SMARTLOCK_TOKEN.");
    expect(stdout).toContain("  6 locks, 2 of them with a keypad, 8 authorizations.");
    expect(stdout).toContain(
      '? Cellar is offline: it cannot confirm changes.\n    Bring it back online, or declare waitFor: "accepted"',
    );
    expect(stdout).toContain("  The token may read authorizations.");
    expect(stdout).toMatch(/\nNo problem found\. \d+ hints? \(\?\)\.\n$/);
    expect({ stderr, code }).toEqual({ stderr: "", code: 0 });
  });

  it("prints neither the token nor a code", async () => {
    const { stdout } = await doctor({ seed: "demo", token: "an-invented-token" });
    expect(stdout).not.toMatch(/an-invented-token|482913|739164/);
  });

  it("fails if the token may not read what every program needs, and names the scope", async () => {
    const { stdout, code } = await doctor({ seed: "demo", scopes: ["account", "smartlock"] });
    expect(stdout).toContain(
      "! The token may not read authorizations.\n    A token with the scope smartlock.auth can.",
    );
    expect(stdout).toContain(
      "? The token may not read webhooks.\n    A token with the scope webhook.decentral can. It is only needed if a program declares them.",
    );
    expect(stdout).toMatch(/\n1 problem found \(!\)\./);
    expect(code).toBe(1);
  });

  it("says once that the token is refused for everything", async () => {
    const found = await findings({ seed: "demo" }, { SMARTLOCK_TOKEN: "another-token" });
    expect(found.filter(({ level }) => level === "problem")).toEqual([
      expect.objectContaining({ what: "The service refuses the token for everything." }),
    ]);
  });

  it("says that the service cannot be reached", async () => {
    const { stdout, code } = await doctor(
      { seed: "demo" },
      { SMARTLOCK_BASE_URL: "http://127.0.0.1:9", SMARTLOCK_TIMEOUT: "2" },
    );
    expect(stdout).toContain("! The service cannot be reached.");
    expect(code).toBe(1);
  });

  it("fails for a guard that is misspelt, since it is off", async () => {
    const { stdout, code } = await doctor({ seed: "demo" }, { SMARTLOCK_READONLY: "true" });
    expect(stdout).toContain("the guard is called SMARTLOCK_READ_ONLY");
    expect(code).toBe(1);
  });

  it("hints at notes that a dead run has left", async () => {
    mkdirSync(join(folder, "notes"));
    writeFileSync(join(folder, "notes", `${"0".repeat(64)}.json`), "{}");
    const found = await findings({ seed: "demo" });
    expect(found).toContainEqual({
      level: "hint",
      what: expect.stringMatching(/^1 note is in .*notes: a run is still going, or one died/) as string,
      remedy: expect.stringContaining("run `pulumi up` with the same program once more") as string,
    });
  });

  it("hints at a clock that is wrong", async () => {
    const found = await findings({ seed: "demo", clock: "held", now: new Date(Date.now() + 600_000) });
    expect(found.find(({ what }) => what.includes("clock"))).toMatchObject({
      level: "hint",
      what: expect.stringMatching(
        /^The clock of this machine is 5\d\d s behind that of the service\.$/,
      ) as string,
    });
  });

  it("names a lock that is nearly full or full, and a battery that is nearly empty", async () => {
    const simulator = await startSimulator({ seed: "demo" });
    const state = simulator.state();
    await simulator.stop();
    const [door, garage] = state.smartlocks;
    const [grant] = state.authorizations;
    if (door === undefined || garage === undefined || grant === undefined) {
      throw new Error("the demo has locks and authorizations");
    }
    const many = (smartlockId: number, count: number, type: number) =>
      Array.from({ length: count }, (_, index) => ({
        ...grant,
        id: `${smartlockId.toString(16).padStart(12, "0")}${index.toString(16).padStart(12, "0")}`,
        smartlockId,
        authId: 1000 + index,
        type,
        name: `Many ${index}`,
      }));
    const found = await findings({
      state: {
        ...state,
        authorizations: [...many(door.smartlockId, 180, 2), ...many(garage.smartlockId, 100, 13)],
        smartlocks: state.smartlocks.map((lock) =>
          lock.name === "Office" ? { ...lock, state: { ...lock.state, batteryCritical: true } } : lock,
        ),
      },
    });
    expect(found.map(({ what }) => what)).toEqual(
      expect.arrayContaining([
        "Front door is nearly full: it has 180 of 200 authorizations.",
        "Garage is full: it has 100 of 100 keypad codes.",
        "The battery of Office is nearly empty.",
      ]),
    );
  });

  it("requires the versions that package.json requires", () => {
    expect(manifest.engines.node).toBe(`>=${MIN_NODE}`);
    expect(manifest.peerDependencies["@pulumi/pulumi"]).toBe(`^${MIN_PULUMI}`);
  });
});
