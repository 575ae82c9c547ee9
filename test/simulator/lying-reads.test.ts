import { servedOperations, type OperationName } from "../../simulator";
import { lockNamed, simulators, type Speaker } from "./speak";

const start = simulators();

/** Every read of the demo account. The objects that the lists are about exist. */
function readPaths(front: number): [OperationName, string][] {
  return servedOperations
    .filter(({ method }) => method === "GET")
    .map(({ name, path }) => [
      name,
      path
        .replace("{smartlockId}", String(front))
        .replace("{addressId}", "701")
        .replace("{apiKeyId}", "301")
        .replace("{accountUserId}", "4003")
        .replace("{brandId}", "51")
        .replace(/intercom$/, "intercom?brandId=51"),
    ]);
}

/** Creates at least two objects of each kind that a program may manage. */
async function fill(speak: Speaker): Promise<void> {
  await speak.put("/address", { name: "Pier 7", smartlockIds: [] });
  await speak.put("/address/701/unit", { name: "Flat 9" });
  for (const n of [1, 2]) {
    await speak.put("/notification", { pushId: `phone-${n}`, os: 0, settings: [] });
    await speak.put("/account/sub", {
      email: `desk-${n}@example.com`,
      password: "an invented password",
      name: "Desk",
      rights: 2,
      language: "en",
    });
    await speak.put("/api/decentralWebhook", {
      webhookUrl: `https://hooks.example.com/${n}`,
      webhookFeatures: ["ACCOUNT_USER"],
    });
  }
  // Webhooks keep a log of what they sent.
  await speak.post("/account/user/4003", { name: "Somebody" });
}

interface Page {
  results: unknown[];
  pagination: { totalItems: number; totalPages: number; nextPage: string | null };
}

async function idsAt(speak: Speaker, path: string, field: string): Promise<string[]> {
  const { body } = await speak.get(path);
  return (body as Record<string, unknown>[]).map((object) => String(object[field]));
}

describe("a list that lacks objects", () => {
  it("lacks everything, whichever list it is, and whatever is no list is as ever", async () => {
    const sim = await start();
    await fill(sim.speak);
    for (const [name, path] of readPaths(lockNamed(sim, "Front door"))) {
      sim.clearFaults();
      const honest = await sim.speak.get(path);
      sim.setFaults([{ kind: "lacking", operation: "GET *", count: "always" }]);
      const lie = await sim.speak.get(path);
      const isPage = name === "GET /smartlock/auth/paged";
      const emptied = isPage
        ? { results: [], pagination: { ...(honest.body as Page).pagination, totalItems: 0, totalPages: 0 } }
        : [];
      const isList = honest.status === 200 && (Array.isArray(honest.body) || isPage);
      if (isList) {
        expect([name, JSON.stringify(honest.body)]).not.toEqual([name, "[]"]);
      }
      expect([name, lie.status, lie.body]).toEqual([name, honest.status, isList ? emptied : honest.body]);
    }
  });

  it.each([
    ["/smartlock/auth", "id"],
    ["/account/user", "accountUserId"],
    ["/account/sub", "accountId"],
    ["/address", "addressId"],
    ["/address/701/unit", "id"],
    ["/api/decentralWebhook", "id"],
    ["/notification", "notificationId"],
    ["/smartlock", "smartlockId"],
  ])("%s lacks single ones by their %s", async (path, field) => {
    const sim = await start();
    await fill(sim.speak);
    const honest = await idsAt(sim.speak, path, field);
    expect(honest.length).toBeGreaterThan(1);
    const last = honest.at(-1) ?? "";
    sim.setFaults([{ kind: "lacking", operation: "GET *", ids: [last], count: "always" }]);
    expect(await idsAt(sim.speak, path, field)).toEqual(honest.filter((id) => id !== last));
    expect(await idsAt(sim.speak, path, field)).toEqual(honest.filter((id) => id !== last));
    sim.clearFaults();
    expect(await idsAt(sim.speak, path, field)).toEqual(honest);
  });

  it("adds up, page by page", async () => {
    const sim = await start();
    const [first = ""] = await idsAt(sim.speak, "/smartlock/auth", "id");
    const page = async (n: number): Promise<Page> =>
      (await sim.speak.get(`/smartlock/auth/paged?page=${n}&size=4`)).body as Page;
    expect((await page(1)).pagination).toMatchObject({ totalItems: 8, totalPages: 2, nextPage: null });
    sim.setFaults([{ kind: "lacking", operation: "*", ids: [first], count: "always" }]);
    expect([(await page(0)).results.length, (await page(1)).results.length]).toEqual([4, 3]);
    expect((await page(1)).pagination).toMatchObject({ totalItems: 7, totalPages: 2, nextPage: null });
    const users = await sim.speak.get("/account/user?offset=0&limit=2");
    const [user] = users.body as { accountUserId: number }[];
    sim.setFaults([
      {
        kind: "lacking",
        operation: "GET /account/user",
        ids: [String(user?.accountUserId)],
        count: "always",
      },
    ]);
    expect((await sim.speak.get("/account/user?offset=0&limit=2")).body).toHaveLength(2);
    expect((await sim.speak.get("/account/user?offset=2&limit=2")).body).toEqual([]);
  });

  it("is not used up by a read by id, which shows what the list denies", async () => {
    const sim = await start();
    sim.setFaults([{ kind: "lacking", operation: "GET *", ids: ["4003"] }]);
    expect((await sim.speak.get("/account/user/4003")).status).toBe(200);
    expect((await sim.speak.get("/account")).status).toBe(200);
    expect(await idsAt(sim.speak, "/account/user", "accountUserId")).not.toContain("4003");
    expect(await idsAt(sim.speak, "/account/user", "accountUserId")).toContain("4003");
  });

  it("takes nothing from the account, and an address that it denies still has its units", async () => {
    const sim = await start();
    const before = sim.state();
    sim.setFaults([{ kind: "lacking", operation: "GET *", ids: ["701"], count: "always" }]);
    expect((await sim.speak.get("/address")).body).toEqual([]);
    expect((await sim.speak.get("/address/701/unit")).status).toBe(200);
    expect(sim.state().addresses).toEqual(before.addresses);
  });

  it.each([
    ["GET /account/user/{accountUserId}", ["4003"], "No list"],
    ["PUT /address", undefined, "No list"],
    ["POST *", undefined, "No list"],
    ["GET /address", [], "expected array"],
  ])("is refused where it would never happen: %s %j", async (operation, ids, why) => {
    const sim = await start();
    expect(() => sim.setFaults([{ kind: "lacking", operation, ...(ids && { ids }) }])).toThrow(why);
  });
});
