import { existsSync, mkdirSync } from "node:fs";
import { rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { PlainError } from "../report.mjs";
import { runVisibly } from "../run.mjs";
import { pathWith, pulumiEnvironment, pulumiSettings } from "../pulumi-cli/environment.mjs";

/** @typedef {import("../pulumi-cli/get.mjs").PulumiCli} PulumiCli */
/** @typedef {import("./simulator.mjs").Simulator} Simulator */

const STACK = "demo";

/**
 * A program as its own stack, with its state in its own folder.
 * @param {object} place
 * @param {string} place.project the folder with its Pulumi.yaml
 * @param {string} place.folder
 * @param {PulumiCli} place.cli
 * @param {Simulator} place.simulator
 */
export function demoStack({ project, folder, cli, simulator }) {
  const home = join(folder, "pulumi-home");
  const backend = join(folder, "state");
  mkdirSync(home, { recursive: true });
  mkdirSync(backend, { recursive: true });
  const cliFolder = dirname(cli.pulumi);
  const account = { SMARTLOCK_TOKEN: simulator.token, SMARTLOCK_BASE_URL: simulator.url };
  const env = { ...pulumiEnvironment({ cliFolder, home, backend }), ...account };

  // `pulumi stack init` writes the salt of the stack's encryption to the project folder.
  const stackFile = join(project, `Pulumi.${STACK}.yaml`);
  const hadStackFile = existsSync(stackFile);

  return {
    stackFile,

    /** The variables that a shell must export to keep using this stack. */
    exports: {
      PATH: pathWith(cliFolder, "$PATH"),
      ...pulumiSettings({ home, backend }),
      ...account,
    },

    /**
     * Runs a CLI command on this stack.
     * @param {readonly string[]} args
     */
    async pulumi(args) {
      const code = await runVisibly(cli.pulumi, [...args, "--stack", STACK, "--non-interactive"], {
        cwd: project,
        env,
      });
      if (code !== 0) {
        throw new PlainError(
          `pulumi ${args.join(" ")} ended with code ${code}; its own message above says why.`,
        );
      }
    },

    /** Leaves the project folder as it was. */
    async removeStackFile() {
      if (!hadStackFile) {
        await rm(stackFile, { force: true });
      }
    },
  };
}
