/**
 * Values of which the service allows one at a time, such as a code on a lock, and which resources of one run hand on
 * to each other. In a circle nobody can begin.
 */
export class Moves {
  readonly #moves = new Map<string, { readonly to: string; readonly owner: string }>();

  /** Notes a move; the owners of the circle that it closes, if it closes one. */
  add(from: string, to: string, owner: string): string[] | undefined {
    this.#moves.set(from, { to, owner });
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
