import { delimiter, dirname, join } from "node:path";
import { type Simulator, startSimulator } from "../../simulator";
import { pulumiCli } from "../pulumi/from-setup";
import { Project } from "../pulumi/project";
import { type Ended, smartlock } from "./run";

/** The installed command with the configuration of a real stack. */
describe("A command with --stack", () => {
  let simulator: Simulator;
  let project: Project;

  beforeAll(async () => {
    simulator = await startSimulator({ seed: "demo", token: "an-invented-token" });
    project = new Project({});
    await project.pulumi("stack", "init", "homes");
    await project.pulumi("config", "set", "--secret", "smartlock:token", simulator.token);
    await project.pulumi("config", "set", "smartlock:baseUrl", simulator.url);
  });
  afterAll(async () => {
    project.remove();
    await simulator.stop();
  });

  function run(args: readonly string[], variables: Readonly<Record<string, string>> = {}): Promise<Ended> {
    return smartlock(
      args,
      {
        PULUMI_HOME: join(project.folder, "home"),
        PULUMI_BACKEND_URL: `file://${join(project.folder, "backend")}`,
        PULUMI_CONFIG_PASSPHRASE: "an invented passphrase",
        PATH: `${dirname(pulumiCli())}${delimiter}${process.env["PATH"] ?? ""}`,
        ...variables,
      },
      project.folder,
    );
  }

  it("takes the token and the base URL from there, and prints no token", async () => {
    const { stdout, stderr, code } = await run(["who", "--lock", "Garage", "--stack", "homes"]);
    expect(stdout).toContain("Caretaker <caretaker@example.com>: app, always");
    expect({ stderr, code }).toEqual({ stderr: "", code: 0 });
    const doctor = await run(["doctor", "--stack", "homes"]);
    expect(doctor.stdout).toContain("  Token from stack configuration smartlock:token.");
    expect(doctor.stdout).not.toContain("an-invented-token");
  });

  it("does not send a token of the environment to a base URL that only the stack names", async () => {
    await project.pulumi("config", "set", "smartlock:baseUrl", "https://locks.example.com");
    const { stderr, code } = await run(["who", "--lock", "Garage", "--stack", "homes"], {
      SMARTLOCK_TOKEN: "another-token",
    });
    await project.pulumi("config", "set", "smartlock:baseUrl", simulator.url);
    expect(stderr).toContain(
      "The token from environment variable SMARTLOCK_TOKEN is not sent to https://locks.example.com",
    );
    expect(code).toBe(1);
  });

  it("names keys of the stack that are no settings", async () => {
    await project.pulumi("config", "set", "smartlock:maxDelete", "3");
    const { stdout, code } = await run(["doctor", "--stack", "homes"]);
    await project.pulumi("config", "rm", "smartlock:maxDelete");
    expect(stdout).toContain("! The stack's configuration has smartlock:maxDelete");
    expect(stdout).toContain("Did you mean smartlock:maxDeletes?");
    expect(code).toBe(2);
  });

  it("says that there is no such stack, and that there is no CLI", async () => {
    const unknown = await run(["who", "--lock", "Garage", "--stack", "office"]);
    expect(unknown.stderr).toMatch(
      /^smartlock: The configuration of the stack "office" cannot be read: .*office/,
    );
    const without = await run(["who", "--lock", "Garage", "--stack", "homes"], { PATH: "/nowhere" });
    expect(without.stderr).toContain("--stack needs the Pulumi CLI, and `pulumi` is not on PATH.");
    expect([unknown.code, without.code]).toEqual([1, 1]);
  });
});
