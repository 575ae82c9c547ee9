import type { Simulator } from "../../simulator";
import { lockNamed, simulators, type Speaker, anyText, objectId, objectWith } from "./speak";

const start = simulators();
type Talking = Simulator & { speak: Speaker };

interface Authorization {
  id: string;
  authId?: number;
  smartlockId: number;
  name: string;
  type: number;
  code?: number;
  accountUserId?: number;
  operationId?: string;
}

async function listed(sim: Talking, lock: number): Promise<Authorization[]> {
  return (await sim.speak.get(`/smartlock/${lock}/auth`)).body as Authorization[];
}

const code = { name: "Guest A", remoteAllowed: false, type: 13, code: 573914 };

describe("creating an authorization", () => {
  it("answers 204 without a body, and lists it in the service's shape", async () => {
    const sim = await start({ clock: "held", now: new Date("2026-03-04T05:06:07.008Z") });
    const door = lockNamed(sim, "Front door");
    const before = (await listed(sim, door)).length;
    const reply = await sim.speak.put(`/smartlock/${door}/auth`, {
      ...code,
      allowedFromDate: "2026-09-22T14:00:00+02:00",
      allowedUntilDate: "2026-09-30T12:00:00Z",
      allowedWeekDays: 127,
      allowedFromTime: 0,
      allowedUntilTime: 0,
      smartActionsEnabled: true,
      misspelt: "ignored",
    });
    expect([reply.status, reply.text]).toEqual([204, ""]);
    const records = await listed(sim, door);
    expect(records).toHaveLength(before + 1);
    expect(records[before]).toEqual({
      id: objectId,
      smartlockId: door,
      authId: 4,
      code: 573914,
      type: 13,
      name: "Guest A",
      enabled: true,
      remoteAllowed: false,
      lockCount: 0,
      allowedFromDate: "2026-09-22T12:00:00.000Z",
      allowedUntilDate: "2026-09-30T12:00:00.000Z",
      allowedWeekDays: 127,
      allowedFromTime: 0,
      allowedUntilTime: 0,
      creationDate: "2026-03-04T05:06:07.008Z",
      updateDate: "2026-03-04T05:06:07.008Z",
    });
  });

  it.each<[string, object, number, string?]>([
    [
      "no name",
      { remoteAllowed: true, accountUserId: 4001 },
      400,
      "The supplied value 'null' for parameter 'name' is not valid",
    ],
    ["a name over 32 characters", { name: "x".repeat(33), remoteAllowed: true, accountUserId: 4001 }, 400],
    ["a name of 32 characters", { name: "x".repeat(32), remoteAllowed: true, accountUserId: 4001 }, 204],
    ["a keypad name over 20 characters", { ...code, name: "x".repeat(21) }, 422],
    [
      "no remoteAllowed",
      { name: "A", accountUserId: 4001 },
      400,
      "The supplied value 'null' for parameter 'remoteAllowed' is not valid",
    ],
    ["an app grant without a user", { name: "A", remoteAllowed: true }, 400],
    ["a fob without a user", { name: "A", remoteAllowed: true, type: 2 }, 400],
    ["an unknown user", { name: "A", remoteAllowed: true, accountUserId: 9 }, 400],
    ["a type that cannot be created", { name: "A", remoteAllowed: true, accountUserId: 4001, type: 3 }, 400],
    ["an app grant with a code", { name: "A", remoteAllowed: true, accountUserId: 4001, code: 573914 }, 400],
    ["a keypad code without a code", { ...code, code: undefined }, 400],
    [
      "a code of five digits",
      { ...code, code: 57391 },
      400,
      "The supplied value '57391' for parameter 'code' is not valid",
    ],
    ["a code of seven digits", { ...code, code: 5739142 }, 400],
    ["a code with a zero", { ...code, code: 507391 }, 400],
    ["a code that begins with 12", { ...code, code: 123456 }, 400],
    ["a code as text", { ...code, code: "573914" }, 204],
    ["a keypad code without a user", code, 204],
    ["a code that is on the lock", { ...code, code: 482913 }, 409],
    ["weekdays out of range", { ...code, allowedWeekDays: 128 }, 400],
    ["a time out of range", { ...code, allowedFromTime: -1 }, 400],
    ["a date that is none", { ...code, allowedFromDate: "soon" }, 400],
    ["dates sent as null", { ...code, allowedFromDate: null, allowedUntilDate: null }, 204],
    ["a list instead of an object", [code], 422],
    ["a switch that is a word", { ...code, remoteAllowed: "maybe" }, 422],
  ])("with %s", async (...[, body, status, message]) => {
    const sim = await start();
    const reply = await sim.speak.put(`/smartlock/${lockNamed(sim, "Front door")}/auth`, body);
    expect(reply.status).toBe(status);
    if (message !== undefined) {
      expect(reply.body).toEqual({ detailMessage: message, stackTrace: [], suppressedExceptions: [] });
    }
  });

  it("takes no text that is not JSON", async () => {
    const sim = await start();
    expect((await sim.speak.put(`/smartlock/${lockNamed(sim, "Front door")}/auth`, "{")).status).toBe(422);
  });

  it("refuses a keypad code where no keypad is paired, as a matter of type", async () => {
    const sim = await start();
    const reply = await sim.speak.put(`/smartlock/${lockNamed(sim, "Garage")}/auth`, code);
    expect(reply.status).toBe(400);
    expect(reply.text).toContain("parameter 'type'");
  });

  it("makes a second one when an app grant is asked for twice, and mails an invitation each time", async () => {
    const sim = await start();
    const door = lockNamed(sim, "Garage");
    const grant = { name: "Cleaning crew", remoteAllowed: true, accountUserId: 4001 };
    await sim.speak.put(`/smartlock/${door}/auth`, grant);
    await sim.speak.put(`/smartlock/${door}/auth`, grant);
    expect((await listed(sim, door)).filter(({ accountUserId }) => accountUserId === 4001)).toHaveLength(2);
    expect(sim.state().mails).toEqual([
      objectWith({ kind: "invitation", to: "cleaning@example.com", smartlockId: door }),
      objectWith({ kind: "invitation", to: "cleaning@example.com", smartlockId: door }),
    ]);
  });

  it("holds 100 keypad codes on a lock and 200 authorizations", async () => {
    const sim = await start({ seed: "fleet:2x200x398" });
    const [first = 0, second = 0] = sim.state().smartlocks.map(({ smartlockId }) => smartlockId);
    const codes = (await listed(sim, first)).filter(({ type }) => type === 13);
    expect(codes).toHaveLength(100);
    const oneCodeMore = await sim.speak.put(`/smartlock/${first}/auth`, { ...code, code: 999999 });
    expect([oneCodeMore.status, oneCodeMore.text]).toEqual([400, expect.stringContaining("error 29")]);
    const grant = { name: "One more", remoteAllowed: true, accountUserId: 10_000 };
    expect((await sim.speak.put(`/smartlock/${second}/auth`, grant)).status).toBe(204);
    const full = await sim.speak.put(`/smartlock/${second}/auth`, grant);
    expect([full.status, full.text]).toEqual([400, expect.stringContaining("error 13")]);
  });
});

