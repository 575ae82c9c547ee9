// What earlier runs found out about the mutants of a file whose code is still the same. To judge all mutants takes more than an hour,
// so a run judges only files that have changed, and looks again at mutants that survived without an explanation.
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { codeOf } from "../code.mjs";
import { isAlive } from "./verdict.mjs";

/**
 * @typedef {import("./verdict.mjs").Located} Located
 * @typedef {[line: number, column: number]} Position
 * @typedef {{ status: string, mutatorName: string, line: string, replacement: string, from: Position, to: Position }} Alive
 * @typedef {{ file: string, commit: string, noticed: Record<string, number>, alive: readonly Alive[] }} Judgement of the mutants of one
 *   file: how many of each status that is not alive, and those that are
 */

/** By the hash of the code, so that a file may move. @param {string} root @returns {Record<string, Judgement>} */
export function readJudged(root) {
  const file = fileOf(root);
  /** @type {unknown} */
  const kept = JSON.parse(existsSync(file) ? readFileSync(file, "utf8") : "{}");
  return /** @type {Record<string, Judgement>} */ (kept);
}

/** Keeps only what belongs to the files as they are now. @param {string} root @param {Readonly<Record<string, Judgement>>} judged */
export function writeJudged(root, judged) {
  const sorted = Object.entries(judged).sort(([, left], [, right]) => (left.file < right.file ? -1 : 1));
  writeFileSync(fileOf(root), `${linesOf(sorted)}\n`);
}

/**
 * Covers the code without its imports: where a name comes from has no mutants.
 * @param {string} file @param {string} text
 */
export function hashOfFile(file, text) {
  const withoutImports = text.replace(/^(?:import|export) [^;]*? from "[^"]*";$/gm, "");
  return createHash("sha256").update(codeOf(file, withoutImports)).digest("hex").slice(0, 16);
}

/** @param {string} file @param {string} commit @param {readonly Located[]} mutants of this file @returns {Judgement} */
export function judgementOf(file, commit, mutants) {
  /** @type {Record<string, number>} */
  const noticed = {};
  for (const { status } of mutants.filter((mutant) => !isAlive(mutant))) {
    noticed[status] = (noticed[status] ?? 0) + 1;
  }
  const alive = mutants.filter(isAlive).map(({ status, mutatorName, line, replacement = "", location }) => ({
    status,
    mutatorName,
    line,
    replacement,
    from: positionOf(location.start),
    to: positionOf(location.end),
  }));
  return { file, commit, noticed, alive };
}

/** The mutants again, under the name that the file has now. @param {string} file @param {Judgement} judgement @returns {Located[]} */
export function mutantsOf(file, { noticed, alive }) {
  const others = Object.entries(noticed).flatMap(([status, times]) =>
    Array.from({ length: times }, () => ({
      file,
      status,
      mutatorName: "",
      line: "",
      location: between([0, 0], [0, 0]),
    })),
  );
  return [
    ...others,
    ...alive.map(({ from, to, ...mutant }) => ({ ...mutant, file, location: between(from, to) })),
  ];
}

/**
 * Whether the mutants that are alive are still on the lines where they were. Comments and imports may have moved them.
 * @param {Judgement} judgement @param {string} text
 */
export function areInPlace({ alive }, text) {
  const lines = text.split("\n");
  return alive.every(({ line, from }) => lines[from[0] - 1] === line);
}

/** @param {import("./verdict.mjs").Place} place @returns {Position} */
function positionOf({ line, column }) {
  return [line, column];
}

/** @param {Position} from @param {Position} to */
function between(from, to) {
  return { start: { line: from[0], column: from[1] }, end: { line: to[0], column: to[1] } };
}

/** A line for each file and each mutant, so that a change can be read. @param {readonly [string, Judgement][]} judged */
function linesOf(judged) {
  const files = judged.map(([hash, { alive, ...judgement }]) => {
    const start = JSON.stringify({ ...judgement, alive: [] }).slice(0, -2);
    const lines = alive.map((mutant) => `\n  ${JSON.stringify(mutant)}`);
    return ` ${JSON.stringify(hash)}: ${start}${lines.join(",")}]}`;
  });
  return `{\n${files.join(",\n")}\n}`;
}

/** @param {string} root */
function fileOf(root) {
  return join(root, "docs", "mutants.json");
}
