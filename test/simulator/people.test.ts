import { oneTimePassword } from "../../simulator/one-time-password";
import { simulators, anyNumber, anyText, objectWith } from "./speak";

const start = simulators();

describe("account users", () => {
  it.each([1, "1"])("creates one, its type sent as %j and answered as an integer", async (type) => {
    const sim = await start({ seed: "empty", clock: "held", now: new Date("2026-01-02T03:04:05Z") });
    const reply = await sim.speak.put("/account/user", {
      email: "crew@example.com",
      name: "Crew",
      type,
      language: "de",
      colour: "red",
    });
    const user = {
      accountUserId: anyNumber,
      accountId: 100200,
      type: 1,
      email: "crew@example.com",
      name: "Crew",
      language: "de",
      creationDate: "2026-01-02T03:04:05.000Z",
      updateDate: "2026-01-02T03:04:05.000Z",
    };
    expect([reply.status, reply.body]).toEqual([200, user]);
    expect((await sim.speak.get("/account/user")).body).toEqual([user]);
  });

  it.each([
    ["no e-mail", { name: "A" }, 400],
    ["a bad e-mail", { email: "crew", name: "A" }, 400],
    ["no name", { email: "crew@example.com" }, 400],
    ["an unknown language", { email: "crew@example.com", name: "A", language: "xx" }, 400],
    ["an unknown type", { email: "crew@example.com", name: "A", type: 2 }, 400],
    ["an e-mail in use, in other letters", { email: "Caretaker@Example.com", name: "A" }, 400],
  ])("refuses %s", async (_, body, status) => {
    const sim = await start();
    expect((await sim.speak.put("/account/user", body)).status).toBe(status);
    expect(sim.state().users).toHaveLength(3);
  });

  it("updates what is sent and answers with the user; an e-mail in use is a conflict", async () => {
    const sim = await start();
    const reply = await sim.speak.post("/account/user/4001", {
      email: "new@example.com",
      name: "Crew",
      language: "fr",
    });
    expect(reply.status).toBe(200);
    expect(reply.body).toMatchObject({
      accountUserId: 4001,
      email: "new@example.com",
      name: "Crew",
      language: "fr",
    });
    const taken = { email: "caretaker@example.com", name: "Crew", language: "fr" };
    expect((await sim.speak.post("/account/user/4001", taken)).status).toBe(409);
    expect((await sim.speak.post("/account/user/1", taken)).status).toBe(403);
  });

  it("pages silently: a larger limit is cut down, and beyond the end there is an empty page", async () => {
    const sim = await start({ seed: "fleet:1x250x0" });
    const page = async (query: string): Promise<string[]> =>
      ((await sim.speak.get(`/account/user?${query}`)).body as { name: string }[]).map(({ name }) => name);
    expect(await page("")).toHaveLength(100);
    expect(await page("limit=1000")).toHaveLength(100);
    expect(await page("offset=200&limit=100")).toHaveLength(50);
    expect(await page("offset=250")).toEqual([]);
    expect(await page("offset=10&limit=2")).toEqual(["Person 11", "Person 12"]);
    expect(await page("email=person-7@example.com")).toEqual(["Person 7"]);
    expect(await page("email=person")).toEqual([]);
    const state = sim.state();
    sim.setState({ ...state, behaviour: { ...state.behaviour, userPageMaximum: 7 } });
    expect(await page("limit=100")).toHaveLength(7);
  });
});

