import type { Fault, FiredFault } from "../../simulator";
import { lockNamed, simulators, speakTo, type Speaker } from "./speak";

const start = simulators();
const address = { name: "Pier 7", smartlockIds: [] };
const readTwice = async (speak: Speaker): Promise<void> => {
  await speak.get("/address");
  await speak.get("/address");
};

describe("faults that fired are counted by kind and operation", () => {
  const operation = "GET /address";

  it.each<Fault>([
    { kind: "error", status: 500, operation, count: 2 },
    { kind: "drop", operation, count: 2 },
    { kind: "slow", ms: 1, clock: "real", operation: "GET *", count: 2 },
    { kind: "truncate", operation: "*", count: 2 },
    { kind: "empty body", operation, count: 2 },
    { kind: "missing page", operation, count: 2 },
    { kind: "lacking", operation, count: 2 },
    { kind: "lacking", operation: "GET *", ids: ["701"], count: "always" },
    { kind: "old values", operation: "GET *", count: "always" },
    { kind: "stale", operation: "GET *", count: "always" },
  ])("%j", async (fault) => {
    const sim = await start();
    const write = (): Promise<unknown> => sim.speak.post("/address/701", { name: "Another name" });
    sim.setFaults([fault]);
    if (["old values", "stale"].includes(fault.kind)) {
      await write();
    }
    await readTwice({ ...sim.speak, get: (path) => sim.speak.get(path).catch(() => undefined as never) });
    expect(sim.firedFaults()).toEqual<FiredFault[]>([{ kind: fault.kind, operation, times: 2 }]);
  });

  it("each operation by itself", async () => {
    const sim = await start();
    sim.setFaults([{ kind: "lacking", operation: "GET *", count: "always" }]);
    await readTwice(sim.speak);
    await sim.speak.get("/account/user");
    await sim.speak.get("/account/user/4003");
    expect(sim.firedFaults()).toEqual([
      { kind: "lacking", operation: "GET /address", times: 2 },
      { kind: "lacking", operation: "GET /account/user", times: 1 },
    ]);
  });

  it("a ghost where the delete was accepted", async () => {
    const sim = await start();
    const front = lockNamed(sim, "Front door");
    const grant = sim.state().authorizations.find(({ smartlockId }) => smartlockId === front);
    sim.setFaults([{ kind: "ghost", operation: "DELETE *", count: "always" }]);
    await sim.speak.del(`/smartlock/${front}/auth/${"0".repeat(24)}`);
    await sim.speak.del(`/smartlock/${front}/auth/${grant?.id}`);
    const ghost = { kind: "ghost", operation: "DELETE /smartlock/{smartlockId}/auth/{id}", times: 1 };
    expect(sim.firedFaults()).toEqual([ghost]);
  });

  it("a read by id that denies what is there, or shows what is not", async () => {
    const sim = await start();
    const operation = "GET /account/user/{accountUserId}";
    sim.setFaults([{ kind: "stale", operation, count: "always" }]);
    await sim.speak.put("/account/user", { email: "new@example.com", name: "Newcomer" });
    await sim.speak.get(`/account/user/${sim.state().users.at(-1)?.accountUserId}`);
    await sim.speak.get("/account/user/4003");
    await sim.speak.del("/account/user/4003");
    await sim.speak.get("/account/user/4003");
    expect(sim.firedFaults()).toEqual([{ kind: "stale", operation, times: 2 }]);
  });
});

describe("a fault that changed nothing is not counted", () => {
  it.each<[string, Fault]>([
    ["an id that the list does not have", { kind: "lacking", operation: "GET *", ids: ["702"] }],
    ["a list that is as it was", { kind: "old values", operation: "GET *" }],
    ["a change of something else", { kind: "stale", operation: "GET /address", count: "always" }],
  ])("%s", async (_, fault) => {
    const sim = await start();
    sim.setFaults([fault]);
    await sim.speak.post("/account/user/4003", { name: "Another name" });
    await readTwice(sim.speak);
    expect(sim.firedFaults()).toEqual([]);
  });

  it("a list that is empty anyway, an answer without a body, a request that is refused before", async () => {
    const sim = await start();
    await sim.speak.del("/address/701");
    sim.setFaults([{ kind: "missing page", operation: "GET /address" }]);
    await readTwice(sim.speak);
    sim.setFaults([{ kind: "empty body", operation: "*", count: "always" }]);
    await sim.speak.post("/account/user/999999", { name: "Nobody" });
    expect((await sim.speak.del("/account/user/4003")).status).toBe(204);
    sim.setFaults([{ kind: "lacking", operation: "GET /account/user" }]);
    expect((await speakTo(sim.url, "wrong").get("/account/user")).status).toBe(401);
    expect(sim.firedFaults()).toEqual([]);
  });
});

describe("the counts", () => {
  it("outlive the faults, are told by the control interface, and end with a reset", async () => {
    const sim = await start();
    const error: Fault = { kind: "error", operation: "*", status: 500 };
    sim.setFaults([error]);
    await sim.speak.put("/address", address);
    sim.clearFaults();
    sim.setFaults([error]);
    await sim.speak.put("/address", address);
    const fired = [{ kind: "error", operation: "PUT /address", times: 2 }];
    expect(sim.firedFaults()).toEqual(fired);
    const control = speakTo(sim.url);
    expect((await control.get("/_simulator/faults/fired")).body).toEqual(fired);
    await control.post("/_simulator/reset");
    expect((await control.get("/_simulator/faults/fired")).body).toEqual([]);
  });
});
