import type { Bag } from "../../provider/engine/bag";
import { IncompleteError } from "../../provider/engine/outputs";
import { findForms } from "../../provider/engine/pending";
import { read } from "../../provider/engine/read";
import { type Counting, remove } from "../../provider/engine/remove";
import { asSecret } from "../../provider/engine/secret-value";
import { formsSent, keptEarlier, sealed, type SentForm, withForm } from "../../provider/engine/sent-forms";
import { update } from "../../provider/engine/update";
import { failures, goneShelf, listening, Shelf } from "./shelf";

const FIRST = "2030-01-01T11:50:00.000Z";
const SECOND = "2030-01-01T11:55:00.000Z";
const THIRD = "2030-01-01T11:58:00.000Z";
const HANDLE = "1/pending-00aa";
const OWN = "urn:pulumi:s::p::smartlock:Thing::own";
const OTHER = "urn:pulumi:s::p::smartlock:Thing::other";

const form = (name: string, since: string, notIt: readonly string[] = []): SentForm => ({
  wanted: { shelfId: 1, name },
  sent: { at: Date.parse(since), notIt },
});
const stored = (name: string, since: string, notIt: readonly string[] = []): Bag => ({
  form: { shelfId: 1, name },
  since,
  notIt,
});
const declared = (name: string): Bag => ({ shelfId: 1, name, settleTimeout: 2, __owner: OWN });
/** A pending Sofa that was a Lamp before. */
const pending = (...earlier: readonly unknown[]): Bag => ({
  ...declared("Sofa"),
  pending: { since: SECOND },
  __declared: ["shelfId", "name", "settleTimeout"],
  __earlier: earlier.length === 0 ? [stored("Lamp", FIRST)] : earlier,
});
const lamp = { thingId: 5, name: "Lamp", made: FIRST };
const sofa = { thingId: 6, name: "Sofa", made: SECOND };
const givenUp = (name: string, since: string): string =>
  `Warning: Thing "${name}" on Shelf one was sent at ${since} and never confirmed, and no list shows it. It is given up; nothing was ` +
  "deleted. If Shelf one has it all the same, it still works there: look for it in the app.\n";

describe("The forms in which a pending object was sent", () => {
  const { kind } = new Shelf();

  it("are read from the state, the latest first", () => {
    const state = { ...pending(stored("Lamp", FIRST, ["1/3"])), __notIt: ["1/4"] };
    expect(formsSent(kind, state)).toEqual([form("Sofa", SECOND, ["1/4"]), form("Lamp", FIRST, ["1/3"])]);
  });

  it("are kept as a secret, and not at all where there is none but the latest", () => {
    expect(keptEarlier([form("Lamp", FIRST, ["1/3"])])).toEqual({
      __earlier: asSecret([stored("Lamp", FIRST, ["1/3"])]),
    });
    expect(keptEarlier([])).toEqual({});
  });

  it("are sealed once where a state is stored again", () => {
    const state = { name: "Sofa", __earlier: [stored("Lamp", FIRST)] };
    const kept = { name: "Sofa", __earlier: asSecret([stored("Lamp", FIRST)]) };
    expect([sealed(state), sealed(kept), sealed({ name: "Sofa" })]).toEqual([kept, kept, { name: "Sofa" }]);
  });

  it("gain another one in front, and keep the time of one that was sent before", () => {
    const [desk, chair] = [form("Desk", FIRST), form("Chair", SECOND)];
    const stool = form("Stool", THIRD);
    expect(withForm([chair, desk], stool)).toEqual([stool, chair, desk]);
    expect(withForm([chair, desk], form("Desk", THIRD, ["1/9"]))).toEqual([desk, chair]);
    expect(withForm([chair, desk], form("Chair", THIRD))).toEqual([chair, desk]);
  });

  it.each([
    [{ form: { name: "Lamp" } }],
    ["Lamp"],
    [null],
    [{ form: null }],
    [{ form: "Lamp", since: "soon" }],
  ])("are not guessed where somebody has edited them: %j", (edited) => {
    expect(() => formsSent(kind, pending(edited))).toThrow("does not tell since when");
  });

  it("are none before the latest where what the state holds is no list", () => {
    expect(formsSent(kind, { ...pending(), __earlier: "Lamp" })).toEqual([form("Sofa", SECOND)]);
  });
});

