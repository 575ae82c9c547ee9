import { Listing } from "../../../provider/engine/lists/listing";
import * as locating from "../../../provider/engine/looking/locate";
import type { ResourceSpec } from "../../../provider/engine/kind/spec";
import { lamps, said } from "../lamps";
import type { Bag } from "../../../provider/engine/values/bag";
import { failing, failures, goneShelf, listening, parentThat, Shelf } from "../shelf";

const { isParentGone, isProvenMissing, seek } = locating;

const lamp = { lampId: 7, name: "Porch" };

/** With a state that a run has written: it names its resource. */
const locate: typeof locating.locate = (kind, id, state, wanted) =>
  locating.locate(kind, id, { __owner: "urn:pulumi:s::p::smartlock:Lamp::porch", ...state }, wanted);
const young = (): Record<string, unknown> => ({ creationDate: new Date().toISOString() });

/** In a room that exists or not. */
function inRoom(isGone: boolean): Pick<ResourceSpec, "parent"> {
  const keyFrom = ({ lampId }: Bag): string => String(lampId);
  return { parent: parentThat((key) => key === "7" && isGone, { noun: "room", keyFrom }) };
}

describe("Locating an object", () => {
  it("finds it in the list", async () => {
    const { kind, service } = lamps();
    service.lamps = [lamp];
    expect(await locate(kind, "7", {})).toEqual({ is: "there", live: lamp });
    expect(service.asked).toBe(1);
  });

  it("takes it for gone after a list without it and a read by its id that is refused", async () => {
    const { kind, service } = lamps();
    expect(await locate(kind, "7", {})).toEqual({ is: "gone" });
    expect(await locate(kind, "7", {})).toEqual({ is: "gone" });
    expect([service.asked, service.read]).toEqual([1, 1]);
  });

  it("finds it where only a read by its id shows it, and says so", async () => {
    const { kind, service } = lamps({ list: () => Promise.resolve([]) });
    service.lamps = [lamp];
    let located: unknown;
    const told = await said(async () => {
      located = await locate(kind, "7", { name: "Porch" });
    });
    expect(located).toEqual({ is: "there", live: lamp });
    expect(told).toBe(
      'Lamp "Porch" (id 7) is not in the service\'s list, but a read by its id shows it: it exists.\n',
    );
  });

  it.each([
    ["there", [lamp], 1],
    ["not there", [], 1],
  ])("refuses another account, whether it is %s or not, after one list", async (_, listed, asked) => {
    const { kind, service } = lamps();
    service.lamps = listed;
    service.account = 6;
    await expect(locate(kind, "7", { __account: 5 })).rejects.toThrow('Lamp "porch" (id 7) is in account 5');
    expect(service.asked).toBe(asked);
  });

  it.each([
    ["takes what was imported for gone if the state has its account", { __account: 5 }, { is: "gone" }],
    ["takes what a lookup shows for gone", { __get: true }, { is: "gone" }],
    [
      "does not take what was imported for gone while nobody knows its account",
      { name: "Porch" },
      {
        is: "unproven",
        why: "it was imported, and its state does not say which account it belongs to, so the token may be for another account",
      },
    ],
  ])("%s", async (_what, state, outcome) => {
    const { kind, service } = lamps();
    service.account = 5;
    const words = await said(async () => expect(await locating.locate(kind, "7", state)).toEqual(outcome));
    expect(words).toBe(
      outcome.is === "gone"
        ? ""
        : 'Warning: Lamp "Porch" (id 7): the service has no object with this id, but that proves nothing: it was imported, and its state does not ' +
            "say which account it belongs to, so the token may be for another account. It is treated as unchanged. If the token is the right one, it was " +
            "deleted: take it out of the state with `pulumi state delete`, and the next `pulumi up` makes a new one.\n",
    );
  });

  it("names what it was part of where that is gone too, and only then", async () => {
    const gone = lamps(inRoom(true));
    expect(await locate(gone.kind, "7", {})).toEqual({ is: "gone", with: "room" });
    const there = lamps(inRoom(false));
    expect(await locate(there.kind, "7", {})).toEqual({ is: "gone" });
  });

  describe("where what it was part of seems gone", () => {
    const located = (shelf: Shelf) => locate(shelf.kind, "1/5", { name: "Lamp" });

    it("finds it where a read by its own id shows it, and asks once", async () => {
      const shelf = Shelf.readById({ parent: goneShelf });
      shelf.put();
      shelf.unlisted.add("1/5");
      expect(await located(shelf)).toMatchObject({ is: "there", live: { thingId: 5 } });
      expect(await seek(shelf.kind, "1/5", {})).toMatchObject({ isListed: false });
      expect(shelf.reads).toEqual(["1/5"]);
    });

    it.each([failures.missing, failures.forbidden, failures.invalid])(
      "takes it for gone with that where such a read is refused, and asks once (%s)",
      async (refusal) => {
        const shelf = Shelf.readById({ parent: goneShelf });
        shelf.onRead = () => {
          throw refusal;
        };
        const began = shelf.clock.now();
        expect(await located(shelf)).toEqual({ is: "gone", with: "shelf" });
        expect(await located(shelf)).toEqual({ is: "gone", with: "shelf" });
        expect([shelf.reads, shelf.clock.now() - began]).toEqual([["1/5"], 0]);
      },
    );

    it("takes it to be there where such a read fails", async () => {
      const shelf = Shelf.readById({ parent: goneShelf });
      shelf.onRead = () => {
        throw failures.trouble;
      };
      expect(await located(shelf)).toMatchObject({ is: "unproven" });
    });

    it("takes it for gone with that where there is no such read", async () => {
      expect(await located(new Shelf({ parent: goneShelf }))).toEqual({ is: "gone", with: "shelf" });
    });
  });

  it("finds what one list for all still shows, whatever it was part of", async () => {
    const { kind, service } = lamps(inRoom(true));
    service.lamps = [lamp];
    expect(await locate(kind, "7", {})).toEqual({ is: "there", live: lamp });
  });

  it("asks for no list of something that is gone", async () => {
    const gone = lamps({ ...inRoom(true), byParent: "only" });
    expect(await locate(gone.kind, "7", {})).toEqual({ is: "gone", with: "room" });
    expect(await locate(gone.kind, "7", young())).toEqual({ is: "gone", with: "room" });
    expect(gone.service.asked).toBe(0);
    const there = lamps({ ...inRoom(false), byParent: "only" });
    expect(await locate(there.kind, "7", {})).toEqual({ is: "gone" });
    expect(there.service.asked).toBe(1);
    const roomless = lamps({ byParent: "only" });
    roomless.service.lamps = [lamp];
    expect(await locate(roomless.kind, "7", {})).toEqual({ is: "there", live: lamp });
  });

  it("asks once about what it was part of, where that has a list of its own", async () => {
    const isMissing = jest.fn().mockResolvedValue(false);
    const { kind } = lamps({
      byParent: "only",
      parent: parentThat(isMissing, { noun: "room", keyFrom: () => "7" }),
    });
    await locate(kind, "7", {});
    expect(isMissing).toHaveBeenCalledTimes(1);
  });
});

