import { alteredIn, asDeclared } from "../kind/altered";
import type { Listing } from "../lists/listing";
import type { BoundKind } from "../run/bound-kind";
import type { Bag } from "../values/bag";
import { labelOf } from "./settle";

const NOBODY = "";

interface Twin {
  readonly id: string;
  readonly words: string;
}

/**
 * Objects with the same identity that belong to no resource of this run: a dead run left them, or they arrived late.
 * Nothing else would ever report them. If the service seemed to have altered the name, what was made may have come
 * later, under its own name.
 */
function twinsOf(kind: BoundKind, listed: Listing<object>, id: string, shown: Bag, owner: string): Twin[] {
  const twinsAs = (identity: Bag, how: string): Twin[] =>
    kind
      .matching(listed, identity)
      .filter(
        ([other]) => other !== id && kind.session.claims.otherOwner(kind.object(other), owner) === undefined,
      )
      .map(([other]) => ({ id: other, words: `another ${kind.spec.type} with ${how} (id ${other})` }));
  const made = asDeclared(shown, alteredIn(shown));
  return [
    ...twinsAs(shown, `the same ${kind.identity(shown).join(", ")}`),
    ...(kind.isMatch(made, shown)
      ? []
      : twinsAs(made, `the name that this was created with: ${kind.label(made)}`)),
  ];
}

/** Warns about twins of an object that exists, from the list of the run. An error would block the rest of the stack. */
export async function sayTwins(kind: BoundKind, id: string, shown: Bag, owner: string): Promise<void> {
  const listed = await kind.collection(shown).known();
  for (const { words } of twinsOf(kind, listed, id, shown, owner)) {
    kind.session.sayOnce(
      `Warning: ${await labelOf(kind, shown)} (id ${id}) has a twin: ${words}. ` +
        `Unless this run deletes that one, ${
          kind.isTellableByName(shown)
            ? "delete or rename one of them."
            : "delete it by hand if it is not wanted. Renaming does not help."
        }`,
    );
  }
}

/** The same for an object that is not shown but assumed to exist. An object that took its place may exist as well. */
export async function sayTwinsOfUnseen(
  kind: BoundKind,
  id: string,
  state: Bag,
  owner: string,
): Promise<void> {
  const shown = { ...state, ...kind.parts(id) };
  if (kind.collection(shown).isAtHand) {
    await sayTwins(kind, id, shown, owner);
  }
}

/** Warns about twins that remain after an object is gone: they still do what it did. */
export async function sayTwinsOf(
  kind: BoundKind,
  id: string,
  state: Bag,
  what: "was deleted" | "is gone",
  /** Ids that are deleted next. */
  going: readonly string[] = [],
): Promise<void> {
  const listed = await kind.collection(kind.parts(id)).known();
  const shown = { ...state, ...kind.parts(id) };
  // An object that took its place belongs to the same resource, and is not a twin.
  const twins = twinsOf(kind, listed, id, shown, NOBODY);
  for (const { words } of twins.filter((twin) => !going.includes(twin.id))) {
    kind.session.sayOnce(
      `Warning: ${await labelOf(kind, shown)} (id ${id}) ${what}, but a twin of it remains: ${words}. ` +
        "Delete it by hand if it is not wanted either.",
    );
  }
}
