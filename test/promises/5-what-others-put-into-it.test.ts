import "../protocol/passing-time";
import type { Fault } from "../../simulator";
import type { Declared } from "../protocol/test-engine";
import { Account } from "./every-kind";

const error = (operation: Fault["operation"], status: number, more: Partial<Fault> = {}): Fault =>
  ({ kind: "error", operation, status, count: "always", ...more }) as Fault;

/** Deleting these takes away what others put into them. The answers of the service say that they are gone. */
describe("promise 5: what others put into something that seems gone", () => {
  let account: Account;

  beforeEach(async () => {
    account = await Account.start();
  });

  afterEach(() => account.stop());

  const only = (name: string): Declared[] => account.independentProgram().filter((one) => one.name === name);
  const idOf = (name: string): string => String(account.engine.state.get(name)?.id);

  /** Creates it, and lets somebody put something into it with another program. */
  const made = async (name: string, theirs: (id: number) => Declared): Promise<string> => {
    expect((await account.engine.up(only(name))).errors).toEqual({});
    expect((await account.newEngine().up([theirs(Number(idOf(name)))])).errors).toEqual({});
    account.age();
    account.simulator.clearRequests();
    return idOf(name);
  };
  const unit = (addressId: number): Declared => ({
    type: "AddressUnit",
    name: "theirs",
    inputs: { addressId, name: "Their flat" },
  });
  const grant = (accountUserId: number): Declared => ({
    type: "Authorization",
    name: "theirs",
    inputs: {
      smartlockId: account.lockId("Garage"),
      accountUserId,
      name: "Their key",
      remoteAllowed: false,
    },
  });
  const addresses = (): string[] => account.simulator.state().addresses.map((one) => String(one.addressId));
  const flats = (): string[] => account.simulator.state().addressUnits.map(({ name }) => name);
  const keys = (): string[] => account.simulator.state().authorizations.map(({ name }) => name);
  const deletes = (): string[] => account.writes().filter((write) => write.startsWith("DELETE"));
  const hide = (id: string, status: number): void =>
    account.simulator.setFaults([
      { kind: "lacking", operation: "GET /address", count: "always", ids: [id] },
      error("GET /address/{addressId}/unit", status),
    ]);

  it("a user with deleteContents that reads deny, but whose delete is accepted: what went with it is named, and counts", async () => {
    const anna: Declared = {
      type: "AccountUser",
      name: "anna",
      inputs: { email: "anna@example.com", name: "Anna", deleteContents: true },
    };
    expect((await account.engine.up([anna])).errors).toEqual({});
    const id = idOf("anna");
    expect((await account.newEngine().up([grant(Number(id))])).errors).toEqual({});
    account.age();
    account.simulator.setFaults([
      { kind: "lacking", operation: "GET /account/user", count: "always", ids: [id] },
      error("GET /account/user/{accountUserId}", 404),
    ]);
    const { errors, output } = await account.engineWith({ SMARTLOCK_MAX_DELETES: "1" }).up([]);
    expect(errors).toEqual({});
    expect(output).toContain(
      'AccountUser "Anna" (id ' + id + "): 1 Authorization was deleted with it (deleteContents)",
    );
    expect(output).toContain(
      "smartlock:maxDeletes allows 1 delete in a run, and 2 have been deleted by now.",
    );
  });

  describe("an address whose units the service answers with 404", () => {
    it("removed from the program: no delete is sent, which is said", async () => {
      const id = await made("house", unit);
      hide(id, 404);
      const { errors, output } = await account.engine.up([]);
      expect([errors, deletes()]).toEqual([{}, []]);
      expect(output).toContain("No delete was sent for it, because what it contains could not be read");
      expect([addresses().includes(id), flats().includes("Their flat")]).toEqual([true, true]);
    });

    it("removed from the program, while there is another of that name: that one is named", async () => {
      const id = await made("house", unit);
      account.edit((state) => {
        const house = state.addresses.find((one) => String(one.addressId) === id);
        state.addresses.push(...(house === undefined ? [] : [{ ...house, addressId: 4711 }]));
      });
      hide(id, 404);
      const { errors, output } = await account.engine.up([]);
      expect([errors, deletes()]).toEqual([{}, []]);
      expect(output).toContain(
        `(id ${id}) is gone, but a twin of it remains: another Address with the same name (id 4711)`,
      );
    });

    it("declared as before: the replacement ends, and deletes nothing of others", async () => {
      const id = await made("house", unit);
      hide(id, 404);
      const { errors, output } = await account.engine.up(only("house"));
      expect([errors, deletes()]).toEqual([{}, []]);
      expect(output).toContain("No delete was sent for it, because what it contains could not be read");
      expect([addresses().includes(id), flats().includes("Their flat")]).toEqual([true, true]);
    });
  });

  describe.each([400, 403])("an address, while the units of every address are answered with %i", (status) => {
    it("refreshed or declared as before: it counts as existing", async () => {
      const id = await made("house", unit);
      hide(id, status);
      const { output } = await account.engine.refresh();
      expect(output).toContain("but that proves nothing");
      const { steps } = await account.engine.up(only("house"));
      expect([steps, idOf("house"), account.writes()]).toEqual([{ house: "same" }, id, []]);
    });

    it("removed from the program: the run fails, and the state keeps it", async () => {
      const id = await made("house", unit);
      hide(id, status);
      const { errors } = await account.engine.up([]);
      expect([Object.keys(errors), idOf("house"), deletes()]).toEqual([["house"], id, []]);
      expect(flats()).toContain("Their flat");
    });

    it("not even if it is the only one", async () => {
      const id = await made("house", unit);
      hide(id, status);
      account.simulator.setFaults([
        { kind: "lacking", operation: "GET /address", count: "always" },
        error("GET /address/{addressId}/unit", status),
      ]);
      const { output } = await account.engine.refresh();
      expect(output).toContain(
        "the service refuses to show it, and there is nothing similar to compare that answer with",
      );
      expect(idOf("house")).toBe(id);
    });
  });

  it.each([400, 403, 404] as const)(
    "an address that is really gone (%i): declared as before, it is created again; removed, it is forgotten",
    async (absentStatus) => {
      const id = await made("house", unit);
      account.edit((live) => {
        live.behaviour.absentStatus = absentStatus;
        live.addresses = live.addresses.filter(({ addressId }) => String(addressId) !== id);
        live.addressUnits = live.addressUnits.filter(({ addressId }) => String(addressId) !== id);
      });
      expect((await account.engine.up(only("house"))).errors).toEqual({});
      expect(idOf("house")).not.toBe(id);
      expect((await account.engine.preview(only("house"))).steps).toEqual({ house: "same" });
      const again = idOf("house");
      account.age();
      account.edit((live) => {
        live.addresses = live.addresses.filter(({ addressId }) => String(addressId) !== again);
      });
      expect((await account.engine.up([])).errors).toEqual({});
      expect([...account.engine.state.keys()]).toEqual([]);
    },
  );

  // A request is sent six times.
  it.each([1, 6, 12])(
    "a user whose read by its id fails with 503 %i times and then answers 404: nothing is deleted",
    async (count) => {
      const id = await made("cleaner", grant);
      account.simulator.setFaults([
        { kind: "lacking", operation: "GET /account/user", count: "always", ids: [id] },
        error("GET /account/user/{accountUserId}", 503, { count }),
        error("GET /account/user/{accountUserId}", 404),
      ]);
      const { errors } = await account.engine.up([]);
      expect(errors["cleaner"]).toContain('it still holds the authorization "Their key" on Garage');
      expect([deletes(), idOf("cleaner")]).toEqual([[], id]);
      expect(keys()).toContain("Their key");
    },
  );
});
