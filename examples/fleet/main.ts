// npm run fleet -- preview | up | drift | destroy [--sites a,b] [--parallel n]
import { availableParallelism } from "node:os";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { PulumiCommand } from "@pulumi/pulumi/automation";
import { backendEnvironment } from "./backend";
import { deploy } from "./deploy";
import { PlainError, reasonOf } from "./failures";
import { readFleet } from "./fleet-file";
import { type Command, Stacks } from "./stacks";
import { summary } from "./summary";

const USAGE = `npm run fleet -- COMMAND [--sites a,b] [--parallel n]
  preview   what would change at each site
  up        make it so
  drift     like preview, for a nightly check: exit code 2 if a site is not as declared
  destroy   delete everything at the named sites, and their stacks
  --sites     only these stacks ("people" is the stack of the crews)
  --parallel  how many stacks to run at the same time`;

const commands = ["preview", "up", "drift", "destroy"] as const;

/** For what is not part of the example: its compiled program, the CLI's files, and the state unless it is kept elsewhere. */
const folder = resolve(".fleet");

async function main(): Promise<number> {
  const { command, only, parallel } = parseArguments();
  const fleet = readFleet(resolve("fleet.json"));
  const stacks = new Stacks(folder, await findCli(), {
    ...backendEnvironment(folder),
    PULUMI_SKIP_UPDATE_CHECK: "true",
  });
  const stop = new AbortController();
  // Ctrl-C reaches the Pulumi processes too: they finish their steps and save. No more processes are started here.
  // Not `once`: without a listener that stays, the Automation API's own listener would end this process.
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.on(signal, () => stop.abort());
  }

  const result = await deploy({ command, fleet, only, parallel, stacks, signal: stop.signal });
  console.log(`\n${summary(command, result.outcomes, result.notStarted)}`);
  if (result.leftBehind.length > 0) {
    console.log(
      `\nDeployed, but no longer in fleet.json: ${result.leftBehind.join(", ")}. Their doors still honour what was granted. ` +
        `To remove it: npm run fleet -- destroy --sites ${result.leftBehind.join(",")}`,
    );
  }
  const failed = result.notStarted.length > 0 || result.outcomes.some(({ failure }) => failure !== undefined);
  const drifted = command === "drift" && result.outcomes.some(({ changes }) => changes.length > 0);
  if (drifted) {
    console.log("\nThe account is not as declared. `npm run fleet -- up` makes it so.");
  }
  return failed ? 1 : drifted ? 2 : 0;
}

function parseArguments(): { command: Command; only: string[] | undefined; parallel: number } {
  let parsed;
  try {
    const options = { sites: { type: "string" }, parallel: { type: "string" } } as const;
    parsed = parseArgs({ options, allowPositionals: true });
  } catch (error) {
    throw new PlainError(`${(error as Error).message}\n${USAGE}`);
  }
  const [name, ...others] = parsed.positionals;
  const command = commands.find((known) => known === name);
  if (command === undefined || others.length > 0) {
    throw new PlainError(USAGE);
  }
  const only = parsed.values.sites?.split(",").filter((site) => site !== "");
  if (command === "destroy" && only === undefined) {
    throw new PlainError("destroy needs --sites: it deletes only what you name.");
  }
  const parallel = Number(parsed.values.parallel ?? 2 * availableParallelism());
  if (!Number.isInteger(parallel) || parallel < 1) {
    throw new PlainError("--parallel must be a whole number, 1 or more.");
  }
  return { command, only, parallel };
}

async function findCli(): Promise<PulumiCommand> {
  try {
    return await PulumiCommand.get();
  } catch (error) {
    throw new PlainError(`The Pulumi CLI is needed on PATH (${reasonOf(error)}).`);
  }
}

main().then(
  (code) => (process.exitCode = code),
  (error: unknown) => {
    console.error(reasonOf(error));
    process.exitCode = 1;
  },
);
