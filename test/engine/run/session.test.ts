import type { Listed, ListsByParent } from "../../../provider/engine/kind/listed";
import { Session } from "../../../provider/engine/run/session";
import { environmentSource } from "../../../provider/engine/run/settings/sources";
import { resolveSettings } from "../../../provider/engine/run/settings/settings";
import { type Clock, CredentialError, NotAllowedError, ServiceError } from "../../../provider/http";
import { startFakeService } from "../../api/fake-service";
import { notesIn } from "../../protocol/notes-in-memory";
import { atMost } from "../at-most";
import { lamps, said } from "../lamps";
import { failures, parentThat } from "../shelf";

const lamp = { lampId: 7, name: "Porch" };
/** Lists of any objects, as those of a kind with this name. */
const listed = (type: string, objects: readonly object[]): Listed => ({
  type,
  id: { key: String },
  list: () => Promise.resolve([...objects]),
  idOf: () => ({ key: "a" }),
});
const facts = { operation: "get", object: "GET /account", nextStep: "", attempts: 1, outcomeUnknown: false };
/** The lamp is in the hall. */
const roomOf = ({ room, lampId }: Readonly<Record<string, unknown>>): string | undefined =>
  lampId === lamp.lampId ? "hall" : typeof room === "string" ? room : undefined;
const credential = { source: "a test", baseUrl: "", scopes: [] };

describe("A session", () => {
  it("reads each list once, and keeps lists of other names apart", async () => {
    const { session } = lamps();
    const list = (name: string, text: string) => session.collection(listed(name, [{ text }]), {}).known();
    expect([...(await list("one", "first")).values()]).toEqual([{ text: "first" }]);
    expect([...(await list("one", "second")).values()]).toEqual([{ text: "first" }]);
    expect([...(await list("two", "third")).values()]).toEqual([{ text: "third" }]);
  });

  it("keeps the lists of a kind apart by what they are of", async () => {
    const asked: string[] = [];
    const { kind } = lamps({
      byParent: "only",
      parent: parentThat(() => false, { keyFrom: ({ room }) => String(room) }),
      list: (_api, room) => {
        asked.push(room);
        return Promise.resolve([lamp]);
      },
    });
    const hall = kind.collection({ room: "hall" });
    expect([hall.type, hall.part]).toEqual(["Lamp", undefined]);
    expect([...(await hall.known()).keys()]).toEqual(["7"]);
    await kind.collection({ room: "hall" }).known();
    await kind.collection({ room: "attic" }).known();
    expect(asked).toEqual(["hall", "attic"]);
  });

  it("asks for parts, chosen for all that is expected together", async () => {
    const asked: string[] = [];
    const parent = parentThat(() => false, { keyFrom: roomOf });
    const byParent: ListsByParent<object> = {
      list: (_api, part) => {
        asked.push(part);
        return Promise.resolve([lamp]);
      },
      areCheaper: (_reader, count) => Promise.resolve(count <= 2),
    };
    const few = lamps({ parent, byParent });
    few.kind.expect([{ room: "hall" }, { room: "attic" }, {}]);
    const view = few.kind.collection({ room: "hall" });
    expect(view.part).toBe("hall");
    await view.known();
    expect([asked, few.service.asked]).toEqual([["hall"], 0]);
    await view.fresh();
    expect([asked, few.service.asked]).toEqual([["hall", "hall"], 0]);
    const many = lamps({ parent, byParent });
    many.kind.expect([{ room: "hall" }, { room: "attic" }, { room: "cellar" }]);
    await many.kind.collection({ room: "hall" }).known();
    expect([asked.length, many.service.asked]).toEqual([2, 1]);
  });

  it("has nothing to choose for kinds without parts", async () => {
    const { kind, service } = lamps();
    kind.expect([{ room: "hall" }, {}]);
    await kind.collection({ room: "hall" }).known();
    expect(service.asked).toBe(1);
  });

  it("forgets of a part what its list no longer shows", async () => {
    const shown = [[lamp], []];
    const { kind } = lamps({
      parent: parentThat(() => false, { keyFrom: () => "hall" }),
      byParent: {
        list: () => Promise.resolve(shown.shift() ?? []),
        areCheaper: () => Promise.resolve(true),
      },
    });
    const view = kind.collection({});
    expect((await view.known()).size).toBe(1);
    await view.fresh();
    expect((await view.known()).size).toBe(0);
  });

  it("has one writer for each kind", () => {
    const { kind } = lamps();
    const other = lamps({ type: "Socket" });
    expect(kind.writer).toBe(kind.writer);
    expect(other.kind.writer).not.toBe(kind.writer);
  });

  it("says what many would say once", async () => {
    const { session } = lamps();
    const words = await said(() => {
      ["a.", "b.", "a."].forEach((line) => session.sayOnce(line));
      return Promise.resolve();
    });
    expect(words).toBe("a.\nb.\n");
  });

  it("says what a program changes only where its settings want words", async () => {
    const told = (words: "on" | "off") =>
      said(() => {
        lamps({}, { words }).session.plan.tell("Lamp", "porch", "It gets blue.");
        return Promise.resolve();
      });
    expect(await told("off")).toBe("");
    expect(await told("on")).toBe("It gets blue.\n");
  });

  it("lets no more be deleted than its settings allow", () => {
    const { session } = lamps({}, { maxDeletes: atMost(1) });
    session.deleteGuard.count(["Address 1"], "some");
    expect(() => session.deleteGuard.count(["Address 2"], "some")).toThrow(
      "smartlock:maxDeletes allows 1 delete",
    );
  });
});