describe("What the forms have become", () => {
  const found = async (shelf: Shelf, ...forms: readonly SentForm[]): Promise<unknown[]> => {
    const listed = await shelf.session.collection(shelf.kind, { shelfId: 1 }).known();
    const objects = findForms(shelf.session, shelf.kind, listed, OWN, forms);
    return forms.map((one) => (objects.get(one) as { thingId: number } | undefined)?.thingId);
  };

  it("is one object for each, and each object once", async () => {
    const shelf = new Shelf();
    shelf.put({ thingId: 6, name: "Sofa", size: 3, made: SECOND });
    shelf.put({ thingId: 7, name: "Sofa", size: 4, made: SECOND });
    const three = { ...form("Sofa", SECOND), wanted: { shelfId: 1, name: "Sofa", size: 3 } };
    const four = { ...form("Sofa", SECOND), wanted: { shelfId: 1, name: "Sofa", size: 4 } };
    expect(await found(shelf, four, three)).toEqual([7, 6]);
    expect(await found(shelf, form("Sofa", SECOND), form("Sofa", FIRST))).toEqual([6, 7]);
    expect(await found(shelf, three, three, form("Lamp", FIRST))).toEqual([6, 6, undefined]);
  });

  it("is nothing that is older, was there before, belongs to another resource or is not as it was sent", async () => {
    const shelf = new Shelf();
    shelf.put(sofa);
    expect(await found(shelf, form("Sofa", SECOND))).toEqual([6]);
    expect(await found(shelf, form("Sofa", THIRD))).toEqual([undefined]);
    expect(await found(shelf, form("Sofa", SECOND, ["1/6"]))).toEqual([undefined]);
    const large = { ...form("Sofa", SECOND), wanted: { shelfId: 1, name: "Sofa", size: 9 } };
    expect(await found(shelf, large)).toEqual([undefined]);
    shelf.session.claims.made(shelf.kind.object("1/6"), OTHER);
    expect(await found(shelf, form("Sofa", SECOND))).toEqual([undefined]);
  });
});

