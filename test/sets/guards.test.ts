import "../protocol/passing-time";
import { Doors, grants, people, set } from "./doors";

describe("Guards and sets", () => {
  let doors: Doors;

  beforeAll(async () => {
    doors = await Doors.start(5);
    expect((await doors.engine.up(crew())).errors).toEqual({});
  });

  afterAll(() => doors.stop());

  beforeEach(() => doors.simulator.clearRequests());

  const crew = (more: object = {}) => [set("crew", { ...grants.app, smartlockIds: doors.ids, ...more })];

  it("maxDeletes counts each lock: too many, and nothing is deleted", async () => {
    const engine = doors.account.engineWith({ SMARTLOCK_MAX_DELETES: "3" });
    const destroyed = await engine.destroy();
    expect(destroyed.errors["crew"]).toContain("smartlock:maxDeletes allows 3 deletes in a run");
    const reduced = await engine.up(crew({ smartlockIds: doors.at(0) }));
    expect(reduced.errors["crew"]).toContain("smartlock:maxDeletes allows 3 deletes in a run");
    expect(doors.writes()).toEqual([]);
    expect(doors.records("Crew's app")).toHaveLength(5);
    expect(engine.state.get("crew")?.outputs["authorizationIds"]).toEqual(doors.idsOf("Crew's app"));
  });

  it("maxDeletes does not count a replacement", async () => {
    const engine = doors.account.engineWith({ SMARTLOCK_MAX_DELETES: "0" });
    const { errors, steps } = await engine.up(crew({ accountUserId: people.caretaker }));
    expect({ errors, steps }).toEqual({ errors: {}, steps: { crew: "replace" } });
    expect(doors.records("Crew's app").map(({ accountUserId }) => accountUserId)).toEqual(
      Array(5).fill(people.caretaker),
    );
    engine.state.forEach((stored, name) => doors.engine.state.set(name, stored));
  });

  it("readOnly refuses, and says so once for all locks", async () => {
    const engine = doors.account.engineWith({ SMARTLOCK_READ_ONLY: "true" });
    const { errors } = await engine.up(crew({ accountUserId: people.caretaker, allowedUntilTime: 1020 }));
    expect(errors["crew"]?.split("\n")).toHaveLength(2);
    expect(errors["crew"]).toContain("5 of 5 locks are not done");
    expect(doors.writes()).toEqual([]);
  });
});
