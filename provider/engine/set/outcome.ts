import { LinesError, spokenError } from "../messages/lines";
import type { Bag } from "../values/bag";
import { IncompleteError } from "../values/outputs";
import { placeNames } from "./lines";
import type { BoundSet } from "./members";

/** The outcome for each object of a set: what the state should record, and what went wrong. */
export class Outcome {
  readonly states = new Map<string, Bag>();
  readonly #failures = new Map<string, string>();
  /** In the order of the declaration, no matter which fails first. */
  readonly #places: string[] = [];

  /** Does the work for an object and records the result. After a failure, that is what the error carries, or else `before`. */
  async record(place: string, before: Bag | undefined, work: () => Promise<Bag | undefined>): Promise<void> {
    this.#places.push(place);
    try {
      this.#keep(place, await work());
    } catch (error) {
      this.#keep(place, error instanceof IncompleteError ? error.properties : before);
      this.#failures.set(place, spokenError(error));
    }
  }

  /** The error that names the places that are not done, and why; undefined if all are done. */
  async failure(set: BoundSet, inputs: Bag, of: number): Promise<Error | undefined> {
    if (this.#failures.size === 0) {
      return undefined;
    }
    const places = this.#places.filter((place) => this.#failures.has(place));
    const named = await placeNames(set, places, inputs);
    // A reason that many places share is printed once.
    const lines = [...new Set(places.map((place) => this.#failures.get(place)))].map((why) => {
      const sharing = places.filter((place) => this.#failures.get(place) === why);
      return `- ${sharing.map((place) => named.get(place)).join(", ")}: ${why ?? ""}`;
    });
    const count = this.#failures.size;
    const [are, these] = count === 1 ? ["is", "this one"] : ["are", "these"];
    const others = of - count === 1 ? "The other one is" : "The others are";
    const rest = count < of ? ` ${others}, and the next run continues with ${these} only.` : "";
    const head = `${set.label(inputs)}: ${count} of ${of} ${set.noun}s ${are} not done.${rest}`;
    return new LinesError([head, ...lines]);
  }

  #keep(place: string, state: Bag | undefined): void {
    if (state !== undefined) {
      this.states.set(place, state);
    }
  }
}
