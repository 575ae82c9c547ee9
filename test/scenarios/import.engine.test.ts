import { type AccountState, type Simulator, startSimulator } from "../../simulator";
import { Project } from "../pulumi/project";
import {
  countsOf,
  eachOnce,
  idsOf,
  madeSince,
  type Name,
  names,
  noneOfThem,
  oneOfEveryKind,
  secrets,
  typeOf,
  writesTo,
} from "./one-of-every-kind";

/** Pulumi's mark of a secret in JSON: it is encrypted in the state. */
const secret = (value: unknown) => ({
  "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270",
  plaintext: JSON.stringify(value),
});

const DAY = 24 * 60 * 60 * 1000;

/** A stack takes over objects that somebody created in the app a year ago. */
describe("import from a file on the Pulumi engine", () => {
  let simulator: Simulator;
  let project: Project;
  let before: AccountState;
  let ids: ReturnType<typeof idsOf>;
  const made = () => madeSince(before, simulator.state());

  const ask = async (method: string, path: string, body: object): Promise<Record<string, unknown>> => {
    const answer = await fetch(`${simulator.url}${path}`, {
      method,
      headers: { authorization: `Bearer ${simulator.token}`, "content-type": "application/json" },
      body: JSON.stringify(body),
    });
    if (!answer.ok) {
      throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    }
    const text = await answer.text();
    return text === "" ? {} : (JSON.parse(text) as Record<string, unknown>);
  };

  const makeByHand = async (frontDoor: number): Promise<void> => {
    const { addressId } = await ask("PUT", "/address", { name: "Beach house", smartlockIds: [frontDoor] });
    await ask("POST", `/address/${String(addressId)}`, { settings: { wifi: "guests" } });
    await ask("PUT", `/address/${String(addressId)}/unit`, { name: "Attic" });
    const { accountUserId } = await ask("PUT", "/account/user", {
      email: "cleaner@example.com",
      name: "Cleaner",
      language: "en",
    });
    const { accountId } = await ask("PUT", "/account/sub", {
      email: "desk@example.com",
      password: secrets.password,
      name: "Front desk",
      rights: 0,
      language: "en",
    });
    await ask("POST", `/account/sub/${String(accountId)}`, { rights: 18, language: "en" });
    const grants = `/smartlock/${frontDoor}/auth`;
    await ask("PUT", grants, { name: "Cleaner's phone", accountUserId, remoteAllowed: true });
    await ask("PUT", grants, { name: "Cleaner's fob", type: 2, accountUserId, remoteAllowed: false });
    await ask("PUT", grants, { name: "Guest", type: 13, code: secrets.code, remoteAllowed: false });
    await ask("PUT", "/api/decentralWebhook", {
      webhookUrl: "https://hooks.example.com/doors",
      webhookFeatures: ["DEVICE_LOGS"],
    });
    await ask("PUT", "/notification", {
      referenceId: "doorbell",
      pushId: secrets.pushId,
      secret: secrets.notificationSecret,
      os: 2,
      settings: [{ triggerEvents: ["ring", "open"] }],
    });
  };

  beforeAll(async () => {
    simulator = await startSimulator({ seed: "demo" });
    before = simulator.state();
    const frontDoor = before.smartlocks.find(({ name }) => name === "Front door")?.smartlockId ?? 0;
    await makeByHand(frontDoor);
    expect(countsOf(made())).toEqual(eachOnce());
    ids = idsOf(made());
    simulator.clock.advance(365 * DAY);
    project = new Project({ SMARTLOCK_TOKEN: simulator.token, SMARTLOCK_BASE_URL: simulator.url });
    project.program(oneOfEveryKind());
    project.write("import.json", JSON.stringify({ resources: entries(frontDoor) }));
    await project.pulumi("stack", "init", "test");
  });

  afterAll(async () => {
    project.remove();
    await simulator.stop();
  });

  /** What a person can write: the declared fields as the service stores them, and the ids. */
  const entries = (smartlockId: number): object[] => {
    const addressId = ids.house[0];
    const accountUserId = ids.cleaner[0];
    const fields: Record<Name, object> = {
      house: { name: "Beach house", smartlockIds: [smartlockId], settings: { wifi: "guests" } },
      attic: { addressId, name: "Attic" },
      cleaner: { email: "cleaner@example.com", name: "Cleaner", language: "en" },
      // The service never shows a password, so nobody can write it.
      desk: { email: "desk@example.com", name: "Front desk", rights: 18, language: "en" },
      app: { smartlockId, accountUserId, name: "Cleaner's phone", remoteAllowed: true },
      fob: { smartlockId, accountUserId, name: "Cleaner's fob", type: 2, remoteAllowed: false },
      // Secrets are left out: an import would store one that is not marked in the clear.
      code: { smartlockId, name: "Guest", type: 13, remoteAllowed: false },
      hook: { webhookUrl: "https://hooks.example.com/doors", webhookFeatures: ["DEVICE_LOGS"] },
      bell: {
        referenceId: "doorbell",
        os: 2,
        settings: [{ triggerEvents: ["open", "ring"] }],
      },
    };
    const idPrefix: Partial<Record<Name, string | number | undefined>> = {
      attic: addressId,
      app: smartlockId,
      fob: smartlockId,
      code: smartlockId,
    };
    // Values that the service generated and only outputs have: without them, the next up would have to learn them.
    const outputsOnly: Partial<Record<Name, object>> = {
      attic: { addressTokenId: secret(made().attic[0]?.addressTokenId) },
      hook: { secret: secret(made().hook[0]?.secret) },
    };
    return names.map((name) => {
      const id = [idPrefix[name], ids[name][0]].filter((part) => part !== undefined).join("/");
      const inputs = {
        ...fields[name],
        __import: id,
        __provider: `exports.handler = () => require("pulumi-smartlock/runtime").handlers.${typeOf[name]};`,
      };
      return {
        type: `pulumi-nodejs:dynamic/smartlock:${typeOf[name]}`,
        name,
        id,
        inputs,
        outputs: { ...inputs, ...outputsOnly[name] },
      };
    });
  };

  it("takes every kind into the stack", async () => {
    simulator.clearRequests();
    await project.pulumi(
      "import",
      "--file",
      "import.json",
      "--yes",
      "--skip-preview",
      "--protect=false",
      "--generate-code=false",
    );
    const { stdout } = await project.pulumi("stack", "export");
    for (const name of names) {
      expect(stdout).toContain(`::${name}"`);
    }
    for (const value of Object.values(secrets)) {
      expect(stdout).not.toContain(String(value));
    }
    expect(writesTo(simulator)).toEqual([]);
  });

  it("then finds the program to be what the service holds, and only records its secrets", async () => {
    await project.pulumi("up", "--yes", "--skip-preview");
    await project.pulumi("preview", "--expect-no-changes");
    await project.pulumi("refresh", "--yes", "--skip-preview");
    await project.pulumi("preview", "--expect-no-changes");
    expect(idsOf(made())).toEqual(ids);
    expect(writesTo(simulator)).toEqual([]);
  });

  it("still keeps the secrets encrypted", async () => {
    const { stdout } = await project.pulumi("stack", "export");
    const { hook, attic } = made();
    const learnt = [...hook.map((webhook) => webhook.secret), ...attic.map((unit) => unit.addressTokenId)];
    for (const value of [...learnt, ...Object.values(secrets)]) {
      expect(stdout).not.toContain(String(value));
    }
  });

  it("and destroys it by the imported ids", async () => {
    await project.pulumi("destroy", "--yes", "--skip-preview");
    expect(countsOf(made())).toEqual(noneOfThem());
  });
});
