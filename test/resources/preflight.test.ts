import { Kind } from "../../provider/engine/kind/kind";
import { Preflight } from "../../provider/engine/kind/preflight";
import type { ResourceSpec } from "../../provider/engine/kind/spec";
import {
  AnswerError,
  CredentialError,
  type Clock,
  NotAllowedError,
  NotFoundError,
  ServiceError,
  UnreachableError,
} from "../../provider/http";
import { BoundKind } from "../../provider/engine/run/bound-kind";
import { Session } from "../../provider/engine/run/session";
import { environmentSource } from "../../provider/engine/run/settings/sources";
import { resolveSettings } from "../../provider/engine/run/settings/settings";
import { registry } from "../../provider/resources";
import { windowProblems } from "../../provider/resources/authorization/access-window";
import { unitsOfAddress } from "../../provider/resources/address-list";
import { authorizations, authorizationsOf } from "../../provider/resources/authorization/authorization-list";
import { authorizationsOfUser } from "../../provider/resources/authorizations-of-user";
import { grantProblems } from "../../provider/resources/authorization/grant";
import { preflightOnLock } from "../../provider/resources/authorization/grant-preflight";
import { knownLocks, lockAsParent } from "../../provider/resources/locks";
import { failures } from "../engine/shelf";
import { notesIn } from "../protocol/notes-in-memory";

type Bag = Record<string, unknown>;

/** Waits end at once. */
const instantly: Clock = {
  now: () => Date.parse("2030-01-01T12:00:00Z"),
  after: (_ms, run) => {
    setImmediate(run);
    return () => undefined;
  },
  sleep: () => Promise.resolve(),
};

const facts = (status: number) => ({
  operation: "read",
  object: "a lock",
  status,
  nextStep: "",
  attempts: 1,
  outcomeUnknown: false,
});
const missing = new NotFoundError("missing", facts(404));
const notAllowed = new NotAllowedError("not allowed", facts(403));
const badToken = new CredentialError("bad token", facts(401), { source: "a test", baseUrl: "", scopes: [] });

const front = { smartlockId: 12, accountId: 7, type: 4, name: "Front", serverState: 0 };
const withKeypad = { ...front, config: { keypadPaired: true } };
const manyLocks = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ ...withKeypad, smartlockId: 12 + n }));
const grant = (n: number, fields: Bag = {}) => ({
  id: `a${n}`,
  smartlockId: 12,
  type: 0,
  name: `Guest ${n}`,
  accountUserId: 5,
  enabled: true,
  remoteAllowed: false,
  ...fields,
});
const code = (n: number) => grant(n, { type: 13, code: 482913 });

/** An account, or the error for a part of it, and the requests it got. */
function account({
  locks = [front] as Bag[] | Error,
  grants = [] as Bag[],
  houses = [] as Bag[] | Error,
  units = [] as Bag[],
} = {}) {
  const session = new Session(
    resolveSettings([
      environmentSource({ SMARTLOCK_TOKEN: "demo-token", SMARTLOCK_BASE_URL: "https://api.example.com" }),
    ]),
    {
      environment: {},
      clock: instantly,
      openNotes: () => notesIn(new Map()),
      onEngineDeath: () => undefined,
      atEnd: () => undefined,
    },
  );
  const asked: string[] = [];
  const answer = (request: string, found: unknown): never => {
    asked.push(request);
    return (found instanceof Error ? Promise.reject(found) : Promise.resolve(found)) as never;
  };
  const { smartlocks, authorizations, addresses, accountUsers } = session.api;
  jest.spyOn(smartlocks, "list").mockImplementation(() => answer("locks", locks));
  jest
    .spyOn(smartlocks, "get")
    .mockImplementation(({ smartlockId }) =>
      answer(
        `lock ${smartlockId}`,
        locks instanceof Error
          ? locks
          : (locks.find((one) => one["smartlockId"] === smartlockId) ?? notAllowed),
      ),
    );
  jest
    .spyOn(authorizations, "list")
    .mockImplementation((query) => answer(query?.types ? `grants ${query.types.join()}` : "grants", grants));
  jest
    .spyOn(authorizations, "listOf")
    .mockImplementation(({ smartlockId }) => answer(`grants of ${smartlockId}`, grants));
  jest
    .spyOn(authorizations, "get")
    .mockImplementation(({ smartlockId, id }) => answer(`grant ${smartlockId}/${id}`, notAllowed));
  jest.spyOn(addresses, "list").mockImplementation(() => answer("houses", houses));
  jest
    .spyOn(addresses, "listUnits")
    .mockImplementation(({ addressId }) =>
      answer(
        `units ${addressId}`,
        !(houses instanceof Error) && houses.some((one) => one["addressId"] === addressId) ? units : missing,
      ),
    );
  jest.spyOn(accountUsers, "listAll").mockImplementation(() => answer("users", [{ accountUserId: 5 }]));
  jest
    .spyOn(accountUsers, "get")
    .mockImplementation(({ accountUserId }) => answer(`user ${accountUserId}`, missing));
  return { session, asked };
}

