import { Collection, type Parts } from "../../../provider/engine/lists/collection";
import { Poller } from "../../../provider/engine/lists/poller";
import { systemClock } from "../../../provider/http";

interface Item {
  readonly id: string;
  readonly done: boolean;
}

function itemsOf(list: () => Promise<Item[]>, parts?: Parts<Item>): Collection<Item> {
  return new Collection<Item>({
    clock: systemClock,
    list,
    keyOf: ({ id }) => id,
    parts,
    holdsOthers: () => Promise.resolve(true),
  });
}

function polled(answer: () => Item[] | Error, underWay = 0) {
  let asked = 0;
  const collection = itemsOf(() => {
    asked += 1;
    const items = answer();
    return items instanceof Error ? Promise.reject(items) : Promise.resolve(items);
  });
  return { poller: new Poller(collection, systemClock, () => underWay), asked: () => asked };
}

describe("Poller", () => {
  beforeEach(() => jest.useFakeTimers({ doNotFake: ["nextTick", "setImmediate"] }));
  afterEach(() => jest.useRealTimers());

  it("asks once at a time for all who wait", async () => {
    let done = false;
    const { poller, asked } = polled(() => [{ id: "a", done }]);
    const find = (listed: ReadonlyMap<string, Item>) =>
      listed.get("a")?.done === true ? "found" : undefined;
    const waits = Promise.all(Array.from({ length: 50 }, () => poller.wait(find, 60_000)));
    await jest.advanceTimersByTimeAsync(1_000);
    const before = asked();
    done = true;
    await jest.advanceTimersByTimeAsync(5_000);
    expect(new Set(await waits)).toEqual(new Set(["found"]));
    expect(before).toBeLessThanOrEqual(6);
    expect(asked()).toBe(before + 1);
  });

  it("asks in growing steps", async () => {
    const { poller, asked } = polled(() => []);
    const nothing = (): string | undefined => undefined;
    const wait = poller.wait(nothing, 60_000);
    await jest.advanceTimersByTimeAsync(60_000);
    expect(await wait).toBeUndefined();
    expect(asked()).toBeLessThan(25);
  });

  it("ends every wait at its own time, with a last look", async () => {
    const { poller } = polled(() => []);
    const ended: string[] = [];
    void poller.wait(() => undefined, 500).then(() => ended.push("short"));
    void poller.wait(() => undefined, 3_000).then(() => ended.push("long"));
    await jest.advanceTimersByTimeAsync(600);
    expect(ended).toEqual(["short"]);
    await jest.advanceTimersByTimeAsync(3_000);
    expect(ended).toEqual(["short", "long"]);
  });

  it("looks once even when there is no time at all", async () => {
    const { poller } = polled(() => [{ id: "a", done: true }]);
    const wait = poller.wait((listed) => listed.get("a"), 0);
    await jest.advanceTimersByTimeAsync(0);
    expect(await wait).toEqual({ id: "a", done: true });
  });

  it("tells all who wait when the list fails, and works again after that", async () => {
    let trouble: Error | undefined = new Error("no network");
    const { poller } = polled(() => trouble ?? [{ id: "a", done: true }]);
    const failing = expect(poller.wait((listed) => listed.get("a"), 1_000)).rejects.toThrow("no network");
    await jest.advanceTimersByTimeAsync(10);
    await failing;
    trouble = undefined;
    const wait = poller.wait((listed) => listed.get("a"), 1_000);
    await jest.advanceTimersByTimeAsync(10);
    expect(await wait).toBeDefined();
  });

  it("lets one whose question fails not harm the others", async () => {
    const { poller } = polled(() => [{ id: "a", done: true }]);
    const bad = expect(
      poller.wait(() => {
        throw new Error("two of them");
      }, 1_000),
    ).rejects.toThrow("two of them");
    const good = poller.wait((listed) => listed.get("a"), 1_000);
    await jest.advanceTimersByTimeAsync(500);
    await bad;
    expect(await good).toBeDefined();
  });

  it("waits, with many, until no more come and the last one's change can have happened", async () => {
    const { poller, asked } = polled(() => [{ id: "a", done: true }]);
    for (let count = 0; count < 20; count++) {
      void poller.wait((listed) => listed.get("a"), 60_000);
      await jest.advanceTimersByTimeAsync(count < 5 ? 1 : 100);
    }
    expect(asked()).toBe(0);
    await jest.advanceTimersByTimeAsync(400);
    expect(asked()).toBe(1);
  });

  it("does not look for the first ones of many that are under way", async () => {
    const { poller, asked } = polled(() => [{ id: "a", done: true }], 100);
    void poller.wait((listed) => listed.get("a"), 60_000);
    await jest.advanceTimersByTimeAsync(1_490);
    expect(asked()).toBe(0);
    await jest.advanceTimersByTimeAsync(20);
    expect(asked()).toBe(1);
  });

  it("looks sooner when all that are under way wait", async () => {
    const { poller, asked } = polled(() => [{ id: "a", done: true }], 6);
    for (let count = 0; count < 6; count++) {
      void poller.wait((listed) => listed.get("a"), 60_000);
      await jest.advanceTimersByTimeAsync(1_000);
    }
    expect(asked()).toBe(1);
  });

  it("does not let those who come keep those who are there waiting for ever", async () => {
    const { poller, asked } = polled(() => [{ id: "a", done: true }], 100);
    for (let count = 0; count < 8; count++) {
      void poller.wait((listed) => listed.get("a"), 60_000);
      await jest.advanceTimersByTimeAsync(1_400);
    }
    expect(asked()).toBe(1);
  });

  it("looks soon for one who comes while others wait in long steps", async () => {
    const { poller, asked } = polled(() => [{ id: "a", done: true }]);
    void poller.wait((): string | undefined => undefined, 60_000);
    await jest.advanceTimersByTimeAsync(30_000);
    const before = asked();
    const found = poller.wait((listed) => listed.get("a"), 60_000);
    await jest.advanceTimersByTimeAsync(20);
    expect(asked()).toBe(before + 1);
    expect(await found).toBeDefined();
  });

  it("keeps its pace while one after the other gets what it waits for", async () => {
    let done = 0;
    const { poller, asked } = polled(() => [{ id: "a", done: true }], 10);
    const ended: number[] = [];
    for (let place = 0; place < 10; place++) {
      void poller.wait(() => (done > place ? true : undefined), 60_000).then(() => ended.push(place));
    }
    await jest.advanceTimersByTimeAsync(400);
    for (; done < 10; done++) {
      await jest.advanceTimersByTimeAsync(400);
    }
    await jest.advanceTimersByTimeAsync(700);
    expect(ended).toHaveLength(10);
    // If the steps kept growing, there would be six.
    expect(asked()).toBeGreaterThanOrEqual(8);
  });

  /** Waits that never succeed, and the times of their looks. */
  function inVain(underWay?: () => number) {
    const looks: number[] = [];
    const began = Date.now();
    const collection = itemsOf(() => {
      looks.push(Date.now() - began);
      return Promise.resolve([]);
    });
    const poller = new Poller(collection, systemClock, underWay);
    const wait = (count: number): void => {
      for (let one = 0; one < count; one++) {
        void poller.wait(() => undefined, 60_000);
      }
    };
    return { looks, wait };
  }

  it.each([
    ["few", 4, [10, 210, 510, 960, 1_635]],
    ["many", 5, [400, 800, 1_400]],
  ])("gathers and paces its looks for as many as are %s", async (_, count, times) => {
    const { looks, wait } = inVain();
    wait(count);
    await jest.advanceTimersByTimeAsync(2_000);
    expect(looks).toEqual(times);
  });

  it("takes short steps again once a new one has looked in vain", async () => {
    const { looks, wait } = inVain();
    wait(1);
    await jest.advanceTimersByTimeAsync(1_640);
    wait(1);
    await jest.advanceTimersByTimeAsync(600);
    expect(looks.slice(5)).toEqual([1_650, 1_850, 2_150]);
  });

  it("counts those who looked in vain among those who wait", async () => {
    const { looks, wait } = inVain();
    wait(3);
    await jest.advanceTimersByTimeAsync(1_640);
    wait(2);
    await jest.advanceTimersByTimeAsync(500);
    expect(looks.slice(5)).toEqual([2_040]);
  });

  it("does not look again for one whose question failed", async () => {
    const { poller, asked } = polled(() => []);
    const failing = expect(
      poller.wait(() => {
        throw new Error("two of them");
      }, 60_000),
    ).rejects.toThrow("two of them");
    await jest.advanceTimersByTimeAsync(10_000);
    await failing;
    expect(asked()).toBe(1);
  });

  it("plans no further look while a list is on its way", async () => {
    let answer: (items: Item[]) => void = () => undefined;
    const collection = itemsOf(() => new Promise((resolve) => (answer = resolve)));
    let planned = 0;
    const poller = new Poller(collection, {
      ...systemClock,
      after: (ms, run) => {
        planned += 1;
        return systemClock.after(ms, run);
      },
    });
    const first = poller.wait((listed) => listed.get("a"), 60_000);
    await jest.advanceTimersByTimeAsync(10);
    const second = poller.wait((listed) => listed.get("a"), 60_000);
    expect(planned).toBe(1);
    answer([{ id: "a", done: true }]);
    expect(await first).toEqual({ id: "a", done: true });
    await jest.advanceTimersByTimeAsync(10);
    answer([{ id: "a", done: false }]);
    expect(await second).toEqual({ id: "a", done: false });
  });

  it.each<[string, (string | undefined)[], string[]]>([
    ["the parts where each names one", ["1", "2", "1"], ["1", "2"]],
    ["the whole list where somebody names none", ["1", undefined], ["all"]],
    ["the whole list where nobody names one", [undefined], ["all"]],
  ])("asks for %s", async (_, parts, expected) => {
    const asked: string[] = [];
    const answer = (name: string): Promise<Item[]> => {
      asked.push(name);
      return Promise.resolve([{ id: "a", done: true }]);
    };
    const byPart = { list: answer, of: () => "1", areCheaper: () => Promise.resolve(true) };
    const collection = itemsOf(() => answer("all"), byPart);
    const poller = new Poller(collection, systemClock);
    const waits = parts.map((part) => poller.wait((listed) => listed.get("a"), 60_000, part));
    await jest.advanceTimersByTimeAsync(10);
    await Promise.all(waits);
    expect(asked).toEqual(expected);
  });
});
