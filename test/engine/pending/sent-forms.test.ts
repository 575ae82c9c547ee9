import type { Bag } from "../../../provider/engine/values/bag";
import { clearedState, clearSeen } from "../../../provider/engine/lifecycle/clear-forms";
import { diff } from "../../../provider/engine/lifecycle/diff";
import { IncompleteError } from "../../../provider/engine/values/outputs";
import { Listing } from "../../../provider/engine/lists/listing";
import { formsIn, withoutOthers } from "../../../provider/engine/pending/look-for-forms";
import { findForms } from "../../../provider/engine/pending/pending";
import { read } from "../../../provider/engine/lifecycle/read";
import { type Counting, remove } from "../../../provider/engine/lifecycle/delete";
import type { ResourceSpec } from "../../../provider/engine/kind/spec";
import { asSecret } from "../../../provider/engine/values/secret-value";
import {
  earlierForms,
  latestForm,
  type SentForm,
  storedAgain,
  storedEarlier,
  withForm,
  withForms,
  withoutOne,
} from "../../../provider/engine/pending/sent-forms";
import { update } from "../../../provider/engine/lifecycle/update";
import { failures, goneShelf, listening, Shelf, type Thing } from "../shelf";
import { altering, declared, FIRST, HANDLE, lamp, OWN, pending, SECOND, sofa, stored } from "../stored-forms";

const THIRD = "2030-01-01T11:58:00Z";
const OTHER = "urn:pulumi:s::p::smartlock:Thing::other";

const form = (name: string, since: string, until?: string, notIt: readonly string[] = []): SentForm => ({
  wanted: { shelfId: 1, name },
  sent: { at: Date.parse(since), notIt },
  until: until === undefined ? Infinity : Date.parse(until),
  times: 1,
});
const neverSeen = (name: string, since: string): string =>
  `Warning: Thing "${name}" on Shelf one was sent at ${since}, and no list shows it as it was sent.`;
const givenUp = (name: string, since: string): string =>
  `${neverSeen(name, since)} It has been given up: no run looks for it any more. If Shelf one did receive it, it opens that door: look for it in ` +
  "the app.\n";
const lookedForLater = (name: string, since: string): string =>
  `${neverSeen(name, since)} Later runs look for it, and delete it if it turns up. If Shelf one did receive it, it opens that door until ` +
  "then.\n";
const isThere = (name: string, id: string): string =>
  `Thing "${name}" on Shelf one: what was sent earlier has arrived (id ${id}).\n`;
const arrivedLate = (name: string, id: string): string =>
  `Thing "${name}" on Shelf one (id ${id}), which was sent by an earlier run, arrived late. It was deleted, because it is not the ` +
  "one that this resource has now.\n";
const asWell = (name: string, id: string): string =>
  `Thing "${name}" (id ${id}), which was sent by an earlier run, was deleted as well.\n`;
/** A shelf on which both forms have arrived. */
const both = (shelf: Shelf): Shelf => {
  shelf.put(lamp);
  shelf.put(sofa);
  return shelf;
};

/** While a create is sent and not confirmed, another resource makes a lamp. */
function anotherMakesOne(shelf: Shelf): void {
  shelf.onCreate = () => {
    shelf.put({ ...lamp, made: "2030-01-01T12:00:01Z" });
    shelf.session.claims.made(shelf.kind.object("1/5"), OTHER);
    return undefined;
  };
}

