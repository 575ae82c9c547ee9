import "../protocol/passing-time";
import { subjectOf } from "../contract/kinds";
import { replaceRecords } from "../contract/subject";
import { locks, long, person, World } from "../contract/world";
import { type Declared, engineOf, type TestEngine, UNKNOWN } from "../protocol/test-engine";

const waysOut =
  'To take it over, set adopt: "same", or import it; if the resource was renamed in the program, give it an alias.';

/** The messages of a run to a person, word for word. */
describe("A run says", () => {
  let world: World;
  const address = subjectOf("Address");
  const houseInputs = { name: "Beach house", smartlockIds: [] };
  const house: Declared = { type: "Address", name: "house", inputs: houseInputs };
  const codeInputs = {
    smartlockId: locks.front,
    type: 13,
    name: "Cleaner",
    code: 593847,
    remoteAllowed: false,
  };
  const code: Declared = { type: "Authorization", name: "code", inputs: codeInputs };
  const changedCode = (fields: object = {}): Declared => ({
    ...code,
    inputs: { ...codeInputs, allowedFromTime: 480, ...fields },
  });

  beforeEach(async () => {
    world = await World.start();
  });
  afterEach(() => world.stop());

  const withSettings = (settings: Readonly<Record<string, string>>): TestEngine =>
    engineOf({ ...world.environment, ...settings });

  const standing = (creationDate: string): string => {
    const record = address.record(houseInputs, 900, creationDate);
    world.outside((state) => replaceRecords(state, address, (records) => [...records, record]));
    return address.idOf(record);
  };

  it("in a preview that something will be adopted, and in the run that it was", async () => {
    const id = standing(world.simulator.clock.iso());
    expect((await world.engine.preview([house])).output).toBe(
      `Address "Beach house": the one that the service already has (id ${id}) will be adopted ` +
        "(unless this run changes or deletes the existing one first).\n",
    );
    expect((await world.engine.up([house])).output).toContain(
      `Address "Beach house": adopted the one that the service already has (id ${id}).\n`,
    );
  });

  it("in a preview that something will not be created, and in the run why it was not", async () => {
    const id = standing(long);
    const why = `it already exists (id ${id}) and is not from a run of the last 24 hours. ${waysOut}`;
    expect((await world.engine.preview([house])).output).toBe(
      `Warning: Address "Beach house" will not be created (unless this run changes or deletes the existing one first): ${why}\n`,
    );
    expect((await world.engine.up([house])).errors).toEqual({
      house: `Address "Beach house" was not created: ${why}`,
    });
  });

  it("only what it creates before the run, and asks nothing, where the preflight is off", async () => {
    standing(long);
    world.simulator.clearRequests();
    const { output, steps } = await withSettings({ SMARTLOCK_PREFLIGHT: "off" }).preview([house]);
    expect({ output, steps }).toEqual({
      output: 'Address "Beach house" will be created.\n',
      steps: { house: "create" },
    });
    expect(world.simulator.requests()).toEqual([]);
  });

  it("which two declarations collide, and in what", async () => {
    const { errors } = await world.engine.preview([house, { ...house, name: "other" }]);
    expect(errors).toEqual({
      other:
        'Address "other" and Address "house" declare the same Address: name "Beach house". Declare it only once, or change one of ' +
        "these fields.",
    });
  });

  it("that an app authorization sends an invitation", async () => {
    const app: Declared = {
      type: "Authorization",
      name: "app",
      inputs: { smartlockId: locks.garage, name: "App", accountUserId: person(1), remoteAllowed: true },
    };
    const { output, errors } = await world.engine.preview([app]);
    expect(errors).toEqual({});
    expect(output).toBe("Person 1 gets Garage by app, always, also remotely; an invitation is mailed.\n");
  });

  describe("of what the service never shows", () => {
    const app = (fields: object): Declared => ({
      type: "Authorization",
      name: "app",
      inputs: {
        smartlockId: locks.garage,
        name: "App",
        accountUserId: person(1),
        remoteAllowed: true,
        ...fields,
      },
    });
    const set = (fields: object): Declared => ({
      type: "AuthorizationSet",
      name: "app",
      inputs: {
        smartlockIds: [locks.garage, locks.front],
        name: "App",
        accountUserId: person(1),
        remoteAllowed: true,
        ...fields,
      },
    });
    const stays =
      "smartActionsEnabled is no longer declared. The service never shows it, so it stays as it was set (true). " +
      "To change it, declare the value that you want.\n";

    it("what it was as the state has it", async () => {
      await world.engine.up([app({ smartActionsEnabled: true })]);
      expect((await world.engine.preview([app({ smartActionsEnabled: false })])).output).toBe(
        "App (Person 1): Garage, smartActionsEnabled false (was true); this replaces it; an invitation is mailed.\n",
      );
    });

    const enabled = (): unknown[] =>
      world.simulator
        .state()
        .authorizations.filter(({ name }) => name === "App")
        .map(({ smartActionsEnabled }) => smartActionsEnabled);
    const on = { smartActionsEnabled: true };
    const off = { smartActionsEnabled: false };
    const accepted = { waitFor: "accepted" };

    it("that a set is replaced although its locks are not known yet", async () => {
      await world.engine.up([set(on)]);
      expect((await world.engine.preview([set({ ...off, smartlockIds: UNKNOWN })])).steps).toEqual({
        app: "replace",
      });
    });

    it("that a set is replaced if only some of its locks have it", async () => {
      const two = { smartlockIds: [locks.front, locks.office] };
      const three = { smartlockIds: [locks.front, locks.office, locks.garage] };
      await world.engine.up([set({ ...two, ...on })]);
      await world.engine.up([set(three)]);
      const { output, steps } = await world.engine.up([set({ ...three, ...off })]);
      expect(steps).toEqual({ app: "replace" });
      expect(output).toContain("Front door, Office, smartActionsEnabled false (was true); this replaces it");
      expect(output).toContain("Garage, smartActionsEnabled false (was not set); this replaces it");
      expect(enabled()).toEqual([false, false, false]);
    });

    it("nothing of a lock that leaves the set: there it goes anyway", async () => {
      const two = { smartlockIds: [locks.front, locks.office] };
      await world.engine.up([set({ smartlockIds: [locks.office], ...on })]);
      await world.engine.up([set(two)]);
      const program = [set({ smartlockIds: [locks.front] })];
      expect((await world.engine.up(program)).steps).toEqual({ app: "update" });
      expect(enabled()).toEqual([undefined]);
    });

    it.each([
      ["one", app],
      ["a set", set],
    ])(
      "that it was set in what was pending, although the program dropped it meanwhile (%s)",
      async (_, grant) => {
        world.simulator.lock(locks.garage).goOffline("pending");
        await world.engine.up([grant({ ...on, ...accepted })]);
        world.simulator.lock(locks.garage).goOnline();
        const { output } = await world.engine.up([grant(accepted)]);
        expect(output).toContain(
          "so it stays as it was set (true). To change it, declare the value that you want.",
        );
        const { steps } = await world.engine.up([grant({ ...off, ...accepted })]);
        expect(steps).toEqual({ app: "replace" });
        expect(new Set(enabled())).toEqual(new Set([false]));
      },
    );

    it("that it is replaced if the program takes it back while the lock has not confirmed it", async () => {
      world.simulator.lock(locks.garage).goOffline("pending");
      await world.engine.up([app({ smartActionsEnabled: true, waitFor: "accepted" })]);
      world.simulator.lock(locks.garage).goOnline();
      world.pass(1);
      const { steps, errors } = await world.engine.up([app({ smartActionsEnabled: false })]);
      expect({ steps, errors }).toEqual({ steps: { app: "replace" }, errors: {} });
      expect(enabled()).toEqual([false]);
    });

    it.each([
      ["one", app, 'Authorization "App" on Garage'],
      ["a set", set, 'AuthorizationSet "App"'],
    ])(
      "that it stays where it is no longer declared, once, and remembers it (%s)",
      async (_words, grant, label) => {
        await world.engine.up([grant({ smartActionsEnabled: true })]);
        world.simulator.clearRequests();
        expect((await world.engine.preview([grant({})])).output).toBe(`Warning: ${label}: ${stays}`);
        expect((await world.engine.up([grant({})])).output).toBe(`Warning: ${label}: ${stays}`);
        expect(world.writes()).toEqual([]);
        expect((await world.engine.refresh()).errors).toEqual({});
        const silent = await world.engine.preview([grant({})]);
        expect(silent).toMatchObject({ output: "", steps: { app: "same" } });
        // A change of something else does not forget it either.
        expect((await world.engine.up([grant({ name: "Other" })])).errors).toEqual({});
        const off = await world.engine.preview([grant({ name: "Other", smartActionsEnabled: false })]);
        expect(off.steps).toEqual({ app: "replace" });
        expect(off.output).toContain("smartActionsEnabled false (was true); this replaces it");
      },
    );

    it("nothing where it is no longer declared of one that is replaced anyway", async () => {
      await world.engine.up([app({ smartActionsEnabled: true })]);
      const { output } = await world.engine.preview([app({ smartlockId: locks.front })]);
      expect(output).not.toContain("smartActionsEnabled");
    });
  });

  describe("of a set of app authorizations", () => {
    const inputs = { name: "Crew", accountUserId: person(1), remoteAllowed: true };
    const crew = (...smartlockIds: number[]): Declared => ({
      type: "AuthorizationSet",
      name: "crew",
      inputs: { ...inputs, smartlockIds },
    });

    /** What a run made at the front door that nobody remembers. */
    const leaveOne = async (): Promise<void> => {
      await world.engine.up([
        { type: "Authorization", name: "app", inputs: { ...inputs, smartlockId: locks.front } },
      ]);
      world.engine.state.clear();
    };

    it("who gets a lock on which the create failed before", async () => {
      world.simulator.setFaults([
        { kind: "error", operation: "PUT /smartlock/auth", status: 400, count: "always" },
        { kind: "error", operation: "PUT /smartlock/{smartlockId}/auth", status: 400, count: 1 },
      ]);
      const program = [crew(locks.front, locks.garage)];
      expect((await world.engine.up(program)).errors["crew"]).toContain("1 of 2 locks is not done");
      world.simulator.clearFaults();
      const { output } = await world.engine.preview(program);
      expect(output).toMatch(
        /^Person 1 gets (Front door|Garage) by app, always, also remotely; an invitation is mailed\.\n$/,
      );
    });

    it("each line once if a set gets another person and other locks", async () => {
      await world.engine.up([crew(locks.front)]);
      const { output } = await world.engine.preview([
        {
          type: "AuthorizationSet",
          name: "crew",
          inputs: { ...inputs, smartlockIds: [locks.office], accountUserId: person(2) },
        },
      ]);
      expect(output.split("\n").sort()).toEqual([
        "",
        `AuthorizationSet "Crew" will no longer be on Front door (${locks.front}): Person 1 loses it.`,
        "Person 2 gets Office by app, always, also remotely; an invitation is mailed.",
      ]);
    });

    it("that there is an invitation for each lock, also for one that is added", async () => {
      expect((await world.engine.up([crew(locks.front, locks.garage)])).output).toBe(
        "Person 1 gets Garage, Front door by app, always, also remotely; an invitation is mailed for each lock.\n",
      );
      const { output } = await world.engine.preview([crew(locks.front, locks.garage, locks.office)]);
      expect(output.split("\n").sort()).toEqual([
        "",
        "Person 1 gets Office by app, always, also remotely; an invitation is mailed.",
      ]);
    });

    it("only the locks on which none is adopted", async () => {
      await leaveOne();
      const { output } = await world.engine.preview([crew(locks.front, locks.garage)]);
      expect(output).toContain(
        "Person 1 gets Garage by app, always, also remotely; an invitation is mailed.\n",
      );
    });

    it("nothing about invitations where all are adopted, and no new one where there is no lock", async () => {
      await leaveOne();
      const adopted = await world.engine.preview([crew(locks.front)]);
      expect([adopted.errors, adopted.output]).toEqual([
        {},
        expect.stringMatching(/^.*will be adopted.*\n$/),
      ]);
      expect((await world.engine.preview([crew()])).output).not.toContain("gets");
    });

    it("none of that where words are off", async () => {
      const quiet = withSettings({ SMARTLOCK_WORDS: "off" });
      expect((await quiet.up([crew(locks.front)])).output).toBe("");
      expect((await quiet.preview([crew(locks.front, locks.garage)])).output).toBe("");
    });
  });

  it("what somebody else changed, and sets it right", async () => {
    await world.engine.up([house, code]);
    world.outside((state) => {
      for (const one of state.addresses) {
        if (one.name === "Beach house") {
          one.smartlockIds = [locks.front];
        }
      }
      for (const one of state.authorizations) {
        if (one.name === "Cleaner") {
          Object.assign(one, { code: 784695, enabled: false });
        }
      }
    });
    const { output, steps } = await world.engine.preview([house, code]);
    expect(steps).toEqual({ house: "update", code: "update" });
    expect(output).toBe(
      'Address "Beach house": smartlockIds is Front door, declared no lock.\n' +
        'Authorization "Cleaner" on Front door: enabled is false, declared true.\n' +
        'Authorization "Cleaner" on Front door: code differs from what is declared.\n',
    );
    expect((await world.engine.up([house, code])).errors).toEqual({});
    expect((await world.engine.preview([house, code])).output).toBe("");
  });

  it("that the program now declares what somebody has set, and sends nothing", async () => {
    const crew = (fields: object): Declared => ({
      type: "AuthorizationSet",
      name: "crew",
      inputs: {
        type: "code",
        name: "Crew",
        code: 613748,
        remoteAllowed: false,
        smartlockIds: [locks.front, locks.office],
        ...fields,
      },
    });
    await world.engine.up([changedCode({ allowedUntilTime: 960 }), crew({ allowedUntilTime: 960 })]);
    world.outside((state) => {
      for (const one of state.authorizations) {
        one.allowedUntilTime = one.name === "Cleaner" || one.name === "Crew" ? 1080 : one.allowedUntilTime;
      }
    });
    const kept = [changedCode({ allowedUntilTime: 1080 }), crew({ allowedUntilTime: 1080 })];
    const quiet = withSettings({ SMARTLOCK_READ_ONLY: "true" });
    world.engine.state.forEach((stored, name) => quiet.state.set(name, stored));
    const { output, steps, errors } = await quiet.preview(kept);
    expect({ steps, errors }).toEqual({ steps: { code: "update", crew: "update" }, errors: {} });
    const already = "already has what the program declares now: allowedUntilTime 18:00 (16:00 in the state).";
    expect(output.split("\n").sort()).toEqual([
      "",
      `Authorization "Cleaner" on Front door ${already}`,
      `AuthorizationSet "Crew" on Front door (${locks.front}), Office (${locks.office}) ${already}`,
    ]);
    world.simulator.clearRequests();
    expect((await quiet.up(kept)).errors).toEqual({});
    expect(world.writes()).toEqual([]);
    expect((await quiet.preview(kept)).output).toBe("");
  });

  it.each([
    ["one", "Authorization", { smartlockId: locks.front }],
    ["a set", "AuthorizationSet", { smartlockIds: [locks.front, locks.garage] }],
  ])("of a replacement no invitation where it takes over what is there (%s)", async (_, type, at) => {
    const app = { name: "App", remoteAllowed: true, adopt: "always", ...at };
    const grant = (user: number): Declared => ({
      type,
      name: "app",
      inputs: { ...app, accountUserId: person(user) },
    });
    await world.engine.up([
      {
        type: "Authorization",
        name: "other",
        inputs: { ...app, smartlockIds: undefined, smartlockId: locks.front, accountUserId: person(2) },
      },
    ]);
    world.engine.state.clear();
    await world.engine.up([grant(1)]);
    const { output, steps } = await world.engine.preview([grant(2)]);
    expect(steps).toEqual({ app: "replace" });
    const lines = output.split("\n").filter((line) => line.includes("this replaces it"));
    const isInvited = (door: string): unknown[] =>
      lines.filter((line) => line.includes(door)).map((line) => line.includes("invitation"));
    expect({ "Front door": isInvited("Front door"), Garage: isInvited("Garage") }).toEqual({
      "Front door": [false],
      Garage: type === "Authorization" ? [] : [true],
    });
  });

  it("what a change puts in place of what is on the door, also if somebody changed that", async () => {
    await world.engine.up([changedCode({ allowedUntilTime: 960 })]);
    world.outside((state) => {
      for (const one of state.authorizations) {
        if (one.name === "Cleaner") {
          one.allowedUntilTime = 900;
        }
      }
    });
    const { output } = await world.engine.preview([changedCode({ allowedUntilTime: 1020 })]);
    expect(output).toContain("Cleaner: Front door, 08:00–17:00 (was 08:00–15:00).\n");
  });

  it("that a token is of another account, and changes nothing", async () => {
    await world.engine.up([house]);
    const stored = world.engine.state.get("house");
    const id = stored?.id ?? "";
    if (stored !== undefined) {
      world.engine.state.set("house", { ...stored, outputs: { ...stored.outputs, __account: 5 } });
    }
    world.simulator.clearRequests();
    const expected =
      `Address "Beach house" (id ${id}) is in account 5, but the token from environment variable SMARTLOCK_TOKEN at ${world.simulator.url} ` +
      "belongs to account 100200. Nothing was changed. Use the token of the account in which the stack was deployed.";
    expect((await world.engine.preview([house])).errors).toEqual({ house: expected });
    expect((await world.engine.refresh()).errors).toEqual({ house: expected });
    expect((await world.engine.destroy()).errors).toEqual({ house: expected });
    expect(world.writes()).toEqual([]);
  });

  it("of an address that gets the name of another one, that there are two now, unless a resource has that other one", async () => {
    const named = (resource: string, name: string): Declared => ({
      ...house,
      name: resource,
      inputs: { ...houseInputs, name },
    });
    const idOf = (resource: string): string => world.engine.state.get(resource)?.id ?? "";
    await world.engine.up([named("a", "First"), named("b", "Second"), named("c", "Third")]);
    const handedOn = await world.engine.up([named("a", "Second"), named("b", "Fourth"), named("c", "Third")]);
    expect(handedOn).toMatchObject({
      errors: {},
      output:
        'Address "First": name "Second" (was "First").\nAddress "Second": name "Fourth" (was "Second").\n',
    });
    world.engine.state.delete("c");
    const twins = await world.engine.up([named("b", "Fourth"), named("a", "Third")]);
    expect(twins).toMatchObject({ errors: {}, steps: { a: "update", b: "same" } });
    expect(twins.output).toMatch(
      new RegExp(
        `Warning: Address "Third" \\(id ${idOf("a")}\\) has a twin: another Address with the same name \\(id \\d+\\)\\. ` +
          "Unless this run deletes that one, delete or rename one of them\\.\n$",
      ),
    );
    // Nobody else would ever report it, so every later run does, and continues.
    const later = await world.engine.up([named("b", "Fourth"), named("a", "Third")]);
    const [, warning = ""] = twins.output.split(/(?<=\n)/);
    expect(later).toMatchObject({ errors: {}, steps: { a: "same", b: "same" }, output: warning });
    const refreshed = await world.engine.refresh();
    expect(refreshed).toMatchObject({ errors: {}, output: warning });
  });

  describe("of an e-mail address that another user has", () => {
    const user = (name: string, email: string): Declared => ({
      type: "AccountUser",
      name,
      inputs: { email: `${email}@example.com`, name },
    });
    const idOf = (name: string): string => world.engine.state.get(name)?.id ?? "";

    beforeEach(async () => {
      expect((await world.engine.up([user("Ann", "ann"), user("Bob", "bob")])).errors).toEqual({});
    });

    it("nothing, where that one gives it up in the same run", async () => {
      const { errors } = await world.engine.up([user("Bob", "ann"), user("Ann", "carl")]);
      expect(errors).toEqual({});
      expect(world.simulator.state().users.filter(({ name }) => name === "Bob")).toMatchObject([
        { email: "ann@example.com" },
      ]);
    });

    it("that a new resource, declared first, took it over, and makes another user for the old one", async () => {
      const before = idOf("Ann");
      const moved = [{ ...user("Ann", "ann"), name: "first" }, user("Ann", "carl"), user("Bob", "bob")];
      const { errors, steps, output } = await world.engine.up(moved);
      expect(errors).toEqual({});
      expect(steps).toEqual({ first: "create", Ann: "replace", Bob: "same" });
      expect(output).toContain(
        `AccountUser "Ann" (id ${before}) belongs to AccountUser "first" now: another one will be created in its place.\n`,
      );
      expect(output).toContain(`AccountUser "Ann" (id ${before}) is kept: `);
      expect([idOf("first"), idOf("Ann")]).toEqual([before, expect.not.stringMatching(before)]);
      expect(await world.engine.preview(moved)).toMatchObject({
        steps: { first: "same", Ann: "same", Bob: "same" },
        output: "",
      });
    });

    it("who has it, and what to do, where that one would go only afterwards", async () => {
      const { errors } = await world.engine.up([user("Bob", "ann")]);
      expect(errors).toEqual({
        Bob:
          `AccountUser "Bob" (id ${idOf("Bob")}) was not changed: AccountUser "Ann" (id ${idOf("Ann")}) has the same email, ` +
          "which the service allows only once. If the program no longer declares that one, delete it in a separate run " +
          "first, since Pulumi deletes last. Otherwise give one of them another value.",
      });
    });

    it("that two who want each other's need two runs", async () => {
      world.simulator.clearRequests();
      const { errors } = await world.engine.up([user("Ann", "bob"), user("Bob", "Ann")]);
      expect(Object.values(errors).join()).toContain("cannot swap their e-mail addresses in one run");
    });
  });

  const underWay = (): void =>
    world.outside((state) => {
      for (const one of state.authorizations) {
        if (one.name === "Cleaner") {
          one.operationId = "asked-before";
        }
      }
    });

  it("that it waits for something that is under way, once", async () => {
    await world.engine.up([code]);
    underWay();
    const { output, steps } = await world.engine.preview([code]);
    expect(output).toBe(
      'Authorization "Cleaner" on Front door: a change sent earlier is still under way; waiting for it to end.\n',
    );
    expect(steps).toEqual({ code: "same" });
  });

  describe("of a lock that is offline", () => {
    const offline = (): void => world.simulator.lock(locks.front).goOffline("pending");

    it("that what is under way may still change something, and waits for nothing", async () => {
      await world.engine.up([code]);
      underWay();
      offline();
      const from = world.simulator.clock.now();
      const { output, steps } = await world.engine.preview([code]);
      expect(output).toContain(
        'Warning: Authorization "Cleaner" on Front door: a change sent earlier has not reached the lock, which is ' +
          "offline. It may still take effect when the lock is back.\n",
      );
      expect(steps).toEqual({ code: "same" });
      expect(world.simulator.clock.now() - from).toBeLessThan(10_000);
    });

    it("that nothing was sent there", async () => {
      offline();
      expect((await world.engine.up([code])).errors).toEqual({
        code:
          'Authorization "Cleaner" on Front door was not created: Front door is offline and could not confirm it. Run again when it is back, ' +
          'or set waitFor: "accepted" to leave it to the service.',
      });
      expect(world.writes()).toEqual([]);
    });

    it("that a change was not confirmed", async () => {
      await world.engine.up([code]);
      const id = world.engine.state.get("code")?.id ?? "";
      offline();
      const { errors } = await world.engine.up([changedCode()]);
      expect(errors).toEqual({
        code:
          `Authorization "Cleaner" on Front door (id ${id}): Front door is offline and did not confirm the change in time. ` +
          "Run again when it is reachable; a longer settleTimeout gives it more time.",
      });
    });

    it("that a change will be confirmed later, where the user does not wait for that", async () => {
      await world.engine.up([code]);
      offline();
      const { errors, output } = await world.engine.up([changedCode({ waitFor: "accepted" })]);
      expect(errors).toEqual({});
      expect(output).toContain(
        'Warning: Authorization "Cleaner" on Front door: Front door is offline and has not confirmed the change yet.\n',
      );
    });

    it("that the door still honours what was deleted", async () => {
      await world.engine.up([code]);
      const id = world.engine.state.get("code")?.id ?? "";
      offline();
      expect((await world.engine.destroy()).errors).toEqual({
        code:
          `Authorization "Cleaner" on Front door (id ${id}): the service accepted the delete, but Front door is offline: the door still honours ` +
          "it until the lock is back. Run again then.",
      });
      expect(world.engine.state.size).toBe(1);
    });

    it("that something is pending, until it is there", async () => {
      offline();
      const accepted = changedCode({ waitFor: "accepted" });
      const { errors, output } = await world.engine.up([accepted]);
      expect(errors).toEqual({});
      expect(output).toContain(
        'Warning: Authorization "Cleaner" on Front door: the service accepted it, but Front door has not confirmed it, because it is offline. ' +
          "It is recorded as pending; the next run continues from there.\n",
      );
      expect(world.engine.state.get("code")?.id).toMatch(new RegExp(`^${locks.front}/pending-[0-9a-f]{16}$`));
      const still = await world.engine.preview([accepted]);
      expect(still).toMatchObject({ steps: { code: "same" }, errors: {} });
      expect(still.output).toContain(
        'Warning: Authorization "Cleaner" on Front door is still pending: Front door is offline.\n',
      );
      expect((await world.engine.destroy()).errors).toEqual({
        code:
          'Authorization "Cleaner" on Front door is pending and cannot be deleted, because Front door is offline. It may still arrive at the ' +
          "door. Run again when the lock is back, or give this one up with `pulumi state delete`.",
      });
      world.simulator.lock(locks.front).goOnline();
      const later = await world.engine.preview([accepted]);
      expect(later.output).toContain(
        'Authorization "Cleaner" on Front door is pending: it was sent, but Front door had not confirmed it.\n',
      );
      expect((await world.engine.up([accepted])).errors).toEqual({});
      expect(await world.engine.preview([accepted])).toMatchObject({ steps: { code: "same" }, output: "" });
      expect(world.simulator.state().authorizations.filter(({ name }) => name === "Cleaner")).toHaveLength(1);
      expect((await world.engine.destroy()).errors).toEqual({});
    });
  });

  it("that a user still holds what others made", async () => {
    const user: Declared = {
      type: "AccountUser",
      name: "user",
      inputs: { email: "cleaner@example.com", name: "Cleaner" },
    };
    await world.engine.up([user]);
    const id = Number(world.engine.state.get("user")?.id);
    world.outside((state) => {
      state.authorizations.push({
        id: "5e0000000000000000000001",
        smartlockId: locks.front,
        accountUserId: id,
        name: "Made in the app",
        type: 0,
        remoteAllowed: true,
        enabled: true,
        lockCount: 0,
        creationDate: long,
        updateDate: long,
      });
    });
    const { errors } = await world.engine.destroy();
    expect(errors["user"]).toMatch(
      new RegExp(
        `^AccountUser "Cleaner" \\(id ${id}\\) was not deleted: it still holds .*5e0000000000000000000001.*, which this run did ` +
          "not delete and which would be deleted with it\\. Delete that first\\. Or, if all of it may be deleted: put it back into the " +
          "program with deleteContents: true, run `pulumi up`, and then remove it\\.$",
      ),
    );
    expect(world.engine.state.size).toBe(1);
  });
});