/** What a kind says about a declaration before anything is written. */
async function said(session: Session, kind: keyof typeof registry, wanted: Bag, applied: Bag = {}) {
  const preflight = new Preflight<Bag>(session, wanted, applied, () => Promise.resolve(true));
  await (registry[kind] as unknown as ResourceSpec).preflight?.(preflight);
  const warned = preflight.warnings.map((warning) => `Warning: ${warning}`);
  return [...preflight.failures.map(({ field, reason }) => `${field} ${reason}`), ...warned];
}

const ONE_APP =
  'a window cannot go over midnight, and a user has only one app authorization on a lock: let it end by "24:00", and ' +
  'declare a keypad code (type "code") for the hours after that';

describe("a declaration that names what the account does not have", () => {
  it("is refused for a lock of an address", async () => {
    const { session } = account();
    expect(await said(session, "Address", { smartlockIds: [12, 30, 31] })).toEqual([
      "smartlockIds names a lock that the account does not have (30)",
      "smartlockIds names a lock that the account does not have (31)",
    ]);
    expect(await said(session, "Address", { smartlockIds: [12] })).toEqual([]);
  });

  it("is refused for a lock of a notification", async () => {
    const { session } = account();
    const settings = [undefined, 12, 30].map((smartlockId) => ({
      triggerEvents: ["DEVICE_LOCK"],
      smartlockId,
    }));
    expect(await said(session, "Notification", { settings })).toEqual([
      "settings names a lock that the account does not have (30)",
    ]);
  });

  it("is refused for the address of a unit", async () => {
    const { session } = account({ houses: [{ addressId: 7, name: "House" }] });
    expect(await said(session, "AddressUnit", { addressId: 8 })).toEqual([
      "addressId names an address that the account does not have (8)",
    ]);
    expect(await said(session, "AddressUnit", { addressId: 7 })).toEqual([]);
  });

  it("is refused for the lock and the user of an authorization", async () => {
    const { session } = account();
    expect(await said(session, "Authorization", { smartlockId: 30, accountUserId: 6 })).toEqual([
      "smartlockId names a lock that the account does not have (30)",
      "accountUserId names a user that the account does not have (6)",
    ]);
    expect(await said(session, "Authorization", { smartlockId: 12, accountUserId: 5 })).toEqual([]);
  });

  it.each<[keyof typeof registry]>([["Address"], ["AddressUnit"], ["Authorization"], ["Notification"]])(
    "passes for %s where the value is not known yet",
    async (kind) => {
      const { session, asked } = account();
      expect(await said(session, kind, {})).toEqual([]);
      expect(asked).toEqual([]);
    },
  );
});