describe("The forms in which an object was sent", () => {
  const { kind } = new Shelf();

  it("are read from the state", () => {
    const state = { ...pending(stored("Lamp", FIRST, THIRD, ["1/3"])), __notIt: ["1/4"] };
    expect(latestForm(kind, state)).toEqual(form("Sofa", SECOND, undefined, ["1/4"]));
    expect(earlierForms(kind, state)).toEqual([form("Lamp", FIRST, THIRD, ["1/3"])]);
  });

  it("are stored as a secret, and not at all where there is none but the latest", () => {
    const earlier = { __earlier: asSecret([stored("Lamp", FIRST, SECOND, ["1/3"])]) };
    expect(storedEarlier([form("Lamp", FIRST, SECOND, ["1/3"])])).toEqual(earlier);
    expect(storedEarlier([])).toEqual({});
  });

  it("are a secret once where a state is stored again", () => {
    const state = { name: "Sofa", __earlier: [stored("Lamp", FIRST, SECOND)] };
    const again = { __earlier: asSecret([stored("Lamp", FIRST, SECOND)]) };
    expect([storedAgain(state), storedAgain(again), storedAgain({ name: "Sofa" })]).toEqual([again, {}, {}]);
  });

  it("gain another one in front, which ends the time of the others, unless that has ended", () => {
    const before = [form("Chair", SECOND), form("Desk", FIRST, SECOND)];
    expect(withForm(kind, before, form("Stool", THIRD))).toEqual([
      form("Stool", THIRD),
      form("Chair", SECOND, THIRD),
      form("Desk", FIRST, SECOND),
    ]);
  });

  it("keep the time of one that is sent again", () => {
    const before = [form("Chair", SECOND), form("Desk", FIRST, SECOND, ["1/8"])];
    expect(withForm(kind, before, form("Desk", THIRD, undefined, ["1/9"]))).toEqual([
      form("Desk", FIRST, undefined, ["1/8"]),
      form("Chair", SECOND, THIRD),
    ]);
    expect(withForm(kind, before, form("Chair", THIRD))).toEqual(before);
  });

  it("are told apart in what nobody sees as well", async () => {
    const shelf = Shelf.later({ fields: { pin: { isWriteOnly: true } } });
    shelf.put(lamp);
    const earlier = { ...stored("Lamp", FIRST, SECOND), form: { shelfId: 1, name: "Lamp", pin: 1111 } };
    const state = { ...pending(earlier), pin: 2222, __declared: ["shelfId", "name", "settleTimeout", "pin"] };
    await update(shelf.kind, HANDLE, state, { ...declared("Sofa"), pin: 2222 });
    expect(shelf.writes).toEqual(["update 1/5 name,pin"]);
  });

  it("keep what they were sent with, where an update cannot set that", async () => {
    const shelf = Shelf.later({ fields: { pin: { isWriteOnly: true, replaces: true } } });
    shelf.put(lamp);
    const earlier = { ...stored("Lamp", FIRST, SECOND), form: { shelfId: 1, name: "Lamp", pin: 1111 } };
    const state = { ...pending(earlier), pin: 2222, __declared: ["shelfId", "name", "settleTimeout", "pin"] };
    const news = { ...declared("Sofa"), pin: 2222 };
    const { outs } = await update(shelf.kind, HANDLE, state, news);
    expect([shelf.writes, outs["pin"]]).toEqual([["update 1/5 name"], 1111]);
    shelf.put(lamp);
    shelf.onUpdate = () => {
      throw failures.trouble;
    };
    const failure: unknown = await update(shelf.kind, HANDLE, state, news).catch((error: unknown) => error);
    expect((failure as IncompleteError).properties["pin"]).toBe(1111);
    expect((await diff(shelf.kind, HANDLE, outs, news)).replaces).toEqual(["pin"]);
  });

  it("are each given up for one object that another resource took over", () => {
    const shelf = new Shelf({ duplicates: () => true });
    const things = [5, 6].map((thingId) => shelf.put({ thingId, made: SECOND }));
    things.forEach((thing) => shelf.session.claims.adopted(shelf.kind.object(shelf.kind.idOf(thing)), OTHER));
    const left = (count: number, ...forms: SentForm[]) => {
      const listed = Listing.of(
        things.slice(0, count).map((thing) => [shelf.kind.idOf(thing), thing as object] as const),
      );
      return withoutOthers(shelf.kind, listed, OWN, forms);
    };
    const sent = form("Lamp", FIRST, THIRD);
    expect(left(2, sent, sent)).toEqual([]);
    expect(left(1, sent, sent)).toEqual([{ ...sent, sent: { ...sent.sent, notIt: ["1/5"] } }]);
  });

  it("are as many as were sent where the service makes another one each time", () => {
    const { kind: twice } = new Shelf({ duplicates: () => true });
    const sends = [form("Desk", SECOND).sent, form("Desk", THIRD).sent] as const;
    const before = [form("Desk", FIRST)];
    const desks = { ...form("Desk", FIRST, THIRD), times: 2 };
    expect(withForms(twice, before, form("Desk", FIRST).wanted, sends)).toEqual([form("Desk", THIRD), desks]);
    expect(
      withForm(twice, [form("Chair", SECOND), form("Desk", FIRST, SECOND)], form("Desk", THIRD)),
    ).toEqual([form("Desk", THIRD), form("Chair", SECOND, THIRD), form("Desk", FIRST, SECOND)]);
    const kept = storedEarlier([desks])["__earlier"] as { value: unknown };
    expect(earlierForms(twice, { ...pending(), __earlier: kept.value })).toEqual([desks]);
    expect(withForms(kind, before, form("Desk", FIRST).wanted, sends)).toEqual(before);
  });

  it("are not counted together where another one was sent in between", () => {
    const { kind: twice } = new Shelf({ duplicates: () => true });
    const before = [form("Desk", SECOND), form("Chair", FIRST, SECOND), form("Desk", FIRST, FIRST)];
    expect(withForm(twice, before, form("Stool", THIRD))).toEqual([
      form("Stool", THIRD),
      form("Desk", SECOND, THIRD),
      form("Chair", FIRST, SECOND),
      form("Desk", FIRST, FIRST),
    ]);
  });

  it("become one less with each object that is found", () => {
    const [desks, chair] = [{ ...form("Desk", FIRST, THIRD), times: 2 }, form("Chair", SECOND)];
    expect(withoutOne([chair, desks], desks)).toEqual([chair, form("Desk", FIRST, THIRD)]);
    expect(withoutOne([chair, desks], chair)).toEqual([desks]);
    expect(withoutOne([chair, desks], undefined)).toEqual([chair, desks]);
  });

  it.each<[string, string, number]>([
    ["become one less with each object that another resource took over", "adopted", 1],
    ["are as many as before where another resource made an equal object", "made", 2],
  ])("%s", async (_, how, times) => {
    const shelf = Shelf.later({ duplicates: () => true });
    [6, 7].forEach((thingId) => shelf.put({ thingId, name: "Desk", made: FIRST }));
    const object = shelf.kind.object("1/6");
    if (how === "adopted") {
      shelf.session.claims.adopted(object, OTHER);
    } else {
      shelf.session.claims.made(object, OTHER);
    }
    const listed = await shelf.kind.collection({ shelfId: 1 }).known();
    const desks = { ...form("Desk", FIRST, THIRD), times: 3 };
    const { found, unseen } = formsIn(shelf.kind, listed, OWN, [desks]);
    expect([found.length, unseen]).toMatchObject([1, [{ form: { times, sent: { notIt: ["1/6"] } } }]]);
    // The next run subtracts the same object no second time.
    const rest = unseen.map(({ form: one }) => one);
    expect(formsIn(shelf.kind, listed, OWN, rest).found).toHaveLength(1);
  });

  it.each<[string, boolean, string[]]>([
    ["of two forms, although it could be either", false, ["Desk"]],
    ["of none if the state knows it by its id", true, ["Desk", "Desk"]],
  ])("an object that another resource took over counts as one %s", async (_, isKept, rest) => {
    const shelf = Shelf.later({ duplicates: () => true });
    const desk = shelf.put({ thingId: 6, name: "Desk", made: SECOND });
    shelf.session.claims.adopted(shelf.kind.object("1/6"), OTHER);
    const listed = await shelf.kind.collection({ shelfId: 1 }).known();
    const forms = [form("Desk", SECOND), form("Desk", FIRST, THIRD)];
    const { unseen } = formsIn(shelf.kind, listed, OWN, forms, isKept ? [desk] : []);
    expect(unseen.map((one) => one.form.wanted["name"])).toEqual(rest);
  });

  it("stay secret also where somebody has edited them", () => {
    expect(storedAgain({ __earlier: { edited: "Lamp" } })).toEqual({
      __earlier: asSecret({ edited: "Lamp" }),
    });
  });

  it.each([
    [[{ form: { name: "Lamp" }, until: SECOND }]],
    [[{ form: { name: "Lamp" }, since: FIRST }]],
    [[{ form: { name: "Lamp" }, since: "1", until: SECOND }]],
    [[{ form: { name: "Lamp" }, since: 1, until: SECOND }]],
    [[{ form: { name: "Lamp" }, since: [FIRST], until: SECOND }]],
    [["Lamp"]],
    [[null]],
    [[{ form: null, since: FIRST, until: SECOND }]],
    [[{ form: { shelfId: 1 }, since: FIRST, until: SECOND }]],
    [[stored("Lamp", FIRST, SECOND), { form: [], since: FIRST, until: SECOND }]],
    [{}],
    [null],
    ["Lamp"],
  ])("are not guessed where somebody has edited them: %j", (edited) => {
    expect(() => earlierForms(kind, { ...pending(), __earlier: edited })).toThrow("does not say since when");
  });

  it.each([
    [2, 2],
    [1, 1],
    [undefined, 1],
    [0, 1],
    [-3, 1],
    ["5", 1],
  ])("were sent once unless the state tells how often: %j", (times, expected) => {
    const state = pending({ ...stored("Lamp", FIRST, SECOND), times });
    expect(earlierForms(kind, state)).toMatchObject([{ times: expected }]);
  });

  it("are not guessed where a part of the identity is missing", () => {
    const shelf = new Shelf({ identity: () => ["shelfId", "name"] });
    const state = pending({ form: { shelfId: 1 }, since: FIRST, until: SECOND });
    expect(() => earlierForms(shelf.kind, state)).toThrow("does not say since when");
  });

  it("are not guessed where somebody has made a number of the time", () => {
    expect(() => latestForm(kind, { ...pending(), pending: { since: 1 } })).toThrow(
      "does not say since when",
    );
  });

  it("are stored without what is undefined, which Pulumi cannot encode", () => {
    const wanted = { shelfId: 1, name: undefined };
    expect(storedEarlier([{ ...form("Lamp", FIRST, SECOND), wanted }])).toStrictEqual({
      __earlier: asSecret([{ ...stored("Lamp", FIRST, SECOND), form: { shelfId: 1 } }]),
    });
  });
});

