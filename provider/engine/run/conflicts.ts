import type { Move } from "../kind/kind";
import { ownerName } from "../values/urn";

/**
 * What each resource declares that no other resource of the program may declare. An error names both of the resources
 * that collide.
 */
export class Collisions {
  readonly #declared = new Map<string, string>();
  readonly #keys = new Map<string, Set<string>>();

  /** Another resource that declares the same; undefined if there is none. */
  declare(key: string, owner: string): string | undefined {
    const first = this.#declared.get(key);
    if (first === undefined || first === owner) {
      this.#declared.set(key, owner);
      this.#keys.set(owner, (this.#keys.get(owner) ?? new Set()).add(key));
      return undefined;
    }
    return first;
  }

  /** A resource is checked again, so what it declared before no longer counts. */
  forget(owner: string): void {
    for (const key of this.#keys.get(owner) ?? []) {
      this.#declared.delete(key);
    }
    this.#keys.delete(owner);
  }
}

/** Resources that want each other's values. */
export interface Circle {
  readonly owners: readonly string[];
  readonly what: string;
}

/**
 * Values that the service allows only once at a time, such as a code on a lock, and that resources of one run hand over
 * to each other. In a circle, none of them can start.
 */
export class Moves {
  readonly #moves = new Map<string, { readonly to: string; readonly owner: string; readonly what: string }>();

  /** Notes a move. If it closes a circle, returns that circle. */
  add({ what, from, to }: Move, owner: string): Circle | undefined {
    this.#moves.set(from, { to, owner, what });
    return this.circleOf(owner);
  }

  /** The circle in which this owner waits for a value of a resource that waits for it in turn. */
  circleOf(owner: string): Circle | undefined {
    for (const { to, owner: mover, what } of this.#moves.values()) {
      const owners = mover === owner ? this.#circleFrom(to, owner) : undefined;
      if (owners !== undefined) {
        return { owners, what };
      }
    }
    return undefined;
  }

  #circleFrom(to: string, owner: string): string[] | undefined {
    const owners = [owner];
    let next = this.#moves.get(to);
    while (next !== undefined && owners.length <= this.#moves.size) {
      if (next.owner === owner) {
        return owners;
      }
      owners.push(next.owner);
      next = this.#moves.get(next.to);
    }
    return undefined;
  }
}

function pluralOf(what: string): string {
  return `${what}${what.endsWith("s") ? "es" : "s"}`;
}

export function circleError({ owners, what }: Circle): Error {
  return new Error(
    `${owners.map(ownerName).join(" and ")} cannot swap their ${pluralOf(what)} in one run, because the service allows each only once at a time. ` +
      `Give one of them another ${what} first, run, and set the wanted one in a second run.`,
  );
}