describe("an authorization on a lock", () => {
  const keypadCode = { smartlockId: 12, type: "code", code: 482913 };

  it("is refused as a code where there is no keypad", async () => {
    const { session } = account();
    const words = "names Front, which has no keypad for a code";
    expect(await said(session, "Authorization", keypadCode)).toEqual([`smartlockId ${words}`]);
    const wasApp = { smartlockId: 12, type: "app" };
    expect(await said(session, "Authorization", keypadCode, wasApp)).toEqual([`smartlockId ${words}`]);
    const withoutKeypad = { smartlockId: 12, type: "fob" };
    expect(await said(session, "Authorization", withoutKeypad)).toEqual([]);
  });

  it("only warns of what an earlier run has applied", async () => {
    const { session } = account();
    const preflight = new Preflight<Bag>(session, keypadCode, keypadCode, () => Promise.resolve(true));
    await preflightOnLock(preflight as never, 12, "smartlockId");
    expect([preflight.failures, preflight.warnings]).toEqual([
      [],
      ["smartlockId names Front, which has no keypad for a code"],
    ]);
  });

  it("is told of while the lock is offline", async () => {
    const { session } = account({ locks: [{ ...withKeypad, serverState: 4 }] });
    const once = jest.spyOn(session, "sayOnce").mockReturnValue();
    expect(await said(session, "Authorization", keypadCode)).toEqual([]);
    expect(once.mock.calls).toEqual([
      [
        'Warning: Front is offline and cannot confirm anything: changes there fail until it is back, unless waitFor is "accepted".',
      ],
    ]);
  });

  it("is refused where its time is over", async () => {
    const { session } = account();
    const until = (moment: string) => ({ smartlockId: 12, allowedUntilDate: moment });
    const now = session.api.serviceTime();
    expect(await said(session, "Authorization", until(new Date(now - 60_000).toISOString()))).toEqual([
      "allowedUntilDate is in the past: the authorization would open nothing",
    ]);
    expect(await said(session, "Authorization", until(new Date(now + 60_000).toISOString()))).toEqual([]);
  });

  const codes = (count: number) => Array.from({ length: count }, (_, n) => code(n));
  const apps = (count: number) => Array.from({ length: count }, (_, n) => grant(1_000 + n));
  it.each([
    ["100 codes take no code more", codes(100), "code", "it has 100 keypad codes"],
    ["99 codes take one more", codes(99), "code", undefined],
    ["100 codes take an app", codes(100), "app", undefined],
    ["100 apps take a code", apps(100), "code", undefined],
    ["99 codes among 199 take one more", [...codes(99), ...apps(100)], "code", undefined],
    ["200 of any kind take nothing more", [...codes(99), ...apps(101)], "app", "it has 200 authorizations"],
    ["199 apps take one more", apps(199), "app", undefined],
    [
      "200 on another lock say nothing",
      apps(200).map((one) => ({ ...one, smartlockId: 30 })),
      "app",
      undefined,
    ],
  ])("%s", async (_words, grants, type, why) => {
    const { session } = account({ locks: [withKeypad], grants });
    expect(await said(session, "Authorization", { smartlockId: 12, type })).toEqual(
      why === undefined ? [] : [`smartlockId names Front, which is full: ${why}`],
    );
  });

  it("takes the place of one that makes room, on the same lock and, for a code, of a code", async () => {
    const counts: boolean[][] = [];
    const [here, codeHere, elsewhere] = [
      { smartlockId: 12, type: "app" },
      { smartlockId: 12, type: "code" },
      { smartlockId: 30, type: "code" },
    ];
    const asked = async (grants: Bag[]) => {
      const { session } = account({ locks: [withKeypad], grants });
      const preflight = new Preflight<Bag>(session, keypadCode, {}, (doesCount) => {
        counts.push([here, codeHere, elsewhere].map(doesCount));
        return Promise.resolve(false);
      });
      await preflightOnLock(preflight as never, 12, "smartlockId");
      return preflight.failures;
    };
    expect(await asked(apps(200))).toEqual([]);
    expect(await asked(codes(100))).toEqual([]);
    expect(counts).toEqual([
      [true, true, false],
      [false, true, false],
    ]);
  });

  it("is refused for no length of a name that is not known yet", () => {
    expect(grantProblems({ type: "code", code: 482913 }, new Set(["name"]))).toEqual([]);
  });

  it.each([
    [undefined, "10:00", "08:00", ONE_APP],
    ["app", "10:00", "08:00", ONE_APP],
    [
      "fob",
      "10:00",
      "08:00",
      'for a window over midnight, declare two fobs with different names, one until "24:00" and one from "00:00"',
    ],
    [
      "code",
      "10:00",
      "08:00",
      'for a window over midnight, declare two different keypad codes, one until "24:00" and one from "00:00"',
    ],
    [
      "code",
      "10:00",
      "00:00",
      '"00:00" is the beginning of the day; write "24:00" for its end, and leave both times out for the whole day',
    ],
  ] as const)(
    "of type %s, from %s to %s is refused, and the reason says what to do",
    (type, allowedFromTime, allowedUntilTime, why) => {
      expect(windowProblems({ type, allowedFromTime, allowedUntilTime })).toEqual([
        { field: "allowedUntilTime", reason: `must be after allowedFromTime: ${why}` },
      ]);
    },
  );
});

