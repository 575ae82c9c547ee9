// `npm start`: from a bare clone to an applied stack, against a smart lock account simulated on this machine.
// `npm start -- --keep` leaves the simulator and the stack in place.
import { mkdtempSync, realpathSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { parseArgs } from "node:util";
import { build } from "./bootstrap/build.mjs";
import { installPackages } from "./bootstrap/install.mjs";
import { checkNodeVersion } from "./bootstrap/node-version.mjs";
import { listAddresses, startSimulator } from "./demo/simulator.mjs";
import { demoStack } from "./demo/stack.mjs";
import { getPulumiCli } from "./pulumi-cli/get.mjs";
import { elapsed, heading, PlainError, reasonOf, reportFailure, say } from "./report.mjs";
import { ROOT } from "./root.mjs";

/** @typedef {import("./demo/simulator.mjs").Simulator} Simulator */
/** @typedef {import("./demo/simulator.mjs").Address} Address */

const start = performance.now();
const interruption = new globalThis.AbortController();

try {
  const { keep } = options();
  checkNodeVersion();
  heading("1. Packages");
  await installPackages(ROOT);
  heading("2. Build");
  await build(ROOT);
  say("The provider and the simulator are compiled (dist/).");
  heading("3. Pulumi CLI");
  const cli = await getPulumiCli(process.env);
  await demo(cli, keep);
  say(`Done in ${elapsed(start)}.`);
} catch (error) {
  if (interruption.signal.aborted) {
    console.error("\nInterrupted: the simulator is stopped and the demo's folders are removed.");
    process.exitCode = 130;
  } else {
    reportFailure(error);
  }
}

function options() {
  try {
    return parseArgs({ options: { keep: { type: "boolean", default: false } } }).values;
  } catch (error) {
    throw new PlainError(`${reasonOf(error)}. Use \`npm start\` or \`npm start -- --keep\`.`);
  }
}

/**
 * @param {import("./pulumi-cli/get.mjs").PulumiCli} cli
 * @param {boolean} keep
 */
async function demo(cli, keep) {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "smartlock-demo-")));
  /** @type {(() => Promise<void>)[]} */
  const cleanups = [() => rm(folder, { recursive: true, force: true })];
  // Ctrl-C also reaches Pulumi, which finishes its step and then fails. The cleanup below runs after that.
  const interrupt = () => interruption.abort();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
    process.on(signal, interrupt);
  }
  let kept = false;
  try {
    heading("4. A smart lock account, simulated on this machine");
    const simulator = await startSimulator(ROOT, folder);
    cleanups.unshift(() => simulator.stop());
    const before = await listAddresses(simulator);
    say(`It answers like the real service, at ${simulator.url}, and forgets everything at the end.`);
    describe(before, before);

    const stack = demoStack({ project: ROOT, folder, cli, simulator });
    cleanups.unshift(() => stack.removeStackFile());
    /** @param {string} title @param {string} explanation @param {string} command */
    const step = async (title, explanation, command) => {
      interruption.signal.throwIfAborted();
      heading(title);
      say(explanation);
      await stack.pulumi(command.split(" "));
    };
    await step(
      "5. pulumi stack init",
      "A stack is one set of things that Pulumi manages. This one keeps its state in a temporary folder.",
      "stack init",
    );
    await step(
      "6. pulumi preview",
      "What the program in examples/quickstart would change. A preview only reads: nothing is written.",
      "preview --suppress-progress",
    );
    await step(
      "7. pulumi up",
      "Now the change is made.",
      "up --yes --skip-preview --suppress-progress --suppress-permalink=true",
    );
    await step("8. The result", "The outputs of the stack, as Pulumi recorded them:", "stack output");
    describe(await listAddresses(simulator), before);
    const rental = await showRentalProperty({ folder, cli, simulator }, cleanups);

    interruption.signal.throwIfAborted();
    heading("What next");
    if (keep) {
      explainKept(stack, simulator, [folder, stack.stackFile, rental.stackFile]);
      kept = true;
    } else {
      say("Read examples/quickstart, change it and run `npm start` again,");
      say("or run `npm start -- --keep` to keep the account and try pulumi commands yourself.");
    }
  } finally {
    if (!kept) {
      for (const cleanup of cleanups) {
        await cleanup();
      }
    }
  }
}

/**
 * A second program on the same account, with every kind of resource that a host needs.
 * @param {{ folder: string, cli: import("./pulumi-cli/get.mjs").PulumiCli, simulator: Simulator }} place
 * @param {(() => Promise<void>)[]} cleanups
 */
async function showRentalProperty(place, cleanups) {
  interruption.signal.throwIfAborted();
  heading("9. A rental property");
  say(
    "The program in examples/rental-property: a house with apartments, a cleaner, and guests with keypad codes.",
  );
  say("The codes are secrets of the stack; here they are invented.");
  const project = join(ROOT, "examples", "rental-property");
  const stack = demoStack({ ...place, project });
  cleanups.unshift(() => stack.removeStackFile());
  const guestCodes = JSON.stringify({ "Guest A": 468375, "Guest B": 593847 });
  await stack.pulumi(["stack", "init"]);
  await stack.pulumi(["config", "set", "--secret", "cleanerCode", "731946"]);
  await stack.pulumi(["config", "set", "--secret", "guestCodes", guestCodes]);
  interruption.signal.throwIfAborted();
  await stack.pulumi(["preview", "--suppress-progress"]);
  interruption.signal.throwIfAborted();
  await stack.pulumi(["up", "--yes", "--skip-preview", "--suppress-progress", "--suppress-permalink=true"]);
  return stack;
}

/**
 * @param {readonly Address[]} addresses
 * @param {readonly Address[]} before
 */
function describe(addresses, before) {
  const known = new Set(before.map((address) => address.addressId));
  say("The addresses that the service lists (GET /address):");
  for (const { addressId, name, smartlockIds } of addresses) {
    const mark = known.has(addressId) ? "" : "   <- created by pulumi up";
    say(`  ${addressId}  ${name}  (${smartlockIds?.length ?? 0} locks)${mark}`);
  }
}

/**
 * @param {ReturnType<typeof demoStack>} stack
 * @param {Simulator} simulator
 * @param {readonly string[]} left
 */
function explainKept(stack, simulator, left) {
  say(`The simulator keeps running at ${simulator.url} (token ${simulator.token}). In this folder, first:`);
  console.log("");
  for (const [name, value] of Object.entries(stack.exports)) {
    console.log(`export ${name}="${value}"`);
  }
  console.log("");
  say("and then, for example:");
  console.log("\npulumi preview --stack demo\npulumi up --stack demo\npulumi destroy --stack demo");
  console.log(`curl -s -H "Authorization: Bearer ${simulator.token}" ${simulator.url}/address\n`);
  say("To stop it and remove what it left behind:");
  console.log(`\nkill ${simulator.pid}; rm -rf ${left.map((path) => `"${path}"`).join(" ")}\n`);
}
