import { withoutPeople } from "./kept-secret";
import { spokenLine } from "./spoken";

/** Prints a line for the person who reads the preview. Pulumi shows what the provider prints, under the stack. */
export function say(line: string): void {
  process.stdout.write(`${spokenLine(withoutPeople(line))}\n`);
}
