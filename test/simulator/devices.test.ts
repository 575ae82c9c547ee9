import { lockNamed, simulators, objectId } from "./speak";

const start = simulators();

interface Lock {
  smartlockId: number;
  name: string;
  type: number;
  authId: number;
  config: Record<string, unknown>;
}

describe("smartlocks", () => {
  it("lists them, with ids that hold the type above 32 bits, and filters in either spelling", async () => {
    const sim = await start();
    const locks = (await sim.speak.get("/smartlock")).body as Lock[];
    expect(locks.map(({ type }) => type).sort()).toEqual([0, 1, 2, 3, 4, 5]);
    for (const lock of locks) {
      expect(Math.floor(lock.smartlockId / 2 ** 32)).toBe(lock.type);
      expect(Number.isSafeInteger(lock.smartlockId)).toBe(true);
      for (const field of ["accountId", "adminPinState", "authId", "favorite", "name", "serverState"]) {
        expect(lock).toHaveProperty(field);
      }
      for (const own of ["offline", "queue", "ghosts", "adminPin"]) {
        expect(lock).not.toHaveProperty(own);
      }
    }
    const opener = locks.find(({ type }) => type === 2);
    for (const query of [
      "type=2",
      "type_=2",
      `authId=${opener?.authId ?? 0}`,
      `auth_id=${opener?.authId ?? 0}`,
    ]) {
      expect((await sim.speak.get(`/smartlock?${query}`)).body).toEqual([opener]);
    }
    expect((await sim.speak.get("/smartlock/17")).status).toBe(404);
    expect((await sim.speak.get("/smartlock/front-door")).status).toBe(400);
  });

  it("renames and removes one, with its authorizations", async () => {
    const sim = await start();
    const door = lockNamed(sim, "Front door");
    expect((await sim.speak.post(`/smartlock/${door}`, { name: "Main door", favorite: true })).status).toBe(
      204,
    );
    expect((await sim.speak.get(`/smartlock/${door}`)).body).toMatchObject({
      name: "Main door",
      favorite: true,
    });
    expect((await sim.speak.del(`/smartlock/${door}`)).status).toBe(204);
    expect((await sim.speak.get(`/smartlock/${door}`)).status).toBe(404);
    expect(sim.state().authorizations.some(({ smartlockId }) => smartlockId === door)).toBe(false);
    expect(sim.state().addresses[0]?.smartlockIds).not.toContain(door);
  });

  it.each([
    ["Front door", "config", "config", "singleLock"],
    ["Front door", "advanced/config", "advancedConfig", "batteryType"],
    ["Street entrance", "advanced/openerconfig", "openerAdvancedConfig", "intercomId"],
    ["Cellar", "advanced/smartdoorconfig", "smartdoorAdvancedConfig", "autoLock"],
  ])("%s: POST %s takes the whole object", async (name, path, field, required) => {
    const sim = await start();
    const lock = lockNamed(sim, name);
    const read = async (): Promise<Record<string, unknown>> =>
      ((await sim.speak.get(`/smartlock/${lock}`)).body as Record<string, Record<string, unknown>>)[field] ??
      {};
    const current = await read();
    const partial = { ...current, [required]: undefined };
    expect((await sim.speak.post(`/smartlock/${lock}/${path}`, partial)).status).toBe(400);
    const optional = ["automaticBatteryTypeDetection", "ledBrightness"];
    const some = Object.entries({ ...current, lngTimeout: 45 }).filter(([key]) => !optional.includes(key));
    const kept = Object.fromEntries(some);
    expect((await sim.speak.post(`/smartlock/${lock}/${path}`, kept)).status).toBe(204);
    expect(await read()).toEqual(kept);
    expect((await sim.speak.post(`/smartlock/17/${path}`, current)).status).toBe(400);
  });

  it("pairs no keypad by a config post", async () => {
    const sim = await start();
    const garage = lockNamed(sim, "Garage");
    const { config } = (await sim.speak.get(`/smartlock/${garage}`)).body as Lock;
    await sim.speak.post(`/smartlock/${garage}/config`, { ...config, keypadPaired: true });
    expect((await sim.speak.get(`/smartlock/${garage}`)).body).toMatchObject({
      config: { keypadPaired: false },
    });
  });

  it("refuses a config that the device does not have", async () => {
    const sim = await start();
    const body = { autoLock: true, batteryType: 0 };
    expect(
      (await sim.speak.post(`/smartlock/${lockNamed(sim, "Garage")}/advanced/smartdoorconfig`, body)).status,
    ).toBe(400);
  });

  it("keeps what a web config leaves out, for one and for many", async () => {
    const sim = await start();
    const garage = lockNamed(sim, "Garage");
    const office = lockNamed(sim, "Office");
    const webConfig = async (lock: number): Promise<unknown> =>
      ((await sim.speak.get(`/smartlock/${lock}`)).body as { webConfig: unknown }).webConfig;
    expect(
      (await sim.speak.post(`/smartlock/${garage}/web/config`, { dismissedLiftUpHandleWarning: [1] })).status,
    ).toBe(204);
    expect(await webConfig(garage)).toEqual({
      batteryWarningPerMailEnabled: true,
      dismissedLiftUpHandleWarning: [1],
    });
    const webConfigRequests = [garage, office].map((smartlockId) => ({
      smartlockId,
      webConfig: { batteryWarningPerMailEnabled: false },
    }));
    const unknown = { smartlockId: 17, webConfig: {} };
    expect(
      (await sim.speak.post("/bulk-web-config", { webConfigRequests: [...webConfigRequests, unknown] }))
        .status,
    ).toBe(400);
    expect(await webConfig(office)).toMatchObject({ batteryWarningPerMailEnabled: true });
    expect((await sim.speak.post("/bulk-web-config", { webConfigRequests })).status).toBe(204);
    expect(await webConfig(garage)).toEqual({
      batteryWarningPerMailEnabled: false,
      dismissedLiftUpHandleWarning: [1],
    });
    expect(await webConfig(office)).toMatchObject({ batteryWarningPerMailEnabled: false });
  });

  it("takes an admin PIN of four digits and never shows it", async () => {
    const sim = await start();
    const path = `/smartlock/${lockNamed(sim, "Garage")}`;
    expect((await sim.speak.post(`${path}/admin/pin`, { adminPin: 10_000 })).status).toBe(400);
    expect((await sim.speak.post(`${path}/admin/pin`, {})).status).toBe(400);
    expect((await sim.speak.post(`${path}/admin/pin`, { adminPin: 4827 })).status).toBe(204);
    expect((await sim.speak.get(path)).text).not.toContain("4827");
  });
});