describe("The list of a session that is taken in another way", () => {
  const asked: string[] = [];
  const noting = (what: string) => {
    asked.push(what);
    return Promise.resolve([lamp]);
  };
  const parent = parentThat(() => false, { keyFrom: roomOf });
  const byParent: ListsByParent<object> = {
    list: (_api, part) => noting(`part ${part}`),
    areCheaper: () => Promise.resolve(true),
  };
  const byFloor = {
    byParent: "only",
    parent: parentThat(() => false, { keyFrom: ({ floor }) => String(floor) }),
  } as const;

  beforeEach(() => (asked.length = 0));

  it("is another one, which is asked for in its own way, for each that it is listed by", async () => {
    const { kind } = lamps({
      ...byFloor,
      otherwise: { list: (_api, floor) => noting(`otherwise ${floor}`) },
    });
    const view = kind.otherCollection({ floor: 1 });
    expect([...(await view.known()).keys()]).toEqual(["7"]);
    await kind.otherCollection({ floor: 1 }).known();
    await kind.otherCollection({ floor: 2 }).known();
    expect(asked).toEqual(["otherwise 1", "otherwise 2"]);
    expect(view.collection).not.toBe(kind.collection({ floor: 1 }).collection);
  });

  it("is the same one where the service has no other way", () => {
    const { kind } = lamps();
    expect(kind.otherCollection({}).collection).toBe(kind.collection({}).collection);
  });

  it("is taken in parts, in another way where there is one", async () => {
    const list = () => noting("otherwise");
    const listByParent = (_api: unknown, part: string) => noting(`otherwise ${part}`);
    const both = lamps({ parent, byParent, otherwise: { list, listByParent } });
    await both.kind.otherCollection({ room: "hall" }).known();
    const whole = lamps({ parent, byParent, otherwise: { list } });
    await whole.kind.otherCollection({ room: "hall" }).known();
    expect(asked).toEqual(["otherwise hall", "part hall"]);
    const partless = lamps({ otherwise: { list } });
    await partless.kind.otherCollection({ room: "hall" }).known();
    expect(asked.slice(2)).toEqual(["otherwise"]);
  });

  it("is looked at once for each word, and brings what the other one lacks", async () => {
    const { kind, service } = lamps({
      ...byFloor,
      otherwise: {
        wordOf: ({ colour }) => String(colour),
        list: (_api, floor, word) => noting(`floor ${floor}, ${word}`),
      },
    });
    for (const colour of ["red", "red", "blue"]) {
      await kind.lookAgain({ floor: 1, colour });
    }
    expect(asked).toEqual(["floor 1, red", "floor 1, blue"]);
    expect(service.asked).toBe(1);
    expect([...(await kind.collection({ floor: 1 }).known()).keys()]).toEqual(["7"]);
  });

  it("is the same list once more where there is no other way, or the way has no words", async () => {
    const plain = lamps();
    await plain.kind.lookAgain({});
    await plain.kind.lookAgain({});
    expect(plain.service.asked).toBe(2);
    const wordless = lamps({ otherwise: { list: () => noting("otherwise") } });
    await wordless.kind.lookAgain({});
    await wordless.kind.lookAgain({});
    expect(asked).toEqual(["otherwise"]);
  });
});

