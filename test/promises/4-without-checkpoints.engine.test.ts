import { type AccountState, type Simulator, type SimulatorOptions, startSimulator } from "../../simulator";
import { KillableProject } from "../crash/killable-project";
import { killsOf } from "../crash/moments";
import { unmanaged } from "../crash/unmanaged";
import { objectsBeyond, objectsOf, programOf } from "../crash/weeks";
import { idsOf, madeSince, writesTo } from "../scenarios/one-of-every-kind";

/** Each kill takes some ten seconds, nearly all of them Pulumi's own. */
const KILLS = 4;

/** So that a run does not wait for long until it believes that a create of a dead run never arrived. */
const SETTLE_SECONDS = "15";

const options: SimulatorOptions = { seed: "demo", latencyMs: 40, settleMs: 200 };

interface Deployment {
  readonly resources?: readonly {
    readonly type: string;
    readonly id?: string;
    readonly outputs?: { readonly authorizationIds?: Readonly<Record<string, string>> };
  }[];
  readonly pending_operations?: readonly unknown[];
}

let simulator: Simulator;
let project: KillableProject;
let before: AccountState;

async function begin(): Promise<void> {
  simulator = await startSimulator(options);
  before = simulator.state();
  project = new KillableProject({
    SMARTLOCK_TOKEN: simulator.token,
    SMARTLOCK_BASE_URL: simulator.url,
    SMARTLOCK_SETTLE_TIMEOUT: SETTLE_SECONDS,
  });
  await project.pulumi("stack", "init", "test");
}

async function end(): Promise<void> {
  await simulator.stop();
  project.remove();
}

const made = () => madeSince(before, simulator.state());

describe("promise 4 without checkpoints: after kill -9 at any moment the next up leads to what is declared", () => {
  beforeAll(begin);
  afterAll(end);

  const objects = () => objectsBeyond(before, simulator.state());

  /** The service's ids, as the account has them and as the state of the stack has them. */
  const given = (): string[] => Object.values(idsOf(made())).flat().map(String).sort();
  const recorded = async (): Promise<string[]> => {
    const { stdout } = await project.pulumi("stack", "export");
    const { resources = [], pending_operations = [] } = (JSON.parse(stdout) as { deployment: Deployment })
      .deployment;
    expect(pending_operations).toEqual([]);
    return resources
      .filter(({ type }) => type.includes("smartlock:"))
      .flatMap(({ id = "", outputs }) =>
        Object.values(outputs?.authorizationIds ?? [id.split("/").at(-1) ?? ""]),
      )
      .sort();
  };

  it.each(killsOf(KILLS))("week $week: the $victim, $words", async ({ week, victim, moment }) => {
    const known = given();
    project.program(programOf(week));
    simulator.clearRequests();
    await project.upUntilKilled(victim, () => moment.hasCome(simulator));
    expect(objects()).not.toEqual(objectsOf(week));
    if (victim !== "provider") {
      expect(await recorded()).toEqual(known);
    }

    await project.pulumi("up", "--yes", "--skip-preview");
    expect(objects()).toEqual(objectsOf(week));
    expect(await recorded()).toEqual(given());
    expect(before).toMatchObject(unmanaged(before, simulator.state()));

    simulator.clearRequests();
    await project.pulumi("preview", "--expect-no-changes");
    expect(writesTo(simulator)).toEqual([]);
  });

  it("nobody was invited twice to a door", () => {
    const invitations = simulator
      .state()
      .mails.filter(({ kind }) => kind === "invitation")
      .map(({ to, smartlockId }) => `${to} ${smartlockId}`);
    // The cleaner once; each week a guest to two doors and a porter to three.
    const expected = 1 + 5 * KILLS;
    expect(new Set(invitations).size).toBe(expected);
    expect(invitations).toHaveLength(expected);
  });

  it("destroy leaves nothing of it", async () => {
    await project.pulumi("destroy", "--yes", "--skip-preview");
    expect(given()).toEqual([]);
    expect(before).toMatchObject(unmanaged(before, simulator.state()));
  });
});

describe("promise 4 without checkpoints: what a person must decide is refused, and not harmed", () => {
  beforeAll(async () => {
    await begin();
    // A service that tells the secret of a webhook only to whom it made it for.
    const state = simulator.state();
    state.behaviour.webhookListShowsSecret = false;
    simulator.setState(state);
    project.program(`
      new smartlock.SubAccount("desk", {
        email: "desk@example.com", password: "an invented password", name: "Desk", rights: ["operate"], language: "en",
      });
      new smartlock.Webhook("hook", { webhookUrl: "https://hooks.example.com/", webhookFeatures: ["DEVICE_LOGS"] });
      new smartlock.Notification("bell", {
        pushId: "an-invented-phone", os: 0, settings: [{ triggerEvents: ["ring"] }],
      });
    `);
    const all = ["PUT /account/sub", "PUT /api/decentralWebhook", "PUT /notification"];
    await project.upUntilKilled("engine and provider", () => {
      const done = simulator.requests().filter(({ status }) => status === 200);
      return all.every((operation) => done.some((request) => request.operation === operation));
    });
  });
  afterAll(end);

  it("a destroy knows of nothing that the killed run made, and deletes nothing", async () => {
    const left = made();
    simulator.clearRequests();
    await project.pulumi("destroy", "--yes", "--skip-preview");
    expect(made()).toEqual(left);
    expect(writesTo(simulator)).toEqual([]);
  });

  it("the next up names each of them by its id, and sends nothing", async () => {
    const left = made();
    simulator.clearRequests();
    const { code, output } = await project.attempt("up", "--yes", "--skip-preview", "--continue-on-error");
    expect(code).not.toBe(0);
    for (const id of [...idsOf(left).desk, ...idsOf(left).hook, ...idsOf(left).bell]) {
      expect(output).toContain(`was not created: it exists already (id ${id})`);
    }
    expect(made()).toEqual(left);
    expect(writesTo(simulator)).toEqual([]);
  });
});
