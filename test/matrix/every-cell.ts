import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Cells, type End } from "./cell";
import { type Column, columns as allColumns } from "./columns";
import { expected } from "./expected";
import { type Operation, operations } from "./operations";
import { whyImpossible } from "./possible";
import { faultAt, isWrite, type Row, rows } from "./rows";

/** The result of a cell, for the table. */
interface Decided {
  readonly row: string;
  readonly column: string;
  readonly operation: Operation;
  readonly end: End;
  readonly because: string;
  /** How often it was run: once, or once for each request. */
  readonly runs: number;
  /** How long that took by the service's clock. */
  readonly seconds: number;
}

/** `npm run test:matrix` tries every cell, replaces too, and lets each request meet each fault alone. */
const isFull = process.env["SMARTLOCK_MATRIX_FOLDER"] !== undefined;
const tried = isFull ? operations : operations.filter((operation) => operation !== "replace");
/** `npm test` tries every third cell: each row meets each operation, in a third of the columns. */
const TRIED = 3;
/** Only every fifth cell is destroyed at the end: it takes one more run, and nearly always shows the same. */
const DESTROYED = 5;

/** Nothing here waits for real time, and virtual time finds anything that hangs. Only a busy machine takes long. */
jest.setTimeout(24 * 3_600_000);

/** Tests all cells of some columns: every fault in every operation. */
export function testEveryCell(columns: readonly Column[]): void {
  describe.each(columns.map((column) => [column.name, column] as const))("%s", (name, column) => {
    const decided: Decided[] = [];

    afterAll(() => keep(name, decided));

    it.each(tried)("%s, whatever goes wrong", async (operation) => {
      const broken: string[] = [];
      const cells = await Cells.start(column, operation);
      try {
        for (const row of rows.filter((row) => isTried(row, operation, column))) {
          const { problems, ...cell } = await decide(cells, row, operation, column);
          broken.push(...problems.map((problem) => `${row.name}: ${problem}`));
          decided.push(cell);
        }
      } finally {
        await cells.stop();
      }
      expect(broken).toEqual([]);
    });
  });
}

function isTried(row: Row, operation: Operation, column: Column): boolean {
  const place = rows.indexOf(row) + operations.indexOf(operation) + allColumns.indexOf(column);
  return isFull || place % TRIED === 0;
}

async function decide(
  cells: Cells,
  row: Row,
  operation: Operation,
  column: Column,
): Promise<Decided & { problems: string[] }> {
  const cell = { row: row.name, column: column.name, operation };
  const { requests } = cells;
  const impossible = whyImpossible(row, operation, column, requests);
  if (impossible !== undefined) {
    return { ...cell, end: "impossible", because: impossible, runs: 0, seconds: 0, problems: [] };
  }
  const right = expected(row, operation, column, requests);
  const isDestroyed = (rows.indexOf(row) + operations.indexOf(operation)) % DESTROYED === 0;
  const ended = await cells.run(row, isDestroyed);
  const problems = [...ended.problems];
  if (ended.end !== right.end) {
    problems.push(`it ends ${ended.end}, and ${right.end} is right, because ${right.because}: ${ended.why}`);
  }
  // A list that lacks something is the only fault that looks like a normal answer. So each list meets it in turn,
  // always.
  const places = isFull || row.fault?.kind === "missing page" ? placesOf(row, requests) : [];
  for (const place of places) {
    const alone = await cells.run(row, false, faultAt(row, requests, place));
    const where = `request ${place + 1} of ${requests.length} (${requests[place]?.method} ${requests[place]?.path})`;
    problems.push(...alone.problems.map((problem) => `${where}: ${problem}`));
    // A fault in one request is no worse than in all of them. There are three exceptions: a 401 ends the run only if
    // the preflight meets it, a write after the first may leave work for the next run, and the next run confirms a
    // delete that no list could confirm.
    const mayFail =
      row.trouble === "401" ||
      row.course === "one write" ||
      (operation === "delete" && place > requests.findIndex(isWrite));
    const isFine =
      alone.end === "ok" ||
      alone.end === right.end ||
      (alone.end === "healed" && mayFail) ||
      (alone.end === "refused" && column.wayOut !== undefined);
    if (!isFine) {
      problems.push(`${where}: it ends ${alone.end}: ${alone.why}`);
    }
  }
  return {
    ...cell,
    end: ended.end,
    because: right.because,
    runs: 1 + places.length,
    seconds: ended.seconds,
    problems,
  };
}

/** The requests that can meet a fault alone, without the one that has already met it. */
function placesOf({ course, fault }: Row, requests: Cells["requests"]): number[] {
  const places = requests.map((_request, place) => place);
  const writes = places.filter((place) => requests[place] !== undefined && isWrite(requests[place]));
  if (fault?.kind === "stale" || fault?.kind === "ghost") {
    return [];
  }
  switch (course) {
    case "one write":
      return writes.slice(1);
    case "each read once":
      return places.filter((place) => !writes.includes(place));
    default:
      return [];
  }
}

function keep(name: string, decided: readonly Decided[]): void {
  const folder = process.env["SMARTLOCK_MATRIX_FOLDER"];
  if (folder !== undefined) {
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, `${name}.json`), JSON.stringify(decided));
  }
}
