import { becomeSince, NOTHING_MAY_BE } from "../../../provider/engine/looking/by-exclusion";
import type { Bag } from "../../../provider/engine/values/bag";
import { Listing } from "../../../provider/engine/lists/listing";
import { IncompleteError } from "../../../provider/engine/values/outputs";
import { listForForms } from "../../../provider/engine/pending/look-for-forms";
import { awaitPending, findPending, isPending } from "../../../provider/engine/pending/pending";
import { read } from "../../../provider/engine/lifecycle/read";
import { recordPending } from "../../../provider/engine/pending/record-pending";
import type { ResourceSpec } from "../../../provider/engine/kind/spec";
import { update } from "../../../provider/engine/lifecycle/update";
import { failures, goneShelf, listening, Shelf, type Thing } from "../shelf";

const OWN = "urn:pulumi:s::p::smartlock:Thing::own";
const OTHER = "urn:pulumi:s::p::smartlock:Thing::other";
const SINCE = Date.parse("2030-01-01T11:00:00.000Z");
const HANDLE = "1/pending-00aa";
const iso = (moment: number): string => new Date(moment).toISOString().replace(".000Z", "Z");
const stateOf = (fields: Bag = {}): Bag => ({
  shelfId: 1,
  name: "Lamp",
  settleTimeout: 2,
  pending: { since: iso(SINCE) },
  __declared: ["shelfId", "name", "settleTimeout"],
  __owner: OWN,
  ...fields,
});
const young = { made: iso(SINCE + 1) };
const offline = { name: "Shelf one", online: false };
const duplicates = (): boolean => true;
const intentOf = (shelf: Shelf) =>
  shelf.session.journalEntry(["https://shelf.example.com", 7, "Thing", ["Lamp"]]);

describe("Pending", () => {
  it.each([
    [{ pending: { since: "" } }, true],
    [{ pending: null }, false],
    [{ pending: "since" }, false],
    [{}, false],
  ])("is what %j tells: %s", (state, expected) => {
    expect(isPending(state)).toBe(expected);
  });
});

