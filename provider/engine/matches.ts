import type { Match } from "./adopt";
import type { Bag } from "./bag";
import type { Kind } from "./kind";
import type { Listing } from "./listing";
import type { Session } from "./session";

/** The objects in a list that have the identity of a declaration. */
export function matchesOf(session: Session, kind: Kind, listed: Listing<object>, wanted: Bag): Match[] {
  return kind.matching(listed, wanted).map(([id, live]) => {
    const created = Date.parse(kind.spec.createdAt(live) ?? "");
    const shown = kind.show(live);
    return {
      id,
      differences: kind
        .differencesFromCreate(wanted, shown)
        .map((field) =>
          kind.isSecret(field)
            ? `another ${field}`
            : `${field} is ${kind.words(field, kind.comparable(field, wanted, shown))}, declared ${kind.words(field, wanted[field])}`,
        ),
      ageMs: Number.isNaN(created) ? undefined : session.api.serviceTime() - created,
      recoverable: kind.spec.recoverable?.(live, wanted) ?? false,
      busy: kind.spec.asynchronous?.busy(live) ?? false,
      lost: kind.spec.lostWithAnswer?.(live),
    };
  });
}