describe("What an object is part of", () => {
  it("is never gone where there is no such thing", async () => {
    const { kind } = lamps();
    expect(await isParentGone(kind, { lampId: 7 }, { __account: 5 })).toBe(false);
  });

  it("is never gone where the fields do not say what it is", async () => {
    const { kind } = lamps({ parent: parentThat(() => true, { keyFrom: () => undefined }) });
    expect(await isParentGone(kind, { lampId: 7 }, {})).toBe(false);
  });

  it("is gone only for the account of the state", async () => {
    const { kind, service } = lamps({
      ...inRoom(true),
      id: { lampId: Number, part: String },
    });
    service.account = 5;
    const parts = { lampId: 7, part: "bulb" };
    expect(await isParentGone(kind, parts, { __account: 5 })).toBe(true);
    await expect(isParentGone(kind, parts, { __account: 6 })).rejects.toThrow(
      "Lamp (id 7/bulb) is in account 6",
    );
    expect(await isParentGone(kind, { lampId: 8, part: "bulb" }, { __account: 6 })).toBe(false);
  });
});

describe("Locating what is young", () => {
  const heard = listening();
  const located = (shelf: Shelf) =>
    locate(shelf.kind, "1/5", {
      name: "Lamp",
      creationDate: new Date(shelf.clock.now()).toISOString(),
    });

  it("takes it for gone if a read by its id is refused twice, five seconds apart", async () => {
    const shelf = Shelf.readById();
    const start = shelf.clock.now();
    expect(await located(shelf)).toEqual({ is: "gone" });
    expect([shelf.lists, shelf.reads, shelf.clock.now() - start]).toEqual([2, ["1/5", "1/5"], 5_000]);
    expect(heard()).toEqual([]);
  });

  it("waits once for all of them", async () => {
    const shelf = Shelf.readById();
    const start = shelf.clock.now();
    await located(shelf);
    const creationDate = new Date(start).toISOString();
    expect(await locate(shelf.kind, "1/6", { creationDate })).toEqual({ is: "gone" });
    expect([shelf.lists, shelf.clock.now() - start]).toEqual([2, 5_000]);
  });

  it("finds it where the second list shows it", async () => {
    const shelf = Shelf.readById();
    shelf.beforeList = (count) => count === 2 && shelf.put();
    expect(await located(shelf)).toMatchObject({ is: "there", live: { thingId: 5 } });
  });

  it("finds it where the second read by its id shows it", async () => {
    const shelf = Shelf.readById();
    shelf.unlisted.add("1/5");
    shelf.beforeList = (count) => count === 2 && shelf.put();
    expect(await located(shelf)).toMatchObject({ is: "there", live: { thingId: 5 } });
  });

  it("takes it to be there where the second look fails", async () => {
    const shelf = Shelf.readById();
    shelf.beforeList = (count) => {
      if (count === 2) {
        throw failures.trouble;
      }
    };
    expect(await located(shelf)).toMatchObject({ is: "unproven" });
    expect(heard().join("")).toContain("but that proves nothing: things.write failed");
  });

  it("takes it for gone where another request proves it", async () => {
    const shelf = new Shelf({ witness: () => Promise.reject(failures.missing) });
    expect(await located(shelf)).toEqual({ is: "gone" });
  });

  it("takes it to be there where only lists tell, and says until when", async () => {
    const shelf = new Shelf();
    expect(await located(shelf)).toEqual({ is: "not yet", until: "2030-01-01T12:10:00Z" });
    expect(heard()).toEqual([
      'Warning: Thing "Lamp" (id 1/5) was created only minutes ago and the service does not show it. Lists may be late, and the service ' +
        "cannot be asked for it by its id, so it counts as existing. Run again after 2030-01-01T12:10:00Z: if it is still missing " +
        "then, it counts as deleted.\n",
    ]);
  });
});