describe("What a pending object has become", () => {
  const found = (shelf: Shelf, things: Partial<Thing>[], state: Bag = {}): object | undefined => {
    const all = things.map((fields) => shelf.put(fields));
    const listed = Listing.of(all.map((thing): [string, object] => [shelf.kind.idOf(thing), thing]));
    return findPending(shelf.kind, listed, stateOf(state));
  };

  it.each([
    ["is as old", SINCE, true],
    ["is at the edge of what clocks tell", SINCE - 2_000, true],
    ["is older", SINCE - 2_001, false],
    ["is younger", SINCE + 1, true],
    ["tells no date", undefined, true],
  ])("is one of its identity that %s", (_words, made, isFound) => {
    const thing = { made: made === undefined ? undefined : iso(made) };
    expect(found(Shelf.later(), [thing])).toEqual(isFound ? expect.objectContaining(thing) : undefined);
  });

  it("is what was sent, rather than what somebody else made a moment before", () => {
    const others = { made: iso(SINCE - 1_000), size: 9 };
    const ours = { thingId: 6, made: iso(SINCE), size: 3 };
    const declared = { size: 3, __declared: ["shelfId", "name", "size"] };
    expect(found(Shelf.later(), [others, ours], declared)).toMatchObject(ours);
    expect(found(Shelf.later(), [others], declared)).toBeUndefined();
  });

  it.each([
    ["LAMP IN THE HALL", true],
    ["Lamp in the", true],
    ["Lamp in t", false],
    ["Lamp", false],
    ["Mother in law's", false],
    ["", false],
  ])(
    "is also what was sent with a name that the service can have made of its own: %j, %s",
    (name, isFound) => {
      const shelf = Shelf.later({
        identity: () => ["shelfId", "size"],
        fields: { name: { isAlterable: true } },
      });
      const sent = { name: "Lamp in the hall", size: 3, __declared: ["shelfId", "name", "size"] };
      const thing = { ...young, name, size: 3 };
      expect(found(shelf, [thing], sent)).toEqual(isFound ? expect.objectContaining(thing) : undefined);
    },
  );

  it.each(["2030-01-01T11:00:00.000Z", "2030-01-01T11:00:00Z"])(
    "is found whether an earlier release stored its time, or this one: %s",
    (since) => {
      const shelf = Shelf.later();
      const thing = shelf.put({ ...young });
      const listed = Listing.of([[shelf.kind.idOf(thing), thing] as [string, object]]);
      expect(findPending(shelf.kind, listed, stateOf({ pending: { since } }))).toBe(thing);
    },
  );

  it("is also what a run that died has changed it to", () => {
    const shelf = Shelf.later();
    const changed = shelf.put({ ...young, size: 4 });
    const listed = Listing.of([[shelf.kind.idOf(changed), changed] as [string, object]]);
    const sent = stateOf({ size: 3, __declared: ["shelfId", "name", "size"] });
    const declared = { ...sent, size: 4 };
    expect(findPending(shelf.kind, listed, sent)).toBeUndefined();
    expect(findPending(shelf.kind, listed, sent, declared)).toBe(changed);
    expect(findPending(shelf.kind, listed, { ...sent, size: 4 }, sent)).toBe(changed);
  });

  it.each([1, 2, 3])("to that also where only list %d shows it", async (shownIn) => {
    const shelf = Shelf.later();
    const sent = stateOf({ size: 3, __declared: ["shelfId", "name", "size"] });
    shelf.beforeList = (count) => count === shownIn && shelf.put({ ...young, size: 4 });
    const become = await awaitPending(shelf.kind, sent, { ...sent, size: 4 });
    expect(become).toMatchObject({ size: 4 });
  });

  it("is none of what was there before", () => {
    const shelf = Shelf.later();
    expect(found(shelf, [young], { __notIt: ["1/5"] })).toBeUndefined();
    expect(found(shelf, [young], { __notIt: ["1/6"] })).toMatchObject(young);
  });

  describe("under another name", () => {
    const alterable: Partial<ResourceSpec> = {
      identity: () => ["shelfId", "name"],
      fields: { name: { isAlterable: true } },
    };
    const inputs = { shelfId: 1, name: "Lamp in the hall", size: 3, __owner: OWN };
    const become = async (shelf: Shelf, name: string, notIt: string[] = []) => {
      const at = shelf.clock.now();
      shelf.put({ thingId: 9, name, size: 3, made: iso(at + 1_000) });
      const listed = await shelf.kind.collection(inputs).known();
      return becomeSince(shelf.kind, listed, inputs, { at, notIt });
    };

    it("is taken where the service can have cut it; otherwise it is only named, since anybody can have made it", async () => {
      expect((await become(Shelf.later(alterable), "Lamp in the")).live).toMatchObject({ thingId: 9 });
      expect(await become(Shelf.later(alterable), "Desk")).toEqual({
        live: undefined,
        mayBe: { since: 'Thing "Desk" (id 1/9)', older: "" },
      });
    });

    it("is not an older one, if something new may be it", async () => {
      const shelf = Shelf.later({ ...alterable, duplicates: () => true });
      shelf.put({ thingId: 3, name: "Lamp in the hall", size: 3, made: "2029-01-01T00:00:00Z" });
      expect(await become(shelf, "Desk")).toEqual({
        live: undefined,
        onlyOlder: undefined,
        mayBe: {
          since: 'Thing "Desk" (id 1/9)',
          older: expect.stringContaining('Thing "Lamp in the hall" (id 1/3)') as string,
        },
      });
    });

    it("is neither taken nor named where it was there before, or another resource answers for it", async () => {
      const nothing = { live: undefined, onlyOlder: undefined, mayBe: NOTHING_MAY_BE };
      expect(await become(Shelf.later(alterable), "Lamp in the", ["1/9"])).toEqual(nothing);
      const shelf = Shelf.later(alterable);
      shelf.session.claims.made("Thing 1/9", OTHER);
      expect(await become(shelf, "Lamp in the")).toEqual(nothing);
    });
  });

  it("is not one of another identity, nor a busy one", () => {
    expect(
      found(Shelf.later(), [
        { ...young, name: "Desk" },
        { ...young, thingId: 6, busy: true },
      ]),
    ).toBeUndefined();
  });

  it("is not one that differs in what can never change", () => {
    const shelf = Shelf.later({ fields: { size: { replaces: true } } });
    const [theirs, ours] = [
      { ...young, size: 4 },
      { ...young, thingId: 6, size: 3 },
    ];
    expect(found(shelf, [theirs], { size: 3, __declared: ["shelfId", "name", "size"] })).toBeUndefined();
    expect(found(shelf, [theirs, ours], { size: 3, __declared: ["shelfId", "name", "size"] })).toMatchObject({
      thingId: 6,
    });
  });

  it("is not one of another name either that differs in what can never change", async () => {
    const shelf = Shelf.later({
      identity: () => ["shelfId", "name"],
      fields: { name: { isAlterable: true }, shelfId: { replaces: true }, size: { replaces: true } },
    });
    const since = new Date(shelf.clock.now()).toISOString();
    const made = new Date(shelf.clock.now() + 1_000).toISOString();
    shelf.put({ thingId: 9, name: "Lam", size: 4, made });
    const inputs = { shelfId: 1, name: "Lamp", size: 3 };
    const become = becomeSince(shelf.kind, await shelf.kind.collection(inputs).known(), inputs, {
      at: Date.parse(since),
      notIt: [],
    });
    expect(become).toEqual({ live: undefined, onlyOlder: undefined, mayBe: NOTHING_MAY_BE });
  });

  it("is not one that another resource answers for", () => {
    const shelf = Shelf.later();
    shelf.session.claims.made("Thing 1/5", OTHER);
    shelf.session.claims.made("Thing 1/6", OWN);
    expect(found(shelf, [young, { ...young, thingId: 6 }])).toMatchObject({ thingId: 6 });
  });

  it("is the one that was made first where several may be it", () => {
    const twins = [
      { ...young, thingId: 7 },
      { made: iso(SINCE), thingId: 6 },
      { ...young, thingId: 8 },
    ];
    expect(found(Shelf.later(), twins)).toMatchObject({ thingId: 6 });
    const firstHasTheLastId = [{ ...young }, { made: iso(SINCE), thingId: 9 }];
    expect(found(Shelf.later(), firstHasTheLastId)).toMatchObject({ thingId: 9 });
  });

  it("is the one with the first id where they were made at the same moment, or nobody knows when", () => {
    for (const made of [iso(SINCE), undefined]) {
      const twins = [8, 6, 7].map((thingId) => ({ made, thingId }));
      expect(found(Shelf.later(), twins)).toMatchObject({ thingId: 6 });
    }
  });

  it.each([{ pending: {} }, { pending: undefined }, { pending: { since: "soon" } }])(
    "cannot be told by %j",
    (state) => {
      expect(() => found(Shelf.later(), [young], state)).toThrow(
        new Error(
          'Thing "Lamp" was sent and not confirmed, but the state does not say since when, so it is not known which object it has ' +
            "become. Import an earlier state, or use `pulumi state delete` to give it up.",
        ),
      );
    },
  );
});

