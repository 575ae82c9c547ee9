import "../protocol/passing-time";
import { Doors, grants, set } from "./doors";

/** How many requests a set on many locks needs. The counts are exact, so a regression fails. */
describe("The requests of a set over 90 locks", () => {
  let doors: Doors;

  beforeAll(async () => {
    doors = await Doors.start(100);
  });

  afterAll(() => doors.stop());

  const from = (first: number, last: number): number[] => doors.ids.slice(first, last);
  const cleaners = (smartlockIds: readonly number[], more: object = {}) => [
    set("cleaners", { ...grants.code, smartlockIds, ...more }),
  ];
  const later = { allowedUntilTime: 1020 };

  beforeEach(() => doors.simulator.clearRequests());

  it("one creates it", async () => {
    const { errors } = await doors.engine.up(cleaners(from(0, 90)));
    expect(errors).toEqual({});
    expect(doors.outputs("cleaners")["authorizationIds"]).toEqual(doors.idsOf("Cleaners"));
    expect(doors.records("Cleaners")).toHaveLength(90);
    expect(doors.writes()).toEqual(["PUT /smartlock/auth"]);
    // The locks, the existing authorizations, and the result.
    expect(doors.reads()).toEqual(["/smartlock", "/smartlock/auth", "/smartlock/auth"]);
  });

  it("an unchanged preview takes one list of each kind", async () => {
    const { steps, output } = await doors.engine.preview(cleaners(from(0, 90)));
    expect({ steps, output }).toEqual({ steps: { cleaners: "same" }, output: "" });
    expect(doors.writes()).toEqual([]);
    expect(doors.reads()).toEqual(["/smartlock", "/smartlock/auth"]);
  });

  it("so does a refresh", async () => {
    const { steps } = await doors.engine.refresh();
    expect(steps).toEqual({ cleaners: "same" });
    expect(doors.writes()).toEqual([]);
    expect(doors.reads()).toEqual(["/smartlock", "/smartlock/auth"]);
  });

  it("one changes the window on all of them", async () => {
    const { errors, steps } = await doors.engine.up(cleaners(from(0, 90), later));
    expect({ errors, steps }).toEqual({ errors: {}, steps: { cleaners: "update" } });
    expect(doors.records("Cleaners").filter((live) => live.allowedUntilTime === 1020)).toHaveLength(90);
    expect(doors.writes()).toEqual(["POST /smartlock/auth"]);
    expect(doors.reads()).toEqual(["/smartlock", "/smartlock/auth", "/smartlock/auth"]);
  });

  it("a lock more and a lock less take one each, and touch no other", async () => {
    const kept = doors.records("Cleaners").filter(({ smartlockId }) => smartlockId !== doors.id(0));
    const { errors } = await doors.engine.up(cleaners(from(1, 91), later));
    expect(errors).toEqual({});
    expect(doors.records("Cleaners").filter(({ smartlockId }) => smartlockId !== doors.id(90))).toEqual(kept);
    expect(doors.on(0, "Cleaners")).toHaveLength(0);
    expect(doors.on(90, "Cleaners")).toHaveLength(1);
    const [removed] = doors.writes().filter((write) => write.startsWith("DELETE"));
    expect(removed).toMatch(new RegExp(`^DELETE /smartlock/${doors.id(0)}/auth/[0-9a-f]{24}$`));
    expect(doors.writes().filter((write) => write !== removed)).toEqual([
      `PUT /smartlock/${doors.id(90)}/auth`,
    ]);
  });

  it("one deletes it", async () => {
    const { errors } = await doors.engine.destroy();
    expect(errors).toEqual({});
    expect(doors.records("Cleaners")).toHaveLength(0);
    expect(doors.writes()).toEqual(["DELETE /smartlock/auth"]);
    // Two lists prove that an object is gone.
    expect(doors.reads()).toEqual(["/smartlock", "/smartlock/auth", "/smartlock/auth", "/smartlock/auth"]);
  });

  it("bulkSize cuts them", async () => {
    const engine = doors.account.engineWith({ SMARTLOCK_BULK_SIZE: "40" });
    const { errors } = await engine.up(cleaners(from(0, 90)));
    expect(errors).toEqual({});
    expect(doors.writes()).toEqual(Array(3).fill("PUT /smartlock/auth"));
    const destroyed = await engine.destroy();
    expect(destroyed.errors).toEqual({});
    expect(doors.writes().slice(3)).toEqual(Array(3).fill("DELETE /smartlock/auth"));
    expect(doors.records("Cleaners")).toHaveLength(0);
  });
});