describe("Locating what nobody can tell of", () => {
  const WHY = "things.write failed (thing): trouble. Tried 2 times";
  const heard = listening();
  const trouble = (): never => {
    throw failures.trouble;
  };
  const located = (shelf: Shelf, state: Record<string, unknown> = {}) =>
    locate(shelf.kind, "1/5", { name: "Lamp", ...state });
  const unproven = (why: string): string =>
    `Warning: Thing "Lamp" (id 1/5) is not in the service's list, but that proves nothing: ${why}. It is treated as ` +
    "unchanged. Run again later.\n";

  describe("where the account of the token cannot be read", () => {
    const untold = (special: Partial<ResourceSpec> = {}): Shelf => {
      const shelf = new Shelf(special);
      shelf.session.account = () => Promise.reject(failures.trouble);
      return shelf;
    };
    const line =
      'Warning: Thing "Lamp" (id 1/5) is not in the service\'s list, but that proves nothing: the account of the token could not be ' +
      `read: ${WHY}. It is treated as unchanged. Run again later.\n`;
    const state = { shelfId: 1, name: "Lamp", __account: 7 };
    const unproven = { is: "unproven", why: `the account of the token could not be read: ${WHY}` };

    it("takes it to be there, and tells why", async () => {
      expect(await locate(untold().kind, "1/5", state)).toEqual(unproven);
      expect(heard()).toEqual([line]);
    });

    it("takes it to be there also where nobody would miss it", async () => {
      const { kind } = untold({ notMissed: () => "its time is over" });
      expect(await locate(kind, "1/5", state, {})).toEqual(unproven);
    });

    it("takes it to be there also where its parent seems to be gone", async () => {
      const { kind } = untold({ parent: goneShelf });
      expect(await locate(kind, "1/5", state)).toEqual(unproven);
    });

    it("takes it to be there also where its parent lists it and seems to be gone", async () => {
      const shelf = untold({ parent: goneShelf, byParent: "only" });
      expect(await locate(shelf.kind, "1/5", state)).toEqual(unproven);
      expect(shelf.lists).toBe(0);
    });

    it("fails where its parent lists it and cannot be read either", async () => {
      const parent = parentThat(() => Promise.reject(failures.trouble));
      const { kind } = untold({ parent, byParent: "only" });
      await expect(locate(kind, "1/5", state)).rejects.toBe(failures.trouble);
    });

    it("takes what is young to be there where only the note of its delete needs the account", async () => {
      const { kind, session } = untold();
      const creationDate = new Date(session.clock.now()).toISOString();
      expect(await locate(kind, "1/5", { shelfId: 1, name: "Lamp", creationDate })).toEqual(unproven);
    });

    it("deletes nothing", async () => {
      await expect(locating.seekToDelete(untold().kind, "1/5", state)).rejects.toBe(failures.trouble);
    });
  });

  it("takes it to be there where a read by its id fails, and tells why", async () => {
    const shelf = Object.assign(Shelf.readById(), { onRead: trouble });
    expect(await located(shelf)).toEqual({ is: "unproven", why: WHY });
    expect(heard()).toEqual([unproven(WHY)]);
  });

  it("does so although it is young", async () => {
    const shelf = Object.assign(Shelf.readById(), { onRead: trouble });
    const creationDate = new Date(shelf.clock.now()).toISOString();
    expect(await located(shelf, { creationDate })).toMatchObject({ is: "unproven" });
  });

  it("ends the reason without a second full stop, and leaves all others in it", async () => {
    const shelf = Shelf.readById();
    shelf.onRead = () => {
      throw Object.assign(Object.create(failures.trouble) as Error, { message: "Asked v1.2. No answer." });
    };
    expect(await located(shelf)).toEqual({ is: "unproven", why: "Asked v1.2. No answer" });
  });

  it("takes it to be there where what it is listed by cannot be asked for", async () => {
    const isMissing = jest.fn().mockRejectedValue(failures.trouble);
    const shelf = new Shelf({
      byParent: "only",
      parent: parentThat(isMissing, { noun: "room", keyFrom: () => "1" }),
    });
    expect(await seek(shelf.kind, "1/5", {})).toEqual({ is: "unlisted", why: WHY });
    expect(await located(shelf)).toEqual({ is: "unproven", why: WHY });
    expect(shelf.lists).toBe(0);
    isMissing.mockRejectedValue(new TypeError("a mistake"));
    await expect(located(shelf)).rejects.toThrow("a mistake");
  });

  it("asks on where what it is part of cannot be asked for, but one list shows all", async () => {
    const shelf = Shelf.readById({
      parent: parentThat(() => Promise.reject(failures.trouble), { noun: "room", keyFrom: () => "1" }),
    });
    expect(await located(shelf)).toEqual({ is: "gone" });
    expect(shelf.reads).toEqual(["1/5"]);
  });

  it("takes it to be there while something else answers for it", async () => {
    const shelf = new Shelf({ witness: () => Promise.resolve([]) });
    shelf.put({ thingId: 6, name: "Sofa" });
    expect(await located(shelf)).toEqual({ is: "unproven", why: "the service still answers for it" });
    expect(heard()).toEqual([unproven("the service still answers for it")]);
  });

  it.each([failures.forbidden, failures.invalid])(
    "takes it to be there where what answers for it is refused, and there is nothing to compare that with (%s)",
    async (refusal) => {
      const shelf = new Shelf({ witness: () => Promise.reject(refusal) });
      const why = "the service refuses to show it, and there is nothing similar to compare that answer with";
      expect(await located(shelf)).toEqual({ is: "unproven", why });
      expect(heard()).toEqual([unproven(why)]);
    },
  );

  it("finds it in a second list", async () => {
    const shelf = new Shelf();
    shelf.beforeList = (count) => count === 2 && shelf.put();
    expect(await located(shelf)).toMatchObject({ is: "there", live: { thingId: 5 } });
    expect(heard()).toEqual([]);
  });

  it("takes it to be there where the second list cannot be read", async () => {
    const shelf = new Shelf();
    shelf.beforeList = (count) => {
      if (count === 2) {
        throw failures.trouble;
      }
    };
    expect(await located(shelf)).toEqual({ is: "unproven", why: WHY });
    expect(heard()).toEqual([unproven(WHY)]);
  });

  it("fails with what is no answer of the service", async () => {
    const mistake = new TypeError("a mistake");
    const shelf = Shelf.readById();
    shelf.onRead = () => {
      throw mistake;
    };
    await expect(located(shelf)).rejects.toBe(mistake);
    await expect(isProvenMissing(shelf.kind, "1/5")).rejects.toBe(mistake);
  });

  it("proves nothing by a read that fails", async () => {
    const shelf = Object.assign(Shelf.readById(), { onRead: trouble });
    expect(await isProvenMissing(shelf.kind, "1/5")).toBe(false);
    expect(await isProvenMissing(Shelf.readById().kind, "1/5")).toBe(true);
  });

  it("takes it to be there where it is shown at one moment and not at the next", async () => {
    const shelf = Shelf.readById();
    jest.spyOn(shelf.session, "collection").mockReturnValue({
      collection: { isUnlisted: () => false, readsById: true },
      known: () => Promise.resolve(new Listing()),
      isMissing: () => Promise.resolve(false),
    } as never);
    const why = "the service shows it one moment and not the next";
    expect(await located(shelf)).toEqual({ is: "unproven", why });
    expect(heard()).toEqual([unproven(why)]);
  });

  it("takes it for gone where its id has been given to another one, and says so", async () => {
    const shelf = Shelf.readById();
    shelf.put({ made: "2030-01-01T10:00:00Z" });
    shelf.unlisted.add("1/5");
    expect(await located(shelf, { creationDate: "2029-12-31T10:00:00.000Z" })).toEqual({ is: "gone" });
    expect(heard()).toEqual([
      'Thing "Lamp" (id 1/5) is gone: the service has given its id to another object, which is left alone.\n',
    ]);
  });

  it.each([
    ["the state", "2030-01-01T10:00:00Z", undefined],
    ["the service", undefined, "2030-01-01T10:00:00Z"],
  ])(
    "takes it for the same one where %s does not tell when it was made",
    async (_words, made, creationDate) => {
      const shelf = Shelf.readById();
      shelf.put({ made });
      shelf.unlisted.add("1/5");
      expect(await located(shelf, { creationDate })).toMatchObject({ is: "there" });
    },
  );
});

