import { type AccountState, type Simulator, startSimulator } from "../../simulator";
import { KillableProject } from "../crash/killable-project";
import { idsOf, madeSince, writesTo } from "../scenarios/one-of-every-kind";

describe("promise 4 without checkpoints: what a person must decide after a kill is refused, and not harmed", () => {
  let simulator: Simulator;
  let project: KillableProject;
  let before: AccountState;

  beforeAll(async () => {
    simulator = await startSimulator({ seed: "demo", latencyMs: 40 });
    before = simulator.state();
    project = new KillableProject({ SMARTLOCK_TOKEN: simulator.token, SMARTLOCK_BASE_URL: simulator.url });
    await project.pulumi("stack", "init", "test");
    // A service that shows the secret of a webhook only to its creator.
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
    const isKilled = await project.runUntilKilled({
      command: "up",
      victim: "engine and provider",
      checkpoints: false,
      isTheMoment: () => {
        const done = simulator.requests().filter(({ status }) => status === 200);
        return all.every((operation) => done.some((request) => request.operation === operation));
      },
    });
    expect(isKilled).toBe(true);
  });

  afterAll(async () => {
    await simulator.stop();
    project.remove();
  });

  const made = () => madeSince(before, simulator.state());

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
      expect(output).toContain(`was not created: it already exists (id ${id})`);
    }
    expect(made()).toEqual(left);
    expect(writesTo(simulator)).toEqual([]);
  });
});
