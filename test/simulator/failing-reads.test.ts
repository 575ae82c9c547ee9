import type { OperationName, Simulator } from "../../simulator";
import { lockNamed, simulators, type Speaker } from "./speak";

const start = simulators();
type Running = Simulator & { speak: Speaker };

async function made(sim: Running, path: string, body: object, field: string): Promise<string> {
  return String(((await sim.speak.put(path, body)).body as Record<string, unknown>)[field]);
}

const front = (sim: Running): number => lockNamed(sim, "Front door");

/** Every read by id of an object that programs manage or name. */
const readsById: [OperationName, (sim: Running) => string | Promise<string>][] = [
  [
    "GET /smartlock/{smartlockId}/auth/{id}",
    (sim) => {
      const grant = sim.state().authorizations.find(({ smartlockId }) => smartlockId === front(sim));
      return `/smartlock/${front(sim)}/auth/${grant?.id}`;
    },
  ],
  ["GET /account/user/{accountUserId}", () => "/account/user/4003"],
  [
    "GET /account/sub/{accountId}",
    async (sim) => {
      const desk = { email: "desk@example.com", password: "an invented password", name: "Desk" };
      const id = await made(sim, "/account/sub", { ...desk, rights: 2, language: "en" }, "accountId");
      return `/account/sub/${id}`;
    },
  ],
  [
    "GET /notification/{notificationId}",
    async (sim) => {
      const body = { pushId: "phone-1", os: 0, settings: [] };
      return `/notification/${await made(sim, "/notification", body, "notificationId")}`;
    },
  ],
  ["GET /smartlock/{smartlockId}", (sim) => `/smartlock/${front(sim)}`],
];

describe.each(readsById)("%s", (operation, pathIn) => {
  it.each([400, 403, 404, 500, 503])("fails on demand with %i, although it is there", async (status) => {
    const sim = await start();
    const path = await pathIn(sim);
    sim.setFaults([{ kind: "error", operation, status, count: "always" }]);
    expect((await sim.speak.get(path)).status).toBe(status);
    expect((await sim.speak.get("/smartlock/auth")).status).toBe(200);
    sim.clearFaults();
    expect((await sim.speak.get(path)).status).toBe(200);
  });
});

describe("a list that is said not to be there", () => {
  it.each<[OperationName, string]>([
    ["GET /smartlock/auth", "/smartlock/auth"],
    ["GET /smartlock/auth/paged", "/smartlock/auth/paged"],
    ["GET /account/user", "/account/user"],
    ["GET /account/sub", "/account/sub"],
    ["GET /address", "/address"],
    ["GET /address/{addressId}/unit", "/address/701/unit"],
    ["GET /api/decentralWebhook", "/api/decentralWebhook"],
    ["GET /notification", "/notification"],
    ["GET /smartlock", "/smartlock"],
  ])("%s", async (operation, path) => {
    const sim = await start();
    sim.setFaults([{ kind: "error", operation, status: 404 }]);
    expect((await sim.speak.get(path)).status).toBe(404);
    expect((await sim.speak.get(path)).status).toBe(200);
  });
});
