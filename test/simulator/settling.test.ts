import type { Simulator } from "../../simulator";
import { lockNamed, simulators, type Speaker, anyText, objectWith, textLike } from "./speak";

const start = simulators();
type Talking = Simulator & { speak: Speaker };
const settleMs = 1000;
const code = { name: "Guest A", remoteAllowed: false, type: 13, code: 573914 };

interface Authorization {
  id: string;
  authId?: number;
  name: string;
  operationId?: string;
}

/** A held simulator, its front door, and the authorizations listed there under a name. */
async function frontDoor(options: { settleMs?: number } = { settleMs }) {
  const sim: Talking = await start({ clock: "held", ...options });
  const door = lockNamed(sim, "Front door");
  const named = async (name: string): Promise<Authorization | undefined> =>
    ((await sim.speak.get(`/smartlock/${door}/auth`)).body as Authorization[]).find(
      (item) => item.name === name,
    );
  const crew = await named("Cleaning crew");
  return {
    sim,
    door,
    named,
    path: `/smartlock/${door}/auth`,
    crewPath: `/smartlock/${door}/auth/${crew?.id ?? ""}`,
  };
}

describe("an operation on an authorization settles", () => {
  it("lists a created one with an operationId half-way, and confirms it at the end", async () => {
    const { sim, path, named } = await frontDoor();
    await sim.speak.put(path, code);
    sim.clock.advance(499);
    expect(await named("Guest A")).toBeUndefined();
    sim.clock.advance(1);
    const pending = await named("Guest A");
    expect(pending?.operationId).toMatch(/^[0-9a-f]{24}$/);
    expect(pending).not.toHaveProperty("authId");
    sim.clock.advance(500);
    const confirmed = await named("Guest A");
    expect(confirmed).toMatchObject({ id: pending?.id, authId: 4 });
    expect(confirmed).not.toHaveProperty("operationId");
  });

  it.each([
    [0, 0, true],
    [1, 999, false],
  ])("with listedAfter %d it is listed after %d ms: %s", async (listedAfter, ms, expected) => {
    const { sim, path, named } = await frontDoor();
    const state = sim.state();
    sim.setState({ ...state, behaviour: { ...state.behaviour, listedAfter } });
    await sim.speak.put(path, code);
    sim.clock.advance(ms);
    expect((await named("Guest A")) !== undefined).toBe(expected);
    sim.clock.advance(1000 - ms);
    expect(await named("Guest A")).toBeDefined();
  });

  it("holds the code of a creation that nobody sees yet", async () => {
    const { sim, path } = await frontDoor();
    await sim.speak.put(path, code);
    expect((await sim.speak.put(path, { ...code, name: "Guest B" })).status).toBe(409);
  });

  it("updates at the end; until then the object is busy and unchanged, and answers 423", async () => {
    const { sim, crewPath, named } = await frontDoor();
    expect((await sim.speak.post(crewPath, { name: "Crew" })).status).toBe(204);
    expect((await named("Cleaning crew"))?.operationId).toBeDefined();
    expect((await sim.speak.post(crewPath, { name: "Again" })).status).toBe(423);
    expect((await sim.speak.del(crewPath)).status).toBe(423);
    sim.clock.advance(999);
    expect(await named("Crew")).toBeUndefined();
    sim.clock.advance(1);
    expect((await named("Crew"))?.operationId).toBeUndefined();
    expect((await sim.speak.post(crewPath, { name: "Again" })).status).toBe(204);
  });

  it("answers 423 in turn with a message, without one, and without a body", async () => {
    const { sim, crewPath } = await frontDoor();
    await sim.speak.post(crewPath, { name: "Crew" });
    const texts = [];
    for (let n = 0; n < 3; n++) {
      texts.push((await sim.speak.post(crewPath, { name: "Again" })).text);
    }
    expect(texts).toEqual([
      expect.stringContaining('"detailMessage":"'),
      '{"stackTrace":[],"suppressedExceptions":[]}',
      "",
    ]);
  });

  it("may accept some quick updates before it answers 423, and keep the first", async () => {
    const { sim, crewPath, named } = await frontDoor();
    const state = sim.state();
    sim.setState({ ...state, behaviour: { ...state.behaviour, updatesAcceptedWhileBusy: 1 } });
    const statuses = [];
    for (const name of ["First", "Second", "Third"]) {
      statuses.push((await sim.speak.post(crewPath, { name })).status);
    }
    expect(statuses).toEqual([204, 204, 423]);
    sim.clock.advance(settleMs * 3);
    expect(await named("First")).toBeDefined();
    expect(await named("Second")).toBeUndefined();
  });

  it("deletes at the end; until then it is listed, and nothing else may be done to it", async () => {
    const { sim, crewPath, named } = await frontDoor();
    expect((await sim.speak.del(crewPath)).status).toBe(204);
    expect((await named("Cleaning crew"))?.operationId).toBeDefined();
    expect((await sim.speak.post(crewPath, { name: "Crew" })).status).toBe(423);
    expect((await sim.speak.del("/smartlock/auth", [crewPath.split("/").at(-1)])).status).toBe(423);
    sim.clock.advance(settleMs);
    expect(await named("Cleaning crew")).toBeUndefined();
    expect((await sim.speak.get(crewPath)).status).toBe(403);
  });

  it("does one thing after the other on each lock, and different locks side by side", async () => {
    const { sim, door, path, named } = await frontDoor();
    const office = lockNamed(sim, "Office");
    await sim.speak.put(path, code);
    await sim.speak.put(path, { ...code, name: "Guest B", code: 573915 });
    await sim.speak.put(`/smartlock/${office}/auth`, { ...code, name: "Guest C" });
    sim.clock.advance(settleMs);
    const names = sim.state().authorizations.filter(({ operationId }) => operationId === undefined);
    expect(names.map(({ name }) => name)).toEqual(expect.arrayContaining(["Guest A", "Guest C"]));
    expect(await named("Guest B")).toBeUndefined();
    sim.clock.advance(settleMs);
    expect((await named("Guest B"))?.operationId).toBeUndefined();
    expect(sim.state().smartlocks.find(({ smartlockId }) => smartlockId === door)?.queue).toEqual([]);
  });

  it("needs no moving of the clock when nothing takes time", async () => {
    const { sim, path, crewPath, named } = await frontDoor({});
    await sim.speak.put(path, code);
    expect((await named("Guest A"))?.operationId).toBeUndefined();
    await sim.speak.del(crewPath);
    expect(await named("Cleaning crew")).toBeUndefined();
  });

  it("settles by itself when the clock runs", async () => {
    const sim = await start({ settleMs: 20 });
    const door = lockNamed(sim, "Front door");
    await sim.speak.put(`/smartlock/${door}/auth`, code);
    await sim.clock.delay(25);
    expect((await sim.speak.get(`/smartlock/${door}/auth?types=13`)).body).toContainEqual(
      objectWith({ name: "Guest A", authId: 4 }),
    );
  });
});

