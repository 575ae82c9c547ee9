// The files that a campaign attacks, and those it attacks with. A hash tells whether they have changed since the campaign ran.
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { codeOf } from "./code.mjs";

/** @typedef {import("./campaigns.mjs").Campaign} Campaign */

/**
 * The files that make the figures of a campaign stale when they change: the sources that it attacks, its own script and tests, and
 * what the tests import.
 * @param {Campaign} campaign @param {string} root @returns {string[]} paths from the root, sorted
 */
export function attackedFiles({ name, attacks, tests }, root) {
  const files = new Set([...attacks, `scripts/proof/${name}.mjs`].flatMap((path) => filesIn(root, path)));
  const toFollow = tests.flatMap((path) => filesIn(root, path));
  for (let file = toFollow.pop(); file !== undefined; file = toFollow.pop()) {
    if (!files.has(file)) {
      files.add(file);
      toFollow.push(...importsOf(root, file));
    }
  }
  return [...files].sort();
}

/** Covers only the code: a comment makes no difference to a campaign. @param {Campaign} campaign @param {string} root */
export function hashOf(campaign, root) {
  const hash = createHash("sha256");
  for (const file of attackedFiles(campaign, root)) {
    hash.update(`${file} ${digestOf(file, readFileSync(join(root, file), "utf8"))}\n`);
  }
  return hash.update(packagesOf(root)).digest("hex").slice(0, 12);
}

/** Cached by name and text, because most files belong to all campaigns. @type {Map<string, string>} */
const digests = new Map();

/** @param {string} file @param {string} text */
function digestOf(file, text) {
  const key = `${file}\n${text}`;
  const digest = digests.get(key) ?? createHash("sha256").update(codeOf(file, text)).digest("hex");
  digests.set(key, digest);
  return digest;
}

/**
 * The campaigns whose sources have changed since they ran, or that have never run.
 * @param {readonly Campaign[]} campaigns @param {Readonly<Record<string, { sources?: string }>>} results @param {string} root
 * @returns {string[]} their names
 */
export function staleOf(campaigns, results, root) {
  return campaigns
    .filter((campaign) => results[campaign.name]?.sources !== hashOf(campaign, root))
    .map(({ name }) => name);
}

/** @param {string} root @param {string} path a file or a folder @returns {string[]} */
function filesIn(root, path) {
  const place = join(root, path);
  if (statSync(place).isFile()) {
    return [path];
  }
  return readdirSync(place, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).split(sep).join("/"));
}

/** The files of the project that a file imports. @param {string} root @param {string} file @returns {string[]} */
function importsOf(root, file) {
  const text = readFileSync(join(root, file), "utf8");
  return [...text.matchAll(/(?:from|import|import\()\s*"(\.[^"]+)"/g)].flatMap(([, named = ""]) => {
    const path = join(dirname(file), named).split(sep).join("/");
    const found = [path, `${path}.ts`, `${path}/index.ts`].find((candidate) => isFile(join(root, candidate)));
    return found ?? [];
  });
}

/** @param {string} place */
function isFile(place) {
  return existsSync(place) && statSync(place).isFile();
}

/** The packages that run in a user's program, with their versions: a new version may behave differently. @param {string} root */
function packagesOf(root) {
  /** @type {unknown} */
  const lock = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
  const { packages } = /** @type {{ packages: Record<string, { version?: string, dev?: boolean }> }} */ (
    lock
  );
  return Object.entries(packages)
    .filter(([path, { dev }]) => path.startsWith("node_modules/") && dev !== true)
    .map(([path, { version }]) => `${path} ${version}\n`)
    .join("");
}
