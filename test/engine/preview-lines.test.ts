import "../protocol/passing-time";
import { forgetSecrets } from "../../provider/engine/messages/kept-secret";
import { desk as deskInputs, locks, person, World } from "../contract/world";
import { type Declared, UNKNOWN } from "../protocol/test-engine";

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

  const desk = (fields: object): Declared => ({
    type: "SubAccount",
    name: "desk",
    inputs: { ...deskInputs, ...fields },
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

    it("of a door on which somebody has made the change already, only that", async () => {
      await world.engine.up([set({})]);
      byHand(locks.office, { allowedWeekDays: 126 });
      expect(await lines(set({ allowedWeekDays: workdays }))).toEqual([
        "Cleaner: Front door, mon–sat (was mon–fri).",
        `AuthorizationSet "Cleaner" on Office (${locks.office}) already has what the program declares now: ` +
          "allowedWeekDays mon–sat (mon–fri in the state).",
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
      expect(await lines(set({}))).toContain("Cleaner: Front door, Office, the declared code will be sent.");
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

  it.each<[string, (fields: object) => Declared, string]>([
    [
      "a grant",
      (fields) => ({
        type: "Authorization",
        name: "code",
        inputs: { ...grant, smartlockId: locks.front, ...fields },
      }),
      'Authorization "Cleaner" on Front door',
    ],
    ["a set", set, 'AuthorizationSet "Cleaner"'],
  ])("that a change of how to wait is only recorded, of %s", async (_kind, declare, label) => {
    await world.engine.up([declare({})]);
    expect(await lines(declare({ waitFor: "accepted" }))).toEqual([
      `${label}: waitFor accepted (was confirmed); nothing is sent.`,
    ]);
    await world.engine.up([declare({ waitFor: "accepted" })]);
    expect(await lines(declare({ settleTimeout: 30 }))).toEqual([
      `${label}: waitFor confirmed (was accepted), settleTimeout 30 (was the default); nothing is sent.`,
    ]);
    expect(await lines(declare({ name: "Other", waitFor: "accepted" }))).toHaveLength(1);
    expect((await world.engine.refresh()).output).toBe("");
  });

  it.each<[string, unknown, object, string]>([
    ["not known yet", UNKNOWN, {}, "something that is not known yet"],
    ["secret", 77, { __secret: ["settleTimeout"] }, "another value"],
  ])("nothing of how long to wait where that is %s", async (_why, settleTimeout, marked, words) => {
    await world.engine.up([set({})]);
    const [line = ""] = await lines(set({ settleTimeout, ...marked }));
    expect(line).toContain(`settleTimeout ${words} (was the default)`);
  });

  it("that what an object holds stays when it is deleted", async () => {
    const house = (deleteContents: boolean): Declared => ({
      type: "Address",
      name: "house",
      inputs: { name: "House", smartlockIds: [], deleteContents },
    });
    await world.engine.up([house(true)]);
    expect(await lines(house(false))).toEqual([
      'Address "House": deleteContents false (was true); nothing is sent.',
    ]);
    await world.engine.up([house(false)]);
    expect(await lines(house(true))).toEqual([
      'Address "House": when it is deleted, everything that it still holds will be deleted with it (deleteContents).',
    ]);
  });

  it("of an object with open keys only those that the program declares", async () => {
    const house = (wifi: string): Declared => ({
      type: "Address",
      name: "house",
      inputs: { name: "House", smartlockIds: [], settings: { wifi } },
    });
    await world.engine.up([house("guests")]);
    world.outside(({ addresses }) => {
      addresses
        .filter(({ name }) => name === "House")
        .forEach((one) => (one.settings = { ...one.settings, safe: "behind the picture" }));
    });
    expect(await lines(house("staff"))).toEqual([
      'Address "House": settings {"wifi":"staff"} (was {"wifi":"guests"}).',
    ]);
  });

  describe("of what it adopts", () => {
    const forget = async (...program: Declared[]): Promise<void> => {
      await world.engine.up(program);
      world.engine.state.clear();
    };
    const one = (fields: object): Declared => ({
      type: "Authorization",
      name: "code",
      inputs: { ...grant, smartlockId: locks.front, allowedWeekDays: weekdays, adopt: "always", ...fields },
    });

    it("what will be changed in it, as in an update", async () => {
      await forget(one({}));
      expect(await lines(one({ allowedWeekDays: workdays, remoteAllowed: true }))).toEqual([
        expect.stringContaining("will be adopted"),
        "Cleaner: Front door, mon–sat (was mon–fri), now also remotely.",
      ]);
      expect(await lines(one({}))).toEqual([expect.stringContaining("will be adopted")]);
    });

    it("the same of a set, and of a place that is added to one", async () => {
      await forget(set({}));
      const widened = { allowedWeekDays: workdays, adopt: "always" };
      expect(await lines(set(widened))).toEqual([
        expect.stringContaining("will be adopted"),
        expect.stringContaining("will be adopted"),
        "Cleaner: Front door, Office, mon–sat (was mon–fri).",
      ]);
      await world.engine.up([set({ ...widened, smartlockIds: [locks.front] })]);
      expect(await lines(set(widened))).toEqual([
        expect.stringContaining("will be adopted"),
        "Cleaner: Office, mon–sat (was mon–fri).",
        `AuthorizationSet "Cleaner" will also be on Office (${locks.office}).`,
      ]);
    });

    it("that the password of a sub-account will be set", async () => {
      await forget(desk({ adopt: "always" }));
      expect(await lines(desk({ name: "Front desk", adopt: "always" }))).toEqual([
        expect.stringContaining("will be adopted"),
        'SubAccount "Desk": name "Front desk" (was "Desk"), the declared password will be sent.',
      ]);
    });
  });

  describe("of a grant that gets another door or person", () => {
    const moved = async (
      fields: object,
      change: object,
      options: Partial<Declared> = {},
    ): Promise<string[]> => {
      const one = (more: object): Declared => ({
        type: "Authorization",
        name: "one",
        inputs: { name: "Cleaner", smartlockId: locks.front, remoteAllowed: false, ...fields, ...more },
        ...options,
      });
      expect((await world.engine.up([one({})])).errors).toEqual({});
      return lines(one(change));
    };

    it("when it opens, and from where", async () => {
      expect(await moved({ ...grant, allowedWeekDays: ["mon"] }, { smartlockId: locks.office })).toEqual([
        "Cleaner: Front door → Office, mon; this replaces it.",
      ]);
      const app = { accountUserId: person(1), remoteAllowed: true };
      expect(await moved(app, { smartlockId: locks.office })).toEqual([
        "Cleaner (Person 1): Front door → Office, always, also remotely; this replaces it; an invitation is mailed.",
      ]);
      expect(await moved({ ...app, enabled: false }, { accountUserId: person(2) })).toEqual([
        "Cleaner: Person 1 → Person 2, Front door, disabled, also remotely; this replaces it; " +
          "an invitation is mailed.",
      ]);
    });

    it("that what the program ignores is not ignored in what replaces it", async () => {
      const ignored = { ignoreChanges: ["allowedWeekDays", "enabled"] };
      expect(await moved(grant, { smartlockId: locks.office }, ignored)).toEqual([
        "Cleaner: Front door → Office; this replaces it.",
        'Warning: Authorization "Cleaner" on Front door will be replaced, and ignoreChanges does not apply to the new one: ' +
          "allowedWeekDays, enabled will be as the program declares it, whatever it is now.",
      ]);
      const crew = (accountUserId: number): Declared => ({
        type: "AuthorizationSet",
        name: "crew",
        inputs: { name: "Crew", smartlockIds: [locks.garage], accountUserId, remoteAllowed: false },
        ignoreChanges: ["enabled"],
      });
      expect((await world.engine.up([crew(person(1))])).errors).toEqual({});
      expect(await lines(crew(person(2)))).toContain(
        'Warning: AuthorizationSet "Crew" will be replaced, and ignoreChanges does not apply to the new one: enabled will be as the ' +
          "program declares it, whatever it is now.",
      );
    });
  });

  it("what a replacement changes in the one that it takes over", async () => {
    const one = (fields: object): Declared => ({
      type: "Authorization",
      name: "one",
      inputs: { ...grant, smartlockId: locks.front, allowedWeekDays: ["mon"], adopt: "always", ...fields },
    });
    const other: Declared = {
      ...one({ name: "Other", smartlockId: locks.office, remoteAllowed: true }),
      name: "other",
    };
    await world.engine.up([other]);
    world.engine.state.clear();
    await world.engine.up([one({})]);
    expect(await lines(one({ smartlockId: locks.office }))).toEqual([
      "Cleaner: Front door → Office, mon; this replaces it.",
      expect.stringContaining("will be adopted"),
      'Other: Office, name "Cleaner" (was "Other"), no longer remotely.',
    ]);
  });

  it("once that a move would leave neither door, if the other one cannot be had", async () => {
    const one = (fields: object): Declared => ({
      type: "Authorization",
      name: "one",
      inputs: { ...grant, smartlockId: locks.front, ...fields },
    });
    await world.engine.up([{ ...one({ name: "Other", smartlockId: locks.office }), name: "other" }]);
    world.engine.state.clear();
    await world.engine.up([one({})]);
    const [move, warning = "", ...more] = await lines(one({ smartlockId: locks.office }));
    expect([move, ...more]).toEqual(["Cleaner: Front door → Office, always; this replaces it."]);
    expect(warning).toMatch(
      /^Warning: Authorization "Cleaner" on Office will not be created .* its code is taken by Authorization "Other" on Office /,
    );
    expect(warning).toMatch(
      / What it replaces is deleted first all the same: then there is neither of the two\.$/,
    );
  });

  describe("what is not known yet", () => {
    const one = (fields: object): Declared => ({
      type: "Authorization",
      name: "code",
      inputs: { ...grant, smartlockId: locks.front, ...fields },
    });

    it("of days in a list", async () => {
      const some = { allowedWeekDays: ["mon", UNKNOWN] };
      expect(await lines(one(some))).toEqual([
        "Cleaner gets Front door by code, with limits that are not known yet.",
      ]);
      expect(await lines(set(some))).toEqual([
        "Cleaner gets Front door, Office by code, with limits that are not known yet.",
      ]);
      await world.engine.up([one({ allowedWeekDays: weekdays }), set({ name: "Crew", code: 684229 })]);
      expect(await lines(one(some), set({ name: "Crew", code: 684229, ...some }))).toEqual([
        "Cleaner: Front door, with limits that are not known yet (was mon–fri).",
        "Crew: Front door, Office, with limits that are not known yet (was mon–fri).",
      ]);
    });

    it("of the way and of being enabled", async () => {
      expect(await lines(one({ type: UNKNOWN, code: UNKNOWN }))).toEqual([
        "Cleaner gets Front door in a way that is not known yet, always.",
      ]);
      expect(await lines(one({ enabled: UNKNOWN }))).toEqual([
        "Cleaner gets Front door by code, always, perhaps disabled.",
      ]);
    });

    it("of rights in a list", async () => {
      await world.engine.up([desk({ rights: ["operate", "logs"] })]);
      expect(await lines(desk({ rights: ["operate", UNKNOWN] }))).toEqual([
        'SubAccount "Desk": rights operate and something that is not known yet (was operate, logs).',
      ]);
      expect(await lines(desk({ rights: [UNKNOWN] }))).toEqual([
        'SubAccount "Desk": rights something that is not known yet (was operate, logs).',
      ]);
    });

    it("of locks in a list, and of a part of an object", async () => {
      const house = (fields: object): Declared => ({
        type: "Address",
        name: "house",
        inputs: { name: "House", smartlockIds: [], settings: { wifi: "a" }, ...fields },
      });
      await world.engine.up([house({})]);
      expect(await lines(house({ smartlockIds: [locks.front, UNKNOWN] }))).toEqual([
        'Address "House": smartlockIds Front door and something that is not known yet (was no lock).',
      ]);
      expect(await lines(house({ settings: { wifi: UNKNOWN } }))).toEqual([
        'Address "House": settings something that is not known yet (was {"wifi":"a"}).',
      ]);
    });
  });

  it.each([
    [true, "Cleaner gets Front door by code, always, also remotely."],
    [false, "Cleaner gets Front door by code, always."],
    [UNKNOWN, "Cleaner gets Front door by code, always, perhaps also remotely."],
  ])("whether a new grant opens remotely: %j", async (remoteAllowed, line) => {
    const inputs = { ...grant, smartlockId: locks.front, remoteAllowed };
    expect(await lines({ type: "Authorization", name: "code", inputs })).toEqual([line]);
  });

  describe("nothing of the limits that the program marked as secret", () => {
    const fields = {
      allowedFromTime: "07:31",
      allowedUntilTime: "19:47",
      allowedUntilDate: "2031-07-09T05:43:00Z",
    };
    const marked = (own: object, ...__secret: string[]): Declared => ({
      type: "Authorization",
      name: "guest-code",
      inputs: { ...grant, smartlockId: locks.front, ...own, __secret },
    });

    it.each<[string, object, string[], string]>([
      ["dates", fields, ["allowedUntilDate"], "07:31–19:47 with limits that are secret"],
      [
        "times",
        fields,
        ["allowedFromTime", "allowedUntilTime"],
        "until 2031-07-09 05:43 UTC with limits that are secret",
      ],
      ["all", fields, Object.keys(fields), "with limits that are secret"],
      ["remote access", { remoteAllowed: true }, ["remoteAllowed"], "always, perhaps also remotely"],
      ["being disabled", { enabled: false }, ["enabled"], "always, perhaps disabled"],
    ])("where it is created: %s", async (_what, own, secrets, line) => {
      expect(await lines(marked(own, ...secrets))).toEqual([`Cleaner gets Front door by code, ${line}.`]);
    });

    it("beside one that is none", async () => {
      await world.engine.up([marked(fields, "allowedUntilTime")]);
      expect(await lines(marked({ ...fields, allowedFromTime: "07:33" }, "allowedUntilTime"))).toEqual([
        "Cleaner: Front door, allowedFromTime 07:33 (was 07:31).",
      ]);
    });

    it("where it is changed, by the program or by others, or the program has a mistake", async () => {
      const all = [...Object.keys(fields), "remoteAllowed"];
      const before = { ...fields, remoteAllowed: true };
      await world.engine.up([marked(before, ...all)]);
      const after = { ...before, allowedFromTime: "07:33", remoteAllowed: false };
      expect(await lines(marked(after, ...all))).toEqual([
        "Cleaner: Front door, another allowedFromTime, another remoteAllowed.",
      ]);
      world.outside((state) => {
        for (const one of state.authorizations) {
          one.allowedUntilTime = one.name === "Cleaner" ? 1187 + 10 : one.allowedUntilTime;
        }
      });
      expect(await lines(marked(before, ...all))).toEqual([
        'Authorization "Cleaner" on Front door: allowedUntilTime differs from what is declared.',
      ]);
      const wrong = marked({ ...before, allowedFromDate: "2032-02-03T05:43:00Z" }, ...all, "allowedFromDate");
      const { errors } = await world.engine.preview([wrong]);
      expect(errors["guest-code"]).toBe("allowedUntilDate must be after allowedFromDate.");
    });
  });

  describe("no name that the program marked as secret", () => {
    const user = (name: string, email = "ottilie@example.com"): Declared => ({
      type: "AccountUser",
      name: "guest",
      inputs: { name, email, deleteContents: true, __secret: ["name", "email"] },
    });
    const one = (fields: object): Declared => ({
      type: "Authorization",
      name: "guest-code",
      inputs: { ...grant, name: "Kunigunde", smartlockId: locks.front, __secret: ["name"], ...fields },
    });
    const both = (fields: object): Declared => ({
      ...set({ name: "Walburga", code: 684229, __secret: ["name"], ...fields }),
      name: "guest-set",
    });
    const SECRET = /Ottilie|Kunigunde|Walburga|Adelgunde/i;

    beforeEach(forgetSecrets);

    it("in any line or message of its life", async () => {
      const program = [user("Ottilie"), one({}), both({})];
      expect(await lines(...program)).toEqual([
        'AccountUser "guest": when it is deleted, everything that it still holds will be deleted with it (deleteContents).',
        'AccountUser "guest" will be created.',
        "guest-code gets Front door by code, always.",
        "guest-set gets Front door, Office by code, mon–fri.",
      ]);
      const runs = [await world.engine.up(program)];
      world.outside((state) => {
        state.authorizations.forEach((live) => {
          if (SECRET.test(live.name)) {
            live.enabled = false;
          }
        });
      });
      const anew = async (run: () => ReturnType<typeof world.engine.up>): Promise<void> => {
        // The real provider of each run is a process of its own.
        forgetSecrets();
        runs.push(await run());
      };
      await anew(() => world.engine.refresh());
      await anew(() => world.engine.preview([user("Adelgunde", "adelgunde@example.com"), one({}), both({})]));
      await anew(() =>
        world.engine.preview([
          user("Ottilie"),
          one({ allowedWeekDays: weekdays }),
          both({ name: "Adelgunde" }),
        ]),
      );
      expect(runs.at(-1)?.output).toContain("guest-code: Front door, mon–fri (was always)");
      expect(runs.at(-2)?.output).toContain('AccountUser "guest": another email, another name.');
      world.simulator.lock(locks.front).goOffline("pending");
      await anew(() => world.engine.up(program));
      await anew(() => world.engine.destroy());
      expect(runs.map(({ errors }) => Object.keys(errors).length > 0)).toContain(true);
      expect(JSON.stringify(runs)).not.toMatch(SECRET);
    });
  });

  it.each([[UNKNOWN], [[{ "": UNKNOWN }]]])("nothing of a name that is not known yet: %j", async (name) => {
    const one = (fields: object): Declared => ({
      type: "Authorization",
      name: "one",
      inputs: { ...grant, smartlockId: locks.front, name, ...fields },
    });
    expect(await lines(one({}))).toEqual(["somebody gets Front door by code, always."]);
    const fob = { type: "fob", code: undefined, accountUserId: name };
    expect(await lines(one(fob))).toEqual([
      "something that is not known yet gets Front door by fob, always.",
    ]);
  });

  it("the name of a user who is about to be created, as the program declares it", async () => {
    const user = (resource: string, name: string): Declared => ({
      type: "AccountUser",
      name: resource,
      inputs: { name, email: "anna@example.com" },
    });
    const app = (name: string): Declared => ({
      type: "Authorization",
      name: "app",
      inputs: {
        name: "App",
        smartlockId: locks.front,
        accountUserId: UNKNOWN,
        remoteAllowed: false,
        __references: { accountUserId: { name } },
      },
    });
    const gets = (name: string): string => `${name} gets Front door by app, always; an invitation is mailed.`;
    expect(await lines(user("anna", "Anna Berg"), app("anna"))).toContain(gets("Anna Berg"));
    expect(await lines(user("other", "Anna Berg"), app("anna"))).toContain(gets("anna"));
    expect(await lines(user("anna", UNKNOWN), app("anna"))).toContain(gets("anna"));
    // Resources of different parents may have the same name.
    const other = {
      ...user("anna", UNKNOWN),
      inputs: { name: UNKNOWN, email: UNKNOWN, __owner: "urn:pulumi:a::b::c$d::anna" },
    };
    expect(await lines(user("anna", "Anna Berg"), other, app("anna"))).toContain(gets("anna"));
  });

  describe("once, and by name, that a lock", () => {
    const code = (name: string, n: number, fields: object = {}): Declared => ({
      type: "Authorization",
      name,
      inputs: { ...grant, name, code: 593847 + n, smartlockId: locks.front, ...fields },
    });

    it("is offline", async () => {
      world.simulator.lock(locks.front).goOffline("pending");
      const said = await lines(code("One", 0), code("Two", 1), set({ name: "Crew", code: 684229 }));
      expect(said.filter((line) => line.includes("offline"))).toEqual([
        'Warning: Front door is offline and cannot confirm anything: changes there fail until it is back, unless waitFor is "accepted".',
      ]);
    });

    it("already has it", async () => {
      await world.engine.up([code("One", 0)]);
      world.engine.state.clear();
      const other = code("One", 0, { adopt: "never" });
      const why =
        /it already exists \(id [^)]*\), and adopt is "never"\. To take it over, set adopt: "same", or import it; .*\.$/;
      expect(await lines(other)).toEqual([
        expect.stringMatching(
          new RegExp(
            `^Warning: Authorization "One" on Front door will not be created \\(unless .*\\): ${why.source}`,
          ),
        ),
      ]);
      expect((await world.engine.up([other])).errors["One"]).toMatch(
        new RegExp(`^Authorization "One" on Front door was not created: ${why.source}`),
      );
      expect(await lines(code("One", 0, { adopt: "always" }))).toEqual([
        expect.stringMatching(/^Authorization "One" on Front door: the one that the service already has/),
      ]);
      expect((await world.engine.up([code("One", 0, { adopt: "always" })])).output).toMatch(
        /Authorization "One" on Front door: adopted the one that the service already has/,
      );
    });
  });
});
