import { say } from "../messages/lines";

/** Nobody reads more lines than this. */
const MAX_LINES = 50;

/** The changes that a program makes, each in one line. Beyond a number of lines, only how many more there are of each kind. */
export class PlanLines {
  readonly #isOn: boolean;
  readonly #atEnd: (callback: () => void) => void;
  /** What was told, whether its line was printed or counted. */
  readonly #told = new Set<string>();
  readonly #rest = new Map<string, number>();
  #mails = 0;

  constructor(isOn: boolean, atEnd: (callback: () => void) => void) {
    this.#isOn = isOn;
    this.#atEnd = atEnd;
  }

  /**
   * Prints the line about something, unless there was one: in a replacement, Pulumi checks the new one as well. People
   * get mail from some changes, so that is counted even where the line itself is not printed.
   */
  tell(type: string, what: string, line: string, mails = 0): void {
    if (!this.#isOn || this.#told.has(what)) {
      return;
    }
    this.#told.add(what);
    if (this.#told.size <= MAX_LINES) {
      say(line);
      return;
    }
    if (this.#rest.size === 0) {
      this.#atEnd(() => say(this.#sum()));
    }
    this.#rest.set(type, (this.#rest.get(type) ?? 0) + 1);
    this.#mails += mails;
  }

  #sum(): string {
    const rest = [...this.#rest.values()].reduce((sum, count) => sum + count, 0);
    const kinds = [...this.#rest].map(([type, count]) => `${type}: ${count}`).join(", ");
    const isOne = rest === 1;
    const mail = `, which ${isOne ? "mails" : "mail"} ${counted(this.#mails, "invitation")}`;
    const mails = this.#mails === 0 ? "" : mail;
    const where = `Pulumi's plan above shows ${isOne ? "it" : "them all"}.`;
    return `And ${counted(rest, "more change")} (${kinds})${mails}. ${where}`;
  }
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
