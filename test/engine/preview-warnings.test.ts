import "../protocol/passing-time";
import { locks, long, person, World } from "../contract/world";
import { type Declared, engineOf, type TestEngine, UNKNOWN } from "../protocol/test-engine";

/** What a preview tells of a run that cannot succeed, or that does something that may not be meant. */
describe("A preview", () => {
  let world: World;
  beforeEach(async () => {
    world = await World.start();
  });
  afterEach(() => world.stop());

  const withSettings = (settings: Readonly<Record<string, string>>): TestEngine =>
    engineOf({ ...world.environment, ...settings });
  const user = (name: string, fields: object = {}): Declared => ({
    type: "AccountUser",
    name,
    inputs: { email: `${name}@example.com`, name, ...fields },
  });
  const grant = (name: string, fields: object = {}): Declared => ({
    type: "Authorization",
    name,
    inputs: { smartlockId: locks.front, name, accountUserId: person(1), remoteAllowed: false, ...fields },
  });
  const code = (name: string, digits: number): Declared => ({
    type: "Authorization",
    name,
    inputs: { smartlockId: locks.front, type: "code", name, code: digits, remoteAllowed: false },
  });
  const crew = (smartlockIds: readonly number[]): Declared => ({
    type: "AuthorizationSet",
    name: "crew",
    inputs: { name: "Crew", accountUserId: person(2), remoteAllowed: false, smartlockIds },
  });
  const idOf = (name: string): string => world.engine.state.get(name)?.id ?? "";

  describe("with a token that cannot do it", () => {
    const unknownUser = grant("guest", { accountUserId: UNKNOWN });

    it.each<[string, Declared]>([
      ["a user", user("ann")],
      ["a grant", grant("guest")],
      ["a grant of somebody who does not exist yet", unknownUser],
      ["a set", crew([locks.front, locks.office])],
    ])("fails for %s where the token is wrong", async (_, declared) => {
      const { errors } = await withSettings({ SMARTLOCK_TOKEN: "another-token" }).preview([declared]);
      expect(errors[declared.name]).toMatch(
        /^The token was refused, or may not list the (users|authorizations) of the account\. A create first searches that list, so `pulumi up` would fail\. .* \(401\)\. .* The token came from environment variable SMARTLOCK_TOKEN /,
      );
      expect(errors[declared.name]?.length).toBeLessThan(1_000);
    });

    it.each([401, 403] as const)(
      "fails where it may not read the list of such objects: %s",
      async (status) => {
        world.simulator.setFaults([
          { kind: "error", operation: "GET /smartlock/auth", status, count: "always" },
        ]);
        const { errors } = await world.engine.preview([unknownUser]);
        expect(errors["guest"]).toContain(
          "The token was refused, or may not list the authorizations of the account.",
        );
        expect(errors["guest"]).toContain(`(${status})`);
      },
    );

    it("asks about the first lock of a set only", async () => {
      world.simulator.setFaults([
        { kind: "error", operation: "GET /smartlock/auth", status: 403, count: "always" },
      ]);
      const { errors } = await world.engine.preview([crew(Object.values(locks))]);
      expect(errors["crew"]).toContain(
        "The token was refused, or may not list the authorizations of the account.",
      );
      expect(world.simulator.requests().filter(({ path }) => path === "/smartlock/auth")).toHaveLength(2);
    });

    it("only says so where it may not read what is good to know", async () => {
      world.simulator.setFaults([
        { kind: "error", operation: "GET /smartlock", status: 401, count: "always" },
        { kind: "error", operation: "GET /smartlock/{smartlockId}", status: 401, count: "always" },
      ]);
      const { errors, output } = await world.engine.preview([grant("guest")]);
      expect(errors).toEqual({});
      expect(output).toContain("Some checks were skipped");
    });

    it("fails for nobody whose address does not exist yet", async () => {
      world.simulator.setFaults([
        { kind: "error", operation: "GET /address/{addressId}/unit", status: 403, count: "always" },
      ]);
      const unit: Declared = {
        type: "AddressUnit",
        name: "flat",
        inputs: { addressId: UNKNOWN, name: "Flat" },
      };
      expect((await world.engine.preview([unit])).errors).toEqual({});
    });

    it("asks nothing where the preflight is off", async () => {
      const engine = withSettings({ SMARTLOCK_TOKEN: "another-token", SMARTLOCK_PREFLIGHT: "off" });
      expect((await engine.preview([user("ann")])).errors).toEqual({});
    });
  });

  describe("of two that would be one", () => {
    const of = (name: string, sameAs: string | undefined, smartlockId: number): Declared =>
      grant(name, {
        smartlockId,
        accountUserId: UNKNOWN,
        __references: { accountUserId: { name: "anna", ...(sameAs !== undefined && { sameAs }) } },
      });

    it("fails, also while the user does not exist yet", async () => {
      const { errors } = await world.engine.preview([
        of("day", "the path of anna", locks.front),
        of("night", "the path of anna", locks.front),
      ]);
      expect(errors).toEqual({
        night:
          'Authorization "night" and Authorization "day" declare the same Authorization: smartlockId Front door, type app and ' +
          "accountUserId anna. Declare it only once, or change one of these fields.",
      });
    });

    it.each([
      ["other users", of("day", "the path of anna", locks.front), of("night", "bob", locks.front)],
      [
        "other locks",
        of("day", "the path of anna", locks.front),
        of("night", "the path of anna", locks.office),
      ],
      ["nobody knows whom", of("day", undefined, locks.front), of("night", undefined, locks.front)],
    ])("passes where they are for %s", async (_, first, second) => {
      expect((await world.engine.preview([first, second])).errors).toEqual({});
    });
  });

  describe("of what somebody else has", () => {
    it("names who has the e-mail address, and the run does too", async () => {
      const why =
        `its e-mail address is taken by AccountUser "Person 3" (id ${person(3)}), which already exists and differs from the ` +
        'declaration: name is "Person 3", declared "ann". Declare another e-mail address here, or free that one in a separate run first: Pulumi deletes ' +
        'last. If both are the same person, set adopt: "always" (the existing one is changed to match), or import it; if the resource was renamed in the program, ' +
        "give it an alias.";
      const ann = user("ann", { email: "person-3@example.com" });
      const { errors, output } = await world.engine.preview([ann]);
      expect({ errors, output }).toEqual({
        errors: {},
        output: `Warning: AccountUser "ann" will not be created (unless this run changes or deletes the existing one first): ${why}\n`,
      });
      expect((await world.engine.up([ann])).errors).toEqual({
        ann: `AccountUser "ann" was not created: ${why}`,
      });
    });

    it("names whose code it is, and advises nobody to take it away", async () => {
      expect((await world.engine.up([code("cleaner", 593_847)])).errors).toEqual({});
      const id = idOf("cleaner");
      world.engine.state.clear();
      const guest = code("guest", 593_847);
      const { errors, output } = await world.engine.preview([guest]);
      const why =
        `its code is taken by Authorization "cleaner" on Front door (id ${id}), which already exists and differs from the declaration: name is ` +
        '"cleaner", declared "guest". That one keeps its code: declare another code here. If that one is no longer wanted, delete ' +
        "it in a separate run first.";
      expect(errors).toEqual({});
      expect(output).toContain(
        `Warning: Authorization "guest" on Front door will not be created (unless this run changes or deletes the existing one first): ${why}\n`,
      );
      const run = await world.engine.up([guest]);
      expect(run.errors).toEqual({ guest: `Authorization "guest" on Front door was not created: ${why}` });
      expect(run.errors["guest"]).not.toContain("593847");
    });

    it("warns where a change wants it, unless the other one is known to give it up", async () => {
      await world.engine.up([user("ann"), user("bob")]);
      const wanted = user("bob", { email: "Person-3@example.com" });
      const { errors, output } = await world.engine.preview([user("ann"), wanted]);
      expect(errors).toEqual({});
      expect(output).toContain(
        `Warning: AccountUser "bob" (id ${idOf("bob")}) will not be changed (unless this run changes the other one first): its e-mail ` +
          `address is taken by AccountUser "Person 3" (id ${person(3)}). Declare another e-mail address here, or free that one in a ` +
          "separate run first: Pulumi deletes last.\n",
      );
      const handedOn = [
        user("ann", { email: "carl@example.com" }),
        user("bob", { email: "ann@example.com" }),
      ];
      expect((await world.engine.preview(handedOn)).output).not.toContain("is taken by");
      const renamed = [user("ann"), user("bob", { name: "Bob" })];
      expect((await world.engine.preview(renamed)).output).not.toContain("is taken by");
    });
  });

  const desk = (name: string, email: string): Declared => ({
    type: "SubAccount",
    name,
    inputs: {
      email: `${email}@example.com`,
      name,
      password: "an-invented-password",
      rights: ["operate"],
      language: "en",
    },
  });

  it("warns where a sub-account wants the e-mail address of another one", async () => {
    await world.engine.up([desk("one", "one"), desk("two", "two")]);
    const other = idOf("two");
    world.engine.state.delete("two");
    expect((await world.engine.preview([desk("one", "two")])).output).toContain(
      `its e-mail address is taken by SubAccount "two" (id ${other}). Declare another e-mail address here, or free that one in a ` +
        "separate run first: Pulumi deletes last.\n",
    );
  });

  it("fails at once where two sub-accounts want each other's e-mail address", async () => {
    expect((await world.engine.up([desk("one", "one"), desk("two", "two")])).errors).toEqual({});
    const { errors } = await world.engine.preview([desk("one", "two"), desk("two", "one")]);
    expect(errors).toEqual({
      two:
        'SubAccount "two" and SubAccount "one" cannot swap their e-mail addresses in one run, because the service allows each only once at a time. ' +
        "Give one of them another e-mail address first, run, and set the wanted one in a second run.",
    });
    expect((await world.engine.up([desk("one", "free"), desk("two", "one")])).errors).toEqual({});
    expect((await world.engine.up([desk("one", "two"), desk("two", "one")])).errors).toEqual({});
  });

  it("is not needed: a run without a preview says the same, and does not wait for the time-out", async () => {
    expect((await world.engine.up([desk("one", "one"), desk("two", "two")])).errors).toEqual({});
    const { errors } = await world.engine.up([desk("one", "two"), desk("two", "one")]);
    const text =
      " cannot swap their e-mail addresses in one run, because the service allows each only once at a time. Give one of them another " +
      "e-mail address first, run, and set the wanted one in a second run.";
    expect(errors).toEqual({
      one: `SubAccount "one" and SubAccount "two"${text}`,
      two: `SubAccount "two" and SubAccount "one"${text}`,
    });
  });

  it("is not confused by a user and a sub-account that move the other way", async () => {
    const desk = (email: string): Declared => ({
      type: "SubAccount",
      name: "desk",
      inputs: { email, name: "Desk", password: "an-invented-password", rights: [], language: "en" },
    });
    await world.engine.up([user("ann"), desk("desk@example.com")]);
    const swapped = [user("ann", { email: "desk@example.com" }), desk("ann@example.com")];
    expect((await world.engine.preview(swapped)).errors).toEqual({});
  });

  describe("of what may not be meant", () => {
    it("says that a set names no lock", async () => {
      const { errors, output } = await world.engine.preview([crew([])]);
      expect(errors).toEqual({});
      expect(output).toContain('Warning: AuthorizationSet "Crew": it names no lock, so it opens nothing.\n');
      expect((await world.engine.preview([crew([locks.front])])).output).not.toContain("names no lock");
    });

    const login = {
      email: "desk@example.com",
      name: "Desk",
      password: "an-invented-password",
      language: "en",
    };
    const desk = (rights: unknown): Declared => ({
      type: "SubAccount",
      name: "desk",
      inputs: { ...login, rights },
    });
    const bell = (fields: object): Declared => ({
      type: "Notification",
      name: "bell",
      inputs: { referenceId: "bell", pushId: "https://push.example.com/bell", os: "url", ...fields },
    });
    const ring = { triggerEvents: ["ring"] };
    const digits = "8d41a187c3954f886f9de3a88c2ef22df0eac190";

    it.each<[string, Declared, string]>([
      [
        "a sub-account may do nothing",
        desk([]),
        'SubAccount "Desk": rights is empty, so it may do nothing.\n',
      ],
      ["the same in a number", desk(0), 'SubAccount "Desk": rights is empty, so it may do nothing.\n'],
      [
        "a notification tells nothing",
        bell({ settings: [] }),
        'Notification "bell": settings name no event, so nothing is reported.\n',
      ],
      [
        "the settings of a notification name no event",
        bell({ settings: [{ triggerEvents: [] }] }),
        'Notification "bell": settings name no event, so nothing is reported.\n',
      ],
      ...["too-short", `${digits}0`, digits.slice(1), digits.replace("8", "g")].map(
        (secret): [string, Declared, string] => [
          `a secret is not what the service documents (${secret})`,
          bell({ settings: [ring], secret }),
          'Notification "bell": secret is not 40 hex digits, the form that the service documents, so the service may refuse it.\n',
        ],
      ),
    ])("says that %s, and only where that is new", async (_what, declared, line) => {
      const { errors, output } = await world.engine.preview([declared]);
      expect(errors).toEqual({});
      expect(output).toContain(`Warning: ${line}`);
      expect(output).not.toContain("too-short");
      expect((await world.engine.up([declared])).errors).toEqual({});
      expect((await world.engine.preview([declared])).output).toBe("");
      expect((await world.engine.up([declared])).output).toBe("");
    });

    it.each<[string, Declared]>([
      ["a right", desk(["operate"])],
      ["one setting with an event", bell({ settings: [{ triggerEvents: [] }, ring] })],
      ["40 hex digits", bell({ settings: [ring], secret: digits })],
      ["40 hex digits in capitals", bell({ settings: [ring], secret: digits.toUpperCase() })],
      ["40 bytes in hex", bell({ settings: [ring], secret: digits + digits })],
    ])("has no doubt about %s", async (_what, declared) => {
      const { errors, output } = await world.engine.preview([declared]);
      expect(errors).toEqual({});
      expect(output).not.toContain("Warning: ");
    });

    it.each([
      [100, ""],
      [
        101,
        ": its name has 101 characters. The service does not document how many it takes, and may cut or refuse the name.",
      ],
    ])("says that a name has %s characters: %s", async (length, words) => {
      const name = "n".repeat(length);
      const { errors, output } = await world.engine.preview([user("ann", { name })]);
      expect(errors).toEqual({});
      expect(output.includes("Warning: ")).toBe(words !== "");
      expect(output).toContain(words);
    });
  });

  it("says who gets what a user has, where the e-mail address changes", async () => {
    await world.engine.up([user("ann")]);
    const { output } = await world.engine.preview([user("ann", { email: "zoe@example.com" })]);
    expect(output).toContain(
      'Warning: AccountUser "ann": email changes, and all that this user has goes to whoever reads the new address.\n',
    );
    expect((await world.engine.preview([user("ann", { name: "Ann" })])).output).not.toContain("Warning");
    expect((await world.engine.preview([user("bob")])).output).not.toContain("Warning");
  });

  it("doubts nothing that the program leaves to others", async () => {
    const name = "n".repeat(101);
    await world.engine.up([user("ann", {})]);
    world.outside(({ users }) => users.forEach((one) => (one.name = name)));
    await world.engine.refresh();
    const { errors, output } = await world.engine.preview([
      { ...user("ann", { name }), ignoreChanges: ["name"] },
      { ...crew([]), ignoreChanges: [] },
    ]);
    expect(errors).toEqual({});
    expect(output).not.toContain("101 characters");
    expect(output).toContain("it names no lock");
  });

  describe("with a guard", () => {
    const refusal =
      "Warning: `pulumi up` would refuse these changes: readOnly is set by environment variable SMARTLOCK_READ_ONLY. To let changes " +
      "through, change or unset SMARTLOCK_READ_ONLY in the environment.\n";
    const readOnly = (): TestEngine => world.engineWith({ SMARTLOCK_READ_ONLY: "true" });
    const times = (output: string, line: string): number => output.split(line).length - 1;

    it("says once that a run would refuse what it creates", async () => {
      const { output } = await readOnly().preview([user("ann"), user("bob"), crew([locks.front])]);
      expect(times(output, refusal)).toBe(1);
    });

    it("says once that a run would refuse what it changes, and nothing where nothing changes", async () => {
      await world.engine.up([user("ann"), user("bob"), crew([locks.front])]);
      const changed = [user("ann", { name: "Anna" }), user("bob", { name: "Bobby" }), crew([locks.office])];
      expect(times((await readOnly().preview(changed)).output, refusal)).toBe(1);
      expect(times((await readOnly().preview([user("ann"), user("bob"), crew([])])).output, refusal)).toBe(1);
      const same = await readOnly().preview([user("ann"), user("bob"), crew([locks.front])]);
      expect(same.output).toBe("");
      world.outside((state) => state.users.forEach((live) => (live.name = "Changed by hand")));
      expect((await readOnly().refresh()).output).not.toContain("would refuse");
    });

    it("says that a set loses more locks than a run may delete", async () => {
      await world.engine.up([crew([locks.front, locks.office])]);
      const engine = world.engineWith({ SMARTLOCK_MAX_DELETES: "1" });
      expect((await engine.preview([crew([])])).output).toContain(
        'Warning: AuthorizationSet "Crew": `pulumi up` would stop here: smartlock:maxDeletes allows 1 delete in a run, and at least 2 ' +
          "are planned. The limit is set by environment variable SMARTLOCK_MAX_DELETES.",
      );
      expect((await engine.preview([crew([locks.front])])).output).not.toContain("stop here");
    });
  });

  it("of an app authorization with a twin advises no new name", async () => {
    expect((await world.engine.up([grant("guest")])).errors).toEqual({});
    const [, own = ""] = idOf("guest").split("/");
    world.outside((state) => {
      const live = state.authorizations.find(({ id }) => id === own);
      state.authorizations.push({ ...(live as NonNullable<typeof live>), id: "5e0000000000000000000001" });
    });
    expect((await world.engine.preview([grant("guest")])).output).toBe(
      `Warning: Authorization "guest" on Front door (id ${idOf("guest")}) has a twin: another Authorization with the same ` +
        `smartlockId, type, accountUserId (id ${locks.front}/5e0000000000000000000001). Unless this run deletes that one, delete it by ` +
        "hand if it is not wanted. Renaming does not help.\n",
    );
  });
});