describe("updating an authorization", () => {
  it("wipes the limits that are left out, and keeps the rest", async () => {
    const sim = await start();
    const door = lockNamed(sim, "Front door");
    const crew = (await listed(sim, door)).find(({ name }) => name === "Cleaning crew");
    expect(crew).toMatchObject({ allowedWeekDays: 124, allowedFromTime: 480 });
    const path = `/smartlock/${door}/auth/${crew?.id ?? ""}`;
    expect((await sim.speak.post(path, { name: "Crew", allowedWeekDays: 64 })).status).toBe(204);
    expect((await sim.speak.get(path)).body).toEqual({
      id: crew?.id,
      smartlockId: door,
      accountUserId: 4001,
      authId: 2,
      code: 482913,
      type: 13,
      name: "Crew",
      enabled: true,
      remoteAllowed: false,
      lockCount: 14,
      allowedWeekDays: 64,
      creationDate: anyText,
      updateDate: anyText,
    });
  });

  it.each<[string, object, number]>([
    ["without a name", { enabled: false }, 400],
    ["with a code in use", { name: "A", code: 739164 }, 409],
    ["with its own code", { name: "A", code: 482913 }, 204],
    ["with a bad code", { name: "A", code: 111 }, 400],
    ["with a long name", { name: "x".repeat(21) }, 422],
    ["that takes the user away", { name: "A", accountUserId: null }, 204],
    ["with an unknown user", { name: "A", accountUserId: 1 }, 400],
    ["that changes the type, which is ignored", { name: "A", type: 0 }, 204],
  ])("%s", async (_, body, status) => {
    const sim = await start();
    const door = lockNamed(sim, "Front door");
    await sim.speak.put(`/smartlock/${door}/auth`, { ...code, code: 739164 });
    const crew = (await listed(sim, door)).find(({ name }) => name === "Cleaning crew");
    expect((await sim.speak.post(`/smartlock/${door}/auth/${crew?.id ?? ""}`, body)).status).toBe(status);
  });

  it("keeps enabled and remoteAllowed when they are not said", async () => {
    const sim = await start();
    const door = lockNamed(sim, "Garage");
    const [app] = await listed(sim, door);
    const path = `/smartlock/${door}/auth/${app?.id ?? ""}`;
    await sim.speak.post(path, { name: "A", enabled: false, remoteAllowed: false });
    await sim.speak.post(path, { name: "B" });
    expect((await sim.speak.get(path)).body).toMatchObject({
      name: "B",
      enabled: false,
      remoteAllowed: false,
    });
  });
});

