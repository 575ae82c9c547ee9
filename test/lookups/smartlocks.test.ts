import { getSmartlock, type GetSmartlockArgs, listSmartlocks, type ListSmartlocksArgs } from "../../provider";
import { type AccountState, type Simulator, startSimulator } from "../../simulator";

describe("A lookup of locks", () => {
  const variables = ["SMARTLOCK_TOKEN", "SMARTLOCK_BASE_URL"] as const;
  const before = variables.map((name) => process.env[name]);
  let simulator: Simulator;

  beforeAll(async () => {
    simulator = await startSimulator({ seed: "demo" });
    process.env["SMARTLOCK_TOKEN"] = simulator.token;
    process.env["SMARTLOCK_BASE_URL"] = simulator.url;
  });
  afterAll(async () => {
    variables.forEach((name, index) => {
      if (before[index] === undefined) {
        Reflect.deleteProperty(process.env, name);
      } else {
        process.env[name] = before[index];
      }
    });
    await simulator.stop();
  });

  const namesOf = async (filters: ListSmartlocksArgs): Promise<string[]> =>
    (await listSmartlocks(filters)).map(({ name }) => name);

  it("finds one by its name or by its id", async () => {
    const garage = await getSmartlock({ name: "Garage" });
    expect(await getSmartlock({ smartlockId: garage.smartlockId })).toEqual(garage);
  });

  it("asks whether a lock was meant whose name is nearly the same, and names ten at most", async () => {
    await expect(getSmartlock({ name: "Frontdoor" })).rejects.toThrow(
      'getSmartlock: no lock has the name "Frontdoor". Did you mean "Front door"?',
    );
    await expect(getSmartlock({ smartlockId: 7 })).rejects.toThrow(
      'The account has "Front door", "Garage", ',
    );
    const state = simulator.state();
    const [lock] = state.smartlocks;
    const more = Array.from({ length: 9 }, (_, n) => ({
      ...lock,
      smartlockId: 1000 + n,
      name: `Room ${n + 10}`,
    }));
    simulator.setState({
      ...state,
      smartlocks: [...state.smartlocks, ...(more as AccountState["smartlocks"])],
    });
    await expect(getSmartlock({ name: "Attic" })).rejects.toThrow(/"Room 13" and 5 more\.$/);
    simulator.setState(state);
  });

  it.each<[object, string]>([
    [{}, "getSmartlock needs either a name or a smartlockId."],
    [{ name: undefined }, "getSmartlock needs either a name or a smartlockId."],
    [{ name: "Garage", smartlockId: 7 }, "getSmartlock takes either a name or a smartlockId, not both."],
    [
      { name: "Garage", online: true },
      "getSmartlock: there is no argument online; the arguments are name, smartlockId.",
    ],
    [{ name: 7 }, "getSmartlock: name must be text."],
    [{ smartlockId: "7" }, "getSmartlock: smartlockId must be the id of a lock."],
    [{ smartlockId: 2 ** 60 }, "getSmartlock: smartlockId must be the id of a lock."],
  ])("of one refuses %j", async (args, message) => {
    await expect(getSmartlock(args as GetSmartlockArgs)).rejects.toThrow(message);
  });

  it("compares the filter `type` with the model", async () => {
    const boxes = await listSmartlocks({ type: "box" });
    expect(boxes.map(({ name, model, type }) => ({ name, model, type }))).toEqual([
      { name: "Key box", model: "box", type: 1 },
    ]);
  });

  describe("that differ", () => {
    const outside = (name: string, change: (lock: AccountState["smartlocks"][number]) => void): void => {
      const state = simulator.state();
      state.smartlocks.filter((lock) => lock.name === name).forEach(change);
      simulator.setState(state);
    };
    let before: AccountState;

    beforeAll(() => {
      before = simulator.state();
      outside("Garage", (lock) => (lock.serverState = 4));
      outside("Office", ({ state }) => Object.assign(state, { batteryCritical: true, batteryCharge: 7 }));
      outside("Street entrance", ({ state }) => {
        delete state["batteryCritical"];
        delete state["batteryCharge"];
      });
    });
    afterAll(() => simulator.setState(before));

    it("shows whether the service can reach one, and how full its battery is", async () => {
      const told = async (name: string) => {
        const { online, battery } = await getSmartlock({ name });
        return { online, battery };
      };
      expect(await told("Front door")).toEqual({ online: true, battery: { isCritical: false, charge: 84 } });
      expect(await told("Garage")).toEqual({ online: false, battery: { isCritical: false, charge: 84 } });
      expect(await told("Office")).toEqual({ online: true, battery: { isCritical: true, charge: 7 } });
      expect(await told("Street entrance")).toEqual({
        online: true,
        battery: { isCritical: false, charge: undefined },
      });
    });

    it("takes only those that the service can reach, or only those that it cannot", async () => {
      const all = await namesOf({});
      const away = ["Garage", "Cellar"];
      expect(await namesOf({ online: false })).toEqual(away);
      expect(await namesOf({ online: true })).toEqual(all.filter((name) => !away.includes(name)));
    });

    it("takes only those with a keypad of either generation, or only those without one", async () => {
      const smartlocks = simulator.state().smartlocks;
      const paired = (key: string) => smartlocks.filter(({ config }) => config[key] === true);
      const withKeypad = [...paired("keypadPaired"), ...paired("keypad2Paired")].map(({ name }) => name);
      expect(paired("keypadPaired").length * paired("keypad2Paired").length).toBeGreaterThan(0);
      expect((await namesOf({ hasKeypad: true })).sort()).toEqual(withKeypad.sort());
      const without = await namesOf({ hasKeypad: false });
      expect(without).toContain("Garage");
      expect([...without, ...withKeypad].sort()).toEqual((await namesOf({})).sort());
      expect(await namesOf({ hasKeypad: false, online: false })).toEqual(["Garage", "Cellar"]);
    });
  });

  it("ignores case in a text, and the flags g and y of a regular expression", async () => {
    expect(await namesOf({ nameMatches: "DOOR" })).toEqual(["Front door"]);
    expect(await namesOf({ nameMatches: /DOOR/ })).toEqual([]);
    expect(await namesOf({ nameMatches: /DOOR/giy })).toEqual(["Front door"]);
  });

  it.each<[object, string]>([
    [{ keypad: true }, "there is no filter keypad; the filters are type, hasKeypad, online, nameMatches."],
    [{ hasKeyPad: true }, "there is no filter hasKeyPad. Did you mean hasKeypad?"],
    [{ online: "yes" }, "listSmartlocks: online must be true or false."],
    [null as never, "listSmartlocks: the argument must be an object."],
  ])("of many refuses %j", async (filters, message) => {
    await expect(listSmartlocks(filters as ListSmartlocksArgs)).rejects.toThrow(message);
  });

  it.each(["", " \t", new RegExp(""), / /, /^/, /.*/, /x|/g])(
    "of many refuses the pattern %p, and asks nothing",
    async (nameMatches) => {
      simulator.clearRequests();
      await expect(listSmartlocks({ nameMatches })).rejects.toThrow(
        "listSmartlocks: nameMatches would match every lock: it is empty or only spaces, or it also matches an empty name. " +
          "A variable that should hold a name may be empty. For all locks, leave nameMatches out.",
      );
      expect(simulator.requests()).toEqual([]);
    },
  );

  it("of many takes a pattern that needs a letter", async () => {
    expect(await namesOf({ nameMatches: /^f.*/i })).toEqual(["Front door"]);
  });
});