describe("Locating what is gone by a refusal alone", () => {
  const heard = listening();
  const warning =
    'Warning: Thing "Lamp" (id 1/5): the service refuses to show it, and there is nothing similar to compare that answer with. It counts as deleted, which could not be confirmed.' +
    " Check in the app that it is gone.\n";
  const refusing = (refusal: Error, special: Partial<ResourceSpec> = {}): Shelf => {
    const shelf = Shelf.readById(special);
    shelf.onRead = (id) => {
      const thing = id === "1/5" ? undefined : shelf.things.get(id);
      if (thing === undefined) {
        throw refusal;
      }
      return thing;
    };
    return shelf;
  };
  const located = (shelf: Shelf, state: Record<string, unknown> = {}) =>
    locate(shelf.kind, "1/5", { name: "Lamp", ...state });

  it.each([failures.forbidden, failures.invalid])(
    "warns where there is nothing beside it, and says so once (%s)",
    async (refusal) => {
      const shelf = refusing(refusal);
      expect(await located(shelf)).toEqual({ is: "gone" });
      expect(await located(shelf)).toEqual({ is: "gone" });
      expect(heard()).toEqual([warning]);
    },
  );

  it("warns of what is young as well", async () => {
    const shelf = refusing(failures.forbidden);
    const creationDate = new Date(shelf.clock.now()).toISOString();
    expect(await located(shelf, { creationDate })).toEqual({ is: "gone" });
    expect(heard()).toEqual([warning]);
  });

  it("does not warn of what is young and is shown after all", async () => {
    const shelf = refusing(failures.forbidden);
    shelf.onRead = failing([failures.forbidden], () => shelf.put());
    const creationDate = new Date(shelf.clock.now()).toISOString();
    expect(await located(shelf, { creationDate })).toMatchObject({ is: "there" });
    expect(heard()).toEqual([]);
  });

  it("warns where a later list asks for it again, and what was beside it is gone too", async () => {
    const shelf = refusing(failures.forbidden);
    const { onRead } = shelf;
    shelf.put();
    shelf.unlisted.add("1/5");
    shelf.onRead = () => shelf.put();
    expect(await located(shelf)).toMatchObject({ is: "there" });
    expect(heard().join("")).not.toContain("Warning");
    shelf.empty();
    shelf.onRead = onRead;
    await shelf.kind.collection({ shelfId: 1 }).fresh();
    expect(await located(shelf)).toEqual({ is: "gone" });
    expect(heard()).toContain(warning);
  });

  it("says nothing where another one beside it can be read", async () => {
    const shelf = refusing(failures.forbidden);
    shelf.put({ thingId: 6, name: "Sofa" });
    expect(await located(shelf)).toEqual({ is: "gone" });
    expect(heard()).toEqual([]);
  });

  it("says nothing where what it is on is accounted for", async () => {
    const shelf = refusing(failures.forbidden, { parent: goneShelf });
    expect(await located(shelf)).toEqual({ is: "gone", with: "shelf" });
    expect(heard()).toEqual([]);
  });

  it("says nothing where the service knows no such object", async () => {
    expect(await located(refusing(failures.missing))).toEqual({ is: "gone" });
    expect(heard()).toEqual([]);
  });
});

