import { UnprovenError } from "../../../provider/engine/lists/absence";
import { Collection, type Source } from "../../../provider/engine/lists/collection";
import { systemClock } from "../../../provider/http";
import { failures } from "../shelf";

interface Item {
  readonly id: string;
  readonly lock: string;
  readonly value?: number;
}

const a: Item = { id: "a", lock: "1" };
const b: Item = { id: "b", lock: "1" };
const c: Item = { id: "c", lock: "2" };

/** A service whose lists lack some of its objects, and which records its requests. */
class Service {
  items: Item[] = [a, b];
  unlisted = new Set<string>();
  refusal: Error = failures.missing;
  holdsOthers = true;
  readonly asked: string[] = [];
  waited = 0;
  #now = 0;

  listed(): Item[] {
    return this.items.filter(({ id }) => !this.unlisted.has(id));
  }

  collection(special: Partial<Source<Item>> = {}): Collection<Item> {
    return new Collection<Item>({
      clock: {
        ...systemClock,
        now: () => this.#now,
        after: (ms, run) => {
          this.waited += ms;
          this.#now += ms;
          setImmediate(run);
          return () => undefined;
        },
      },
      keyOf: ({ id }) => id,
      list: () => {
        this.asked.push("list");
        return Promise.resolve(this.listed());
      },
      get: (key) => {
        this.asked.push(key);
        const item = this.items.find(({ id }) => id === key);
        return item === undefined ? Promise.reject(this.refusal) : Promise.resolve(item);
      },
      holdsOthers: () => Promise.resolve(this.holdsOthers),
      ...special,
    });
  }
}

