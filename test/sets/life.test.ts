import { UNKNOWN } from "../protocol/test-engine";
import { Doors, grants, keypadCode, people, set } from "./doors";

describe("A set, in each form of a grant", () => {
  let doors: Doors;

  beforeAll(async () => {
    doors = await Doors.start(4);
  });

  afterAll(() => doors.stop());

  const forms = Object.entries(grants);
  const program = (
    smartlockIds: readonly number[],
    changes: Readonly<Record<string, object>> = {},
    options: Readonly<Record<string, object>> = {},
  ) =>
    forms.map(([form, grant]) =>
      set(form, { ...grant, smartlockIds, ...changes[form] }, { ...options[form] }),
    );
  const all = () => forms.flatMap(([, { name }]) => doors.records(name));

  it("is made on its locks, and tells the id of each", async () => {
    const { errors, output } = await doors.engine.up(program(doors.at(2, 0, 1)));
    expect(errors).toEqual({});
    for (const [form, { name }] of forms) {
      const ids = doors.idsOf(name);
      expect(Object.keys(ids).sort()).toEqual(doors.at(0, 1, 2).map(String).sort());
      expect(doors.outputs(form)).toMatchObject({ authorizationIds: ids, smartlockIds: doors.at(0, 1, 2) });
    }
    const invited = doors.simulator.state().mails.filter(({ kind }) => kind === "invitation");
    expect(invited).toHaveLength(3);
    expect(output).toMatch(/ by app.*; an invitation is mailed for each lock\./);
  });

  it("touches only a lock that is added and one that is removed", async () => {
    const before = all().filter(({ smartlockId }) => smartlockId !== doors.id(0));
    const { errors, steps, output } = await doors.engine.up(program(doors.at(1, 2, 3)));
    expect({ errors, steps }).toEqual({
      errors: {},
      steps: { code: "update", app: "update", fob: "update" },
    });
    expect(output).toContain("Cleaners gets Door 0004 by code, mon–fri 08:00–16:00.\n");
    expect(output).toContain(
      `AuthorizationSet "Cleaners" will no longer be on ${doors.named(0)}: Cleaners loses it.`,
    );
    expect(all().filter(({ smartlockId }) => smartlockId !== doors.id(3))).toEqual(before);
    expect(all()).toHaveLength(9);
  });

  it("is replaced, old ones first, where the service cannot change it, and else updated in place", async () => {
    const ids = forms.map(([, { name }]) => doors.idsOf(name));
    doors.simulator.clearRequests();
    const { errors, steps } = await doors.engine.up(
      program(doors.at(1, 2, 3), {
        code: { accountUserId: people.caretaker },
        app: { accountUserId: people.caretaker },
        fob: { smartActionsEnabled: true },
      }),
    );
    expect({ errors, steps }).toEqual({
      errors: {},
      steps: { code: "update", app: "replace", fob: "replace" },
    });
    const [codes, apps, fobs] = forms.map(([, { name }]) => doors.idsOf(name));
    expect(codes).toEqual(ids[0]);
    for (const [now, before] of [
      [apps, ids[1]],
      [fobs, ids[2]],
    ]) {
      expect(Object.keys(now ?? {}).sort()).toEqual(Object.keys(before ?? {}).sort());
      expect(Object.values(now ?? {}).filter((id) => Object.values(before ?? {}).includes(id))).toEqual([]);
    }
    expect(
      all()
        .filter(({ type }) => type !== 2)
        .map(({ accountUserId }) => accountUserId),
    ).toEqual(Array(6).fill(people.caretaker));
    const [created, removed] = ["PUT", "DELETE"].map((method) =>
      doors.writes().findIndex((write) => write.startsWith(method)),
    );
    expect(removed).toBeLessThan(created ?? 0);
  });

  it("another type is another set", async () => {
    const changes = { app: { accountUserId: people.caretaker, type: 2 }, fob: { smartActionsEnabled: true } };
    const { steps } = await doors.engine.preview(program(doors.at(1, 2, 3), changes));
    expect(steps).toMatchObject({ app: "replace", fob: "same" });
  });

  it("does not seem to leave locks that are only not known yet", async () => {
    const sets = [
      set("code", { ...grants.code, accountUserId: people.caretaker, smartlockIds: UNKNOWN }),
      set("fob", { ...grants.fob, smartActionsEnabled: true, smartlockIds: [doors.id(1), UNKNOWN] }),
    ];
    const { steps, output } = await doors.engine.preview(sets);
    expect(steps).toMatchObject({ code: "update", fob: "update" });
    expect(output).not.toContain("will no longer be on");
  });

  it("minds ignoreChanges and replaceOnChanges", async () => {
    const changes = {
      code: { accountUserId: people.caretaker, name: "Cleaning crew" },
      app: { accountUserId: people.caretaker, name: "Another name" },
      fob: { smartActionsEnabled: true },
    };
    const options = { code: { replaceOnChanges: ["name"] }, app: { ignoreChanges: ["name"] } };
    const { steps } = await doors.engine.preview(program(doors.at(1, 2, 3), changes, options));
    expect(steps).toEqual({ code: "replace", app: "same", fob: "same" });
  });
});

describe("A disabled set", () => {
  let doors: Doors;

  beforeAll(async () => {
    doors = await Doors.start(3);
  });

  afterAll(() => doors.stop());

  const disabled = () => [set("cleaners", { ...grants.code, smartlockIds: doors.ids, enabled: false })];

  it("opens no door, even if it cannot be disabled after it was made", async () => {
    doors.simulator.setFaults([{ kind: "error", operation: "POST *", status: 409, count: "always" }]);
    const { errors } = await doors.engine.up(disabled());
    expect(errors["cleaners"]).toContain("3 of 3 locks are not done");
    const now = doors.simulator.clock.iso();
    expect(doors.records("Cleaners")).toHaveLength(3);
    expect(doors.records("Cleaners").filter((live) => String(live.allowedUntilDate) > now)).toEqual([]);
    expect(doors.outputs("cleaners")["authorizationIds"]).toEqual(doors.idsOf("Cleaners"));
  });

  it("gets its window with the request that disables it, one for all locks", async () => {
    doors.simulator.clearFaults();
    doors.simulator.clearRequests();
    const { errors } = await doors.engine.up(disabled());
    expect(errors).toEqual({});
    expect(doors.writes()).toEqual(["POST /smartlock/auth"]);
    for (const live of doors.records("Cleaners")) {
      expect(live).toMatchObject({ enabled: false, code: keypadCode, allowedUntilTime: 960 });
      expect(live.allowedUntilDate).toBeUndefined();
    }
    const { steps } = await doors.engine.preview(disabled());
    expect(steps).toEqual({ cleaners: "same" });
  });
});
