import { servedOperations, startSimulator } from "../../simulator";
import { lockNamed, objectWith, simulators, speakTo } from "./speak";

const start = simulators();

describe("the control interface", () => {
  it("gives the whole account, and another simulator goes on from it with the same answers", async () => {
    const one = await start({ clock: "held", settleMs: 1000, now: new Date("2026-01-02T03:04:05Z") });
    const door = lockNamed(one, "Front door");
    const wanted = { name: "Guest A", remoteAllowed: false, type: 13, code: 573914 };
    await one.speak.put(`/smartlock/${door}/auth`, wanted);
    await one.speak.put(`/smartlock/${door}/auth`, { ...wanted, name: "Guest B", code: 573915 });
    await one.speak.put("/api/decentralWebhook", {
      webhookUrl: "https://example.com/hook",
      webhookFeatures: ["DEVICE_AUTHS"],
    });
    await one.speak.del("/account/user/4003");
    one.clock.advance(400);
    const state = await speakTo(one.url).get("/_simulator/state");

    const two = await start({ clock: "held", seed: "empty", now: new Date("2026-01-02T03:04:05.400Z") });
    expect((await speakTo(two.url).put("/_simulator/state", state.text)).status).toBe(204);
    expect(two.state()).toEqual(one.state());
    const compare = async (): Promise<void> => {
      for (const { method, path } of servedOperations) {
        if (method !== "GET") {
          continue;
        }
        const concrete = path
          .replace("{smartlockId}", String(door))
          .replace("{addressId}", "701")
          .replace("{apiKeyId}", "301")
          .replace("{accountUserId}", "4003")
          .replace(/\{\w+\}/g, "1");
        const [first, second] = await Promise.all([one.speak.get(concrete), two.speak.get(concrete)]);
        expect([concrete, second.status, second.body]).toEqual([concrete, first.status, first.body]);
      }
    };
    await compare();
    for (const ms of [100, 500, 1500]) {
      one.clock.advance(ms);
      two.clock.advance(ms);
      await compare();
    }
    const created = { name: "Pier 7", smartlockIds: [] };
    expect((await two.speak.put("/address", created)).body).toEqual(
      (await one.speak.put("/address", created)).body,
    );
  });

  it("keeps what is due at its distance when the other clock shows another time", async () => {
    const one = await start({ clock: "held", settleMs: 1000, now: new Date("2026-01-02T03:04:05Z") });
    await one.speak.del("/account/user/4003");
    one.clock.advance(400);
    const two = await start({ clock: "held", state: one.state(), now: new Date("2027-01-01T00:00:00Z") });
    two.clock.advance(599);
    expect((await two.speak.get("/account/user/4003")).status).toBe(200);
    two.clock.advance(1);
    expect((await two.speak.get("/account/user/4003")).status).toBe(403);
  });

  it("puts somebody else under an id that was given before", async () => {
    const sim = await start({ clock: "held", now: new Date("2026-01-02T03:04:05Z") });
    const [grant] = sim.state().authorizations;
    const user = sim.state().users.find(({ accountUserId }) => accountUserId === 4002);
    if (grant === undefined || user === undefined) {
      throw new Error("the demo account has both");
    }
    const path = `/smartlock/${grant.smartlockId}/auth/${grant.id}`;
    expect((await sim.speak.del(path)).status).toBe(204);
    expect((await sim.speak.del("/account/user/4002")).status).toBe(204);
    expect([(await sim.speak.get(path)).status, (await sim.speak.get("/account/user/4002")).status]).toEqual([
      403, 403,
    ]);
    sim.clock.advance(60_000);
    const state = sim.state();
    const other = { name: "Somebody else", creationDate: sim.clock.iso() };
    state.authorizations.push({ ...grant, ...other });
    state.users.push({ ...user, ...other, email: "else@example.com" });
    expect((await speakTo(sim.url).put("/_simulator/state", state)).status).toBe(204);
    for (const [list, one] of [
      ["/smartlock/auth", path],
      ["/account/user", "/account/user/4002"],
    ] as const) {
      expect((await sim.speak.get(one)).body).toMatchObject(other);
      expect((await sim.speak.get(list)).body).toContainEqual(objectWith(other));
    }
    sim.clock.advance(3_600_000);
    expect((await sim.speak.get("/account/user/4002")).status).toBe(200);
  });

  it("refuses a state that is none, says why, and changes nothing", async () => {
    const sim = await start({ clock: "held" });
    const before = sim.state();
    const control = speakTo(sim.url);
    const reply = await control.put("/_simulator/state", { smartlocks: [{ smartlockId: "one" }] });
    expect(reply.status).toBe(400);
    expect(reply.text).toContain("smartlockId");
    expect((await control.put("/_simulator/state", "{")).status).toBe(400);
    expect(sim.state()).toEqual(before);
  });

  it("goes back to where it began", async () => {
    const sim = await start({ clock: "held" });
    const before = sim.state();
    await sim.speak.del("/address/701");
    await sim.speak.del("/account");
    sim.setFaults([{ kind: "error", operation: "*", status: 500, count: "always" }]);
    expect((await speakTo(sim.url).post("/_simulator/reset")).status).toBe(204);
    expect(sim.state()).toEqual(before);
    expect(sim.requests()).toEqual([]);
    expect((await sim.speak.get("/address")).status).toBe(200);
  });

  it("records requests, with the operation they matched, and never its own", async () => {
    const sim = await start({ clock: "held", now: new Date("2026-01-02T03:04:05Z") });
    const control = speakTo(sim.url);
    await control.get("/_simulator/clock");
    await sim.speak.get("/smartlock/17/auth?types=0,13");
    await sim.speak.put("/address", { name: "Pier 7", smartlockIds: [] });
    await sim.speak.get("/nowhere");
    await control.get("/address");
    const time = "2026-01-02T03:04:05.000Z";
    const expected = [
      {
        method: "GET",
        path: "/smartlock/17/auth",
        query: { types: "0,13" },
        status: 403,
        time,
        operation: "GET /smartlock/{smartlockId}/auth",
      },
      { method: "PUT", path: "/address", query: {}, status: 200, time, operation: "PUT /address" },
      { method: "GET", path: "/nowhere", query: {}, status: 404, time, operation: null },
      { method: "GET", path: "/address", query: {}, status: 401, time, operation: "GET /address" },
    ];
    expect((await control.get("/_simulator/requests")).body).toEqual(expected);
    expect(sim.requests()).toEqual(expected);
    expect((await control.del("/_simulator/requests")).status).toBe(204);
    expect((await control.get("/_simulator/requests")).body).toEqual([]);
  });

  it("sets and clears faults, which never meet the control interface", async () => {
    const sim = await start();
    const control = speakTo(sim.url);
    const fault = { kind: "error", operation: "*", status: 500, count: "always" };
    expect((await control.put("/_simulator/faults", [fault])).status).toBe(204);
    expect((await sim.speak.get("/address")).status).toBe(500);
    expect((await control.get("/_simulator/clock")).status).toBe(200);
    expect((await control.del("/_simulator/faults")).status).toBe(204);
    expect((await sim.speak.get("/address")).status).toBe(200);
    const typo = await control.put("/_simulator/faults", [{ ...fault, operation: "GET /adress" }]);
    expect([typo.status, typo.text]).toEqual([400, expect.stringContaining("No such operation")]);
    expect((await control.put("/_simulator/faults", [{ ...fault, statu: 1 }])).status).toBe(400);
  });

  it("reads, moves, holds and releases the clock", async () => {
    const sim = await start({ clock: "held", now: new Date("2026-01-02T03:04:05Z") });
    const control = speakTo(sim.url);
    expect((await control.get("/_simulator/clock")).body).toEqual({
      now: "2026-01-02T03:04:05.000Z",
      held: true,
    });
    expect((await control.post("/_simulator/clock", { advanceMs: 1500 })).body).toEqual({
      now: "2026-01-02T03:04:06.500Z",
      held: true,
    });
    expect((await control.post("/_simulator/clock", { hold: false })).body).toMatchObject({ held: false });
    expect((await control.post("/_simulator/clock", { hold: true })).body).toMatchObject({ held: true });
    expect((await control.post("/_simulator/clock", { advanceMs: -1 })).status).toBe(400);
    expect((await control.get("/_simulator/nothing")).status).toBe(404);
  });

  it("asks for the token when it is not bound to loopback", async () => {
    const sim = await startSimulator({ host: "0.0.0.0" });
    try {
      const url = sim.url.replace("0.0.0.0", "127.0.0.1");
      expect((await speakTo(url).get("/_simulator/state")).status).toBe(401);
      expect((await speakTo(url, "wrong").post("/_simulator/reset")).status).toBe(401);
      expect((await speakTo(url, sim.token).get("/_simulator/state")).status).toBe(200);
    } finally {
      await sim.stop();
    }
  });
});
