import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type AccountState, type Simulator, startSimulator } from "../../simulator";
import { type CliResult, Project } from "../pulumi/project";
import {
  countsOf,
  eachOnce,
  idsOf,
  madeSince,
  names,
  noneOfThem,
  oneOfEveryKind,
  secrets,
  type Variation,
  typeOf,
  writesTo,
} from "./one-of-every-kind";

const TOKEN = "invented-token-5d41402abc4b";
const NEW_CODE = 684229;
const NEW_PASSWORD = "an-invented-password-2";

/** One changed attribute of each. None of them needs a new object. */
const changed: Variation = {
  args: {
    house: { settings: { wifi: "family" } },
    cleaner: { name: "Cleaner of the house" },
    desk: { rights: ["operate"], password: NEW_PASSWORD },
    app: { allowedWeekDays: ["mon", "fri"] },
    fob: { enabled: false },
    code: { code: NEW_CODE },
    bell: { settings: [{ triggerEvents: ["ring"] }] },
    attic: { name: "Loft" },
    hook: { webhookFeatures: ["DEVICE_LOGS", "DEVICE_STATUS"] },
  },
};

/** Remembers what a person at the terminal saw. */
class WatchedProject extends Project {
  readonly seen: { args: string; output: string }[] = [];

  override async attempt(...args: string[]): Promise<CliResult> {
    const result = await super.attempt(...args);
    this.seen.push({ args: args.join(" "), output: result.output });
    return result;
  }
}

