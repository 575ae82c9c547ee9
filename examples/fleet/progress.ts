import { clearScreenDown, moveCursor } from "node:readline";

/** One line for each stack when it ends. In a terminal, the running stacks are shown below, with the time they have taken so far. */
export class Progress {
  readonly #out: NodeJS.WriteStream;
  readonly #total: number;
  readonly #running = new Map<string, number>();
  readonly #ticks: NodeJS.Timeout | undefined;
  #ended = 0;
  #drawn = 0;

  constructor(out: NodeJS.WriteStream, total: number) {
    this.#out = out;
    this.#total = total;
    this.#ticks = out.isTTY ? setInterval(() => this.#redraw(), 1_000) : undefined;
  }

  started(stack: string): void {
    this.#running.set(stack, Date.now());
    this.#redraw();
  }

  ended(stack: string, result: string): void {
    const seconds = this.#seconds(stack);
    this.#running.delete(stack);
    this.#ended += 1;
    const count = `[${String(this.#ended).padStart(String(this.#total).length)}/${this.#total}]`;
    this.#redraw(`${count} ${stack.padEnd(24)} ${result} (${seconds} s)\n`);
  }

  /** For a stack that will be started again. */
  putOff(stack: string, reason: string): void {
    this.#running.delete(stack);
    this.#redraw(`${stack}: ${reason}\n`);
  }

  stop(): void {
    clearInterval(this.#ticks);
    this.#redraw();
  }

  #seconds(stack: string): string {
    return ((Date.now() - (this.#running.get(stack) ?? Date.now())) / 1000).toFixed(1);
  }

  /** Writes a line that stays, and redraws the running stacks below it. */
  #redraw(line = ""): void {
    if (!this.#out.isTTY) {
      this.#out.write(line);
      return;
    }
    moveCursor(this.#out, 0, -this.#drawn);
    clearScreenDown(this.#out);
    const running = [...this.#running.keys()].map(
      (stack) => `… ${stack.padEnd(24)} ${this.#seconds(stack)} s\n`,
    );
    // Lines that do not fit on the screen could not be erased again.
    const shown = running.slice(0, this.#out.rows - 2);
    this.#out.write(line + shown.join(""));
    this.#drawn = shown.length;
  }
}
