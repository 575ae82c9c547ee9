import type { Fault, Simulator } from "../../simulator";
import { lockNamed, simulators, type Speaker } from "./speak";

const start = simulators();
type Running = Simulator & { speak: Speaker };

async function userNames(sim: Running): Promise<string[]> {
  return ((await sim.speak.get("/account/user")).body as { name: string }[]).map(({ name }) => name);
}

async function nameOf(sim: Running, path: string): Promise<string | undefined> {
  return ((await sim.speak.get(path)).body as { name?: string } | undefined)?.name;
}

const rename = (sim: Running, name: string): Promise<unknown> =>
  sim.speak.post("/account/user/4003", { name });
const addUser = (sim: Running): Promise<unknown> =>
  sim.speak.put("/account/user", { email: "new@example.com", name: "Newcomer" });

describe("old values", () => {
  const always = { kind: "old values", operation: "GET *", count: "always" } as const;

  it("are those of the moment when the fault was set, in lists and by id, however much is written", async () => {
    const sim = await start();
    await rename(sim, "First");
    const names = await userNames(sim);
    sim.setFaults([always]);
    for (const name of ["Second", "Third"]) {
      await rename(sim, name);
      expect(await userNames(sim)).toEqual(names);
      expect(await nameOf(sim, "/account/user/4003")).toBe("First");
    }
    sim.clearFaults();
    expect(await nameOf(sim, "/account/user/4003")).toBe("Third");
    expect(await userNames(sim)).toContain("Third");
  });

  it("belong to what is still there: what went is not shown, and what came is shown as it is", async () => {
    const sim = await start();
    const names = await userNames(sim);
    const gone = (await nameOf(sim, "/account/user/4002")) ?? "";
    sim.setFaults([always]);
    await sim.speak.del("/account/user/4002");
    await addUser(sim);
    expect(await userNames(sim)).toEqual([...names.filter((name) => name !== gone), "Newcomer"]);
    expect((await sim.speak.get("/account/user/4002")).status).toBe(403);
  });

  it("may lack what is new, in lists and by id", async () => {
    const sim = await start();
    const names = await userNames(sim);
    sim.setFaults([{ ...always, lacksNew: true }]);
    await addUser(sim);
    const id = sim.state().users.at(-1)?.accountUserId;
    expect(await userNames(sim)).toEqual(names);
    expect((await sim.speak.get(`/account/user/${id}`)).status).toBe(403);
    sim.clearFaults();
    expect((await sim.speak.get(`/account/user/${id}`)).status).toBe(200);
  });

  it("of authorizations hide that an operation is under way, and what it has changed", async () => {
    const sim = await start({ clock: "held", settleMs: 100 });
    const front = lockNamed(sim, "Front door");
    const [grant] = sim.state().authorizations.filter(({ smartlockId }) => smartlockId === front);
    const path = `/smartlock/${front}/auth/${grant?.id}`;
    const [byId, list] = [await sim.speak.get(path), await sim.speak.get("/smartlock/auth")];
    sim.setFaults([always]);
    expect((await sim.speak.post(path, { name: "Changed" })).status).toBe(204);
    for (const ms of [50, 100]) {
      expect((await sim.speak.get(path)).body).toEqual(byId.body);
      expect((await sim.speak.get("/smartlock/auth")).body).toEqual(list.body);
      sim.clock.advance(ms);
    }
    sim.clearFaults();
    expect(await nameOf(sim, path)).toBe("Changed");
  });

  it("also hide what somebody changes in the app", async () => {
    const sim = await start();
    const path = `/smartlock/${lockNamed(sim, "Front door")}`;
    const before = await nameOf(sim, path);
    sim.setFaults([{ ...always, operation: "GET /smartlock/{smartlockId}" }]);
    const state = sim.state();
    state.smartlocks.forEach((lock) => (lock.name = "By hand"));
    sim.setState(state);
    expect(await nameOf(sim, path)).toBe(before);
    expect((await sim.speak.get("/smartlock")).text).toContain("By hand");
  });

  it("are shown by so many reads, and reads of anything else do not count", async () => {
    const sim = await start();
    await rename(sim, "First");
    sim.setFaults([{ ...always, count: 1 }]);
    await rename(sim, "Second");
    await sim.speak.get("/account");
    expect(await userNames(sim)).toContain("First");
    expect(await userNames(sim)).toContain("Second");
  });

  it.each(["GET /account", "PUT /account/user", "POST *"])(
    "are refused where they would never be seen: %s",
    async (operation) => {
      const sim = await start();
      expect(() => sim.setFaults([{ ...always, operation }])).toThrow("No read of objects");
    },
  );
});

describe("a stale read by id", () => {
  const stale: Fault = { kind: "stale", operation: "GET /account/user/{accountUserId}" };

  it("shows the value before the last write", async () => {
    const sim = await start();
    const before = await nameOf(sim, "/account/user/4003");
    sim.setFaults([stale]);
    await rename(sim, "Changed");
    expect(await userNames(sim)).toContain("Changed");
    expect(await nameOf(sim, "/account/user/4003")).toBe(before);
    expect(await nameOf(sim, "/account/user/4003")).toBe("Changed");
  });

  it("shows what was deleted, and denies what was made", async () => {
    const sim = await start();
    sim.setFaults([{ ...stale, count: 2 }]);
    await sim.speak.del("/account/user/4002");
    expect((await sim.speak.get("/account/user/4002")).status).toBe(200);
    await addUser(sim);
    const id = sim.state().users.at(-1)?.accountUserId;
    expect((await sim.speak.get(`/account/user/${id}`)).status).toBe(403);
    expect((await sim.speak.get(`/account/user/${id}`)).status).toBe(200);
    expect((await sim.speak.get("/account/user/4002")).status).toBe(403);
  });
});
