import type { RunResult } from "../protocol/test-engine";
import { Account } from "./every-kind";
import { each, samples } from "./samples";
import { manyOfEveryKind } from "./many-of-every-kind";

describe("promise 1: a preview sends no write", () => {
  let account: Account;

  beforeAll(async () => {
    account = await Account.start();
  });

  afterAll(() => account.stop());

  const changes = Object.fromEntries(samples.map(({ name, change }) => [name, change]));

  /** Runs the preview and checks that the service got only reads. */
  const previewed = async (preview: Promise<RunResult>): Promise<RunResult> => {
    account.simulator.clearRequests();
    const before = account.simulator.state();
    const result = await preview;
    expect(account.simulator.requests().length).toBeGreaterThan(0);
    expect(account.writes()).toEqual([]);
    // Reads leave a trace only on the token.
    expect({ ...account.simulator.state(), tokens: before.tokens, savedAt: before.savedAt }).toEqual(before);
    return result;
  };

  it("of new resources", async () => {
    const { steps, errors, output } = await previewed(account.engine.preview(account.program()));
    expect(errors).toEqual({});
    expect(steps).toEqual(each("create"));
    expect(output).toContain("an invitation is mailed");
  });

  it("of changed and of replaced ones", async () => {
    expect((await account.engine.up(account.program())).errors).toEqual({});
    const { steps, errors } = await previewed(account.engine.preview(account.program(changes)));
    expect(errors).toEqual({});
    expect(steps).toEqual({ ...each("update"), flat: "replace", events: "replace" });
  });

  it("of removed ones, and of a refresh", async () => {
    account.simulator.clearRequests();
    expect((await account.engine.preview([])).steps).toEqual(each("delete"));
    expect(account.writes()).toEqual([]);
    expect((await previewed(account.engine.refresh())).steps).toEqual(each("same"));
  });

  it("of ones that somebody changed, in words", async () => {
    account.edit((live) => samples.forEach((sample) => sample.drift?.(live)));
    const { steps, output } = await previewed(account.engine.preview(account.program()));
    expect(steps).toEqual(each(({ drift }) => (drift === undefined ? "same" : "update")));
    expect(output.split("\n").filter((line) => line !== "")).toHaveLength(
      samples.filter(({ drift }) => drift !== undefined).length,
    );
    expect(output).toMatch(/^SubAccount "Front desk": rights is .*createLocks, declared operate, logs\.$/m);
  });

  it("of ones that somebody deleted", async () => {
    account.age();
    account.edit((live) => samples.forEach((sample) => sample.delete(live)));
    const { steps, output } = await previewed(account.engine.preview(account.program()));
    expect(steps).toEqual(each("replace"));
    expect(output.match(/no longer exists/g)).toHaveLength(samples.length);
  });

  it("of pending ones", async () => {
    const offline = await Account.start();
    const pending = ["app", "fob", "code"];
    const program = offline
      .independentProgram(Object.fromEntries(pending.map((name) => [name, { waitFor: "accepted" }])))
      .filter(({ name }) => pending.includes(name));
    offline.simulator.lock(offline.lockId("Front door")).goOffline("pending");
    offline.simulator.lock(offline.lockId("Garage")).goOffline("pending");
    try {
      expect((await offline.engine.up(program)).errors).toEqual({});
      expect([...offline.engine.state.values()].map(({ id }) => id)).toEqual(
        pending.map(() => expect.stringMatching(/\/pending-/) as unknown),
      );
      offline.simulator.clearRequests();
      expect((await offline.engine.preview(program)).steps).toEqual({
        app: "same",
        fob: "same",
        code: "same",
      });
      offline.simulator.lock(offline.lockId("Front door")).goOnline();
      offline.simulator.lock(offline.lockId("Garage")).goOnline();
      const { steps } = await offline.engine.preview(program);
      expect(steps).toEqual({ app: "update", fob: "update", code: "update" });
      expect(offline.writes()).toEqual([]);
    } finally {
      await offline.stop();
    }
  });

  it("reads nothing at all where the user turned that off", async () => {
    const blind = account.engineWith({ SMARTLOCK_DIFF: "state", SMARTLOCK_PREFLIGHT: "off" });
    account.simulator.clearRequests();
    const { steps } = await blind.preview(account.program(changes));
    expect(steps).toEqual({ ...each("update"), flat: "replace", events: "replace" });
    expect(account.simulator.requests()).toEqual([]);
  });

  it("fails and says so where the service cannot be reached, and guesses nothing", async () => {
    const nowhere = account.engineWith({
      SMARTLOCK_BASE_URL: "http://127.0.0.1:9",
      SMARTLOCK_TIMEOUT: "0.3",
    });
    const { steps, errors } = await nowhere.preview(account.program());
    expect(steps).toEqual(each("failed"));
    const independent = samples.filter(({ name }) => !["flat", "app", "fob"].includes(name));
    for (const { name } of independent) {
      expect(errors[name]).toContain("Check the network and the base URL (http://127.0.0.1:9");
    }
  });

  describe("and reads each list once, however many resources there are", () => {
    let many: Account;

    beforeAll(async () => {
      many = await Account.start({ settleMs: 0 });
    });

    afterAll(() => many.stop());

    /** How often each list was read; pages of one list are counted once. */
    const lists = (): Record<string, number> => {
      const counts: Record<string, number> = {};
      for (const { method, path, query } of many.simulator.requests()) {
        const key = [method, path, query["offset"] ?? ""].join(" ").trim();
        counts[key] = (counts[key] ?? 0) + 1;
      }
      return counts;
    };

    const touched = [
      "GET /account",
      "GET /account/sub",
      "GET /account/user 0",
      "GET /address",
      "GET /api/decentralWebhook",
      "GET /notification",
      "GET /smartlock",
      "GET /smartlock/auth",
    ];

    it("new, unchanged, and with something of each kind missing", async () => {
      const program = manyOfEveryKind(many);
      expect(program).toHaveLength(200);
      await many.engine.preview(program);
      expect(Math.max(...Object.values(lists()))).toBe(1);
      expect(many.writes()).toEqual([]);

      expect((await many.engine.up(program)).errors).toEqual({});
      many.simulator.clearRequests();
      const unchanged = await many.engine.preview(program);
      expect(new Set(Object.values(unchanged.steps))).toEqual(new Set(["same"]));
      expect(Object.keys(lists())).toEqual(expect.arrayContaining(touched));
      expect(Math.max(...Object.values(lists()))).toBe(1);
      expect(Object.keys(lists()).filter((path) => path.includes("/unit"))).toHaveLength(4);

      many.age();
      many.edit((live) => {
        for (const list of [
          live.addressUnits,
          live.users,
          live.subAccounts,
          live.authorizations,
          live.webhooks,
          live.notifications,
        ]) {
          list.splice(-2);
        }
      });
      many.simulator.clearRequests();
      const missing = await many.engine.preview(program);
      // Two of each kind except addresses, and the grants of the two users.
      expect(Object.values(missing.steps).filter((step) => step !== "same")).toHaveLength(14);
      expect(Math.max(...Object.values(lists()))).toBe(2);
      expect(many.writes()).toEqual([]);
    });
  });
});
