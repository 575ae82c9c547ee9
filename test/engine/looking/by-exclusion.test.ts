import type { Bag } from "../../../provider/engine/values/bag";
import { canBe, alikeBefore } from "../../../provider/engine/looking/by-exclusion";
import { create } from "../../../provider/engine/lifecycle/create";
import { sendCreate } from "../../../provider/engine/sending/send-create";
import { Listing } from "../../../provider/engine/lists/listing";
import { IncompleteError } from "../../../provider/engine/values/outputs";
import type { ResourceSpec } from "../../../provider/engine/kind/spec";
import { failures, listening, Shelf, type Thing } from "../shelf";
import { asSecret } from "../../../provider/engine/values/secret-value";

const OWN = "urn:pulumi:s::p::smartlock:Thing::own";
const OTHER = "urn:pulumi:s::p::smartlock:Thing::other";

describe("What a service that alters names has made", () => {
  const said = listening();
  const inputs: Bag = { shelfId: 1, name: "Lamp in the hall", size: 3, settleTimeout: 2, __owner: OWN };

  /** Creates what it is asked for under another name. */
  function altering(made: readonly Partial<Thing>[], special: Partial<ResourceSpec> = {}): Shelf {
    const shelf = Shelf.later({
      identity: () => ["shelfId", "name"],
      fields: { name: { isAlterable: true } },
      ...special,
    });
    shelf.onCreate = () => {
      made.forEach((fields, n) => shelf.put({ size: 3, thingId: 20 + n, ...fields }));
      return undefined;
    };
    return shelf;
  }

  const created = (shelf: Shelf) => create(shelf.kind, inputs);

  it("is taken at once where its name was cut, and what became of the name is recorded and said", async () => {
    const shelf = altering([{ name: "Lamp in the" }]);
    const began = shelf.clock.now();
    const { id, outs } = await created(shelf);
    expect(shelf.clock.now() - began).toBeLessThan(1_000);
    expect([id, outs["name"], outs["__altered"]]).toEqual([
      "1/20",
      "Lamp in the",
      asSecret({ name: { declared: "Lamp in the hall", shown: "Lamp in the" } }),
    ]);
    expect(said().join("")).toBe(
      'Thing "Lamp in the hall" (id 1/20): the service keeps name as "Lamp in the", declared "Lamp in the hall". That is recorded, and ' +
        "no longer counts as a difference.\n",
    );
  });

  it("is not what has a short name that ours begins with: its own name may still follow", async () => {
    const shelf = altering([{ name: "Lamp" }]);
    const began = shelf.clock.now();
    shelf.beforeList = () =>
      shelf.clock.now() > began + 500 && shelf.put({ thingId: 30, name: "Lamp in the hall", size: 3 });
    const { id, outs } = await created(shelf);
    expect([id, outs["name"], outs["__altered"]]).toEqual(["1/30", "Lamp in the hall", undefined]);
  });

  it("belongs to its resource as soon as it is found: a create that follows at once cannot take it", async () => {
    const shelf = altering([{ name: "Lamp in the" }], { duplicates: () => true });
    const wanted = shelf.kind.wanted(inputs);
    await sendCreate(shelf.kind, inputs, wanted, new Set());
    expect(shelf.session.claims.owns("Thing 1/20", OWN)).toBe(true);
  });

  it("is taken when the time is over where its name tells nothing", async () => {
    const shelf = altering([{ name: "?" }]);
    const began = shelf.clock.now();
    expect((await created(shelf)).id).toBe("1/20");
    expect(shelf.clock.now() - began).toBeGreaterThanOrEqual(2_000);
  });

  it.each<[string, Partial<Thing>[], string]>([
    [
      "two are new there",
      [{ name: "Lamp in the" }, { name: "Lamp" }],
      'Thing "Lamp in the" (id 1/20), Thing "Lamp" (id 1/21)',
    ],
    [
      "it differs in what cannot be altered",
      [{ name: "Lamp in the", size: 4 }],
      'Thing "Lamp in the" (id 1/20)',
    ],
    ["something is under way on it", [{ name: "Lamp in the", busy: true }], 'Thing "Lamp in the" (id 1/20)'],
  ])("is not told where %s: it is pending, and they are named", async (_words, made, named) => {
    const failure: unknown = await created(altering(made)).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(IncompleteError);
    const { id, message } = failure as IncompleteError;
    expect(id).toMatch(/^1\/pending-/);
    expect(message).toContain(
      `Something new has appeared there since then, and may be what was sent, under another name: ${named}.`,
    );
  });

  const note = (shelf: Shelf) =>
    shelf.session.journalEntry(["https://shelf.example.com", 7, "Thing", [1, "Lamp in the hall"]]);

  it("is taken over from a run that died, by its note, and no second one follows", async () => {
    const shelf = altering([], { duplicates: () => true });
    await note(shelf).write();
    shelf.put({ thingId: 30, name: "Lamp in the", size: 3, made: new Date(shelf.clock.now()).toISOString() });
    const { id, outs } = await created(shelf);
    expect([id, shelf.writes, await note(shelf).read()]).toEqual(["1/30", [], undefined]);
    expect(outs["__altered"]).toEqual(
      asSecret({ name: { declared: "Lamp in the hall", shown: "Lamp in the" } }),
    );
  });

  it("is pending and named where several may be what a run that died has made", async () => {
    const shelf = altering([], { duplicates: () => true });
    await note(shelf).write();
    const now = new Date(shelf.clock.now()).toISOString();
    [30, 31].forEach((thingId) => shelf.put({ thingId, name: "Lamp in the", size: 3, made: now }));
    const failure = (await created(shelf).catch((error: unknown) => error)) as IncompleteError;
    expect(failure.message).toContain('Thing "Lamp in the" (id 1/30), Thing "Lamp in the" (id 1/31)');
    expect(shelf.writes).toEqual([]);
  });

  it("is none of what was there just before a run that died has sent it: its note tells", async () => {
    const dying = altering([], { duplicates: () => true });
    const now = dying.clock.now();
    const others = [8, 9, 10].map((thingId) => ({
      thingId,
      name: `Lamp ${thingId}`,
      size: 3,
      made: new Date(now - (thingId === 10 ? 60_000 : 1_000)).toISOString(),
    }));
    others.forEach((other) => dying.put(other));
    let noted: unknown;
    dying.onCreate = () => {
      noted ??= note(dying).read();
      throw failures.lost;
    };
    await expect(created(dying)).rejects.toThrow();
    expect(await noted).toEqual({ at: now, notIt: ["1/8", "1/9"] });
    const next = altering([{ name: "Lamp in the hall" }], { duplicates: () => true });
    others.forEach((other) => next.put(other));
    await note(next).write({ at: now, notIt: ["1/8", "1/9"] });
    expect((await created(next)).id).toBe("1/20");
    expect(next.writes).toHaveLength(1);
  });

  it("is what has its own name, whatever else is new there", async () => {
    const shelf = altering([], { duplicates: () => true });
    await note(shelf).write();
    const made = new Date(shelf.clock.now()).toISOString();
    shelf.beforeList = (count) => {
      if (count === 3) {
        shelf.put({ thingId: 30, name: "Lamp in the hall", size: 3, made });
        shelf.put({ thingId: 31, name: "Lamp in the", size: 3, made });
      }
    };
    expect([(await created(shelf)).id, shelf.writes]).toEqual(["1/30", []]);
  });

  it("is found also where the clock was set back since the note was made", async () => {
    const shelf = altering([], { duplicates: () => true });
    const now = shelf.clock.now();
    await note(shelf).write({ at: now + 60_000, notIt: [] });
    shelf.put({ thingId: 30, name: "Lamp in the", size: 3, made: new Date(now).toISOString() });
    expect((await created(shelf)).id).toBe("1/30");
  });

  it("is refused where something is under way on what a run that died has made under its own name", async () => {
    const shelf = altering([], { duplicates: () => true, fields: {} });
    await note(shelf).write();
    const made = new Date(shelf.clock.now()).toISOString();
    shelf.beforeList = (count) =>
      count === 2 && shelf.put({ thingId: 30, name: "Lamp in the hall", size: 3, made, busy: true });
    await expect(created(shelf)).rejects.toThrow(
      "it already exists (id 1/30), and an operation on it is under way.",
    );
    expect(shelf.writes).toEqual([]);
  });

  it("is none of what was there before, of another place, or somebody else's", async () => {
    const shelf = altering([
      { shelfId: 2, name: "Lamp in the" },
      { thingId: 9, name: "Lamp in the" },
    ]);
    shelf.put({ thingId: 8, name: "Lamp in the", size: 3 });
    shelf.session.claims.made("Thing 1/9", OTHER);
    const failure = (await created(shelf).catch((error: unknown) => error)) as IncompleteError;
    expect(failure.message).toContain("It is recorded as pending");
    expect(failure.message).not.toContain("under another name");
  });

  it("is not told while another one is being made there", async () => {
    const shelf = altering([{ name: "Lamp in the" }]);
    shelf.session.creates.begin(shelf.kind, { ...inputs, name: "Another" });
    await expect(created(shelf)).rejects.toThrow('under another name: Thing "Lamp in the" (id 1/20).');
    shelf.session.creates.end(shelf.kind, { ...inputs, name: "Another" });
    const elsewhere = altering([{ name: "Lamp in the" }]);
    elsewhere.session.creates.begin(elsewhere.kind, { ...inputs, shelfId: 2, name: "Another" });
    expect((await created(elsewhere)).id).toBe("1/20");
  });

  it.each([[{ name: "Lamp in the" }], [{ name: "Lamp in the hall", busy: true }]])(
    "is not looked for where the service alters nothing that it is known by: %j",
    async (made) => {
      const shelf = altering([made], { fields: {} });
      const failure = (await created(shelf).catch((error: unknown) => error)) as IncompleteError;
      expect(failure.message).not.toContain("under another name");
    },
  );

  it("is found where the answer was lost, and is not sent a second time", async () => {
    const shelf = altering([]);
    shelf.onCreate = () => {
      shelf.put({ thingId: 20, name: "Lamp in the", size: 3 });
      throw failures.lost;
    };
    expect((await created(shelf)).id).toBe("1/20");
    expect(shelf.writes).toEqual(["create Lamp in the hall"]);
  });

  it("is not sent a second time while something new there may be it", async () => {
    const shelf = altering([]);
    shelf.onCreate = () => {
      shelf.put({ thingId: 20, name: "?", size: 3 });
      throw failures.lost;
    };
    await expect(created(shelf)).rejects.toThrow("is recorded as pending");
    expect(shelf.writes).toEqual(["create Lamp in the hall"]);
  });

  it("is not looked for on an offline device that the user need not wait for", async () => {
    const shelf = altering([{ name: "?" }]);
    shelf.host = { name: "Shelf one", online: false };
    const { id } = await create(shelf.kind, { ...inputs, waitFor: "accepted" });
    expect(id).toMatch(/^1\/pending-/);
  });

  it("is told again when the other one is made", async () => {
    const shelf = altering([{ name: "Lamp in the" }]);
    await created(shelf);
    shelf.onCreate = () => void shelf.put({ thingId: 30, name: "Sofa in the", size: 3 });
    const began = shelf.clock.now();
    const second = await create(shelf.kind, { ...inputs, name: "Sofa in the hall" });
    expect(second.id).toBe("1/30");
    expect(shelf.clock.now() - began).toBeLessThan(1_000);
  });

  it("is taken at once only if all that can be altered looks so", async () => {
    const shelf = altering([{ name: "Lamp in the", note: "?" }], {
      fields: { name: { isAlterable: true }, note: { isAlterable: true } },
    });
    const began = shelf.clock.now();
    const { id } = await create(shelf.kind, { ...inputs, note: "By the door" });
    expect(id).toBe("1/20");
    expect(shelf.clock.now() - began).toBeGreaterThanOrEqual(2_000);
  });
});

