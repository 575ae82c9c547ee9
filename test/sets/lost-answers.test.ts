import "../protocol/passing-time";
import type { Fault } from "../../simulator";
import { until } from "../promises/every-kind";
import { Doors, grants, set } from "./doors";

type Lost = Pick<Extract<Fault, { kind: "error" | "drop" }>, "when"> &
  ({ kind: "drop" } | { kind: "error"; status: number });

/** The app form: the service creates a second one whenever it is asked twice. */
describe.each<[string, Lost]>([
  ["failed before it had an effect", { kind: "error", status: 500, when: "before" }],
  ["was lost after it had its effect", { kind: "drop", when: "after" }],
])("A bulk request that %s", (_name, lost) => {
  let doors: Doors;

  beforeAll(async () => {
    doors = await Doors.start(4, { settleMs: 300 }, { SMARTLOCK_SETTLE_TIMEOUT: "3" });
  });

  afterAll(() => doors.stop());

  const crew = (more: object = {}) => [set("crew", { ...grants.app, smartlockIds: doors.ids, ...more })];
  const isDone = lost.when === "after";
  const bulk = (method: string): string[] =>
    doors.writes().filter((write) => write === `${method} /smartlock/auth`);
  const fail = (operation: Fault["operation"]): void => {
    doors.simulator.clearRequests();
    doors.simulator.setFaults([{ ...lost, operation }]);
  };

  it("makes no duplicate: the list tells what is missing, and only that is sent again", async () => {
    fail("PUT /smartlock/auth");
    const { errors } = await doors.engine.up(crew(), async () => {
      await until(() => bulk("PUT").length > 0);
      if (!isDone) {
        // The service had already begun: one door has it.
        const { allowedUntilTime, allowedWeekDays, allowedFromTime, ...grant } = grants.app;
        const since = { allowedFromDate: "2000-01-01T00:00:00.000Z" };
        doors.add({ ...grant, ...since, allowedUntilTime, allowedWeekDays, allowedFromTime, type: 0 });
      }
    });
    expect(errors).toEqual({});
    expect(doors.ids.map((_id, n) => doors.on(n, "Crew's app").length)).toEqual([1, 1, 1, 1]);
    expect(doors.outputs("crew")["authorizationIds"]).toEqual(doors.idsOf("Crew's app"));
    expect(bulk("PUT")).toHaveLength(isDone ? 1 : 2);
    // A sync uses the lock's battery: only locks that seem to lack it are asked.
    const synced = doors.writes().filter((write) => write.endsWith("/sync"));
    expect(synced.sort()).toEqual(isDone ? [] : doors.at(1, 2, 3).map((id) => `POST /smartlock/${id}/sync`));
  });

  it("changes what is to be changed", async () => {
    fail("POST /smartlock/auth");
    const { errors } = await doors.engine.up(crew({ allowedUntilTime: 1020 }));
    expect(errors).toEqual({});
    expect(doors.records("Crew's app").map((live) => live.allowedUntilTime)).toEqual(Array(4).fill(1020));
    expect(bulk("POST")).toHaveLength(isDone ? 1 : 2);
  });

  it("deletes what is to be deleted", async () => {
    fail("DELETE /smartlock/auth");
    const { errors } = await doors.engine.destroy();
    expect(errors).toEqual({});
    expect(doors.records("Crew's app")).toEqual([]);
    expect(bulk("DELETE")).toHaveLength(isDone ? 1 : 2);
  });
});