describe("An object that lists lack", () => {
  it("tells that lists are partial, until one shows it", async () => {
    const service = new Service();
    service.unlisted.add("a");
    const collection = service.collection();
    await collection.known();
    expect(collection.isPartial).toBe(false);
    await collection.isMissing("a");
    await collection.isMissing("x");
    expect(collection.isPartial).toBe(true);
    await collection.fresh();
    collection.removed("a");
    expect(collection.isPartial).toBe(true);
    const shown = service.collection();
    await shown.isMissing("a");
    service.unlisted.clear();
    await shown.fresh();
    expect(shown.isPartial).toBe(false);
    service.unlisted.add("a");
    const looked = service.collection();
    await looked.isMissing("a");
    await looked.lookAgain("otherwise", undefined, () => Promise.resolve([a, b]));
    expect(looked.isPartial).toBe(false);
  });

  it("is not missing where a read by its key shows it, and is asked for once", async () => {
    const service = new Service();
    service.unlisted.add("a");
    const collection = service.collection();
    expect([await collection.isMissing("a"), await collection.isMissing("a")]).toEqual([false, false]);
    expect(service.asked).toEqual(["list", "a"]);
    expect((await collection.known()).get("a")).toBe(a);
    expect([collection.isUnlisted("a"), collection.isUnlisted("b")]).toEqual([true, false]);
  });

  it("is missing where that is refused, and is asked for once", async () => {
    const service = new Service();
    const collection = service.collection();
    expect([await collection.isMissing("x"), await collection.isMissing("x")]).toEqual([true, true]);
    expect(service.asked).toEqual(["list", "x"]);
  });

  it("is asked for again after an error, which is not absence", async () => {
    const service = new Service();
    service.refusal = failures.trouble;
    const collection = service.collection();
    await expect(collection.isMissing("x")).rejects.toBe(failures.trouble);
    service.refusal = failures.missing;
    expect(await collection.isMissing("x")).toBe(true);
  });

  it("is not told by an answer about another one", async () => {
    const collection = new Service().collection({ get: () => Promise.resolve(b) });
    await expect(collection.isMissing("x")).rejects.toThrow(
      new UnprovenError("asked for the id x, the service answered with b"),
    );
  });

  it("is missing only if a list some time after the first that lacks it lacks it too, whatever was asked for before", async () => {
    const service = new Service();
    const collection = service.collection({ get: undefined });
    expect(await collection.isMissing("x")).toBe(true);
    service.unlisted.add("b");
    await collection.fresh();
    service.unlisted.clear();
    expect(await collection.isMissing("b")).toBe(false);
    expect(service.asked).toEqual(["list", "list", "list", "list"]);
    expect(service.waited).toBe(10_000);
    service.items = [a];
    await collection.fresh();
    expect(await collection.isMissing("b")).toBe(true);
    // Objects that the same lists lack share the later list.
    expect(await collection.isMissing("y")).toBe(true);
    expect(service.asked).toHaveLength(6);
  });

  it("is not told to be missing by what this run wrote itself, in an account that shows nothing else", async () => {
    const service = new Service();
    service.items = [];
    service.holdsOthers = false;
    const collection = service.collection({ get: undefined });
    const unproven = new UnprovenError("the account seems empty, which may be a fault of the service");
    await expect(collection.isMissing("x")).rejects.toThrow(unproven);
    collection.wrote(a);
    await expect(collection.isMissing("x")).rejects.toThrow(unproven);
  });

  it("is not told to be there or missing while what is beside it fails, and is asked for again", async () => {
    const service = new Service();
    let trouble: Error | undefined = failures.trouble;
    const collection = service.collection({
      get: (key) => {
        const beside = trouble ?? service.items.find(({ id }) => id === key) ?? failures.forbidden;
        const answer = key === "x" ? failures.forbidden : beside;
        return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
      },
    });
    await expect(collection.isMissing("x")).rejects.toBe(failures.trouble);
    trouble = undefined;
    expect(await collection.isMissing("x")).toBe(true);
  });

  it("is missing without a question where this run has removed it", async () => {
    const service = new Service();
    const collection = service.collection();
    await collection.known();
    collection.removed("a");
    expect(await collection.isMissing("a")).toBe(true);
    expect(service.asked).toEqual(["list"]);
  });

  it("is kept in later lists, with the values of the moment, until it is listed or gone", async () => {
    const service = new Service();
    service.unlisted.add("a");
    const collection = service.collection();
    await collection.isMissing("a");
    service.items = [{ ...a, value: 2 }, b];
    expect((await collection.fresh()).get("a")).toEqual({ ...a, value: 2 });
    expect((await collection.known()).get("a")).toEqual({ ...a, value: 2 });
    service.unlisted.clear();
    await collection.fresh();
    expect(collection.isUnlisted("a")).toBe(false);
    service.unlisted.add("a");
    expect((await collection.fresh()).has("a")).toBe(false);
    service.asked.length = 0;
    expect(await collection.isMissing("a")).toBe(false);
    service.items = [b];
    expect((await collection.fresh()).has("a")).toBe(false);
    expect([await collection.isMissing("a"), collection.isUnlisted("a")]).toEqual([true, false]);
  });

  it("makes a list fail that cannot tell what became of it", async () => {
    const service = new Service();
    service.unlisted.add("a");
    const collection = service.collection();
    await collection.isMissing("a");
    service.items = [b];
    service.refusal = failures.trouble;
    await expect(collection.fresh()).rejects.toBe(failures.trouble);
    expect((await collection.known()).has("a")).toBe(true);
  });

  it("is forgotten when this run removes it", async () => {
    const service = new Service();
    service.unlisted.add("a");
    const collection = service.collection();
    await collection.isMissing("a");
    collection.removed("a");
    expect((await collection.fresh()).has("a")).toBe(false);
    expect((await collection.known()).has("a")).toBe(false);
  });

  it("is asked for only with the list of its part", async () => {
    const service = new Service();
    service.items = [a, b, c];
    service.unlisted = new Set(["a", "c"]);
    const collection = service.collection({
      parts: {
        list: (part) => Promise.resolve(service.listed().filter(({ lock }) => lock === part)),
        of: ({ lock }) => lock,
        areCheaper: () => Promise.resolve(true),
      },
    });
    await collection.isMissing("a", "1");
    await collection.isMissing("c", "2");
    service.asked.length = 0;
    expect([...(await collection.fresh(["1"])).keys()].sort()).toEqual(["a", "b"]);
    expect(service.asked).toEqual(["a"]);
  });

  it("seems missing where nobody can tell, for what only words follow from", async () => {
    const service = new Service();
    const collection = service.collection({ get: () => Promise.resolve(b) });
    expect(await collection.seemsMissing("x")).toBe(true);
    expect(await collection.seemsMissing("a")).toBe(false);
    const failing = service.collection({ get: () => Promise.reject(failures.trouble) });
    await expect(failing.seemsMissing("x")).rejects.toBe(failures.trouble);
  });

  describe.each(["forbidden", "invalid"] as const)("and of which a read is %s", (why) => {
    it("is missing while another one can be read, which is asked for once", async () => {
      const service = new Service();
      service.refusal = failures[why];
      const collection = service.collection();
      expect([await collection.isMissing("x"), await collection.isMissing("y")]).toEqual([true, true]);
      expect(service.asked).toEqual(["list", "x", "a", "y"]);
    });

    it("is not told where that cannot be read either", async () => {
      const collection = new Service().collection({ get: () => Promise.reject(failures[why]) });
      await expect(collection.isMissing("x")).rejects.toBe(failures[why]);
    });

    it("is missing while what it is on can be read", async () => {
      const isHolderAccountedFor = jest.fn().mockResolvedValue(true);
      const collection = new Service().collection({
        get: () => Promise.reject(failures[why]),
        isHolderAccountedFor,
      });
      expect(await collection.isMissing("x")).toBe(true);
      expect(isHolderAccountedFor).toHaveBeenCalledWith("x");
    });

    it("is missing where it was alone and a later list lacks it, in an account that shows other things", async () => {
      const service = new Service();
      service.items = [];
      service.refusal = failures[why];
      expect(await service.collection().isMissing("x")).toBe(true);
      expect([service.waited, service.asked]).toEqual([5_000, ["list", "x", "list"]]);
      service.holdsOthers = false;
      await expect(service.collection().isMissing("x")).rejects.toBeInstanceOf(UnprovenError);
    });

    it("is gone from a later list by the same rule", async () => {
      const service = new Service();
      service.unlisted.add("a");
      const collection = service.collection();
      await collection.isMissing("a");
      service.items = [b];
      service.refusal = failures[why];
      expect((await collection.fresh()).has("a")).toBe(false);

      const alone = new Service();
      alone.items = [a];
      alone.unlisted.add("a");
      const last = alone.collection();
      await last.isMissing("a");
      alone.items = [];
      alone.refusal = failures[why];
      alone.holdsOthers = false;
      await expect(last.fresh()).rejects.toBe(failures[why]);
      alone.holdsOthers = true;
      expect((await last.fresh()).has("a")).toBe(false);
    });
  });
});