describe("What the forms have become", () => {
  const found = async (shelf: Shelf, ...forms: readonly SentForm[]): Promise<unknown[]> => {
    const listed = await shelf.kind.collection({ shelfId: 1 }).known();
    const objects = findForms(shelf.kind, listed, OWN, forms);
    return forms.flatMap((one) => {
      const ids = objects.flatMap(([of, live]) => (of === one ? [(live as Thing).thingId] : []));
      return ids.length === 0 ? [undefined] : ids;
    });
  };
  const sized = (size: number): SentForm => ({
    ...form("Sofa", SECOND),
    wanted: { shelfId: 1, name: "Sofa", size },
  });

  it("is one object for each, and each object once", async () => {
    const shelf = new Shelf();
    shelf.put({ thingId: 6, name: "Sofa", size: 3, made: SECOND });
    shelf.put({ thingId: 7, name: "Sofa", size: 4, made: SECOND });
    expect(await found(shelf, sized(4), sized(3))).toEqual([7, 6]);
    expect(await found(shelf, form("Sofa", SECOND), form("Sofa", FIRST))).toEqual([6, 7]);
    expect(await found(shelf, sized(3), sized(3), form("Lamp", FIRST))).toEqual([6, undefined, undefined]);
  });

  it("is as many objects as it was sent, at the most", async () => {
    const shelf = new Shelf();
    [6, 7, 8].forEach((thingId) => shelf.put({ thingId, name: "Sofa", made: SECOND }));
    const twice = { ...form("Sofa", SECOND), times: 2 };
    expect(await found(shelf, twice)).toEqual([6, 7]);
    expect(await found(shelf, form("Sofa", SECOND), twice)).toEqual([6, 7, 8]);
    const { kind } = shelf;
    const listed = await kind.collection({ shelfId: 1 }).known();
    const { unseen } = formsIn(kind, listed, OWN, [{ ...twice, times: 5 }]);
    expect(unseen).toEqual([]);
    const dup = Shelf.later({ duplicates: () => true });
    dup.put({ thingId: 6, name: "Sofa", made: SECOND });
    const some = await dup.kind.collection({ shelfId: 1 }).known();
    expect(formsIn(dup.kind, some, OWN, [{ ...twice, times: 5 }]).unseen).toMatchObject([
      { form: { times: 4 } },
    ]);
  });

  it("is nothing older or younger, nothing from before, nothing of another resource, nothing else", async () => {
    const shelf = new Shelf();
    shelf.put(sofa);
    expect(await found(shelf, form("Sofa", FIRST, SECOND))).toEqual([6]);
    expect(await found(shelf, form("Sofa", THIRD))).toEqual([undefined]);
    expect(await found(shelf, form("Sofa", FIRST, "2030-01-01T11:54:57Z"))).toEqual([undefined]);
    expect(await found(shelf, form("Sofa", FIRST, "2030-01-01T11:54:58Z"))).toEqual([6]);
    expect(await found(shelf, form("Sofa", SECOND, undefined, ["1/6"]))).toEqual([undefined]);
    expect(await found(shelf, sized(9))).toEqual([undefined]);
    shelf.session.claims.made(shelf.kind.object("1/6"), OTHER);
    expect(await found(shelf, form("Sofa", SECOND))).toEqual([undefined]);
  });
});