describe("Whether an account is seen to hold something", () => {
  function holding(locks: unknown, ...lists: object[][]) {
    const { session } = lamps();
    const list = jest
      .spyOn(session.api.smartlocks, "list")
      .mockImplementation((() =>
        locks instanceof Error ? Promise.reject(locks) : Promise.resolve(locks)) as never);
    const known = lists.map((objects, n) => session.collection(listed(String(n), objects), {}).known());
    return { session, list, known: Promise.all(known) };
  }

  it("is told by any list that is known, without a question", async () => {
    const { session, list, known } = holding([], [], [lamp]);
    await known;
    expect(await session.holdsSomething()).toBe(true);
    expect(list).not.toHaveBeenCalled();
  });

  it.each<[string, unknown, boolean]>([
    ["there is a lock", [{ smartlockId: 1 }], true],
    ["there is none", [], false],
    ["locks may not be read", new NotAllowedError("no", facts), false],
    ["the token is refused", new CredentialError("no", facts, credential), false],
  ])("is told by the locks where no list shows anything: %s", async (_words, locks, holds) => {
    const { session, known } = holding(locks, []);
    await known;
    expect(await session.holdsSomething()).toBe(holds);
  });

  it("is not told where the service is in trouble", async () => {
    const trouble = new ServiceError("down", facts, undefined);
    await expect(holding(trouble).session.holdsSomething()).rejects.toBe(trouble);
  });
});

describe("An object that lists lack, and of which a read is refused,", () => {
  /** Whether it is missing, by what a read of the room that it is in ends with. */
  const isMissing = (readRoom: () => Promise<object>): Promise<boolean> => {
    const { kind, service } = lamps({
      get: () => Promise.reject(failures.forbidden),
      parent: {
        ...parentThat(() => false, { keyFrom: roomOf }),
        kind: {
          ...listed("Room", [{ key: "attic" }]),
          idOf: (live) => live as { readonly key: string },
          get: readRoom,
        },
      },
    });
    service.lamps = [{ lampId: 8, name: "Lantern" }];
    return kind.collection({}).isMissing("7");
  };

  it("is missing where the token can read what it is in", async () => {
    expect(await isMissing(() => Promise.resolve({ key: "hall" }))).toBe(true);
  });

  it("is missing where what it was in is gone", async () => {
    expect(await isMissing(() => Promise.reject(failures.missing))).toBe(true);
  });

  it("is not taken for missing where the token can no longer read what it is in either", async () => {
    await expect(isMissing(() => Promise.reject(failures.forbidden))).rejects.toBe(failures.forbidden);
  });
});

describe("Waiting in a session", () => {
  beforeEach(() => jest.useFakeTimers({ doNotFake: ["nextTick", "setImmediate"] }));
  afterEach(() => jest.useRealTimers());

  it("asks once for all who wait for the same list", async () => {
    const { session, kind, service } = lamps();
    service.lamps = [lamp];
    const view = kind.collection({});
    const waits = Promise.all(
      [1, 2, 3].map(() => session.waitFor(view, 60_000, (listed) => listed.get("7"))),
    );
    await jest.advanceTimersByTimeAsync(10);
    expect(await waits).toEqual([lamp, lamp, lamp]);
    expect(service.asked).toBe(1);
  });

  it("keeps who waits for one of many writes longer from looking", async () => {
    const { session, kind, service } = lamps();
    service.lamps = [lamp];
    const writes = Array.from({ length: 10 }, () =>
      kind.write(() => new Promise((resolve) => setTimeout(resolve, 3_000))),
    );
    const wait = session.waitFor(kind.collection({}), 60_000, (listed) => listed.get("7"));
    await jest.advanceTimersByTimeAsync(1_499);
    expect(service.asked).toBe(0);
    await jest.advanceTimersByTimeAsync(2);
    expect(await wait).toBe(lamp);
    await jest.advanceTimersByTimeAsync(3_000);
    await Promise.all(writes);
  });

  it("keeps no other write from being sent", async () => {
    const sent: unknown[] = [];
    const many = (_api: unknown, all: readonly unknown[]): Promise<void> =>
      Promise.resolve(void sent.push(all.length));
    const { session, kind } = lamps({
      bulk: { sameCreate: () => "", create: many, update: many, remove: many },
      remove: () => many(undefined, [1]),
    });
    void kind.write(() => session.waitFor(kind.collection({}), 60_000, (): true | undefined => undefined));
    void kind.write(() => kind.writer.remove({ lampId: 7 }));
    await jest.advanceTimersByTimeAsync(60);
    expect(sent).toEqual([1]);
  });

  it("tells how a write goes on that takes long", async () => {
    const { kind } = lamps();
    const words = await said(async () => {
      const write = kind.write(() => new Promise((resolve) => setTimeout(resolve, 20_000, "done")));
      await jest.advanceTimersByTimeAsync(20_000);
      expect(await write).toBe("done");
    });
    expect(words).toBe("Lamp: 0 done so far, 1 under way.\n");
  });
});

