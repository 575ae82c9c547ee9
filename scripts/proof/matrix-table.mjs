/**
 * The outcome of one cell.
 * @typedef {object} Decided
 * @property {string} row what went wrong, and where
 * @property {string} column the kind
 * @property {string} operation
 * @property {"ok" | "healed" | "refused" | "told" | "impossible"} end
 * @property {string} because
 * @property {number} runs
 * @property {number} seconds
 */

const LETTERS = { ok: "o", healed: "h", refused: "R", told: "t", impossible: "-" };
const OPERATIONS = ["create", "read", "update", "delete", "diff", "replace"];

/**
 * A row for each fault and a column for each kind, with a letter for each operation.
 * @param {readonly Decided[]} cells
 */
export function tableOf(cells) {
  const rows = [...new Set(cells.map(({ row }) => row))];
  const columns = [...new Set(cells.map(({ column }) => column))];
  const width = Math.max(...rows.map((row) => row.length)) + 2;
  const ends = new Map(cells.map((cell) => [keyOf(cell.row, cell.column, cell.operation), cell.end]));
  /** @param {string} row @param {string} column */
  const letters = (row, column) =>
    OPERATIONS.map((operation) => {
      const end = ends.get(keyOf(row, column, operation));
      return end === undefined ? " " : LETTERS[end];
    }).join("");
  const heads = columns.map((_column, index) =>
    String.fromCharCode(65 + index).padEnd(OPERATIONS.length + 1),
  );
  return [
    "",
    ...columns.map((column, index) => `${String.fromCharCode(65 + index)}  ${column}`),
    "",
    `In each column: ${OPERATIONS.join(", ")}. o: succeeded anyway; h: failed, and the next run healed it;`,
    "R: refused, for a person to decide; t: fails in every run and says why; -: cannot be.",
    "",
    `${"".padEnd(width)}${heads.join(" ")}`,
    ...rows.map((row) => row.padEnd(width) + columns.map((column) => letters(row, column)).join("  ")),
    "",
    ...reasonsOf(cells),
    "",
  ].join("\n");
}

/**
 * Only cells that can happen are counted as cells. The others are counted separately, by reason.
 * @param {readonly Decided[]} cells
 */
export function figuresOf(cells) {
  const possible = cells.filter(({ end }) => end !== "impossible");
  const impossible = cells.filter(({ end }) => end === "impossible");
  /** @param {Decided["end"]} end */
  const count = (end) => cells.filter((cell) => cell.end === end).length;
  return {
    cells: possible.length,
    ok: count("ok"),
    healed: count("healed"),
    refused: count("refused"),
    told: count("told"),
    "runs with a fault": possible.reduce((sum, { runs }) => sum + runs, 0),
    "longest run in simulated seconds": Math.ceil(Math.max(0, ...possible.map(({ seconds }) => seconds))),
    "not counted, because it cannot happen": {
      all: impossible.length,
      ...Object.fromEntries(countsOf(impossible.map(({ because }) => because))),
    },
  };
}

/** Why cells end as they do, and how many for each reason. @param {readonly Decided[]} cells */
function reasonsOf(cells) {
  const reasons = cells.map(({ end, because }) => `${LETTERS[end]}  ${because}`);
  return countsOf(reasons).map(([reason, count]) => `${String(count).padStart(5)}  ${reason}`);
}

/** How often each word occurs. @param {readonly string[]} words @returns {[string, number][]} */
function countsOf(words) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const word of words) {
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return [...counts].sort();
}

/** @param {readonly string[]} parts */
function keyOf(...parts) {
  return parts.join(" | ");
}
