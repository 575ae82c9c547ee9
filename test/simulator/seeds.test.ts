import { startSimulator } from "../../simulator";
import { nthKeypadCode } from "../../simulator/keypad-codes";
import { seedState } from "../../simulator/seeds";
import { simulators } from "./speak";

const start = simulators();

describe("seeds", () => {
  it("demo: six locks of different types, with and without a keypad, one offline, an opener, people, a place", async () => {
    const sim = await start({ seed: "demo" });
    const { smartlocks, users, addresses, addressUnits, reservations, logs, apiKeys } = sim.state();
    expect(new Set(smartlocks.map(({ type }) => type)).size).toBe(6);
    const front = smartlocks.find(({ name }) => name === "Front door");
    expect(front?.config).toMatchObject({ keypad2Paired: true });
    expect(smartlocks.find(({ name }) => name === "Garage")?.config).toMatchObject({
      keypadPaired: false,
      keypad2Paired: false,
    });
    expect(smartlocks.filter(({ offline }) => offline !== undefined)).toHaveLength(1);
    for (const collection of [users, addresses, addressUnits, reservations, logs, apiKeys]) {
      expect(collection.length).toBeGreaterThan(0);
    }
  });

  it("empty: an account and nothing in it", async () => {
    const sim = await start({ seed: "empty" });
    for (const path of [
      "/smartlock",
      "/smartlock/auth",
      "/account/user",
      "/address",
      "/notification",
      "/service",
    ]) {
      expect((await sim.speak.get(path)).body).toEqual([]);
    }
  });

  it.each([
    ["fleet:10x5x100", 10, 5, 100],
    ["fleet:100x50x2000", 100, 50, 2000],
    ["fleet:1x100x200", 1, 100, 200],
    ["fleet:2x3x206", 2, 3, 206],
    ["fleet:3x0x300", 3, 0, 300],
    ["fleet:0x0x0", 0, 0, 0],
  ])("%s respects the limits of the service", (seed, locks, users, authorizations) => {
    const state = seedState(seed, { token: "t", scopes: [], now: 0 });
    expect(state.smartlocks).toHaveLength(locks);
    expect(state.users).toHaveLength(users);
    expect(state.authorizations).toHaveLength(authorizations);
    for (const { smartlockId } of state.smartlocks ?? []) {
      const records = state.authorizations?.filter((record) => record.smartlockId === smartlockId) ?? [];
      const codes = records.filter(({ type }) => type === 13).map(({ code }) => code);
      const apps = records.filter(({ type }) => type === 0).map(({ accountUserId }) => accountUserId);
      expect(codes.length).toBeLessThanOrEqual(100);
      expect(records.length).toBeLessThanOrEqual(200);
      expect(codes.length + apps.length).toBe(records.length);
      expect(new Set(codes).size).toBe(codes.length);
      expect(new Set(apps).size).toBe(apps.length);
      expect(codes.filter((code) => !/^(?!12)[1-9]{6}$/.test(String(code)))).toEqual([]);
    }
    expect(new Set(state.authorizations?.map(({ id }) => id)).size).toBe(authorizations);
  });

  it.each([
    ["fleet:1x5x106", "room for 105 authorizations"],
    ["fleet:1x500x201", "room for 200 authorizations"],
    ["fleet:many", "LOCKSxUSERSxAUTHORIZATIONS"],
    ["castle", 'no seed "castle"'],
  ])("%s is refused with the reason", async (seed, reason) => {
    await expect(startSimulator({ seed: seed as "demo" })).rejects.toThrow(reason);
  });

  it("gives the same ids in every run", async () => {
    const made = async (): Promise<unknown> => {
      const sim = await start({ clock: "held", now: new Date("2026-01-02T03:04:05Z") });
      await sim.speak.put("/api/decentralWebhook", {
        webhookUrl: "https://example.com",
        webhookFeatures: ["DEVICE_LOGS"],
      });
      await sim.speak.put("/address/701/unit", { name: "Loft" });
      return sim.state();
    };
    expect(await made()).toEqual(await made());
  });

  it("makes keypad codes that are valid and differ", () => {
    const codes = new Set(Array.from({ length: 20_000 }, (_, n) => nthKeypadCode(n)));
    expect(codes.size).toBe(20_000);
    expect([...codes].filter((code) => !/^(?!12)[1-9]{6}$/.test(String(code)))).toEqual([]);
  });
});

describe("a state of one's own", () => {
  it("needs no more than an account, and gets the token it is asked for", async () => {
    const account = {
      accountId: 7,
      type: 0,
      email: "me@example.com",
      name: "Me",
      creationDate: "2026-01-01T00:00:00.000Z",
      updateDate: "2026-01-01T00:00:00.000Z",
    };
    const sim = await start({ state: { account }, token: "mine", settleMs: 5 });
    expect((await sim.speak.get("/account")).body).toMatchObject({ accountId: 7 });
    expect(sim.state().behaviour.settleMs).toBe(5);
    const again = await start({ state: sim.state() });
    expect(again.token).toBe("mine");
    expect(again.state().behaviour.settleMs).toBe(5);
  });
});

describe("a large account", () => {
  it("answers the list of 20,000 authorizations in no more than a few times what its JSON takes to write", async () => {
    const sim = await start({ seed: "fleet:1000x500x20000" });
    const timings: number[] = [];
    let list: unknown;
    for (let n = 0; n < 5; n++) {
      const began = performance.now();
      const response = await fetch(`${sim.url}/smartlock/auth`, {
        headers: { authorization: `Bearer ${sim.token}` },
      });
      timings.push(performance.now() - began);
      list = await response.json();
    }
    expect(list).toHaveLength(20_000);
    const began = performance.now();
    JSON.stringify(list);
    const writing = performance.now() - began;
    const best = Math.min(...timings);
    process.stdout.write(
      `20,000 authorizations: answered in ${best.toFixed(0)} ms, written in ${writing.toFixed(0)} ms\n`,
    );
    expect(best).toBeLessThan(writing * 5);
  });
});