describe("What is beside an object that is refused", () => {
  /** The list may show it only later, but it exists. */
  const late: Item = { id: "x", lock: "1" };
  const besideLate = (get?: Source<Item>["get"]) => {
    const service = new Service();
    service.items = [a, late];
    service.unlisted = new Set(["a", "x"]);
    const collection = service.collection({ get });
    return { service, collection };
  };

  it.each<[string, Source<Item>["get"]]>([
    ["by no key", undefined],
    ["by its key", (key) => (key === "a" ? Promise.resolve(a) : Promise.reject(failures.forbidden))],
  ])("proves nothing where no list shows it, and it is read %s", async (_words, get) => {
    const { service, collection } = besideLate(get);
    await collection.lookAgain("", undefined, () => Promise.resolve([a]));
    expect([...(await collection.known()).keys()]).toEqual(["a"]);
    service.unlisted.delete("x");
    expect(await collection.readsBeside("x")).toBe(false);
    expect(service.waited).toBe(5_000);
  });

  it("proves nothing where this run wrote it and a list does not show it", async () => {
    const { collection } = besideLate();
    collection.wrote(a);
    expect(await collection.readsBeside("x")).toBe(false);
  });
});

describe("What can be read", () => {
  it("is told of one object, asked once; an answer about another one is an error", async () => {
    const service = new Service();
    const collection = service.collection();
    expect([await collection.canRead("a"), await collection.canRead("a")]).toEqual([true, true]);
    expect(await collection.canRead("x")).toBe(false);
    expect(service.asked).toEqual(["a", "x"]);
    const mistaken = service.collection({ get: () => Promise.resolve(b) });
    await expect(mistaken.canRead("a")).rejects.toBeInstanceOf(UnprovenError);
  });

  it("is nothing where the service reads no single object", async () => {
    const collection = new Service().collection({ get: undefined });
    expect([collection.readsById, await collection.readAgain("a"), await collection.canRead("a")]).toEqual([
      false,
      undefined,
      false,
    ]);
  });

  it("is read again at each question", async () => {
    const service = new Service();
    const collection = service.collection();
    expect([collection.readsById, await collection.readAgain("a"), await collection.readAgain("x")]).toEqual([
      true,
      a,
      undefined,
    ]);
    await collection.readAgain("a");
    expect(service.asked.filter((key) => key === "a")).toHaveLength(2);
  });
});