describe("An update of a pending one that was sent in several forms", () => {
  const heard = listening();
  const updated = (shelf: Shelf, name = "Sofa", state = pending()): Promise<unknown> =>
    update(shelf.kind, HANDLE, state, declared(name)).catch((error: unknown) => error);

  it.each(["at once", "after a while"])("keeps the latest and deletes the other, %s", async (when) => {
    const shelf = Shelf.later();
    if (when === "at once") {
      both(shelf);
    } else {
      shelf.onSync = () => both(shelf);
    }
    const result = await updated(shelf);
    expect(result).toMatchObject({ outs: { thingId: 6, name: "Sofa" } });
    expect((result as { outs: Bag }).outs).not.toHaveProperty("__earlier");
    expect([shelf.writes, [...shelf.things.keys()]]).toEqual([["remove 1/5"], ["1/6"]]);
    expect([heard(), shelf.syncs]).toEqual([[isThere("Sofa", "1/6"), arrivedLate("Lamp", "1/5")], ["1"]]);
  });

  it("deletes each of the others", async () => {
    const shelf = both(Shelf.later());
    shelf.put({ thingId: 7, name: "Desk", made: FIRST });
    const state = pending(stored("Lamp", FIRST, SECOND), stored("Desk", FIRST, FIRST));
    expect(await updated(shelf, "Sofa", state)).toMatchObject({ outs: { thingId: 6 } });
    expect(shelf.writes).toEqual(["remove 1/5", "remove 1/7"]);
  });

  it("deletes the other also where the program declares that one again, and changes the one that it keeps", async () => {
    const shelf = both(Shelf.later());
    expect(await updated(shelf, "Lamp")).toMatchObject({ outs: { thingId: 6, name: "Lamp" } });
    expect(shelf.writes).toEqual(["remove 1/5", "update 1/6 name"]);
  });

  it("finds the other in a list that is taken in another way", async () => {
    const shelf = both(Shelf.later());
    Object.assign(shelf.kind.spec, {
      otherwise: { list: () => Promise.resolve([...shelf.things.values()]) },
    });
    shelf.unlisted.add("1/5");
    await updated(shelf);
    expect([...shelf.things.keys()]).toEqual(["1/6"]);
  });

  it("goes on remembering the other where it does not turn up, and says so, after the device was asked", async () => {
    const shelf = Shelf.later();
    shelf.put(sofa);
    expect(await updated(shelf)).toMatchObject({
      outs: { thingId: 6, __earlier: asSecret([stored("Lamp", FIRST, SECOND)]) },
    });
    expect([shelf.writes, shelf.syncs, heard()]).toEqual([
      [],
      ["1"],
      [isThere("Sofa", "1/6"), lookedForLater("Lamp", FIRST)],
    ]);
  });

  it("asks for nothing and says nothing else where there is no other", async () => {
    const shelf = Shelf.later({ parent: goneShelf });
    shelf.put(sofa);
    const alone = { ...pending(), __earlier: undefined };
    expect(await updated(shelf, "Sofa", alone)).toMatchObject({ outs: { thingId: 6 } });
    expect([shelf.writes, shelf.syncs, heard()]).toEqual([[], [], [isThere("Sofa", "1/6")]]);
  });

  it("goes on from an earlier one where only that has arrived, and goes on remembering the latest until now", async () => {
    const shelf = Shelf.later({ duplicates: () => true });
    shelf.put(lamp);
    shelf.session.claims.made(shelf.kind.object("1/5"), OWN);
    expect(await updated(shelf)).toMatchObject({
      outs: {
        thingId: 5,
        name: "Sofa",
        __earlier: asSecret([stored("Sofa", SECOND, "2030-01-01T12:00:02Z")]),
      },
    });
    expect([shelf.writes, heard()]).toEqual([
      ["update 1/5 name"],
      [isThere("Lamp", "1/5"), lookedForLater("Sofa", SECOND)],
    ]);
  });

  it("forgets the latest where an earlier one has become the same, and the service allows that only once", async () => {
    const shelf = Shelf.later();
    shelf.put(lamp);
    const { outs } = (await updated(shelf)) as { outs: Bag };
    expect([outs["name"], Object.hasOwn(outs, "__earlier")]).toEqual(["Sofa", false]);
  });

  it("remembers the latest also where the one that has arrived cannot be changed", async () => {
    const shelf = Shelf.later();
    shelf.put(lamp);
    shelf.onUpdate = () => {
      throw failures.trouble;
    };
    const failure = (await updated(shelf)) as IncompleteError;
    expect(failure.properties).toMatchObject({
      thingId: 5,
      __earlier: asSecret([stored("Sofa", SECOND, "2030-01-01T12:00:02Z")]),
    });
    expect(failure.properties).not.toHaveProperty("pending");
  });

  it.each([
    ["forgets", false],
    ["remembers", true],
  ])("%s an earlier form of the same identity, if the service makes two of that: %s", async (_, isTwice) => {
    const shelf = Shelf.later({ duplicates: () => isTwice });
    shelf.put(sofa);
    const small = { ...stored("Sofa", FIRST, SECOND), form: { shelfId: 1, name: "Sofa", size: 1 } };
    const { outs } = (await updated(shelf, "Sofa", pending(small))) as { outs: Bag };
    expect([Object.hasOwn(outs, "__earlier"), heard().length]).toEqual([isTwice, isTwice ? 2 : 1]);
    expect(shelf.writes).toEqual([]);
  });

  it("remembers what the service makes twice, although another resource has something of the same identity", async () => {
    const shelf = both(Shelf.later({ identity: () => ["shelfId"], duplicates: () => true }));
    shelf.put({ ...lamp, name: "Chair" });
    shelf.session.claims.adopted(shelf.kind.object("1/5"), OTHER);
    const { outs } = (await updated(shelf)) as { outs: Bag };
    expect(Object.hasOwn(outs, "__earlier")).toBe(true);
    shelf.put(lamp);
    const again = (await updated(shelf)) as { outs: Bag };
    expect(Object.hasOwn(again.outs, "__earlier")).toBe(false);
    // What the other one has was made later.
    shelf.put({ ...lamp, made: THIRD });
    const later = (await updated(shelf)) as { outs: Bag };
    expect(Object.hasOwn(later.outs, "__earlier")).toBe(true);
  });

  it("is not about what another resource makes with the same values in the same run", async () => {
    const shelf = Shelf.later();
    anotherMakesOne(shelf);
    const failure = (await updated(shelf, "Desk")) as IncompleteError;
    const now = "2030-01-01T12:00:02Z";
    expect(failure.properties["__earlier"]).toEqual(asSecret([stored("Sofa", SECOND, now)]));
  });

  it("calls none of them a twin of another", async () => {
    const shelf = Shelf.later({ identity: () => ["shelfId"] });
    const sized = (size: number) => ({
      ...stored("Sofa", SECOND, THIRD),
      form: { shelfId: 1, name: "Sofa", size },
    });
    shelf.put({ ...sofa, thingId: 7, size: 3 });
    shelf.put({ ...sofa, thingId: 8, size: 4 });
    shelf.put(sofa);
    await updated(shelf, "Sofa", pending(sized(3), sized(4)));
    expect([shelf.writes, heard()]).toEqual([
      ["remove 1/7", "remove 1/8"],
      [isThere("Sofa", "1/6"), arrivedLate("Sofa", "1/7"), arrivedLate("Sofa", "1/8")],
    ]);
  });

  it("is not about that either where the same form is sent once more, and not confirmed", async () => {
    const shelf = Shelf.later();
    anotherMakesOne(shelf);
    const failure = (await updated(shelf, "Sofa")) as IncompleteError;
    expect(failure.properties).toMatchObject({ name: "Sofa", pending: { since: SECOND } });
    expect(failure.properties).not.toHaveProperty("__earlier");
  });

  it.each([
    ["remembers the first of two that were sent in the same form, if the service makes both", true],
    ["forgets the first of two that were sent in the same form, if the service allows one", false],
  ])("%s", async (_, isTwice) => {
    const shelf = Shelf.later({ duplicates: () => isTwice });
    shelf.onCreate = (wanted) => shelf.put({ ...wanted, thingId: 7, made: "2030-01-01T12:00:02Z" });
    const { outs } = (await updated(shelf, "Sofa", { ...pending(), __earlier: undefined })) as { outs: Bag };
    expect(outs["__earlier"]).toEqual(
      isTwice ? asSecret([stored("Sofa", SECOND, "2030-01-01T12:00:02Z")]) : undefined,
    );
    expect(heard()).toEqual([]);
  });

  it("forgets the note about what was sent last, whatever it sends now", async () => {
    const shelf = Shelf.later({ duplicates: () => true });
    const intent = shelf.session.journalEntry(["https://shelf.example.com", 7, "Thing", ["Sofa"]]);
    await intent.write();
    await updated(shelf, "Desk");
    expect(await intent.read()).toBeUndefined();
  });

  it("does not name what was there before as what an earlier one may have become", async () => {
    const shelf = Shelf.later();
    shelf.put(sofa);
    shelf.put({ ...lamp, size: 2 });
    const small = { ...stored("Lamp", FIRST, SECOND, ["1/5"]), form: { shelfId: 1, name: "Lamp", size: 1 } };
    await updated(shelf, "Sofa", pending(small));
    expect(heard()).toEqual([isThere("Sofa", "1/6"), lookedForLater("Lamp", FIRST)]);
  });

  it("does not take an object for an earlier one that does not tell its age", async () => {
    const shelf = Shelf.later();
    shelf.put(sofa);
    shelf.put({ ...lamp, made: undefined });
    await updated(shelf);
    expect(shelf.writes).toEqual([]);
  });

  it("looks in a list all the same where the device cannot be asked", async () => {
    const shelf = both(Shelf.later());
    shelf.things.delete("1/5");
    shelf.onSync = () => {
      shelf.put(lamp);
      throw failures.forbidden;
    };
    expect(await updated(shelf)).toMatchObject({ outs: { thingId: 6 } });
    expect(shelf.writes).toEqual(["remove 1/5"]);
  });

  it("forgets what belongs to another resource by now", async () => {
    const shelf = both(Shelf.later());
    shelf.session.claims.made(shelf.kind.object("1/5"), OTHER);
    const { outs } = (await updated(shelf)) as { outs: Bag };
    expect(outs).not.toHaveProperty("__earlier");
    expect([shelf.writes, heard()]).toEqual([[], [isThere("Sofa", "1/6")]]);
  });

  it("names what the other may have become, changed by somebody, and leaves it alone", async () => {
    const shelf = Shelf.later();
    shelf.put(sofa);
    const small = { ...stored("Lamp", FIRST, SECOND), form: { shelfId: 1, name: "Lamp", size: 1 } };
    shelf.put({ ...lamp, size: 2 });
    await updated(shelf, "Sofa", pending(small));
    expect(shelf.writes).toEqual([]);
    expect(heard().join("")).toContain(
      'Something new has appeared there since then, and may be what was sent, under another name or changed by somebody: Thing "Lamp" (id 1/5). If that is not ' +
        "wanted, delete it by hand.",
    );
  });

  it("does not take our own earlier one for the latest under another name", async () => {
    const shelf = Shelf.later(altering);
    shelf.put({ ...lamp, made: SECOND });
    expect(await updated(shelf)).toMatchObject({ outs: { thingId: 5, name: "Sofa" } });
  });

  it("loses none where the other cannot be deleted", async () => {
    const fails = (): never => {
      throw failures.trouble;
    };
    const shelf = Object.assign(both(Shelf.later()), { onRemove: fails });
    const first = await updated(shelf);
    expect(first).toMatchObject({ name: "IncompleteError", message: failures.trouble.message });
    expect((first as IncompleteError).properties).toMatchObject({
      thingId: 6,
      __earlier: asSecret([stored("Lamp", FIRST, SECOND)]),
    });
    const fresh = Object.assign(Shelf.later(), { onRemove: fails });
    fresh.put(lamp);
    fresh.unlisted.add("1/5");
    fresh.onCreate = (wanted) => {
      fresh.unlisted.clear();
      return fresh.put({ ...wanted, thingId: 7, made: THIRD });
    };
    const failure = await updated(fresh, "Desk");
    expect(failure).toBeInstanceOf(IncompleteError);
    const now = "2030-01-01T12:00:02Z";
    const { properties } = failure as IncompleteError;
    expect(properties).toMatchObject({
      name: "Desk",
      thingId: 7,
      __earlier: asSecret([stored("Sofa", SECOND, now), stored("Lamp", FIRST, SECOND)]),
    });
    expect(properties).not.toHaveProperty("pending");
  });

  it("deletes what was sent before as soon as what is sent now is confirmed", async () => {
    const shelf = Shelf.later();
    shelf.put(lamp);
    shelf.unlisted.add("1/5");
    shelf.onCreate = (wanted) => {
      shelf.unlisted.clear();
      return shelf.put({ ...wanted, thingId: 7, made: THIRD });
    };
    const now = "2030-01-01T12:00:02Z";
    expect(await updated(shelf, "Desk")).toMatchObject({
      outs: { thingId: 7, name: "Desk", __earlier: asSecret([stored("Sofa", SECOND, now)]) },
    });
    expect(shelf.writes).toEqual(["create Desk", "remove 1/5"]);
    expect(heard()).toEqual([arrivedLate("Lamp", "1/5"), lookedForLater("Sofa", SECOND)]);
  });

  it("gives the device as much time for the other as is declared", async () => {
    const shelf = both(Shelf.later());
    shelf.onRemove = () => undefined;
    const began = shelf.clock.now();
    expect(String(await updated(shelf))).toContain(
      'Thing "Lamp" (id 1/5): the delete was accepted, but Shelf one still shows it',
    );
    expect(shelf.clock.now() - began).toBeLessThan(30_000);
  });

  it("does not count what it deletes: the program has not taken anything out", async () => {
    const shelf = both(Shelf.later({}, true, { SMARTLOCK_MAX_DELETES: "0" }));
    shelf.session.claims.checked(OWN);
    expect(await updated(shelf)).toMatchObject({ outs: { thingId: 6 } });
    expect(shelf.writes).toEqual(["remove 1/5"]);
  });

  it("remembers ids from before, where names may be altered, so that none is taken for what is sent", async () => {
    const shelf = Shelf.later(altering);
    shelf.put({ thingId: 8, name: "Stool", made: "2030-01-01T12:00:01Z" });
    shelf.session.claims.made(shelf.kind.object("1/8"), OTHER);
    shelf.onCreate = () => undefined;
    const failure = await updated(shelf, "Desk");
    expect((failure as IncompleteError).properties).toMatchObject({ name: "Desk", __notIt: ["1/8"] });
  });
});

