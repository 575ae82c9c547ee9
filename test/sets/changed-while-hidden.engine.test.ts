import { type Simulator, startSimulator } from "../../simulator";
import { Project } from "../pulumi/project";

const codes = { first: 593_174, second: 684_275 };

describe("A code that is changed while no list shows it, on the Pulumi engine", () => {
  let simulator: Simulator;
  let project: Project;

  beforeAll(async () => {
    simulator = await startSimulator({ seed: "demo", settleMs: 20 });
    project = new Project({ SMARTLOCK_TOKEN: simulator.token, SMARTLOCK_BASE_URL: simulator.url });
    await project.pulumi("stack", "init", "test");
  });

  afterAll(async () => {
    project.remove();
    await simulator.stop();
  });

  const program = (code: number): void =>
    project.program(`
      const grant = { type: 13, remoteAllowed: false, settleTimeout: 2 };
      new smartlock.Authorization("cleaner", {
        ...grant, name: "Cleaner", code: ${code}, smartlockId: smartlock.getSmartlock({ name: "Front door" }),
      });
      new smartlock.AuthorizationSet("guests", {
        ...grant, name: "Guest", code: ${code + 10}, smartlockIds: [smartlock.getSmartlock({ name: "Office" })],
      });
    `);
  const ours = () =>
    simulator.state().authorizations.filter(({ name }) => name === "Cleaner" || name === "Guest");
  const exported = async (): Promise<string> => (await project.pulumi("stack", "export")).stdout;
  const isInTheClear = (state: string): boolean =>
    Object.values(codes).some((code) => state.includes(String(code)) || state.includes(String(code + 10)));

  it("is known to the state with the one before it, both encrypted, also after a refresh", async () => {
    simulator.setFaults([{ kind: "lacking", operation: "GET /smartlock/auth", count: "always" }]);
    for (const code of Object.values(codes)) {
      program(code);
      expect((await project.attempt("up", "--yes", "--skip-preview")).code).not.toBe(0);
    }
    expect(ours()).toHaveLength(4);
    const failed = await exported();
    await project.pulumi("refresh", "--yes", "--skip-preview");
    const refreshed = await exported();
    for (const state of [failed, refreshed]) {
      expect(state.match(/"__earlier"/g)).toHaveLength(2);
      expect(isInTheClear(state)).toBe(false);
    }
  });

  it("is revoked with the one before it, once lists show them", async () => {
    simulator.setFaults([]);
    await project.pulumi("destroy", "--yes", "--skip-preview");
    expect(ours()).toEqual([]);
  });
});
