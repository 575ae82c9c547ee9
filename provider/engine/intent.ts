import { createHash } from "node:crypto";
import { z } from "zod";
import { type Notes, unreadableNote } from "./notes";
import { say } from "./say";

/** The end of JavaScript's calendar. */
const LAST_MOMENT = 8.64e15;

const noteSchema = z.object({
  at: z.number().min(-LAST_MOMENT).max(LAST_MOMENT),
  notIt: z.array(z.string()).default([]),
});

/** What is known of a create that an earlier run has sent. */
export interface Sent {
  /** When, in milliseconds since 1970 by the service's clock. */
  readonly at: number;
  /** Ids that were there before: what was sent has not become one of these. */
  readonly notIt: readonly string[];
}

/**
 * A note, before a create of which the service would make two if asked twice, or before the delete of something young: what was
 * sent, and when. It goes when that has settled. One that is left was left by a run that died, perhaps on another machine, and what
 * it sent may still appear. The note's name is a digest, so it tells nothing about whom it concerns.
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

  async left(): Promise<Sent | undefined> {
    const text = await this.#notes.read(this.#name);
    if (text === undefined) {
      return undefined;
    }
    const left = leftIn(text);
    if (left === undefined) {
      throw unreadableNote(this.#notes.where(this.#name), "it does not tell when something was sent");
    }
    return left;
  }

  async note(sent: Sent = { at: this.#serviceTime(), notIt: [] }): Promise<void> {
    await this.#notes.write(this.#name, JSON.stringify(sent));
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

/** Undefined where the text tells no moment, or one that no calendar has. */
function leftIn(text: string): Sent | undefined {
  try {
    return noteSchema.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}
