import type { Bag } from "../../../provider/engine/values/bag";
import { check as checkOf, foresee } from "../../../provider/engine/lifecycle/check";
import { checkInputs, failuresOf } from "../../../provider/engine/lifecycle/inputs";
import { numberPart } from "../../../provider/engine/kind/ids";
import type { Problem } from "../../../provider/engine/kind/problem";
import type { ResourceSpec } from "../../../provider/engine/kind/spec";
import { UNKNOWN } from "../../../provider/engine/values/unknown";
import { CredentialError } from "../../../provider/http";
import { address } from "../../../provider/resources/address";
import { failures, listening, parentThat, Shelf } from "../shelf";

describe("check", () => {
  it("brings fields into the form of the wire and keeps the hidden ones", () => {
    const { inputs, problems } = checkInputs(address, {
      name: "Home",
      smartlockIds: [3, 1, 2],
      adopt: "same",
      __provider: "code",
      __owner: "urn",
    });
    expect(problems).toEqual([]);
    expect(inputs).toEqual({
      name: "Home",
      smartlockIds: [1, 2, 3],
      adopt: "same",
      __provider: "code",
      __owner: "urn",
    });
  });

  it("takes off the mark of a program, so that no state has it", () => {
    const { inputs } = checkInputs(address, { name: "Home", smartlockIds: [], __program: true });
    expect(inputs).toEqual({ name: "Home", smartlockIds: [] });
  });

  it("gives the same result for its own result", () => {
    const once = checkInputs(address, { name: "Home", smartlockIds: [3, 1], settings: { a: [1] } }).inputs;
    expect(checkInputs(address, once).inputs).toEqual(once);
  });

  it("lets unknown values pass untouched, at any depth", () => {
    const news = { name: UNKNOWN, smartlockIds: [3, UNKNOWN], settings: { a: { b: UNKNOWN } } };
    expect(checkInputs(address, news)).toEqual({ inputs: news, problems: [] });
  });

  describe("of what the program ignores", () => {
    const rules = ({ name, size }: Bag, unknown: ReadonlySet<string>): Problem[] => [
      ...(size === undefined && !unknown.has("size") ? [{ field: "size", reason: "is missing" }] : []),
      ...(name === "Sofa" ? [{ field: "size", reason: "is too small for a sofa" }] : []),
    ];
    const { spec } = new Shelf({ rules }).kind;
    const odd = { shelfId: 1, name: "Lamp", size: "huge" };

    it.each(["size", "*", "[*]", "size.width"])("lets an old value pass untouched: %s", (path) => {
      const news = { ...odd, __ignore: [path] };
      expect(checkInputs(spec, news, odd)).toEqual({ inputs: news, problems: [] });
    });

    it("refuses it in something new, with another value, and where it is not ignored", () => {
      expect(checkInputs(spec, { ...odd, __ignore: ["size"] }).problems).toHaveLength(1);
      expect(checkInputs(spec, { ...odd, size: "tiny", __ignore: ["size"] }, odd).problems).toHaveLength(1);
      expect(checkInputs(spec, { ...odd, __ignore: ["name"] }, odd).problems).toHaveLength(1);
    });

    it("refuses what the program breaks with a field that is not ignored", () => {
      const broken = { ...odd, size: 3, name: "Sofa" };
      const before = { ...broken, name: "Lamp" };
      const news = { ...broken, __ignore: ["size"] };
      expect(checkInputs(spec, news, before).problems).toEqual([
        { field: "size", reason: "is too small for a sofa" },
      ]);
      expect(checkInputs(spec, broken, broken).problems).toHaveLength(1);
      // It was broken before, but not by what is ignored.
      expect(checkInputs(spec, news, broken).problems).toHaveLength(1);
      expect(checkInputs(spec, { ...broken, __ignore: ["name"] }, broken).problems).toEqual([]);
      // A field that the program drops was there before.
      const dropped = { shelfId: 1, name: "Sofa" };
      expect(
        checkInputs(spec, { ...dropped, __ignore: ["name"] }, { ...broken, name: "Lamp" }).problems,
      ).toContainEqual({
        field: "size",
        reason: "is missing",
      });
    });

    it("takes an ignored field that others removed for one that is there", () => {
      const removed = { shelfId: 1, name: "Lamp" };
      expect(checkInputs(spec, { ...removed, __ignore: ["size"] }, removed).problems).toEqual([]);
      expect(checkInputs(spec, { ...removed, __ignore: ["*"] }, removed).problems).toEqual([]);
    });
  });

  it("takes null as absent", () => {
    expect(checkInputs(address, { name: "Home", smartlockIds: [], settings: null })).toEqual({
      inputs: { name: "Home", smartlockIds: [] },
      problems: [],
    });
  });

  it("reports every failure together", () => {
    const { problems } = checkInputs(address, {
      smartlockIds: [1, "x", 1.5],
      settings: 5,
      adopt: "maybe",
      Name: "x",
    });
    expect(problems).toEqual([
      { field: "name", reason: "is required" },
      {
        field: "smartlockIds",
        at: "[1]",
        reason: "must be the id of a lock, which is a number, or the result of getSmartlock",
      },
      {
        field: "smartlockIds",
        at: "[2]",
        reason: "must be the id of a lock, which is a number, or the result of getSmartlock",
      },
      { field: "settings", reason: "must be an object" },
      { field: "adopt", reason: 'must be one of "recover", "same", "always", "never"' },
      { field: "Name", reason: "is not a field of Address. Did you mean name?" },
    ]);
  });
});

