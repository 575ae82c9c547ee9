import { Collection } from "../../../provider/engine/lists/collection";
import { View } from "../../../provider/engine/lists/view";
import type { Clock } from "../../../provider/http";

/** Waits end at once. */
const instantly: Clock = {
  now: () => 0,
  after: (_ms, run) => {
    setImmediate(run);
    return () => undefined;
  },
  sleep: () => Promise.resolve(),
};

interface Item {
  readonly id: string;
  readonly value: number;
}

/** A list that the test answers by hand. */
function byHand() {
  const asked: { answer: (items: Item[]) => void; fail: (error: Error) => void }[] = [];
  const collection = new Collection<Item>({
    clock: instantly,
    list: () => new Promise((resolve, reject) => asked.push({ answer: resolve, fail: reject })),
    keyOf: ({ id }) => id,
    holdsOthers: () => Promise.resolve(true),
  });
  return { asked, collection };
}

const a = { id: "a", value: 1 };
const b = { id: "b", value: 2 };

describe("Collection", () => {
  it("asks once, however many want to know", async () => {
    const { asked, collection } = byHand();
    const both = Promise.all([collection.known(), collection.known()]);
    asked[0]?.answer([a]);
    await both;
    expect([...(await collection.known()).values()]).toEqual([a]);
    expect(asked).toHaveLength(1);
  });

  it("lays own writes over the list", async () => {
    const { asked, collection } = byHand();
    const first = collection.known();
    asked[0]?.answer([a, b]);
    await first;
    collection.wrote({ id: "a", value: 5 });
    collection.removed("b");
    expect([...(await collection.known()).values()]).toEqual([{ id: "a", value: 5 }]);
  });

  it("keeps what was written while the list was on its way", async () => {
    const { asked, collection } = byHand();
    const first = collection.known();
    collection.wrote(b);
    asked[0]?.answer([a]);
    await first;
    expect([...(await collection.known()).keys()]).toEqual(["a", "b"]);
  });

  it("keeps what it wrote when a later list is stale", async () => {
    const { asked, collection } = byHand();
    collection.wrote(b);
    const stale = collection.fresh();
    asked[0]?.answer([a]);
    expect([...(await stale).keys()]).toEqual(["a"]);
    expect([...(await collection.known()).keys()]).toEqual(["a", "b"]);
  });

  it("believes a later list that shows what was written, with its values", async () => {
    const { asked, collection } = byHand();
    collection.wrote(b);
    const later = collection.fresh();
    asked[0]?.answer([{ id: "b", value: 9 }]);
    await later;
    expect((await collection.known()).get("b")).toEqual({ id: "b", value: 9 });
  });

  it("never answers a fresh question with a request that was sent before it", async () => {
    const { asked, collection } = byHand();
    const first = collection.fresh();
    const second = collection.fresh();
    const third = collection.fresh();
    asked[0]?.answer([]);
    await first;
    while (asked.length < 2) {
      await Promise.resolve();
    }
    asked[1]?.answer([a]);
    expect([...(await second).keys()]).toEqual(["a"]);
    expect(await third).toBe(await second);
    expect(asked).toHaveLength(2);
  });

  it("does not remember a failure, nor forget the list it had", async () => {
    const { asked, collection } = byHand();
    const failing = collection.known();
    asked[0]?.fail(new Error("no network"));
    await expect(failing).rejects.toThrow("no network");
    const again = collection.known();
    asked[1]?.answer([a]);
    await again;
    const proof = collection.fresh();
    asked[2]?.fail(new Error("no network"));
    await expect(proof).rejects.toThrow("no network");
    expect([...(await collection.known()).keys()]).toEqual(["a"]);
  });

  it("keeps what was written again while a list was on its way that shows the former write", async () => {
    const { asked, collection } = byHand();
    collection.wrote(b);
    const later = collection.fresh();
    collection.wrote({ id: "b", value: 3 });
    asked[0]?.answer([b]);
    await later;
    expect((await collection.known()).get("b")).toEqual({ id: "b", value: 3 });
  });

  it("believes a list that shows again what a list before did not show any more", async () => {
    const { asked, collection } = byHand();
    collection.removed("a");
    const without = collection.fresh();
    asked[0]?.answer([]);
    await without;
    const again = collection.fresh();
    asked[1]?.answer([a]);
    await again;
    expect([...(await collection.known()).keys()]).toEqual(["a"]);
  });

  it("finds in a second list what a first one lacked, also where something answers for it", async () => {
    const lists = [[b], [a, b]];
    const collection = new Collection<Item>({
      clock: instantly,
      list: () => Promise.resolve(lists.shift() ?? []),
      keyOf: ({ id }) => id,
      witness: () => Promise.resolve([]),
      holdsOthers: () => Promise.resolve(true),
    });
    expect(await collection.isMissing("a")).toBe(false);
    expect((await collection.known()).get("a")).toEqual(a);
  });

  it("has no other list to ask for than the whole one where the service gives out no parts", async () => {
    const { asked, collection } = byHand();
    const fresh = collection.fresh(["1"]);
    await Promise.resolve();
    asked[0]?.answer([a]);
    expect([...(await fresh).keys()]).toEqual(["a"]);
    const missing = collection.isMissing("b", "1");
    while (asked.length < 2) {
      await new Promise(setImmediate);
    }
    asked[1]?.answer([a]);
    expect(await missing).toBe(true);
  });
});

