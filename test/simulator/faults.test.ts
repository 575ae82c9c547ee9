import { startSimulator, type Fault } from "../../simulator";
import { simulators } from "./speak";

const start = simulators();
const address = { name: "Pier 7", smartlockIds: [] };
const names = (body: unknown): string[] => (body as { name: string }[]).map(({ name }) => name);

describe("an error on demand", () => {
  it.each<[Fault & { kind: "error" }, string, string | null]>([
    [
      { kind: "error", operation: "*", status: 500 },
      '{"detailMessage":"Internal Server Error","stackTrace":[],"suppressedExceptions":[]}',
      "application/json",
    ],
    [
      { kind: "error", operation: "*", status: 401, message: "Your access token is not authorized" },
      '{"detailMessage":"Your access token is not authorized","stackTrace":[],"suppressedExceptions":[]}',
      "application/json",
    ],
    [
      { kind: "error", operation: "*", status: 423, body: "exception without message" },
      '{"stackTrace":[],"suppressedExceptions":[]}',
      "application/json",
    ],
    [
      { kind: "error", operation: "*", status: 402, body: "status", message: "Not paid" },
      '{"code":402,"description":"Not paid","homeRef":"/","reasonPhrase":"Payment Required","uri":"http://www.w3.org/Protocols/rfc2616/rfc2616-sec10.html"}',
      "application/json",
    ],
    [{ kind: "error", operation: "*", status: 503, body: "empty" }, "", null],
    [
      { kind: "error", operation: "*", status: 502, body: "html" },
      expect.stringContaining("<h1>502 Bad Gateway</h1>") as string,
      "text/html",
    ],
  ])("%j", async (fault, text, type) => {
    const sim = await start();
    sim.setFaults([fault]);
    const reply = await sim.speak.get("/address");
    expect([reply.status, reply.text, reply.headers.get("content-type")]).toEqual([fault.status, text, type]);
    expect((await sim.speak.get("/address")).status).toBe(200);
  });

  it.each<[string, Partial<Fault & { kind: "error" }>, string | null]>([
    ["seconds", { retryAfter: { seconds: 7 } }, "7"],
    ["a date", { retryAfter: { dateInSeconds: 60 } }, "Fri, 02 Jan 2026 03:05:05 GMT"],
    ["nothing", {}, null],
  ])("429 with %s", async (_, more, header) => {
    const sim = await start({ clock: "held", now: new Date("2026-01-02T03:04:05Z") });
    sim.setFaults([{ kind: "error", operation: "GET /address", status: 429, ...more }]);
    const reply = await sim.speak.get("/address");
    expect([reply.status, reply.headers.get("retry-after")]).toEqual([429, header]);
  });

  it.each([
    ["before", false],
    ["after", true],
  ] as const)("%s the change took effect", async (when, changed) => {
    const sim = await start();
    sim.setFaults([{ kind: "error", operation: "PUT /address", status: 500, when }]);
    expect((await sim.speak.put("/address", address)).status).toBe(500);
    expect(names((await sim.speak.get("/address")).body).includes("Pier 7")).toBe(changed);
  });
});

describe("a dropped connection", () => {
  it.each([
    ["before", false],
    ["after", true],
  ] as const)("%s the change took effect", async (when, changed) => {
    const sim = await start();
    sim.setFaults([{ kind: "drop", operation: "PUT /address", when }]);
    await expect(sim.speak.put("/address", address)).rejects.toThrow();
    expect(sim.requests()).toMatchObject([{ operation: "PUT /address", status: null }]);
    expect(names((await sim.speak.get("/address")).body).includes("Pier 7")).toBe(changed);
  });
});

