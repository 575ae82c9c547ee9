import "../protocol/passing-time";
import { until } from "../promises/every-kind";
import { Doors, grants, keypadCode, set } from "./doors";

describe("A set of which some locks cannot be done", () => {
  let doors: Doors;

  beforeAll(async () => {
    // Without the preflight: the problems it would find may just as well appear after it.
    doors = await Doors.start(5, {}, { SMARTLOCK_PREFLIGHT: "off" });
  });

  afterAll(() => doors.stop());

  const cleaners = (options = {}) => [set("cleaners", { ...grants.code, smartlockIds: doors.ids }, options)];
  const fillers = (n: number) =>
    Array.from({ length: 199 }, () => ({ smartlockId: doors.id(n), name: "Filler", type: 3 }));

  it("names those and why, and records the others", async () => {
    doors.simulator.lock(doors.id(1)).goOffline("pending");
    doors.add(...fillers(3));
    // The first list does not show yet what somebody created a moment ago.
    doors.simulator.setFaults([{ kind: "stale", operation: "GET /smartlock/auth", count: 1 }]);
    await fetch(`${doors.simulator.url}/smartlock/${doors.id(2)}/auth`, {
      method: "PUT",
      headers: { authorization: `Bearer ${doors.simulator.token}`, "content-type": "application/json" },
      body: JSON.stringify({ name: "Taken", type: 13, code: keypadCode, remoteAllowed: false }),
    });
    await until(() => doors.records("Taken").some(({ operationId }) => operationId === undefined));
    doors.simulator.clearRequests();
    const { errors } = await doors.engine.up(cleaners());
    const lines = errors["cleaners"]?.split("\n") ?? [];
    expect(lines).toEqual([
      'AuthorizationSet "Cleaners": 3 of 5 locks are not done. The others are, and the next run continues with these only.',
      expect.stringMatching(/is offline and could not confirm it/),
      expect.stringMatching(
        /its code is taken by Authorization "Taken" .* already exists and differs .* declare another code here/,
      ),
      expect.stringMatching(/holds 200 authorizations already/),
    ]);
    expect(lines.slice(1).map((line) => line.slice(2).split(": ")[0])).toEqual(
      [1, 2, 3].map((n) => doors.named(n)),
    );
    expect(errors["cleaners"]).not.toContain(String(keypadCode));
    expect(doors.outputs("cleaners")["authorizationIds"]).toEqual(doors.idsOf("Cleaners"));
    expect(Object.keys(doors.idsOf("Cleaners"))).toEqual(doors.at(0, 4).map(String));
    // Refused as a whole, so each lock gets its own request, except the one that is offline.
    expect(doors.writes().sort()).toEqual(
      ["PUT /smartlock/auth", ...doors.at(0, 2, 3, 4).map((id) => `PUT /smartlock/${id}/auth`)].sort(),
    );
  });

  it("goes on with those alone in the next run, even if changes of its locks are ignored", async () => {
    doors.simulator.clearFaults();
    doors.simulator.lock(doors.id(1)).goOnline();
    doors.remove(2, "Taken");
    doors.remove(3, "Filler");
    const done = doors.records("Cleaners");
    doors.simulator.clearRequests();
    const { errors } = await doors.engine.up(cleaners({ ignoreChanges: ["smartlockIds"] }));
    expect(errors).toEqual({});
    expect(doors.writes()).toEqual(["PUT /smartlock/auth"]);
    expect(doors.records("Cleaners").filter(({ id }) => done.some((one) => one.id === id))).toEqual(done);
    expect(doors.records("Cleaners")).toHaveLength(5);
    const { steps, output } = await doors.engine.preview(cleaners());
    expect({ steps, output }).toEqual({ steps: { cleaners: "same" }, output: "" });
  });

  it("keeps what a change could not reach, and changes that alone in the next run", async () => {
    doors.account.age();
    const later = [
      set("cleaners", { ...grants.code, smartlockIds: doors.ids.slice(1), allowedUntilTime: 1020 }),
    ];
    doors.simulator.lock(doors.id(4)).goOffline("pending");
    doors.simulator.lock(doors.id(0)).goOffline("pending");
    const engine = doors.account.engineWith({ SMARTLOCK_SETTLE_TIMEOUT: "2" });
    const { errors } = await engine.up(later);
    const lines = errors["cleaners"]?.split("\n") ?? [];
    expect(
      lines
        .map((line) => line.slice(2).split(": ")[0])
        .slice(1)
        .sort(),
    ).toEqual([0, 4].map((n) => doors.named(n)));
    expect(errors["cleaners"]).toContain("the door still honours it");
    [0, 4].forEach((n) => doors.simulator.lock(doors.id(n)).goOnline());
    await until(
      () => doors.on(0, "Cleaners").length === 0 && doors.on(4, "Cleaners")[0]?.allowedUntilTime === 1020,
    );
    doors.simulator.clearRequests();
    const again = await engine.up(later);
    // Meanwhile the locks have done what they were asked. For the grant that no list shows, only the service itself can
    // tell.
    expect({ errors: again.errors, writes: doors.writes() }).toEqual({
      errors: {},
      writes: [expect.stringMatching(`^DELETE /smartlock/${doors.id(0)}/auth/`)],
    });
    expect(engine.state.get("cleaners")?.outputs["authorizationIds"]).toEqual(doors.idsOf("Cleaners"));
    const { steps } = await engine.preview(later);
    expect(steps).toEqual({ cleaners: "same" });
  });
});