describe("a lock that is offline", () => {
  it("says so", async () => {
    const { sim, door } = await frontDoor();
    expect((await sim.speak.get(`/smartlock/${door}`)).body).toMatchObject({ serverState: 0 });
    sim.lock(door).goOffline("pending");
    const reply = await sim.speak.get(`/smartlock/${door}`);
    expect(reply.body).toMatchObject({ serverState: 4 });
    for (const own of ["offline", "queue", "ghosts", "adminPin"]) {
      expect(reply.body).not.toHaveProperty(own);
    }
    sim.lock(door).goOnline();
    expect((await sim.speak.get(`/smartlock/${door}`)).body).toMatchObject({ serverState: 0 });
  });

  it("pending: operations are accepted, wait, and happen when it is back", async () => {
    const { sim, door, path, crewPath, named } = await frontDoor();
    sim.lock(door).goOffline("pending");
    expect((await sim.speak.put(path, code)).status).toBe(204);
    expect((await sim.speak.del(crewPath)).status).toBe(204);
    sim.clock.advance(86_400_000);
    expect(await named("Guest A")).toBeUndefined();
    expect((await named("Cleaning crew"))?.operationId).toBeDefined();
    expect((await sim.speak.post(crewPath, { name: "Crew" })).status).toBe(423);
    sim.lock(door).goOnline();
    sim.clock.advance(settleMs);
    expect(await named("Guest A")).toBeDefined();
    sim.clock.advance(settleMs);
    expect(await named("Cleaning crew")).toBeUndefined();
  });

  it("pending: what was under way begins again when it is back", async () => {
    const { sim, door, path, named } = await frontDoor();
    await sim.speak.put(path, code);
    sim.clock.advance(400);
    sim.lock(door).goOffline("pending");
    sim.clock.advance(10_000);
    expect(await named("Guest A")).toBeUndefined();
    sim.lock(door).goOnline();
    sim.clock.advance(settleMs);
    expect((await named("Guest A"))?.authId).toBe(4);
  });

  it("lost: operations are accepted and never happen, and the object is free again after a while", async () => {
    const { sim, door, path, crewPath, named } = await frontDoor();
    sim.lock(door).goOffline("lost");
    expect((await sim.speak.put(path, code)).status).toBe(204);
    expect((await sim.speak.del(crewPath)).status).toBe(204);
    sim.clock.advance(29_999);
    expect((await sim.speak.post(crewPath, { name: "Crew" })).status).toBe(423);
    sim.clock.advance(1);
    expect(await named("Cleaning crew")).not.toHaveProperty("operationId");
    sim.lock(door).goOnline();
    sim.clock.advance(86_400_000);
    expect(await named("Guest A")).toBeUndefined();
    expect(await named("Cleaning crew")).toBeDefined();
  });

  it("lost: what was waiting is lost too", async () => {
    const { sim, door, path, named } = await frontDoor();
    await sim.speak.put(path, code);
    sim.clock.advance(600);
    expect(await named("Guest A")).toBeDefined();
    sim.lock(door).goOffline("lost");
    sim.lock(door).goOnline();
    sim.clock.advance(86_400_000);
    expect(await named("Guest A")).toBeUndefined();
  });

  it("can be taken off and on line through the state as well", async () => {
    const { sim, door, path, named } = await frontDoor();
    const set = (offline: "pending" | undefined): void => {
      const state = sim.state();
      sim.setState({
        ...state,
        smartlocks: state.smartlocks.map((lock) => (lock.smartlockId === door ? { ...lock, offline } : lock)),
      });
    };
    set("pending");
    await sim.speak.put(path, code);
    sim.clock.advance(60_000);
    expect(await named("Guest A")).toBeUndefined();
    set(undefined);
    sim.clock.advance(settleMs);
    expect(await named("Guest A")).toBeDefined();
  });

  it("is the demo account's cellar", async () => {
    const sim = await start();
    expect((await sim.speak.get(`/smartlock/${lockNamed(sim, "Cellar")}`)).body).toMatchObject({
      serverState: 4,
    });
  });
});