describe("What could later be taken for what is sent now", () => {
  const now = Date.parse("2030-01-01T12:00:00.000Z");
  const noted = (special: Partial<ResourceSpec>): string[] => {
    const { kind } = new Shelf(special);
    const thing = { shelfId: 1, thingId: 5, name: "Lamp", made: new Date(now).toISOString() };
    return alikeBefore(
      kind,
      Listing.of<object>([[kind.idOf(thing), thing]]),
      { shelfId: 1, name: "Lamp" },
      now,
    );
  };

  it("is what is as young, where the service alters names; otherwise its identity tells them apart", () => {
    expect(noted({ identity: () => ["shelfId", "name"], fields: { name: { isAlterable: true } } })).toEqual([
      "1/5",
    ]);
    expect(noted({ identity: () => ["shelfId", "name"] })).toEqual([]);
  });

  it("may differ in a name that can never change, if the service may have altered it", () => {
    const thing = { shelfId: 1, thingId: 5, name: "Lam", size: 3 };
    const { kind } = new Shelf({
      fields: { name: { replaces: true, isAlterable: true }, size: { replaces: true } },
    });
    expect(canBe(kind, thing, { shelfId: 1, name: "Lamp", size: 3 })).toBe(true);
    expect(canBe(kind, thing, { shelfId: 1, name: "Lamp", size: 4 })).toBe(false);
    const unaltered = new Shelf({ fields: { name: { replaces: true }, size: { replaces: true } } });
    expect(canBe(unaltered.kind, thing, { shelfId: 1, name: "Lamp" })).toBe(false);
  });
});

describe("Creates that could be taken for each other", () => {
  const { kind, session } = new Shelf({
    identity: () => ["shelfId", "name"],
    fields: { name: { isAlterable: true } },
  });
  const at = (shelfId: number, name: string) => ({ shelfId, name });

  it("are those that are begun and not ended, at one place", () => {
    const { creates } = session;
    const isAlone = () => creates.isAlone(kind, at(1, "any"));
    creates.begin(kind, at(1, "a"));
    creates.begin(kind, at(2, "b"));
    expect(isAlone()).toBe(true);
    creates.begin(kind, at(1, "c"));
    expect(isAlone()).toBe(false);
    creates.end(kind, at(1, "a"));
    expect(isAlone()).toBe(true);
    creates.begin(kind, at(1, "d"));
    expect(isAlone()).toBe(false);
  });
});
