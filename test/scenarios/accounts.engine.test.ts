import { type Simulator, startSimulator } from "../../simulator";
import { Project } from "../pulumi/project";
import { startOtherAccount } from "./other-account";
import { writesTo } from "./one-of-every-kind";

const TOKENS = { emea: "invented-token-of-emea", apac: "invented-token-of-apac" };

interface Exported {
  deployment: { resources: { urn: string; inputs?: Record<string, unknown> }[] };
}

/** Two accounts in one program: one gets its token as an argument, the other from its own variable. */
describe("two accounts in one program on the Pulumi engine", () => {
  let emea: Simulator;
  let apac: Simulator;
  let project: Project;

  /** The objects that the program created in one account. */
  const madeIn = (simulator: Simulator) => {
    const { addresses, users, authorizations, webhooks, smartlocks } = simulator.state();
    const house = addresses.find(({ name }) => name === "House");
    const front = smartlocks.find(({ name }) => name === "Front door");
    return {
      house: house?.smartlockIds.includes(front?.smartlockId ?? 0),
      cleaner: users.some(({ email }) => email === "cleaner@example.com"),
      code: authorizations.filter(({ name }) => name === "Guest").map(({ code }) => code),
      hook: webhooks.length,
    };
  };
  const nothing = { house: undefined, cleaner: false, code: [], hook: 0 };
  const refusals = () =>
    [...emea.requests(), ...apac.requests()].filter(({ status }) => status === 401 || status === 403);

  beforeAll(async () => {
    emea = await startSimulator({ seed: "demo", settleMs: 100, token: TOKENS.emea });
    apac = await startOtherAccount(TOKENS.apac);
    project = new Project({ EMEA_TOKEN: TOKENS.emea, APAC_TOKEN: TOKENS.apac, APAC_URL: apac.url });
    await project.pulumi("stack", "init", "test");
    project.program(`
      const emea = new smartlock.Provider("emea", {
        token: process.env.EMEA_TOKEN, baseUrl: "${emea.url}", readOnly: false, maxDeletes: 1000,
      });
      const apac = new smartlock.Provider("apac", {}, {
        envVarMappings: { APAC_TOKEN: "SMARTLOCK_TOKEN", APAC_URL: "SMARTLOCK_BASE_URL" },
      });
      for (const [where, provider, code] of [["emea", emea, 593174], ["apac", apac, 684229]]) {
        const front = smartlock.getSmartlock({ name: "Front door" }, { provider });
        new smartlock.Address(where + "-house", { name: "House", smartlockIds: [front] }, { provider });
        const cleaner = new smartlock.AccountUser(
          where + "-cleaner", { email: "cleaner@example.com", name: "Cleaner" }, { provider },
        );
        new smartlock.Authorization(where + "-app", {
          smartlockId: front, accountUserId: cleaner, name: "Phone", remoteAllowed: true,
        }, { provider });
        new smartlock.Authorization(where + "-code", {
          smartlockId: front, name: "Guest", type: 13, code, remoteAllowed: false,
        }, { provider });
        new smartlock.Webhook(where + "-hook", {
          webhookUrl: "https://hooks.example.com/" + where, webhookFeatures: ["DEVICE_LOGS"],
        }, { provider });
        exports[where] = smartlock.listSmartlocksOutput({}, { provider }).apply((locks) => locks[0].accountId);
      }
    `);
  });

  afterAll(async () => {
    project.remove();
    await Promise.all([emea.stop(), apac.stop()]);
  });

  it("says that an account lacks its token, and never takes another's", async () => {
    project.setVariable("APAC_TOKEN", undefined);
    const { code, output } = await project.attempt("preview");
    project.setVariable("APAC_TOKEN", TOKENS.apac);
    expect(code).not.toBe(0);
    expect(output).toContain(
      'Provider "apac": envVarMappings maps APAC_TOKEN to SMARTLOCK_TOKEN, but APAC_TOKEN is not set.',
    );
    expect(apac.requests()).toEqual([]);
  });

  it("does not send a token from the environment where only an argument says", async () => {
    const elsewhere = new Project({ SMARTLOCK_TOKEN: TOKENS.apac });
    await elsewhere.pulumi("stack", "init", "test");
    elsewhere.program(`
      const provider = new smartlock.Provider("elsewhere", { baseUrl: "https://locks.example.com" });
      new smartlock.Address("house", { name: "House", smartlockIds: [] }, { provider });
    `);
    const { code, output } = await elsewhere.attempt("preview");
    elsewhere.remove();
    expect(code).not.toBe(0);
    expect(output).toContain(
      "The token from environment variable SMARTLOCK_TOKEN is not sent to https://locks.example.com, which argument baseUrl " +
        "of the explicit provider names",
    );
    expect(output).not.toContain(TOKENS.apac);
  });

  it("makes each object in its own account", async () => {
    const { output } = await project.pulumi("up", "--yes", "--skip-preview");
    expect(madeIn(emea)).toEqual({ house: true, cleaner: true, code: [593174], hook: 1 });
    expect(madeIn(apac)).toEqual({ house: true, cleaner: true, code: [684229], hook: 1 });
    expect(output).toMatch(/apac: 100999/);
    expect(output).toMatch(/emea: 100200/);
  });

  it("keeps the token of an argument encrypted, and that of a variable out of the state", async () => {
    const { stdout } = await project.pulumi("stack", "export");
    expect(stdout).not.toContain(TOKENS.emea);
    expect(stdout).not.toContain(TOKENS.apac);
    const { resources } = (JSON.parse(stdout) as Exported).deployment;
    const inputsOf = (name: string) => resources.find(({ urn }) => urn.endsWith(`::${name}`))?.inputs;
    expect(inputsOf("emea")?.["smartlock:token"]).toHaveProperty("ciphertext");
    expect(inputsOf("apac")).toBeDefined();
    expect(inputsOf("apac")).not.toHaveProperty("smartlock:token");
  });

  it("is silent while nothing changes, in a preview and in a refresh", async () => {
    emea.clearRequests();
    apac.clearRequests();
    await project.pulumi("preview", "--expect-no-changes");
    // A refresh does not need the program, so the argument's token comes from the state.
    project.setVariable("EMEA_TOKEN", undefined);
    await project.pulumi("refresh", "--yes", "--skip-preview", "--expect-no-changes");
    expect([...writesTo(emea), ...writesTo(apac)]).toEqual([]);
    expect(emea.requests().length).toBeGreaterThan(0);
    expect(apac.requests().length).toBeGreaterThan(0);
    expect(refusals()).toEqual([]);
  });

  it("deletes no more than the environment allows, whatever a provider's arguments say", async () => {
    project.setVariable("SMARTLOCK_MAX_DELETES", "0");
    const before = [madeIn(emea), madeIn(apac)];
    const { code, output } = await project.attempt("destroy", "--yes", "--skip-preview");
    project.setVariable("SMARTLOCK_MAX_DELETES", undefined);
    expect(code).not.toBe(0);
    expect(output).toContain("The limit is set by environment variable SMARTLOCK_MAX_DELETES.");
    expect([madeIn(emea), madeIn(apac)]).toEqual(before);
  });

  it("destroys both, and never sent the token of one to the other", async () => {
    emea.clearRequests();
    apac.clearRequests();
    await project.pulumi("destroy", "--yes", "--skip-preview");
    expect(madeIn(emea)).toEqual(nothing);
    expect(madeIn(apac)).toEqual(nothing);
    expect(refusals()).toEqual([]);
  });
});