describe("Rules", () => {
  const { spec } = new Shelf({
    rules: ({ size, note }, unknown): Problem[] => [
      { field: "size", reason: `${String(size)} ${String(note)} ${[...unknown].join()}` },
    ],
  }).kind;

  it("are asked with what is known, and told what is not", () => {
    expect(checkInputs(spec, { shelfId: 1, name: UNKNOWN, size: 3, __owner: "urn" })).toEqual({
      inputs: { shelfId: 1, name: UNKNOWN, size: 3, __owner: "urn" },
      problems: [{ field: "size", reason: "3 undefined name" }],
    });
  });

  it("are not asked where a field is wrong", () => {
    expect(checkInputs(spec, { shelfId: 1, size: 3 })).toEqual({
      inputs: { shelfId: 1, size: 3 },
      problems: [{ field: "name", reason: "is required" }],
    });
  });

  it("are not asked where something cannot even be looked through", () => {
    const news = { shelfId: 1, name: "Lamp", note: { ["__proto__"]: 1 } };
    expect(checkInputs(spec, news)).toEqual({
      inputs: {},
      problems: [{ field: "note", reason: "holds the key __proto__, which cannot be stored" }],
    });
  });

  it("do not know a field of another name", () => {
    const known = Object.keys(spec.inputs.shape).join(", ");
    expect(checkInputs(spec, { shelfId: 1, name: "Lamp", colour: 1, __hidden: 1 }).problems).toEqual([
      { field: "colour", reason: `is not a field of Thing. The fields are ${known}` },
    ]);
  });

  it("do not take for declared what every object has", () => {
    const { inputs, problems } = checkInputs(
      { ...spec, inputs: address.inputs.extend({ toString: address.inputs.shape.name }) },
      { name: "Home", smartlockIds: [] },
    );
    expect(Object.keys(inputs)).toEqual(["name", "smartlockIds"]);
    expect(problems).toEqual([{ field: "toString", reason: "is required" }]);
  });
});

