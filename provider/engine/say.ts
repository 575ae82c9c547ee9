import { spokenLine } from "./spoken";

/** A line for the person who reads the preview. Pulumi shows what the provider prints, under the stack. */
export function say(line: string): void {
  process.stdout.write(`${spokenLine(line)}\n`);
}
