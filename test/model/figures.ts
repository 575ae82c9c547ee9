import { appendFileSync, writeSync } from "node:fs";

const STANDARD_ERROR = 2;
const TOLD_EVERY = 100;

/** Counts what was done, for those who want to know. */
export class Figures {
  readonly #counts = new Map<string, number>();

  count(what: string, times = 1): void {
    this.#counts.set(what, (this.#counts.get(what) ?? 0) + times);
  }

  get(what: string): number {
    return this.#counts.get(what) ?? 0;
  }

  /** Shows the progress of a long campaign. */
  progress(runs: number): void {
    const histories = this.get("histories");
    if (process.env["SMARTLOCK_MODEL_FIGURES"] !== undefined && histories % TOLD_EVERY === 0) {
      this.tell(`${histories} of ${runs} histories`);
    }
  }

  /** Writes at once. Jest's own console would add a stack trace to each line. */
  tell(text: string): void {
    writeSync(STANDARD_ERROR, `${text}\n`);
  }

  write(): void {
    const file = process.env["SMARTLOCK_MODEL_FIGURES"];
    if (file !== undefined) {
      appendFileSync(file, `${JSON.stringify(Object.fromEntries([...this.#counts].sort()))}\n`);
    }
  }
}

export const figures = new Figures();
