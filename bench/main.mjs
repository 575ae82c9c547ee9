// `npm run bench`: from a bare clone to tables that compare this provider with a provider that does nothing and with
// Terraform. `npm run bench -- --only U --scale 100` is a quick look that records nothing.
import { mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { build } from "../scripts/bootstrap/build.mjs";
import { installPackages } from "../scripts/bootstrap/install.mjs";
import { checkNodeVersion } from "../scripts/bootstrap/node-version.mjs";
import { getPulumiCli } from "../scripts/pulumi-cli/get.mjs";
import { elapsed, heading, reasonOf, reportFailure, say } from "../scripts/report.mjs";
import { ROOT } from "../scripts/root.mjs";
import { options } from "./options.mjs";
import { getPeer } from "./peer/get.mjs";
import { plan } from "./plan.mjs";

const start = performance.now();
try {
  const wishes = options();
  checkNodeVersion();
  heading("Packages and build");
  await installPackages(ROOT);
  await build(ROOT);
  heading("Pulumi CLI");
  const cli = await getPulumiCli(process.env);
  heading("Peer");
  const peer = await peerIfPossible();
  await measure(cli, peer, wishes);
  say(`Done in ${elapsed(start)}.`);
} catch (error) {
  reportFailure(error);
}

async function peerIfPossible() {
  try {
    return await getPeer();
  } catch (error) {
    say(`The benchmark goes on without a peer: ${reasonOf(error)}`);
    return undefined;
  }
}

/**
 * Modules that need the installed packages are loaded only here.
 * @param {import("../scripts/pulumi-cli/get.mjs").PulumiCli} cli
 * @param {import("./peer/get.mjs").Peer | undefined} peer
 * @param {ReturnType<typeof options>} wishes
 */
async function measure(cli, peer, { only, scale, isWhole }) {
  const { allSubjects } = await import("./subjects/all.mjs");
  const { liveThrough } = await import("./round.mjs");
  const { circumstances } = await import("./machine.mjs");
  const { print, record } = await import("./report/results.mjs");
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "smartlock-bench-")));
  const removeFolder = () => rmSync(folder, { recursive: true, force: true });
  // Ctrl-C reaches what is being measured too. Only the folder is left to clean up.
  process.once("SIGINT", () => {
    removeFolder();
    process.exit(130);
  });
  try {
    const subjects = allSubjects(cli, peer, folder);
    const rounds = plan(subjects, scale).filter(({ of }) => of.some((part) => only.includes(part)));
    const before = circumstances(cli, peer);
    const measurements = [];
    for (const [index, round] of rounds.entries()) {
      heading(
        `${index + 1} of ${rounds.length}: ${round.scenario.title}, checkpoints ${round.checkpoints ? "on" : "off"}`,
      );
      measurements.push(...(await liveThrough({ ...round, folder })));
    }
    const run = { circumstances: before, rounds, measurements, scale, isWhole };
    print(run);
    if (isWhole) {
      await record(run);
    } else {
      say(
        "This was a quick look: nothing was recorded, and the times of small programs say little about the targets.",
      );
    }
  } finally {
    removeFolder();
  }
}