describe("One that was found and may have another form on the door", () => {
  const heard = listening();
  const state: Bag = {
    ...declared("Sofa"),
    thingId: 6,
    __declared: ["shelfId", "name", "settleTimeout"],
    __account: 7,
    __earlier: [stored("Lamp", FIRST, SECOND)],
  };
  const found = (shelf: Shelf, ...things: readonly Partial<Thing>[]): Shelf => {
    [sofa, ...things].forEach((thing) => shelf.put(thing));
    shelf.session.claims.checked(OWN);
    return shelf;
  };
  const changes = async (shelf: Shelf): Promise<boolean> =>
    (await diff(shelf.kind, "1/6", state, declared("Sofa"))).changes;

  it("is as declared while no list shows that, and nothing is said", async () => {
    expect(await changes(found(Shelf.later()))).toBe(false);
    expect(heard()).toEqual([]);
  });

  it("differs as soon as a list shows that, and says what will happen", async () => {
    const shelf = found(Shelf.later(), lamp);
    shelf.session.claims.made(shelf.kind.object("1/5"), OWN);
    expect(await changes(shelf)).toBe(true);
    expect(heard()).toEqual([
      'Thing "Lamp" on Shelf one (id 1/5), which was sent by an earlier run, arrived late. It will be deleted, because it is not ' +
        "the one that this resource has now.\n",
    ]);
  });

  it("is compared with the state alone where the user wants that", async () => {
    const shelf = found(Shelf.later({}, true, { SMARTLOCK_DIFF: "state" }), lamp);
    expect(await changes(shelf)).toBe(false);
    expect(shelf.lists).toBe(0);
  });

  it("does not take itself for that, and goes on remembering it", async () => {
    const own = { ...state, __earlier: [stored("Sofa", SECOND, THIRD)] };
    const shelf = found(Shelf.later({ duplicates: () => true }));
    const { outs } = await update(shelf.kind, "1/6", own, declared("Sofa"));
    expect([shelf.writes, outs["__earlier"]]).toEqual([[], asSecret(own["__earlier"])]);
    await remove(shelf.kind, "1/6", own);
    expect([shelf.writes, heard()]).toEqual([["remove 1/6"], [givenUp("Sofa", SECOND)]]);
  });

  it("does not take itself for that, and does not differ", async () => {
    const own = { ...state, __earlier: [stored("Sofa", SECOND, THIRD)] };
    const shelf = found(Shelf.later());
    expect((await diff(shelf.kind, "1/6", own, declared("Sofa"))).changes).toBe(false);
    await update(shelf.kind, "1/6", own, declared("Sofa"));
    expect(shelf.writes).toEqual([]);
  });

  it("says in a preview what that may have become, changed by somebody", async () => {
    const small = [{ ...stored("Lamp", FIRST, SECOND), form: { shelfId: 1, name: "Lamp", size: 1 } }];
    const shelf = found(Shelf.later(), { ...lamp, size: 2 });
    const olds = { ...state, __earlier: small };
    expect((await diff(shelf.kind, "1/6", olds, declared("Sofa"))).changes).toBe(false);
    expect(heard().join("")).toContain('changed by somebody: Thing "Lamp" (id 1/5).');
  });

  it.each([
    ["differs", [lamp], true],
    ["does not differ", [], false],
  ])("%s where it is gone and nobody misses it, and keeps its state", async (_, things, differs) => {
    const shelf = Shelf.later({ notMissed: () => "its time is over" });
    things.forEach((thing) => shelf.put(thing));
    shelf.session.claims.checked(OWN);
    shelf.clock.after(0, () => undefined);
    const olds = { ...state, creationDate: "2029-01-01T12:00:00Z" };
    const told = await diff(shelf.kind, "1/6", olds, declared("Sofa"));
    expect(told).toEqual({ changes: differs, replaces: [], deleteBeforeReplace: false });
    const { outs } = await update(shelf.kind, "1/6", olds, declared("Sofa"));
    expect([outs["thingId"], Object.hasOwn(outs, "__earlier")]).toEqual([6, !differs]);
    expect(shelf.writes).toEqual(differs ? ["remove 1/5"] : []);
  });

  it("keeps that secret where an update fails that may have set what nobody can see", async () => {
    const shelf = found(Shelf.later({ fields: { pin: { isWriteOnly: true } } }));
    shelf.onUpdate = () => {
      throw failures.trouble;
    };
    const olds = { ...state, pin: 1111 };
    const failure: unknown = await update(shelf.kind, "1/6", olds, {
      ...declared("Sofa"),
      pin: 2222,
    }).catch((error: unknown) => error);
    expect((failure as IncompleteError).properties["__earlier"]).toEqual(asSecret(state["__earlier"]));
  });

  it("is updated: that is deleted and forgotten", async () => {
    const shelf = found(Shelf.later(), lamp);
    const { outs } = await update(shelf.kind, "1/6", state, declared("Sofa"));
    expect([outs["thingId"], outs["__earlier"], shelf.writes]).toEqual([6, undefined, ["remove 1/5"]]);
    expect([shelf.syncs, heard()]).toEqual([[], [arrivedLate("Lamp", "1/5")]]);
  });

  it("is updated while the device is offline: that stays remembered, since the delete may be lost", async () => {
    const shelf = found(Shelf.later(), lamp);
    shelf.host = { name: "Shelf one", online: false };
    const news = { ...declared("Sofa"), waitFor: "accepted" };
    const { outs } = await update(shelf.kind, "1/6", state, news);
    expect(shelf.writes).toEqual(["remove 1/5"]);
    expect(outs["__earlier"]).toEqual(asSecret(state["__earlier"]));
    expect(heard().join("")).not.toContain("It was deleted");
    shelf.put(lamp);
    const listed = await shelf.kind.collection({ shelfId: 1 }).fresh();
    const forms = earlierForms(shelf.kind, state);
    const waiting = await clearSeen(shelf.kind, listed, forms, [], news);
    expect(waiting).toEqual([{ form: forms[0], mayBe: { since: "", older: "" } }]);
  });

  it("is no twin that remains of what is deleted, nor is what is deleted with that", async () => {
    const shelf = found(new Shelf({ identity: () => ["shelfId"] }), { ...sofa, thingId: 5, size: 3 });
    shelf.put({ ...sofa, thingId: 7, size: 4 });
    const listed = await shelf.kind.collection({ shelfId: 1 }).known();
    const sized = (size: number): SentForm => ({
      ...form("Sofa", SECOND, THIRD),
      wanted: { shelfId: 1, name: "Sofa", size },
    });
    await clearSeen(shelf.kind, listed, [sized(3), sized(4)], [shelf.onRead("1/6")], declared("Sofa"));
    expect(shelf.writes).toEqual(["remove 1/5", "remove 1/7"]);
    const arrived: unknown = expect.stringContaining("arrived late. It was deleted");
    expect(heard()).toEqual([arrived, arrived]);
  });

  it("is updated with that where there is no device", async () => {
    const shelf = found(Shelf.later({}, false), lamp);
    const { outs } = await update(shelf.kind, "1/6", state, declared("Sofa"));
    expect([shelf.writes, Object.hasOwn(outs, "__earlier")]).toEqual([["remove 1/5"], false]);
  });

  it("keeps what another resource takes over at the last moment, and does not call that deleted", async () => {
    const shelf = found(Shelf.later(), lamp, { thingId: 7, name: "Desk", made: FIRST });
    shelf.onRemove = (id) => {
      shelf.things.delete(id);
      shelf.session.claims.made(shelf.kind.object("1/7"), OTHER);
    };
    const earlier = [stored("Lamp", FIRST, SECOND), stored("Desk", FIRST, SECOND)];
    const olds = { ...state, __earlier: earlier };
    await update(shelf.kind, "1/6", olds, declared("Sofa"));
    expect(shelf.writes).toEqual(["remove 1/5"]);
    expect(heard().join("")).not.toContain("1/7), which");
  });

  it("is updated while no list shows that: it stays remembered, without a word", async () => {
    const shelf = found(Shelf.later());
    const { outs } = await update(shelf.kind, "1/6", state, declared("Desk"));
    expect(outs).toMatchObject({ name: "Desk", __earlier: asSecret(state["__earlier"]) });
    expect([shelf.writes, heard()]).toEqual([["update 1/6 name"], []]);
  });

  it("is updated as ever where its kind may be gone without being missed, and it is there", async () => {
    const shelf = found(Shelf.later({ notMissed: () => "its time is over" }));
    await update(shelf.kind, "1/6", state, declared("Desk"));
    expect(shelf.writes).toEqual(["update 1/6 name"]);
  });

  it.each<[string, Partial<ResourceSpec>, Bag]>([
    ["it is gone and missed", {}, state],
    ["nothing else was sent", { notMissed: () => "its time is over" }, { ...state, __earlier: undefined }],
  ])("is not updated where %s", async (_, special, olds) => {
    const shelf = Shelf.later(special);
    const updating = update(shelf.kind, "1/6", olds, declared("Sofa"));
    await expect(updating).rejects.toThrow("is not in the service's list, so it was not updated");
  });

  it("is left alone as it is where nothing else was sent", async () => {
    const shelf = found(Shelf.later());
    const alone = { ...state, __earlier: undefined };
    expect(await clearedState(shelf.kind, "1/6", alone, declared("Sofa"))).toBe(alone);
  });

  it("is not deleted as its own earlier form where it is back by then", async () => {
    const shelf = found(Shelf.later());
    const altered = { name: { declared: "Sofa", shown: "So" } };
    const own = { ...state, __earlier: [stored("Sofa", SECOND, THIRD)], __altered: altered };
    const { kind } = shelf;
    const cleared = await clearedState(kind, "1/6", own, declared("Sofa"));
    expect(cleared).not.toHaveProperty("__earlier.value");
    expect(cleared["__altered"]).toEqual(asSecret(altered));
    expect(shelf.writes).toEqual([]);
  });

  it("is refreshed: that stays remembered, as a secret", async () => {
    const shelf = found(Shelf.later(), lamp);
    const { id, props } = await read(shelf.kind, "1/6", state);
    expect([id, props?.["__earlier"]]).toEqual(["1/6", asSecret(state["__earlier"])]);
  });

  it("stays in the state where a refresh finds it gone, since that may be there", async () => {
    const shelf = Shelf.later();
    expect(await read(shelf.kind, "1/6", state)).toEqual({
      id: "1/6",
      props: { ...state, __earlier: asSecret(state["__earlier"]) },
    });
    expect(heard()).toEqual([
      'Thing "Sofa" (id 1/6) no longer exists. It stays in the state, because something that was sent for it earlier ' +
        "may still be there: the next `pulumi up` looks for it.\n",
    ]);
  });

  it("is deleted with that, or not at all where one run may not delete both", async () => {
    const shelf = found(Shelf.later({}, true, { SMARTLOCK_MAX_DELETES: "1" }), lamp);
    const other = { ...state, __owner: OTHER };
    await expect(remove(shelf.kind, "1/6", other)).rejects.toThrow("(ids 1/6, 1/5)");
    expect(shelf.writes).toEqual([]);
  });

  it("is deleted although somebody has broken what the state holds of that, and then the run fails", async () => {
    const shelf = found(Shelf.later(), lamp);
    const broken = { ...state, __earlier: "Lamp" };
    await expect(remove(shelf.kind, "1/6", broken)).rejects.toThrow("does not say since when");
    expect(shelf.writes).toEqual(["remove 1/6"]);
  });

  it("is changed although that cannot be deleted, and then the run fails, and goes on remembering that", async () => {
    const shelf = found(Shelf.later(), lamp);
    shelf.onRemove = () => {
      throw failures.trouble;
    };
    const failure = await update(shelf.kind, "1/6", state, {
      ...declared("Sofa"),
      size: 9,
    }).catch((error: unknown) => error as IncompleteError);
    expect(failure).toMatchObject({
      message: failures.trouble.message,
      properties: { size: 9, __earlier: asSecret([stored("Lamp", FIRST, SECOND)]) },
    });
    expect(shelf.writes).toEqual(["remove 1/5", "update 1/6 size"]);
  });

  it("is deleted although lists fail, and then the run fails, since nobody can tell about that", async () => {
    const shelf = found(new Shelf(), lamp);
    shelf.beforeList = () => {
      throw failures.trouble;
    };
    await expect(remove(shelf.kind, "1/6", state)).rejects.toBe(failures.trouble);
    expect(shelf.writes).toEqual(["remove 1/6"]);
  });

  it("is deleted, and that is given up, where the device has left the account", async () => {
    const shelf = found(Shelf.later({ parent: goneShelf }));
    shelf.onSync = () => {
      throw failures.invalid;
    };
    await remove(shelf.kind, "1/6", state);
    expect(heard().join("")).toContain(
      "its shelf is no longer in the account. It has been given up: no run looks for it any more.",
    );
  });

  it("is not its own twin where that has become it", async () => {
    const own = { ...state, __earlier: [stored("Sofa", SECOND, THIRD)] };
    const shelf = found(Shelf.later());
    await remove(shelf.kind, "1/6", own);
    expect([shelf.writes, heard()]).toEqual([["remove 1/6"], []]);
  });

  it("is deleted together with that", async () => {
    const shelf = found(Shelf.later(), lamp);
    await remove(shelf.kind, "1/6", state, "together");
    expect([shelf.writes, shelf.syncs, heard()]).toEqual([
      ["remove 1/6", "remove 1/5"],
      ["1"],
      [asWell("Lamp", "1/5")],
    ]);
  });

  it("is deleted while no list shows that, which is given up in words", async () => {
    const shelf = found(Shelf.later());
    await remove(shelf.kind, "1/6", state);
    expect([shelf.writes, heard()]).toEqual([["remove 1/6"], [givenUp("Lamp", FIRST)]]);
  });

  it("is deleted with that where there is no device", async () => {
    const shelf = found(Shelf.later({}, false), lamp);
    await remove(shelf.kind, "1/6", state);
    expect(shelf.writes).toEqual(["remove 1/6", "remove 1/5"]);
  });

  it("is deleted with that where lists show only that", async () => {
    const shelf = found(new Shelf(), lamp);
    shelf.unlisted.add("1/6");
    await remove(shelf.kind, "1/6", state);
    expect(shelf.writes).toEqual(["remove 1/6", "remove 1/5"]);
  });

  it("is deleted on a device that is offline without asking that for what it holds", async () => {
    const shelf = found(Shelf.later());
    shelf.host = { name: "Shelf one", online: false };
    await remove(shelf.kind, "1/6", { ...state, waitFor: "accepted" });
    expect([shelf.writes, shelf.syncs]).toEqual([["remove 1/6"], []]);
  });
});

