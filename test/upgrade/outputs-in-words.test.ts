import { readFileSync } from "node:fs";
import { join } from "node:path";
import "../protocol/passing-time";
import { visible } from "../../provider/engine/values/bag";
import type { AccountState, Simulator } from "../../simulator";
import type { Bag } from "../protocol/plugin";
import { type Declared, engineOf } from "../protocol/test-engine";
import { startService } from "../protocol/under-test";
import { guideCommands } from "./guide";

interface Stored {
  readonly urn: string;
  readonly type: string;
  readonly id?: string;
  readonly inputs?: Bag;
  readonly outputs?: Bag;
}

const read = (version: string, name: string): unknown =>
  JSON.parse(readFileSync(join(__dirname, version, name), "utf8"));

/** The secrets of the recorded programs and accounts. In the recorded states they are encrypted. */
function secretsOf({ webhooks, addressUnits }: AccountState): Bag {
  return {
    "desk password": "an invented password",
    "code code": 731946,
    "guests code": 846273,
    "warnings pushId": "https://push.example.com/lake-house",
    "warnings secret": "an invented secret",
    "hook secret": webhooks.find(({ webhookUrl }) => webhookUrl.endsWith("/lake-house"))?.secret,
    "attic addressTokenId": addressUnits.find(({ name }) => name === "Attic")?.addressTokenId,
  };
}

/** What the service has in words now, with the numbers of earlier releases. */
const numbers = ["type", "os", "status", "rights", "allowedWeekDays", "allowedFromTime", "allowedUntilTime"];

function resourcesOf(version: string, account: AccountState) {
  const secrets = secretsOf(account);
  const decrypted = (name: string, bag: Bag): Bag =>
    Object.fromEntries(
      Object.entries(bag).map(([field, value]) => {
        const isSecret = typeof value === "object" && value !== null && "ciphertext" in value;
        return [field, isSecret ? secrets[`${name} ${field}`] : value];
      }),
    );
  const { deployment } = read(version, "stack.json") as { deployment: { resources: Stored[] } };
  return deployment.resources.flatMap(({ urn, type, id, inputs = {}, outputs = {} }) => {
    const kind = /^pulumi-nodejs:dynamic\/smartlock:(\w+)$/.exec(type)?.[1];
    const name = urn.split("::").at(-1) ?? "";
    return kind === undefined || id === undefined
      ? []
      : [{ kind, name, id, inputs: decrypted(name, inputs), outputs: decrypted(name, outputs) }];
  });
}

describe.each(["0.1.0", "0.2.0"])("The steps of the guide, on state of %s,", (version) => {
  const state = read(version, "account.json") as AccountState;
  let simulator: Simulator;

  beforeEach(async () => {
    simulator = await startService({ state, now: new Date(state.savedAt ?? 0), settleMs: 50 });
  });
  afterEach(() => simulator.stop());

  it("are silent, and leave words in the outputs", async () => {
    const engine = engineOf({ SMARTLOCK_TOKEN: simulator.token, SMARTLOCK_BASE_URL: simulator.url });
    const resources = resourcesOf(version, state);
    const program = resources.map(({ kind, name, inputs }): Declared => ({
      type: kind,
      name,
      inputs: Object.fromEntries(Object.entries(inputs).filter(([field]) => !field.startsWith("__"))),
    }));
    resources.forEach(({ kind, name, id, inputs, outputs }) =>
      engine.state.set(name, { type: kind, id, inputs, outputs, initFailed: false, refers: {} }),
    );
    simulator.clearRequests();

    const silent = Object.fromEntries(program.map(({ name }) => [name, "same"]));
    for (const command of guideCommands()) {
      const { errors, steps, output } = await (command === "refresh"
        ? engine.refresh()
        : engine[command](program));
      expect({ command, errors, steps, output }).toEqual({ command, errors: {}, steps: silent, output: "" });
    }
    expect(simulator.requests().filter(({ method }) => method !== "GET")).toEqual([]);
    for (const [name, { inputs, outputs }] of engine.state) {
      for (const field of numbers) {
        expect([name, field, typeof outputs[field]]).not.toEqual([name, field, "number"]);
        expect([name, field, typeof inputs[field]]).not.toEqual([name, field, "number"]);
      }
      expect(JSON.stringify(visible(outputs))).not.toMatch(/2000-01-01|\.000Z"/);
      expect(outputs["__version"]).toBe(2);
    }
    expect(engine.state.get("code")?.outputs["type"]).toBe("code");
  });
});
