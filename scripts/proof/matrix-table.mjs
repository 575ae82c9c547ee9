/**
 * What became of one cell.
 * @typedef {object} Decided
 * @property {string} row what went wrong, and where
 * @property {string} column the kind
 * @property {string} operation
 * @property {"ok" | "healed" | "refused" | "impossible"} end
 * @property {string} because
 * @property {number} runs
 * @property {number} seconds
 */

const LETTERS = { ok: "o", healed: "h", refused: "R", impossible: "-" };
const OPERATIONS = ["create", "read", "update", "delete", "diff", "replace"];

/**
 * A line for each fault, a column for each kind, in it a letter for each operation.
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
    `In each column: ${OPERATIONS.join(", ")}. o: succeeded all the same; h: failed, and the next run healed it;`,
    "R: refused, for a person to decide; -: cannot be.",
    "",
    `${"".padEnd(width)}${heads.join(" ")}`,
    ...rows.map((row) => row.padEnd(width) + columns.map((column) => letters(row, column)).join("  ")),
    "",
    ...reasonsOf(cells),
    "",
  ].join("\n");
}

/** @param {readonly Decided[]} cells */
export function figuresOf(cells) {
  /** @param {Decided["end"]} end */
  const count = (end) => cells.filter((cell) => cell.end === end).length;
  return {
    cells: cells.length,
    ok: count("ok"),
    healed: count("healed"),
    refused: count("refused"),
    impossible: count("impossible"),
    "runs with a fault": cells.reduce((sum, { runs }) => sum + runs, 0),
    "longest run in simulated seconds": Math.ceil(Math.max(0, ...cells.map(({ seconds }) => seconds))),
  };
}

/** Why cells end as they do, with how many. @param {readonly Decided[]} cells */
function reasonsOf(cells) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const { end, because } of cells) {
    const reason = `${LETTERS[end]}  ${because}`;
    counts.set(reason, (counts.get(reason) ?? 0) + 1);
  }
  return [...counts].sort().map(([reason, count]) => `${String(count).padStart(5)}  ${reason}`);
}

/** @param {readonly string[]} parts */
function keyOf(...parts) {
  return parts.join(" | ");
}