describe("An object that the service reads by no key", () => {
  it("is missing where a second list lacks it, five seconds after the first, once for all", async () => {
    const service = new Service();
    const collection = service.collection({ get: undefined });
    expect([await collection.isMissing("x"), await collection.isMissing("y")]).toEqual([true, true]);
    expect([service.waited, service.asked]).toEqual([5_000, ["list", "list"]]);
  });

  it("is there where the second list shows it", async () => {
    const service = new Service();
    service.unlisted.add("a");
    const collection = service.collection({ get: undefined });
    await collection.known();
    service.unlisted.clear();
    expect(await collection.isMissing("a")).toBe(false);
  });

  it("is not told in an account that shows nothing", async () => {
    const service = new Service();
    service.items = [];
    service.holdsOthers = false;
    await expect(service.collection({ get: undefined }).isMissing("x")).rejects.toThrow(
      new UnprovenError("the account seems empty, which may be a fault of the service"),
    );
    service.items = [a];
    expect(await service.collection({ get: undefined }).isMissing("x")).toBe(true);
  });

  it("is there while something else answers for it, which is asked once", async () => {
    const service = new Service();
    const witness = jest.fn().mockResolvedValue([]);
    const collection = service.collection({ get: undefined, witness });
    expect([await collection.isMissing("x"), await collection.isMissing("x")]).toEqual([false, false]);
    expect([witness.mock.calls, service.asked]).toEqual([[["x"]], ["list", "list"]]);
  });

  describe("and something else answers for", () => {
    /** Answers for those that are listed, unless told otherwise. */
    const witnessed = (refusal: Error, answered: readonly string[] = ["a", "b"], service = new Service()) => {
      const witness = jest.fn((key: string) =>
        answered.includes(key) ? Promise.resolve([]) : Promise.reject(refusal),
      );
      return { witness, collection: service.collection({ get: undefined, witness }) };
    };

    it("is missing where that says that there is no such object, whatever is beside it", async () => {
      const { collection, witness } = witnessed(failures.missing, []);
      expect([await collection.isMissing("x"), await collection.isMissing("x")]).toEqual([true, true]);
      expect(witness.mock.calls).toEqual([["x"]]);
    });

    it.each([failures.forbidden, failures.invalid])(
      "is missing where that is refused and answers for one beside it (%s)",
      async (refusal) => {
        const { collection, witness } = witnessed(refusal);
        expect([await collection.isMissing("x"), await collection.isMissing("x")]).toEqual([true, true]);
        expect(witness.mock.calls).toEqual([["x"], ["a"]]);
      },
    );

    it.each([failures.forbidden, failures.invalid])(
      "is not told where that is refused for the one beside it too (%s)",
      async (refusal) => {
        await expect(witnessed(refusal, []).collection.isMissing("x")).rejects.toBe(refusal);
      },
    );

    it.each([failures.forbidden, failures.invalid])(
      "is not told where that is refused and there is none beside it (%s)",
      async (refusal) => {
        const service = Object.assign(new Service(), { items: [] });
        await expect(witnessed(refusal, [], service).collection.isMissing("x")).rejects.toThrow(
          new UnprovenError(
            "the service refuses to show it, and there is nothing similar to compare that answer with",
          ),
        );
      },
    );

    it("is not told where that fails, which is asked again", async () => {
      const { collection, witness } = witnessed(failures.trouble);
      await expect(collection.isMissing("x")).rejects.toBe(failures.trouble);
      witness.mockRejectedValue(failures.missing);
      expect(await collection.isMissing("x")).toBe(true);
    });

    it("is not told, in the words of its own refusal, where that for the one beside it is another", async () => {
      const { collection, witness } = witnessed(failures.forbidden);
      witness.mockImplementation((key) =>
        Promise.reject(key === "x" ? failures.forbidden : failures.invalid),
      );
      await expect(collection.isMissing("x")).rejects.toBe(failures.forbidden);
    });

    it("is not told where it fails for the one beside it", async () => {
      const { collection, witness } = witnessed(failures.forbidden);
      witness.mockImplementation((key) =>
        Promise.reject(key === "x" ? failures.forbidden : failures.trouble),
      );
      await expect(collection.isMissing("x")).rejects.toBe(failures.trouble);
    });
  });

  it("is compared with nothing only where it is gone", async () => {
    const service = new Service();
    const collection = service.collection({ get: undefined });
    service.items = [];
    await collection.known();
    service.items = [a];
    expect(await collection.readsBeside("a")).toBe(false);
    expect(collection.isUncompared("a")).toBe(false);
  });

  it("has a neighbour that is read where a new list shows it", async () => {
    const service = new Service();
    const collection = service.collection({ get: undefined });
    expect(await collection.readsBeside("a")).toBe(true);
    service.items = [a];
    expect(await collection.readsBeside("a")).toBe(false);
  });
});