describe("A user who is to be deleted", () => {
  it("goes, with what others made, by the way out that the refusal names", async () => {
    const world = await World.start();
    try {
      const user = (fields: object = {}): Declared => ({
        type: "AccountUser",
        name: "user",
        inputs: { email: "cleaner@example.com", name: "Cleaner", ...fields },
      });
      await world.engine.up([user()]);
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
      expect((await world.engine.up([])).errors["user"]).toContain(
        "put it back into the program with deleteContents: true, run `pulumi up`, and then remove it.",
      );
      expect((await world.engine.up([user({ deleteContents: true })])).errors).toEqual({});
      expect((await world.engine.up([])).errors).toEqual({});
      const { users, authorizations } = world.simulator.state();
      expect(users.some(({ accountUserId }) => accountUserId === id)).toBe(false);
      expect(authorizations.some(({ accountUserId }) => accountUserId === id)).toBe(false);
    } finally {
      await world.stop();
    }
  });

  it("is not spoken of as a door if the service does not get done with the delete", async () => {
    const world = await World.start();
    try {
      const user: Declared = {
        type: "AccountUser",
        name: "user",
        inputs: { email: "cleaner@example.com", name: "Cleaner", settleTimeout: 1 },
      };
      await world.engine.up([user]);
      world.outside((state) => (state.behaviour.settleMs = 1e9));
      const { errors } = await world.engine.up([]);
      expect(errors["user"]).toBe(
        `AccountUser "Cleaner" (id ${world.engine.state.get("user")?.id}): the delete was accepted, but the service still shows it. ` +
          "Run again; a longer settleTimeout gives it more time.",
      );
    } finally {
      await world.stop();
    }
  });
});
