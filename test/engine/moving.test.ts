import "../protocol/passing-time";
import { locks, person, World } from "../contract/world";
import { type Declared, UNKNOWN } from "../protocol/test-engine";

/** A grant that moves to another lock: the person keeps the old door until the new one can be had. */
describe("A grant that moves to another lock", () => {
  let world: World;

  beforeEach(async () => {
    world = await World.start();
  });
  afterEach(() => world.stop());

  const code = (smartlockId: unknown, fields: object = {}, options: Partial<Declared> = {}): Declared => ({
    type: "Authorization",
    name: "code",
    inputs: { smartlockId, type: "code", name: "Cleaner", code: 593847, remoteAllowed: false, ...fields },
    ...options,
  });
  const app = (smartlockId: unknown, fields: object = {}, options: Partial<Declared> = {}): Declared => ({
    type: "Authorization",
    name: "app",
    inputs: { smartlockId, name: "Cleaner", accountUserId: person(1), remoteAllowed: true, ...fields },
    ...options,
  });

  /** The locks on which the cleaner has a grant. */
  const doors = (): number[] =>
    world.simulator
      .state()
      .authorizations.filter(({ name }) => name === "Cleaner")
      .map(({ smartlockId }) => smartlockId);

  const goOffline = (...ids: number[]): void =>
    ids.forEach((id) => world.simulator.lock(id).goOffline("pending"));
  const goOnline = (...ids: number[]): void => ids.forEach((id) => world.simulator.lock(id).goOnline());

  const start = async (...program: Declared[]): Promise<void> => {
    expect((await world.engine.up(program)).errors).toEqual({});
    world.simulator.clearRequests();
  };

  const frontIsOffline = "Front door is offline and could not confirm that the old one is gone";
  const officeIsOffline = "Office is offline and could not confirm the new one";

  it.each([
    ["the new lock", [locks.office], officeIsOffline, "To take the old one away now, remove the resource"],
    [
      "the old lock",
      [locks.front],
      frontIsOffline,
      "To create the new one now, put the old lock back, and declare",
    ],
    ["both", [locks.front, locks.office], `${officeIsOffline}, and ${frontIsOffline}`, "To take the old one"],
  ])(
    "keeps the old door while %s is offline, and moves when it is back",
    async (_which, off, why, advice) => {
      await start(code(locks.front));
      const before = world.engine.state.get("code");
      goOffline(...off);
      const preview = await world.engine.preview([code(locks.office)]);
      expect(preview.steps).toEqual({ code: "update" });
      expect(preview.output).toContain(
        `Warning: Authorization "Cleaner" on Front door will not be moved to Office yet: ${why}.\n`,
      );
      const { errors } = await world.engine.up([code(locks.office)]);
      expect(errors["code"]).toContain(
        `Authorization "Cleaner" on Front door was not moved to Office: ${why}. Nothing was sent, and it stays as it is. ` +
          `Run again later. ${advice}`,
      );
      expect(world.writes()).toEqual([]);
      expect(world.engine.state.get("code")).toEqual(before);
      expect(doors()).toEqual([locks.front]);

      goOnline(...off);
      expect((await world.engine.preview([code(locks.office)])).steps).toEqual({ code: "replace" });
      expect((await world.engine.up([code(locks.office)])).errors).toEqual({});
      expect(doors()).toEqual([locks.office]);
    },
  );

  it("stays while the new lock is offline, also for a person with the app", async () => {
    await start(app(locks.front));
    goOffline(locks.garage);
    const { errors } = await world.engine.up([app(locks.garage)]);
    expect(errors["app"]).toMatch(
      /^Authorization "Cleaner" on Front door was not moved to Garage: Garage is offline/,
    );
    expect(doors()).toEqual([locks.front]);
  });

  it("moves if the program accepts what the new lock has not confirmed", async () => {
    await start(code(locks.front));
    goOffline(locks.office);
    const { steps } = await world.engine.up([code(locks.office, { waitFor: "accepted" })]);
    expect(steps).toEqual({ code: "replace" });
    expect(doors()).not.toContain(locks.front);
  });

  it("stays if only the new inputs accept what a lock has not confirmed, and the old lock is offline", async () => {
    await start(code(locks.front));
    goOffline(locks.front);
    const { errors } = await world.engine.up([code(locks.office, { waitFor: "accepted" })]);
    expect(errors["code"]).toContain(`was not moved to Office: ${frontIsOffline}. Nothing was sent`);
    expect(world.writes()).toEqual([]);
    expect(doors()).toEqual([locks.front]);
  });

  it("leaves the old lock to the service if the state says so", async () => {
    await start(code(locks.front, { waitFor: "accepted" }));
    goOffline(locks.front);
    const { errors, output } = await world.engine.up([code(locks.office)]);
    expect(errors).toEqual({});
    expect(output).toContain("the service accepted the delete, but Front door is offline");
  });

  it("holds back what is pending on the old lock too", async () => {
    goOffline(locks.front);
    await start(code(locks.front, { waitFor: "accepted" }));
    goOffline(locks.office);
    const { errors } = await world.engine.up([code(locks.office)]);
    expect(errors["code"]).toContain(`was not moved to Office: ${officeIsOffline}`);
    expect(world.writes()).toEqual([]);
  });

  it("is replaced at once if the lock is not known yet", async () => {
    await start(code(locks.front));
    goOffline(locks.front, locks.office);
    const { steps, output } = await world.engine.preview([code(UNKNOWN)]);
    expect(steps).toEqual({ code: "replace" });
    expect(output).not.toContain("Warning");
  });

  it("is replaced at once if its user is not known yet: it may have to go before the user does", async () => {
    await start(app(locks.front));
    goOffline(locks.front, locks.office);
    const { steps } = await world.engine.preview([app(locks.office, { accountUserId: UNKNOWN })]);
    expect(steps).toEqual({ app: "replace" });
  });

  it("says nothing if it does not move, or only in what the program ignores", async () => {
    await start(app(locks.front));
    goOffline(locks.front, locks.office);
    const ignoring = { ignoreChanges: ["smartlockId"] };
    const still = await world.engine.preview([app(locks.office, { accountUserId: person(2) }, ignoring)]);
    expect(still.steps).toEqual({ app: "replace" });
    expect(still.output).not.toContain("moved");
  });

  it("on the same lock, is deleted first as before: taking access away does not wait", async () => {
    await start(app(locks.front));
    goOffline(locks.front);
    const { errors } = await world.engine.up([app(locks.front, { accountUserId: person(2) })]);
    expect(errors["app"]).toContain("the service accepted the delete, but Front door is offline");
    expect(world.writes()).toEqual([expect.stringMatching(/^DELETE /)]);
  });

  it.each<[string, object]>([
    ["person", { accountUserId: person(2) }],
    ["what it may do", { enabled: false }],
    ["time", { allowedWeekDays: ["mon"] }],
  ])("does not wait if another %s is declared as well: that takes something away", async (_what, fields) => {
    await start(app(locks.front));
    goOffline(locks.office);
    const { errors } = await world.engine.up([app(locks.office, fields)]);
    expect(errors["app"]).toContain('Authorization "Cleaner" on Office was not created: Office is offline');
    expect(doors()).toEqual([]);
  });

  it("waits although somebody changed the old one by hand", async () => {
    await start(code(locks.front));
    world.outside((state) => {
      state.authorizations.forEach((live) => {
        if (live.name === "Cleaner") {
          live.allowedWeekDays = 64;
        }
      });
    });
    goOffline(locks.office);
    const { errors } = await world.engine.up([code(locks.office)]);
    expect(errors["code"]).toContain(`was not moved to Office: ${officeIsOffline}`);
    expect(doors()).toEqual([locks.front]);
  });

  it("does not wait if a fob gets another name: it may be somebody else's", async () => {
    const fob = (smartlockId: number, name: string): Declared => ({
      type: "Authorization",
      name: "fob",
      inputs: { smartlockId, type: "fob", name, accountUserId: person(1), remoteAllowed: false },
    });
    await start(fob(locks.front, "Cleaner"));
    goOffline(locks.office);
    const { errors } = await world.engine.up([fob(locks.office, "Porter")]);
    expect(errors["fob"]).toContain('Authorization "Porter" on Office was not created: Office is offline');
    expect(doors()).toEqual([]);
  });

  it("waits under another name, and as another resource with an alias", async () => {
    await start(code(locks.front));
    goOffline(locks.office);
    const renamed = code(locks.office, { name: "Cleaners" }, { name: "cleaner", alias: "code" });
    const { errors } = await world.engine.up([renamed]);
    expect(errors["cleaner"]).toContain(
      `Authorization "Cleaner" on Front door was not moved to Office: ${officeIsOffline}`,
    );
    expect(world.writes()).toEqual([]);
    expect(doors()).toEqual([locks.front]);
  });

  it("does not wait if something that was sent earlier may still arrive: the move takes that away too", async () => {
    await start(code(locks.front));
    const sent = {
      form: { smartlockId: locks.front, type: "code", name: "Cleaner", code: 684229, remoteAllowed: false },
      since: "2026-01-01T00:00:00.000Z",
      until: "2026-01-01T00:01:00.000Z",
    };
    Object.assign(world.engine.state.get("code")?.outputs ?? {}, { __earlier: [sent] });
    goOffline(locks.office);
    const { steps, output } = await world.engine.preview([code(locks.office)]);
    expect(steps).toEqual({ code: "replace" });
    expect(output).not.toContain("moved");
  });

  it("is not held back if nothing is to be read: then nobody knows which lock is offline", async () => {
    await start(code(locks.front));
    goOffline(locks.office);
    const blind = world.engineWith({ SMARTLOCK_DIFF: "state", SMARTLOCK_PREFLIGHT: "off" });
    const { steps, output } = await blind.preview([code(locks.office)]);
    expect(steps).toEqual({ code: "replace" });
    expect(output).not.toContain("moved");
  });

  it("moves in the run in which the lock is back, even by the same process", async () => {
    await start(code(locks.front));
    goOffline(locks.office);
    await world.engine.preview([code(locks.office)]);
    goOnline(locks.office);
    expect((await world.engine.up([code(locks.office)])).errors).toEqual({});
    expect(doors()).toEqual([locks.office]);
  });
});
