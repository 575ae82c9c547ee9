import { type Simulator, startSimulator } from "../../simulator";
import { Project } from "../pulumi/project";
import { declareSize, installProgram } from "./bench-program";

/**
 * The benchmark in small: requests only, since times belong to a machine. Writes and lists are exact. Where the number
 * depends on how fast the engine hands out work (looks while a lock confirms; grants that are gathered for one
 * request) there is a bound, far below what one request for each object would need.
 */
const commands = {
  apply: ["up", "--yes", "--skip-preview"],
  preview: ["preview", "--expect-no-changes"],
  refresh: ["refresh", "--yes", "--skip-preview", "--expect-no-changes"],
  change: ["up", "--yes", "--skip-preview"],
  destroy: ["destroy", "--yes", "--skip-preview"],
};
type Phase = keyof typeof commands;

type Counts = Record<string, number>;

/** A program of the benchmark with an account of its own. */
class Life {
  readonly #simulator: Simulator;
  readonly #project: Project;
  readonly #size: { users: number; smartlockIds: number[]; accountUserIds: number[] };

  private constructor(simulator: Simulator, program: "users" | "sets" | "singles", users: number) {
    const seeded = simulator.state();
    this.#simulator = simulator;
    this.#size = {
      users,
      smartlockIds: seeded.smartlocks.map(({ smartlockId }) => smartlockId),
      accountUserIds: seeded.users.map(({ accountUserId }) => accountUserId),
    };
    this.#project = new Project({ SMARTLOCK_TOKEN: simulator.token, SMARTLOCK_BASE_URL: simulator.url });
    installProgram(this.#project, program);
  }

  static async begin(
    seed: "empty" | `fleet:${string}`,
    program: "users" | "sets" | "singles",
    users = 0,
  ): Promise<Life> {
    const life = new Life(await startSimulator({ seed, latencyMs: 50, settleMs: 300 }), program, users);
    await life.#project.pulumi("stack", "init", "test");
    return life;
  }

