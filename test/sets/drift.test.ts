import { Doors, grants, set } from "./doors";

const DAY = 24;

describe("What others did to a set", () => {
  let doors: Doors;

  beforeAll(async () => {
    doors = await Doors.start(5);
    const { errors } = await doors.engine.up(cleaners());
    expect(errors).toEqual({});
    doors.account.age();
    doors.change(0, "Cleaners", { allowedUntilTime: 1080 });
    doors.remove(1, "Cleaners");
    doors.change(2, "Cleaners", { code: 593_184 });
  });

  afterAll(() => doors.stop());

  const cleaners = () => [set("cleaners", { ...grants.code, smartlockIds: doors.ids })];
  const changed = 'Authorization "Cleaners" on Door 0001: allowedUntilTime is 18:00, declared 16:00.';
  const otherCode = 'Authorization "Cleaners" on Door 0003: code differs from what is declared.';

  it("is told in words, lock by lock", async () => {
    const { steps, output } = await doors.engine.preview(cleaners());
    expect(steps).toEqual({ cleaners: "update" });
    const deleted = `Authorization "Cleaners" on Door 0002 (id ${doors.id(1)}/`;
    expect(output.split("\n").filter((line) => line !== "")).toEqual([
      changed,
      expect.stringMatching(/no longer exists: it will be created again\.$/),
      otherCode,
      "Cleaners gets Door 0002 by code, mon–fri 08:00–16:00.",
    ]);
    expect(output).toContain(deleted);
  });

  it("is recorded by a refresh, and told by the previews after it, compared with the state alone as well", async () => {
    const { steps, output } = await doors.engine.refresh();
    expect(steps).toEqual({ cleaners: "update" });
    expect(output).toContain(changed);
    expect(doors.outputs("cleaners")).toMatchObject({
      smartlockIds: doors.at(0, 2, 3, 4),
      authorizationIds: doors.idsOf("Cleaners"),
    });
    const live = await doors.engine.preview(cleaners());
    const stored = await doors.account.engineWith({ SMARTLOCK_DIFF: "state" }).preview(cleaners());
    for (const preview of [live, stored]) {
      expect(preview.steps).toEqual({ cleaners: "update" });
      expect(preview.output).toContain(changed);
      expect(preview.output).toContain(otherCode);
    }
  });

  it("is kept as a secret where it is a code that differs on one lock", () => {
    expect(JSON.stringify(doors.outputs("cleaners"))).toContain(
      '"1b47061264138c4ac30d75fd1eb44270","value":593184',
    );
  });

  it("is set right where it is wrong, and nowhere else", async () => {
    const untouched = [3, 4].flatMap((n) => doors.on(n, "Cleaners"));
    doors.simulator.clearRequests();
    const { errors } = await doors.engine.up(cleaners());
    expect(errors).toEqual({});
    expect(doors.writes().sort()).toEqual(["POST /smartlock/auth", `PUT /smartlock/${doors.id(1)}/auth`]);
    expect([3, 4].flatMap((n) => doors.on(n, "Cleaners"))).toEqual(untouched);
    expect(doors.records("Cleaners").map(({ code, allowedUntilTime }) => [code, allowedUntilTime])).toEqual(
      Array(5).fill([grants.code.code, 960]),
    );
    const { steps, output } = await doors.engine.preview(cleaners());
    expect({ steps, output }).toEqual({ steps: { cleaners: "same" }, output: "" });
  });

  it("goes with a lock that left the account: one line and no change", async () => {
    doors.account.age();
    const gone = doors.id(4);
    doors.account.edit((state) => {
      state.smartlocks = state.smartlocks.filter(({ smartlockId }) => smartlockId !== gone);
      state.authorizations = state.authorizations.filter(({ smartlockId }) => smartlockId !== gone);
    });
    const { steps, output } = await doors.engine.preview(cleaners());
    expect(steps).toEqual({ cleaners: "same" });
    expect(output.split("\n").filter((line) => line.includes("is not created again"))).toEqual([
      expect.stringContaining(`on lock ${gone}`),
    ]);
    doors.simulator.clearRequests();
    const destroyed = await doors.engine.destroy();
    expect(destroyed.errors).toEqual({});
    expect(destroyed.output).toMatch(
      /^Warning: .*: its lock is no longer in the account, .* it may still honour this: delete it there\./,
    );
    expect(doors.writes().sort()).toEqual([
      expect.stringMatching(`^DELETE /smartlock/${gone}/auth/`),
      "DELETE /smartlock/auth",
    ]);
    expect(doors.records("Cleaners")).toEqual([]);
  });
});

describe("A set whose time is over", () => {
  let doors: Doors;

  beforeAll(async () => {
    doors = await Doors.start(4);
  });

  afterAll(() => doors.stop());

  const until = (days: number): string => new Date(Date.now() + days * DAY * 3_600_000).toISOString();
  const dates = { short: until(2), long: until(300) };
  const guests = (allowedUntilDate: string) => [
    set("guests", { ...grants.code, smartlockIds: doors.ids, allowedUntilDate }),
    {
      type: "Authorization",
      name: "single",
      inputs: { ...grants.fob, smartlockId: doors.id(0), allowedUntilDate },
    },
  ];

  it("is not missed when it is gone, which is said once for all locks", async () => {
    const { errors } = await doors.engine.up(guests(dates.short));
    expect(errors).toEqual({});
    doors.simulator.clock.advance(3 * DAY * 3_600_000);
    doors.ids.forEach((_id, n) => doors.remove(n, "Cleaners"));
    doors.remove(0, "Crew's fob");
    const { steps, output } = await doors.engine.preview(guests(dates.short));
    expect(steps).toEqual({ guests: "same", single: "same" });
    expect(output.split("\n").filter((line) => line.includes("Cleaners"))).toEqual([
      'Warning: AuthorizationSet "Cleaners" on 4 locks: allowedUntilDate is in the past: the authorization would open nothing.',
      'AuthorizationSet "Cleaners" on 4 locks is gone, and is not created again: its time is over.',
    ]);
  });

  it("blocks nothing after a refresh either", async () => {
    const { steps: refreshed } = await doors.engine.refresh();
    expect(refreshed).toEqual({ guests: "same", single: "same" });
    const { steps, errors } = await doors.engine.up(guests(dates.short));
    expect({ steps, errors }).toEqual({ steps: { guests: "same", single: "same" }, errors: {} });
  });

  it("is made again when the program gives it more time", async () => {
    const { errors, steps } = await doors.engine.up(guests(dates.long));
    expect({ errors, steps }).toEqual({ errors: {}, steps: { guests: "update", single: "replace" } });
    expect(doors.records("Cleaners")).toHaveLength(4);
    expect(doors.records("Crew's fob")).toHaveLength(1);
    expect(doors.outputs("guests")["authorizationIds"]).toEqual(doors.idsOf("Cleaners"));
  });
});
