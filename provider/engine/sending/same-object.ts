import type { Kind } from "../kind/kind";

/** Otherwise the state would describe another object from then on. */
export function requireSame(kind: Kind, before: object, updated: object): void {
  const id = kind.idOf(before);
  if (kind.idOf(updated) !== id) {
    throw new Error(
      `${kind.label(kind.show(before))} (id ${id}) was changed, but the service answered with another one (id ${kind.idOf(updated)}). The answer ` +
        "was not used. Preview again, and look at both in the app.",
    );
  }
}
