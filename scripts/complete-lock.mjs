// `node scripts/complete-lock.mjs`: adds to package-lock.json the missing binaries for other platforms, and checksums.
//
// npm 11 leaves an optional package out of the lock file when the registry in use does not have it, and then
// `npm ci` refuses its own lock file (npm/cli issue 9846). This happens with a registry mirror that holds
// only the packages for its own platform. Run this after changing a dependency; if nothing is missing, it changes nothing.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { npmCommand } from "./bootstrap/install.mjs";
import { reasonOf } from "./report.mjs";
import { ROOT } from "./root.mjs";
import { capture } from "./run.mjs";

/**
 * @typedef {object} LockedPackage
 * @property {string} [version]
 * @property {string} [integrity] the checksum that npm checks a download against; without one it checks nothing
 * @property {boolean} [link]
 * @property {boolean} [dev]
 * @property {boolean} [optional]
 * @property {string[]} [os]
 * @property {string[]} [cpu]
 * @property {string[]} [libc]
 * @property {Record<string, string>} [optionalDependencies]
 */
/** @typedef {{ packages: Record<string, LockedPackage> }} LockFile */

const file = process.argv[2] ?? join(ROOT, "package-lock.json");
/** @type {unknown} */
const parsed = JSON.parse(readFileSync(file, "utf8"));
const lock = /** @type {LockFile} */ (parsed);

const missing = Object.values(lock.packages).flatMap((locked) =>
  Object.entries(locked.optionalDependencies ?? {})
    .filter(([name]) => !Object.keys(lock.packages).some((path) => path.endsWith(`node_modules/${name}`)))
    .map(([name, version]) => ({ path: `node_modules/${name}`, entry: entryFor(name, version, locked) })),
);
for (const { path, entry } of missing) {
  lock.packages[path] = entry;
}
const unchecked = Object.entries(lock.packages).filter(
  ([path, { integrity, link }]) => path.includes("node_modules/") && !link && !integrity,
);
/** @type {string[]} */
const notHad = [];
for (const [path, { version = "", ...rest }] of unchecked) {
  const name = `${path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length)}@${version}`;
  try {
    lock.packages[path] = { version, integrity: await integrityOf(name), ...rest };
  } catch (error) {
    notHad.push(`${name}: ${reasonOf(error)}`);
  }
}
if (missing.length > 0 || notHad.length < unchecked.length) {
  const sorted = Object.entries(lock.packages).sort(([a], [b]) => a.localeCompare(b, "en"));
  writeFileSync(file, `${JSON.stringify({ ...lock, packages: Object.fromEntries(sorted) }, null, 2)}\n`);
}
console.log(`${missing.length} packages and ${unchecked.length - notHad.length} checksums added to ${file}`);
if (notHad.length > 0) {
  console.log(
    `${notHad.length} packages stay without a checksum, so npm will not check them:\n  ${notHad.join("\n  ")}\n` +
      "Run this with a registry that has them, or choose a version of which the registry in use has every package.",
  );
}

/**
 * @param {string} name with its version
 * @returns {Promise<string>}
 */
async function integrityOf(name) {
  const npm = npmCommand();
  /** @type {string} */
  let said;
  try {
    said = await capture(npm.file, [...npm.args, "view", name, "dist.integrity", "--no-update-notifier"], {
      limit: 60_000,
    });
  } catch (error) {
    throw /npm \S+ 404/.test(reasonOf(error)) ? new Error("the registry in use does not have it") : error;
  }
  const integrity = said.trim();
  if (!/^sha512-[\w+/]+=*$/.test(integrity)) {
    throw new Error(`the registry in use says "${integrity}", not a SHA-512 checksum`);
  }
  return integrity;
}

/**
 * The parent pins the exact version and the package name gives the platform, so only the checksum has to be looked up.
 * @param {string} name
 * @param {string} version
 * @param {LockedPackage} parent
 * @returns {LockedPackage}
 */
function entryFor(name, version, parent) {
  const [, os, cpu, abi] =
    /-(android|darwin|freebsd|linux|openharmony|win32)-(\w+)(?:-(\w+))?$/.exec(name) ?? [];
  if (!os || !cpu || !/^\d+\.\d+\.\d+/.test(version)) {
    throw new Error(
      `${name}@${version} is missing in ${file}, and its name or version does not say enough to add it.`,
    );
  }
  return {
    version,
    cpu: [cpu],
    ...(parent.dev ? { dev: true } : {}),
    ...(os === "linux" ? { libc: [abi?.startsWith("musl") ? "musl" : "glibc"] } : {}),
    optional: true,
    os: [os],
  };
}
