import { Patience } from "../../../provider/engine/looking/patience";
import {
  isBusy,
  settleCreated,
  settleIdle,
  settleRefused,
  settleUpdated,
} from "../../../provider/engine/looking/settle";
import { heldByOthers, awaitFreed } from "../../../provider/engine/sending/handover";
import { BusyError } from "../../../provider/http";
import { allAtOnce, type Lamp, lamps } from "../lamps";
import { parentThat } from "../shelf";

const porch: Lamp = { lampId: 7, name: "Porch", colour: "red" };
const busy: Lamp = { ...porch, busy: true };
const wanted = { name: "Porch", colour: "red" };

beforeEach(() => jest.useFakeTimers({ doNotFake: ["nextTick", "setImmediate"] }));
afterEach(() => jest.useRealTimers());

/** The outcome within a second, when the service shows these lists one after the other. */
async function within<T>(
  work: (world: ReturnType<typeof lamps>) => Promise<T>,
  ...lists: Lamp[][]
): Promise<T | "still waits"> {
  const world = lamps({
    list: () => {
      const [shown = []] = lists.length > 1 ? lists.splice(0, 1) : lists;
      return Promise.resolve(shown);
    },
  });
  const outcome = Promise.race([
    work(world),
    new Promise<"still waits">((resolve) => setTimeout(resolve, 1_000, "still waits")),
  ]);
  outcome.catch(() => undefined);
  await jest.advanceTimersByTimeAsync(1_000);
  return outcome;
}

describe("Something under way", () => {
  it("is told by the kind, and never is where the kind does all at once", () => {
    expect([isBusy(lamps().kind, busy), isBusy(lamps().kind, porch)]).toEqual([true, false]);
    expect(isBusy(allAtOnce(lamps().kind), busy)).toBe(false);
  });
});

describe("A create has settled", () => {
  const created = (
    world: ReturnType<typeof lamps>,
    before: string[] = [],
    isNew: (live: object) => boolean = () => true,
  ) => settleCreated(world.kind, wanted, new Set(before), isNew, 60_000);

  it.each<[string, Lamp[][], Lamp | "still waits"]>([
    ["once the new object is listed", [[], [porch]], porch],
    ["not while something is under way on it", [[busy]], "still waits"],
    ["not with an object of another name", [[{ ...porch, name: "Hall" }]], "still waits"],
    ["not while none is listed", [[]], "still waits"],
  ])("%s", async (_, lists, expected) => {
    expect(await within((world) => created(world), ...lists)).toBe(expected);
  });

  it("not with one that was there before, but with the one beside it", async () => {
    const second = { ...porch, lampId: 8 };
    expect(await within((world) => created(world, ["7"]), [porch])).toBe("still waits");
    expect(await within((world) => created(world, ["7"]), [porch, second])).toBe(second);
  });

  it("not with one that is too old, which no list showed before", async () => {
    const second = { ...porch, lampId: 8 };
    const isNew = (live: object): boolean => live !== porch;
    expect(await within((world) => created(world, [], isNew), [porch])).toBe("still waits");
    expect(await within((world) => created(world, [], isNew), [porch, second])).toBe(second);
  });

  it("wrongly where two were made, which a person has to mend", async () => {
    await expect(within((world) => created(world), [porch, { ...porch, lampId: 8 }])).rejects.toThrow(
      new Error(
        'Lamp "Porch": the service shows 2 new ones (ids 7, 8) where one was created. Delete all but one, then run again.',
      ),
    );
  });
});

describe("An update has settled", () => {
  it.each<[string, Lamp[][], Lamp | "still waits"]>([
    ["once the object shows what is wanted", [[{ ...porch, colour: "blue" }], [porch]], porch],
    ["not while it shows something else", [[{ ...porch, colour: "blue" }]], "still waits"],
    ["not while something is under way on it", [[busy]], "still waits"],
    ["not while it is not listed", [[]], "still waits"],
  ])("%s", async (_, lists, expected) => {
    const settled = within(
      ({ kind }) => settleUpdated(kind, { ...porch, name: "Hall" }, wanted, 60_000),
      ...lists,
    );
    expect(await settled).toBe(expected);
  });
});

describe("An object is idle", () => {
  it.each<[string, Lamp[][], { live: Lamp | undefined } | "still waits"]>([
    ["once nothing is under way on it", [[busy], [porch]], { live: porch }],
    ["when it has gone", [[busy], []], { live: undefined }],
    ["not while something is under way", [[busy]], "still waits"],
  ])("%s", async (_, lists, expected) => {
    expect(await within(({ kind }) => settleIdle(kind, "7", 60_000), ...lists)).toEqual(expected);
  });
});

