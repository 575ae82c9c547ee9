import "../protocol/passing-time";
import type { AccountState, Simulator } from "../../simulator";
import type { Bag } from "../protocol/plugin";
import { type Declared, engineOf, type RunResult, type TestEngine } from "../protocol/test-engine";
import { startService } from "../protocol/under-test";

/** Cases that the design warns about: who may open a door, and when. */
describe("grants", () => {
  let simulator: Simulator;
  let engine: TestEngine;

  const lockId = (name: string): number =>
    simulator.state().smartlocks.find((lock) => lock.name === name)?.smartlockId ?? 0;
  const grant = (name: string) => simulator.state().authorizations.find((live) => live.name === name);
  const user = () => simulator.state().users.find(({ email }) => email === "cleaner@example.com");
  const house = () => simulator.state().addresses.find(({ name }) => name === "Beach house");
  const change = (edit: (state: AccountState) => void): void => {
    const state = simulator.state();
    edit(state);
    simulator.setState(state);
  };
  const changes = ({ steps }: RunResult): Bag =>
    Object.fromEntries(Object.entries(steps).filter(([, step]) => step !== "same"));

  beforeAll(async () => {
    simulator = await startService({ seed: "demo", settleMs: 100 });
    engine = engineOf({ SMARTLOCK_TOKEN: simulator.token, SMARTLOCK_BASE_URL: simulator.url });
  });

  afterAll(() => simulator.stop());

  const owners = (user: Bag, more: Bag = {}): Declared[] => [
    {
      type: "Address",
      name: "house",
      inputs: { name: "Beach house", smartlockIds: [lockId("Front door")], ...more },
    },
    { type: "AccountUser", name: "cleaner", inputs: { email: "cleaner@example.com", ...user, ...more } },
  ];

  const declare = (fields: { user: Bag; phone: Bag; fob: Bag }): Declared[] => {
    const grantTo = (name: string, inputs: Bag, ignoreChanges: readonly string[] = []): Declared => ({
      type: "Authorization",
      name,
      ignoreChanges,
      inputs: ({ cleaner }) => ({
        smartlockId: lockId("Front door"),
        accountUserId: cleaner?.["accountUserId"],
        ...inputs,
      }),
    });
    return [
      ...owners(fields.user),
      grantTo("weekdays", {
        name: "Weekdays",
        type: 13,
        code: 593_174,
        remoteAllowed: false,
        allowedWeekDays: ["mon", "tue", "wed", "thu", "fri"],
      }),
      grantTo("phone", { remoteAllowed: true, enabled: true, ...fields.phone }, ["enabled"]),
      grantTo("fob", { type: 2, name: "Fob", remoteAllowed: false, ...fields.fob }),
    ];
  };

  const first = (): Declared[] =>
    declare({
      user: { name: "Cleaner" },
      phone: { name: "Phone" },
      fob: {
        allowedFromTime: "08:00",
        allowedUntilTime: "16:00",
        allowedUntilDate: "2099-12-31T12:00:00+01:00",
      },
    });
  const second = (): Declared[] =>
    declare({ user: { name: "Cleaner of the house" }, phone: { name: "Phone 2" }, fob: {} });

  it("limits a grant for weekdays although it has no start date", async () => {
    expect((await engine.up(first())).errors).toEqual({});
    // Without a date the lock ignores the days, and the code opens on Sundays as well.
    expect(grant("Weekdays")).toMatchObject({
      allowedWeekDays: 124,
      allowedFromDate: "2000-01-01T00:00:00.000Z",
    });
    expect(grant("Fob")).toMatchObject({
      allowedFromTime: 480,
      allowedUntilTime: 960,
      allowedUntilDate: "2099-12-31T11:00:00.000Z",
    });
  });

  it("leaves alone what reception changed, where the program ignores it", async () => {
    change(({ authorizations }) => {
      authorizations.filter(({ name }) => name === "Phone").forEach((live) => (live.enabled = false));
    });
    expect(changes(await engine.preview(first()))).toEqual({});
  });

  it("does not show a user's grants as replaced when the user changes", async () => {
    const preview = await engine.preview(second());
    expect(changes(preview)).toEqual({ cleaner: "update", fob: "update", phone: "update" });
  });

  it("keeps the ignored field through an update of another, and clears a limit that is no longer declared", async () => {
    const ids = [grant("Phone")?.id, grant("Fob")?.id, user()?.accountUserId];
    expect((await engine.up(second())).errors).toEqual({});
    expect([grant("Phone 2")?.id, grant("Fob")?.id, user()?.accountUserId]).toEqual(ids);
    expect(user()?.name).toBe("Cleaner of the house");
    expect(grant("Phone 2")?.enabled).toBe(false);
    const fob = grant("Fob");
    expect([
      fob?.allowedFromDate,
      fob?.allowedUntilDate,
      fob?.allowedFromTime,
      fob?.allowedUntilTime,
      fob?.allowedWeekDays,
    ]).toEqual([undefined, undefined, undefined, undefined, undefined]);
    expect(changes(await engine.preview(second()))).toEqual({});
  });

  it("does not delete a user or an address with what others made for it", async () => {
    change((state) => {
      const phone = state.authorizations.find(({ name }) => name === "Phone 2");
      const unit = state.addressUnits[0];
      if (phone === undefined || unit === undefined) {
        throw new Error("The account is not as expected.");
      }
      state.authorizations.push({
        ...phone,
        id: "65a0aaaaaaaaaaaaaaaaaaaa",
        smartlockId: lockId("Garage"),
        name: "By hand",
      });
      state.addressUnits.push({
        ...unit,
        id: "67d0aaaaaaaaaaaaaaaaaaaa",
        addressId: house()?.addressId ?? 0,
        name: "Shed",
      });
    });
    // The house is deleted at the same time as the grants. After its failure the user, which comes later, is not tried.
    expect(Object.keys((await engine.destroy()).errors)).toEqual(["house"]);
    const { errors } = await engine.destroy();
    expect(errors["cleaner"]).toMatch(/was not deleted: it still holds the authorization "By hand"/);
    expect(errors["house"]).toMatch(/was not deleted: it still holds the unit "Shed"/);
    expect(user()).toBeDefined();
    expect(house()).toBeDefined();
    expect(grant("By hand")).toBeDefined();
    expect(grant("Phone 2")).toBeUndefined();
  });

  it("deletes them with deleteContents", async () => {
    const { errors } = await engine.up(owners({ name: "Cleaner of the house" }, { deleteContents: true }));
    expect(errors).toEqual({});
    expect(grant("By hand")).toBeDefined();
    expect((await engine.destroy()).errors).toEqual({});
    expect(user()).toBeUndefined();
    expect(house()).toBeUndefined();
    expect(grant("By hand")).toBeUndefined();
  });
});
