import { readdirSync, readFileSync, statSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { type AccountStateInput, type Simulator, startSimulator } from "../../../simulator";
import { pulumiCli } from "../../pulumi/from-setup";
import { Project } from "../../pulumi/project";
import { writesTo } from "../../scenarios/one-of-every-kind";
import { type Ended, smartlock } from "../run";
import { randomAccount, TOKEN } from "./random-account";

const STACK = "main";

/** The longest that an export of the large account may take. */

function filesBelow(folder: string): string[] {
  return readdirSync(folder)
    .map((name) => join(folder, name))
    .flatMap((path) => (statSync(path).isDirectory() ? filesBelow(path) : [path]));
}

/** A full account takes longer than the calls of other tests. */
class PatientProject extends Project {
  protected override readonly startedWith = { timeout: 900_000 };
}

/** A living account becomes a program: with the installed command, the packed package and the real CLI. */
describe("smartlock export on the Pulumi engine", () => {
  const simulators: Simulator[] = [];
  let project: Project;
  let simulator: Simulator;

  async function start(options: Parameters<typeof startSimulator>[0]): Promise<void> {
    simulator = await startSimulator(options);
    simulators.push(simulator);
    project = new PatientProject({ SMARTLOCK_TOKEN: simulator.token, SMARTLOCK_BASE_URL: simulator.url });
  }
  afterEach(async () => {
    project.remove();
    await Promise.all(simulators.splice(0).map((one) => one.stop()));
  });

  /** The command as a person at this backend runs it. */
  function exported(...args: string[]): Promise<Ended> {
    return smartlock(
      ["export", "--out", "my-locks", "--new-stack", STACK, ...args],
      {
        SMARTLOCK_TOKEN: simulator.token,
        SMARTLOCK_BASE_URL: simulator.url,
        PULUMI_HOME: join(project.folder, "home"),
        PULUMI_BACKEND_URL: `file://${join(project.folder, "backend")}`,
        PULUMI_CONFIG_PASSPHRASE: "an invented passphrase",
        PATH: `${dirname(pulumiCli())}${delimiter}${process.env["PATH"] ?? ""}`,
      },
      project.folder,
    );
  }
  const inside = (...args: string[]) => project.pulumi(...args, "--cwd", join(project.folder, "my-locks"));

  async function importAndPreview(): Promise<string> {
    simulator.clearRequests();
    const imported = await inside("import", "--file", "import.json", "--yes", "--generate-code=false");
    expect(imported.output).not.toContain("failed to validate");
    const { output } = await inside("preview", "--expect-no-changes");
    expect(writesTo(simulator)).toEqual([]);
    return output;
  }

  /** Codes and secrets of the account that are in a file which Pulumi or the command has written. */
  function leaksOf(state: AccountStateInput, folder: string): string[] {
    const secrets = [
      ...(state.authorizations ?? []).flatMap(({ code }) => code ?? []),
      ...(state.addressUnits ?? []).map(({ addressTokenId }) => addressTokenId),
      ...(state.webhooks ?? []).map(({ secret }) => secret),
      ...(state.notifications ?? []).map(({ pushId }) => pushId),
    ];
    const forms = secrets.map((secret) => {
      const escaped = String(secret).replace(/\W/g, "\\$&");
      return new RegExp(`(?<![\\da-f])${escaped}(?![\\da-f])`);
    });
    return filesBelow(folder).filter((path) => {
      const content = readFileSync(path, "utf8");
      return forms.some((form) => form.test(content));
    });
  }

  it("takes over an account without its secrets, and then previews no change", async () => {
    await start({ seed: "demo" });
    const { code, stderr } = await exported();
    expect({ code, stderr }).toMatchObject({ code: 0 });
    await inside("stack", "init", STACK);
    expect(await importAndPreview()).toMatch(/\d+ unchanged/);
    expect(leaksOf(simulator.state(), join(project.folder, "backend"))).toEqual([]);
    expect(leaksOf(simulator.state(), join(project.folder, "my-locks"))).toEqual([]);
    await inside("up", "--yes", "--skip-preview", "--expect-no-changes");
    await inside("refresh", "--yes", "--skip-preview");
    await inside("preview", "--expect-no-changes");
  });

  it("takes over an account with everything in it, and keeps the secrets encrypted except in the import file", async () => {
    await start({ state: randomAccount(7, true), token: TOKEN });
    const { code, stdout, stderr } = await exported("--with-secrets");
    expect({ code, stderr }).toMatchObject({ code: 0 });
    expect(stdout).toContain("only you can read it (mode 600)");
    expect(statSync(join(project.folder, "my-locks", "import.json")).mode & 0o777).toBe(0o600);
    for (const [, key = ""] of stdout.matchAll(/config set --secret (\w+Password)$/gm)) {
      await inside("config", "set", "--secret", key, "an-invented-password");
    }
    expect(await importAndPreview()).toMatch(/\d+ unchanged/);
    expect(leaksOf(simulator.state(), join(project.folder, "backend"))).toEqual([]);
    expect(leaksOf(simulator.state(), join(project.folder, "my-locks"))).toEqual([
      join(project.folder, "my-locks", "import.json"),
    ]);
  }, 2_000_000);

  it("leaves neither a folder nor a stack if the secrets cannot be stored", async () => {
    await start({ seed: "demo" });
    const { code, stderr } = await smartlock(
      ["export", "--out", "my-locks", "--with-secrets"],
      {
        SMARTLOCK_TOKEN: simulator.token,
        SMARTLOCK_BASE_URL: simulator.url,
        PULUMI_HOME: join(project.folder, "home"),
        PULUMI_BACKEND_URL: `file://${join(project.folder, "backend")}`,
        PULUMI_CONFIG_PASSPHRASE: undefined,
        PATH: `${dirname(pulumiCli())}${delimiter}${process.env["PATH"] ?? ""}`,
      },
      project.folder,
    );
    expect(code).toBe(1);
    expect(stderr).toContain("The secrets were not stored, because `pulumi stack init` failed:");
    expect(readdirSync(project.folder)).not.toContain("my-locks");
    expect(stderr).not.toMatch(/482913|739164/);
  });
});
