import { say } from "./say";

/** Nobody reads more lines than this about what opens no door. */
const MOST_LINES = 50;

/** What the lines need to know about a kind of object. */
interface Told {
  readonly type: string;
  readonly givesAccess?: true;
}

/**
 * The changes that a program makes, each in one line. What gives access always has its line: a reviewer must be able to
 * find every door and every person. Of the rest, only a number of lines, and how many more there are.
 */
export class PlanLines {
  readonly #isOn: boolean;
  readonly #atEnd: (callback: () => void) => void;
  /** What was told, whether its line was printed or counted. */
  readonly #told = new Set<string>();
  #printed = 0;
  readonly #rest = new Map<string, number>();

  constructor(isOn: boolean, atEnd: (callback: () => void) => void) {
    this.#isOn = isOn;
    this.#atEnd = atEnd;
  }

  /** Prints the line about something, unless there was one: in a replacement, Pulumi checks the new one as well. */
  tell({ type, givesAccess }: Told, what: string, line: string): void {
    if (!this.#isOn || this.#told.has(what)) {
      return;
    }
    this.#told.add(what);
    if (givesAccess === true) {
      say(line);
    } else if (this.#printed < MOST_LINES) {
      this.#printed += 1;
      say(line);
    } else {
      this.#count(type);
    }
  }

  #count(type: string): void {
    if (this.#rest.size === 0) {
      this.#atEnd(() => say(this.#sum()));
    }
    this.#rest.set(type, (this.#rest.get(type) ?? 0) + 1);
  }

  #sum(): string {
    const count = [...this.#rest.values()].reduce((sum, one) => sum + one, 0);
    const kinds = [...this.#rest].map(([type, one]) => `${one} of ${type}`).join(", ");
    const changes = count === 1 ? "1 more change that opens" : `${count} more changes that open`;
    return `And ${changes} no door: ${kinds}. The plan above shows all changes.`;
  }
}