describe("Waiting for a pending object", () => {
  const awaited = (shelf: Shelf, state?: Bag): Promise<object | undefined> =>
    awaitPending(shelf.kind, stateOf(state));

  it("ends at once where the device shows it when it is asked", async () => {
    const shelf = Shelf.later();
    shelf.onSync = () => shelf.put(young);
    expect(await awaited(shelf)).toBe(shelf.things.get("1/5"));
    expect({ lists: shelf.lists, syncs: shelf.syncs }).toEqual({ lists: 1, syncs: ["1"] });
  });

  it("ends as soon as a list shows it", async () => {
    const shelf = Shelf.later();
    shelf.beforeList = (count) => count === 3 && shelf.put(young);
    expect(await awaited(shelf)).toBe(shelf.things.get("1/5"));
    expect(shelf.lists).toBe(3);
  });

  it("ends with nothing when the time is over", async () => {
    const shelf = Shelf.later();
    shelf.put({ ...young, name: "Desk", busy: true });
    const began = shelf.clock.now();
    expect(await awaited(shelf)).toBeUndefined();
    expect(shelf.clock.now() - began).toBe(2_000);
  });

  it("asks no device where the kind has none, and ends all the same", async () => {
    const shelf = new Shelf();
    shelf.put(young);
    expect(await awaited(shelf)).toBe(shelf.things.get("1/5"));
    expect(shelf.syncs).toEqual([]);
  });

  it("takes an older one of its identity for nothing", async () => {
    const shelf = Shelf.later();
    shelf.put({ made: iso(SINCE - 60_000) });
    expect(await awaited(shelf)).toBeUndefined();
  });

  it.each([
    [true, "Shelf one"],
    [false, "the service"],
  ])("fails where it is still under way (device %s)", async (hasHost, where) => {
    const shelf = Shelf.later({}, hasHost);
    shelf.put({ ...young, busy: true });
    await expect(awaited(shelf)).rejects.toThrow(
      new Error(`Thing "Lamp" (id 1/5) is still pending: ${where} is still busy with it. Run again later.`),
    );
  });

  it("ends with what only a list taken in another way shows, even if creates looked there before it came", async () => {
    const shelf: Shelf = Shelf.later({
      otherwise: { list: () => Promise.resolve([...shelf.things.values()]) },
    });
    await shelf.kind.lookAgain(stateOf());
    shelf.unlisted.add("1/5");
    shelf.put(young);
    expect(await awaited(shelf)).toBe(shelf.things.get("1/5"));
  });

  it("does not mind a busy one that differs in what never changes: that is somebody else's", async () => {
    const shelf = Shelf.later({ fields: { size: { replaces: true } } });
    shelf.put({ ...young, size: 9, busy: true });
    expect(await awaited(shelf, { size: 3, __declared: ["shelfId", "name", "size"] })).toBeUndefined();
  });

  it("does not mind an older one that is busy once it is there", async () => {
    const shelf = Shelf.later();
    shelf.put({ thingId: 6, made: iso(SINCE - 60_000), busy: true });
    shelf.beforeList = (count) => count === 3 && shelf.put(young);
    expect(await awaited(shelf)).toMatchObject({ thingId: 5 });
  });
});

