import { SmartlockClient } from "../../provider/api";
import { type Simulator, startSimulator } from "../../simulator";
import { Project } from "../pulumi/project";

/** What a preview says about a user and a grant that somebody made in the app long ago. */
describe("adoption on the Pulumi engine", () => {
  let simulator: Simulator;
  let project: Project;
  const smartlockId = 17698070561;
  const invitations = () => simulator.state().mails.length;

  const program = (remoteAllowed: boolean, email = "anna@example.com"): void =>
    project.program(`
      const anna = new smartlock.AccountUser("anna", { email: "${email}", name: "Anna", adopt: "same" });
      new smartlock.Authorization("phone", {
        smartlockId: ${smartlockId}, accountUserId: anna, name: "Anna's phone", remoteAllowed: ${remoteAllowed}, adopt: "same",
      });
    `);

  beforeAll(async () => {
    simulator = await startSimulator({ seed: "demo" });
    const client = new SmartlockClient({ token: simulator.token, baseUrl: simulator.url });
    const { accountUserId } = await client.accountUsers.create({
      email: "anna@example.com",
      name: "Anna",
      language: "en",
    });
    await client.authorizations.create(
      { smartlockId },
      { name: "Anna's phone", accountUserId, remoteAllowed: false },
    );
    await client.close();
    simulator.clock.advance(365 * 24 * 3_600_000);
    project = new Project({ SMARTLOCK_TOKEN: simulator.token, SMARTLOCK_BASE_URL: simulator.url });
    await project.pulumi("stack", "init", "test");
  });

  afterAll(async () => {
    project.remove();
    await simulator.stop();
  });

  it("announces the invitation of a grant for a new user", async () => {
    program(false, "ben@example.com");
    const { output } = await project.pulumi("preview");
    expect(output).toContain("Anna gets Front door by app, always; an invitation is mailed.");
  });

  it("prints no name that the program marks as secret", async () => {
    project.program(`
      const guest = new smartlock.AccountUser("guest", { email: "otto@example.com", name: pulumi.secret("Otto Lind") });
      new smartlock.Authorization("phone", {
        smartlockId: ${smartlockId}, accountUserId: guest, name: pulumi.secret("Otto's phone"), remoteAllowed: false,
      });
    `);
    const { output } = await project.pulumi("preview", "--diff");
    expect(output).toContain("guest gets Front door by app, always; an invitation is mailed.");
    expect(output).not.toMatch(/Otto/);
  });

  it("names the fields in which the grant differs", async () => {
    program(true);
    const { output } = await project.pulumi("preview");
    expect(output).toMatch(
      /Warning: Authorization "Anna's phone" on Front door will not be created .*: it already exists \(id .*\) and differs from the declaration: remoteAllowed is false, declared true\. To take it over, set adopt: "always"/,
    );
  });

  it("announces no invitation for a grant that is adopted with its user, and mails none", async () => {
    program(false);
    const { output } = await project.pulumi("preview");
    expect(output).toMatch(
      /AccountUser "Anna": the one that the service already has \(id \d+\) will be adopted/,
    );
    expect(output).toMatch(
      /Authorization "Anna's phone" on Front door: the one that the service already has .* will be adopted/,
    );
    expect(output).not.toContain("invitation");
    const before = invitations();
    await project.pulumi("up", "--yes", "--skip-preview");
    expect(invitations()).toBe(before);
  });
});
