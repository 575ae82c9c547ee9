import { shown } from "../http";

/** More than this nobody reads in one go, and it is less than what Pulumi passes on. */
const LONGEST = 16_000;

/** A line for a person: control characters are shown escaped, so that a name in the account cannot steer a terminal. */
export function spokenLine(text: string): string {
  return shown(text, LONGEST);
}

/** An error of several lines. Only the provider makes lines: a line break within one of them is shown escaped. */
export class LinesError extends Error {
  constructor(lines: readonly string[]) {
    let length = 0;
    const visible = lines.map(spokenLine);
    const few = visible.filter((line) => (length += line.length + 1) <= LONGEST);
    const rest = visible.length - few.length;
    super([...few, ...(rest > 0 ? [`(${rest} more)`] : [])].join("\n"));
  }
}

/** What an error says, fit for a person. */
export function spokenError(error: unknown): string {
  if (error instanceof LinesError) {
    return error.message;
  }
  const text = error instanceof Error ? error.message : String(error);
  return spokenLine(
    isMistake(error)
      ? `The provider met something that it did not expect (${text}). Nothing more was done; please report it.`
      : text,
  );
}

/** JavaScript's own errors: nobody threw them on purpose. */
function isMistake(error: unknown): boolean {
  return [TypeError, RangeError, SyntaxError, ReferenceError].some((mistake) => error instanceof mistake);
}
