import type { Match } from "./adopt";
import type { Bag } from "./bag";
import type { Kind } from "./kind";
import type { Listing } from "./listing";
import { namesFor } from "./plan";
import type { Session } from "./session";

/** The objects in a list that have the identity of a declaration. */
export async function matchesOf(
  session: Session,
  kind: Kind,
  listed: Listing<object>,
  wanted: Bag,
): Promise<Match[]> {
  const matching = kind.matching(listed, wanted);
  if (matching.length === 0) {
    return [];
  }
  const names = await namesFor(session, kind, {});
  return matching.map(([id, live]) => {
    const created = Date.parse(kind.spec.createdAt(live) ?? "");
    const shown = kind.show(live);
    return {
      id,
      label: kind.label(shown),
      differences: kind
        .differencesFromCreate(wanted, shown)
        .map((field) => kind.differenceInWords(field, wanted, shown, names) ?? `another ${field}`),
      ageMs: Number.isNaN(created) ? undefined : session.api.serviceTime() - created,
      recoverable: kind.spec.recoverable?.(live, wanted) ?? false,
      busy: kind.spec.asynchronous?.busy(live) ?? false,
      lost: kind.spec.lostWithAnswer?.(live),
    };
  });
}