describe("An update of one that was sent in several forms", () => {
  const heard = listening();
  const updated = (shelf: Shelf, name = "Sofa", state = pending()): Promise<unknown> =>
    update(shelf.session, shelf.kind, HANDLE, state, declared(name)).catch((error: unknown) => error);

  it.each(["at once", "after a while"])("keeps the latest and deletes the other, %s", async (when) => {
    const shelf = Shelf.later();
    const arrive = (): void => {
      shelf.put(lamp);
      shelf.put(sofa);
    };
    if (when === "at once") {
      arrive();
    } else {
      shelf.onSync = arrive;
    }
    const result = await updated(shelf);
    expect(result).toMatchObject({ outs: { thingId: 6, name: "Sofa" } });
    expect((result as { outs: Bag }).outs).not.toHaveProperty("__earlier");
    expect([shelf.writes, [...shelf.things.keys()]]).toEqual([["remove 1/5"], ["1/6"]]);
    expect(heard()).toEqual([
      'Thing "Lamp" on Shelf one (id 1/5) was sent by an earlier run and has arrived. The program declares something else by now, so ' +
        "it is deleted.\n",
    ]);
  });

  it("deletes the other also where the program declares that one again, and changes the one that it keeps", async () => {
    const shelf = Shelf.later();
    shelf.put(lamp);
    shelf.put(sofa);
    expect(await updated(shelf, "Lamp")).toMatchObject({ outs: { thingId: 6, name: "Lamp" } });
    expect(shelf.writes).toEqual(["remove 1/5", "update 1/6 name"]);
  });

  it("finds the other in a list that is taken in another way", async () => {
    const shelf = Shelf.later();
    shelf.put(sofa);
    const otherwise = { list: () => Promise.resolve([...shelf.things.values()]) };
    Object.assign(shelf.kind.spec, { otherwise });
    shelf.put(lamp);
    shelf.unlisted.add("1/5");
    await updated(shelf);
    expect([...shelf.things.keys()]).toEqual(["1/6"]);
  });

  it("gives the other up in words where it does not turn up, after the device was asked", async () => {
    const shelf = Shelf.later();
    shelf.put(sofa);
    expect(await updated(shelf)).toMatchObject({ outs: { thingId: 6 } });
    expect([shelf.writes, shelf.syncs, heard()]).toEqual([[], ["1"], [givenUp("Lamp", FIRST)]]);
  });

  it("asks for nothing and says nothing where there is no other", async () => {
    const shelf = Shelf.later();
    shelf.put(sofa);
    await updated(shelf, "Sofa", { ...pending(), __earlier: undefined });
    expect([shelf.writes, shelf.syncs, heard()]).toEqual([[], [], []]);
  });

  it("goes on from an earlier one where only that has arrived", async () => {
    const shelf = Shelf.later();
    shelf.put(lamp);
    expect(await updated(shelf)).toMatchObject({ outs: { thingId: 5, name: "Sofa" } });
    expect([shelf.writes, heard()]).toEqual([["update 1/5 name"], [givenUp("Sofa", SECOND)]]);
  });

  it("gives the latest up in words where an earlier one has arrived and a third is declared", async () => {
    const shelf = Shelf.later();
    shelf.put(lamp);
    expect(await updated(shelf, "Desk")).toMatchObject({ outs: { thingId: 5, name: "Desk" } });
    expect(heard()).toEqual([givenUp("Sofa", SECOND)]);
  });

  it("says nothing of an earlier form of the same identity, which cannot be beside it", async () => {
    const shelf = Shelf.later();
    shelf.put(sofa);
    const small = { form: { shelfId: 1, name: "Sofa", size: 1 }, since: FIRST, notIt: [] };
    expect(await updated(shelf, "Sofa", pending(small))).toMatchObject({ outs: { thingId: 6 } });
    expect([shelf.writes, heard()]).toEqual([[], []]);
  });

  it("loses none where the other cannot be deleted", async () => {
    const shelf = Shelf.later();
    shelf.put(lamp);
    shelf.put(sofa);
    shelf.onRemove = () => {
      throw failures.trouble;
    };
    expect(await updated(shelf)).toBe(failures.trouble);
    const fresh = Shelf.later();
    fresh.put(lamp);
    fresh.unlisted.add("1/5");
    fresh.onRemove = shelf.onRemove;
    fresh.onCreate = (wanted) => {
      fresh.unlisted.clear();
      return fresh.put({ ...wanted, thingId: 7, made: THIRD });
    };
    const failure = await updated(fresh, "Desk");
    expect(failure).toBeInstanceOf(IncompleteError);
    expect((failure as IncompleteError).properties).toMatchObject({
      name: "Desk",
      pending: { since: "2030-01-01T12:00:02.000Z" },
      __earlier: asSecret([stored("Sofa", SECOND), stored("Lamp", FIRST)]),
    });
  });

  it("deletes what was sent before as soon as what is sent now is confirmed", async () => {
    const shelf = Shelf.later();
    shelf.put(lamp);
    shelf.unlisted.add("1/5");
    shelf.onCreate = (wanted) => {
      shelf.unlisted.clear();
      return shelf.put({ ...wanted, thingId: 7, made: THIRD });
    };
    expect(await updated(shelf, "Desk")).toMatchObject({ outs: { thingId: 7, name: "Desk" } });
    expect(shelf.writes).toEqual(["create Desk", "remove 1/5"]);
    expect(heard().slice(0, 1)).toEqual([givenUp("Sofa", SECOND)]);
  });

  it("gives the device as much time for the other as is declared", async () => {
    const shelf = Shelf.later();
    shelf.put(lamp);
    shelf.put(sofa);
    shelf.onRemove = () => undefined;
    const began = shelf.clock.now();
    expect(String(await updated(shelf))).toContain(
      'Thing "Lamp" (id 1/5): the delete was accepted, but Shelf one still shows it',
    );
    expect(shelf.clock.now() - began).toBeLessThan(30_000);
  });

  it("does not count what it deletes: the program has not taken anything out", async () => {
    const shelf = Shelf.later({}, true, { SMARTLOCK_MAX_DELETES: "0" });
    shelf.session.claims.checked(OWN);
    shelf.put(lamp);
    shelf.put(sofa);
    expect(await updated(shelf)).toMatchObject({ outs: { thingId: 6 } });
    expect(shelf.writes).toEqual(["remove 1/5"]);
  });

  it("remembers ids from before, where names may be altered, so that none is taken for what is sent", async () => {
    const shelf = Shelf.later({ identity: () => ["shelfId", "name"], alterable: ["name"] });
    shelf.put({ thingId: 8, name: "Stool", made: "2030-01-01T12:00:01.000Z" });
    shelf.session.claims.made(shelf.kind.object("1/8"), OTHER);
    shelf.onCreate = () => undefined;
    const failure = await updated(shelf, "Desk");
    expect((failure as IncompleteError).properties).toMatchObject({ name: "Desk", __notIt: ["1/8"] });
  });
});