describe("finding authorizations", () => {
  it("filters by type and by user, a negative one meaning none", async () => {
    const sim = await start();
    const names = async (query: string): Promise<string[]> =>
      ((await sim.speak.get(`/smartlock/auth?${query}`)).body as Authorization[])
        .map(({ name }) => name)
        .sort();
    expect(await names("types=2,3")).toEqual(["Caretaker's fob", "Keypad 2"]);
    expect(await names("accountUserId=4001")).toEqual(["Cleaning crew", "Cleaning crew"]);
    expect(await names("accountUserId=-1")).toEqual(["Keypad 2"]);
    expect(await names("accountUserId=4002&types=2")).toEqual(["Caretaker's fob"]);
  });

  it("pages with the service's pagination object", async () => {
    const sim = await start();
    const page = await sim.speak.get("/smartlock/auth/paged?page=1&size=3");
    const body = page.body as { results: Authorization[]; pagination: unknown };
    expect(body.results).toHaveLength(3);
    expect(body.pagination).toEqual({
      totalItems: 8,
      totalPages: 3,
      currentPage: 1,
      nextPage: "/smartlock/auth/paged?page=2&size=3",
      prevPage: "/smartlock/auth/paged?page=0&size=3",
      pageSize: 3,
    });
    const last = (await sim.speak.get("/smartlock/auth/paged?page=3&size=3")).body as typeof body;
    expect(last.results).toEqual([]);
    const whole = (await sim.speak.get("/smartlock/auth/paged")).body as typeof body;
    expect(whole.pagination).toMatchObject({ pageSize: 100, currentPage: 0, nextPage: null, prevPage: null });
  });

  it("adds the e-mail of the user when asked", async () => {
    const sim = await start();
    const door = lockNamed(sim, "Garage");
    const plain = await listed(sim, door);
    expect(plain[0]).not.toHaveProperty("email");
    const withEmail = (await sim.speak.get(`/smartlock/${door}/auth?includeEmail=true`)).body;
    expect(withEmail).toEqual(plain.map((record) => ({ ...record, email: "caretaker@example.com" })));
  });

  it("knows nothing of other locks and ids: 403, not 404", async () => {
    const sim = await start();
    const door = lockNamed(sim, "Garage");
    const [elsewhere] = await listed(sim, lockNamed(sim, "Office"));
    expect((await sim.speak.get("/smartlock/17/auth")).status).toBe(403);
    expect((await sim.speak.get(`/smartlock/${door}/auth/${elsewhere?.id ?? ""}`)).status).toBe(403);
    expect((await sim.speak.del(`/smartlock/${door}/auth/000000000000000000000000`)).status).toBe(403);
    expect((await sim.speak.put("/smartlock/17/auth", code)).status).toBe(400);
  });
});

