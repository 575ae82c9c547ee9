import "../protocol/passing-time";
import { locks, World } from "../contract/world";
import type { Declared } from "../protocol/test-engine";

/** The lines of a preview that say who gets which door, and what was there before. */
describe("A preview says", () => {
  let world: World;

  beforeEach(async () => {
    world = await World.start();
  });
  afterEach(() => world.stop());

  const lines = async (...program: Declared[]): Promise<string[]> => {
    const { output, errors } = await world.engine.preview(program);
    expect(errors).toEqual({});
    return output.split("\n").filter((line) => line !== "");
  };

  const grant = { type: "code", name: "Cleaner", code: 593847, remoteAllowed: false };
  const weekdays = ["mon", "tue", "wed", "thu", "fri"];
  const workdays = [...weekdays, "sat"];
  const set = (fields: object): Declared => ({
    type: "AuthorizationSet",
    name: "crew",
    inputs: { ...grant, smartlockIds: [locks.front, locks.office], allowedWeekDays: weekdays, ...fields },
  });

  /** Somebody changes the grant by hand at one door. */
  const byHand = (smartlockId: number, fields: object): void =>
    world.outside((state) => {
      state.authorizations
        .filter((one) => one.name === "Cleaner" && one.smartlockId === smartlockId)
        .forEach((one) => Object.assign(one, fields));
    });

  describe("of a set", () => {
    it("what was on each door, also if somebody changed that", async () => {
      await world.engine.up([set({})]);
      byHand(locks.office, { allowedWeekDays: 127, allowedFromDate: undefined });
      expect(await lines(set({ allowedWeekDays: workdays }))).toEqual([
        "Cleaner: Front door, mon–sat (was mon–fri).",
        "Cleaner: Office, mon–sat (was always).",
      ]);
    });

    it("nothing of a door on which somebody has made the change already", async () => {
      await world.engine.up([set({})]);
      byHand(locks.office, { allowedWeekDays: 126 });
      expect(await lines(set({ allowedWeekDays: workdays }))).toEqual([
        "Cleaner: Front door, mon–sat (was mon–fri).",
      ]);
    });

    it("who gets the door again from which somebody removed it", async () => {
      await world.engine.up([set({})]);
      world.outside((state) => {
        state.authorizations = state.authorizations.filter(
          (one) => one.name !== "Cleaner" || one.smartlockId !== locks.office,
        );
      });
      world.pass(1);
      expect(await lines(set({ allowedWeekDays: workdays }))).toEqual([
        expect.stringMatching(
          /^Authorization "Cleaner" on Office .* no longer exists: it will be created again\.$/,
        ),
        "Cleaner: Front door, mon–sat (was mon–fri).",
        "Cleaner gets Office by code, mon–sat.",
      ]);
    });
  });

  describe("of a set that was imported without its code", () => {
    const imported = async (): Promise<void> => {
      await world.engine.up([set({})]);
      const stored = world.engine.state.get("crew");
      if (stored !== undefined) {
        const outputs = Object.fromEntries(Object.entries(stored.outputs).filter(([key]) => key !== "code"));
        world.engine.state.set("crew", { ...stored, outputs });
      }
    };

    it("nothing of another code where the doors have the code that is declared", async () => {
      await imported();
      expect((await lines(set({ allowedWeekDays: workdays }))).join()).not.toContain("another code");
    });

    it("that there is another one where that is true", async () => {
      await imported();
      expect(await lines(set({ code: 684229 }))).toContain("Cleaner: Front door, Office, another code.");
    });

    it("only that it is sent where nobody can tell", async () => {
      await imported();
      [locks.front, locks.office].forEach((lock) => {
        byHand(lock, { code: undefined });
      });
      expect(await lines(set({}))).toContain("Cleaner: Front door, Office, the code as declared is sent.");
    });
  });

  it("what the program changes in a grant that its lock has not confirmed yet", async () => {
    const one = (fields: object): Declared => ({
      type: "Authorization",
      name: "code",
      inputs: {
        ...grant,
        smartlockId: locks.front,
        waitFor: "accepted",
        allowedWeekDays: weekdays,
        ...fields,
      },
    });
    world.simulator.lock(locks.front).goOffline("pending");
    await world.engine.up([one({})]);
    expect(world.engine.state.get("code")?.outputs).toHaveProperty("pending");
    expect(await lines(one({ allowedWeekDays: workdays }))).toContain(
      "Cleaner: Front door, mon–sat (was mon–fri).",
    );
    const both = (fields: object): Declared =>
      set({ waitFor: "accepted", name: "Crew", code: 684229, ...fields });
    await world.engine.up([both({})]);
    expect(await lines(both({ allowedWeekDays: workdays }))).toContain(
      "Crew: Office, Front door, mon–sat (was mon–fri).",
    );
  });
});