  /** Lives through a phase and tells the requests that it took, by kind. */
  async through(phase: Phase): Promise<Counts> {
    declareSize(this.#project, { ...this.#size, isChanged: phase === "change" || phase === "destroy" });
    this.#simulator.clearRequests();
    await this.#project.pulumi(...commands[phase], "--parallel", "128");
    const counts: Counts = {};
    for (const { operation, method, path } of this.#simulator.requests()) {
      const kind = operation ?? `${method} ${path}`;
      counts[kind] = (counts[kind] ?? 0) + 1;
    }
    return counts;
  }

  async end(): Promise<void> {
    await this.#simulator.stop();
    this.#project.remove();
  }
}

/** How many requests of these kinds there were. */
function sum(counts: Counts, ...kinds: string[]): number {
  return kinds.reduce((total, kind) => total + (counts[kind] ?? 0), 0);
}

function without(counts: Counts, ...kinds: string[]): Counts {
  return Object.fromEntries(Object.entries(counts).filter(([kind]) => !kinds.includes(kind)));
}

const USERS = "GET /account/user";
/** The delete of something young is noted, with the account that it belongs to. */
const NOTED = { "GET /account": 1 };
const GRANTS = "GET /smartlock/auth";
/** The lists that tell whether a grant can be made: locks, and the users with the empty page after the last. */
const PREFLIGHT = { "GET /smartlock": 1, [USERS]: 2 };

describe("U: 100 account users, one resource each", () => {
  let life: Life;
  beforeAll(async () => {
    life = await Life.begin("empty", "users", 100);
  });
  afterAll(() => life.end());

  it("first apply: one list and one request for each user", async () => {
    expect(await life.through("apply")).toEqual({ [USERS]: 1, "PUT /account/user": 100 });
  });

  it("unchanged preview: the pages of one list", async () => {
    expect(await life.through("preview")).toEqual({ [USERS]: 2 });
  });

  it("refresh: the pages of one list", async () => {
    expect(await life.through("refresh")).toEqual({ [USERS]: 2 });
  });

  it("one change: the pages of one list and one request", async () => {
    const expected = { [USERS]: 2, "POST /account/user/{accountUserId}": 1 };
    expect(await life.through("change")).toEqual(expected);
  });

  it("destroy: one request for each user, and a few looks for all of them", async () => {
    const counts = await life.through("destroy");
    expect(without(counts, USERS)).toEqual({
      "DELETE /account/user/{accountUserId}": 100,
      [GRANTS]: 1,
      ...NOTED,
    });
    expect(sum(counts, USERS)).toBeLessThanOrEqual(20);
  });
});

describe("A: 100 authorizations as 2 sets over 50 locks", () => {
  let life: Life;
  beforeAll(async () => {
    life = await Life.begin("fleet:50x2x0", "sets");
  });
  afterAll(() => life.end());

  it("first apply: one request for each set, and a few looks for all of them", async () => {
    const counts = await life.through("apply");
    expect(without(counts, GRANTS)).toEqual({ ...PREFLIGHT, "GET /account": 1, "PUT /smartlock/auth": 2 });
    expect(sum(counts, GRANTS)).toBeLessThanOrEqual(10);
  });

  it("unchanged preview: one list of each kind", async () => {
    expect(await life.through("preview")).toEqual({ ...PREFLIGHT, [GRANTS]: 1 });
  });

  it("refresh: one list of each kind", async () => {
    expect(await life.through("refresh")).toEqual({ "GET /smartlock": 1, [GRANTS]: 1 });
  });

  it("one window changed: one request for the 50 locks of its set", async () => {
    const counts = await life.through("change");
    expect(without(counts, GRANTS)).toEqual({ ...PREFLIGHT, "POST /smartlock/auth": 1 });
    expect(sum(counts, GRANTS)).toBeLessThanOrEqual(6);
  });

  it("destroy: at most one request for each set, and a few looks for all of them", async () => {
    const counts = await life.through("destroy");
    expect(without(counts, GRANTS, "DELETE /smartlock/auth")).toEqual({ "GET /smartlock": 1, ...NOTED });
    expect(sum(counts, "DELETE /smartlock/auth")).toBeLessThanOrEqual(2);
    expect(sum(counts, GRANTS)).toBeLessThanOrEqual(10);
  });
});

describe("S: the same 100 authorizations, 10 grants on 10 locks, one resource each", () => {
  let life: Life;
  beforeAll(async () => {
    life = await Life.begin("fleet:10x10x0", "singles");
  });
  afterAll(() => life.end());
  const creates = ["PUT /smartlock/auth", "PUT /smartlock/{smartlockId}/auth"];
  const updates = ["POST /smartlock/auth", "POST /smartlock/{smartlockId}/auth/{id}"];
  const deletes = ["DELETE /smartlock/auth", "DELETE /smartlock/{smartlockId}/auth/{id}"];

  it("first apply: grants in flight together travel together, and a few looks serve all of them", async () => {
    const counts = await life.through("apply");
    expect(without(counts, GRANTS, ...creates)).toEqual({ ...PREFLIGHT, "GET /account": 1 });
    expect(sum(counts, ...creates)).toBeGreaterThanOrEqual(10);
    expect(sum(counts, ...creates)).toBeLessThanOrEqual(40);
    expect(sum(counts, GRANTS)).toBeLessThanOrEqual(25);
  });

  it("unchanged preview: one list of each kind", async () => {
    expect(await life.through("preview")).toEqual({ ...PREFLIGHT, [GRANTS]: 1 });
  });

  it("refresh: one list of each kind", async () => {
    expect(await life.through("refresh")).toEqual({ "GET /smartlock": 1, [GRANTS]: 1 });
  });

  it("one window changed on 10 locks: updates in flight together travel together", async () => {
    const counts = await life.through("change");
    expect(without(counts, GRANTS, ...updates)).toEqual(PREFLIGHT);
    expect(sum(counts, ...updates)).toBeLessThanOrEqual(6);
    expect(sum(counts, GRANTS)).toBeLessThanOrEqual(12);
  });

  it("destroy: deletes in flight together travel together", async () => {
    const counts = await life.through("destroy");
    expect(without(counts, GRANTS, ...deletes)).toEqual({ "GET /smartlock": 1, ...NOTED });
    expect(sum(counts, ...deletes)).toBeLessThanOrEqual(20);
    expect(sum(counts, GRANTS)).toBeLessThanOrEqual(25);
  });
});
