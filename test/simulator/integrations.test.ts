import { lockNamed, simulators, anyNumber, anyText, objectId, objectWith, textLike } from "./speak";

const start = simulators();
const hook = { webhookUrl: "https://example.com/hook", webhookFeatures: ["DEVICE_AUTHS", "ACCOUNT_USER"] };

interface WebhookLog {
  id: string;
  requestId?: string;
  request: { path: string; body: Record<string, unknown> };
}

describe("decentral webhooks", () => {
  it.each([
    ["webhookUrl", "webhookFeatures"],
    ["webhook_url", "webhook_features"],
  ])("registers one by %s and %s, and again when asked again", async (url, features) => {
    const sim = await start({ seed: "empty" });
    const body = { [url]: hook.webhookUrl, [features]: hook.webhookFeatures };
    const made = await sim.speak.put("/api/decentralWebhook", body);
    const webhook = { id: anyNumber, secret: textLike(/^[0-9a-f]{40}$/), ...hook };
    expect([made.status, made.body]).toEqual([200, webhook]);
    await sim.speak.put("/api/decentralWebhook", body);
    expect((await sim.speak.get("/api/decentralWebhook")).body).toEqual([webhook, webhook]);
    const state = sim.state();
    sim.setState({ ...state, behaviour: { ...state.behaviour, webhookListShowsSecret: false } });
    const listed = (await sim.speak.get("/api/decentralWebhook")).body as { id: number }[];
    expect(listed[0]).not.toHaveProperty("secret");
    expect((await sim.speak.del(`/api/decentralWebhook/${listed[0]?.id ?? 0}`)).status).toBe(204);
    expect((await sim.speak.del(`/api/decentralWebhook/${listed[0]?.id ?? 0}`)).status).toBe(403);
    expect((await sim.speak.get("/api/decentralWebhook")).body).toHaveLength(1);
  });

  it.each([
    ["http", { webhookUrl: "http://example.com/hook" }],
    ["no URL", { webhookUrl: undefined }],
    ["no features", { webhookFeatures: [] }],
    ["an unknown feature", { webhookFeatures: ["DEVICE_SMELL"] }],
  ])("refuses %s", async (_, change) => {
    const sim = await start();
    expect((await sim.speak.put("/api/decentralWebhook", { ...hook, ...change })).status).toBe(400);
  });

  it("logs what would have been delivered, and nothing that was not asked for", async () => {
    const sim = await start({ clock: "held", settleMs: 1000 });
    await sim.speak.put("/api/decentralWebhook", hook);
    const door = lockNamed(sim, "Front door");
    await sim.speak.put(`/smartlock/${door}/auth`, {
      name: "Guest A",
      remoteAllowed: false,
      type: 13,
      code: 573914,
    });
    const logs = async (query = ""): Promise<WebhookLog[]> =>
      (await sim.speak.get(`/api/key/301/webhook/logs${query}`)).body as WebhookLog[];
    expect(await logs()).toEqual([]);
    sim.clock.advance(1000);
    expect(await logs()).toEqual([
      {
        id: objectId,
        succeeded: false,
        accountId: 100200,
        apiKeyId: 301,
        created: sim.clock.iso(),
        updated: sim.clock.iso(),
        request: {
          path: "https://example.com/hook",
          headers: { "Content-Type": "application/json" },
          timestamp: sim.clock.iso(),
          body: {
            feature: "DEVICE_AUTHS",
            deleted: false,
            smartlockAuth: objectWith({ name: "Guest A", code: 573914 }),
          },
        },
      },
    ]);
    await sim.speak.post(`/smartlock/${door}`, { name: "Main door" });
    expect(await logs()).toHaveLength(1);
    expect((await sim.speak.get("/api/key/1/webhook/logs")).status).toBe(403);
  });

  it("keeps 300 log entries, gives 50 and at most 100, and older ones by the last id", async () => {
    const sim = await start({ seed: "empty" });
    await sim.speak.put("/api/decentralWebhook", hook);
    const { accountUserId } = (await sim.speak.put("/account/user", { email: "a@example.com", name: "A" }))
      .body as {
      accountUserId: number;
    };
    for (let n = 0; n < 310; n++) {
      await sim.speak.post(`/account/user/${accountUserId}`, { name: `Name ${n}` });
    }
    const page = async (query: string): Promise<WebhookLog[]> =>
      (await sim.speak.get(`/api/key/301/webhook/logs?${query}`)).body as WebhookLog[];
    expect(await page("")).toHaveLength(50);
    let cursor = "";
    const seen: string[] = [];
    for (;;) {
      const logs = await page(`limit=1000${cursor}`);
      if (logs.length === 0) {
        break;
      }
      expect(logs.length).toBeLessThanOrEqual(100);
      seen.push(...logs.map(({ request }) => (request.body["accountUser"] as { name: string }).name));
      cursor = `&id=${logs.at(-1)?.id ?? ""}`;
    }
    expect(seen).toEqual(Array.from({ length: 300 }, (_, n) => `Name ${309 - n}`));
  });
});

