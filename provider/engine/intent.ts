import { createHash } from "node:crypto";
import type { Clock } from "../http";
import type { Notes } from "./notes";

/**
 * A note, before a create of which the service would make two if asked twice: what was sent, and when. It goes when the
 * create has settled. One that is left was left by a run that died, and what it sent may still appear. The note's
 * name is a digest, so it tells nothing about whom it concerns.
 */
export class Intent {
  readonly #notes: Notes;
  readonly #clock: Clock;
  readonly #name: string;

  constructor(what: readonly unknown[], notes: Notes, clock: Clock) {
    this.#notes = notes;
    this.#clock = clock;
    this.#name = `${createHash("sha256").update(JSON.stringify(what)).digest("hex")}.json`;
  }

  /** When a run that died has sent the same, in milliseconds since 1970. */
  async left(): Promise<number | undefined> {
    const text = await this.#notes.read(this.#name);
    return text === undefined ? undefined : momentIn(text);
  }

  async note(): Promise<void> {
    await this.#notes.write(this.#name, JSON.stringify({ at: this.#clock.now() }));
  }

  async remove(): Promise<void> {
    await this.#notes.remove(this.#name);
  }
}

/** A machine that died while the file was written may have left half of it. */
function momentIn(text: string): number | undefined {
  try {
    const note = JSON.parse(text) as { at?: unknown } | null;
    return typeof note?.at === "number" ? note.at : undefined;
  } catch {
    return undefined;
  }
}