describe("one program with every kind on the Pulumi engine", () => {
  let simulator: Simulator;
  let project: WatchedProject;
  let before: AccountState;
  let firstIds: ReturnType<typeof idsOf>;
  const hidden = new Set<string>();
  const made = () => madeSince(before, simulator.state());

  /** Remembers the secrets that the service generated. */
  const rememberSecrets = (): void => {
    const { hook, attic } = made();
    [...hook.map(({ secret }) => secret), ...attic.map(({ addressTokenId }) => addressTokenId)].forEach(
      (secret) => hidden.add(secret),
    );
  };

  const secretsIn = (text: string): string[] => [...hidden].filter((secret) => text.includes(secret));

  beforeAll(async () => {
    simulator = await startSimulator({ seed: "demo", settleMs: 100, token: TOKEN });
    before = simulator.state();
    project = new WatchedProject({ SMARTLOCK_BASE_URL: simulator.url });
    project.setVariable("SMARTLOCK_LOG", join(project.folder, "requests.log"));
    [TOKEN, NEW_PASSWORD, NEW_CODE, ...Object.values(secrets)].forEach((secret) =>
      hidden.add(String(secret)),
    );
    await project.pulumi("stack", "init", "test");
    await project.pulumi("config", "set", "--secret", "smartlock:token", TOKEN);
  });

  afterAll(async () => {
    project.remove();
    await simulator.stop();
  });

  it("is previewed with nothing but GET, and says that a person will get an e-mail", async () => {
    project.program(oneOfEveryKind());
    simulator.clearRequests();
    const { output } = await project.pulumi("preview");
    for (const name of names) {
      expect(output).toMatch(new RegExp(`\\+.*${typeOf[name]}.*${name}.*create`));
    }
    expect(output).toContain("an invitation is mailed");
    expect(simulator.requests().length).toBeGreaterThan(0);
    expect(writesTo(simulator)).toEqual([]);
  });

  it("makes each object once", async () => {
    await project.pulumi("up", "--yes", "--skip-preview");
    rememberSecrets();
    expect(countsOf(made())).toEqual(eachOnce());
    const { house, desk, code, bell, app } = made();
    expect(house[0]).toMatchObject({ name: "Beach house", settings: { wifi: "guests" } });
    expect(desk[0]).toMatchObject({ rights: 18, password: secrets.password });
    expect(code[0]).toMatchObject({ code: secrets.code, enabled: true });
    expect(bell[0]).toMatchObject({ pushId: secrets.pushId, secret: secrets.notificationSecret });
    expect(app[0]).toMatchObject({ accountUserId: made().cleaner[0]?.accountUserId });
    expect(simulator.state().mails.filter(({ kind }) => kind === "invitation")).toHaveLength(1);
    firstIds = idsOf(made());
  });

  it("is silent while nothing changes", async () => {
    simulator.clearRequests();
    await project.pulumi("preview", "--expect-no-changes");
    expect(writesTo(simulator)).toEqual([]);
  });

  it("shows a change of each as a plan without secrets", async () => {
    project.program(oneOfEveryKind(changed));
    const { stdout } = await project.pulumi("preview", "--json");
    const { steps } = JSON.parse(stdout) as { steps: { op: string; urn: string }[] };
    const operations = Object.fromEntries(
      names.map((name) => [name, steps.filter(({ urn }) => urn.endsWith(`::${name}`)).map(({ op }) => op)]),
    );
    expect(operations).toEqual({
      house: ["update"],
      attic: ["replace"],
      cleaner: ["update"],
      desk: ["update"],
      app: ["update"],
      fob: ["update"],
      code: ["update"],
      hook: ["replace"],
      bell: ["update"],
    });
    expect(secretsIn(stdout)).toEqual([]);
  });

  it("changes one attribute of each, in place where that is possible", async () => {
    await project.pulumi("up", "--yes", "--skip-preview");
    rememberSecrets();
    expect(countsOf(made())).toEqual(eachOnce());
    const now = made();
    expect(now.house[0]).toMatchObject({ settings: { wifi: "family" } });
    expect(now.attic[0]).toMatchObject({ name: "Loft" });
    expect(now.cleaner[0]).toMatchObject({ name: "Cleaner of the house" });
    expect(now.desk[0]).toMatchObject({ rights: 2, password: NEW_PASSWORD });
    expect(now.app[0]).toMatchObject({ allowedWeekDays: 68, allowedFromDate: "2000-01-01T00:00:00.000Z" });
    expect(now.fob[0]).toMatchObject({ enabled: false });
    expect(now.code[0]).toMatchObject({ code: NEW_CODE });
    expect(now.hook[0]?.webhookFeatures).toEqual(
      expect.arrayContaining(["DEVICE_LOGS", "DEVICE_STATUS"]) as unknown,
    );
    expect(now.bell[0]?.settings).toMatchObject([{ triggerEvents: ["ring"] }]);
    const { attic, hook, ...inPlace } = idsOf(now);
    expect(firstIds).toMatchObject(inPlace);
    expect(attic).not.toEqual(firstIds.attic);
    expect(hook).not.toEqual(firstIds.hook);
    expect(simulator.state().mails.filter(({ kind }) => kind === "invitation")).toHaveLength(1);
  });

  it("finds nothing to refresh", async () => {
    simulator.clearRequests();
    await project.pulumi("refresh", "--yes", "--skip-preview", "--expect-no-changes");
    expect(writesTo(simulator)).toEqual([]);
  });

  it("keeps every secret encrypted in the state", async () => {
    const { stdout } = await project.pulumi("stack", "export");
    for (const name of names) {
      expect(stdout).toContain(`::${name}"`);
    }
    expect(secretsIn(stdout)).toEqual([]);
  });

  it("is destroyed, and nothing else", async () => {
    await project.pulumi("destroy", "--yes", "--skip-preview");
    expect(countsOf(made())).toEqual(noneOfThem());
    const { addresses, addressUnits, users, authorizations } = simulator.state();
    expect({ addresses, addressUnits, users, authorizations }).toMatchObject({
      addresses: before.addresses,
      addressUnits: before.addressUnits,
      users: before.users,
      authorizations: before.authorizations,
    });
  });

  it("showed no secret at any step, and wrote none into the log of its requests", () => {
    expect(hidden.size).toBeGreaterThanOrEqual(11);
    for (const { args, output } of project.seen) {
      expect({ args, secrets: secretsIn(output) }).toEqual({ args, secrets: [] });
    }
    const log = join(project.folder, "requests.log");
    expect(existsSync(log)).toBe(true);
    const lines = readFileSync(log, "utf8");
    expect(lines).toContain("PUT");
    expect(secretsIn(lines)).toEqual([]);
  });
});
