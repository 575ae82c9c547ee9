import type { Scope } from "../../../simulator/scopes";
import { type AccountStateInput, type Simulator, startSimulator } from "../../../simulator";
import { fullAccount, writesTo } from "./account";
import { type Ended, runSmartlock } from "./scripted-terminal";

/** What `--wait` says, and when it ends. The clock of the simulator runs. */
describe("With --wait", () => {
  let account: AccountStateInput;
  let simulator: Simulator;

  beforeAll(async () => (account = await fullAccount()));
  afterEach(() => simulator.stop());

  async function start(
    settleMs: number,
    change: (state: AccountStateInput) => AccountStateInput = (state) => state,
    scopes?: readonly Scope[],
  ): Promise<void> {
    const state = change(account);
    simulator = await startSimulator({
      state:
        scopes === undefined
          ? state
          : { ...state, tokens: state.tokens?.map((token) => ({ ...token, scopes: [...scopes] })) },
      token: "an-invented-token",
      settleMs,
    });
  }

  const run = (...args: string[]): Promise<Ended> => runSmartlock(simulator, [...args, "--yes", "--wait"]);

  function online(state: AccountStateInput): AccountStateInput {
    return { ...state, smartlocks: state.smartlocks?.map((lock) => ({ ...lock, offline: undefined })) };
  }

  function idOf(name: string): number {
    return simulator.state().smartlocks.find((lock) => lock.name === name)?.smartlockId ?? 0;
  }

  it.each([
    [["unlock", "Front door"], "the log of Front door says so"],
    [["lock", "Front door", "--callback"], "the log of Front door says so"],
    [["action", "Street entrance", "continuous-on"], "the log of Street entrance says so"],
    [["issue", "Harbour Street 5", "Guest B"], "the locks of Harbour Street 5 have done it."],
    [["revoke", "Harbour Street 5", "Guest C"], "the locks of Harbour Street 5 have done it."],
    [["share-key", "Garage", "Plumber"], "Garage has it."],
    [["grant-advanced", "Guest A", "Front door", "Garage"], "Front door, Garage have it."],
    [["delete-units", "Harbour Street 5", "Apartment 1"], "Harbour Street 5 no longer has Apartment 1."],
    [["configure", "Garage", "ledBrightness=1"], "Garage shows the new settings."],
  ])("%j is confirmed by the lock, and not before", async (args, words) => {
    await start(400, online);
    const began = Date.now();
    const ended = await run(...args);
    expect(ended.stdout).toContain(`\nConfirmed: ${words}`);
    expect(ended.code).toBe(0);
    // The service writes a configuration at once. Everything else takes a lock its settle time.
    expect(Date.now() - began >= 400 || args[0] === "configure").toBe(true);
  });

  it.each([
    [["unlock", "Cellar"], "Cellar is offline, and an action that does not reach it may be lost"],
    [["share-key", "Cellar", "Plumber"], "Cellar is still working on it"],
    [["grant-advanced", "Guest A", "Cellar", "Garage"], "not confirmed yet by Cellar"],
  ])("%j ends if the lock is offline, and says that it may still happen", async (args, words) => {
    await start(0);
    const ended = await run(...args, "--timeout", "2");
    expect(ended.code).toBe(4);
    expect(ended.stderr).toMatch(
      /^smartlock: The service accepted the request to .*nothing has confirmed it in 2 s: /,
    );
    expect(ended.stderr).toContain(`${words}. It may still happen. Look before you try again.`);
  });

  it("an issue is not confirmed while a lock of the address is offline", async () => {
    await start(0, online);
    simulator.lock(idOf("Street entrance")).goOffline("pending");
    const ended = await run("issue", "Harbour Street 5", "Guest B", "--timeout", "2");
    expect(ended.code).toBe(4);
    expect(ended.stderr).toContain("Street entrance cannot confirm it while offline");
  });

  it("the failure that the lock reports is a failure, with its reason", async () => {
    await start(60_000, online);
    const running = run("unlock", "Front door");
    while (!writesTo(simulator).includes("POST /smartlock/{smartlockId}/action/unlock")) {
      await new Promise((next) => setImmediate(next));
    }
    const state = simulator.state();
    const [entry] = state.logs;
    if (entry === undefined) {
      throw new Error("the demo has a log");
    }
    const failed = {
      ...entry,
      id: "66c0ffffffffffffffffffff",
      smartlockId: idOf("Front door"),
      action: 1,
      state: 1,
    };
    simulator.setState({ ...state, logs: [...state.logs, failed] });
    const ended = await running;
    expect(ended.code).toBe(1);
    expect(ended.stderr).toContain("the log of Front door says: the motor is blocked.");
  });

  it("without the right to read the log, a state that has changed is the word of the lock", async () => {
    const scopes = ["smartlock", "smartlock.action"] as const;
    await start(300, online, scopes);
    expect((await run("unlock", "Front door")).stdout).toContain("\nConfirmed: Front door shows it.");
  });

  it("a state that was there before is nobody's word", async () => {
    await start(0, online, ["smartlock", "smartlock.action"]);
    const ended = await run("lock", "Front door", "--timeout", "1");
    expect(ended.code).toBe(4);
    expect(ended.stderr).toContain(
      "Front door showed the same before, and the token may not read its log (scope smartlock.log)",
    );
  });

  it("reads that fail after the service has accepted are no failure of the act", async () => {
    await start(300, online);
    simulator.setFaults([
      { kind: "error", status: 500, operation: "GET /smartlock/{smartlockId}/log", skip: 1 },
    ]);
    const ended = await run("unlock", "Front door");
    expect(ended.code).toBe(0);
  });

  it("the end comes even if the service no longer answers", async () => {
    await start(0, online);
    simulator.setFaults([
      { kind: "slow", ms: 600_000, operation: "GET /smartlock/{smartlockId}/log", skip: 1, count: "always" },
    ]);
    const began = Date.now();
    const ended = await run("unlock", "Front door", "--timeout", "2");
    expect(ended.code).toBe(4);
    expect(Date.now() - began).toBeLessThan(20_000);
  });

  it("JSON says what was accepted and what was confirmed", async () => {
    await start(0, online);
    const confirmed = await run("unlock", "Front door", "--json");
    expect(JSON.parse(confirmed.stdout)).toMatchObject({
      outcome: "confirmed",
      said: expect.stringContaining("the log of Front door says so") as string,
    });
    const callback = await runSmartlock(simulator, ["unlock", "Front door", "--callback", "--yes", "--json"]);
    expect(JSON.parse(callback.stdout)).toMatchObject({
      outcome: "accepted",
      fields: { requestId: expect.any(String) as string },
    });
  });
});