describe("A refresh of a pending one that was sent in several forms", () => {
  const heard = listening();
  const reading = (shelf: Shelf) => read(shelf.kind, HANDLE, pending());

  it("leaves it as it is while no list shows the latest, and keeps all forms secret", async () => {
    const shelf = Shelf.later();
    shelf.put(lamp);
    expect(await reading(shelf)).toEqual({
      id: HANDLE,
      props: { ...pending(), __earlier: asSecret([stored("Lamp", FIRST, SECOND)]) },
    });
  });

  it("finds the latest, and goes on remembering the other", async () => {
    const shelf = Shelf.later();
    shelf.put(lamp);
    shelf.put(sofa);
    const { id, props } = await reading(shelf);
    expect([id, props?.["__earlier"]]).toEqual(["1/6", asSecret([stored("Lamp", FIRST, SECOND)])]);
    expect([shelf.writes, heard()]).toEqual([[], []]);
  });

  it("finds the latest, and says that the other may be there", async () => {
    const shelf = Shelf.later();
    shelf.put(sofa);
    expect((await reading(shelf)).id).toBe("1/6");
    expect(heard()).toEqual([lookedForLater("Lamp", FIRST)]);
  });

  it("says nothing of a second one that is equal: nobody could tell which one is missing", async () => {
    const shelf = Shelf.later({ duplicates: () => true });
    shelf.put(sofa);
    await read(shelf.kind, HANDLE, pending(stored("Sofa", FIRST, SECOND)));
    expect(heard()).toEqual([]);
  });

  it("says nothing of what cannot be beside it", async () => {
    const shelf = Shelf.later();
    shelf.put(sofa);
    const small = { ...stored("Sofa", FIRST, SECOND), form: { shelfId: 1, name: "Sofa", size: 1 } };
    await read(shelf.kind, HANDLE, pending(small));
    expect(heard()).toEqual([]);
  });
});

