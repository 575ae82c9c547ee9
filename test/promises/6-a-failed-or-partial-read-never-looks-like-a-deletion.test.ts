import type { Fault } from "../../simulator";
import { Account } from "./every-kind";
import { each, names, samples } from "./samples";

type FaultOnLists = Fault extends infer One ? (One extends Fault ? Omit<One, "operation"> : never) : never;

/** How each resource ends; undefined if it may be unchanged or fail. */
interface Ends {
  readonly refresh: Readonly<Record<string, string>>;
  readonly preview: Readonly<Record<string, string>> | undefined;
}

describe("promise 6: a failed or partial read never looks like a deletion", () => {
  let account: Account;
  const lists = [...new Set(samples.map(({ list }) => list)), "GET /smartlock" as const];
  /** Only on the lists: a run that cannot tell which account it has ends before it reads a list. */
  const onLists = (fault: FaultOnLists, count: Fault["count"] = "always"): Fault[] =>
    lists.map((operation) => ({ ...fault, operation, count }));

  beforeAll(async () => {
    account = await Account.start();
    expect((await account.engine.up(account.independentProgram())).errors).toEqual({});
    account.age();
  });

  afterAll(() => account.stop());

  afterEach(() => account.simulator.clearFaults());

  /** Nobody can tell about a unit while its address cannot be listed, so it counts as existing. */
  const allButUnits = { ...each("failed"), flat: "same" };
  const lost: Ends = { refresh: allButUnits, preview: each("failed") };
  const none: Ends = { refresh: each("same"), preview: each("same") };

  describe.each<[string, Fault[], Ends]>([
    ["an error of the service", onLists({ kind: "error", status: 500 }), lost],
    ["an object that is said not to be there", onLists({ kind: "error", status: 404 }), lost],
    [
      "a credential that is refused",
      onLists({ kind: "error", status: 401 }),
      { refresh: allButUnits, preview: allButUnits },
    ],
    ["a page of a gateway", onLists({ kind: "error", status: 502, body: "html" }), lost],
    ["an answer that breaks off", onLists({ kind: "truncate" }), lost],
    ["an answer without a body", onLists({ kind: "empty body" }), lost],
    ["a connection that breaks", onLists({ kind: "drop" }), lost],
    [
      "an answer that does not come",
      onLists({ kind: "slow", ms: 60_000, clock: "real", when: "before" }),
      lost,
    ],
    // The order of the calls decides which resource asks first in a preview, and whether the unit's own list is read.
    [
      "a credential that is refused once",
      onLists({ kind: "error", status: 401 }, 1),
      {
        refresh: { ...each("failed"), flat: expect.stringMatching(/^(failed|same)$/) as string },
        preview: undefined,
      },
    ],
    ["lists that come empty once", onLists({ kind: "missing page" }, 1), none],
    [
      "an account that nobody tells",
      [{ kind: "error", status: 403, operation: "GET /account", count: "always" }],
      none,
    ],
  ])("%s", (_, faults, ends) => {
    it("in refresh and preview", async () => {
      const environment = ends === none ? {} : { SMARTLOCK_TIMEOUT: "1" };
      const refreshing = account.engineWith(environment);
      const previewing = account.engineWith(environment);
      account.simulator.setFaults(faults);
      expect((await refreshing.refresh()).steps).toEqual(ends.refresh);
      expect([...refreshing.state.keys()].sort()).toEqual([...names].sort());
      account.simulator.setFaults(faults);
      const previewed = await previewing.preview(account.independentProgram());
      const sameOrFailed = each(expect.stringMatching(/^(same|failed)$/) as string);
      expect(previewed.steps).toEqual(ends.preview ?? sameOrFailed);
      expect(previewed.output).not.toContain("no longer exists");
      expect(account.counts()).toEqual(each(1));
    });
  });

  it("nor does it make a destroy forget what is still there", async () => {
    const hurried = account.engineWith({ SMARTLOCK_TIMEOUT: "0.3" });
    account.simulator.setFaults([{ kind: "error", status: 500, operation: "GET *", count: "always" }]);
    expect(Object.keys((await hurried.destroy()).errors).sort()).toEqual([...names].sort());
    expect(hurried.state.size).toBe(names.length);
    // The delete fails, and the next list shows nothing.
    account.simulator.setFaults([
      { kind: "error", operation: "DELETE *", status: 403, count: "always" },
      ...[...new Set(samples.map(({ list }) => list))].map((list): Fault => ({
        kind: "missing page",
        operation: list,
        skip: list === "GET /account/user" ? 2 : 1,
      })),
    ]);
    await hurried.destroy();
    expect([...hurried.state.keys()].sort()).toEqual([...names].sort());
    expect(account.counts()).toEqual(each(1));
  });

  it.each([0, 1, 2, 3])(
    "nor is it the end of something that was to be deleted, and that the service still shows: list %i",
    async (skip) => {
      const other = await Account.start();
      try {
        const grant = other.independentProgram().filter(({ name }) => name === "code");
        expect((await other.engine.up(grant)).errors).toEqual({});
        other.age();
        other.simulator.setFaults([
          { kind: "ghost", operation: "DELETE *" },
          { kind: "missing page", operation: "GET /smartlock/auth", skip },
        ]);
        expect((await other.engine.destroy()).errors).toEqual({});
        expect(other.counts()).toMatchObject({ code: 0 });
      } finally {
        await other.stop();
      }
    },
  );

  it("nor does a list that lags behind hide a young object", async () => {
    const fresh = await Account.start();
    try {
      expect((await fresh.engine.up(fresh.independentProgram())).errors).toEqual({});
      fresh.simulator.setFaults(onLists({ kind: "lacking" }));
      expect((await fresh.engine.refresh()).steps).toEqual(each("same"));
      fresh.simulator.clearRequests();
      expect((await fresh.engine.up(fresh.independentProgram())).steps).toEqual(each("same"));
      expect(fresh.writes()).toEqual([]);
      fresh.simulator.clearFaults();
      expect((await fresh.engine.up(fresh.independentProgram())).steps).toEqual(each("same"));
      fresh.edit((live) =>
        samples.filter(({ name }) => name !== "house").forEach((sample) => sample.delete(live)),
      );
      fresh.age();
      const { steps } = await fresh.engine.preview(fresh.independentProgram());
      expect(steps).toEqual({ ...each("replace"), house: "same" });
    } finally {
      await fresh.stop();
    }
  });
});
