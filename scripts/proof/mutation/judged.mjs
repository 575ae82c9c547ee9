// What earlier runs found out about the mutants of a file whose code is still the same. To judge all mutants takes more than an hour,
// so a run judges only files that have changed and those in which mutants survived without an explanation.
import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { codeOf } from "../code.mjs";
import { explanationOf, isAlive } from "./verdict.mjs";

/**
 * @typedef {import("./verdict.mjs").Located} Located
 * @typedef {import("./verdict.mjs").Explanation} Explanation
 * @typedef {{ status: string, mutatorName: string, line: string, replacement: string, at: [line: number, column: number] }} Alive
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
    at: /** @type {[number, number]} */ ([location.start.line, location.start.column]),
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
      location: placeOf([0, 0]),
    })),
  );
  return [...others, ...alive.map(({ at, ...mutant }) => ({ ...mutant, file, location: placeOf(at) }))];
}

/** Only where it begins is kept. @param {readonly [line: number, column: number]} at */
function placeOf([line, column]) {
  return { start: { line, column }, end: { line, column } };
}

/** Whether nothing is left to do about a file. @param {string} file @param {Judgement} judgement @param {readonly Explanation[]} known */
export function isSettled(file, judgement, known) {
  return mutantsOf(file, judgement).every(
    (mutant) => !isAlive(mutant) || explanationOf(mutant, known) !== undefined,
  );
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
