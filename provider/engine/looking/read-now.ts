import { unlessMistaken } from "../lists/absence";
import { spokenError } from "../messages/lines";
import type { BoundKind } from "../run/bound-kind";

/**
 * What a read by the id shows at this moment, of something that a list shows. Lists may be late. Without `live`, `why` says
 * why nothing was read; the service has no such request for some kinds, and then there is nothing to say.
 */
export interface ReadNow {
  readonly live?: object;
  readonly why?: string;
}

/** Never fails because of the service: the caller has a list, and knows what follows if that is all there is. */
export async function readNow(kind: BoundKind, id: string): Promise<ReadNow> {
  const view = kind.collection(kind.parts(id));
  if (!view.collection.readsById) {
    return {};
  }
  try {
    const live = await view.readAgain(id);
    return live === undefined ? { why: "a read by its id says that there is no such object" } : { live };
  } catch (error) {
    unlessMistaken(error);
    return { why: spokenError(error) };
  }
}