describe("Mistakes", () => {
  const mistakes = (count: number): Problem[] =>
    Array.from({ length: count }, (_, n) => ({ field: `f${n}`, reason: "is wrong" }));

  it("name the field in words only, because Pulumi prints the value of a property that is named otherwise", () => {
    const problems = [
      { field: "size", reason: "is wrong" },
      { field: "pin", reason: "is wrong. Did you mean pen?" },
    ];
    expect(failuresOf(problems)).toEqual([
      { property: "", reason: "size is wrong." },
      { property: "", reason: "pin is wrong. Did you mean pen?" },
    ]);
  });

  it.each([
    [0, 0, undefined],
    [50, 50, "f49 is wrong."],
    [51, 51, "There are 1 more mistakes."],
    [60, 51, "There are 10 more mistakes."],
  ])("of which there are %s are %s", (count, told, last) => {
    const all = failuresOf(mistakes(count));
    expect(all).toHaveLength(told);
    expect(all.at(-1)?.reason).toBe(last);
    expect(all.map(({ property }) => property)).toEqual(Array.from({ length: told }, () => ""));
  });
});

describe("Before a run", () => {
  const said = listening();
  const OWN = "urn:pulumi:s::p::smartlock:Thing::own";
  const OTHER = "urn:pulumi:s::p::smartlock:Thing::other";
  const declared = { shelfId: 1, name: "Lamp", size: 3, __owner: OWN };
  const long = "2020-01-01T00:00:00.000Z";
  const foreseen = (shelf: Shelf, fields: Bag = {}, olds: Bag = {}) =>
    foresee(shelf.kind, olds, { ...declared, ...fields });
  const checked = (shelf: Shelf, fields: Bag = {}, olds: Bag = {}) =>
    checkOf(shelf.kind, olds, { ...declared, ...fields });
  const tooMuch: NonNullable<ResourceSpec["preflight"]> = (asked) => {
    asked.fail(["size"], "is too much");
    return Promise.resolve();
  };
  const adopted = {
    label: 'Thing "Lamp"',
    text: ": the one that the service already has (id 1/5) will be adopted (unless this run changes or deletes the existing one first).",
    isWarning: false,
  };
  const refused = {
    label: 'Thing "Lamp"',
    text:
      ' will not be created (unless this run changes or deletes the existing one first): it already exists (id 1/5), and adopt is "never". To take it over, ' +
      'set adopt: "same", or import it; if the resource was renamed in the program, give it an alias.',
    isWarning: true,
  };

  it("says what it foresees", async () => {
    const preflight: ResourceSpec["preflight"] = (asked) => {
      asked.warn("it is late");
      return Promise.resolve();
    };
    const shelf = new Shelf({
      preflight,
      inPlan: {
        created: ({ wanted: { size } }) => `A thing of size ${String(size)} is made`,
        changed: () => "",
      },
    });
    expect(await checked(shelf)).toEqual({ inputs: declared, failures: [] });
    expect(said()).toEqual(['Warning: Thing "Lamp": it is late.\n', "A thing of size 3 is made.\n"]);
  });

  it("says what may not be meant", async () => {
    await checked(
      new Shelf({ fields: { name: { doubt: () => "it is odd" }, size: { doubt: () => "it is late" } } }),
      {},
      declared,
    );
    expect(said()).toEqual(['Warning: Thing "Lamp": it is odd.\n', 'Warning: Thing "Lamp": it is late.\n']);
  });

  it("says what an adoption changes", async () => {
    const shelf = new Shelf();
    shelf.put({ size: 2, made: long });
    await checked(shelf, { adopt: "always" });
    expect(said().at(-1)).toBe('Thing "Lamp": size 3 (was 2).\n');
  });

  it("says once that readOnly would refuse what is created, and nothing where nothing is", async () => {
    const readOnly = (): Shelf => new Shelf({}, { SMARTLOCK_READ_ONLY: "true" });
    await checked(readOnly(), {}, declared);
    expect(said()).toEqual([]);
    await checked(readOnly());
    expect(said().filter((line) => line.includes("would refuse these changes"))).toHaveLength(1);
  });

  it("remembers the name for those that will hold its id", async () => {
    const shelf = new Shelf({ id: { thingId: numberPart } }, { SMARTLOCK_PREFLIGHT: "off" });
    await checked(shelf);
    expect(shelf.session.foretold.nameOf("own", "thingId")).toBe("Lamp");
  });

  it("asks nothing where the program has a mistake", async () => {
    const shelf = new Shelf();
    expect((await checked(shelf, { size: "x" })).failures).toEqual([
      { property: "", reason: "size must be a number." },
    ]);
    expect(shelf.lists).toBe(0);
    expect(shelf.session.claims.isChecked(OWN)).toBe(false);
  });

  it("fails with what is certain, and foretells no creation then", async () => {
    const preflight: ResourceSpec["preflight"] = (asked) => {
      asked.fail(["size"], "is more than there is room for");
      return Promise.resolve();
    };
    const shelf = new Shelf({ preflight, inPlan: { created: () => "It is made.", changed: () => "" } });
    expect((await checked(shelf)).failures).toEqual([
      { property: "", reason: "size is more than there is room for." },
    ]);
    expect(said()).toEqual([]);
  });

  it("only warns of what was applied before, and foretells no creation", async () => {
    const shelf = new Shelf({
      preflight: tooMuch,
      inPlan: { created: () => "It is made.", changed: () => "" },
    });
    expect((await checked(shelf, {}, declared)).failures).toEqual([]);
    expect(said()).toEqual(['Warning: Thing "Lamp": size is too much.\n']);
  });

  it("knows that a resource is declared, whether it asks the service or not", async () => {
    const shelf = new Shelf(
      { inPlan: { created: () => "It is made.", changed: () => "" } },
      { SMARTLOCK_PREFLIGHT: "off" },
    );
    expect(await foreseen(shelf)).toEqual({ problems: [], notes: [], isCreated: true });
    expect(shelf.session.claims.isChecked(OWN)).toBe(true);
    expect(shelf.lists).toBe(0);
  });

  it("takes a state with nothing but hidden keys for none", async () => {
    const shelf = new Shelf({
      inPlan: { created: () => "It is made.", changed: () => "" },
      fields: { size: { default: 1 } },
    });
    expect((await foreseen(shelf, {}, { __owner: OWN })).isCreated).toBe(true);
  });

  describe("sees that two collide", () => {
    const both = (same: string): string =>
      `Thing "own" and Thing "other" declare the same Thing: ${same}. Declare it only once, or change one of these fields.`;
    const problem = { field: "", reason: both('name "Lamp"') };

    it("unless one of them is checked anew with another value", async () => {
      const shelf = new Shelf();
      expect((await foreseen(shelf, { __owner: OTHER })).problems).toEqual([]);
      expect((await foreseen(shelf)).problems).toEqual([problem]);
      await checked(shelf, { name: "Desk", __owner: OTHER });
      expect((await foreseen(shelf)).problems).toEqual([]);
    });

    it("in all that tells one from another, and says no secret of it", async () => {
      const shelf = new Shelf({ identity: () => ["size", "name", "pin"] });
      const own = { size: 3, pin: 1111 };
      await foreseen(shelf, { ...own, __owner: OTHER });
      expect((await foreseen(shelf, { ...own, pin: 2222 })).problems).toEqual([]);
      expect((await foreseen(shelf, own)).problems).toEqual([
        {
          field: "",
          reason: both('size 3, name "Lamp" and the same pin'),
        },
      ]);
    });

    it("in the form in which values are compared", async () => {
      const name = (value: unknown): unknown => String(value).toLowerCase();
      const shelf = new Shelf({ fields: { name: { compareAs: name } } });
      await foreseen(shelf, { name: "LAMP", __owner: OTHER });
      expect((await foreseen(shelf)).problems).toEqual([problem]);
    });

    it("unless something that tells it apart is not known yet", async () => {
      const shelf = new Shelf();
      await foreseen(shelf, { __owner: OTHER });
      expect((await foreseen(shelf, { name: UNKNOWN })).problems).toEqual([]);
      expect((await foreseen(shelf, { size: UNKNOWN })).problems).toEqual([problem]);
    });

    it("by the resources that values come from, while these are not known", async () => {
      const shelf = new Shelf();
      const from = (sameAs?: string) => ({
        name: UNKNOWN,
        __references: { name: { name: "a", ...(sameAs !== undefined && { sameAs }) } },
      });
      await foreseen(shelf, { ...from("the name of a"), __owner: OTHER });
      expect((await foreseen(shelf, from("the name of a"))).problems).toEqual([
        { field: "", reason: expect.stringContaining("declare the same Thing: name ") as unknown },
      ]);
      expect((await foreseen(shelf, from("the name of b"))).problems).toEqual([]);
      await foreseen(shelf, { ...from(), __owner: OTHER });
      expect((await foreseen(shelf, from())).problems).toEqual([]);
    });

    it("unless a part of what tells one from another is ignored", async () => {
      const shelf = new Shelf({ identity: () => ["size", "name"] });
      const ignoring = { __ignore: ["name"] };
      await foreseen(shelf, { ...ignoring, __owner: OTHER }, declared);
      expect((await foreseen(shelf, ignoring, declared)).problems).toEqual([]);
    });

    it("unless it is ignored, which a create does not do", async () => {
      const shelf = new Shelf();
      await foreseen(shelf, { __owner: OTHER });
      expect((await foreseen(shelf, { __ignore: ["name"] }, declared)).problems).toEqual([]);
      expect((await foreseen(shelf, { __ignore: ["name"] })).problems).toEqual([problem]);
    });
  });

  describe("tells whether one more is made", () => {
    const asking = (): { shelf: Shelf; answers: boolean[] } => {
      const answers: boolean[] = [];
      const preflight: ResourceSpec["preflight"] = async (asked) => {
        answers.push(await asked.isOneMore(({ size }) => size === 3));
      };
      return { shelf: new Shelf({ preflight }), answers };
    };

    it.each([
      ["nothing is there", undefined, false, {}, true],
      ["one is there that would be adopted", { size: 3 }, false, {}, false],
      ["one is there that does not count", { size: 4 }, false, {}, true],
      ["one of another name is there", { name: "Desk", size: 3 }, false, {}, true],
      ["its own one of another name is there", { name: "Desk", size: 3 }, true, {}, false],
      ["it was applied before", undefined, false, declared, false],
    ])("where %s", async (_words, there, isOwn, olds, expected) => {
      const { shelf, answers } = asking();
      if (there !== undefined) {
        shelf.put(there);
      }
      if (isOwn) {
        shelf.session.claims.made("Thing 1/5", OWN);
      }
      await foreseen(shelf, {}, olds);
      expect(answers).toEqual([expected]);
    });
  });

  describe("of what is there already", () => {
    const there = (special: Partial<ResourceSpec> = {}, environment: Record<string, string> = {}): Shelf => {
      const shelf = new Shelf(special, environment);
      shelf.put({ size: 3, made: long });
      return shelf;
    };

    it.each([
      ["the resource says always", { adopt: "always" }, {}, [adopted]],
      ["the resource says never", { adopt: "never" }, {}, [refused]],
      ["the settings say always", {}, { SMARTLOCK_ADOPT: "always" }, [adopted]],
      ["the settings say never", {}, { SMARTLOCK_ADOPT: "never" }, [refused]],
      ["something is not known yet", { adopt: "never", note: UNKNOWN }, {}, []],
      ["the policy is not known yet", { adopt: UNKNOWN }, {}, []],
    ])("where %s", async (_words, fields, environment, notes) => {
      expect((await foreseen(there({}, environment), fields)).notes).toEqual(notes);
    });

    it("announces nothing of what will not be made", async () => {
      const shelf = there({ inPlan: { created: () => "It is made.", changed: () => "" } });
      expect(await foreseen(shelf, { adopt: "always" })).toMatchObject({
        notes: [adopted],
        isCreated: false,
      });
    });

    it("announces what is not known in full", async () => {
      expect(await foreseen(there(), { note: UNKNOWN })).toMatchObject({ notes: [], isCreated: true });
    });

    it.each([
      ["its own predecessor, which goes first", OWN, false, []],
      ["its own predecessor, which stays until then", OWN, true, [refused]],
      ["what another resource answers for", OTHER, false, []],
    ])("of %s", async (_words, owner, createFirst, notes) => {
      const shelf = there({ createFirst });
      shelf.session.claims.made("Thing 1/5", owner);
      expect((await foreseen(shelf, { adopt: "never" })).notes).toEqual(notes);
    });

    it("repeats what the kind says of adopting", async () => {
      const shelf = there({ adoption: { onlyAlways: "Its key is lost." } });
      const [note] = (await foreseen(shelf, { adopt: "same" })).notes;
      expect(note?.text).toMatch(/: it already exists \(id 1\/5\)\. Its key is lost\.$/);
    });
  });

  describe("where the token may not read something", () => {
    const facts = {
      operation: "things.list",
      object: "things",
      nextStep: "",
      attempts: 1,
      outcomeUnknown: false,
    };
    const credential = {
      source: "a test",
      baseUrl: "https://shelf.example.com",
      scopes: ["thing", "thing.read"],
    };

    it("says so once, and goes on", async () => {
      const shelf = new Shelf({
        preflight: () => Promise.reject(new CredentialError("no", facts, credential)),
      });
      expect(await foreseen(shelf)).toEqual({ problems: [], notes: [], isCreated: true });
      await foreseen(shelf);
      expect(said()).toEqual([
        "Some checks were skipped, because the token may not read what they need (scope thing or thing.read).\n",
      ]);
    });

    it("fails with any other error", async () => {
      for (const failure of [failures.missing, failures.forbidden]) {
        const shelf = new Shelf({ preflight: () => Promise.reject(failure) });
        await expect(foreseen(shelf)).rejects.toBe(failure);
      }
      const troubled = new Shelf({ list: () => Promise.reject(failures.trouble) });
      await expect(foreseen(troubled)).rejects.toBe(failures.trouble);
    });

    describe("and that is the list in which a create looks", () => {
      const refusing = { list: () => Promise.reject(failures.forbidden) };
      const unreadable = {
        problems: [
          {
            field: "",
            reason:
              "The token was refused, or may not list all things. A create first searches that list, so `pulumi up` would fail. " +
              "things.write failed (thing): forbidden.",
          },
        ],
        notes: [],
        isCreated: false,
        isUnreadable: true,
      };

      it("fails, since the run would", async () => {
        expect(await foreseen(new Shelf(refusing))).toEqual(unreadable);
        expect(await foreseen(new Shelf(refusing), { shelfId: UNKNOWN })).toEqual(unreadable);
        const inParts = { ...refusing, byParent: "only", parent: parentThat(() => false) } as const;
        expect(await foreseen(new Shelf(inParts))).toEqual(unreadable);
      });

      it("does not ask for the list of what does not exist yet", async () => {
        const list = jest.fn(refusing.list);
        const shelf = new Shelf({ list, byParent: "only", parent: parentThat(() => false) });
        await foreseen(shelf, { shelfId: UNKNOWN, name: UNKNOWN });
        expect(list).not.toHaveBeenCalled();
      });

      it("does not ask about what exists, or has another mistake", async () => {
        expect((await foreseen(new Shelf(refusing), {}, declared)).problems).toEqual([]);
        expect((await foreseen(new Shelf({ ...refusing, preflight: tooMuch }))).problems).toEqual([
          { field: "size", reason: "is too much" },
        ]);
      });
    });
  });
});