describe("What a list lacks", () => {
  /** A service that holds what the test says, and a clock that the test sets, which jumps to the end of each wait. */
  function atTimes() {
    let [now, items]: [number, readonly Item[]] = [0, []];
    const listedAt: number[] = [];
    const clock: Clock = {
      ...instantly,
      now: () => now,
      after: (ms, run) => {
        now += ms;
        return instantly.after(ms, run);
      },
    };
    const collection = new Collection<Item>({
      clock,
      list: () => {
        listedAt.push(now);
        return Promise.resolve([...items]);
      },
      keyOf: ({ id }) => id,
      holdsOthers: () => Promise.resolve(true),
    });
    const listed = async (seconds: number, ...held: Item[]): Promise<void> => {
      [now, items] = [seconds * 1_000, held];
      await collection.fresh();
    };
    return { collection, listed, listedAt };
  }

  it.each([
    ["was never listed, and a second list of five seconds later lacks it too", [[0], [5]], []],
    ["was never listed, and the second list is too early", [[0], [4.999]], [5_000]],
    ["was listed before", [[0, a], [20]], [25_000]],
    ["was listed twice before", [[0, a], [10, a], [20]], [25_000]],
    ["was listed before, and two lists since lack it", [[0, a], [20], [22]], [25_000]],
    ["was listed before, and lists of five seconds apart lack it", [[0, a], [20], [25]], []],
    ["came back between", [[0, a], [10], [12, a], [20]], [25_000]],
  ] as [string, [number, ...Item[]][], number[]][])(
    "is missing only if it %s, after lists at %j and %j",
    async (_words, lists, more) => {
      const { collection, listed, listedAt } = atTimes();
      for (const [seconds, ...held] of lists) {
        await listed(seconds, ...held);
      }
      expect(await collection.isMissing("a")).toBe(true);
      expect(listedAt).toEqual([...lists.map(([seconds]) => seconds * 1_000), ...more]);
    },
  );
});