describe("Looking for forms that were sent", () => {
  it("finds what only a list taken in another way shows, even if creates looked there before it came", async () => {
    const shelf: Shelf = Shelf.later({
      otherwise: { list: () => Promise.resolve([...shelf.things.values()]) },
    });
    await shelf.kind.lookAgain(stateOf());
    shelf.unlisted.add("1/5").add("1/6");
    shelf.put(young);
    shelf.put({ ...young, thingId: 6, name: "Desk" });
    const forms = ["Lamp", "Desk"].map((name) => ({
      wanted: { shelfId: 1, name },
      sent: { at: SINCE, notIt: [] },
      times: 1,
      until: Infinity,
    }));
    const listed = await listForForms(shelf.kind, forms, stateOf());
    expect([...listed.keys()]).toEqual(["1/5", "1/6"]);
  });
});

describe("Recording something as pending", () => {
  const said = listening();
  const inputs = { shelfId: 1, name: "Lamp", __owner: OWN, __provider: "code" };
  const recorded = (shelf: Shelf, fields: Bag = {}, trouble?: unknown) =>
    recordPending(shelf.kind, { ...inputs, ...fields }, { sends: [{ at: SINCE, notIt: ["1/9"] }], trouble });
  const accepted = { waitFor: "accepted" };
  const confirmedNot = (where: string): string =>
    `Thing "Lamp": the service accepted it, but ${where}. It is recorded as pending; the next run continues from there.`;

  it("says that nobody knows whether it was made, where the answer was lost", async () => {
    const shelf = Shelf.later();
    const lost = {
      sends: [{ at: SINCE, notIt: [] }] as const,
      lostAnswer: new Error("The answer was lost."),
    };
    const recording = (more: object) =>
      recordPending(shelf.kind, { ...inputs, ...accepted }, { ...lost, ...more });
    const end = 'Thing "Lamp" is recorded as pending: the next run looks for it before it sends it again.';
    await expect(recording({})).rejects.toMatchObject({ message: `The answer was lost. ${end}` });
    await expect(recording({ trouble: new Error("There are two.") })).rejects.toMatchObject({
      message: `The answer was lost. There are two. ${end}`,
    });
    const [send] = lost.sends;
    const first = "That error is about the first send. It was then sent again";
    const asked = "the lock had been asked what it holds, and no list showed it.";
    await expect(
      recording({ sends: [send, send], trouble: new Error("There are two.") }),
    ).rejects.toMatchObject({
      message: `The answer was lost. ${first} once, after ${asked} There are two. ${end}`,
    });
    await expect(recording({ sends: [send, send, send] })).rejects.toMatchObject({
      message: `The answer was lost. ${first} 2 times, each time after ${asked} ${end}`,
    });
  });

  it("names what may be it, and what to do about that", async () => {
    const shelf = Shelf.later();
    const recording = (mayBe: { since: string; older: string }) =>
      recordPending(shelf.kind, { ...inputs, ...accepted }, { sends: [{ at: SINCE, notIt: [] }], mayBe });
    await recording({ since: "", older: "Thing 3" });
    expect(said().at(-1)).toContain(
      "that may be it: Thing 3. The next run looks again, and says what to do.",
    );
    await recording({ since: "Thing 4", older: "Thing 3" });
    expect(said().at(-1)).toContain(
      "may be what was sent, under another name: Thing 4. Something equal is there, but dated before it was sent. If a clock is wrong, that may be " +
        "it: Thing 3. This is uncertain. Delete by hand whatever is not wanted.",
    );
  });

  it("keeps what is known of it under a handle of its own", async () => {
    const { id, outs } = await recorded(Shelf.later(), accepted);
    expect(id).toMatch(/^1\/pending-[0-9a-f]{16}$/);
    expect(outs).toEqual({
      shelfId: 1,
      name: "Lamp",
      __notIt: ["1/9"],
      waitFor: "accepted",
      pending: { since: iso(SINCE) },
      __account: 7,
      __declared: ["shelfId", "name", "waitFor"],
      __owner: OWN,
      __version: 2,
    });
    expect((await recorded(Shelf.later(), accepted)).id).not.toBe(id);
  });

  it("takes the handle alone where the id has one part", async () => {
    const shelf = Shelf.later({ id: { thingId: Number } });
    expect((await recorded(shelf, accepted)).id).toMatch(/^pending-[0-9a-f]{16}$/);
  });

  it.each([
    ["a device that is there", true, { name: "Shelf one", online: true }, "Shelf one has not confirmed it"],
    ["an offline device", true, offline, "Shelf one has not confirmed it, because it is offline"],
    ["an unknown device", true, undefined, "the service has not confirmed it"],
    ["no device", false, undefined, "the service has not confirmed it"],
  ])("warns or fails with %s", async (_words, hasHost, host, where) => {
    const shelf = Shelf.later({}, hasHost);
    shelf.host = host;
    await recorded(shelf, accepted);
    expect(said()).toEqual([`Warning: ${confirmedNot(where)}\n`]);
    const failure: unknown = await recorded(shelf).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(IncompleteError);
    expect(failure).toMatchObject({
      message: confirmedNot(where),
      properties: { name: "Lamp", pending: { since: iso(SINCE) }, __provider: "code" },
    });
    expect(said()).toHaveLength(1);
  });

  it.each([
    ["an error", new Error("The list broke off."), " The list broke off."],
    ["something else", "broken", ""],
  ])("tells what kept it from being seen, if that is %s", async (_words, trouble, words) => {
    await expect(recorded(Shelf.later(), {}, trouble)).rejects.toThrow(
      new Error(confirmedNot("Shelf one has not confirmed it") + words),
    );
  });

  it("loses nothing where the device cannot be asked for", async () => {
    const shelf = Shelf.later();
    const { device } = shelf.kind.spec.parent ?? {};
    Object.assign(device ?? {}, { find: () => Promise.reject(failures.lost) });
    await recorded(shelf, accepted);
    expect(said()).toEqual([`Warning: ${confirmedNot("the service has not confirmed it")}\n`]);
  });
});

