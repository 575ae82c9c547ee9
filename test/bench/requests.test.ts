import { type Simulator, startSimulator } from "../../simulator";
import { type Declared, engineOf, type TestEngine } from "../protocol/test-engine";
import { type Counts, countsOf, GRANTS, PREFLIGHT, sum, USERS, without } from "./counts";

type Phase = "apply" | "preview" | "refresh" | "change" | "destroy";
type Program = (isChanged: boolean, simulator: Simulator) => Declared[];

/** The programs of the benchmark in small, on an engine that hands out everything at once: the requests of each phase. */
class Life {
  readonly #simulator: Simulator;
  readonly #program: Program;
  readonly #engine: TestEngine;

  private constructor(simulator: Simulator, program: Program) {
    this.#simulator = simulator;
    this.#program = program;
    this.#engine = engineOf({ SMARTLOCK_TOKEN: simulator.token, SMARTLOCK_BASE_URL: simulator.url });
  }

  static async begin(seed: "empty" | `fleet:${string}`, program: Program): Promise<Life> {
    return new Life(await startSimulator({ seed, latencyMs: 50, settleMs: 300 }), program);
  }

  async through(phase: Phase): Promise<Counts> {
    this.#simulator.clearRequests();
    const { errors, steps } = await this.#run(phase);
    expect(errors).toEqual({});
    if (phase === "preview" || phase === "refresh") {
      expect(new Set(Object.values(steps))).toEqual(new Set(["same"]));
    }
    return countsOf(this.#simulator);
  }

  #run(phase: Phase) {
    const program = this.#program(phase === "change", this.#simulator);
    switch (phase) {
      case "apply":
      case "change":
        return this.#engine.up(program);
      case "preview":
        return this.#engine.preview(program);
      case "refresh":
        return this.#engine.refresh();
      case "destroy":
        return this.#engine.destroy();
    }
  }

  /** How many locks the lost authorizations were on. */
  locksOfLost = 0;

  /** Somebody deletes one in ten of the authorizations, when none of them is young any longer. */
  lose(): void {
    this.#simulator.clock.advance(2 * 60 * 60 * 1000);
    const state = this.#simulator.state();
    const lost = state.authorizations.filter((_, index) => index % 10 === 0);
    this.locksOfLost = new Set(lost.map(({ smartlockId }) => smartlockId)).size;
    expect(this.locksOfLost).toBeLessThan(lost.length);
    state.authorizations = state.authorizations.filter((one) => !lost.includes(one));
    this.#simulator.setState(state);
  }

  /** The requests of a preview that finds something missing. */
  async look(): Promise<Counts> {
    this.#simulator.clearRequests();
    const { errors, steps } = await this.#run("preview");
    expect(errors).toEqual({});
    expect(Object.values(steps).filter((step) => step === "replace")).toHaveLength(10);
    return countsOf(this.#simulator);
  }

  end(): Promise<void> {
    return this.#simulator.stop();
  }
}

const users: Program = (isChanged) =>
  Array.from({ length: 100 }, (_, n) => ({
    type: "AccountUser",
    name: `user-${n}`,
    inputs: { email: `user-${n}@example.com`, name: isChanged && n === 0 ? "Renamed user" : `User ${n}` },
  }));

/** The same grants as single resources. */
const singles: Program = (isChanged, simulator) =>
  sets(isChanged, simulator).flatMap(({ name, inputs }) => {
    const { smartlockIds, ...grant } = inputs as { smartlockIds: number[] };
    return smartlockIds.map((smartlockId) => ({
      type: "Authorization",
      name: `${name} on ${smartlockId}`,
      inputs: { ...grant, smartlockId },
    }));
  });

const sets: Program = (isChanged, simulator) => {
  const account = simulator.state();
  const smartlockIds = account.smartlocks.map(({ smartlockId }) => smartlockId);
  return account.users.map(({ accountUserId }, n) => ({
    type: "AuthorizationSet",
    name: `crew-${n}`,
    inputs: {
      name: `Crew ${n + 1}`,
      accountUserId,
      smartlockIds,
      remoteAllowed: false,
      allowedWeekDays: ["mon", "tue", "wed", "thu", "fri"],
      allowedFromTime: "08:00",
      allowedUntilTime: isChanged && n === 0 ? "18:00" : "16:00",
    },
  }));
};

describe("U: 100 account users, one resource each", () => {
  let life: Life;
  beforeAll(async () => {
    life = await Life.begin("empty", users);
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
      // Objects that would be deleted with the user are looked for in two ways.
      [GRANTS]: 2,
    });
    expect(sum(counts, USERS)).toBeLessThanOrEqual(20);
  });
});

describe("A: 100 authorizations as 2 sets over 50 locks", () => {
  let life: Life;
  beforeAll(async () => {
    life = await Life.begin("fleet:50x2x0", sets);
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
    expect(without(counts, GRANTS, "DELETE /smartlock/auth")).toEqual({ "GET /smartlock": 1 });
    expect(sum(counts, "DELETE /smartlock/auth")).toBeLessThanOrEqual(2);
    expect(sum(counts, GRANTS)).toBeLessThanOrEqual(10);
  });
});

describe("L: 100 authorizations, 2 grants on 50 locks, one resource each, of which 10 are missing", () => {
  const READ = "GET /smartlock/{smartlockId}/auth/{id}";
  /** A refusal is about the grant if its lock can be read: one read for each lock. */
  const LOCK = "GET /smartlock/{smartlockId}";
  const LISTS = [GRANTS, "GET /smartlock/{smartlockId}/auth"];
  const asked = { ...PREFLIGHT, "GET /account": 1, [READ]: 10 };
  let life: Life;
  beforeAll(async () => {
    life = await Life.begin("fleet:50x2x0", singles);
    await life.through("apply");
    life.lose();
  });
  afterAll(() => life.end());

  it("preview: the usual lists, and one request for each that is missing", async () => {
    const counts = await life.look();
    expect(without(counts, LOCK, ...LISTS)).toEqual(asked);
    expect(sum(counts, LOCK)).toBe(life.locksOfLost);
    expect(sum(counts, ...LISTS)).toBeLessThanOrEqual(6);
  });

  it("up: each is asked for, deleted by its id and made again", async () => {
    const counts = await life.through("apply");
    const [made, deleted] = [
      "PUT /smartlock/{smartlockId}/auth",
      "DELETE /smartlock/{smartlockId}/auth/{id}",
    ];
    expect(without(counts, LOCK, ...LISTS)).toEqual({ ...asked, [made]: 10, [deleted]: 10 });
    expect(sum(counts, LOCK)).toBe(life.locksOfLost);
    expect(sum(counts, ...LISTS)).toBeLessThanOrEqual(40);
  });
});