describe("A refresh of one that was sent in several forms", () => {
  listening();

  it("leaves it to an update, and keeps all forms secret", async () => {
    const shelf = Shelf.later();
    shelf.put(lamp);
    shelf.put(sofa);
    const { id, props } = await read(shelf.session, shelf.kind, HANDLE, pending());
    expect([id, props]).toEqual([HANDLE, { ...pending(), __earlier: asSecret([stored("Lamp", FIRST)]) }]);
    expect(shelf.writes).toEqual([]);
  });
});

describe("Deleting one that was sent in several forms", () => {
  const heard = listening();
  const removed = (shelf: Shelf, counting?: Counting): Promise<unknown> =>
    remove(shelf.session, shelf.kind, HANDLE, pending(), counting).catch((error: unknown) => error);
  const both = (shelf: Shelf): Shelf => {
    shelf.put(lamp);
    shelf.put(sofa);
    return shelf;
  };

  it("deletes all that have arrived", async () => {
    const shelf = both(Shelf.later());
    expect(await removed(shelf)).toBeUndefined();
    expect([shelf.writes, heard()]).toEqual([["remove 1/6", "remove 1/5"], []]);
  });

  it.each([
    ["the latest", sofa, "remove 1/6", givenUp("Lamp", FIRST)],
    ["an earlier one", lamp, "remove 1/5", givenUp("Sofa", SECOND)],
  ])(
    "deletes %s where only that has arrived, and gives the other up in words",
    async (_, thing, write, line) => {
      const shelf = Shelf.later();
      shelf.put(thing);
      expect(await removed(shelf)).toBeUndefined();
      expect([shelf.writes, heard()]).toEqual([[write], [line]]);
    },
  );

  it("keeps what another resource has by now", async () => {
    const shelf = both(Shelf.later());
    shelf.session.claims.made(shelf.kind.object("1/5"), OTHER);
    expect(await removed(shelf)).toBeUndefined();
    expect(shelf.writes).toEqual(["remove 1/6"]);
  });

  it.each<[Counting | undefined, readonly string[]]>([
    [undefined, ["remove 1/6"]],
    ["together", ["remove 1/6"]],
    ["not", ["remove 1/6", "remove 1/5"]],
  ])("counts each of them (%s)", async (counting, writes) => {
    const limit = counting === undefined ? "1" : "0";
    const shelf = both(Shelf.later({}, true, { SMARTLOCK_MAX_DELETES: limit }));
    const failure = await removed(shelf, counting);
    expect([shelf.writes, failure === undefined]).toEqual([writes, counting === "not"]);
  });

  it.each([
    ["the latest", "1/6", "Sofa"],
    ["an earlier one", "1/5", "Lamp"],
  ])("names %s where it does not go, after the time that is declared", async (_, id, name) => {
    const shelf = both(Shelf.later());
    const { onRemove } = shelf;
    shelf.onRemove = (gone) => (gone === id ? undefined : onRemove(gone));
    const began = shelf.clock.now();
    expect(String(await removed(shelf))).toContain(
      `Thing "${name}" (id ${id}): the delete was accepted, but`,
    );
    expect(shelf.clock.now() - began).toBeLessThan(30_000);
  });

  it("asks for no device where a list shows it, and for nothing else that is new there", async () => {
    const altering = { identity: () => ["shelfId", "name"], alterable: ["name"] };
    const shelf = both(Shelf.later({ ...altering, container: goneShelf }));
    shelf.put({ thingId: 8, name: "Stool", made: SECOND });
    expect(await removed(shelf)).toBeUndefined();
    expect(shelf.writes).toEqual(["remove 1/6", "remove 1/5"]);
  });

  it("deletes once what two forms can have become", async () => {
    const shelf = Shelf.later({ identity: () => ["shelfId", "name"], alterable: ["name"] });
    shelf.put({ thingId: 6, name: "Sofa", made: SECOND });
    const state = pending({ form: { shelfId: 1, name: "Sofa" }, since: FIRST, notIt: [] });
    await remove(shelf.session, shelf.kind, HANDLE, state);
    expect(shelf.writes).toEqual(["remove 1/6"]);
  });

  it("names what the latest may have become, leaving out the one that is known", async () => {
    const shelf = Shelf.later({ identity: () => ["shelfId", "name"], alterable: ["name"] });
    shelf.put({ ...lamp, made: SECOND });
    expect(await removed(shelf)).toBeUndefined();
    shelf.writes.length = 0;
    shelf.put({ ...lamp, made: SECOND });
    shelf.put({ ...sofa, name: "Sof" });
    expect(String(await removed(shelf))).toContain('changed by somebody: Thing "Sof" (id 1/6). Nothing was');
    expect(shelf.writes).toEqual([]);
  });
});