describe("Reading", () => {
  const reading = (shelf: Shelf, state: Bag, id = "1/5") => read(shelf.kind, id, state);
  const kept = { shelfId: 1, name: "Lamp", __declared: ["shelfId", "name"], __owner: OWN };

  it("shows what the service holds, with the inputs that were declared", async () => {
    const shelf = new Shelf();
    shelf.put({ name: "Desk", size: 3 });
    expect(await reading(shelf, { ...kept, __madeAt: "then" })).toEqual({
      id: "1/5",
      props: {
        shelfId: 1,
        thingId: 5,
        name: "Desk",
        size: 3,
        __account: 7,
        __declared: ["shelfId", "name"],
        __madeAt: "then",
        __owner: OWN,
        __version: 2,
      },
      inputs: { shelfId: 1, name: "Desk", __owner: OWN },
    });
  });

  it("shows what a pending one has become", async () => {
    const shelf = Shelf.later();
    shelf.put(young);
    expect(await reading(shelf, stateOf(), HANDLE)).toMatchObject({ id: "1/5", props: { thingId: 5 } });
    expect(await reading(shelf, stateOf())).toMatchObject({ id: "1/5", props: { thingId: 5 } });
  });

  it("leaves a pending one as it is as long as it is nothing", async () => {
    const state = stateOf();
    expect(await reading(Shelf.later(), state, HANDLE)).toEqual({ id: HANDLE, props: state });
    expect(await reading(Shelf.later(), state)).toEqual({ id: "1/5", props: state });
  });

  it("fails where only the handle tells that it is pending", async () => {
    await expect(reading(Shelf.later(), kept, HANDLE)).rejects.toThrow("does not say since when");
  });

  it("leaves a young one as it is that the list lacks", async () => {
    const shelf = new Shelf();
    const state = { ...kept, creationDate: iso(shelf.clock.now()) };
    expect(await reading(shelf, state)).toEqual({ id: "1/5", props: state });
  });

  it("tells that one is gone", async () => {
    expect(await reading(new Shelf(), kept)).toEqual({});
  });

  it("leaves one as it is that is gone and that nobody misses", async () => {
    const notMissed: ResourceSpec["notMissed"] = (_state, _time, goneWith) =>
      goneWith === undefined ? "its time is over" : undefined;
    expect(await reading(new Shelf({ notMissed }), kept)).toEqual({ id: "1/5", props: kept });
  });

  it("fails where a program looks for one that is not there", async () => {
    await expect(reading(new Shelf(), { __get: true })).rejects.toThrow(
      new Error(
        "Thing.get: the service has no Thing with the id 1/5. Check the id, and whether the token belongs to the right account.",
      ),
    );
  });

  it.each([
    ["of a program's resource", { __owner: OWN }, true],
    ["of what a program looks for", { __get: true }, true],
    ["of what is imported", {}, false],
    ["of what is imported and has it already", { pin: 1111 }, true],
  ])("shows a secret %s: %j %s", async (_words, state, isShown) => {
    const shelf = new Shelf();
    shelf.put({ pin: 1111, size: 3 });
    const { props } = await reading(shelf, state);
    expect(props).toMatchObject({ name: "Lamp", size: 3, ...(isShown && { pin: 1111 }) });
    expect(Object.hasOwn(props ?? {}, "pin")).toBe(isShown);
  });
});

