import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Declared, TestEngine } from "../protocol/test-engine";
import { Account, seeded, until } from "./every-kind";

/**
 * The clock of the simulated service, and so every lock, stands still until a test lets it continue. Requests to locks
 * stay unconfirmed for exactly as long as the test wants.
 */
describe("promise 4: no crash makes a duplicate while locks have not confirmed", () => {
  let account: Account;
  let folder: string;
  let before: ReadonlySet<string>;

  const names = ["Cleaner's app", "Cleaner's fob", "Crew's fob", "Crew's fob", "Morning code"];

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), "smartlock-notes-"));
    account = await Account.start({}, { TMPDIR: folder });
    before = new Set(account.simulator.state().authorizations.map(({ id }) => id));
  });

  afterEach(async () => {
    await account.stop();
    rmSync(folder, { recursive: true });
  });

  /** A single app, fob and code, and a fob on two locks at once. */
  const program = (): Declared[] => [
    ...account.independentProgram().filter(({ type }) => type === "Authorization"),
    {
      type: "AuthorizationSet",
      name: "crew",
      inputs: {
        smartlockIds: [account.lockId("Front door"), account.lockId("Garage")],
        type: 2,
        name: "Crew's fob",
        accountUserId: seeded.accountUserId,
        remoteAllowed: false,
      },
    },
  ];

  /**
   * `listedAfter`: with 0 lists show a grant while the lock is busy with it, with 1 only after the lock has confirmed
   * it.
   */
  const hold = (listedAfter: number): void => {
    account.simulator.clock.hold();
    account.edit((live) => Object.assign(live.behaviour, { settleMs: 300, listedAfter }));
  };

  const requests = (method: string, path: RegExp) =>
    account.simulator
      .requests()
      .filter((request) => request.method === method && path.test(request.path) && request.status !== null);

  const allAccepted = () =>
    until(() => account.simulator.state().smartlocks.flatMap(({ queue }) => queue).length === names.length);

  /** A run that finds locks busy. They continue once it has looked at them. */
  const upWhenLookedAt = async (
    engine: TestEngine,
    declared: readonly Declared[],
    look: [string, RegExp],
  ) => {
    account.simulator.clearRequests();
    return engine.up(declared, async () => {
      await until(() => requests(...look).length > 0);
      account.simulator.clock.resume();
    });
  };

  /** The names of all grants after every lock has done everything it was sent. */
  const granted = (): string[] => {
    account.simulator.clock.advance(60_000);
    return account.simulator
      .state()
      .authorizations.filter(({ id }) => !before.has(id))
      .map(({ name }) => name)
      .sort();
  };

  /** Notes that are left in the temp folder make a later create wait. */
  const notes = (): string[] =>
    readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".json"));

  const aList: [string, RegExp] = ["GET", /\/auth$/];
  const aSync: [string, RegExp] = ["POST", /\/sync$/];

  /** A run that stops waiting before the locks confirm: it records what it sent as pending. */
  const upToPending = async (): Promise<void> => {
    const hurried = account.engineWith({ SMARTLOCK_SETTLE_TIMEOUT: "1", TMPDIR: folder });
    const { errors } = await hurried.up(program());
    expect(Object.keys(errors).sort()).toEqual(["app", "code", "crew", "fob"]);
    hurried.state.forEach((stored, name) => account.engine.state.set(name, stored));
  };

  describe.each([
    ["show", 0],
    ["do not show", 1],
  ])("and %s what they were sent", (_, listedAfter) => {
    beforeEach(() => hold(listedAfter));

    it("the provider is killed: the next run waits for it", async () => {
      await account.engine.up(program(), async (provider) => {
        await allAccepted();
        provider.kill();
      });
      expect(account.engine.state.size).toBe(0);
      expect(notes()).toHaveLength(4);
      const { errors } = await upWhenLookedAt(account.engine, program(), aList);
      expect({ errors, notes: notes() }).toEqual({ errors: {}, notes: [] });
      expect(granted()).toEqual(names);
    });

    it("a pending one is not sent again", async () => {
      await upToPending();
      const { errors } = await upWhenLookedAt(account.engine, program(), aSync);
      expect({ errors, notes: notes() }).toEqual({ errors: {}, notes: [] });
      expect(granted()).toEqual(names);
    });

    it("a pending one that is no longer declared does not stay at the door", async () => {
      await upToPending();
      const { errors } = await upWhenLookedAt(account.engine, [], aSync);
      expect(errors).toEqual({});
      expect(granted()).toEqual([]);
    });
  });

  describe("and the next run is on another machine", () => {
    let elsewhere: string;

    beforeEach(() => {
      elsewhere = mkdtempSync(join(tmpdir(), "smartlock-elsewhere-"));
      hold(1);
    });
    afterEach(() => rmSync(elsewhere, { recursive: true }));

    const dieWhenAccepted = (engine: TestEngine) =>
      engine.up(program(), async (provider) => {
        await allAccepted();
        provider.kill();
      });
    const onAnotherMachine = (settings: Readonly<Record<string, string>> = {}): TestEngine =>
      account.newEngine({ TMPDIR: elsewhere, ...settings });
    const invitations = (): number =>
      account.simulator.state().mails.filter(({ kind }) => kind === "invitation").length;

    it("it finds the notes in a folder that both machines see, and waits", async () => {
      const shared = { SMARTLOCK_NOTES: join(folder, "shared") };
      await dieWhenAccepted(account.newEngine({ TMPDIR: folder, ...shared }));
      expect(notes().map((file) => file.split("/")[0])).toEqual(Array(4).fill("shared"));
      const { errors } = await upWhenLookedAt(onAnotherMachine(shared), program(), aList);
      expect({ errors, notes: notes() }).toEqual({ errors: {}, notes: [] });
      expect({ granted: granted(), invitations: invitations() }).toEqual({ granted: names, invitations: 1 });
    });

    it("it has no notes, and asks each lock once what it holds before it makes what could be doubled", async () => {
      await dieWhenAccepted(account.engine);
      const asking = onAnotherMachine({ SMARTLOCK_SYNC_BEFORE_CREATE: "true" });
      const { errors } = await upWhenLookedAt(asking, program(), aSync);
      expect(errors).toEqual({});
      expect(requests(...aSync)).toHaveLength(2);
      expect({ granted: granted(), invitations: invitations() }).toEqual({ granted: names, invitations: 1 });
    });

    it("it has no notes, and asks nobody: of what the service makes twice there is a twin, which every later run names", async () => {
      await dieWhenAccepted(account.engine);
      const other = onAnotherMachine();
      await upWhenLookedAt(other, program(), ["PUT", /\/auth$/]);
      const doubled = names.filter((name) => name !== "Morning code");
      expect({ granted: granted(), invitations: invitations() }).toEqual({
        granted: [...names, ...doubled].sort(),
        invitations: 2,
      });
      // Only the run that created them may fail because of it.
      expect((await other.up(program())).errors).toEqual({});
      const known = [...other.state.values()].flatMap(({ outputs }) => [
        outputs["authorizationId"],
        ...Object.values((outputs["authorizationIds"] ?? {}) as Record<string, unknown>),
      ]);
      const ofNobody = account.simulator
        .state()
        .authorizations.filter(({ id, name }) => doubled.includes(name) && !known.includes(id));
      expect(ofNobody).toHaveLength(doubled.length);
      const { steps, output } = await other.preview(program());
      expect(new Set(Object.values(steps))).toEqual(new Set(["same"]));
      ofNobody.forEach(({ id }) => expect(output).toMatch(new RegExp(`has a twin: .*${id}`)));
    });
  });

  it("the engine is killed, and the provider that is left ends its calls: the next run waits for it", async () => {
    hold(1);
    await account.engine.up(program(), async (provider) => {
      await allAccepted();
      provider.abandon();
    });
    // Nobody was left to record the provider's answer.
    account.engine.state.clear();
    const { errors } = await upWhenLookedAt(account.engine, program(), aList);
    expect({ errors, notes: notes() }).toEqual({ errors: {}, notes: [] });
    expect(granted()).toEqual(names);
  });

  it("what was recorded as pending is lost with the state: the next run waits for it", async () => {
    hold(1);
    await upToPending();
    account.engine.state.clear();
    const { errors } = await upWhenLookedAt(account.engine, program(), aList);
    expect({ errors, notes: notes() }).toEqual({ errors: {}, notes: [] });
    expect(granted()).toEqual(names);
  });
});
