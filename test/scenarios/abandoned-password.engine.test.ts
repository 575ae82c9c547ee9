import { type Simulator, startSimulator } from "../../simulator";
import { Project } from "../pulumi/project";

const FIRST = "canary-password-first";
const SECOND = "canary-password-second";

/** The service never shows a password: after a failed update nobody knows which one it has. */
describe("a change of a password that failed and was taken back, on the Pulumi engine", () => {
  let simulator: Simulator;
  let project: Project;

  const declare = (password: string): void =>
    project.program(`
      new smartlock.SubAccount("desk", { email: "desk@example.com", name: "Desk", password: "${password}", rights: 1, language: "en" });
    `);
  const password = () => simulator.state().subAccounts.find(({ name }) => name === "Desk")?.password;

  beforeAll(async () => {
    simulator = await startSimulator({ seed: "demo", settleMs: 0 });
    project = new Project({ SMARTLOCK_TOKEN: simulator.token, SMARTLOCK_BASE_URL: simulator.url });
    await project.pulumi("stack", "init", "test");
    declare(FIRST);
    await project.pulumi("up", "--yes", "--skip-preview");
  });

  afterAll(async () => {
    project.remove();
    await simulator.stop();
  });

  it("does not stay: the first password is set again, with a word in the preview, and no state shows either", async () => {
    expect(password()).toBe(FIRST);
    simulator.setFaults([
      {
        kind: "error",
        status: 400,
        when: "after",
        operation: "POST /account/sub/{accountId}",
        count: "always",
      },
    ]);
    declare(SECOND);
    const failed = await project.attempt("up", "--yes", "--skip-preview");
    expect(failed.code).not.toBe(0);
    expect(password()).toBe(SECOND);
    simulator.clearFaults();

    declare(FIRST);
    const before = (await project.pulumi("stack", "export")).output;
    expect(before).toContain('"__unsure"');
    const { output } = await project.pulumi("preview");
    expect(output).toContain('SubAccount "Desk": password will be set again');
    await project.pulumi("refresh", "--yes");
    await project.pulumi("up", "--yes", "--skip-preview");
    expect(password()).toBe(FIRST);
    const after = (await project.pulumi("stack", "export")).output;
    expect(after).not.toContain('"__unsure"');
    expect(failed.output + before + output + after).not.toContain("canary-password");
    await project.pulumi("preview", "--expect-no-changes");
  });
});
