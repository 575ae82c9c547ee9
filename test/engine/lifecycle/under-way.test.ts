import type { Bag } from "../../../provider/engine/values/bag";
import { create } from "../../../provider/engine/lifecycle/create";
import { diff } from "../../../provider/engine/lifecycle/diff";
import type { IncompleteError } from "../../../provider/engine/values/outputs";
import { read } from "../../../provider/engine/lifecycle/read";
import {
  leftAsSent,
  leftByFailure,
  leftUnderWay,
  type UnderWay,
  underWayNow,
} from "../../../provider/engine/pending/left-by-update";
import { update } from "../../../provider/engine/lifecycle/update";
import { failures, listening, Shelf, type Thing } from "../shelf";

/** A kind whose objects name the operation in progress, in their note. */
function working(thing: Partial<Thing> = {}): Shelf {
  const shelf = Shelf.later();
  const operation = ({ note }: Thing): string | undefined => note;
  Object.assign(shelf.kind.spec, { asynchronous: { ...shelf.asynchronous(), operation } });
  shelf.put({ busy: true, note: "op-1", ...thing });
  return shelf;
}

describe("What an earlier run left in progress", () => {
  const heard = listening();
  const declared = { shelfId: 1, name: "Lamp", settleTimeout: 2 };
  const underWay = (shelf: Shelf, mark?: unknown): Promise<UnderWay> => {
    const state = mark === undefined ? {} : { __underWay: mark };
    return underWayNow(shelf.kind, "1/5", state, shelf.things.get("1/5") ?? {});
  };

  it.each([
    ["the same operation", "op-1", {}, true],
    ["another operation", "op-2", {}, false],
    ["any operation, since nobody could tell which", "any", {}, true],
    ["nothing by now", "op-1", { busy: false }, false],
    ["something that nobody recorded", undefined, {}, false],
    ["something else, which somebody has edited", 7, {}, false],
  ])("is %s", async (_what, recorded, thing, expected) => {
    const mark = expected ? { __underWay: "op-1" } : {};
    expect(await underWay(working(thing), recorded)).toMatchObject({ isSeen: expected, mark });
  });

  it.each([
    ["over only where a read by id says so", { busy: false, note: "" }, { isSeen: false, mark: {} }],
    ["in progress where a read by id says so", {}, { isSeen: true, mark: { __underWay: "op-1" } }],
    ["remembered where nobody can tell", undefined, { isSeen: false, mark: { __underWay: "op-1" } }],
  ])("is %s, although a list shows nothing of it", async (_what, read, expected) => {
    const shelf = working({ busy: false });
    const get = (): object | undefined =>
      read && { shelfId: 1, thingId: 5, busy: true, note: "op-1", ...read };
    Object.assign(shelf.kind.spec, { get: () => Promise.resolve(get()) });
    const found = await underWay(shelf, "op-1");
    expect(found).toMatchObject(expected);
    expect(found.live).toEqual(get() ?? shelf.things.get("1/5"));
  });

  it("is compared as a read by id shows it, although a list shows what is declared", async () => {
    const shelf = working({ busy: false, size: 1 });
    const get = (): object => ({ ...shelf.things.get("1/5"), size: 3 });
    Object.assign(shelf.kind.spec, { get: () => Promise.resolve(get()) });
    const olds = { ...declared, thingId: 5, size: 1, __underWay: "op-1" };
    const news = { ...declared, size: 1 };
    expect((await diff(shelf.kind, "1/5", olds, news)).changes).toBe(true);
    expect(heard().join("")).toContain("size is 3, declared 1");
    expect((await read(shelf.kind, "1/5", olds)).props).toMatchObject({ size: 3 });
    await update(shelf.kind, "1/5", olds, news).catch(() => undefined);
    expect(shelf.writes).toEqual(["update 1/5 size"]);
  });

  it("is recorded as over by one update that sends nothing, and says so", async () => {
    const shelf = working({ busy: false, size: 1 });
    const olds = { ...declared, thingId: 5, size: 1, __underWay: "op-1" };
    const news = { ...declared, size: 1 };
    expect((await diff(shelf.kind, "1/5", olds, news)).changes).toBe(true);
    expect(heard().join("")).toContain("the change that an earlier run sent has ended");
    const { outs } = await update(shelf.kind, "1/5", olds, news);
    expect([outs["__underWay"], shelf.writes]).toEqual([undefined, []]);
    expect((await diff(shelf.kind, "1/5", outs, news)).changes).toBe(false);
  });

  it.each([
    ["nothing differs", 1, 1, "; nothing is sent."],
    ["the program changes it", 1, 3, "."],
    ["somebody has changed it", 3, 3, "."],
    ["the state has other values than the program and the service", 3, 1, "."],
  ])(
    "is over, and it is said whether something is sent, where %s",
    async (_what, inState, inProgram, end) => {
      const shelf = working({ busy: false, size: 1 });
      const olds = { ...declared, thingId: 5, size: inState, __underWay: "op-1" };
      await diff(shelf.kind, "1/5", olds, { ...declared, size: inProgram });
      expect(heard()).toContain(
        `Thing "Lamp": the change that an earlier run sent has ended. That will be recorded${end}\n`,
      );
    },
  );

  it("is not called over where nobody can tell, or where the object is busy with something else", async () => {
    const olds = { ...declared, thingId: 5, size: 1, __underWay: "op-1" };
    const changes = async (shelf: Shelf): Promise<boolean> =>
      (await diff(shelf.kind, "1/5", olds, { ...declared, size: 1 })).changes;
    const blind = working({ busy: false, size: 1 });
    Object.assign(blind.kind.spec, { get: () => Promise.reject(failures.trouble) });
    expect(await changes(blind)).toBe(false);
    const busy = working({ note: "op-2", size: 1 });
    busy.host = { name: "Shelf one", online: false };
    expect(await changes(busy)).toBe(false);
    expect(heard().join("")).not.toContain("is over");
    const same = working({ size: 1 });
    same.host = { name: "Shelf one", online: false };
    expect(await changes(same)).toBe(true);
  });

  it("fails an update that sends nothing, and says what the device is like", async () => {
    const shelf = working({ busy: false, size: 1 });
    shelf.host = { name: "Shelf one", online: false };
    const busy = (): object => ({ ...shelf.things.get("1/5"), busy: true });
    let asked = 0;
    Object.assign(shelf.kind.spec, { get: () => Promise.resolve(busy()) });
    const olds = { ...declared, thingId: 5, size: 1, __underWay: "op-1" };
    const news = { ...declared, size: 1 };
    await expect(update(shelf.kind, "1/5", olds, news)).rejects.toThrow(
      "is still under way, and Shelf one is offline, so its outcome is not known",
    );
    // It happens while the update looks.
    const then = (): object => ({ ...shelf.things.get("1/5"), size: asked++ === 0 ? 1 : 3 });
    Object.assign(shelf.kind.spec, { get: () => Promise.resolve(then()) });
    await expect(update(shelf.kind, "1/5", olds, news)).rejects.toThrow(
      new Error(
        'Thing "Lamp" (id 1/5): it has just changed, perhaps through what was sent earlier, so it is not as declared. Run again.',
      ),
    );
    expect(shelf.writes).toEqual([]);
  });

  it("is undone by an update that waited for it, although the list shows what is declared", async () => {
    const shelf = working({ busy: false, size: 1 });
    let asked = 0;
    const then = (): object => ({
      ...shelf.things.get("1/5"),
      ...(asked++ === 0 ? { busy: true } : { size: 3 }),
    });
    Object.assign(shelf.kind.spec, { get: () => Promise.resolve(then()) });
    const olds = { ...declared, thingId: 5, size: 1, __underWay: "op-1" };
    const { outs } = await update(shelf.kind, "1/5", olds, { ...declared, size: 1 });
    expect(shelf.writes).toEqual(["update 1/5 size"]);
    expect(outs["size"]).toBe(1);
  });

  it("is over with what the read showed that ended it, of ignored fields as well", async () => {
    const shelf = working({ busy: false, size: 1 });
    let asked = 0;
    const get = (): object => ({ ...shelf.things.get("1/5"), size: asked++ === 0 ? 1 : 3 });
    Object.assign(shelf.kind.spec, { get: () => Promise.resolve(get()) });
    const news = { ...declared, size: 1, __ignore: ["size"] };
    const olds = { ...news, thingId: 5, __underWay: "op-1" };
    const { outs } = await update(shelf.kind, "1/5", olds, news);
    expect([outs["size"], outs["__underWay"], shelf.writes]).toEqual([3, undefined, []]);
  });

  it.each([
    ["a device that is there", true, { name: "Shelf one", online: true }],
    ["a device that nobody knows", true, undefined],
    ["no device", false, undefined],
  ])(
    "fails an update that sends nothing, with %s, and says no more than that",
    async (_what, hasHost, host) => {
      const shelf = Shelf.later({}, hasHost);
      shelf.host = host;
      shelf.put({ size: 1, note: "x" });
      let asked = 0;
      const get = (): object => ({ ...shelf.things.get("1/5"), busy: asked++ > 0 });
      Object.assign(shelf.kind.spec, { get: () => Promise.resolve(get()) });
      const news = { ...declared, size: 1 };
      await expect(
        update(shelf.kind, "1/5", { ...news, thingId: 5, __underWay: "any" }, news),
      ).rejects.toThrow(
        new Error(
          'Thing "Lamp" (id 1/5): a change sent earlier is still under way, so its outcome is not known. ' +
            "Run again when it has ended.",
        ),
      );
    },
  );

  it("sends what differs, and nothing else, where it cannot be read by id", async () => {
    const shelf = working({ busy: false, size: 1 });
    Object.assign(shelf.kind.spec, { get: () => Promise.reject(failures.trouble) });
    const olds = { ...declared, thingId: 5, size: 1, __underWay: "op-1" };
    await update(shelf.kind, "1/5", olds, { ...declared, size: 3 });
    expect(shelf.writes).toEqual(["update 1/5 size"]);
  });

  it("goes on from a read by id where a late list differs", async () => {
    const shelf = working({ busy: false, size: 1 });
    Object.assign(shelf.kind.spec, { get: () => Promise.resolve({ ...shelf.things.get("1/5"), size: 3 }) });
    const olds = { ...declared, thingId: 5, size: 1, __underWay: "op-1" };
    const { outs } = await update(shelf.kind, "1/5", olds, { ...declared, size: 3 });
    expect([outs["size"], shelf.writes]).toEqual([3, []]);
  });

  it("stays recorded by an update that sends nothing, where nobody can tell", async () => {
    const shelf = working({ busy: false, size: 1 });
    Object.assign(shelf.kind.spec, { get: () => Promise.reject(failures.trouble) });
    const olds = { ...declared, thingId: 5, size: 1, __underWay: "op-1" };
    const { outs } = await update(shelf.kind, "1/5", olds, { ...declared, size: 1 });
    expect([outs["__underWay"], shelf.writes]).toEqual(["op-1", []]);
  });

  it("is recorded while the object is busy", () => {
    const { kind } = working();
    const busy: Partial<Thing> = { busy: true, note: "op-1" };
    const attempt = { mayHappen: true };
    expect(leftUnderWay(kind, busy, attempt, {})).toEqual({ __underWay: "op-1" });
    expect(leftUnderWay(kind, busy, { mayHappen: false }, {})).toEqual({});
    expect(leftUnderWay(kind, { busy: true }, attempt, {})).toEqual({ __underWay: "any" });
    expect(leftUnderWay(Shelf.later().kind, busy, attempt, {})).toEqual({ __underWay: "any" });
    expect(leftUnderWay(kind, { name: "Lamp" }, attempt, { name: "Lamp" })).toEqual({});
    // The list is late.
    expect(leftUnderWay(kind, { name: "Lamp" }, attempt, { name: "Sofa" })).toEqual({ __underWay: "any" });
    expect(leftUnderWay(new Shelf().kind, { name: "Lamp" }, attempt, { name: "Sofa" })).toEqual({});
  });

  it("is recorded after a failure only if something was sent, and as anything if nobody can tell", async () => {
    const left = (shelf: Shelf, mayHappen: boolean): Promise<Bag> =>
      leftByFailure(shelf.kind, "1/5", { mayHappen }, { name: "Lamp" });
    expect(await left(working(), true)).toEqual({ __underWay: "op-1" });
    expect(await left(working(), false)).toEqual({});
    expect(await left(working({ busy: false }), true)).toEqual({});
    expect(await left(working().empty(), true)).toEqual({ __underWay: "any" });
    expect(await left(new Shelf(), true)).toEqual({});
    const blind = working();
    blind.beforeList = () => {
      throw failures.trouble;
    };
    expect(await left(blind, true)).toEqual({ __underWay: "any" });
  });

  it("is recorded with what was created, where the change after that is not confirmed", async () => {
    const shelf = working().empty();
    Object.assign(shelf.kind.spec, {
      fields: { pin: { isSecret: true }, size: { isSetAfterCreation: true } },
    });
    shelf.onCreate = () => shelf.put({ size: 1 });
    shelf.onUpdate = (live) => {
      shelf.put({ ...live, busy: true, note: "op-2" });
      return undefined;
    };
    const failure = (await create(shelf.kind, { ...declared, size: 3 }).catch(
      (error: unknown) => error,
    )) as IncompleteError;
    expect(failure.properties).toMatchObject({ thingId: 5, __underWay: "op-2" });
  });

  it("is not recorded with what was created, where the change after that is refused", async () => {
    const shelf = working().empty();
    Object.assign(shelf.kind.spec, {
      fields: { pin: { isSecret: true }, size: { isSetAfterCreation: true } },
    });
    shelf.onCreate = () => shelf.put({ size: 1 });
    shelf.onUpdate = () => {
      throw failures.forbidden;
    };
    const failure = (await create(shelf.kind, { ...declared, size: 3 }).catch(
      (error: unknown) => error,
    )) as IncompleteError;
    expect(failure.properties).toMatchObject({ thingId: 5 });
    expect(failure.properties).not.toHaveProperty("__underWay");
  });

  it("is forgotten by an update that is confirmed", async () => {
    const shelf = working({ busy: false, size: 1 });
    const olds = { ...declared, thingId: 5, size: 1, __underWay: "op-1" };
    const { outs } = await update(shelf.kind, "1/5", olds, { ...declared, size: 3 });
    expect(outs).not.toHaveProperty("__underWay");
  });
});

