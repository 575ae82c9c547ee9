import type { Match } from "./adopt";
import type { Bag } from "./bag";
import type { Kind } from "./kind";
import type { Session } from "./session";

/** The objects of a list that have the identity of a declaration. */
export function matchesOf(
  session: Session,
  kind: Kind,
  listed: ReadonlyMap<string, object>,
  wanted: Bag,
): Match[] {
  const compared = kind.comparedAtCreation(wanted);
  return [...listed].flatMap(([id, live]) => {
    const shown = kind.show(live);
    if (!kind.isMatch(wanted, shown)) {
      return [];
    }
    const created = Date.parse(kind.spec.createdAt(live) ?? "");
    return [
      {
        id,
        equal: kind.differences(compared, shown).length === 0,
        ageMs: Number.isNaN(created) ? undefined : session.api.serviceTime() - created,
        recoverable: kind.spec.recoverable?.(live, wanted) ?? false,
        busy: kind.spec.asynchronous?.busy(live) ?? false,
      },
    ];
  });
}
