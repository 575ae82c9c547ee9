import type { Simulator } from "../../simulator";
import { startService } from "../protocol/under-test";
import { engineOf, type TestEngine } from "../protocol/test-engine";
import { writesTo } from "./one-of-every-kind";

const URL = "https://hooks.example.com/doors";

/**
 * Pulumi encrypts an output that the service generated because the program's class says so. For an imported resource no
 * program has said anything yet: everything that a refresh returns would be stored in clear text.
 */
describe("secrets of an imported resource", () => {
  let simulator: Simulator;
  let engine: TestEngine;

  beforeAll(async () => {
    simulator = await startService({ seed: "demo" });
    engine = engineOf({ SMARTLOCK_TOKEN: simulator.token, SMARTLOCK_BASE_URL: simulator.url });
    const state = simulator.state();
    state.webhooks.push({
      id: 77,
      secret: "an-invented-secret",
      webhookUrl: URL,
      webhookFeatures: ["DEVICE_LOGS"],
      apiKeyId: 301,
    });
    simulator.setState(state);
    const inputs = {
      webhookUrl: URL,
      webhookFeatures: ["DEVICE_LOGS"],
      __provider: 'exports.handler = () => require("pulumi-smartlock/runtime").handlers.Webhook;',
    };
    engine.state.set("hook", {
      type: "Webhook",
      id: "77",
      inputs,
      outputs: inputs,
      initFailed: false,
      refers: {},
    });
    simulator.clearRequests();
  });

  afterAll(() => simulator.stop());

  it("are not learnt by a refresh", async () => {
    await engine.refresh();
    expect(engine.state.get("hook")?.outputs).toMatchObject({ webhookUrl: URL });
    expect(JSON.stringify(engine.state.get("hook"))).not.toContain("an-invented-secret");
  });

  it("are learnt by the next up, which sends nothing, and kept from then on", async () => {
    const program = [
      { type: "Webhook", name: "hook", inputs: { webhookUrl: URL, webhookFeatures: ["DEVICE_LOGS"] } },
    ];
    const { steps, output } = await engine.up(program);
    expect(steps).toEqual({ hook: "update" });
    expect(output).toContain("secret will be recorded in the state; nothing is sent.");
    expect(engine.state.get("hook")?.outputs).toMatchObject({ secret: "an-invented-secret" });
    await engine.refresh();
    expect(engine.state.get("hook")?.outputs).toMatchObject({ secret: "an-invented-secret" });
    expect((await engine.preview(program)).steps).toEqual({ hook: "same" });
    expect(writesTo(simulator)).toEqual([]);
  });
});