describe("which requests a fault meets", () => {
  const statuses = async (faults: Fault[], requests: [string, string][]): Promise<number[]> => {
    const sim = await start();
    sim.setFaults(faults);
    const seen = [];
    for (const [method, path] of requests) {
      seen.push((await sim.speak[method as "get"](path)).status);
    }
    return seen;
  };
  const error = { kind: "error", status: 500 } as const;
  const twice: [string, string][] = [
    ["get", "/address"],
    ["get", "/account"],
    ["get", "/address"],
    ["get", "/address"],
  ];

  it.each<[string, Fault[], number[]]>([
    ["one operation, once", [{ ...error, operation: "GET /address" }], [500, 200, 200, 200]],
    ["one operation, twice", [{ ...error, operation: "GET /address", count: 2 }], [500, 200, 500, 200]],
    ["a part of them", [{ ...error, operation: "*", share: 0.5, count: "always" }], [200, 500, 200, 500]],
    ["after some have passed", [{ ...error, operation: "GET /address", skip: 1 }], [200, 200, 500, 200]],
    ["any operation", [{ ...error, operation: "*", count: 2 }], [500, 500, 200, 200]],
    ["a method", [{ ...error, operation: "GET *", skip: 1 }], [200, 500, 200, 200]],
    ["another method", [{ ...error, operation: "PUT *" }], [200, 200, 200, 200]],
    ["always", [{ ...error, operation: "*", count: "always" }], [500, 500, 500, 500]],
    [
      "one after the other",
      [
        { ...error, operation: "*" },
        { ...error, operation: "*", status: 503 },
      ],
      [500, 503, 200, 200],
    ],
  ])("%s", async (_, faults, expected) => {
    expect(await statuses(faults, twice)).toEqual(expected);
  });

  it("is told by the operation's template, whatever the ids", async () => {
    const fault: Fault = { ...error, operation: "GET /smartlock/{smartlockId}", count: 1 };
    expect(
      await statuses(
        [fault],
        [
          ["get", "/smartlock"],
          ["get", "/smartlock/log"],
          ["get", "/smartlock/17"],
        ],
      ),
    ).toEqual([200, 200, 500]);
  });

  it("refuses an operation that does not exist, since it would never happen", async () => {
    const sim = await start();
    expect(() => sim.setFaults([{ ...error, operation: "GET /adress" }])).toThrow("No such operation");
  });

  it("is over when the faults are cleared", async () => {
    const sim = await start();
    sim.setFaults([{ ...error, operation: "*", count: "always" }]);
    sim.clearFaults();
    expect((await sim.speak.get("/address")).status).toBe(200);
  });
});

describe("answers that are late", () => {
  it("a slow answer comes when the clock gets there, and the change is done before", async () => {
    const sim = await start({ clock: "held" });
    sim.setFaults([{ kind: "slow", operation: "PUT /address", ms: 5_000 }]);
    let answered = false;
    const reply = sim.speak.put("/address", address).then((done) => {
      answered = true;
      return done;
    });
    while (!sim.state().addresses.some(({ name }) => name === "Pier 7")) {
      await sim.speak.get("/account");
    }
    sim.clock.advance(4_999);
    await sim.speak.get("/account");
    expect(answered).toBe(false);
    sim.clock.advance(1);
    expect((await reply).status).toBe(200);
  });

  it("or takes long to do anything at all", async () => {
    const sim = await start({ clock: "held" });
    sim.setFaults([{ kind: "slow", operation: "PUT /address", ms: 5_000, when: "before" }]);
    const reply = sim.speak.put("/address", address);
    while (sim.requests().length === 0) {
      await new Promise(setImmediate);
    }
    expect(sim.state().addresses).toHaveLength(1);
    sim.clock.advance(5_000);
    expect((await reply).status).toBe(200);
  });

  it("may be slow by the machine's clock while the simulator's is held", async () => {
    const sim = await start({ clock: "held" });
    sim.setFaults([{ kind: "slow", operation: "GET /address", ms: 30, clock: "real" }]);
    const began = Date.now();
    expect((await sim.speak.get("/address")).status).toBe(200);
    expect(Date.now() - began).toBeGreaterThanOrEqual(29);
  });

  it("every answer has the latency of the account, and jitter that is the same in every run", async () => {
    const arrivals = async (): Promise<number[]> => {
      const sim = await start({ clock: "held", latencyMs: 100 });
      const state = sim.state();
      sim.setState({ ...state, behaviour: { ...state.behaviour, jitterMs: 50 } });
      const waited = [];
      for (let n = 0; n < 3; n++) {
        let ms = 0;
        const reply = sim.speak.get("/address");
        while (sim.requests().length === n) {
          await new Promise(setImmediate);
        }
        while (sim.requests()[n]?.status === null) {
          sim.clock.advance(1);
          ms += 1;
          await new Promise(setImmediate);
        }
        await reply;
        waited.push(ms);
      }
      return waited;
    };
    const waited = await arrivals();
    for (const ms of waited) {
      expect(ms).toBeGreaterThanOrEqual(100);
    }
    expect(Math.max(...waited)).toBeLessThan(153);
    expect(new Set(waited).size).toBeGreaterThan(1);
    expect(await arrivals()).toEqual(waited);
  });
});