describe("advanced operations", () => {
  it("answer with a request id, and report it when the lock is done", async () => {
    const sim = await start({ clock: "held", settleMs: 1000 });
    await sim.speak.put("/api/decentralWebhook", {
      ...hook,
      webhookFeatures: ["DEVICE_AUTHS", "DEVICE_STATUS"],
    });
    const door = lockNamed(sim, "Front door");
    const requestId = textLike(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/);
    const grant = { name: "App", remoteAllowed: true, accountUserId: 4003, smartlockIds: [door] };
    const replies = [
      await sim.speak.put("/smartlock/auth/advanced", { ...grant, type: 13, code: 573914 }),
      await sim.speak.post(`/smartlock/${door}/action/advanced`, { action: 3 }),
      await sim.speak.post(`/smartlock/${door}/action/lock/advanced`),
      await sim.speak.post(`/smartlock/${door}/action/unlock/advanced`),
    ];
    for (const reply of replies) {
      expect([reply.status, reply.body]).toEqual([200, { requestId }]);
    }
    const ids = replies.map(({ body }) => (body as { requestId: string }).requestId);
    expect(new Set(ids).size).toBe(4);
    sim.clock.advance(4000);
    expect((await sim.speak.get("/smartlock/auth?accountUserId=4003")).body).toMatchObject([
      { name: "App", type: 0 },
    ]);
    const logs = (await sim.speak.get("/api/key/301/webhook/logs")).body as WebhookLog[];
    expect(logs.map((log) => log.requestId).reverse()).toEqual(ids);
    expect(logs.map(({ request }) => request.body["feature"]).reverse()).toEqual([
      "DEVICE_AUTHS",
      "DEVICE_STATUS",
      "DEVICE_STATUS",
      "DEVICE_STATUS",
    ]);
    const nobody = { ...grant, accountUserId: undefined };
    expect((await sim.speak.put("/smartlock/auth/advanced", nobody)).status).toBe(400);
    const box = lockNamed(sim, "Key box");
    expect((await sim.speak.post(`/smartlock/${box}/action/lock/advanced`)).status).toBe(405);
  });
});

describe("API keys", () => {
  const application = {
    ...hook,
    name: "Harbour Stays",
    country: "AT",
    description: "Doors for guests",
    type: "SHORT_RENTAL",
    url: "https://example.com",
    email: "owner@example.com",
    restricted: false,
  };

  it("creates, changes and deletes a key, and the credentials it gave", async () => {
    const sim = await start({ seed: "empty" });
    const made = await sim.speak.put("/api/key", {
      description: "Gate",
      redirectUris: ["https://example.com/back"],
    });
    const { apiKeyId } = made.body as { apiKeyId: number };
    expect(made.body).toEqual({
      apiKeyId: anyNumber,
      accountId: 100200,
      description: "Gate",
      redirectUris: ["https://example.com/back"],
      creationDate: anyText,
      apiKey: anyText,
    });
    expect((await sim.speak.post(`/api/key/${apiKeyId}`, { description: "Fence" })).status).toBe(204);
    expect((await sim.speak.get("/api/key")).body).toContainEqual({
      ...(made.body as object),
      description: "Fence",
    });
    expect((await sim.speak.del(`/api/key/${apiKeyId}`)).status).toBe(204);
    expect((await sim.speak.get("/api/key")).body).toHaveLength(1);
  });

  it("applies for an advanced key, changes its webhook, and reactivates it", async () => {
    const sim = await start({ seed: "empty" });
    const path = "/api/key/301/advanced";
    expect((await sim.speak.get(path)).status).toBe(404);
    expect((await sim.speak.post(path, hook)).status).toBe(400);
    expect((await sim.speak.put(path, { ...application, type: "CASTLE" })).status).toBe(400);
    expect((await sim.speak.put(path, application)).status).toBe(204);
    expect((await sim.speak.get(path)).body).toEqual({
      ...application,
      webhookStatus: "ACTIVE",
      secret: anyText,
      status: "TESTING",
      creationDate: anyText,
      updateDate: anyText,
    });
    const changed = { webhook_url: "https://example.com/other", webhook_features: ["DEVICE_LOGS"] };
    expect((await sim.speak.post(path, changed)).status).toBe(204);
    const state = sim.state();
    const [key] = state.apiKeys;
    if (key?.advanced === undefined) {
      throw new Error("no advanced key");
    }
    sim.setState({
      ...state,
      apiKeys: [{ ...key, advanced: { ...key.advanced, webhookStatus: "DEACTIVATED" } }],
    });
    expect((await sim.speak.post(`${path}/reactivate`)).status).toBe(204);
    expect((await sim.speak.get(path)).body).toMatchObject({
      webhookUrl: "https://example.com/other",
      webhookFeatures: ["DEVICE_LOGS"],
      webhookStatus: "ACTIVE",
    });
    expect((await sim.speak.del(path)).status).toBe(204);
    expect((await sim.speak.get(path)).status).toBe(404);
  });
});

