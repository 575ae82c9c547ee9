import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { PlainError, say } from "../report.mjs";
import { runVisibly } from "../run.mjs";

/**
 * A hash of what the installed packages depend on: the lock file and the platform, because some packages are
 * binaries and a checkout may be shared with a container.
 * @param {string} root
 */
export function fingerprint(root) {
  return createHash("sha256")
    .update(readFileSync(join(root, "package-lock.json")))
    .update(`${process.platform} ${process.arch}`)
    .digest("hex");
}

/**
 * The stamp is inside node_modules, so that removing or replacing that folder removes the stamp too.
 * @param {string} root
 */
function stampFile(root) {
  return join(root, "node_modules", ".smartlock-installed");
}

/** @param {string} root */
export function isInstalled(root) {
  try {
    return readFileSync(stampFile(root), "utf8") === fingerprint(root);
  } catch {
    return false;
  }
}

/** @param {string} root */
export function markInstalled(root) {
  writeFileSync(stampFile(root), fingerprint(root));
}

/**
 * Installs exactly what the lock file names, unless it is already installed.
 * @param {string} root
 */
export async function installPackages(root) {
  if (isInstalled(root)) {
    say("The packages of package-lock.json are already installed.");
    return;
  }
  say("Installing the packages of package-lock.json (npm ci) …");
  // `--include=dev`: NODE_ENV=production in the user's shell would skip the compiler.
  const args = ["ci", "--include=dev", "--no-audit", "--no-fund", "--no-update-notifier"];
  const npm = npmCommand();
  const code = await runVisibly(npm.file, [...npm.args, ...args], { cwd: root });
  if (code !== 0) {
    throw new PlainError(
      `npm ci ended with code ${code}; its own message above says why. Nothing else was started. ` +
        "It needs a package registry: check the network and `npm config get registry`.",
    );
  }
  markInstalled(root);
}

/** The npm that started this script, or else the one on PATH. */
export function npmCommand() {
  const started = process.env["npm_execpath"];
  if (started && basename(started) === "npm-cli.js") {
    return { file: process.execPath, args: [started] };
  }
  return { file: "npm", args: [] };
}