describe("lists of authorizations", () => {
  it.each([
    [4, 21, true],
    [5, 21, false],
    [4, 20, false],
    [1, 0, false],
  ])("of %i locks cost less in an account of %i: %s", async (count, locks, isCheaper) => {
    const { session } = account({ locks: manyLocks(locks) });
    expect(await authorizations.byParent.areCheaper(session, count)).toBe(isCheaper);
  });

  it("cost no list of locks where they are too many anyway", async () => {
    const { session, asked } = account({ locks: manyLocks(21) });
    await authorizations.byParent.areCheaper(session, 5);
    expect(asked).toEqual([]);
  });

  it("are of the lock that is known, and of all where none is", async () => {
    const partOf = (fields: Bag) => authorizations.parent.keyFrom(fields);
    expect([{ smartlockId: 12 }, { smartlockId: "12" }, {}].map(partOf)).toEqual([
      "12",
      undefined,
      undefined,
    ]);
    expect(partOf(authorizations.idOf(grant(1) as never))).toBe("12");
    expect(authorizations.otherwise.wordOf?.({ type: "code" })).toBe("code");
    const { session, asked } = account({ locks: manyLocks(21) });
    await authorizationsOf(session, 12).known();
    await authorizationsOf(session).known();
    expect(asked).toEqual(["locks", "grants of 12", "grants"]);
  });

  it("are read once, for the resources and for what is asked of locks and users", async () => {
    const { session, asked } = account({ grants: [grant(1)] });
    const kind = new BoundKind(new Kind(registry.Authorization), session);
    await kind.collection({}).known();
    await authorizationsOf(session).known();
    expect(asked).toEqual(["grants"]);
  });

  it("that lack one prove it only while its lock can be read", async () => {
    const { session, asked } = account();
    const grants = authorizationsOf(session);
    expect(await grants.isMissing("12/a1")).toBe(true);
    expect(asked).toEqual(["grants", "grant 12/a1", "lock 12"]);
  });
});

describe("what would go along", () => {
  it("with an address are its units, of which one list that lacks some says nothing", async () => {
    const { session, asked } = account({
      houses: [{ addressId: 7 }],
      units: [
        { id: "u1", name: "Flat" },
        { id: "u2", name: "Attic" },
      ],
    });
    jest.spyOn(session.api.addresses, "listUnits").mockResolvedValueOnce([]);
    expect(await unitsOfAddress(session, { addressId: 7 })).toEqual([
      { object: "AddressUnit 7/u1", words: 'the unit "Flat" (id 7/u1)' },
      { object: "AddressUnit 7/u2", words: 'the unit "Attic" (id 7/u2)' },
    ]);
    expect(asked).toEqual(["units 7"]);
  });

  it("with an address is looked for once more than the list shows, and no oftener", async () => {
    const { session, asked } = account({ houses: [{ addressId: 7 }] });
    const kind = new BoundKind(new Kind(registry.AddressUnit), session);
    await kind.lookAgain({ addressId: 7 });
    await unitsOfAddress(session, { addressId: 7 });
    expect(asked).toEqual(["units 7", "units 7"]);
  });

  it("with an address are no units that this run has deleted", async () => {
    const { session } = account({ houses: [{ addressId: 7 }], units: [{ id: "u1", name: "Flat" }] });
    const kind = new BoundKind(new Kind(registry.AddressUnit), session);
    kind.collection({ addressId: 7 }).removed("7/u1");
    expect(await unitsOfAddress(session, { addressId: 7 })).toEqual([]);
  });

  it("with a user are the authorizations of that user", async () => {
    const { session } = account({ grants: [grant(1), grant(2, { accountUserId: 6 })] });
    expect(await authorizationsOfUser(session, { accountUserId: 5 })).toEqual([
      { object: "Authorization 12/a1", words: 'the authorization "Guest 1" on Front (id 12/a1)' },
    ]);
  });

  it("with a user are those too that the list lacks; one other list is asked for all users", async () => {
    const { session, asked } = account({ grants: [grant(1), grant(2, { accountUserId: 6 })] });
    jest.spyOn(session.api.authorizations, "list").mockImplementation((query) => {
      asked.push(query?.types === undefined ? "grants" : `grants ${query.types.join()}`);
      const listed = query?.types === undefined ? [] : [grant(1), grant(2, { accountUserId: 6 })];
      return Promise.resolve(listed);
    });
    const lost = async (accountUserId: number) =>
      (await authorizationsOfUser(session, { accountUserId })).map(({ object }) => object);
    expect([await lost(5), await lost(6)]).toEqual([["Authorization 12/a1"], ["Authorization 12/a2"]]);
    expect(asked).toEqual(["grants 0,1,2,3,13,14,15", "grants", "locks"]);
  });
});

