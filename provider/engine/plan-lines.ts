import { say } from "./say";

/** People get mail from this, so it is counted even where the line itself is not printed. */
export const MAILED = "an invitation is mailed";

/** Nobody reads more lines than this. */
const MOST_LINES = 50;

/** The changes that a person makes, each in one line. Beyond a number of lines, only how many more there are. */
export class PlanLines {
  readonly #isOn: boolean;
  readonly #atEnd: (callback: () => void) => void;
  /** Resources about which a line was printed. */
  readonly #told = new Set<string>();
  #rest = 0;
  #mails = 0;

  constructor(isOn: boolean, atEnd: (callback: () => void) => void) {
    this.#isOn = isOn;
    this.#atEnd = atEnd;
  }

  /** Prints the line about a resource, unless there was one: in a replacement, Pulumi checks the new one as well. */
  tell(owner: string, line: string): void {
    if (!this.#isOn || this.#told.has(owner)) {
      return;
    }
    this.#told.add(owner);
    if (this.#told.size <= MOST_LINES) {
      say(line);
      return;
    }
    if (this.#rest === 0) {
      this.#atEnd(() => say(this.#sum()));
    }
    this.#rest += 1;
    this.#mails += line.includes(MAILED) ? 1 : 0;
  }

  #sum(): string {
    const mails = this.#mails === 0 ? "" : ` Of these, ${this.#mails} mail an invitation.`;
    return `And ${this.#rest} more changes. The plan above shows them all.${mails}`;
  }
}
