import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { join } from "node:path";
import { promisify } from "node:util";
import { packageVersion } from "../../provider/http";
import { type Finding, hint, ok, problem } from "./finding";

const run = promisify(execFile);

/** What package.json requires. */
export const MIN_NODE = "20.18.1";
/** What package.json requires of the SDK. The CLI should not be older. */
export const MIN_PULUMI = "3.216.0";

/** The versions of what runs a program. The SDK is that of the project in this folder. */
export async function machineFindings(folder: string): Promise<Finding[]> {
  const [cli, sdk] = await Promise.all([versionOfCli(), versionOfSdk(folder)]);
  return [
    ok(`pulumi-smartlock ${packageVersion}`),
    atLeast("Node", process.versions.node, MIN_NODE, `Install Node ${MIN_NODE} or later.`),
    typeof cli === "string"
      ? atLeast("Pulumi CLI", cli, MIN_PULUMI, `Install the Pulumi CLI ${MIN_PULUMI} or later.`)
      : cli,
    sdk === undefined
      ? hint(
          `@pulumi/pulumi is not installed in ${folder}.`,
          "If this is the folder of your program, run npm install there. If not, run the doctor there.",
        )
      : atLeast("@pulumi/pulumi", sdk, MIN_PULUMI, `Run \`npm install @pulumi/pulumi@^${MIN_PULUMI}\`.`),
  ];
}

function atLeast(name: string, version: string, least: string, remedy: string): Finding {
  return isBefore(version, least)
    ? problem(`${name} ${version} is older than ${least}, which pulumi-smartlock needs.`, remedy)
    : ok(`${name} ${version}`);
}

function isBefore(version: string, least: string): boolean {
  const [one, other] = [version, least].map((text) => text.split(/[.-]/).slice(0, 3).map(Number)) as [
    number[],
    number[],
  ];
  const different = other.findIndex((part, index) => part !== one[index]);
  return different !== -1 && (one[different] ?? 0) < (other[different] ?? 0);
}

/** The version, or why there is none. */
async function versionOfCli(): Promise<string | Finding> {
  try {
    const { stdout } = await run("pulumi", ["version"], {
      env: { ...process.env, PULUMI_SKIP_UPDATE_CHECK: "1" },
    });
    return stdout.trim().replace(/^v/, "");
  } catch (error) {
    const { code, stderr, message } = error as NodeJS.ErrnoException & { readonly stderr?: string };
    const install = "https://www.pulumi.com/docs/install/";
    return code === "ENOENT"
      ? hint("The Pulumi CLI is not on PATH.", `Install it to preview and apply programs: ${install}`)
      : hint(
          `The Pulumi CLI does not run: \`pulumi version\` failed (${(stderr ?? "").trim() || message}).`,
          `Install it again: ${install}`,
        );
  }
}

async function versionOfSdk(folder: string): Promise<string | undefined> {
  try {
    const manifest = createRequire(join(folder, "package.json")).resolve("@pulumi/pulumi/package.json");
    return (JSON.parse(await readFile(manifest, "utf8")) as { version: string }).version;
  } catch {
    return undefined;
  }
}