describe("Updating", () => {
  const said = listening();
  const news = { shelfId: 1, name: "Lamp", size: 4, settleTimeout: 2, __owner: OWN };
  const updated = (shelf: Shelf, olds: Bag, fields: Bag = {}, id = "1/5") =>
    update(shelf.kind, id, olds, { ...news, ...fields });

  it("sets what is declared, and keeps the live values of what is ignored", async () => {
    const shelf = new Shelf();
    shelf.put({ size: 3, note: "theirs" });
    const { outs } = await updated(
      shelf,
      { ...news, __madeAt: "then" },
      { note: "ours", __ignore: ["note"] },
    );
    expect(outs).toMatchObject({ size: 4, note: "theirs", __madeAt: "then", __account: 7 });
    expect(shelf.writes).toEqual(["update 1/5 size"]);
    expect(shelf.things.get("1/5")).toMatchObject({ size: 4, note: "theirs" });
  });

  it("sends what the service never shows, where the state has another value", async () => {
    const shelf = new Shelf({ fields: { note: { isWriteOnly: true } } });
    shelf.put({ size: 4 });
    await updated(shelf, { ...news, note: "old" }, { note: "new" });
    expect(shelf.writes).toEqual(["update 1/5 note"]);
  });

  it("names every twin of what was pending, also one that is older", async () => {
    const shelf = Shelf.later();
    shelf.put({ ...young, thingId: 5, size: 4 });
    shelf.put({ made: iso(SINCE - 60_000), thingId: 6 });
    shelf.put({ made: iso(SINCE + 60_000), thingId: 7 });
    await updated(shelf, stateOf(), {}, HANDLE);
    const twin = (id: string): string =>
      `Warning: Thing "Lamp" on Shelf one (id 1/5) has a twin: another Thing with the same name (id ${id}). Unless this run deletes that one, ` +
      "delete or rename one of them.\n";
    expect(said().slice(1)).toEqual([twin("1/6"), twin("1/7")]);
  });

  it("answers for the object, with its former owner", async () => {
    const shelf = new Shelf();
    shelf.put();
    const { claims } = shelf.session;
    claims.checked(OWN);
    await updated(shelf, { ...news, __owner: OTHER });
    expect([claims.owns("Thing 1/5", OWN), claims.owns("Thing 1/5", OTHER)]).toEqual([true, true]);
  });

  it.each([
    ["gone", {}, "Preview again to see what became of it."],
    [
      "not there yet",
      { creationDate: "2030-01-01T12:00:00.000Z" },
      "It was created only minutes ago, so the list may be late. Run again after 2030-01-01T12:10:00Z.",
    ],
  ])("fails where the object is %s", async (_words, state, next) => {
    await expect(updated(new Shelf(), { ...news, ...state })).rejects.toThrow(
      new Error(`Thing "Lamp" (id 1/5) is not in the service's list, so it was not updated. ${next}`),
    );
  });

  it.each([HANDLE, "1/5"])(
    "takes what a pending one has become, and forgets that it was sent (%s)",
    async (id) => {
      const shelf = Shelf.later({ duplicates });
      shelf.put({ ...young, size: 4 });
      await intentOf(shelf).write();
      expect((await updated(shelf, stateOf(), {}, id)).outs).toMatchObject({ thingId: 5, size: 4 });
      expect({ writes: shelf.writes, syncs: shelf.syncs, notes: shelf.notes.size }).toEqual({
        writes: [],
        syncs: [],
        notes: 0,
      });
    },
  );

  it("fails where only the handle tells that it is pending", async () => {
    await expect(updated(Shelf.later(), news, {}, HANDLE)).rejects.toThrow("does not say since when");
  });

  it("sends a pending one to no device that is gone", async () => {
    const shelf = Shelf.later({ parent: goneShelf });
    await expect(updated(shelf, stateOf(), {}, HANDLE)).rejects.toThrow(
      new Error(
        'Thing "Lamp" is still pending, and its shelf is not in the account: it was not sent again. If the shelf has left the ' +
          "account, take it out of the program; otherwise run again later.",
      ),
    );
    expect([shelf.writes, shelf.syncs]).toEqual([[], []]);
  });

  it("fails where a pending one waits for an offline device", async () => {
    const shelf = Shelf.later();
    shelf.host = offline;
    await expect(updated(shelf, stateOf(), {}, HANDLE)).rejects.toThrow(
      new Error('Thing "Lamp" is still pending: Shelf one is offline. Run again when it is back.'),
    );
  });

  it("takes what arrives when the device is asked, and forgets that it was sent", async () => {
    const shelf = Shelf.later({ duplicates });
    shelf.onSync = () => shelf.put({ ...young, size: 4 });
    await intentOf(shelf).write();
    expect((await updated(shelf, stateOf(), {}, HANDLE)).outs).toMatchObject({ thingId: 5 });
    expect({ writes: shelf.writes, notes: shelf.notes.size }).toEqual({ writes: [], notes: 0 });
  });

  it.each([true, false])(
    "sends a pending one again that turned out to be nothing (device %s)",
    async (hasHost) => {
      const shelf = Shelf.later({ duplicates }, hasHost);
      shelf.put({ thingId: 4, made: iso(SINCE - 60_000), size: 4 });
      await intentOf(shelf).write();
      const state = stateOf({ __notIt: ["1/4"] });
      expect((await updated(shelf, state, {}, HANDLE)).outs).toMatchObject({ thingId: 5, size: 4 });
      expect({ writes: shelf.writes, notes: shelf.notes.size }).toEqual({
        writes: ["create Lamp"],
        notes: 0,
      });
    },
  );

  it("fails where what was sent again is not confirmed either", async () => {
    const shelf = Shelf.later();
    shelf.onCreate = () => undefined;
    await expect(updated(shelf, stateOf(), {}, HANDLE)).rejects.toThrow(
      new Error(
        'Thing "Lamp" on Shelf one is still pending: it was sent again and has not been confirmed. Run again later.',
      ),
    );
    expect(shelf.writes).toEqual(["create Lamp"]);
  });

  it("fails where somebody else was faster than what was sent again", async () => {
    const shelf = Shelf.later();
    shelf.onCreate = () => {
      shelf.put({ size: 4 });
      throw failures.conflict;
    };
    await expect(updated(shelf, stateOf(), {}, HANDLE)).rejects.toThrow(
      'Thing "Lamp" is still pending: another one with the same name has just appeared. Run again.',
    );
  });

  it("does not take an older one for what was sent again", async () => {
    const shelf = Shelf.later();
    shelf.put({ thingId: 4, made: iso(SINCE - 60_000) });
    shelf.onCreate = () => undefined;
    await expect(updated(shelf, stateOf({ __notIt: ["1/4"] }), {}, HANDLE)).rejects.toThrow(
      "it was sent again and has not been confirmed",
    );
  });
});
