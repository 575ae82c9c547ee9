import { Account, until } from "./every-kind";
import { each, names, samples } from "./samples";

describe("promise 8: every wait ends", () => {
  let account: Account;
  const grants = ["app", "fob", "code"];
  const rest = names.filter((name) => !grants.includes(name));
  const hurried = { SMARTLOCK_SETTLE_TIMEOUT: "1", SMARTLOCK_TIMEOUT: "1" };
  const changes = Object.fromEntries(samples.map(({ name, change }) => [name, change]));
  const deletedLater = [...grants, "flat", "cleaner"];

  beforeEach(async () => {
    account = await Account.start({}, hurried);
  });

  afterEach(() => account.stop());

  const setOffline = (how: "pending" | "lost"): void =>
    ["Front door", "Garage"].forEach((lock) => account.simulator.lock(account.lockId(lock)).goOffline(how));

  /** Far below the default wait of a run, and enough for a busy machine. */
  const within = async <Result>(run: Promise<Result>): Promise<Result> => {
    const began = Date.now();
    const result = await run;
    expect(Date.now() - began).toBeLessThan(40_000);
    return result;
  };

  it.each(["pending", "lost"] as const)("on a lock that is offline (%s)", async (how) => {
    setOffline(how);
    const created = await within(account.engine.up(account.independentProgram()));
    expect(Object.keys(created.errors).sort()).toEqual([...grants].sort());
    for (const name of grants) {
      expect(created.errors[name]).toMatch(
        /was not created: (Garage|Front door) is offline .* Run again when it is back, or set waitFor: "accepted"/,
      );
    }
    const online = await Account.start({}, hurried);
    try {
      expect((await online.engine.up(online.independentProgram())).errors).toEqual({});
      ["Front door", "Garage"].forEach((lock) => online.simulator.lock(online.lockId(lock)).goOffline(how));
      const updated = await within(online.engine.up(online.independentProgram(changes)));
      expect(Object.keys(updated.errors).sort()).toEqual([...grants].sort());
      for (const name of grants) {
        expect(updated.errors[name]).toMatch(
          /(Garage|Front door) is offline and did not confirm the change in time\. Run again when it is reachable/,
        );
      }
      const destroyed = await within(online.engine.destroy());
      expect(Object.keys(destroyed.errors).sort()).toEqual([...grants].sort());
      for (const name of grants) {
        // If an operation was lost, the service itself is busy with the authorization for a while.
        expect(destroyed.errors[name]).toMatch(
          /(Garage|Front door) is offline: the door still honours it|earlier operation on the same object is still under way/,
        );
      }
      expect([...online.engine.state.keys()].sort()).toEqual([...grants].sort());
    } finally {
      await online.stop();
    }
  });

  it("on locks that take no end of time", async () => {
    account.edit((live) => (live.behaviour.settleMs = 3_600_000));
    const created = await within(account.engine.up(account.independentProgram()));
    expect(Object.keys(created.errors).sort()).toEqual([...grants].sort());
    for (const name of grants) {
      expect(created.errors[name]).toMatch(
        /the service accepted it, but (Garage|Front door) has not confirmed it\. It is recorded as pending/,
      );
    }
    const destroyed = await within(account.engine.destroy());
    expect(Object.keys(destroyed.errors)).toEqual(expect.arrayContaining(["flat", "cleaner"]));
    expect(Object.keys(destroyed.errors).filter((name) => !deletedLater.includes(name))).toEqual([]);
  });

  it("on objects that are busy for ever (423)", async () => {
    expect((await account.engine.up(account.independentProgram())).errors).toEqual({});
    account.simulator.setFaults([
      { kind: "error", operation: "POST *", status: 423, body: "exception without message", count: "always" },
      {
        kind: "error",
        operation: "DELETE *",
        status: 423,
        body: "exception without message",
        count: "always",
      },
    ]);
    const updated = await within(account.engine.up(account.independentProgram(changes)));
    const updatable = samples.filter(({ update }) => update !== undefined).map(({ name }) => name);
    // The deletes of the replacements are not tried after a failure, or fail as well.
    expect(Object.keys(updated.errors)).toEqual(expect.arrayContaining(updatable));
    const destroyed = await within(account.engine.destroy());
    expect(Object.keys(destroyed.errors).length).toBeGreaterThanOrEqual(names.length - 1);
    for (const why of [...Object.values(updated.errors), ...Object.values(destroyed.errors)]) {
      expect(why).toMatch(/still under way \(423\).* Wait until it is done and try again/s);
    }
  });

  it("on answers that never come", async () => {
    const silence = { kind: "slow", ms: 600_000, clock: "real", when: "before", count: "always" } as const;
    account.simulator.setFaults([{ ...silence, operation: "PUT *" }]);
    const created = await within(account.engine.up(account.independentProgram()));
    expect(Object.keys(created.errors).sort()).toEqual([...names].sort());
    account.simulator.clearFaults();
    expect((await account.engine.up(account.independentProgram())).errors).toEqual({});
    account.simulator.setFaults([
      { ...silence, operation: "POST *" },
      { ...silence, operation: "DELETE *" },
    ]);
    await within(account.engine.up(account.independentProgram(changes)));
    account.simulator.setFaults([{ ...silence, operation: "*" }]);
    const listless = account.engineWith({ ...hurried, SMARTLOCK_TIMEOUT: "0.3" });
    const { errors } = await within(listless.refresh());
    expect(Object.keys(errors).sort()).toEqual([...names].sort());
    for (const why of Object.values(errors)) {
      expect(why).toMatch(/time allowed|Check the network/);
    }
  });

  it("when the engine dies: nothing is written any more, within a second", async () => {
    const latest = (): number =>
      Math.max(
        ...account.simulator
          .requests()
          .filter(({ method }) => method !== "GET")
          .map(({ time }) => Date.parse(time)),
      );
    // Every write is refused for now, and would soon be sent again.
    account.simulator.setFaults([
      { kind: "error", operation: "PUT *", status: 429, retryAfter: { seconds: 1 }, count: "always" },
    ]);
    const patient = account.engineWith({ SMARTLOCK_TIMEOUT: "60" });
    let died = 0;
    await patient.up(account.independentProgram(), async (provider) => {
      await until(() => account.writes().length >= names.length);
      provider.abandon();
      died = account.simulator.clock.now();
      await until(() => account.simulator.clock.now() - died > 4_000);
      provider.kill();
    });
    expect(latest() - died).toBeLessThan(1_000);
  });

  it("when the engine dies while locks have to confirm: no second call follows", async () => {
    const disabled = { enabled: false };
    account.edit((live) => (live.behaviour.settleMs = 1_500));
    const program = account
      .independentProgram({ app: disabled, fob: disabled, code: disabled })
      .filter(({ name }) => grants.includes(name));
    await account.engineWith({ SMARTLOCK_SETTLE_TIMEOUT: "60" }).up(program, async (provider) => {
      await until(() => account.writes().length === grants.length);
      provider.abandon();
      const died = account.simulator.clock.now();
      await until(() => account.simulator.clock.now() - died > 5_000);
      provider.kill();
    });
    expect(account.writes().filter((write) => write.startsWith("POST"))).toEqual([]);
  });

  it("and where it does not have to wait it does not", async () => {
    const { errors } = await within(account.engine.up(account.independentProgram()));
    expect(errors).toEqual({});
    expect(account.counts()).toEqual(each(1));
    expect(rest.length + grants.length).toBe(samples.length);
  });
});
