import type { Kind } from "../kind/kind";

/** Otherwise the state would describe another object from then on. */
export function requireSame(kind: Kind, id: string, updated: object): void {
  if (kind.idOf(updated) !== id) {
    throw new Error(
      `${kind.spec.type} ${id} was changed, but the service answered with another one (id ${kind.idOf(updated)}). The answer ` +
        "was not used. Preview again, and look at both in the app.",
    );
  }
}
