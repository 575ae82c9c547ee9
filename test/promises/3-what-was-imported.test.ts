import "../protocol/passing-time";
import type { Bag } from "../protocol/plugin";
import type { Stored } from "../protocol/engine-state";
import type { Declared } from "../protocol/test-engine";
import { Account, seeded } from "./every-kind";

/** A state that was imported from a file has what people put into the file, and names neither its resource nor its account. */
describe("promise 3: what was imported is not lost", () => {
  let account: Account;

  beforeEach(async () => {
    account = await Account.start();
  });
  afterEach(() => account.stop());

  /** Something that another program made, as a file brings it into the state. */
  async function imported(type: string, inputs: Bag, name = "own"): Promise<void> {
    const others = account.newEngine();
    expect((await others.up([{ type, name, inputs }])).errors).toEqual({});
    account.age();
    const { id, outputs } = others.state.get(name) as Stored;
    const file = { ...inputs, __provider: outputs["__provider"] };
    const ids = "authorizationIds" in outputs ? { authorizationIds: outputs["authorizationIds"] } : {};
    account.engine.state.set(name, {
      type,
      id,
      inputs: file,
      outputs: { ...file, ...ids },
      initFailed: false,
      refers: {},
    });
  }

  const own = (type: string, inputs: Bag): Declared => ({ type, name: "own", inputs });

  function doorsOf(name: string): number[] {
    const { authorizations } = account.simulator.state();
    return authorizations.filter((live) => live.name === name).map(({ smartlockId }) => smartlockId);
  }

  async function applied(...program: Declared[]): Promise<void> {
    expect((await account.engine.up(program)).errors).toEqual({});
    account.age();
  }

  const fob = { type: "fob", name: "Crew fob", accountUserId: seeded.accountUserId, remoteAllowed: false };

  describe.each(["at once", "after an unchanged run", "after a refresh"])("%s", (when) => {
    async function meanwhile(program: Declared): Promise<void> {
      if (when === "after an unchanged run") {
        await applied(program);
      } else if (when === "after a refresh") {
        expect((await account.engine.refresh()).errors).toEqual({});
      }
    }

    it("a grant that moves to another door leaves the first one", async () => {
      const [front, garage] = [account.lockId("Front door"), account.lockId("Garage")];
      const at = (smartlockId: number) => own("Authorization", { ...fob, smartlockId });
      await imported("Authorization", { ...fob, smartlockId: garage });
      await meanwhile(at(garage));
      await applied(at(front));
      expect(doorsOf(fob.name)).toEqual([front]);
    });

    it("a grant that gets another person is taken from the first one", async () => {
      const garage = account.lockId("Garage");
      const of = (accountUserId: number) =>
        own("Authorization", { ...fob, smartlockId: garage, accountUserId });
      await imported("Authorization", { ...fob, smartlockId: garage });
      await meanwhile(of(fob.accountUserId));
      await applied(of(4001));
      const { authorizations } = account.simulator.state();
      const people = authorizations.filter(({ name }) => name === fob.name);
      expect(people.map(({ accountUserId }) => accountUserId)).toEqual([4001]);
    });

    it("a set leaves the lock that it loses", async () => {
      const [front, garage] = [account.lockId("Front door"), account.lockId("Garage")];
      const on = (...smartlockIds: number[]) => own("AuthorizationSet", { ...fob, smartlockIds });
      await imported("AuthorizationSet", { ...fob, smartlockIds: [front, garage] });
      await meanwhile(on(front, garage));
      await applied(on(front));
      expect(doorsOf(fob.name)).toEqual([front]);
    });

    it("a set that is replaced is taken from the first person on each lock", async () => {
      const smartlockIds = [account.lockId("Front door"), account.lockId("Garage")];
      const of = (accountUserId: number) => own("AuthorizationSet", { ...fob, smartlockIds, accountUserId });
      await imported("AuthorizationSet", { ...fob, smartlockIds });
      await meanwhile(of(fob.accountUserId));
      await applied(of(4001));
      const { authorizations } = account.simulator.state();
      const people = authorizations.filter(({ name }) => name === fob.name);
      expect(people.map(({ accountUserId }) => accountUserId)).toEqual([4001, 4001]);
    });

    it.each<[string, Bag, Bag, () => string[]]>([
      [
        "Webhook",
        { webhookUrl: "https://hooks.example.com/a", webhookFeatures: ["DEVICE_LOGS"] },
        { webhookUrl: "https://hooks.example.com/b" },
        () => account.simulator.state().webhooks.map(({ webhookUrl }) => webhookUrl),
      ],
      [
        "AddressUnit",
        { addressId: seeded.addressId, name: "Flat a" },
        { name: "Flat b" },
        () =>
          account.simulator
            .state()
            .addressUnits.map(({ name }) => name)
            .filter((name) => /^Flat [ab]$/.test(name)),
      ],
    ])("%s: what is replaced is deleted", async (type, inputs, change, live) => {
      const before = live();
      await imported(type, inputs);
      await meanwhile(own(type, inputs));
      await applied(own(type, { ...inputs, ...change }));
      expect(live()).toHaveLength(before.length + 1);
      expect(live().join()).not.toContain(Object.values(inputs).at(type === "Webhook" ? 0 : 1));
    });
  });

  it("what was imported twice is not deleted with the one that the program no longer declares: that one fails, and says why", async () => {
    const garage = account.lockId("Garage");
    await imported("Authorization", { ...fob, smartlockId: garage });
    const stored = account.engine.state.get("own") as Stored;
    account.engine.state.set("twice", { ...stored });
    const { errors } = await account.engine.up([own("Authorization", { ...fob, smartlockId: garage })]);
    expect(Object.keys(errors)).toEqual(["twice"]);
    expect(errors["twice"]).toContain(
      "If it was imported twice, remove this one with `pulumi state delete`.",
    );
    expect(doorsOf(fob.name)).toEqual([garage]);
  });

  it("what was imported with the id of another person is not deleted in that one's place", async () => {
    const people = [
      { email: "meant@example.com", name: "Meant" },
      { email: "another@example.com", name: "Another" },
    ] as const;
    await imported("AccountUser", people[0]);
    await imported("AccountUser", people[1], "another");
    const { id } = account.engine.state.get("another") as Stored;
    account.engine.state.set("own", { ...(account.engine.state.get("own") as Stored), id });
    account.engine.state.delete("another");
    const { errors } = await account.engine.up([]);
    expect(errors["own"]).toContain(
      `AccountUser "Meant" (id ${id}) was not deleted: it was imported with this id, but the service shows AccountUser "Another" there.`,
    );
    const emails = account.simulator.state().users.map(({ email }) => email);
    expect(emails).toEqual(expect.arrayContaining(people.map(({ email }) => email)));
  });

  it("a code, which the file leaves out, can be deleted before a run has recorded it", async () => {
    const guest = {
      smartlockId: account.lockId("Front door"),
      type: "code",
      name: "Guest",
      remoteAllowed: false,
    };
    await imported("Authorization", { ...guest, code: 593847 });
    const { inputs, outputs, ...stored } = account.engine.state.get("own") as Stored;
    const withoutCode = (bag: Bag): Bag => ({ ...bag, code: undefined });
    account.engine.state.set("own", {
      ...stored,
      inputs: withoutCode(inputs),
      outputs: withoutCode(outputs),
    });
    await applied();
    expect(doorsOf("Guest")).toEqual([]);
  });

  describe("with a token of another account", () => {
    let other: Account;
    const guest = { email: "imported@example.com", name: "Imported" };

    beforeEach(async () => {
      other = await Account.start();
      await imported("AccountUser", guest);
    });
    afterEach(() => other.stop());

    const elsewhere = () => {
      const engine = other.newEngine();
      account.engine.state.forEach((stored, name) => engine.state.set(name, stored));
      return engine;
    };
    const isThere = ({ simulator }: Account): boolean =>
      simulator.state().users.some(({ email }) => email === guest.email);

    it("a run makes nothing a second time", async () => {
      const { output } = await elsewhere().up([own("AccountUser", guest)]);
      expect(output).toContain(
        "its state does not say which account it belongs to, so the token may be for another account",
      );
      expect(isThere(other)).toBe(false);
    });

    it("a refresh forgets nothing", async () => {
      const engine = elsewhere();
      await engine.refresh();
      expect(engine.state.get("own")?.id).toBe(account.engine.state.get("own")?.id);
    });

    it("a removal says that it may still be there", async () => {
      const { output } = await elsewhere().up([]);
      expect(output).toContain("If the token belongs to another account, it is still there.");
      expect(isThere(account)).toBe(true);
    });
  });
});