describe("Deleting a pending one that was sent in several forms", () => {
  const heard = listening();
  const removed = (shelf: Shelf, counting?: Counting): Promise<unknown> =>
    remove(shelf.kind, HANDLE, pending(), counting).catch((error: unknown) => error);

  it.each(["at once", "after a while"])("deletes all that have arrived, %s", async (when) => {
    const shelf = Shelf.later();
    if (when === "at once") {
      both(shelf);
    } else {
      shelf.onSync = () => both(shelf);
    }
    expect(await removed(shelf)).toBeUndefined();
    expect([shelf.writes, shelf.syncs, heard()]).toEqual([
      ["remove 1/6", "remove 1/5"],
      ["1"],
      [asWell("Lamp", "1/5")],
    ]);
  });

  it("does not call one of them a twin of the other", async () => {
    const shelf = Shelf.later({ identity: () => ["shelfId"] });
    shelf.put({ ...sofa, thingId: 7, size: 3 });
    shelf.put(sofa);
    const large = { ...stored("Sofa", SECOND, THIRD), form: { shelfId: 1, name: "Sofa", size: 3 } };
    await remove(shelf.kind, HANDLE, pending(large));
    expect([shelf.writes, heard()]).toEqual([["remove 1/6", "remove 1/7"], [asWell("Sofa", "1/7")]]);
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

  it("keeps what another resource has by now, without a word about it", async () => {
    const shelf = both(Shelf.later());
    shelf.session.claims.made(shelf.kind.object("1/5"), OTHER);
    expect(await removed(shelf)).toBeUndefined();
    expect([shelf.writes, heard()]).toEqual([["remove 1/6"], []]);
  });

  it.each<[string, Counting | undefined, string, readonly string[]]>([
    ["none where one run may not delete all of them", undefined, "1", []],
    ["all where it may", undefined, "2", ["remove 1/6", "remove 1/5"]],
    ["all where they were counted with others", "together", "1", ["remove 1/6", "remove 1/5"]],
    ["none where more have turned up than were counted", "together", "0", []],
    ["all where they are replaced", "not", "0", ["remove 1/6", "remove 1/5"]],
  ])("deletes %s", async (_, counting, limit, writes) => {
    const shelf = both(Shelf.later({}, true, { SMARTLOCK_MAX_DELETES: limit }));
    const failure = await removed(shelf, counting);
    expect(shelf.writes).toEqual(writes);
    const refusal: unknown = expect.stringContaining('exceed that: Thing "Sofa" (ids 1/6, 1/5)');
    expect((failure as Error | undefined)?.message).toEqual(writes.length === 0 ? refusal : undefined);
  });

  it("counts one that has arrived as one", async () => {
    const shelf = Shelf.later({}, true, { SMARTLOCK_MAX_DELETES: "0" });
    shelf.put(sofa);
    expect((await removed(shelf)) as Error).toMatchObject({
      message: expect.stringContaining('this one would exceed that: Thing "Sofa" (id 1/6)') as string,
    });
  });

  it("does not count them where the program declares the resource still", async () => {
    const shelf = both(Shelf.later({}, true, { SMARTLOCK_MAX_DELETES: "0" }));
    shelf.session.claims.checked(OWN);
    expect(await removed(shelf)).toBeUndefined();
    expect(shelf.writes).toHaveLength(2);
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
    const shelf = both(Shelf.later({ ...altering, parent: goneShelf }));
    shelf.put({ thingId: 8, name: "Stool", made: SECOND });
    expect(await removed(shelf)).toBeUndefined();
    expect(shelf.writes).toEqual(["remove 1/6", "remove 1/5"]);
  });

  it("deletes nothing where somebody may have changed the latest, and names that and what has arrived", async () => {
    const shelf = both(Shelf.later(altering));
    shelf.put({ ...sofa, name: "Sof" });
    const failure = String(await removed(shelf));
    expect(failure).toContain('changed by somebody: Thing "Sof" (id 1/6). Nothing was deleted');
    expect(failure).toContain('What was sent before it has also arrived: Thing "Lamp" (id 1/5).');
    expect(shelf.writes).toEqual([]);
  });

  it("names what an earlier one may have become, and gives it up", async () => {
    const shelf = both(Shelf.later(altering));
    shelf.put({ ...lamp, name: "La" });
    expect(await removed(shelf)).toBeUndefined();
    expect(shelf.writes).toEqual(["remove 1/6"]);
    expect(heard().join("")).toContain(
      'Something new has appeared there since then, and may be what was sent, under another name or changed by somebody: Thing "La" (id 1/5). If that is not ' +
        "wanted, delete it by hand.",
    );
  });

  it("does not ask who changed what was made after the next form was sent", async () => {
    const shelf = Shelf.later(altering);
    shelf.put(sofa);
    shelf.put({ ...lamp, name: "La", made: THIRD });
    expect(await removed(shelf)).toBeUndefined();
    expect(shelf.writes).toEqual(["remove 1/6"]);
    expect(heard().join("")).not.toContain('"La"');
  });
});
