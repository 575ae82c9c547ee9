import "../protocol/passing-time";
import type { AccountState } from "../../simulator";
import type { Declared } from "../protocol/test-engine";
import { Account, seeded } from "./every-kind";

type Alters = NonNullable<AccountState["behaviour"]["alters"]>;

const LONG = "Cleaner's fob of the morning";

describe("promise 4: a service that alters names does not make one more with each run", () => {
  let account: Account;

  const fob = (inputs: Record<string, unknown> = {}, name = "fob"): Declared => ({
    type: "Authorization",
    name,
    inputs: {
      smartlockId: account.lockId("Garage"),
      type: 2,
      name: LONG,
      accountUserId: seeded.accountUserId,
      remoteAllowed: false,
      settleTimeout: 5,
      ...inputs,
    },
  });

  const alter = (alters: Alters): void => account.edit((state) => (state.behaviour.alters = alters));

  const fobs = (): AccountState["authorizations"] =>
    account.simulator.state().authorizations.filter(({ type }) => type === 2);

  let others: number;

  beforeEach(async () => {
    account = await Account.start();
    others = fobs().length;
  });

  afterEach(() => account.stop());

  const kinds = (): Declared[] => [
    fob(),
    {
      type: "AuthorizationSet",
      name: "crew",
      inputs: {
        smartlockIds: ["Front door", "Garage"].map((door) => account.lockId(door)),
        type: 2,
        name: "Crew's fob of the evening",
        accountUserId: seeded.accountUserId,
        remoteAllowed: false,
        settleTimeout: 5,
      },
    },
    {
      type: "Authorization",
      name: "app",
      inputs: {
        smartlockId: account.lockId("Garage"),
        name: "Cleaner's app of the morning",
        accountUserId: seeded.accountUserId,
        remoteAllowed: true,
      },
    },
    { type: "Address", name: "house", inputs: { name: "The house at the long beach", smartlockIds: [] } },
    {
      type: "AddressUnit",
      name: "flat",
      inputs: { addressId: seeded.addressId, name: "The flat on the first floor" },
    },
  ];

  it.each<[string, Alters]>([
    ["cuts", { cutNamesAt: 12 }],
    ["writes in capitals", { nameCase: "upper" }],
    ["cuts and writes in small letters", { cutNamesAt: 10, nameCase: "lower" }],
  ])("%s names: what was made is recorded, is no difference, and goes", async (_words, alters) => {
    alter(alters);
    for (const declared of kinds()) {
      const before = account.simulator.state();
      const made = await account.engine.up([declared]);
      expect(made.errors).toEqual({});
      expect(made.output).toContain("That is recorded, and no longer counts as a difference.");
      account.age();
      account.simulator.clearRequests();
      const again = await account.engine.up([declared]);
      expect({ ...again, writes: account.writes() }).toEqual({
        steps: { [declared.name]: "same" },
        errors: {},
        output: "",
        writes: [],
      });
      const refreshed = await account.engine.refresh();
      expect(refreshed).toEqual({ steps: { [declared.name]: "same" }, errors: {}, output: "" });
      expect((await account.engine.preview([declared])).steps).toEqual({ [declared.name]: "same" });
      expect((await account.engine.up([])).errors).toEqual({});
      account.age();
      const after = account.simulator.state();
      expect([after.authorizations, after.addresses, after.addressUnits]).toEqual([
        before.authorizations,
        before.addresses,
        before.addressUnits,
      ]);
    }
  });

  it("cannot be told where two are made at once, and the candidates are named; no third one follows", async () => {
    alter({ cutNamesAt: 4 });
    const two = [fob({}, "one"), fob({ name: "Cleaner's fob of the evening" }, "two")];
    const { errors } = await account.engine.up(two);
    expect(Object.keys(errors).sort()).toEqual(["one", "two"]);
    const ids = fobs()
      .slice(-2)
      .map(({ id }) => id);
    ids.forEach((id) => expect(errors["one"]).toContain(id));
    expect(errors["one"]).toContain("The service may cut names");
    account.age();
    for (let run = 0; run < 3; run += 1) {
      const again = await account.engine.up(two);
      expect(Object.keys(again.errors).sort()).toEqual(["one", "two"]);
      ids.forEach((id) => expect(again.errors["two"]).toContain(id));
      expect(again.errors["two"]).toContain("The service may cut names");
      expect(fobs()).toHaveLength(others + 2);
    }
    const destroyed = await account.engine.up([]);
    ids.forEach((id) => expect(destroyed.errors["one"]).toContain(id));
    expect([...account.engine.state.keys()].sort()).toEqual(["one", "two"]);
    // A person deletes both.
    account.edit((state) => {
      state.authorizations = state.authorizations.filter(({ id }) => !ids.includes(id));
    });
    expect((await account.engine.up([])).errors).toEqual({});
  });

  it("is not a name that a list of another time shows: what is declared stays what is wanted", async () => {
    expect((await account.engine.up([fob({ name: "Fob 1" })])).errors).toEqual({});
    account.age();
    const rename = (name: string): void =>
      account.edit((state) => state.authorizations.slice(-1).forEach((live) => (live.name = name)));
    rename("Fob 0");
    account.simulator.setFaults([
      { kind: "old values", operation: "GET /smartlock/auth", skip: 1, count: 1 },
    ]);
    rename("Fob 1");
    expect((await account.engine.up([fob({ name: "Fob 2" })])).errors).toEqual({});
    account.simulator.clearFaults();
    account.age();
    expect((await account.engine.up([fob({ name: "Fob 2" })])).steps).toEqual({ fob: "same" });
    expect(fobs().at(-1)?.name).toBe("Fob 2");
  });

  it("is recorded also of what was taken over", async () => {
    alter({ cutNamesAt: 12 });
    const code = (inputs: Record<string, unknown>): Declared => ({
      type: "Authorization",
      name: "code",
      inputs: {
        smartlockId: account.lockId("Front door"),
        type: 13,
        code: 246813,
        remoteAllowed: false,
        ...inputs,
      },
    });
    expect((await account.engine.up([code({ name: "Code" })])).errors).toEqual({});
    const other = account.engineWith({});
    other.state.clear();
    const declared = code({ name: "Code of the mornings", adopt: "always", settleTimeout: 5 });
    expect((await other.up([declared])).errors).toEqual({});
    account.simulator.clearRequests();
    expect(await other.up([declared])).toMatchObject({ steps: { code: "same" }, errors: {} });
    expect(account.writes()).toEqual([]);
  });

  it("changes a name that the service alters, once", async () => {
    expect((await account.engine.up([fob({ name: "Fob" })])).errors).toEqual({});
    alter({ cutNamesAt: 12 });
    const changed = await account.engine.up([fob()]);
    expect(changed).toMatchObject({ steps: { fob: "update" }, errors: {} });
    account.simulator.clearRequests();
    expect((await account.engine.up([fob()])).steps).toEqual({ fob: "same" });
    expect(account.writes()).toEqual([]);
    expect((await account.engine.up([fob({ name: "Fob" })])).errors).toEqual({});
    expect(fobs().at(-1)?.name).toBe("Fob");
  });

  it("changes a name of an address that the service alters, once", async () => {
    const house = (name: string): Declared => ({
      type: "Address",
      name: "house",
      inputs: { name, smartlockIds: [] },
    });
    expect((await account.engine.up([house("House")])).errors).toEqual({});
    alter({ cutNamesAt: 12 });
    const long = house("The house at the long beach");
    const changed = await account.engine.up([long]);
    expect(changed).toMatchObject({ steps: { house: "update" }, errors: {} });
    account.simulator.clearRequests();
    expect((await account.engine.up([long])).steps).toEqual({ house: "same" });
    expect(account.writes()).toEqual([]);
    expect((await account.engine.refresh()).steps).toEqual({ house: "same" });
  });

  it.each<[string, Alters, (name: string) => string]>([
    ["cuts off what differs", { cutNamesAt: 12 }, (name) => `${name.slice(0, 14)} night`],
    ["writes both in capitals", { nameCase: "upper" }, (name) => name.replace("of", "OF")],
  ])("changes a name where the service %s, once", async (_words, alters, rename) => {
    alter(alters);
    for (const declared of kinds().filter(({ type }) => type !== "AddressUnit")) {
      expect((await account.engine.up([declared])).errors).toEqual({});
      account.age();
      const inputs = declared.inputs as { name: string };
      const renamed = { ...declared, inputs: { ...inputs, name: rename(inputs.name) } };
      expect((await account.engine.up([renamed])).errors).toEqual({});
      account.age();
      account.simulator.clearRequests();
      const again = await account.engine.up([renamed]);
      const same = { steps: { [declared.name]: "same" }, errors: {}, output: "" };
      expect({ ...again, writes: account.writes() }).toEqual({ ...same, writes: [] });
      expect(await account.engine.refresh()).toEqual(same);
      expect((await account.engine.up([])).errors).toEqual({});
    }
  });

  it("fails where a window came out wider, in every run, and makes no second one", async () => {
    alter({ widensWindow: true });
    const limited = fob({ name: "Fob", allowedFromTime: "08:00", allowedUntilTime: "16:00" });
    for (let run = 0; run < 2; run += 1) {
      const { errors } = await account.engine.up([limited]);
      expect(errors["fob"]).toContain(
        "did not confirm the change in time. The service shows allowedUntilTime 17:00 instead of 16:00.",
      );
      expect(fobs()).toHaveLength(others + 1);
    }
    expect((await account.engine.preview([limited])).steps).toEqual({ fob: "update" });
    expect((await account.engine.up([])).errors).toEqual({});
    expect(fobs()).toHaveLength(others);
  });
});
