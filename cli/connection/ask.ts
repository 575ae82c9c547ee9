import { createInterface } from "node:readline";
import { Writable } from "node:stream";

/** Asks at the terminal, without showing what is typed. */
export function askHidden(question: string): Promise<string> {
  process.stderr.write(question);
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: nowhere, terminal: true });
  return new Promise((answer) => {
    let given = "";
    terminal.once("close", () => {
      process.stderr.write("\n");
      answer(given.trim());
    });
    terminal.once("line", (line) => {
      given = line;
      terminal.close();
    });
    terminal.once("SIGINT", () => terminal.close());
  });
}
