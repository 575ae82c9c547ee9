/**
 * Values that the service allows only once at a time, such as a code on a lock, and that resources of one run hand over
 * to each other. In a circle, none of them can start.
 */
export class Moves {
  readonly #moves = new Map<string, { readonly to: string; readonly owner: string }>();

  /** Notes a move. If it closes a circle, returns the owners in that circle. */
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
