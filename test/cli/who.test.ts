import { type Simulator, startSimulator } from "../../simulator";
import { type Ended, smartlock } from "./run";

/** The installed command against a service, in a process of its own. */
describe("smartlock who", () => {
  const now = new Date("2026-11-19T12:00:00Z");
  let simulator: Simulator;

  beforeAll(async () => (simulator = await startSimulator({ seed: "demo", now })));
  afterAll(() => simulator.stop());

  function who(...args: string[]): Promise<Ended> {
    return smartlock(["who", ...args], {
      SMARTLOCK_TOKEN: simulator.token,
      SMARTLOCK_BASE_URL: simulator.url,
    });
  }

  it("says that a moment in the past is answered with what there is now", async () => {
    const { stdout } = await who("--lock", "Front door", "--at", "2020-01-01T12:00+01:00");
    expect(stdout).toContain(
      "That moment is in the past. These are the authorizations that exist now, not those of that time.",
    );
    expect((await who("--lock", "Front door")).stdout).not.toContain("That moment is in the past");
  });

  it("says who can open a lock at a given moment and why, in the local time of its address, and shows no code", async () => {
    const { stdout, stderr, code } = await who("--lock", "Front door", "--at", "2026-12-24T12:00+01:00");
    expect(stdout.trim().split("\n")).toEqual([
      "Front door, Thu 2026-12-24 12:00, Europe/Vienna",
      "",
      "Can open it:",
      "  Caretaker <caretaker@example.com>: app, always, also remotely",
      expect.stringMatching(
        /^ {2}Cleaning crew <cleaning@example\.com>: code, mon–fri 08:00–16:00 from [^,]+$/,
      ),
      "",
      expect.stringContaining("The account's owner, and sub-accounts"),
    ]);
    expect({ stderr, code }).toEqual({ stderr: "", code: 0 });
    expect(stdout).not.toContain("482913");
  });

  it("says of whom it does not let in why not", async () => {
    const { stdout } = await who("--lock", "Front door", "--at", "2026-12-24T18:00+01:00");
    expect(stdout).toMatch(
      /Cannot open it then:\n {2}Cleaning crew <cleaning@example\.com>: code, not at this time of day \(mon–fri 08:00–16:00 /,
    );
  });

  it("answers the same question in JSON for a program, and shows no code there either", async () => {
    const { stdout } = await who("--lock", "Front door", "--at", "2026-12-24T18:00+01:00", "--json");
    const answer = JSON.parse(stdout) as { grants: unknown[] };
    expect(answer).toMatchObject({
      lock: { name: "Front door", online: true },
      at: "2026-12-24T17:00:00.000Z",
      local: "Thu 2026-12-24 18:00",
      timeZone: { name: "Europe/Vienna" },
    });
    expect(answer.grants).toEqual([
      expect.objectContaining({ who: "Caretaker", type: "app", opens: "yes", remote: true }),
      expect.objectContaining({ who: "Cleaning crew", type: "code", opens: "no" }),
    ]);
    expect(stdout).not.toContain("482913");
  });

  it("marks a time zone that no address gives as assumed, and says that a lock is offline", async () => {
    const { stdout } = await who("--lock", "Cellar", "--at", "2026-07-01T12:00Z");
    expect(stdout).toContain(
      "(assumed: it has no address with a time zone, so this is what its settings say)",
    );
    expect(stdout).toContain(
      "The lock is offline: it may not have received the latest changes yet, and may still honour what was removed.",
    );
  });

  it.each([
    [["--lock", "Front dor"], 'No lock is called "Front dor". Did you mean "Front door"?'],
    [["--lock", "Attic"], 'No lock is called "Attic". The locks are Front door, Garage,'],
    [["--lock", "Garage", "--at", "2026-12-24T18:00"], "It must be a date and time with an offset"],
    [["--lock", "Garage", "--at", "tomorrow"], "It must be a date and time with an offset"],
    [["--lock", "Garage", "--at", "2026-02-30T12:00Z"], "It must be a date and time with an offset"],
    [["--lock", "Garage", "--at", "2026-12-24T18:00+0100"], "It must be a date and time with an offset"],
    [["--lock", "Garage", "--at", "2026-12-24T24:00Z"], "It must be a date and time with an offset"],
    // Other users of the machine could see it.
    [["--lock", "Garage", "--token", "another-token"], "error: unknown option '--token'"],
    [[], "required option '--lock <name>' not specified"],
  ])("refuses %j in one line", async (args, words) => {
    const { stdout, stderr, code } = await who(...args);
    expect(stderr).toContain(words);
    expect(stderr.trim().split("\n")).toHaveLength(1);
    expect({ stdout, code }).toEqual({ stdout: "", code: 1 });
  });

  it("refuses a name that two locks have, and takes an id", async () => {
    const state = simulator.state();
    const garage = state.smartlocks.find(({ name }) => name === "Garage");
    const twin = await startSimulator({
      seed: "demo",
      state: {
        ...state,
        smartlocks: state.smartlocks.map((lock) =>
          lock.name === "Office" ? { ...lock, name: "Garage" } : lock,
        ),
      },
    });
    const variables = { SMARTLOCK_TOKEN: twin.token, SMARTLOCK_BASE_URL: twin.url };
    const refused = await smartlock(["who", "--lock", "Garage"], variables);
    expect(refused.stderr).toMatch(/2 locks are called "Garage"\. Name one by its id: \d+, \d+\.\n$/);
    const found = await smartlock(["who", "--lock", String(garage?.smartlockId)], variables);
    expect(found.stdout).toContain("Garage, ");
    await twin.stop();
  });

  it.each(["2026-12-24T17:00Z", "2026-12-24T17:00:00Z", "2026-12-24T18:00:00.000+01:00"])(
    "takes %s as a moment",
    async (at) => {
      const { stdout } = await who("--lock", "Front door", "--at", at);
      expect(stdout).toContain("Front door, Thu 2026-12-24 18:00, Europe/Vienna");
    },
  );

  it("says of nobody who is not let in that it works remotely", async () => {
    const state = simulator.state();
    const other = await startSimulator({
      state: {
        ...state,
        authorizations: state.authorizations.map((grant) => ({
          ...grant,
          remoteAllowed: true,
          ...(grant.name === "Caretaker" ? { enabled: false } : {}),
        })),
      },
    });
    const { stdout } = await smartlock(["who", "--lock", "Front door", "--at", "2026-12-24T12:00+01:00"], {
      SMARTLOCK_TOKEN: other.token,
      SMARTLOCK_BASE_URL: other.url,
    });
    await other.stop();
    expect(stdout).toMatch(/\n {2}Cleaning crew .*, also remotely\n/);
    expect(stdout).toContain(
      "\nCannot open it then:\n  Caretaker <caretaker@example.com>: app, it is disabled\n",
    );
  });

  it.each([401, 403])("goes without users and addresses if they are refused with %i", async (status) => {
    const other = await startSimulator({ seed: "demo", now });
    other.setFaults(
      ["GET /account/user", "GET /address"].map((operation) => ({
        operation,
        kind: "error",
        status,
        count: "always",
      })),
    );
    const { stdout, stderr, code } = await smartlock(["who", "--lock", "Front door"], {
      SMARTLOCK_TOKEN: other.token,
      SMARTLOCK_BASE_URL: other.url,
    });
    await other.stop();
    expect({ stderr, code }).toEqual({ stderr: "", code: 0 });
    expect(stdout).toContain("(assumed: the addresses could not be read, ");
    expect(stdout).toContain("The token may not read users, so they appear by id.");
    expect(stdout).toContain("The token may not read addresses, so their time zones are not known.");
  });

  it("says which change the lock has not confirmed yet", async () => {
    const state = simulator.state();
    const other = await startSimulator({
      state: {
        ...state,
        authorizations: state.authorizations.map((grant) =>
          grant.name === "Caretaker" ? { ...grant, operationId: "0123456789abcdef01234567" } : grant,
        ),
      },
    });
    const { stdout } = await smartlock(["who", "--lock", "Front door"], {
      SMARTLOCK_TOKEN: other.token,
      SMARTLOCK_BASE_URL: other.url,
    });
    await other.stop();
    expect(stdout).toContain('\nThe lock has not confirmed the latest change to "Caretaker" yet.\n');
  });

  it("says where a token can come from if there is none", async () => {
    const { stderr, code } = await smartlock(["who", "--lock", "Garage"], {
      SMARTLOCK_BASE_URL: simulator.url,
    });
    expect(stderr).toBe(
      "smartlock: No token. Set SMARTLOCK_TOKEN, pass --stack with the name of a stack that has one, or type it at a terminal.\n",
    );
    expect(code).toBe(1);
  });

  it("says that the token is wrong, and does not print it", async () => {
    const { stderr, code } = await smartlock(["who", "--lock", "Garage"], {
      SMARTLOCK_TOKEN: "wrong-demo-token",
      SMARTLOCK_BASE_URL: simulator.url,
    });
    expect(stderr).toContain("environment variable SMARTLOCK_TOKEN");
    expect(stderr).not.toContain("wrong-demo-token");
    expect(code).toBe(1);
  });

  it("has help with an example", async () => {
    const { stdout, code } = await smartlock(["who", "--help"], {});
    expect(stdout).toContain('smartlock who --lock "Front door" --at 2026-12-24T18:00+01:00');
    expect(stdout).toContain("It is never an argument, because other users of the machine could see it.");
    expect(stdout).toContain("SMARTLOCK_BASE_URL sets a base URL other than the default.");
    expect(code).toBe(0);
  });
});
