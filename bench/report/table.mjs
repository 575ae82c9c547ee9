/** @typedef {{ head: string[], rows: string[][] }} Table */

/**
 * For the terminal: aligned columns, with numbers on the right.
 * @param {Table} table
 */
export function asText({ head, rows }) {
  const columns = head.map((title, column) => {
    const cells = rows.map((row) => row[column] ?? "");
    const width = Math.max(title.length, ...cells.map((cell) => cell.length));
    const isNumeric = cells.every((cell) => /^[\d.]*$/.test(cell));
    return [title, ...cells].map((cell) => (isNumeric ? cell.padStart(width) : cell.padEnd(width)));
  });
  const lines = [head, ...rows].map((_, line) =>
    columns
      .map((cells) => cells[line] ?? "")
      .join("  ")
      .trimEnd(),
  );
  return lines.join("\n");
}

/** @param {Table} table */
export function asMarkdown({ head, rows }) {
  const line = (/** @type {string[]} */ cells) =>
    `| ${cells.map((cell) => cell.replaceAll("|", "\\|")).join(" | ")} |`;
  return [line(head), line(head.map((_, column) => (column === 0 ? "---" : "---:"))), ...rows.map(line)].join(
    "\n",
  );
}
