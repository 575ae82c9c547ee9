import "../protocol/passing-time";
import type { Bag } from "../protocol/plugin";
import type { Declared } from "../protocol/test-engine";
import { Doors, grants, keypadCode, people, set } from "./doors";

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

describe("maxDeletes counts what nobody makes again", () => {
  let doors: Doors;

  beforeEach(async () => {
    doors = await Doors.start(4);
  });

  afterEach(() => doors.stop());

  const crew = (numbers: readonly number[], more: Bag = {}, options: Partial<Declared> = {}, name = "crew") =>
    set(name, { ...grants.app, smartlockIds: doors.at(...numbers), ...more }, options);
  const alone = (n: number, more: Bag = {}): Declared => ({
    type: "Authorization",
    name: "alone",
    inputs: { ...grants.app, smartlockId: doors.id(n), ...more },
  });
  const applied = async (...program: Declared[]): Promise<void> => {
    expect((await doors.engine.up(program)).errors).toEqual({});
    doors.simulator.clearRequests();
  };
  const upWith = (most: number, ...program: Declared[]) =>
    doors.account.engineWith({ SMARTLOCK_MAX_DELETES: String(most) }).up(program);

  it("a set that has a name which another one had before it was renamed", async () => {
    const all = [0, 1, 2, 3];
    const other = { accountUserId: people.caretaker };
    await applied(crew(all));
    await applied(crew(all, {}, { alias: "crew" }, "team"));
    await applied(crew(all, {}, {}, "team"), crew(all, other));
    const { errors } = await upWith(0, crew(all, {}, {}, "team"));
    expect(errors["crew"]).toContain("allows 0 deletes in a run, and these 4 would exceed that");
    expect(doors.writes()).toEqual([]);
  });

  it("what two sets wait for on one lock", async () => {
    const lock = doors.simulator.lock(doors.id(1));
    const code = (name: string, value: number): Declared =>
      set(name, { ...grants.code, name, code: value, smartlockIds: doors.at(1), waitFor: "accepted" });
    const program = [code("one", keypadCode), code("two", 593_847)];
    lock.goOffline("pending");
    await applied(...program);
    const preview = await doors.engine.preview(program);
    expect(preview.steps).toEqual({ one: "same", two: "same" });
    expect(preview.output).not.toContain("belongs to");
    lock.goOnline();
    const { errors } = await upWith(1);
    expect(Object.values(errors).join()).toContain(
      "allows 1 delete in a run, and this one would exceed that",
    );
    expect(Object.keys(errors)).toHaveLength(1);
  });

  it("the locks that a set loses while it is replaced", async () => {
    await applied(crew([0, 1, 2, 3]));
    const fewer = crew([0, 3], { accountUserId: people.caretaker });
    const { errors } = await upWith(1, fewer);
    expect(errors["crew"]).toContain(
      `allows 1 delete in a run, and these 2 would exceed that: AuthorizationSet "Crew's app" on 2 locks. They were not deleted`,
    );
    expect(doors.writes()).toEqual([]);
    const { errors: none, steps } = await upWith(2, fewer);
    expect({ none, steps }).toEqual({ none: {}, steps: { crew: "replace" } });
    expect(doors.records("Crew's app").map(({ smartlockId }) => smartlockId)).toEqual(doors.at(0, 3));
  });

  it("not what is replaced under a new name, with an alias, but the locks that it loses", async () => {
    await applied(crew([0, 1, 2]), alone(3));
    const renamed = (...numbers: number[]): Declared[] => [
      crew(numbers, { accountUserId: people.caretaker }, { alias: "crew" }, "team"),
      { ...alone(3, { accountUserId: people.caretaker }), name: "single", alias: "alone" },
    ];
    const { errors } = await upWith(0, ...renamed(0, 1));
    expect(errors["team"]).toContain("allows 0 deletes in a run, and this one would exceed that");
    const { errors: none, steps } = await upWith(0, ...renamed(0, 1, 2));
    expect({ none, steps }).toEqual({ none: {}, steps: { team: "replace", single: "replace" } });
  });

  it("not a lock of a set that another resource has taken over", async () => {
    await applied(crew([0, 1, 2]));
    const before = doors.on(0, "Crew's app");
    const { errors, steps } = await upWith(0, alone(0), crew([1, 2]));
    expect({ errors, steps }).toEqual({ errors: {}, steps: { alone: "create", crew: "update" } });
    expect(doors.on(0, "Crew's app")).toEqual(before);
    expect(doors.writes()).toEqual([]);
  });

  it("a lock of a set that deletes it before the other resource has taken it over", async () => {
    await applied(crew([0, 1, 2]));
    const { errors } = await upWith(0, crew([1, 2]), alone(0));
    expect(errors["crew"]).toContain("allows 0 deletes in a run, and this one would exceed that");
    expect(doors.writes()).toEqual([]);
    expect((await upWith(1, crew([1, 2]), alone(0))).errors).toEqual({});
    expect(doors.writes().map((write) => write.split(" ")[0])).toEqual(["DELETE", "PUT"]);
  });

  it("what Pulumi deletes along with what it depends on, since nobody tells that it is made again", async () => {
    const guest = (language: string): Declared => ({
      type: "AccountUser",
      name: "guest",
      inputs: { email: "guest@example.com", name: "Guest", language },
      forceReplace: language === "fr",
    });
    const fobs: Declared = {
      type: "AuthorizationSet",
      name: "fobs",
      inputs: (outputs) => ({
        ...grants.fob,
        smartlockIds: doors.at(0, 1),
        accountUserId: outputs["guest"]?.["accountUserId"],
      }),
    };
    await applied(guest("de"), fobs);
    const { errors } = await upWith(1, guest("fr"), fobs);
    expect(errors["guest"]).toContain("allows 1 delete in a run, and these 2 would exceed that");
    expect((await upWith(2, guest("fr"), fobs)).errors).toEqual({});
  });

  describe("what goes with a user", () => {
    const guest: Declared = {
      type: "AccountUser",
      name: "guest",
      inputs: { email: "guest@example.com", name: "Guest", deleteContents: true },
    };
    const guestId = (): unknown => doors.outputs("guest")["accountUserId"];

    it("though nobody declares it", async () => {
      await applied(guest);
      const accountUserId = Number(guestId());
      doors.add(
        { accountUserId, type: 0, name: "Guest's app" },
        { accountUserId, type: 2, name: "Guest's fob", smartlockId: doors.id(1) },
      );
      const { errors } = await upWith(2);
      expect(errors["guest"]).toMatch(
        /allows 2 deletes in a run, and these 3 would exceed that: AccountUser ".*" \(id \d+\), with everything it holds\. They were not deleted/,
      );
      expect(doors.writes()).toEqual([]);
      expect((await upWith(3)).errors).toEqual({});
      expect(doors.writes()).toHaveLength(1);
    });

    it.each([true, false])(
      "and what the run deletes by itself only once (refers to the user: %s)",
      async (refers) => {
        await applied(guest);
        const accountUserId = guestId();
        const inputs = { ...grants.fob, smartlockIds: doors.at(0, 1) };
        await applied(guest, {
          type: "AuthorizationSet",
          name: "fobs",
          inputs: refers
            ? (outputs) => ({ ...inputs, accountUserId: outputs["guest"]?.["accountUserId"] })
            : { ...inputs, accountUserId },
        });
        expect((await upWith(3)).errors).toEqual({});
        expect(doors.records("Crew's fob")).toEqual([]);
      },
    );
  });
});
