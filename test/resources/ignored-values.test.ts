import "../protocol/passing-time";
import { desk, locks, person, World } from "../contract/world";
import type { Declared } from "../protocol/test-engine";

const grant = { type: "code", name: "Cleaner", code: 593847, remoteAllowed: false };
const limits = { allowedFromTime: "08:00", allowedUntilTime: "16:00", allowedWeekDays: ["mon"] };

describe("Values that the program ignores", () => {
  let world: World;

  beforeEach(async () => {
    world = await World.start();
  });
  afterEach(() => world.stop());

  const crew = (fields: object, ignoreChanges: string[]): Declared => ({
    type: "AuthorizationSet",
    name: "set",
    inputs: { ...grant, ...limits, smartlockIds: [locks.front], ...fields },
    ignoreChanges,
  });
  const codes = () => world.simulator.state().authorizations.filter(({ code }) => code === grant.code);
  const byHand = (fields: object): void =>
    world.outside((state) => {
      state.authorizations
        .filter(({ code }) => code === grant.code)
        .forEach((live) => Object.assign(live, fields));
    });

  const removeByHand = (): void =>
    world.outside((state) => {
      state.authorizations = state.authorizations.filter(({ code }) => code !== grant.code);
    });

  it.each<[string, object, string]>([
    ["no start", { allowedFromDate: undefined }, "allowedFromDate must be a date"],
    ["no day", { allowedWeekDays: 0 }, "allowedWeekDays must name at least one day"],
    ["a time that is none", { allowedUntilTime: 1500 }, "allowedUntilTime must be a time"],
  ])("are not sent to a door that a set gets, or gets again: %s", async (_what, odd, why) => {
    const ignored = ["allowedFromDate", "allowedWeekDays", "allowedUntilTime"];
    const start = { allowedFromDate: "2020-01-01T00:00:00Z" };
    const both = { smartlockIds: [locks.front, locks.office] };
    expect((await world.engine.up([crew(start, ignored)])).errors).toEqual({});
    byHand(odd);
    expect((await world.engine.refresh()).errors).toEqual({});
    const { errors } = await world.engine.up([crew({ ...start, ...both }, ignored)]);
    expect(errors["set"]).toContain(why);
    expect(codes().map(({ smartlockId }) => smartlockId)).toEqual([locks.front]);

    removeByHand();
    world.pass(1);
    const again = await world.engine.up([crew(start, ignored)]);
    expect(again.errors["set"]).toContain(`Authorization "Cleaner" on Front door was not created: ${why}`);
    expect(again.errors["set"]).toContain("Somebody else set that, and ignoreChanges leaves it to others.");
    expect(codes()).toEqual([]);
  });

  it("take no door away that would then be refused", async () => {
    const app = { type: "app", name: "App", accountUserId: person(1), code: undefined };
    const program = [crew({ ...app, smartlockIds: [locks.front, locks.office] }, ["allowedWeekDays"])];
    const apps = () => world.simulator.state().authorizations.filter(({ name }) => name === "App");
    expect((await world.engine.up(program)).errors).toEqual({});
    world.outside((state) => {
      state.authorizations.filter(({ name }) => name === "App").forEach((live) => (live.allowedWeekDays = 0));
    });
    expect((await world.engine.refresh()).errors).toEqual({});
    world.outside((state) => {
      const [first] = state.authorizations.filter(({ name }) => name === "App");
      Object.assign(first ?? {}, { accountUserId: person(2) });
    });
    const { errors } = await world.engine.up(program);
    expect(errors["set"]).toContain("was not created: allowedWeekDays must name at least one day");
    expect(apps()).toHaveLength(2);
  });

  it("do not excuse what the program itself breaks", async () => {
    const one = (allowedFromTime: string): Declared => ({
      type: "Authorization",
      name: "one",
      inputs: { ...grant, ...limits, allowedFromTime, smartlockId: locks.front },
      ignoreChanges: ["allowedUntilTime"],
    });
    expect((await world.engine.up([one("08:00")])).errors).toEqual({});
    const { errors } = await world.engine.up([one("18:00")]);
    expect(errors["one"]).toContain("allowedUntilTime must be after allowedFromTime");
    expect(codes()).toMatchObject([{ allowedFromTime: 480, allowedUntilTime: 960 }]);
  });

  it("come from the program if what is gone is created again, which is said", async () => {
    const one: Declared = {
      type: "Authorization",
      name: "one",
      inputs: { ...grant, ...limits, smartlockId: locks.front },
      ignoreChanges: ["enabled"],
    };
    await world.engine.up([one]);
    removeByHand();
    world.pass(1);
    expect((await world.engine.preview([one])).output).toContain(
      'Warning: Authorization "Cleaner" on Front door will be replaced, and ignoreChanges does not apply to the new one: enabled will be',
    );
  });

  it("are warned of without a read, if nothing is to be read", async () => {
    const one = (accountUserId: number): Declared => ({
      type: "Authorization",
      name: "one",
      inputs: { name: "App", accountUserId, remoteAllowed: true, smartlockId: locks.front },
      ignoreChanges: ["enabled"],
    });
    await world.engine.up([one(person(1))]);
    const blind = world.engineWith({ SMARTLOCK_DIFF: "state", SMARTLOCK_PREFLIGHT: "off" });
    world.simulator.clearRequests();
    const { output } = await blind.preview([one(person(2))]);
    expect(output).toContain("ignoreChanges does not apply to the new one");
    expect(world.simulator.requests()).toEqual([]);
  });

  it("that an older release accepted are refreshed, replaced by valid ones, and deleted", async () => {
    const declared = (language: string): Declared => ({
      type: "SubAccount",
      name: "desk",
      inputs: { ...desk, language },
    });
    const asStoredBefore = async (): Promise<void> => {
      expect((await world.engine.up([declared("en")])).errors).toEqual({});
      const stored = world.engine.state.get("desk");
      Object.assign(stored?.inputs ?? {}, { language: "english" });
      Object.assign(stored?.outputs ?? {}, { language: "english" });
      world.outside(({ subAccounts }) => subAccounts.forEach((live) => (live.language = "english")));
      expect((await world.engine.refresh()).errors).toEqual({});
      expect(world.engine.state.get("desk")?.outputs).toMatchObject({ language: "english" });
    };
    await asStoredBefore();
    expect((await world.engine.up([declared("de")])).errors).toEqual({});
    expect(world.simulator.state().subAccounts).toMatchObject([{ language: "de" }]);
    await asStoredBefore();
    const refused = await world.engine.preview([declared("english")]);
    expect(refused.errors["desk"]).toContain('language must be a language code such as "en"');
    expect((await world.engine.destroy()).errors).toEqual({});
    expect(world.simulator.state().subAccounts).toEqual([]);
  });

  it("are not refused, whatever somebody else has set, also after a refresh", async () => {
    const program: Declared[] = [
      {
        type: "Authorization",
        name: "one",
        inputs: { ...grant, ...limits, smartlockId: locks.front },
        ignoreChanges: ["name", "allowedWeekDays", "allowedFromTime", "allowedUntilTime"],
      },
      {
        type: "AuthorizationSet",
        name: "set",
        inputs: { ...grant, ...limits, smartlockIds: [locks.office] },
        ignoreChanges: ["name", "allowedWeekDays", "allowedFromTime", "allowedUntilTime"],
      },
      {
        type: "SubAccount",
        name: "desk",
        inputs: desk,
        ignoreChanges: ["rights"],
      },
    ];
    expect((await world.engine.up(program)).errors).toEqual({});
    world.outside((state) => {
      for (const live of state.authorizations.filter(({ code }) => code === grant.code)) {
        Object.assign(live, { name: "C".repeat(40), allowedWeekDays: 0, allowedUntilTime: 1500 });
      }
      state.subAccounts.forEach((live) => Object.assign(live, { rights: 4098 }));
    });
    expect((await world.engine.refresh()).errors).toEqual({});
    const { errors, steps } = await world.engine.preview(program);
    expect({ errors, steps }).toEqual({ errors: {}, steps: { one: "same", set: "same", desk: "same" } });
    world.simulator.clearRequests();
    expect((await world.engine.up(program)).errors).toEqual({});
    expect(world.writes()).toEqual([]);
  });
});