describe("Locating what nobody would miss", () => {
  const notMissed: ResourceSpec["notMissed"] = ({ note }) =>
    note === "over" ? "its time is over" : undefined;
  const wanted = { note: "over" };

  it("takes it for gone without a proof where lists lack it", async () => {
    const shelf = Shelf.readById({ notMissed });
    expect(await locate(shelf.kind, "1/5", wanted, wanted)).toEqual({ is: "gone" });
    expect(shelf.reads).toEqual([]);
  });

  it("asks for what was set to last longer than is wanted now: it may still open the door", async () => {
    const shelf = Shelf.readById({ notMissed });
    shelf.put();
    shelf.unlisted.add("1/5");
    expect(await locate(shelf.kind, "1/5", {}, wanted)).toMatchObject({ is: "there" });
    expect(shelf.reads).toEqual(["1/5"]);
  });

  it("finds it where it is listed", async () => {
    const shelf = Shelf.readById({ notMissed });
    shelf.put();
    expect(await locate(shelf.kind, "1/5", {}, wanted)).toMatchObject({ is: "there" });
  });

  it.each<[string, object | undefined]>([
    ["it is missed as it is wanted now", { note: "on" }],
    ["nothing is wanted of it", undefined],
  ])("asks for a proof where %s", async (_words, now) => {
    const shelf = Shelf.readById({ notMissed });
    await locate(shelf.kind, "1/5", { note: "over" }, now && { ...now });
    expect(shelf.reads).toEqual(["1/5"]);
  });

  it("refuses another account all the same", async () => {
    const shelf = Shelf.readById({ notMissed });
    await expect(locate(shelf.kind, "1/5", { __account: 5 }, wanted)).rejects.toThrow("is in account 5");
  });
});
