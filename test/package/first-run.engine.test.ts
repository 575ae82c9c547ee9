import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { blocksOf } from "../markdown";
import { packageFolder } from "../pulumi/from-setup";
import { type CliResult, Project } from "../pulumi/project";

const guide = readFileSync(resolve(__dirname, "../../docs/guides/first-run.md"), "utf8");
const [install = "", simulator = "", apply = "", cleanUp = ""] = blocksOf(guide, "sh");
const [created = "", changed = ""] = blocksOf(guide, "text");
const main = join(packageFolder(), "node_modules/pulumi-smartlock/dist/cli/main.js");

/** What the guide says is done as it is written there, with the installed package. Only the downloads are left out. */
describe("the guide of the first run", () => {
  let service: ChildProcess;
  let project: Project;
  let commands: string[][];

  const run = async (line: string): Promise<CliResult> => {
    const [command, ...args] = commands.find((words) => words.join(" ") === line) ?? [];
    expect(command).toBe("pulumi");
    return project.pulumi(...args);
  };

  beforeAll(async () => {
    expect(simulator).toBe("npx smartlock simulator");
    service = spawn(process.execPath, [main, "simulator", "--port", "0"], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const [line] = (await once(service.stdout ?? service, "data")) as [Buffer];
    const { url, token } = JSON.parse(line.toString()) as { url: string; token: string };
    expect(apply).toContain(`SMARTLOCK_TOKEN=${token}\n`);
    const lines = apply.replace("http://127.0.0.1:8080", url).split("\n");
    const variables = lines.flatMap((one) => {
      const [, name = "", value = ""] = /^export (\w+)=(.*)$/.exec(one) ?? [];
      return name === "" ? [] : [[name, value] as const];
    });
    commands = lines.filter((one) => !one.startsWith("export ")).map((one) => one.split(" "));
    project = new Project(Object.fromEntries(variables));
    project.write("package.json", JSON.stringify({ name: "doors", version: "1.0.0", main: "index.ts" }));
    project.write("Pulumi.yaml", blocksOf(guide, "yaml")[0] ?? "");
    project.write("index.ts", blocksOf(guide, "ts")[0] ?? "");
  });

  afterAll(async () => {
    project.remove();
    service.kill("SIGINT");
    await once(service, "exit");
  });

  it("installs what the program needs, and names the file that Pulumi runs", () => {
    expect(install).toContain("npm pkg set main=index.ts");
    expect(install).toMatch(/npm install @pulumi\/pulumi typescript\nnpm install pulumi-smartlock$/);
  });

  it("creates, changes and deletes what it says, with the lines that it shows", async () => {
    await run("pulumi stack init test");
    const { output } = await run("pulumi up --yes");
    expect(output).toContain(created);
    expect(output).not.toContain("warning");
    const program = blocksOf(guide, "ts")[0] ?? "";
    expect(program).toContain('"16:00"');
    project.write("index.ts", program.replace('"16:00"', '"18:00"'));
    expect((await project.pulumi("preview")).output).toContain(changed);
    expect(cleanUp.split("\n").at(-1)).toBe("pulumi destroy --yes");
    await project.pulumi("destroy", "--yes");
  });
});