describe("a limit of requests", () => {
  it("refuses those beyond it until a second has passed, and says when to come back", async () => {
    const sim = await start({ clock: "held" });
    const state = sim.state();
    sim.setState({ ...state, behaviour: { ...state.behaviour, requestsPerSecond: 2 } });
    const statuses = async (count: number): Promise<number[]> => {
      const answers: number[] = [];
      for (let n = 0; n < count; n += 1) {
        answers.push((await sim.speak.get("/address")).status);
      }
      return answers;
    };
    expect(await statuses(3)).toEqual([200, 200, 429]);
    expect((await sim.speak.get("/address")).headers.get("retry-after")).toBe("1");
    sim.clock.advance(1000);
    expect(await statuses(3)).toEqual([200, 200, 429]);
  });
});

describe("answers that are wrong", () => {
  it("truncated JSON", async () => {
    const sim = await start();
    const whole = (await sim.speak.get("/address")).text;
    sim.setFaults([{ kind: "truncate", operation: "GET /address" }]);
    const cut = await sim.speak.get("/address");
    expect([cut.status, cut.body]).toEqual([200, undefined]);
    expect(whole.startsWith(cut.text)).toBe(true);
    expect(cut.text.length).toBeLessThan(whole.length);
  });

  it("an empty body", async () => {
    const sim = await start();
    sim.setFaults([{ kind: "empty body", operation: "PUT /address" }]);
    const reply = await sim.speak.put("/address", address);
    expect([reply.status, reply.text]).toEqual([200, ""]);
    expect(sim.state().addresses).toHaveLength(2);
  });

  it("a list that lacks the last change, for so many reads", async () => {
    const sim = await start();
    sim.setFaults([{ kind: "stale", operation: "GET /address", count: 2 }]);
    expect(names((await sim.speak.get("/address")).body)).toEqual(["Harbour Street 5"]);
    await sim.speak.put("/address", address);
    await sim.speak.put("/address", { name: "", smartlockIds: [] });
    for (const expected of [["Harbour Street 5"], ["Harbour Street 5"], ["Harbour Street 5", "Pier 7"]]) {
      expect(names((await sim.speak.get("/address")).body)).toEqual(expected);
    }
  });

  it("a stale read of authorizations hides what has settled since", async () => {
    const sim = await start({ clock: "held", settleMs: 100 });
    const door = sim.state().smartlocks[0]?.smartlockId ?? 0;
    sim.setFaults([{ kind: "stale", operation: "GET /smartlock/{smartlockId}/auth" }]);
    await sim.speak.put(`/smartlock/${door}/auth`, {
      name: "Guest A",
      remoteAllowed: false,
      type: 13,
      code: 573914,
    });
    sim.clock.advance(100);
    expect(names((await sim.speak.get(`/smartlock/${door}/auth`)).body)).not.toContain("Guest A");
    expect(names((await sim.speak.get(`/smartlock/${door}/auth`)).body)).toContain("Guest A");
  });

  it("a page that is missing", async () => {
    const sim = await start();
    sim.setFaults([{ kind: "missing page", operation: "GET /smartlock/auth/paged", skip: 1 }]);
    const page = async (n: number): Promise<{ results: unknown[]; pagination: { totalItems: number } }> =>
      (await sim.speak.get(`/smartlock/auth/paged?page=${n}&size=3`)).body as never;
    expect((await page(0)).results).toHaveLength(3);
    const missing = await page(1);
    expect(missing.results).toEqual([]);
    expect(missing.pagination.totalItems).toBe(8);
    sim.setFaults([{ kind: "missing page", operation: "GET /account/user" }]);
    expect((await sim.speak.get("/account/user")).body).toEqual([]);
    expect((await sim.speak.get("/account/user")).body).toHaveLength(3);
  });
});

describe("stopping", () => {
  it("ends at once, with idle connections open and answers outstanding, and twice is fine", async () => {
    const sim = await startSimulator({ clock: "held", latencyMs: 60_000 });
    const waiting = fetch(`${sim.url}/address`, { headers: { authorization: `Bearer ${sim.token}` } });
    const outcome = expect(waiting).rejects.toThrow();
    await (await fetch(`${sim.url}/_simulator/clock`)).text();
    while (sim.requests().length === 0) {
      await new Promise(setImmediate);
    }
    await sim.stop();
    await outcome;
    await sim.stop();
    await expect(fetch(sim.url)).rejects.toThrow();
  });
});
