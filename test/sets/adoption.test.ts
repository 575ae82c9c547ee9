import "../protocol/passing-time";
import { until } from "../promises/every-kind";
import { Doors, grants, keypadCode, set } from "./doors";

const since = "2000-01-01T00:00:00.000Z";
const old = "2020-03-01T00:00:00.000Z";

describe("A set where its authorizations exist already", () => {
  let doors: Doors;

  beforeAll(async () => {
    doors = await Doors.start(4);
  });

  afterAll(() => doors.stop());

  const cleaners = (more: object = {}) => [
    set("cleaners", { ...grants.code, smartlockIds: doors.ids, ...more }),
  ];

  it("decides lock by lock: young and equal is adopted, old is refused, absent is made", async () => {
    const equal = { ...grants.code, allowedFromDate: since };
    doors.add(
      { ...equal, smartlockId: doors.id(0) },
      { ...equal, smartlockId: doors.id(1), creationDate: old },
      { ...equal, smartlockId: doors.id(2), name: "Somebody" },
    );
    const before = [0, 1].flatMap((n) => doors.on(n, "Cleaners"));
    doors.simulator.clearRequests();
    const { errors } = await doors.engine.up(cleaners());
    expect(errors["cleaners"]?.split("\n").slice(1)).toEqual([
      expect.stringMatching(/Door 0002 .*is not from a run of the last 24 hours/),
      expect.stringMatching(/Door 0003 .*differs from the declaration/),
    ]);
    expect(doors.writes()).toEqual([`PUT /smartlock/${doors.id(3)}/auth`]);
    expect([0, 1].flatMap((n) => doors.on(n, "Cleaners"))).toEqual(before);
    expect(Object.keys(doors.outputs("cleaners")["authorizationIds"] as object)).toEqual(
      doors.at(0, 3).map(String),
    );
  });

  it('"same" takes what is equal, "always" the rest and changes it', async () => {
    doors.simulator.clearRequests();
    const same = await doors.engine.up(cleaners({ adopt: "same" }));
    expect(same.errors["cleaners"]?.split("\n").slice(1)).toEqual([expect.stringContaining(doors.named(2))]);
    expect(doors.writes()).toEqual([]);
    const { errors } = await doors.engine.up(cleaners({ adopt: "always" }));
    expect(errors).toEqual({});
    expect(doors.writes()).toEqual([expect.stringContaining(`POST /smartlock/${doors.id(2)}/auth/`)]);
    expect(doors.outputs("cleaners")["authorizationIds"]).toEqual(doors.idsOf("Cleaners"));
    expect(doors.records("Cleaners")).toHaveLength(4);
  });

  it('"never" takes nothing and writes nothing', async () => {
    doors.simulator.clearRequests();
    const { errors } = await doors.account.newEngine().up(cleaners({ adopt: "never" }));
    expect(errors["cleaners"]).toContain("4 of 4 locks are not done");
    expect(doors.writes()).toEqual([]);
  });
});

describe("A set after a crash", () => {
  let doors: Doors;

  beforeAll(async () => {
    doors = await Doors.start(3, {}, { SMARTLOCK_SETTLE_TIMEOUT: "10" });
  });

  afterAll(() => doors.stop());

  const both = () => [
    set("cleaners", { ...grants.code, smartlockIds: doors.ids }),
    set("crew", { ...grants.app, smartlockIds: doors.ids }),
  ];
  const counts = () => [doors.records("Cleaners").length, doors.records("Crew's app").length];

  it("is not made twice, whether the run died at the request or the state was lost after it", async () => {
    doors.simulator.clearRequests();
    const killed = await doors.engine.up(both(), async (provider) => {
      await until(() => doors.writes().length >= 2);
      provider.kill();
    });
    expect(Object.keys(killed.errors)).not.toEqual([]);
    doors.engine.state.clear();
    expect((await doors.engine.up(both())).errors).toEqual({});
    expect(counts()).toEqual([3, 3]);
    doors.engine.state.clear();
    doors.simulator.clearRequests();
    const { errors, output } = await doors.engine.up(both());
    expect(errors).toEqual({});
    expect(output).toContain("adopted the one that the service already has");
    expect(doors.writes()).toEqual([]);
    expect(counts()).toEqual([3, 3]);
    expect(doors.outputs("crew")["authorizationIds"]).toEqual(doors.idsOf("Crew's app"));
  });

  it("and is kept when its resource is renamed without an alias", async () => {
    const [, crew] = both();
    const renamed = [
      set("team", both()[0]?.inputs as object as Record<string, unknown>),
      ...(crew ? [crew] : []),
    ];
    const before = doors.records("Cleaners");
    doors.simulator.clearRequests();
    const { errors, steps, output } = await doors.engine.up(renamed);
    expect({ errors, steps }).toEqual({
      errors: {},
      steps: { team: "create", crew: "same", cleaners: "delete" },
    });
    expect(output).toContain("is kept: this run has just created or adopted it");
    expect(doors.writes()).toEqual([]);
    expect(doors.records("Cleaners")).toEqual(before);
    expect([...doors.engine.state.keys()].sort()).toEqual(["crew", "team"]);
  });
});

describe("Authorizations that change hands within one run", () => {
  let doors: Doors;

  beforeAll(async () => {
    doors = await Doors.start(4);
  });

  afterAll(() => doors.stop());

  it("three Authorizations become a set and stay what they are", async () => {
    const { code, ...grant } = grants.code;
    const singles = [0, 1, 2].map((n) => ({
      type: "Authorization",
      name: `cleaner ${n}`,
      inputs: { ...grant, code, smartlockId: doors.id(n) },
    }));
    expect((await doors.engine.up(singles)).errors).toEqual({});
    doors.simulator.clock.advance(25 * 3_600_000);
    const before = doors.records("Cleaners");
    doors.simulator.clearRequests();
    const { errors } = await doors.engine.up([
      set("cleaners", { ...grants.code, smartlockIds: doors.at(0, 1, 2), adopt: "same" }),
    ]);
    expect(errors).toEqual({});
    expect(doors.writes()).toEqual([]);
    expect(doors.records("Cleaners")).toEqual(before);
    expect([...doors.engine.state.keys()]).toEqual(["cleaners"]);
    expect(doors.outputs("cleaners")["authorizationIds"]).toEqual(doors.idsOf("Cleaners"));
  });

  it("a lock moves from one set to another", async () => {
    const { errors } = await doors.engine.up([
      set("cleaners", { ...grants.code, smartlockIds: doors.at(0, 1) }),
      set("others", { ...grants.code, name: "Others", smartlockIds: doors.at(2, 3) }),
    ]);
    expect(errors).toEqual({});
    expect(doors.outputs("cleaners")["authorizationIds"]).toEqual(doors.idsOf("Cleaners"));
    expect(doors.outputs("others")["authorizationIds"]).toEqual(doors.idsOf("Others"));
    expect(doors.at(0, 1, 2, 3).map((id) => Object.hasOwn(doors.idsOf("Others"), id))).toEqual([
      false,
      false,
      true,
      true,
    ]);
    const codes = doors.simulator.state().authorizations.filter(({ code }) => code === keypadCode);
    expect(codes).toHaveLength(4);
  });
});