describe("A look in another way", () => {
  it("finds what the list lacks, once for each word", async () => {
    const service = new Service();
    service.unlisted.add("a");
    const collection = service.collection();
    const look = jest.fn(() => Promise.resolve([a, b]));
    await collection.lookAgain("fobs", undefined, look);
    await collection.lookAgain("fobs", undefined, look);
    expect([look.mock.calls.length, (await collection.known()).get("a")]).toEqual([1, a]);
    expect([collection.isUnlisted("a"), collection.isUnlisted("b")]).toEqual([true, false]);
    await collection.lookAgain("apps", undefined, look);
    expect(look).toHaveBeenCalledTimes(2);
  });

  it("brings nothing back that this run has removed, nor undoes what it wrote", async () => {
    const service = new Service();
    const collection = service.collection();
    await collection.known();
    collection.removed("a");
    collection.wrote({ ...b, value: 7 });
    await collection.lookAgain("", undefined, () => Promise.resolve([a, b]));
    const known = await collection.known();
    expect([known.has("a"), known.get("b")]).toEqual([false, { ...b, value: 7 }]);
  });

  it("keeps what it found of a kind that is read by no key", async () => {
    const service = new Service();
    service.unlisted.add("a");
    const collection = service.collection({ get: undefined });
    await collection.lookAgain("", undefined, () => Promise.resolve([a]));
    expect([...(await collection.fresh()).keys()].sort()).toEqual(["a", "b"]);
  });

  it("serves each part of which it tells something, and no other", async () => {
    const service = new Service();
    service.items = [a, b, c];
    service.unlisted = new Set(["a", "c"]);
    const collection = service.collection({
      parts: {
        list: (part) => Promise.resolve(service.listed().filter(({ lock }) => lock === part)),
        of: ({ lock }) => lock,
        areCheaper: () => Promise.resolve(true),
      },
    });
    const look = jest.fn(() => Promise.resolve([a, b, c]));
    await collection.lookAgain("fobs", "1", look);
    expect([...(await collection.known("1")).keys()].sort()).toEqual(["a", "b"]);
    await collection.lookAgain("fobs", "2", look);
    expect([(await collection.known("2")).has("c"), look.mock.calls.length]).toEqual([true, 1]);
  });

  it("is asked for again after an error", async () => {
    const collection = new Service().collection();
    await expect(collection.lookAgain("", undefined, () => Promise.reject(failures.trouble))).rejects.toBe(
      failures.trouble,
    );
    await collection.lookAgain("", undefined, () => Promise.resolve([c]));
    expect((await collection.known()).has("c")).toBe(true);
  });
});

