import { createHash } from "node:crypto";
import { z } from "zod";
import { say } from "../messages/lines";
import { type Notes, unreadableNote } from "./notes";

/** The last moment that a JavaScript date can hold. */
const LAST_MOMENT = 8.64e15;

const noteSchema = z.object({
  at: z.number().min(-LAST_MOMENT).max(LAST_MOMENT),
  notIt: z.array(z.string()).default([]),
});

/** What is known about a create that an earlier run sent. */
export interface Sent {
  /** When, in milliseconds since 1970 by the service's clock. */
  readonly at: number;
  /** Ids that existed before, so that none of them is what was sent. */
  readonly notIt: readonly string[];
}

/**
 * A note about what was sent, and when. It is written before a create that would make two objects if it were sent
 * twice, and before the delete of a young object. The note of a create is removed once the outcome is clear. If one is
 * left, it comes from a run that died, perhaps on another machine, and what that run sent may still appear. The note's
 * name is a digest, so it does not reveal whom it concerns.
 */
export class JournalEntry {
  readonly #notes: Notes;
  readonly #serviceTime: () => number;
  readonly #name: string;
  /** The name that an older release gave the same note. */
  readonly #oldName: string | undefined;

  constructor(
    what: readonly unknown[],
    notes: Notes,
    serviceTime: () => number,
    inOldWords?: readonly unknown[],
  ) {
    this.#notes = notes;
    this.#serviceTime = serviceTime;
    this.#name = nameOf(what);
    this.#oldName = inOldWords && nameOf(inOldWords);
  }

  async read(): Promise<Sent | undefined> {
    return (
      (await this.#leftAs(this.#name)) ??
      (this.#oldName === undefined ? undefined : await this.#leftAs(this.#oldName))
    );
  }

  async #leftAs(name: string): Promise<Sent | undefined> {
    const text = await this.#notes.read(name);
    if (text === undefined) {
      return undefined;
    }
    const left = leftIn(text);
    if (left === undefined) {
      throw unreadableNote(this.#notes.where(name), "it does not say when something was sent");
    }
    return left;
  }

  async write(sent: Sent = { at: this.#serviceTime(), notIt: [] }): Promise<void> {
    await this.#notes.write(this.#name, JSON.stringify(sent));
  }

  async remove(): Promise<void> {
    await this.#notes.remove(this.#name);
    if (this.#oldName !== undefined) {
      await this.#notes.remove(this.#oldName);
    }
  }

  /**
   * Like `remove`, but for when everything is done. A note that stays only makes a later run wait, which is no reason
   * to fail now.
   */
  async forget(): Promise<void> {
    await this.remove().catch((error: unknown) =>
      say(`Warning: ${error instanceof Error ? error.message : String(error)}`),
    );
  }
}

function nameOf(what: readonly unknown[]): string {
  return `${createHash("sha256").update(JSON.stringify(what)).digest("hex")}.json`;
}

/** Undefined if the text contains no time, or one that no date can hold. */
function leftIn(text: string): Sent | undefined {
  try {
    return noteSchema.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}
