import { servedOperations } from "../../simulator";
import { lockNamed, simulators, speakTo, anyText, objectId, textLike } from "./speak";

const start = simulators();
const refusal = {
  detailMessage: "Your access token is not authorized",
  stackTrace: [],
  suppressedExceptions: [],
};

describe("tokens and scopes", () => {
  it.each([
    ["no token", undefined],
    ["an unknown token", "someone-else"],
  ])("%s answers 401 with the service's body", async (_, token) => {
    const sim = await start();
    const reply = await speakTo(sim.url, token).get("/smartlock");
    expect([reply.status, reply.body]).toEqual([401, refusal]);
  });

  it.each(servedOperations)("$name asks for its scope", async ({ method, path, access }) => {
    const sim = await start({ scopes: [] });
    const url = sim.url + path.replace(/\{\w+\}/g, "1");
    const response = await fetch(url, { method, headers: { authorization: `Bearer ${sim.token}` } });
    const text = await response.text();
    if (Array.isArray(access)) {
      expect(response.status).toBe(401);
      expect(JSON.parse(text)).toEqual(refusal);
    } else {
      expect(response.status).not.toBe(401);
    }
    const anonymous = await fetch(url, { method });
    await anonymous.text();
    expect(anonymous.status === 401).toBe(access !== "public");
  });

  it("takes any one of the scopes an operation names", async () => {
    const sim = await start({ scopes: ["smartlock.readOnly"] });
    expect((await sim.speak.get("/smartlock")).status).toBe(200);
    expect((await sim.speak.post(`/smartlock/${lockNamed(sim, "Garage")}`, { name: "Barn" })).status).toBe(
      401,
    );
  });

  it("knows several tokens, each with its own scopes", async () => {
    const sim = await start();
    const state = sim.state();
    const [first] = state.tokens;
    if (first === undefined) {
      throw new Error("no token");
    }
    sim.setState({
      ...state,
      tokens: [first, { ...first, id: "second", accessToken: "door-token", scopes: ["smartlock.action"] }],
    });
    const door = speakTo(sim.url, "door-token");
    expect((await door.get("/address")).status).toBe(401);
    expect((await door.post(`/smartlock/${lockNamed(sim, "Garage")}/action/unlock`)).status).toBe(204);
    expect((await sim.speak.get("/address")).status).toBe(200);
  });

  it("makes tokens that work as credentials until they are deleted, and shows them once", async () => {
    const sim = await start({ seed: "empty" });
    const { apiKeyId } = (await sim.speak.put("/api/key", { description: "Gate" })).body as {
      apiKeyId: number;
    };
    const made = await sim.speak.put(`/api/key/${apiKeyId}/token`, {
      description: "Reader",
      scopes: ["smartlock"],
    });
    const { id, accessToken } = made.body as { id: string; accessToken: string };
    expect(made.body).toEqual({
      id: objectId,
      accountId: 100200,
      description: "Reader",
      scopes: ["smartlock"],
      accessToken: anyText,
      creationDate: textLike(/\.\d{3}Z$/),
    });
    const reader = speakTo(sim.url, accessToken);
    expect((await reader.get("/smartlock")).status).toBe(200);
    expect((await reader.get("/address")).status).toBe(401);

    const listed = (await sim.speak.get(`/api/key/${apiKeyId}/token`)).body as object[];
    expect(listed).toHaveLength(1);
    expect(listed[0]).not.toHaveProperty("accessToken");

    expect((await sim.speak.post(`/api/key/${apiKeyId}/token/${id}`, { scopes: ["account"] })).status).toBe(
      204,
    );
    expect((await reader.get("/address")).status).toBe(200);
    expect((await sim.speak.put(`/api/key/${apiKeyId}/token`, { scopes: ["everything"] })).status).toBe(400);
    expect((await sim.speak.del(`/api/key/${apiKeyId}/token/${id}`)).status).toBe(204);
    expect((await reader.get("/address")).status).toBe(401);
  });
});

describe("paths the service does not have", () => {
  it("answers 404 for an unknown path and 405 for an unknown method, with a status body", async () => {
    const sim = await start();
    const missing = await sim.speak.get("/smartlocks");
    expect(missing.status).toBe(404);
    expect(Object.keys(missing.body as object).sort()).toEqual([
      "code",
      "description",
      "homeRef",
      "reasonPhrase",
      "uri",
    ]);
    expect((await sim.speak.del("/address")).status).toBe(405);
    expect(sim.requests().map(({ operation }) => operation)).toEqual([null, null]);
  });

  it("answers with the service's own time", async () => {
    const sim = await start({ clock: "held", now: new Date("2031-05-06T07:08:09Z") });
    expect((await sim.speak.get("/smartlock")).headers.get("date")).toBe("Tue, 06 May 2031 07:08:09 GMT");
  });
});