describe("a lock", () => {
  const accountOn = async (session: Session, key: string) => lockAsParent.accountOf?.(session, key);
  const deviceOf = async (session: Session, key: string) => lockAsParent.device?.find(session, key);
  /** A refused read of a grant on a lock tells that it is gone. Another grant cannot be read either. */
  const tellsOfGrantOn = async (session: Session, smartlockId: number): Promise<boolean> => {
    jest.spyOn(session.api.authorizations, "get").mockRejectedValue(failures.forbidden);
    return authorizationsOf(session).collection.isMissing(`${smartlockId}/gone`);
  };

  it("lets a refusal tell where the service shows it, which is asked by its id, or where it is proven gone", async () => {
    const { session, asked } = account({ grants: [grant(1)] });
    expect(await tellsOfGrantOn(session, 12)).toBe(true);
    expect(asked).toEqual(["grants", "lock 12"]);
    expect(await tellsOfGrantOn(session, 30)).toBe(true);
  });

  it("lets no refusal tell where it is listed and cannot be read", async () => {
    const { session } = account({ grants: [grant(1)] });
    jest.spyOn(session.api.smartlocks, "get").mockRejectedValue(failures.forbidden);
    await expect(tellsOfGrantOn(session, 12)).rejects.toBe(failures.forbidden);
  });

  it("lets no refusal tell where nothing but a refusal tells that it is gone itself", async () => {
    const { session } = account({ locks: [], grants: [grant(1)] });
    jest.spyOn(session.api.smartlocks, "get").mockRejectedValue(failures.forbidden);
    jest.spyOn(session, "holdsSomething").mockResolvedValue(true);
    await expect(tellsOfGrantOn(session, 30)).rejects.toBe(failures.forbidden);
  });

  it("tells the account of what is on it, and how it is called", async () => {
    const { session } = account();
    expect(await accountOn(session, "12")).toBe(7);
    expect(await accountOn(session, "30")).toBeUndefined();
    expect(await deviceOf(session, "12")).toEqual({ name: "Front", online: true });
    expect(await deviceOf(session, "30")).toBeUndefined();
  });

  it("is nobody's where it does not tell", async () => {
    const { session } = account({ locks: [{ ...front, accountId: null }] });
    expect(await accountOn(session, "12")).toBeUndefined();
  });

  it("is not known to a token that may not read locks", async () => {
    const refused = account({ locks: badToken });
    expect(await accountOn(refused.session, "12")).toBeUndefined();
    expect(await deviceOf(refused.session, "12")).toBeUndefined();
    expect((await knownLocks(refused.session)).size).toBe(0);
  });

  it.each([
    ["a refusal", notAllowed],
    ["trouble of the service", new ServiceError("trouble", facts(503), undefined)],
    ["no answer", new UnreachableError("lost", { ...facts(0), status: undefined }, true)],
    ["an answer that cannot be read", new AnswerError("no JSON", facts(200))],
  ])("is not taken for one that may not be read because of %s", async (_words, trouble) => {
    const { session } = account({ locks: trouble });
    await expect(deviceOf(session, "12")).rejects.toBe(trouble);
    await expect(knownLocks(session)).rejects.toBe(trouble);
    const told = accountOn(session, "12");
    // A refusal says that the token does not tell the account, and another source is asked. Trouble says nothing.
    await (trouble === notAllowed
      ? expect(told).resolves.toBeUndefined()
      : expect(told).rejects.toBe(trouble));
  });
});

describe("the account of a unit", () => {
  const accountOf = (session: Session, addressId: number) =>
    new BoundKind(new Kind(registry.AddressUnit), session).accountOfParent({ addressId });

  it("is that of its address", async () => {
    const { session } = account({ houses: [{ addressId: 7, accountId: 9 }] });
    expect(await accountOf(session, 7)).toBe(9);
    expect(await accountOf(session, 8)).toBeUndefined();
  });

  it("is left to other ways of telling where the token may not list addresses", async () => {
    expect(await accountOf(account({ houses: badToken }).session, 7)).toBeUndefined();
    expect(await accountOf(account({ houses: notAllowed }).session, 7)).toBeUndefined();
    const trouble = new ServiceError("trouble", facts(503), undefined);
    await expect(accountOf(account({ houses: trouble }).session, 7)).rejects.toBe(trouble);
  });
});
