import "../protocol/passing-time";
import { until } from "../promises/every-kind";
import type { Bag } from "../protocol/plugin";
import type { Declared } from "../protocol/test-engine";
import { cleaners } from "./cleaners";
import { Doors, grants, keypadCode } from "./doors";

const otherCode = 739_164;
const lists = ["GET /smartlock/auth", "GET /smartlock/{smartlockId}/auth"];

describe.each(["of one door", "of a set"])("A change %s that an offline lock has not confirmed", (where) => {
  let doors: Doors;

  beforeEach(async () => {
    doors = await Doors.start(2, {}, { SMARTLOCK_SETTLE_TIMEOUT: "6" });
  });

  afterEach(() => doors.stop());

  const declared = (inputs: Bag): Declared[] => cleaners(doors, where, inputs);
  /** A run of this program fails while the lock is offline, and sets the hours as soon as it is back. */
  const failsUntilBack = async (program: readonly Declared[]): Promise<void> => {
    expect((await doors.engine.up(program)).steps).toEqual({ cleaners: "failed" });
    doors.simulator.lock(doors.id(0)).goOnline();
    await until(() => doors.on(0, "Cleaners").every(({ operationId }) => operationId === undefined));
    expect((await doors.engine.up(program)).errors).toEqual({});
    expect(doors.on(0, "Cleaners")).toMatchObject([{ allowedUntilTime: 960 }]);
  };

  it.each([
    ["its hours", { allowedUntilTime: 1380 }, {}],
    ["its code", { code: otherCode }, {}],
    ["its hours, where the user waits for nothing", { allowedUntilTime: 1380 }, { waitFor: "accepted" }],
    ["its hours, after a refresh", { allowedUntilTime: 1380 }, { refresh: true }],
    ["its hours, of which the answer was lost", { allowedUntilTime: 1380 }, { fault: "drop" }],
    ["its hours, of which the answer was an error", { allowedUntilTime: 1380 }, { fault: "error" }],
    ["its code, of which the answer was lost", { code: otherCode }, { fault: "drop" }],
    [
      "the hours of one that it adopted",
      { allowedUntilTime: 1380 },
      { waitFor: "accepted", adopt: "always" },
    ],
  ] as const)("is not called done where the program takes it back: %s", async (_what, change, how) => {
    const { refresh, fault, ...steering } = { refresh: false, fault: undefined, ...how };
    const before = declared({ ...grants.code, ...steering });
    await doors.engine.up(before);
    if ("adopt" in steering) {
      doors.engine.state.clear();
    }
    const lock = doors.simulator.lock(doors.id(0));
    lock.goOffline("pending");
    if (fault !== undefined) {
      const answer = fault === "drop" ? { kind: fault } : { kind: fault, status: 502 };
      doors.simulator.setFaults([{ ...answer, operation: "POST *", when: "after", count: 1 }]);
    }
    await doors.engine.up(declared({ ...grants.code, ...change, ...steering }));
    if (refresh) {
      await doors.engine.refresh();
    }
    const { steps, errors, output } = await doors.engine.up(before);
    expect(steps).toEqual({ cleaners: "failed" });
    expect(errors["cleaners"]).toContain("offline");
    expect(output).toContain("a change sent earlier has not reached the lock, which is offline");
    lock.goOnline();
    await until(() => doors.on(0, "Cleaners").every(({ operationId }) => operationId === undefined));
    expect((await doors.engine.up(before)).errors).toEqual({});
    expect(doors.on(0, "Cleaners")).toMatchObject([{ code: keypadCode, allowedUntilTime: 960 }]);
    expect((await doors.engine.preview(before)).steps).toEqual({ cleaners: "same" });
  });

  it.each([
    ["lists lack it", { kind: "lacking" }, {}],
    ["lists show old values", { kind: "old values" }, {}],
    [
      "lists show old values, and the user waits for nothing",
      { kind: "old values" },
      { waitFor: "accepted" },
    ],
  ] as const)("is not called done where the program takes it back, and %s", async (_what, lie, steering) => {
    const before = declared({ ...grants.code, ...steering });
    await doors.engine.up(before);
    const lock = doors.simulator.lock(doors.id(0));
    lock.goOffline("pending");
    const id = doors.on(0, "Cleaners")[0]?.id ?? "";
    const lying = lists.map((operation) => ({
      ...lie,
      operation,
      count: "always" as const,
      ...(lie.kind === "lacking" && { ids: [id] }),
    }));
    doors.simulator.clearRequests();
    if (lie.kind === "old values") {
      doors.simulator.setFaults(lying);
    }
    await doors.engine.up(declared({ ...grants.code, allowedUntilTime: 1380, ...steering }), async () => {
      const isSent = (): boolean =>
        doors.simulator.requests().some(({ method, path }) => method === "POST" && path.includes("/auth"));
      await until(isSent);
      doors.simulator.setFaults(lying);
    });
    doors.simulator.setFaults([]);
    await failsUntilBack(before);
  });

  it.each([
    ["a refresh", {}, "refresh"],
    ["a refresh, and the user waits for nothing", { waitFor: "accepted" }, "refresh"],
    ["a change of a time limit", { waitFor: "accepted" }, "steer"],
  ] as const)("is not forgotten where lists are late throughout %s", async (_what, steering, how) => {
    const last = declared({ ...grants.code, ...steering, ...(how === "steer" && { settleTimeout: 7 }) });
    await doors.engine.up(declared({ ...grants.code, ...steering }));
    const lock = doors.simulator.lock(doors.id(0));
    lock.goOffline("pending");
    doors.simulator.setFaults(lists.map((operation) => ({ kind: "old values", operation, count: "always" })));
    await doors.engine.up(declared({ ...grants.code, allowedUntilTime: 1380, ...steering }));
    if (how === "refresh") {
      await doors.engine.refresh();
    } else {
      expect((await doors.engine.up(last)).steps).toEqual({ cleaners: "failed" });
    }
    doors.simulator.setFaults([]);
    await failsUntilBack(last);
  });

  it.each([
    ["hours", { allowedUntilTime: "23:00" }, { allowedUntilTime: 1380 }],
    ["code", { code: otherCode }, { code: otherCode }],
  ])(
    "is waited for with a warning where the user accepts that: another %s",
    async (_what, change, onTheDoor) => {
      const accepted = { ...grants.code, waitFor: "accepted" };
      await doors.engine.up(declared(accepted));
      const lock = doors.simulator.lock(doors.id(0));
      lock.goOffline("pending");
      const changed = declared({ ...accepted, ...change });
      expect((await doors.engine.up(changed)).errors).toEqual({});
      const again = async (): Promise<void> => {
        doors.simulator.clearRequests();
        const { steps, errors, output } = await doors.engine.up(changed);
        expect([steps, errors, doors.writes()]).toEqual([{ cleaners: "same" }, {}, []]);
        expect(output).toContain("Warning: ");
        expect(output).toContain("a change sent earlier has not reached the lock, which is offline");
        expect(output).not.toContain("declared");
      };
      await again();
      await doors.engine.refresh();
      await again();
      lock.goOnline();
      await until(() => doors.on(0, "Cleaners").every(({ operationId }) => operationId === undefined));
      doors.simulator.clearRequests();
      expect((await doors.engine.up(changed)).errors).toEqual({});
      expect(doors.writes()).toEqual([]);
      expect(doors.on(0, "Cleaners")).toMatchObject([onTheDoor]);
      expect(await doors.engine.preview(changed)).toMatchObject({ steps: { cleaners: "same" }, output: "" });
    },
  );

  it("is sent again where the lock has lost it, although the user waits for nothing", async () => {
    const accepted = { ...grants.code, waitFor: "accepted" };
    await doors.engine.up(declared(accepted));
    const lock = doors.simulator.lock(doors.id(0));
    lock.goOffline("pending");
    const changed = declared({ ...accepted, allowedUntilTime: "23:00" });
    expect((await doors.engine.up(changed)).errors).toEqual({});
    const [now] = doors.on(0, "Cleaners");
    lock.goOnline();
    await until(() => doors.on(0, "Cleaners").every(({ operationId }) => operationId === undefined));
    doors.change(0, "Cleaners", { allowedUntilTime: now?.allowedUntilTime ?? 0 });
    expect((await doors.engine.up(changed)).errors).toEqual({});
    expect(doors.on(0, "Cleaners")).toMatchObject([{ allowedUntilTime: 1380 }]);
  });

  it("does not make a later change by somebody else fail", async () => {
    await doors.engine.up(declared({ ...grants.code, waitFor: "accepted" }));
    const lock = doors.simulator.lock(doors.id(0));
    lock.goOffline("pending");
    const changed = declared({ ...grants.code, allowedUntilTime: "23:00", waitFor: "accepted" });
    await doors.engine.up(changed);
    lock.goOnline();
    await until(() => doors.on(0, "Cleaners").every(({ operationId }) => operationId === undefined));
    // The state still has the mark, although what it was about has happened.
    lock.goOffline("pending");
    doors.change(0, "Cleaners", { operationId: "somebody-else" });
    const { steps, errors, output } = await doors.engine.up(changed);
    expect([steps, errors]).toEqual([{ cleaners: "same" }, {}]);
    expect(output).toContain("a change sent earlier has not reached the lock");
  });
});
