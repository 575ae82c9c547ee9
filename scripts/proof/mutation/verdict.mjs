// The result of a mutation run: a score for each layer, and why the mutants that survived may survive.

/**
 * @typedef {{ file: string, status: string, mutatorName: string, line: string }} Judged a mutant, with the source line where it
 *   begins
 * @typedef {{ line: number, column: number }} Place counted from 1
 * @typedef {Judged & { replacement?: string, location: { start: Place, end: Place } }} Located
 * @typedef {{ killed: number, timeout: number, survived: number, noCoverage: number, score: number }} Figures
 * @typedef {{ files: RegExp, mutators?: readonly string[], line?: RegExp, why: string }} Explanation of mutants in these files that are
 *   of one of these kinds (any kind if left out) and begin on a matching line (any line if left out)
 */

/** Each layer must reach its own bound: a good layer does not make up for another. @type {Readonly<Record<string, number>>} */
export const BOUNDS = {
  "provider/resources": 85,
  "provider/api": 85,
  "provider/engine": 96,
  "provider/http": 96,
};

/** Only layers that had mutants judged. @param {readonly Judged[]} mutants @returns {Record<string, Figures>} */
export function figuresByLayer(mutants) {
  const layers = Object.keys(BOUNDS).map((layer) => {
    const own = mutants.filter(({ file }) => file.startsWith(`${layer}/`));
    return /** @type {const} */ ([layer, count(own)]);
  });
  return Object.fromEntries(
    layers.filter(
      ([, { killed, timeout, survived, noCoverage }]) => killed + timeout + survived + noCoverage > 0,
    ),
  );
}

/** @param {Readonly<Record<string, Figures>>} figures @returns {string[]} a line for each layer that is below its bound */
export function below(figures) {
  return Object.entries(figures)
    .filter(([layer, { score }]) => score < (BOUNDS[layer] ?? 100))
    .map(([layer, { score }]) => `${layer} has ${score} %, and must have ${BOUNDS[layer]} %`);
}

/** @param {Judged} mutant */
export function isAlive({ status }) {
  return status === "Survived" || status === "NoCoverage";
}

/** The range that makes Stryker judge this mutant, and those inside it. Stryker counts columns from 0 here. @param {Located} mutant */
export function rangeOf({ file, location: { start, end } }) {
  return `${file}:${start.line}:${start.column - 1}-${end.line}:${end.column - 1}`;
}

/**
 * The mutants, with another look's status for those that were alive before it and were looked at again.
 * @param {readonly Located[]} first @param {readonly Located[]} second @returns {Located[]}
 */
export function afterAnotherLook(first, second) {
  const found = new Map(second.map((mutant) => [keyOf(mutant), mutant.status]));
  return first.map((mutant) =>
    isAlive(mutant) ? { ...mutant, status: found.get(keyOf(mutant)) ?? mutant.status } : mutant,
  );
}

/** @param {Located} mutant */
function keyOf(mutant) {
  return `${rangeOf(mutant)} ${mutant.mutatorName} ${mutant.replacement ?? ""}`;
}

/** The first explanation that fits. @param {Judged} mutant @param {readonly Explanation[]} explanations */
export function explanationOf({ file, mutatorName, line }, explanations) {
  return explanations.find(
    (given) =>
      given.files.test(file) &&
      (given.mutators?.includes(mutatorName) ?? true) &&
      (given.line?.test(line) ?? true),
  );
}

const NO_REASON = "without an explanation";

/**
 * How many of the survivors each explanation covers.
 * @param {readonly Judged[]} mutants @param {readonly Explanation[]} explanations
 * @returns {Record<string, number>}
 */
export function survivors(mutants, explanations) {
  const alive = mutants.filter(isAlive).map((mutant) => explanationOf(mutant, explanations));
  const reasons = [...explanations.map(({ why }) => why), NO_REASON];
  return Object.fromEntries(
    reasons.map((reason) => [reason, alive.filter((found) => (found?.why ?? NO_REASON) === reason).length]),
  );
}

/**
 * The score is Stryker's: the share of mutants that a test noticed, among all that compile. Never rounded up.
 * @param {readonly Judged[]} mutants @returns {Figures}
 */
function count(mutants) {
  const of = (/** @type {string} */ status) => mutants.filter((mutant) => mutant.status === status).length;
  const figures = {
    killed: of("Killed"),
    timeout: of("Timeout"),
    survived: of("Survived"),
    noCoverage: of("NoCoverage"),
  };
  const noticed = figures.killed + figures.timeout;
  const all = noticed + figures.survived + figures.noCoverage;
  return { ...figures, score: all === 0 ? 100 : Math.floor((noticed / all) * 10_000) / 100 };
}