describe("Collection in parts", () => {
  interface Grant {
    readonly id: string;
    readonly lock: string;
  }

  /** A service with two objects on each lock, which counts its requests. */
  function inParts(cheap = 2) {
    const asked: string[] = [];
    const compared: number[] = [];
    let objects: Grant[] = ["1", "2", "3", "4"].flatMap((lock) => [
      { id: `${lock}a`, lock },
      { id: `${lock}b`, lock },
    ]);
    const answer = (name: string, listed: Grant[]): Promise<Grant[]> => {
      asked.push(name);
      return Promise.resolve(listed);
    };
    const collection = new Collection<Grant>({
      clock: instantly,
      list: () => answer("all", objects),
      keyOf: ({ id }) => id,
      holdsOthers: () => Promise.resolve(true),
      parts: {
        list: (part) =>
          answer(
            part,
            objects.filter(({ lock }) => lock === part),
          ),
        of: ({ lock }) => lock,
        areCheaper: (count) => {
          compared.push(count);
          return Promise.resolve(count <= cheap);
        },
      },
    });
    return {
      asked,
      compared,
      collection,
      edit: (change: (now: Grant[]) => Grant[]) => (objects = change(objects)),
    };
  }

  it("asks for the parts that matter while they are few, and then for all, once", async () => {
    const { asked, collection } = inParts();
    await collection.known("1");
    await collection.known("1");
    await collection.known("2");
    expect(asked).toEqual(["1", "2"]);
    expect((await collection.known("3")).size).toBe(8);
    await collection.known("4");
    await collection.known();
    expect(asked).toEqual(["1", "2", "all"]);
  });

  it("asks for all at once where many parts are expected", async () => {
    const { asked, collection } = inParts();
    collection.expect(["1", "2", "3"]);
    await collection.known("1");
    expect(asked).toEqual(["all"]);
  });

  it("asks afresh for a few parts alone, also when it knows all", async () => {
    const { asked, collection, edit } = inParts();
    await collection.known();
    edit((now) => now.filter(({ id }) => id !== "1a"));
    expect([...(await collection.fresh(["1"])).keys()]).toEqual(["1b"]);
    expect(asked).toEqual(["all", "1"]);
    const known = await collection.known();
    expect(known.has("1a")).toBe(false);
    expect(known.size).toBe(7);
  });

  it("asks afresh for all where the parts are many, and gives the parts together where they are few", async () => {
    const { asked, collection } = inParts();
    expect([...(await collection.fresh(["1", "2", "2"])).keys()]).toEqual(["1a", "1b", "2a", "2b"]);
    await collection.fresh(["1", "2", "3"]);
    expect(asked).toEqual(["1", "2", "all"]);
  });

  it("proves that something is missing by a second list of its part", async () => {
    const { asked, collection } = inParts();
    expect(await collection.isMissing("1x", "1")).toBe(true);
    expect(await collection.isMissing("1y", "1")).toBe(true);
    expect(await collection.isMissing("1a", "1")).toBe(false);
    expect(asked).toEqual(["1", "1"]);
  });

  it("keeps a deletion of its own that a list of a part does not show", async () => {
    const { collection } = inParts();
    await collection.known("1");
    collection.removed("1a");
    collection.removed("2a");
    await collection.fresh(["1"]);
    await collection.fresh(["2"]);
    expect([...(await collection.known("1")).keys()].sort()).toEqual(["1b", "2b"]);
  });

  it("asks for no second list of what the first one shows", async () => {
    const { asked, collection } = inParts();
    expect(await collection.isMissing("1a", "1")).toBe(false);
    expect(asked).toEqual(["1"]);
  });

  it("proves by a second list of all where it knows all", async () => {
    const { asked, collection } = inParts();
    await collection.known();
    expect(await collection.isMissing("1x", "1")).toBe(true);
    expect(await collection.isMissing("2x", "2")).toBe(true);
    expect(asked).toEqual(["all", "all"]);
  });

  it("weighs no parts against the whole where it knows all, or where no part is named", async () => {
    const { compared, collection } = inParts();
    await collection.known();
    await collection.known("1");
    expect(compared).toEqual([]);
  });

  it("takes nothing for missing that the second list shows", async () => {
    const { collection, edit } = inParts();
    await collection.known("1");
    edit((now) => [...now, { id: "1c", lock: "1" }]);
    expect(await collection.isMissing("1c", "1")).toBe(false);
  });

  it("asks again for a second list that has failed", async () => {
    const { asked, collection, edit } = inParts();
    await collection.known("1");
    const failing: Grant[] = [];
    failing.filter = () => {
      throw new Error("no network");
    };
    let before: Grant[] = [];
    edit((now) => {
      before = now;
      return failing;
    });
    await expect(collection.isMissing("1x", "1")).rejects.toThrow("no network");
    edit(() => before);
    expect(await collection.isMissing("1x", "1")).toBe(true);
    expect(asked).toEqual(["1", "1"]);
  });

  it("believes a list of a part that shows what was written, with its values", async () => {
    const { collection, edit } = inParts();
    await collection.known("1");
    collection.wrote({ id: "9", lock: "1" });
    edit((now) => [...now, { id: "9", lock: "1" }]);
    await collection.fresh(["1"]);
    edit((now) => now.filter(({ id }) => id !== "9"));
    await collection.fresh(["1"]);
    expect((await collection.known("1")).has("9")).toBe(false);
  });

  it("is seen in part by whom one part matters to, and as a whole by others", async () => {
    const { asked, compared, collection } = inParts();
    const part = new View("Grant", collection, "1");
    const whole = new View("Grant", collection, undefined);
    expect([...(await part.known()).keys()]).toEqual(["1a", "1b"]);
    expect([...(await part.fresh()).keys()]).toEqual(["1a", "1b"]);
    expect(await part.isMissing("1x")).toBe(true);
    expect(asked).toEqual(["1", "1", "1"]);
    const comparisons = compared.length;
    expect((await whole.fresh()).size).toBe(8);
    expect([asked, compared.length]).toEqual([["1", "1", "1", "all"], comparisons]);
    part.wrote({ id: "1c", lock: "1" });
    whole.removed("1a");
    expect([...(await whole.known()).keys()].sort()).toEqual([
      "1b",
      "1c",
      "2a",
      "2b",
      "3a",
      "3b",
      "4a",
      "4b",
    ]);
  });
});