describe("A second list", () => {
  /** A clock that the test moves, and the waits it was asked for. */
  function moving() {
    const waits: number[] = [];
    const time = { now: 100_000 };
    const clock = {
      ...systemClock,
      now: () => time.now,
      after: (ms: number, run: () => void) => {
        waits.push(ms);
        time.now += ms;
        setImmediate(run);
        return () => undefined;
      },
    };
    return { waits, time, clock };
  }
  const parts: NonNullable<Source<Item>["parts"]> = {
    list: (part) => Promise.resolve([a, b, c].filter(({ lock }) => lock === part)),
    of: ({ lock }) => lock,
    areCheaper: () => Promise.resolve(true),
  };

  it.each<[string, Partial<Source<Item>>, string | undefined]>([
    ["of all", {}, undefined],
    ["of a part", { parts }, "1"],
  ])(
    "%s is taken five seconds after the first one, however often it was read since",
    async (_, special, part) => {
      const { waits, time, clock } = moving();
      const collection = new Service().collection({ get: undefined, clock, ...special });
      await collection.known(part);
      time.now += 3_000;
      await collection.fresh(part === undefined ? undefined : [part]);
      time.now += 500;
      expect(await collection.isMissing("x", part)).toBe(true);
      expect(waits).toEqual([1_500]);
    },
  );

  it.each([5_000, 9_000])("is not waited for %i ms after the first one", async (later) => {
    const { waits, time, clock } = moving();
    const collection = new Service().collection({ get: undefined, clock });
    await collection.known();
    time.now += later;
    expect(await collection.isMissing("x")).toBe(true);
    expect(waits).toEqual([]);
  });

  it("of a part counts from the first list of all", async () => {
    const { waits, time, clock } = moving();
    const collection = new Service().collection({ get: undefined, clock, parts });
    await collection.known();
    time.now += 2_000;
    expect(await collection.isMissing("x", "1")).toBe(true);
    expect(waits).toEqual([3_000]);
  });
});

describe("What was found although lists lack it", () => {
  const found = async (service: Service, special: Partial<Source<Item>> = {}): Promise<Collection<Item>> => {
    service.unlisted.add("a");
    const collection = service.collection(special);
    expect(await collection.isMissing("a")).toBe(false);
    return collection;
  };
  const refused = failures.forbidden;

  it("is gone from a later list where it is refused and what it is on can be read, without a look at others", async () => {
    const service = new Service();
    const collection = await found(service, { isHolderAccountedFor: () => Promise.resolve(true) });
    Object.assign(service, { items: [b], refusal: refused, holdsOthers: false });
    service.asked.length = 0;
    expect((await collection.fresh()).has("a")).toBe(false);
    expect(service.asked).toEqual(["list", "a"]);
  });

  it("makes a later list fail where what it is on cannot be read, nor what is beside it", async () => {
    const service = new Service();
    const get: Source<Item>["get"] = () =>
      service.items.includes(a) ? Promise.resolve(a) : Promise.reject(refused);
    const collection = await found(service, { get, isHolderAccountedFor: () => Promise.resolve(false) });
    service.items = [b];
    await expect(collection.fresh()).rejects.toBe(refused);
  });

  it("is in a later list of all, where there are lists of parts too", async () => {
    const service = new Service();
    const parts: NonNullable<Source<Item>["parts"]> = {
      list: (part) => Promise.resolve(service.listed().filter(({ lock }) => lock === part)),
      of: ({ lock }) => lock,
      areCheaper: () => Promise.resolve(false),
    };
    const collection = await found(service, { parts });
    expect((await collection.fresh()).has("a")).toBe(true);
  });

  it("is not brought back by a list during which this run removed it", async () => {
    const service = new Service();
    const get: Source<Item>["get"] = () => {
      if (service.asked.length > 1) {
        collection.removed("a");
      }
      return Promise.resolve(a);
    };
    const collection: Collection<Item> = await found(service, { get });
    expect((await collection.fresh()).has("a")).toBe(false);
    expect(collection.isUnlisted("a")).toBe(false);
  });

  it("is not brought back by a look that was taken before it was gone", async () => {
    const service = new Service();
    service.unlisted.add("a");
    const collection = service.collection();
    const look = () => Promise.resolve([a, b]);
    await collection.lookAgain("word", undefined, look);
    expect((await collection.known()).has("a")).toBe(true);
    service.items = [b];
    await collection.fresh();
    await collection.lookAgain("word", undefined, look);
    expect((await collection.known()).has("a")).toBe(false);
  });
});