describe("sub-accounts", () => {
  const wanted = {
    email: "desk@example.com",
    password: "long-enough",
    name: "Desk",
    rights: 1,
    language: "en",
  };

  it("stores the bits of a create call as what they mean, and takes an update's as they are", async () => {
    const sim = await start();
    const made = await sim.speak.put("/account/sub", { ...wanted, rights: 1 | 16 });
    const { accountId } = made.body as { accountId: number };
    expect(made.status).toBe(200);
    expect(made.body).toMatchObject({
      type: 0,
      email: "desk@example.com",
      name: "Desk",
      masterAccountId: 100200,
      rights: 2 | 32,
    });
    expect(made.text).not.toContain("long-enough");
    const path = `/account/sub/${accountId}`;
    const updated = await sim.speak.post(path, { language: "de", rights: 127 });
    expect([updated.status, updated.text]).toEqual([204, ""]);
    expect((await sim.speak.get(path)).body).toMatchObject({ language: "de", rights: 127, name: "Desk" });
    expect((await sim.speak.get(path)).text).not.toContain("password");
    expect((await sim.speak.del(path)).status).toBe(204);
    expect((await sim.speak.get(path)).status).toBe(403);
  });

  it.each([
    ["a short password", { password: "short" }],
    ["rights beyond 31", { rights: 32 }],
    ["no language", { language: undefined }],
    ["no rights", { rights: undefined }],
    ["the owner's e-mail", { email: "owner@example.com" }],
  ])("refuses %s", async (_, change) => {
    const sim = await start();
    expect((await sim.speak.put("/account/sub", { ...wanted, ...change })).status).toBe(400);
  });

  it("filters by a regular expression; an update to an e-mail in use is a conflict", async () => {
    const sim = await start();
    for (const email of ["desk@example.com", "night-desk@example.com"]) {
      await sim.speak.put("/account/sub", { ...wanted, email });
    }
    const emails = async (pattern: string): Promise<string[]> =>
      (
        (await sim.speak.get(`/account/sub?email=${encodeURIComponent(pattern)}`)).body as { email: string }[]
      ).map(({ email }) => email);
    expect(await emails("desk.example")).toEqual(["desk@example.com", "night-desk@example.com"]);
    expect(await emails("^desk")).toEqual(["desk@example.com"]);
    const [first] = sim.state().subAccounts;
    const path = `/account/sub/${first?.accountId ?? 0}`;
    expect((await sim.speak.post(path, { language: "en", email: "night-desk@example.com" })).status).toBe(
      409,
    );
    expect((await sim.speak.post(path, { name: "no language" })).status).toBe(400);
  });
});

