import { type AccountState, type Simulator, startSimulator } from "../../simulator";
import { Project } from "../pulumi/project";

/** What the design warns of about who may open a door when. */
describe("grants on the Pulumi engine", () => {
  let simulator: Simulator;
  let project: Project;

  const grant = (name: string) => simulator.state().authorizations.find((live) => live.name === name);
  const user = () => simulator.state().users.find(({ email }) => email === "cleaner@example.com");
  const house = () => simulator.state().addresses.find(({ name }) => name === "Beach house");
  const change = (edit: (state: AccountState) => void): void => {
    const state = simulator.state();
    edit(state);
    simulator.setState(state);
  };

  beforeAll(async () => {
    simulator = await startSimulator({ seed: "demo", settleMs: 100 });
    project = new Project({ SMARTLOCK_TOKEN: simulator.token, SMARTLOCK_BASE_URL: simulator.url });
    await project.pulumi("stack", "init", "test");
  });

  afterAll(async () => {
    project.remove();
    await simulator.stop();
  });

  const declare = (fields: { user: string; phone: string; fob: string }): void =>
    project.program(`
      const front = smartlock.getSmartlock({ name: "Front door" });
      const house = new smartlock.Address("house", { name: "Beach house", smartlockIds: [front] });
      const cleaner = new smartlock.AccountUser("cleaner", { email: "cleaner@example.com", ${fields.user} });
      new smartlock.Authorization("weekdays", {
        smartlockId: front, accountUserId: cleaner, name: "Weekdays", type: 13, code: 593174, remoteAllowed: false,
        allowedWeekDays: ["mon", "tue", "wed", "thu", "fri"],
      });
      new smartlock.Authorization("phone", {
        smartlockId: front, accountUserId: cleaner, remoteAllowed: true, enabled: true, ${fields.phone}
      }, { ignoreChanges: ["enabled"] });
      new smartlock.Authorization("fob", {
        smartlockId: front, accountUserId: cleaner, type: 2, name: "Fob", remoteAllowed: false, ${fields.fob}
      });
    `);

  it("limits a grant for weekdays although it has no start date", async () => {
    declare({
      user: `name: "Cleaner"`,
      phone: `name: "Phone"`,
      fob: `allowedFromTime: "08:00", allowedUntilTime: "16:00", allowedUntilDate: "2099-12-31T12:00:00+01:00"`,
    });
    await project.pulumi("up", "--yes", "--skip-preview");
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
    await project.pulumi("preview", "--expect-no-changes");
  });

  it("does not show a user's grants as replaced when the user changes", async () => {
    declare({ user: `name: "Cleaner of the house"`, phone: `name: "Phone 2"`, fob: "" });
    const { stdout } = await project.pulumi("preview", "--json");
    const { steps } = JSON.parse(stdout) as { steps: { op: string; urn: string }[] };
    const changes = steps
      .filter(({ op }) => op !== "same")
      .map(({ op, urn }) => `${op} ${String(urn.split("::").at(-1))}`);
    expect(changes.sort()).toEqual(["update cleaner", "update fob", "update phone"]);
  });

  it("keeps the ignored field through an update of another, and clears a limit that is no longer declared", async () => {
    const ids = [grant("Phone")?.id, grant("Fob")?.id, user()?.accountUserId];
    await project.pulumi("up", "--yes", "--skip-preview");
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
    await project.pulumi("preview", "--expect-no-changes");
  });

  it("does not delete a user or an address with what others made for it", async () => {
    change((state) => {
      const { smartlockId } = state.smartlocks.find(({ name }) => name === "Garage") ?? { smartlockId: 0 };
      const phone = state.authorizations.find(({ name }) => name === "Phone 2");
      const unit = state.addressUnits[0];
      if (phone === undefined || unit === undefined) throw new Error("The account is not as expected.");
      state.authorizations.push({ ...phone, id: "65a0aaaaaaaaaaaaaaaaaaaa", smartlockId, name: "By hand" });
      state.addressUnits.push({
        ...unit,
        id: "67d0aaaaaaaaaaaaaaaaaaaa",
        addressId: house()?.addressId ?? 0,
        name: "Shed",
      });
    });
    const { code, output } = await project.attempt("destroy", "--yes", "--skip-preview");
    expect(code).not.toBe(0);
    expect(output).toMatch(/AccountUser .* was not deleted: it still holds the authorization "By hand"/);
    expect(output).toMatch(/Address .* was not deleted: it still holds the unit "Shed"/);
    expect(user()).toBeDefined();
    expect(house()).toBeDefined();
    expect(grant("By hand")).toBeDefined();
    expect(grant("Phone 2")).toBeUndefined();
  });

  it("deletes them with deleteContents", async () => {
    project.program(`
      const front = smartlock.getSmartlock({ name: "Front door" });
      new smartlock.Address("house", { name: "Beach house", smartlockIds: [front], deleteContents: true });
      new smartlock.AccountUser("cleaner", {
        email: "cleaner@example.com", name: "Cleaner of the house", deleteContents: true,
      });
    `);
    await project.pulumi("up", "--yes", "--skip-preview");
    expect(grant("By hand")).toBeDefined();
    await project.pulumi("destroy", "--yes", "--skip-preview");
    expect(user()).toBeUndefined();
    expect(house()).toBeUndefined();
    expect(grant("By hand")).toBeUndefined();
  });
});