describe("actions and the log", () => {
  it.each([
    ["Front door", "action", { action: 3 }, 5, 3],
    ["Front door", "action/unlock", undefined, 3, 1],
    ["Front door", "action/lock", undefined, 1, 2],
    ["Street entrance", "action", { action: 1 }, 3, 1],
  ])("%s: POST %s %j leaves state %d and log entry %d", async (name, path, body, state, action) => {
    const sim = await start({ clock: "held", settleMs: 1000 });
    const lock = lockNamed(sim, name);
    const logs = async (): Promise<unknown[]> =>
      (await sim.speak.get(`/smartlock/${lock}/log`)).body as unknown[];
    const before = (await logs()).length;
    expect((await sim.speak.post(`/smartlock/${lock}/${path}`, body)).status).toBe(204);
    expect(await logs()).toHaveLength(before);
    sim.clock.advance(1000);
    expect((await logs())[0]).toEqual({
      id: objectId,
      smartlockId: lock,
      deviceType: name === "Front door" ? 4 : 2,
      name: "Harbour Stays",
      action,
      trigger: 4,
      state: 0,
      autoUnlock: false,
      date: sim.clock.iso(),
      source: 0,
    });
    expect((await sim.speak.get(`/smartlock/${lock}`)).body).toMatchObject({
      state: { state, lastAction: action },
    });
  });

  it("refuses what a device cannot do", async () => {
    const sim = await start();
    const box = lockNamed(sim, "Key box");
    expect((await sim.speak.post(`/smartlock/${box}/action/lock`)).status).toBe(405);
    expect((await sim.speak.post(`/smartlock/${box}/action`, { action: 2 })).status).toBe(400);
    expect((await sim.speak.post(`/smartlock/${box}/action`, { action: 8 })).status).toBe(400);
    expect((await sim.speak.post(`/smartlock/${box}/action`, {})).status).toBe(400);
    expect((await sim.speak.post("/smartlock/17/action/lock")).status).toBe(400);
  });

  it("an action that does not reach the lock does not happen later", async () => {
    const sim = await start();
    const cellar = lockNamed(sim, "Cellar");
    expect((await sim.speak.post(`/smartlock/${cellar}/action/unlock`)).status).toBe(204);
    sim.lock(cellar).goOnline();
    expect((await sim.speak.get(`/smartlock/${cellar}/log`)).body).toEqual([]);
  });

  it("filters the log, latest first, 20 at a time and 50 at most", async () => {
    const sim = await start({ clock: "held" });
    const door = lockNamed(sim, "Front door");
    for (let n = 0; n < 60; n++) {
      sim.clock.advance(60_000);
      await sim.speak.post(`/smartlock/${door}/action`, { action: 1 + (n % 2) });
    }
    const logs = async (query: string): Promise<{ id: string; date: string; action: number }[]> =>
      (await sim.speak.get(query)).body as never;
    const page = await logs("/smartlock/log");
    expect(page).toHaveLength(20);
    expect(page.map(({ date }) => date)).toEqual(
      page
        .map(({ date }) => date)
        .sort()
        .reverse(),
    );
    expect(await logs("/smartlock/log?limit=500")).toHaveLength(50);
    const older = await logs(`/smartlock/${door}/log?id=${page[19]?.id ?? ""}&limit=50`);
    expect(older).toHaveLength(42);
    expect(older.map(({ id }) => id)).not.toContain(page[19]?.id);
    expect((await logs(`/smartlock/${door}/log?action=2&limit=50`)).every(({ action }) => action === 2)).toBe(
      true,
    );
    const from = page[4]?.date ?? "";
    const to = page[2]?.date ?? "";
    expect(await logs(`/smartlock/log?fromDate=${from}&toDate=${to}`)).toEqual(page.slice(2, 5));
    expect(await logs("/smartlock/log?accountUserId=1")).toEqual([]);
    expect(await logs(`/smartlock/${door}/log?authId=none`)).toEqual([]);
    expect((await sim.speak.get("/smartlock/log?fromDate=yesterday")).status).toBe(400);
  });
});

describe("openers", () => {
  it("knows brands and models; a list of models needs a brand or asks for recent changes", async () => {
    const sim = await start();
    expect((await sim.speak.get("/opener/brand")).body).toHaveLength(2);
    expect((await sim.speak.get("/opener/brand/51")).body).toEqual({
      brandId: 51,
      brand: "Example Intercoms",
    });
    const models = async (query: string): Promise<number[]> =>
      ((await sim.speak.get(`/opener/intercom?${query}`)).body as { intercomId: number }[]).map(
        ({ intercomId }) => intercomId,
      );
    expect((await sim.speak.get("/opener/intercom")).status).toBe(400);
    expect(await models("brandId=51")).toEqual([5101]);
    expect(await models("brandId=51&ignoreVerified=true")).toEqual([5101, 5102, 5103]);
    expect(await models("recentlyChanged=true&ignoreVerified=true")).toEqual([5101]);
    expect((await sim.speak.get("/opener/intercom/5102")).body).toMatchObject({
      intercomId: 5102,
      verified: 2,
      conGndBus: "1",
    });
  });
});
