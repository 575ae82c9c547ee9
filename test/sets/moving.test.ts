import "../protocol/passing-time";
import { Doors, grants, set } from "./doors";

/** A set's list of locks is a list of revocations too: one new lock that is offline must not hold them back. */
describe("A set in which another lock takes the place of one", () => {
  let doors: Doors;

  beforeEach(async () => {
    doors = await Doors.start(2);
  });
  afterEach(() => doors.stop());

  const program = (...numbers: number[]) => [
    set("cleaners", { ...grants.code, smartlockIds: doors.at(...numbers) }),
  ];

  it("takes the grant from the old lock even if the new lock is offline", async () => {
    expect((await doors.engine.up(program(0))).errors).toEqual({});
    doors.simulator.lock(doors.id(1)).goOffline("pending");
    const { errors } = await doors.engine.up(program(1));
    expect(errors["cleaners"]).toContain("Door 0002 is offline and could not confirm it");
    expect(doors.records("Cleaners")).toEqual([]);

    doors.simulator.lock(doors.id(1)).goOnline();
    expect((await doors.engine.up(program(1))).errors).toEqual({});
    expect(doors.records("Cleaners")).toMatchObject([{ smartlockId: doors.id(1) }]);
  });

  it("keeps the old lock if the new one is added first, and the old one is removed in a second run", async () => {
    expect((await doors.engine.up(program(0))).errors).toEqual({});
    doors.simulator.lock(doors.id(1)).goOffline("pending");
    const { errors } = await doors.engine.up(program(0, 1));
    expect(errors["cleaners"]).toContain("Door 0002 is offline and could not confirm it");
    expect(doors.records("Cleaners")).toMatchObject([{ smartlockId: doors.id(0) }]);

    doors.simulator.lock(doors.id(1)).goOnline();
    expect((await doors.engine.up(program(0, 1))).errors).toEqual({});
    expect((await doors.engine.up(program(1))).errors).toEqual({});
    expect(doors.records("Cleaners")).toMatchObject([{ smartlockId: doors.id(1) }]);
  });
});
