import { spawn } from "node:child_process";
import {
  copyFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join, resolve } from "node:path";
import type { Fleet } from "../../../examples/fleet/fleet-file";
import type { Simulator } from "../../../simulator";
import { packageFolder, pulumiCli } from "../../pulumi/from-setup";

const root = resolve(__dirname, "../../..");
const example = join(root, "examples/fleet");

export interface FleetResult {
  readonly code: number;
  /** What a person at the terminal sees. */
  readonly output: string;
}

export interface RunningFleet {
  readonly ended: Promise<FleetResult>;
  /** Like the death of the machine: ends the runner and the Pulumi processes that it started. */
  die(): void;
}

/** The fleet on its own machine: the example in a fresh folder, with the packed package installed. */
export class FleetRunner {
  readonly folder = mkdtempSync(join(tmpdir(), "smartlock-fleet-"));
  readonly #environment: NodeJS.ProcessEnv;

  /** @param backend where the state is; by default where the example itself puts it */
  constructor(simulator: Simulator, backend?: string) {
    for (const file of readdirSync(example).filter((name) => /^[^.].*\.(ts|json)$/.test(name))) {
      copyFileSync(join(example, file), join(this.folder, file));
    }
    symlinkSync(join(packageFolder(), "node_modules"), join(this.folder, "node_modules"));
    const path = [dirname(pulumiCli()), join(root, "node_modules/.bin"), process.env["PATH"]];
    this.#environment = {
      ...process.env,
      PATH: path.join(delimiter),
      PULUMI_HOME: join(this.folder, "home"),
      PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: "true",
      SMARTLOCK_TOKEN: simulator.token,
      SMARTLOCK_BASE_URL: simulator.url,
      ...(backend === undefined
        ? {}
        : { PULUMI_BACKEND_URL: backend, PULUMI_CONFIG_PASSPHRASE: "an invented passphrase" }),
    };
  }

  get fleet(): Fleet {
    return JSON.parse(readFileSync(join(this.folder, "fleet.json"), "utf8")) as Fleet;
  }

  set fleet(fleet: unknown) {
    writeFileSync(join(this.folder, "fleet.json"), JSON.stringify(fleet));
  }

  /** As a user runs it: compiles the program first. */
  npm(...args: string[]): Promise<FleetResult> {
    return this.#start("npm", ["run", "--silent", "fleet", "--", ...args]).ended;
  }

  /** Runs the program that `npm` compiled. */
  run(...args: string[]): Promise<FleetResult> {
    return this.start(...args).ended;
  }

  start(...args: string[]): RunningFleet {
    return this.#start(process.execPath, [".fleet/program/main.js", ...args]);
  }

  /** Runs the CLI in the folder of a stack. */
  pulumi(stack: string, ...args: string[]): Promise<FleetResult> {
    return this.#start("pulumi", [...args, "--non-interactive"], join(this.folder, ".fleet/stacks", stack))
      .ended;
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  #start(program: string, args: readonly string[], cwd = this.folder): RunningFleet {
    // In its own process group, so that all of it can be ended at once.
    const options = { cwd, env: this.#environment, detached: true };
    const child = spawn(program, args, { ...options, stdio: ["ignore", "pipe", "pipe"] });
    let output = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding("utf8").on("data", (text: string) => (output += text));
    }
    return {
      die: () => process.kill(-(child.pid ?? 0), "SIGKILL"),
      ended: new Promise((resolve, reject) => {
        child.on("error", reject);
        child.on("close", (code) => resolve({ code: code ?? -1, output }));
      }),
    };
  }
}
