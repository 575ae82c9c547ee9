import { type Simulator, startSimulator } from "../../simulator";
import { Project } from "../pulumi/project";

/** Previews of a run that cannot succeed, on the real engine. */
describe("a preview that must not be green", () => {
  let simulator: Simulator;
  let project: Project;

  const front = (): number =>
    simulator.state().smartlocks.find(({ name }) => name === "Front door")?.smartlockId ?? 0;
  const program = (lines: string): void =>
    project.program(`
      const anna = new smartlock.AccountUser("anna", { email: "anna@example.com", name: "Anna" });
      const grant = (name, accountUserId) =>
        new smartlock.Authorization(name, { smartlockId: ${front()}, accountUserId, name, remoteAllowed: false });
      ${lines}
    `);

  beforeAll(async () => {
    simulator = await startSimulator({ seed: "demo", settleMs: 100 });
    project = new Project({ SMARTLOCK_TOKEN: simulator.token, SMARTLOCK_BASE_URL: simulator.url });
    await project.pulumi("stack", "init", "test");
  });

  afterAll(async () => {
    project.remove();
    await simulator.stop();
  });

  it("fails where two resources are for the same new user on the same lock", async () => {
    program(`grant("day", anna); grant("night", anna.accountUserId);`);
    const { code, output } = await project.attempt("preview");
    expect(code).not.toBe(0);
    // Pulumi checks the two at the same time.
    expect(output).toMatch(
      /Authorization "(day|night)" and Authorization "(day|night)" declare the same Authorization: smartlockId Front door, type app and accountUserId Anna\./,
    );
  });

  it("passes where they are for two new users", async () => {
    program(`
      const bob = new smartlock.AccountUser("bob", { email: "bob@example.com", name: "Bob" });
      grant("day", anna); grant("night", bob);
    `);
    await project.pulumi("preview");
  });

  it("fails where the token is wrong", async () => {
    program(`grant("day", anna);`);
    project.setVariable("SMARTLOCK_TOKEN", "another-token");
    const { code, output } = await project.attempt("preview");
    project.setVariable("SMARTLOCK_TOKEN", simulator.token);
    expect(code).not.toBe(0);
    expect(output).toContain("The token was refused, or may not list the users of the account.");
  });

  it("sees at once that somebody has deleted what was made a moment ago", async () => {
    program(`grant("day", anna);`);
    await project.pulumi("up", "--yes", "--skip-preview");
    const state = simulator.state();
    simulator.setState({
      ...state,
      authorizations: state.authorizations.filter(({ name }) => name !== "day"),
    });
    const { output } = await project.pulumi("preview");
    expect(output).toMatch(
      /Authorization "day" on Front door \(id .*\) no longer exists: it will be created again\./,
    );
  });
});