describe("ghosts after a delete", () => {
  it.each<[string, (sim: Talking, door: number) => void]>([
    ["a fault", (sim) => sim.setFaults([{ kind: "ghost", operation: "*" }])],
    ["the lock", (sim, door) => sim.lock(door).leaveGhosts(true)],
  ])("asked for by %s: still listed, still blocking the code, until a sync", async (_, ask) => {
    const { sim, door, path, crewPath, named } = await frontDoor();
    ask(sim, door);
    expect((await sim.speak.del(crewPath)).status).toBe(204);
    sim.clock.advance(settleMs);
    expect(await named("Cleaning crew")).toBeDefined();
    expect(await named("Cleaning crew")).not.toHaveProperty("operationId");
    expect(await named("Cleaning crew")).not.toHaveProperty("ghost");
    expect((await sim.speak.put(path, { ...code, code: 482913 })).status).toBe(409);
    sim.lock(door).leaveGhosts(false);
    expect((await sim.speak.del(crewPath)).status).toBe(204);
    sim.clock.advance(settleMs);
    expect(await named("Cleaning crew")).toBeDefined();

    expect((await sim.speak.post(`/smartlock/${door}/sync`)).status).toBe(204);
    sim.clock.advance(settleMs);
    expect(await named("Cleaning crew")).toBeUndefined();
    expect((await sim.speak.put(path, { ...code, code: 482913 })).status).toBe(204);
  });

  it("a sync takes a body or none, and leaves the rest alone", async () => {
    const { sim, door } = await frontDoor();
    const before = sim.state().authorizations;
    expect((await sim.speak.post(`/smartlock/${door}/sync`, {})).status).toBe(204);
    expect((await sim.speak.post(`/smartlock/${door}/sync`)).status).toBe(204);
    sim.clock.advance(settleMs * 2);
    expect(sim.state().authorizations).toEqual(before);
  });
});

describe("leaving the account takes time", () => {
  it("an account user goes after a while, together with what was granted", async () => {
    const { sim, path } = await frontDoor();
    await sim.speak.put(path, { name: "App", remoteAllowed: true, accountUserId: 4001 });
    expect((await sim.speak.del("/account/user/4001")).status).toBe(204);
    expect((await sim.speak.get("/account/user/4001")).body).toMatchObject({
      operationId: anyText,
    });
    expect((await sim.speak.del("/account/user/4001")).status).toBe(423);
    expect((await sim.speak.post("/account/user/4001", { name: "Crew" })).status).toBe(423);
    sim.clock.advance(settleMs);
    expect((await sim.speak.get("/account/user/4001")).status).toBe(403);
    // Confirmed by now, but still busy: its delete is queued.
    expect(sim.state().authorizations.find(({ name }) => name === "App")?.operationId).toBeDefined();
    sim.clock.advance(settleMs * 3);
    expect((await sim.speak.get("/smartlock/auth?accountUserId=4001")).body).toEqual([]);
    expect(sim.state().authorizations.some(({ operationId }) => operationId !== undefined)).toBe(false);
  });

  it("an address unit goes after a while, with its token", async () => {
    const { sim } = await frontDoor();
    const [unit] = (await sim.speak.get("/address/701/unit")).body as {
      id: string;
      addressTokenId: string;
    }[];
    const path = `/address/701/unit/${unit?.id ?? ""}`;
    expect((await sim.speak.del(path)).body).toEqual({ requestId: textLike(/^[0-9a-f-]{36}$/) });
    expect((await sim.speak.get("/address/701/unit")).body).toContainEqual(
      objectWith({ id: unit?.id, operationId: anyText }),
    );
    expect((await sim.speak.del("/address/701/unit", [unit?.id])).status).toBe(423);
    sim.clock.advance(settleMs);
    expect((await sim.speak.get("/address/701/unit")).body).toHaveLength(1);
    expect((await sim.speak.get(`/address/token/${unit?.addressTokenId ?? ""}`)).status).toBe(404);
  });
});
