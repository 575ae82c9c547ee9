import { Collection } from "../../provider/engine/collection";

interface Item {
  readonly id: string;
  readonly value: number;
}

/** A list whose answers the test gives by hand. */
function byHand() {
  const asked: { answer: (items: Item[]) => void; fail: (error: Error) => void }[] = [];
  const collection = new Collection<Item>(
    () => new Promise((resolve, reject) => asked.push({ answer: resolve, fail: reject })),
    (item) => item.id,
  );
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
});