describe("many at once", () => {
  it.each(["smartlockIds", "smartlock_ids"])("creates on several locks, named by %s", async (key) => {
    const sim = await start();
    const locks = [lockNamed(sim, "Front door"), lockNamed(sim, "Office")];
    expect((await sim.speak.put("/smartlock/auth", { ...code, [key]: locks })).status).toBe(204);
    for (const lock of locks) {
      expect((await listed(sim, lock)).map(({ name }) => name)).toContain("Guest A");
    }
  });

  it("creates nothing when one lock cannot take it", async () => {
    const sim = await start();
    const before = sim.state().authorizations;
    const locks = [lockNamed(sim, "Office"), lockNamed(sim, "Garage")];
    expect((await sim.speak.put("/smartlock/auth", { ...code, smartlockIds: locks })).status).toBe(400);
    expect((await sim.speak.put("/smartlock/auth", { ...code, smartlockIds: [17] })).status).toBe(400);
    expect((await sim.speak.put("/smartlock/auth", code)).status).toBe(400);
    expect(sim.state().authorizations).toEqual(before);
  });

  it("updates an array, each by its id, all or none", async () => {
    const sim = await start();
    const all = sim.state().authorizations.filter(({ type }) => type === 13);
    const [first, second] = all;
    const update = [
      { id: first?.id, name: "One", code: 555111 },
      { id: second?.id, name: "Two" },
    ];
    expect(
      (await sim.speak.post("/smartlock/auth", [...update, { id: "missing", name: "Three" }])).status,
    ).toBe(403);
    expect(sim.state().authorizations.map(({ name }) => name)).not.toContain("One");
    expect((await sim.speak.post("/smartlock/auth", update)).status).toBe(204);
    expect((await sim.speak.get("/smartlock/auth?types=13")).body).toMatchObject([
      { name: "One", code: 555111 },
      { name: "Two", code: 739164 },
    ]);
    expect((await sim.speak.post("/smartlock/auth", { name: "no array" })).status).toBe(422);
  });

  it("deletes a bare array of ids, all or none", async () => {
    const sim = await start();
    const ids = sim
      .state()
      .authorizations.slice(0, 2)
      .map(({ id }) => id);
    expect((await sim.speak.del("/smartlock/auth", [...ids, "missing"])).status).toBe(403);
    expect((await sim.speak.del("/smartlock/auth", { ids })).status).toBe(422);
    expect(sim.state().authorizations).toHaveLength(8);
    expect((await sim.speak.del("/smartlock/auth", ids)).status).toBe(204);
    expect(sim.state().authorizations).toHaveLength(6);
  });

  it("answers a shared key with the authorization it makes", async () => {
    const sim = await start({ settleMs: 100, clock: "held" });
    const door = lockNamed(sim, "Garage");
    const path = `/smartlock/${door}/auth/advanced/sharedkey`;
    const reply = await sim.speak.post(path, { name: "Shared", accountUserId: 4003 });
    expect(reply.status).toBe(200);
    expect(reply.body).toEqual([
      objectWith({
        name: "Shared",
        accountUserId: 4003,
        smartlockId: door,
        operationId: anyText,
      }),
    ]);
    sim.clock.advance(100);
    expect((await listed(sim, door)).find(({ name }) => name === "Shared")?.operationId).toBeUndefined();
    expect(sim.state().mails).toEqual([objectWith({ kind: "invitation", to: "guest-a@example.com" })]);
    expect((await sim.speak.post("/smartlock/17/auth/advanced/sharedkey", { name: "A" })).status).toBe(404);
  });
});
