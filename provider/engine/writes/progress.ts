import type { Clock } from "../../http";
import { say } from "../messages/lines";

const FIRST_LINE_MS = 15_000;

const MAX_PAUSE_MS = 60_000;

/**
 * Prints a line while writes of one kind take a long time. It counts the writes that have ended and those that have started,
 * never those that may still come, because the engine does not say how many there are.
 */
export class Progress {
  readonly #type: string;
  readonly #clock: Clock;
  #done = 0;
  #failed = 0;
  #underWay = 0;
  #pauseMs = FIRST_LINE_MS;
  #cancel: () => void = () => undefined;

  constructor(type: string, clock: Clock) {
    this.#type = type;
    this.#clock = clock;
  }

  /** Counts a write from beginning to end. */
  async of<T>(work: () => Promise<T>): Promise<T> {
    this.#underWay += 1;
    if (this.#underWay === 1) {
      this.#pauseMs = FIRST_LINE_MS;
      this.#plan();
    }
    try {
      const result = await work();
      this.#done += 1;
      return result;
    } catch (error) {
      this.#failed += 1;
      throw error;
    } finally {
      this.#underWay -= 1;
      if (this.#underWay === 0) {
        this.#cancel();
      }
    }
  }

  #plan(): void {
    this.#cancel = this.#clock.after(this.#pauseMs, () => {
      const failed = this.#failed === 0 ? "" : `, ${this.#failed} failed`;
      say(`${this.#type}: ${this.#done} done so far, ${this.#underWay} under way${failed}.`);
      this.#pauseMs = Math.min(this.#pauseMs * 2, MAX_PAUSE_MS);
      this.#plan();
    });
  }
}