describe("An update of a pending one that is not confirmed either", () => {
  listening();

  it("says what may be it, and why nobody has seen it", async () => {
    const shelf = Shelf.later({ fields: { name: { isAlterable: true } } });
    const since = new Date(shelf.clock.now()).toISOString();
    const inputs = { shelfId: 1, name: "Lamp", settleTimeout: 2, __owner: "own" };
    const olds = { ...inputs, pending: { since }, __declared: ["shelfId", "name"] };
    shelf.onCreate = () => {
      shelf.put({ thingId: 8, name: "Other one" });
      shelf.put({ thingId: 9, name: "Other two" });
      return undefined;
    };
    await expect(update(shelf.kind, "1/pending-1", olds, inputs)).rejects.toThrow(
      /sent again and has not been confirmed\. Something new has appeared there since then, and may be what was sent, under another name: .*1\/8.*1\/9/,
    );
  });

  it("says why nobody has seen it", async () => {
    const shelf = Shelf.later();
    const since = new Date(shelf.clock.now()).toISOString();
    const inputs = { shelfId: 1, name: "Lamp", settleTimeout: 2, __owner: "own" };
    const olds = { ...inputs, pending: { since }, __declared: ["shelfId", "name"] };
    shelf.onCreate = () => {
      shelf.beforeList = () => {
        throw failures.trouble;
      };
      return undefined;
    };
    await expect(update(shelf.kind, "1/pending-1", olds, inputs)).rejects.toThrow(
      /has not been confirmed\. .*trouble.* Run again later\./,
    );
  });
});

it("Values that were sent are recorded only while they may still take effect", () => {
  const shelf = Shelf.later();
  const live = shelf.put({ size: 3 });
  const left = (mayHappen: boolean) => leftAsSent(shelf.kind, live, { mayHappen }, { name: "Lamp", size: 4 });
  expect(left(true)).toEqual({ size: 4, __underWay: "any" });
  expect(left(false)).toEqual({});
});
