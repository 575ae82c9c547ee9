import type { Kind } from "../kind/kind";
import type { Content } from "../kind/spec";
import { mayTellAbsence, UnprovenError } from "../lists/absence";
import { say } from "../messages/lines";
import { manyOf } from "../messages/names";
import type { BoundKind } from "../run/bound-kind";
import type { Bag } from "../values/bag";
import { isProvenMissing, type SoughtToDelete } from "./locate";

/** Says what was deleted with an object because of `deleteContents`, for people who only meant the object itself. */
export function sayContentsGone(
  kind: Kind,
  id: string,
  state: Bag,
  held: readonly Content[] | undefined,
): void {
  const what = `${kind.label(state)} (id ${id})`;
  const [first] = held ?? [];
  if (held === undefined) {
    say(
      `Warning: ${what}: everything that it still held was deleted with it (deleteContents). What that was could not be read.`,
    );
  } else if (first !== undefined) {
    const [type = ""] = first.object.split(" ");
    const were = held.length === 1 ? `1 ${type} was` : `${held.length} ${type}s were`;
    say(`${what}: ${were} deleted with it (deleteContents): ${manyOf(held.map(({ words }) => words))}.`);
  }
}

/**
 * Objects that others made are deleted too only if the user allows it. Then they count, because nobody creates them
 * again. Otherwise they are looked for even if the object seems to be gone: if it is not, they would be deleted with it.
 * Undefined if they may go and could not be read, and either nobody counts or the object itself is gone.
 */
export async function contentsToGo(
  kind: BoundKind,
  id: string,
  state: Bag,
  sought: SoughtToDelete,
): Promise<readonly Content[] | undefined | "refused with what is gone"> {
  const mayGo = state["deleteContents"] === true;
  const isGone = async (): Promise<boolean> =>
    sought.is === "refused" ||
    (sought.is === "unlisted" && sought.why === undefined && (await isProvenMissing(kind, id)));
  try {
    return await contentsNow(kind, id, state, mayGo);
  } catch (error) {
    if (mayGo && (await isGone())) {
      return undefined;
    }
    if (!mayGo && mayTellAbsence(error) && (await isGone())) {
      return "refused with what is gone";
    }
    if (mayGo && !kind.session.deleteGuard.isSet) {
      return undefined;
    }
    throw mayGo ? uncounted(kind, id, state, error) : untold(kind, id, state, error);
  }
}

/** What the object holds when nothing of it is being deleted any more. Fails if there is something that must stay. */
async function contentsNow(
  kind: BoundKind,
  id: string,
  state: Bag,
  mayGo: boolean,
): Promise<readonly Content[]> {
  // Contents that are declared without a reference to their holder are deleted at the same time.
  for (const { object } of await kind.contents(id)) {
    await kind.session.claims.waitForDeletion(object);
  }
  const contents = await kind.contents(id);
  if (contents.length > 0 && !mayGo) {
    throw new Error(
      `${kind.label(state)} (id ${id}) was not deleted: it still holds ${manyOf(contents.map(({ words }) => words))}, which this ` +
        "run did not delete and which would be deleted with it. Delete that first. Or, if all of it may be deleted: put it back into the program " +
        "with deleteContents: true, run `pulumi up`, and then remove it.",
    );
  }
  return contents;
}

function untold(kind: Kind, id: string, state: Bag, error: unknown): unknown {
  return error instanceof UnprovenError
    ? new Error(
        `${kind.label(state)} (id ${id}) was not deleted: it is not known what would be deleted with it: ${error.message}. Run again later. If ` +
          "everything it holds may be deleted, declare it with deleteContents: true, run `pulumi up`, and then remove it.",
      )
    : error;
}

function uncounted(kind: Kind, id: string, state: Bag, error: unknown): Error {
  const why = error instanceof Error ? error.message : String(error);
  return new Error(
    `${kind.label(state)} (id ${id}) was not deleted: what would be deleted with it could not be counted for smartlock:maxDeletes. Use a ` +
      `token that may list it, or unset smartlock:maxDeletes for this run. ${why}`,
  );
}