describe("After a write that was refused", () => {
  const facts = {
    operation: "update",
    object: "POST /lamp",
    nextStep: "",
    attempts: 1,
    outcomeUnknown: false,
  };

  it("the object comes back when it is idle, after a pause", async () => {
    const refused = ({ session, kind }: ReturnType<typeof lamps>) =>
      settleRefused(kind, "7", new BusyError("busy", facts), new Patience(session, {}));
    expect(await within(refused, [porch])).toBe(porch);
    expect(await within(refused, [])).toBeUndefined();
    expect(await within(refused, [busy])).toBe("still waits");
  });

  it("nothing comes back where it did not become idle in time", async () => {
    const refused = ({ session, kind }: ReturnType<typeof lamps>) =>
      settleRefused(kind, "7", new BusyError("busy", facts), new Patience(session, { settleTimeout: 0.5 }));
    expect(await within(refused, [busy])).toBeUndefined();
  });

  it("pauses before the next attempt", async () => {
    const { session, kind, service } = lamps();
    service.lamps = [porch];
    let isDone = false;
    const error = new BusyError("busy", facts);
    void settleRefused(kind, "7", error, new Patience(session, {})).then(() => (isDone = true));
    await jest.advanceTimersByTimeAsync(200);
    expect(isDone).toBe(false);
    await jest.advanceTimersByTimeAsync(11);
    expect(isDone).toBe(true);
  });

  it("another error stays what it is", async () => {
    const { session, kind, service } = lamps();
    const error = new Error("no network");
    await expect(settleRefused(kind, "7", error, new Patience(session, {}))).rejects.toBe(error);
    expect(service.asked).toBe(0);
  });
});

describe("The device of an object", () => {
  it("is found by what the fields say, where the kind has one", async () => {
    const device = { name: "Hall", online: true };
    const { kind } = lamps({
      parent: parentThat(() => false, {
        keyFrom: ({ room }) => String(room),
        device: {
          find: (_reader, key) => Promise.resolve(key === "hall" ? device : undefined),
          sync: () => Promise.resolve(),
        },
      }),
    });
    expect(await kind.deviceOf({ room: "hall" })).toBe(device);
    expect(await kind.deviceOf({ room: "attic" })).toBeUndefined();
    expect(await lamps().kind.deviceOf({ room: "hall" })).toBeUndefined();
    expect(await allAtOnce(kind).deviceOf({ room: "hall" })).toBeUndefined();
  });

  it("is asked what it holds, and it is an error if nobody knows which one it is", async () => {
    const sync = jest.fn(() => Promise.resolve());
    const keyFrom = ({ room }: Readonly<Record<string, unknown>>) =>
      typeof room === "string" ? room : undefined;
    const parent = parentThat(() => false, {
      keyFrom,
      device: { find: () => Promise.resolve(undefined), sync },
    });
    const { session, kind } = lamps({ parent });
    await kind.sync({ room: "hall" });
    expect(sync.mock.calls).toEqual([[session.api, "hall"]]);
    await expect(kind.sync({ name: "Porch" })).rejects.toThrow(
      'Lamp "Porch": the state does not say which shelf it is on, so the shelf could not be asked what it holds. Import an ' +
        "earlier state, or use `pulumi state delete` to give it up.",
    );
    await lamps().kind.sync({});
  });
});

describe("A wanted identity", () => {
  const match = (id: string) => ({
    id,
    label: "",
    differences: [],
    ageMs: 0,
    recoverable: false,
    busy: false,
  });

  it("is held by another resource of this run, or by none", () => {
    const { session, kind } = lamps();
    session.claims.made("Lamp 8", "other");
    expect(heldByOthers(kind, "own", [match("7"), match("8")])).toEqual({
      ...match("8"),
      owner: "other",
    });
    expect(heldByOthers(kind, "other", [match("8")])).toBeUndefined();
    expect(heldByOthers(kind, "own", [match("7")])).toBeUndefined();
    expect(heldByOthers(kind, "own", [])).toBeUndefined();
  });

  it.each<[string, Lamp[][], boolean | "still waits"]>([
    ["free once the object has gone", [[porch], []], true],
    ["free once the object has another one", [[porch], [{ ...porch, name: "Hall" }]], true],
    ["not free while the object has it", [[porch]], "still waits"],
  ])("is %s", async (_, lists, expected) => {
    expect(await within(({ kind }) => awaitFreed(kind, {}, wanted, "7"), ...lists)).toBe(expected);
  });

  it("is not free when the time is over", async () => {
    const freed = within(({ kind }) => awaitFreed(kind, { settleTimeout: 0.5 }, wanted, "7"), [porch]);
    expect(await freed).toBe(false);
  });

  it("is free as soon as a delete under way has ended", async () => {
    const { session, kind, service } = lamps();
    let end: () => void = () => undefined;
    const leaving = session.claims.leaving("Lamp 7", new Promise((resolve) => (end = resolve)));
    const freed = awaitFreed(kind, {}, wanted, "7");
    end();
    await leaving;
    expect(await freed).toBe(true);
    expect(service.asked).toBe(0);
  });
});