it("A session gives a call the seconds that its settings say", async () => {
  const service = await startFakeService();
  const began = Date.now();
  /** A hundred times as fast as other clocks. */
  const clock: Clock = {
    now: () => began + (Date.now() - began) * 100,
    sleep: (ms) => new Promise((resolve) => clock.after(ms, resolve)),
    after: (ms, run) => {
      const timer = setTimeout(run, ms / 100);
      return () => clearTimeout(timer);
    },
  };
  const session = new Session(
    resolveSettings([
      environmentSource({
        SMARTLOCK_TOKEN: "demo-token",
        SMARTLOCK_BASE_URL: service.url,
        SMARTLOCK_TIMEOUT: "300",
      }),
    ]),
    {
      environment: {},
      clock,
      openNotes: () => notesIn(new Map()),
      onEngineDeath: () => undefined,
      atEnd: () => undefined,
    },
  );
  try {
    service.answer = () => (service.requests.length < 3 ? { status: 503, body: {} } : { body: [] });
    expect(await session.api.smartlocks.list()).toEqual([]);
    expect(service.requests).toHaveLength(3);
  } finally {
    await session.api.close();
    await service.stop();
  }
});

it("A session keeps what it was told to be secret out of what an answer says", async () => {
  const service = await startFakeService();
  const { session } = lamps({}, { baseUrl: service.url });
  try {
    service.answer = () => ({ status: 400, body: { description: "the code 771204 is in use" } });
    session.secrets.add("771204");
    await expect(session.api.smartlocks.list()).rejects.toThrow("the code [secret] is in use");
  } finally {
    await session.api.close();
    await service.stop();
  }
});

describe("The account behind a token", () => {
  function asked(account: unknown, locks: unknown) {
    const { session, account: fake } = lamps();
    fake.mockRestore();
    const answer = (what: unknown) => () =>
      what instanceof Error ? Promise.reject(what) : Promise.resolve(what);
    const get = jest.spyOn(session.api.account, "get").mockImplementation(answer(account) as never);
    const list = jest.spyOn(session.api.smartlocks, "list").mockImplementation(answer(locks) as never);
    return { session, get, list };
  }

  it("is asked for once, and of no lock where the account tells it", async () => {
    const { session, get, list } = asked({ accountId: 5 }, [{ accountId: 6 }]);
    expect(await Promise.all([session.account(), session.account()])).toEqual([5, 5]);
    expect([get.mock.calls.length, list.mock.calls.length]).toEqual([1, 0]);
  });

  it.each<[string, unknown, unknown, number | undefined]>([
    [
      "of the first lock, where the account may not be read",
      new NotAllowedError("no", facts),
      [{ accountId: 6 }],
      6,
    ],
    [
      "of the first lock, where the token is refused",
      new CredentialError("no", facts, credential),
      [{ accountId: 6 }],
      6,
    ],
    ["of the first lock, where the account does not tell", {}, [{ accountId: 6 }, { accountId: 8 }], 6],
    ["unknown, where there is no lock", new NotAllowedError("no", facts), [], undefined],
    ["unknown, where no lock tells", new NotAllowedError("no", facts), [{}], undefined],
    [
      "unknown, where neither may be read",
      new NotAllowedError("no", facts),
      new NotAllowedError("no", facts),
      undefined,
    ],
  ])("is that %s", async (_, account, locks, expected) => {
    expect(await asked(account, locks).session.account()).toBe(expected);
  });

  it("is no guess where the service is in trouble", async () => {
    const trouble = new ServiceError("down", facts, undefined);
    await expect(asked(trouble, [{ accountId: 6 }]).session.account()).rejects.toBe(trouble);
    await expect(asked({}, trouble).session.account()).rejects.toBe(trouble);
  });
});
