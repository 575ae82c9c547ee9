import { createHash } from "node:crypto";
import { type Notes, unreadableNote } from "./notes";
import { say } from "./say";

/**
 * A note, before a create of which the service would make two if asked twice: what was sent, and when. It goes when the
 * create has settled. One that is left was left by a run that died, perhaps on another machine, and what it sent may still
 * appear. The note's name is a digest, so it tells nothing about whom it concerns.
 */
export class Intent {
  readonly #notes: Notes;
  readonly #serviceTime: () => number;
  readonly #name: string;

  constructor(what: readonly unknown[], notes: Notes, serviceTime: () => number) {
    this.#notes = notes;
    this.#serviceTime = serviceTime;
    this.#name = `${createHash("sha256").update(JSON.stringify(what)).digest("hex")}.json`;
  }

  /** When a run that died has sent the same, in milliseconds since 1970 by the service's clock. */
  async left(): Promise<number | undefined> {
    const text = await this.#notes.read(this.#name);
    if (text === undefined) {
      return undefined;
    }
    const moment = momentIn(text);
    if (moment === undefined) {
      throw unreadableNote(this.#notes.where(this.#name), "it does not tell when something was sent");
    }
    return moment;
  }

  async note(): Promise<void> {
    await this.#notes.write(this.#name, JSON.stringify({ at: this.#serviceTime() }));
  }

  async remove(): Promise<void> {
    await this.#notes.remove(this.#name);
  }

  /** The same when all is done: a note that stays makes a later run wait, which is no reason to fail now. */
  async forget(): Promise<void> {
    await this.remove().catch((error: unknown) =>
      say(`Warning: ${error instanceof Error ? error.message : String(error)}`),
    );
  }
}

/** Undefined where the text tells none, or one that no calendar has. */
function momentIn(text: string): number | undefined {
  try {
    const note = JSON.parse(text) as { at?: unknown } | null;
    const at = typeof note?.at === "number" ? note.at : NaN;
    return Number.isNaN(new Date(at).getTime()) ? undefined : at;
  } catch {
    return undefined;
  }
}