describe("notifications", () => {
  const wanted = {
    os: 2,
    pushId: "https://example.com/push",
    settings: [{ triggerEvents: ["lock", "unlock"] }],
  };

  it.each(["referenceId", "reference_id"])("creates, finds by %s, changes and deletes one", async (key) => {
    const sim = await start();
    const made = await sim.speak.put("/notification", { ...wanted, referenceId: "desk" });
    const { notificationId } = made.body as { notificationId: string };
    expect(made.body).toEqual({
      notificationId: objectId,
      referenceId: "desk",
      pushId: "https://example.com/push",
      secret: textLike(/^[0-9a-f]{40}$/),
      os: 2,
      language: "en",
      status: 0,
      lastActiveDate: anyText,
      settings: [{ triggerEvents: ["lock", "unlock"], authIds: [] }],
    });
    await sim.speak.put("/notification", wanted);
    expect((await sim.speak.get("/notification")).body).toHaveLength(2);
    expect((await sim.speak.get(`/notification?${key}=desk`)).body).toEqual([made.body]);
    const path = `/notification/${notificationId}`;
    const changed = await sim.speak.post(path, { ...wanted, language: "de", settings: [] });
    expect(changed.body).toMatchObject({ notificationId, referenceId: "desk", language: "de", settings: [] });
    expect((await sim.speak.get(path)).body).toEqual(changed.body);
    expect((await sim.speak.del(path)).status).toBe(204);
    expect((await sim.speak.get(path)).status).toBe(404);
    expect((await sim.speak.del(path)).status).toBe(403);
  });

  it.each([
    ["no os", { os: undefined }],
    ["an unknown os", { os: 3 }],
    ["no settings", { settings: undefined }],
    ["an unknown event", { settings: [{ triggerEvents: ["sneeze"] }] }],
    ["an unknown lock", { settings: [{ triggerEvents: [], smartlockId: 17 }] }],
    ["a webhook that is no URL", { pushId: "push" }],
    ["an unknown language", { language: "xx" }],
  ])("refuses %s", async (_, change) => {
    const sim = await start();
    expect((await sim.speak.put("/notification", { ...wanted, ...change })).status).toBe(400);
  });

  it("may hold one that cannot be deleted", async () => {
    const sim = await start();
    await sim.speak.put("/notification", wanted);
    const state = sim.state();
    sim.setState({
      ...state,
      notifications: state.notifications.map((item) => ({ ...item, undeletable: true })),
    });
    const { notificationId } = state.notifications[0] ?? { notificationId: "" };
    expect((await sim.speak.del(`/notification/${notificationId}`)).status).toBe(405);
  });
});

describe("third-party services", () => {
  it("lists, links, syncs and unlinks them", async () => {
    const sim = await start();
    expect((await sim.speak.get("/service")).body).toHaveLength(3);
    expect((await sim.speak.get("/service?serviceIds=airbnb,smoobu")).body).toMatchObject([
      { serviceId: "airbnb", enabled: true },
      { serviceId: "smoobu", enabled: false, started: false, stopped: true },
    ]);
    expect((await sim.speak.post("/service/smoobu/sync")).status).toBe(400);
    const linked = await sim.speak.post("/service/smoobu/link", {});
    expect([linked.status, typeof linked.body]).toEqual([200, "string"]);
    expect((await sim.speak.post("/service/smoobu/sync", {})).status).toBe(204);
    expect((await sim.speak.get("/service/smoobu")).body).toMatchObject({
      enabled: true,
      started: true,
      context: {},
    });
    expect((await sim.speak.post("/service/smoobu/unlink")).status).toBe(204);
    expect((await sim.speak.get("/service/smoobu")).body).toMatchObject({ enabled: false, stopped: true });
    expect((await sim.speak.post("/service/none/link")).status).toBe(400);
  });
});
