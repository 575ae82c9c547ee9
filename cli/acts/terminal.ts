import { createInterface } from "node:readline";
import { askHidden } from "../connection/ask";

/** What an act needs of the person or the script that called it. */
export interface Terminal {
  /** Whether somebody can answer a question. */
  readonly answers: boolean;
  /** Whether what is printed goes to a screen, and not into a file or a pipe. */
  readonly shows: boolean;
  /** To the standard output: what the command was asked for. */
  print(text: string): void;
  /** To the standard error: what is said on the way. */
  say(text: string): void;
  ask(question: string): Promise<string>;
  askHidden(question: string): Promise<string>;
  /** The first line of the standard input. */
  firstLine(): Promise<string>;
  end(exitCode: number): void;
}

export const terminal: Terminal = {
  get answers() {
    return process.stdin.isTTY && process.stderr.isTTY;
  },
  get shows() {
    return process.stdout.isTTY;
  },
  print: (text) => void process.stdout.write(`${text}\n`),
  say: (text) => void process.stderr.write(`${text}\n`),
  ask: (question) => nextLine(question),
  askHidden,
  firstLine: () => nextLine(),
  end: (exitCode) => {
    process.exitCode = exitCode;
  },
};

/** An empty text if the input ends first. */
function nextLine(question?: string): Promise<string> {
  const lines = createInterface({ input: process.stdin, output: process.stderr, terminal: false });
  if (question !== undefined) {
    process.stderr.write(question);
  }
  return new Promise((answer) => {
    let given = "";
    lines.once("line", (line) => {
      given = line;
      lines.close();
    });
    lines.once("close", () => {
      process.stdin.pause();
      answer(given.trim());
    });
  });
}