describe("the account itself", () => {
  it("is read with its secret, updated without an answer, and refuses what is not valid", async () => {
    const sim = await start();
    expect((await sim.speak.get("/account")).body).toMatchObject({
      accountId: 100200,
      type: 1,
      email: "owner@example.com",
      secret: anyText,
      config: { alexaPin: "", gactionsHomePin: "" },
    });
    const updated = await sim.speak.post("/account", { language: "de", name: "Harbour" });
    expect([updated.status, updated.text]).toEqual([204, ""]);
    expect((await sim.speak.get("/account")).body).toMatchObject({ language: "de", name: "Harbour" });
    expect((await sim.speak.post("/account", { name: "no language" })).status).toBe(400);
    expect((await sim.speak.post("/account", { language: "de", password: "short" })).status).toBe(400);
  });

  it.each([
    ["", {}, 401],
    ["?deleteApiTokens=true", {}, 401],
    ["?deleteApiTokens=false", {}, 200],
    ["?delete_api_tokens=false", {}, 200],
    ["", { deleteApiTokens: false }, 200],
    ["", { delete_api_tokens: false }, 200],
  ])("a new password destroys the tokens: POST /account%s with %j", async (query, more, status) => {
    const sim = await start();
    const change = { language: "en", password: "a-new-password", ...more };
    expect((await sim.speak.post(`/account${query}`, change)).status).toBe(204);
    expect((await sim.speak.get("/account")).status).toBe(status);
  });

  it("changes its e-mail when the new one is verified", async () => {
    const sim = await start();
    expect((await sim.speak.post("/account/email/change", { email: "not an address" })).status).toBe(400);
    expect((await sim.speak.post("/account/email/change", { email: "owner@example.com" })).status).toBe(409);
    expect((await sim.speak.post("/account/email/change", { email: "new@example.com" })).status).toBe(204);
    expect((await sim.speak.get("/account")).body).toMatchObject({ email: "owner@example.com" });
    expect((await sim.speak.post("/account/email/verify")).status).toBe(204);
    expect((await sim.speak.get("/account")).body).toMatchObject({
      email: "new@example.com",
      emailVerified: true,
    });
    expect((await sim.speak.get("/account")).text).not.toContain("newEmail");
  });

  it("mails a password reset and keeps the tokens until it is done", async () => {
    const sim = await start();
    expect(
      (await sim.speak.post("/account/password/reset", { email: "owner@example.com", deleteApiTokens: true }))
        .status,
    ).toBe(204);
    expect(sim.state().mails).toMatchObject([{ kind: "password reset", to: "owner@example.com" }]);
    expect((await sim.speak.get("/account")).status).toBe(200);
  });

  it("is protected by one-time passwords, made from a secret that is a JSON string", async () => {
    const sim = await start({ clock: "held", now: new Date("2026-01-02T03:04:05Z") });
    expect((await sim.speak.post("/account/otp", { otp: "000000" })).status).toBe(401);
    const secret = (await sim.speak.put("/account/otp")).body as string;
    expect(secret).toMatch(/^[A-Z2-7]{32}$/);
    expect((await sim.speak.post("/account/otp", { otp: "" })).status).toBe(400);
    expect((await sim.speak.post("/account/otp", { otp: "000000" })).status).toBe(401);
    expect(
      (await sim.speak.post("/account/otp", { otp: oneTimePassword(secret, sim.clock.now()) })).status,
    ).toBe(204);
    expect((await sim.speak.get("/account")).body).toMatchObject({
      config: { otpEnabledDate: "2026-01-02T03:04:05.000Z" },
    });
    expect((await sim.speak.put("/account/otp")).status).toBe(405);
    expect((await sim.speak.del("/account/otp")).status).toBe(204);
    expect((await sim.speak.put("/account/otp")).status).toBe(200);
    for (let n = 0; n < 5; n++) {
      await sim.speak.post("/account/otp", { otp: "000000" });
    }
    expect((await sim.speak.post("/account/otp", { otp: "000000" })).status).toBe(429);
  });

  it("makes the one-time passwords of RFC 6238", () => {
    // The RFC's own test vector for SHA-1: the secret is the ASCII text 12345678901234567890.
    expect(oneTimePassword("GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ", 59_000)).toBe("287082");
  });

  it("has settings only when they were set", async () => {
    const sim = await start();
    expect((await sim.speak.get("/account/setting")).status).toBe(404);
    const settings = { web: { deviceViewType: "LIST", deviceSortType: "NAME_ASC" } };
    expect((await sim.speak.put("/account/setting", settings)).body).toEqual(settings);
    expect((await sim.speak.get("/account/setting")).body).toEqual(settings);
    expect((await sim.speak.del("/account/setting")).status).toBe(204);
    expect((await sim.speak.get("/account/setting")).status).toBe(404);
  });

  it("lists integrations, and removes one token or a key with all of its tokens, by query", async () => {
    const sim = await start();
    const { apiKeyId } = (await sim.speak.put("/api/key", { description: "Gate" })).body as {
      apiKeyId: number;
    };
    const ids: string[] = [];
    for (const description of ["one", "two"]) {
      const made = await sim.speak.put(`/api/key/${apiKeyId}/token`, { description, scopes: ["smartlock"] });
      ids.push((made.body as { id: string }).id);
    }
    expect((await sim.speak.get("/account/integration")).body).toContainEqual(
      objectWith({
        version: "HYDRA",
        vendorKey: "API_TOKEN",
        name: "Gate",
        clientId: String(apiKeyId),
        tokenId: ids[0],
      }),
    );
    expect((await sim.speak.del("/account/integration")).status).toBe(400);
    expect(
      (await sim.speak.del(`/account/integration?apiKeyId=${apiKeyId}&tokenId=${ids[0] ?? ""}`)).status,
    ).toBe(204);
    expect((await sim.speak.get(`/api/key/${apiKeyId}/token`)).body).toMatchObject([{ id: ids[1] }]);
    expect((await sim.speak.del(`/account/integration?apiKeyId=${apiKeyId}`)).status).toBe(204);
    expect((await sim.speak.get("/api/key")).body).toHaveLength(1);
    expect(sim.state().tokens).toHaveLength(1);
  });

  it("is gone when it is deleted", async () => {
    const sim = await start();
    expect((await sim.speak.del("/account")).status).toBe(204);
    expect((await sim.speak.get("/smartlock")).status).toBe(401);
    expect(sim.state().smartlocks).toEqual([]);
  });
});
