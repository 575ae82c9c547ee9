import { shown } from "../../http";
import { withoutPeople, withoutSecrets } from "./kept-secret";

/** Nobody reads more than this at once, and it is less than what Pulumi passes on. */
const MAX_LENGTH = 16_000;

/** A line for a person. It contains nothing that the program marked as secret. Control characters are escaped, so that a name in the account cannot control a terminal. */
export function spokenLine(text: string): string {
  return shown(withoutSecrets(text), MAX_LENGTH);
}

/** An error with several lines. Only the provider makes line breaks: a line break within one of the lines is escaped. */
export class LinesError extends Error {
  constructor(lines: readonly string[]) {
    let length = 0;
    const visible = lines.map(spokenLine);
    const few = visible.filter((line) => (length += line.length + 1) <= MAX_LENGTH);
    const rest = visible.length - few.length;
    super([...few, ...(rest > 0 ? [`(${rest} more)`] : [])].join("\n"));
  }
}

/** The message of an error, in a form that is fit for people. */
export function spokenError(error: unknown): string {
  if (error instanceof LinesError) {
    return error.message;
  }
  const text = error instanceof Error ? error.message : String(error);
  return spokenLine(
    isMistake(error)
      ? `This is a mistake in pulumi-smartlock itself: ${text}. Nothing more was done. Please report it.`
      : text,
  );
}

/** JavaScript's own errors, which nobody throws on purpose. */
export function isMistake(error: unknown): boolean {
  return [TypeError, RangeError, SyntaxError, ReferenceError].some((mistake) => error instanceof mistake);
}

/** Prints a line for the person who reads the preview. Pulumi shows what the provider prints, under the stack. */
export function say(line: string): void {
  process.stdout.write(`${spokenLine(withoutPeople(line))}\n`);
}
