import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { MIN_NODE, MIN_PULUMI } from "../../cli/doctor/machine";
import manifest from "../../package.json";
import { ownFolder } from "../../provider/engine/journal/own-folder";
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
    variables: Readonly<Record<string, string | undefined>> = {},
    ...args: string[]
  ): Promise<Ended> {
    const simulator = await startSimulator(options);
    simulators.push(simulator);
    return doctorOf(simulator, variables, ...args);
  }

  function doctorOf(
    simulator: Simulator,
    variables: Readonly<Record<string, string | undefined>> = {},
    ...args: string[]
  ): Promise<Ended> {
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

  /** A service that refuses some of what the doctor asks. */
  async function refusing(status: number, ...operations: string[]): Promise<Simulator> {
    const simulator = await startSimulator({ seed: "demo" });
    simulators.push(simulator);
    simulator.setFaults(
      operations.map((operation) => ({ operation, kind: "error", status, count: "always" })),
    );
    return simulator;
  }

  function note(name: string, text: string): void {
    mkdirSync(join(folder, "notes"), { recursive: true });
    writeFileSync(join(folder, "notes", name), text);
  }

  const nameOfNote = (digit: string): string => `${digit.repeat(64)}.json`;

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
    const { stdout, code } = await doctor({ seed: "demo", token: "an-invented-token" });
    expect(code).toBe(0);
    expect(stdout).toContain("  6 locks, 2 of them with a keypad, 8 authorizations.");
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
    expect(stdout).toContain("  6 locks, 2 of them with a keypad, authorizations not counted.");
    expect(stdout).toMatch(/\n1 problem found \(!\)\./);
    expect(code).toBe(2);
  });

  it("advises the narrowest scope that suffices", async () => {
    const found = await findings({ seed: "demo", scopes: ["webhook.decentral"] });
    const advised = found.filter(({ what }) => what.startsWith("The token may not read"));
    expect(advised.map(({ what, remedy }) => [what, /scope ([\w.]+) /.exec(remedy ?? "")?.[1]])).toEqual([
      ["The token may not read locks.", "smartlock.readOnly"],
      ["The token may not read authorizations.", "smartlock.auth"],
      ["The token may not read users.", "smartlock.auth"],
      ["The token may not read addresses.", "account"],
      ["The token may not read sub-accounts.", "account"],
      ["The token may not read notifications.", "smartlock.log"],
    ]);
  });

  it("asks for the locks once, and says what it could not read and what to do about it, each once", async () => {
    const simulator = await refusing(404, "GET /smartlock/auth/paged", "GET /notification");
    const { stdout, code } = await doctorOf(simulator);
    expect(simulator.requests().filter(({ operation }) => operation === "GET /smartlock")).toHaveLength(1);
    expect(stdout).toContain("  6 locks, 2 of them with a keypad, authorizations not counted.");
    expect(stdout).toMatch(
      /\n! Reading authorizations failed: authorizations\.page failed .*\n {4}Check the base URL\. It is http.*\n/,
    );
    expect(stdout.match(/Check the base URL\. /g)).toHaveLength(2);
    expect(code).toBe(2);
  });

  it("hints at what the account may not do, if a program may not need it", async () => {
    const simulator = await refusing(403, "GET /address", "GET /smartlock/auth/paged");
    const { stdout } = await doctorOf(simulator);
    expect(stdout).toMatch(
      /\n\? Reading addresses failed: .*\(403\).*\n {4}Check that the account may do this.* It is only needed if a program declares them\.\n/,
    );
    expect(stdout).toMatch(/\n! Reading authorizations failed: .*\(403\).*\n {4}Check that the account/);
    expect(stdout).toContain("authorizations not counted.");
  });

  it("says once that the token is refused for everything", async () => {
    const found = await findings({ seed: "demo" }, { SMARTLOCK_TOKEN: "another-token" });
    expect(found.filter(({ level }) => level === "problem")).toEqual([
      expect.objectContaining({ what: "The service refuses the token for every request." }),
    ]);
  });

  it("says that the service cannot be reached", async () => {
    const { stdout, code } = await doctor(
      { seed: "demo" },
      { SMARTLOCK_BASE_URL: "http://127.0.0.1:9", SMARTLOCK_TIMEOUT: "2" },
    );
    expect(stdout).toMatch(/\n! The service cannot be reached\. .*\n {4}Check the network and the base URL /);
    expect(stdout.match(/Check the network/g)).toHaveLength(1);
    expect(code).toBe(2);
  });

  it.each<[string, Record<string, string | undefined>, string]>([
    [
      "a token",
      { SMARTLOCK_TOKEN: undefined },
      "No token. Set SMARTLOCK_TOKEN, pass --stack with the name of a stack",
    ],
    [
      "a setting that can be used",
      { SMARTLOCK_TIMEOUT: "soon" },
      'environment variable SMARTLOCK_TIMEOUT is "soon", but must be a number above 0.',
    ],
    [
      "a token that can be sent",
      { SMARTLOCK_TOKEN: "two words" },
      "the token from environment variable SMARTLOCK_TOKEN contains a space",
    ],
  ])(
    "looks at the machine, the names of settings and the notes even without %s",
    async (_title, wrong, words) => {
      note(nameOfNote("0"), '{"at":0,"notIt":["1"]}');
      const variables = { SMARTLOCK_READONLY: "true", ...wrong };
      const { stdout, stderr, code } = await doctor({ seed: "demo" }, variables, "--json");
      const found = JSON.parse(stdout) as Finding[];
      expect(found.filter(({ level }) => level === "problem").map(({ what }) => what)).toEqual([
        expect.stringContaining("the guard is called SMARTLOCK_READ_ONLY"),
        expect.stringMatching(/^The service was not asked\. /),
      ]);
      expect(stdout).toContain(JSON.stringify(words).slice(1, -1));
      expect(stdout).not.toContain("two words");
      expect(found).toContainEqual({ level: "ok", what: `Node ${process.versions.node}` });
      expect(found.some(({ what }) => what.startsWith("1 note is in "))).toBe(true);
      expect({ stderr, code }).toEqual({ stderr: "", code: 2 });
    },
  );

  it.each([
    [false, 1],
    [true, 0],
  ])("finds a token that the stack's file has in plain text; encrypted: %s", async (secret, count) => {
    const simulator = await startSimulator({ seed: "demo" });
    simulators.push(simulator);
    const configuration = JSON.stringify({ "smartlock:token": { value: simulator.token, secret } });
    writeFileSync(
      join(folder, "pulumi"),
      `#!/bin/sh\n[ "$1" = config ] && echo '${configuration}' || echo v3.259.0\n`,
    );
    chmodSync(join(folder, "pulumi"), 0o700);
    const variables = { PATH: folder, SMARTLOCK_TOKEN: undefined };
    const { stdout } = await doctorOf(simulator, variables, "--json", "--stack", "homes");
    const found = JSON.parse(stdout) as Finding[];
    expect(found.filter(({ what }) => what.includes("in plain text"))).toHaveLength(count);
    expect(stdout).toContain('"Token from stack configuration smartlock:token."');
    expect(stdout).not.toContain(simulator.token);
  });

  it("looks at the machine and the notes even if the stack cannot be read", async () => {
    writeFileSync(join(folder, "pulumi"), "#!/bin/sh\necho 'error: no such stack' >&2\nexit 255\n");
    chmodSync(join(folder, "pulumi"), 0o700);
    const found = await findings({ seed: "demo" }, { PATH: folder }, "--stack", "homes");
    expect(found).toEqual(
      expect.arrayContaining([
        {
          level: "problem",
          what: 'The service was not asked. The configuration of the stack "homes" cannot be read: no such stack',
        },
        {
          level: "hint",
          what: "The Pulumi CLI does not run: `pulumi version` failed (error: no such stack).",
          remedy: "Install it again: https://www.pulumi.com/docs/install/",
        },
        { level: "ok", what: `No run has left notes in ${join(folder, "notes")}.` },
      ]),
    );
  });

  it("says that the CLI is not there", async () => {
    const found = await findings({ seed: "demo" }, { PATH: "/nowhere" });
    expect(found).toContainEqual(
      expect.objectContaining({ level: "hint", what: "The Pulumi CLI is not on PATH." }),
    );
  });

  it("ends with 1 if it could not look at all, and says so in its help", async () => {
    const { stdout, stderr, code } = await doctor({ seed: "demo" }, {}, "--jsn");
    expect(stderr).toContain("unknown option '--jsn'");
    expect({ stdout, code }).toEqual({ stdout: "", code: 1 });
    const help = await smartlock(["doctor", "--help"], {});
    expect(help.stdout).toContain("with 1 if it could not look at all");
    expect(help.code).toBe(0);
  });

  it("fails for a guard that is misspelt, since it is off", async () => {
    const { stdout, code } = await doctor({ seed: "demo" }, { SMARTLOCK_READONLY: "true" });
    expect(stdout).toMatch(
      /^! .* the guard is called SMARTLOCK_READ_ONLY\. .* Rename the variable to SMARTLOCK_READ_ONLY, or unset it\.\n(?! {4})/m,
    );
    expect(code).toBe(2);
  });

  it("hints at notes that a dead run has left", async () => {
    note(nameOfNote("0"), '{"at":1795000000000,"notIt":["0123456789abcdef01234567"]}');
    const found = await findings({ seed: "demo" });
    expect(found).toContainEqual({
      level: "hint",
      what: expect.stringMatching(/^1 note is in .*notes: a run is still in progress, or one died/) as string,
      remedy: expect.stringContaining("run `pulumi up` with the same program once more") as string,
    });
  });

  it("does not claim that a run died because of notes that may be about a delete", async () => {
    // The engine writes the same about a delete as about a create before which nothing was alike.
    note(nameOfNote("0"), '{"at":1795000000000,"notIt":[]}');
    note(nameOfNote("1"), '{"at":1795000000000,"notIt":[]}');
    const found = await findings({ seed: "demo" });
    expect(found).toContainEqual({
      level: "hint",
      what: `2 notes are in ${join(folder, "notes")}. They may be about deletes: such notes stay for a while and do no harm. If not, a run is still in progress, or one died, and what it sent may still appear.`,
      remedy: expect.stringContaining("run `pulumi up` with the same program once more") as string,
    });
  });

  it("does not take other people's files for notes", async () => {
    note("package.json", "{}");
    note(`${"0".repeat(63)}.json`, "{}");
    note(`${nameOfNote("0")}.0123456789abcdef.draft`, "{}");
    const found = await findings({ seed: "demo" });
    expect(found).toContainEqual({
      level: "ok",
      what: `No run has left notes in ${join(folder, "notes")}.`,
    });
  });

  it("fails for a note that a run could not read", async () => {
    note(nameOfNote("0"), "{}");
    const found = await findings({ seed: "demo" });
    expect(found).toContainEqual({
      level: "problem",
      what: `The note ${join(folder, "notes", nameOfNote("0"))} cannot be read: it does not say when something was sent. A run that died may have left it.`,
      remedy: "Check in the app whether what that run sent is there, then remove the file.",
    });
  });

  it("finds nothing wrong with a folder for notes that a run would create", async () => {
    const found = await findings({ seed: "demo" }, { SMARTLOCK_NOTES: join(folder, "later") });
    expect(found).toContainEqual({
      level: "ok",
      what: `No run has left notes in ${join(folder, "later")}.`,
    });
    const own = await findings({ seed: "demo" }, { SMARTLOCK_NOTES: undefined, TMPDIR: folder });
    expect(own).toContainEqual({
      level: "ok",
      what: expect.stringContaining(`No run has left notes in ${folder}`) as string,
    });
  });

  it("fails for a folder for notes that a run could not create, or would refuse", async () => {
    writeFileSync(join(folder, "file"), "");
    const said = async (variables: Record<string, string | undefined>) =>
      (await findings({ seed: "demo" }, variables)).filter(({ level }) => level === "problem");
    expect(await said({ SMARTLOCK_NOTES: join(folder, "not", "mounted") })).toEqual([
      {
        level: "problem",
        what: `The folder for notes, ${join(folder, "not", "mounted")} (environment variable SMARTLOCK_NOTES), is missing, and cannot be created in ${join(folder, "not")}.`,
        remedy: "Create the folder and let this user write to it, or name another one.",
      },
    ]);
    expect(await said({ SMARTLOCK_NOTES: join(folder, "file") })).toEqual([
      {
        level: "problem",
        what: `The folder for notes, ${join(folder, "file")} (environment variable SMARTLOCK_NOTES), cannot be used: it is a file, and must be a folder.`,
        remedy: "Name a folder that this user may write to.",
      },
    ]);
    symlinkSync(folder, join(folder, basename(ownFolder())));
    expect(await said({ SMARTLOCK_NOTES: undefined, TMPDIR: folder })).toEqual([
      {
        level: "problem",
        what: `The folder for notes, ${join(folder, basename(ownFolder()))}, is not used: it is a link. Somebody else may have created it.`,
        remedy: "Remove it, or set smartlock:notes to a folder of your own.",
      },
    ]);
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
