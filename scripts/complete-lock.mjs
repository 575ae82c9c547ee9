// `node scripts/complete-lock.mjs`: adds the binaries for other platforms that package-lock.json lacks.
//
// npm 11 leaves an optional package out of the lock file when the registry in use does not have it, and then
// `npm ci` refuses its own lock file (npm/cli issue 9846). A registry mirror that holds only the packages for its
// own platform causes it. Run this after changing a dependency; where nothing is missing it changes nothing.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "./root.mjs";

/**
 * @typedef {object} LockedPackage
 * @property {string} [version]
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
if (missing.length > 0) {
  for (const { path, entry } of missing) {
    lock.packages[path] = entry;
  }
  const sorted = Object.entries(lock.packages).sort(([a], [b]) => a.localeCompare(b, "en"));
  writeFileSync(file, `${JSON.stringify({ ...lock, packages: Object.fromEntries(sorted) }, null, 2)}\n`);
}
console.log(`${missing.length} packages added to ${file}`);

/**
 * The parent pins the exact version, and its name tells the platform, so nothing has to be looked up. Only the
 * checksum is left out, which npm then does not check for that package.
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
      `${name}@${version} is missing in ${file}, and its name or version does not tell enough to add it.`,
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
