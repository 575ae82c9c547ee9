import type { AdoptionWords } from "../kind/spec";
import type { AdoptionPolicy } from "../kind/steering";
import type { Listing } from "../lists/listing";
import type { BoundKind } from "../run/bound-kind";
import { namesFor } from "../run/names-for";
import type { Bag } from "../values/bag";
const RECOVERABLE_AGE_MS = 24 * 60 * 60 * 1000;

/** An object of the service that has the identity of the one that is about to be created. */
export interface Match {
  readonly id: string;
  /** Its name in messages. */
  readonly label: string;
  /** How it differs from the declaration in the fields that the create call takes, in words. */
  readonly differences: readonly string[];
  /** By the service's own clock; undefined if the service does not say. */
  readonly ageMs: number | undefined;
  /** It is safe to assume that a crashed run left it, although nobody knows its age. */
  readonly recoverable: boolean;
  /** An operation on it is in progress. Its values may still change, so it is not adopted. */
  readonly busy: boolean;
  /** Names what only the answer to the create contained, if the object is useless without it. */
  readonly lost?: string | undefined;
}

export type Adoption =
  | { readonly do: "create" }
  | { readonly do: "adopt"; readonly id: string }
  | { readonly do: "refuse"; readonly why: string };

const OTHER_WAYS = "or import it; if the resource was renamed in the program, give it an alias.";

const TAKE_EQUAL = `To take it over, set adopt: "same", ${OTHER_WAYS}`;

const TAKE_DIFFERENT = `To take it over, set adopt: "always" (it is changed to match), ${OTHER_WAYS}`;

/** Decides whether to create, to take over the existing object, or to leave it to a person. */
export function decideAdoption(
  policy: AdoptionPolicy,
  matches: readonly Match[],
  words: AdoptionWords,
): Adoption {
  const { onlyAlways } = words;
  const [match, ...others] = matches;
  if (match === undefined) {
    return { do: "create" };
  }
  if (others.length > 0) {
    const ids = matches.map(({ id }) => id).join(", ");
    return {
      do: "refuse",
      why:
        `the service has ${matches.length} of them (ids ${ids}). ` +
        (words.isTellableByName
          ? "Delete or rename all but one."
          : "Delete all but one; renaming does not help."),
    };
  }
  if (match.busy) {
    return {
      do: "refuse",
      why: `${existing(match, words)}, and an operation on it is under way. Try again later.`,
    };
  }
  if (onlyAlways !== undefined && policy !== "always") {
    return { do: "refuse", why: `${existing(match, words)}. ${onlyAlways}` };
  }
  if (match.lost !== undefined && policy !== "always") {
    return {
      do: "refuse",
      why:
        `it already exists (id ${match.id}), and the service does not show its ${match.lost} again. To register it again, set ` +
        'adopt: "always"; or delete it by hand and run again.',
    };
  }
  switch (policy) {
    case "always":
      return { do: "adopt", id: match.id };
    case "never":
      return {
        do: "refuse",
        why: `${existing(match, words)}, and adopt is "never". ${adviceOn(match, words)}`,
      };
    case "same":
      return match.differences.length === 0 ? { do: "adopt", id: match.id } : refuseDifferent(match, words);
    case "recover":
      return recover(match, words);
  }
}

function refuseDifferent(match: Match, words: AdoptionWords): Adoption {
  return {
    do: "refuse",
    why: `${existing(match, words)} and differs from the declaration: ${match.differences.join("; ")}. ${adviceOn(match, words)}`,
  };
}

function adviceOn({ differences }: Match, { taken }: AdoptionWords): string {
  if (differences.length === 0) {
    return TAKE_EQUAL;
  }
  return taken === undefined ? TAKE_DIFFERENT : [taken.advice, taken.orTakeOver ?? []].flat().join(" ");
}

/** The existing object. If the identity is one that somebody uses, such as a code, its holder is named. */
function existing({ id, label, differences }: Match, { taken }: AdoptionWords): string {
  return taken === undefined || differences.length === 0
    ? `it already exists (id ${id})`
    : `its ${taken.what} is taken by ${label} (id ${id}), which already exists`;
}

/**
 * Adopts only what a crashed run of ours can have left behind: an object that is young, and equal in everything that
 * was sent.
 */
function recover(match: Match, words: AdoptionWords): Adoption {
  if (match.differences.length > 0) {
    return refuseDifferent(match, words);
  }
  if (match.ageMs === undefined ? !match.recoverable : match.ageMs > RECOVERABLE_AGE_MS) {
    const age =
      match.ageMs === undefined
        ? "and the service does not say whether a run of ours made it"
        : "and is not from a run of the last 24 hours";
    return {
      do: "refuse",
      why: `it already exists (id ${match.id}) ${age}. ${TAKE_EQUAL}`,
    };
  }
  return { do: "adopt", id: match.id };
}

/** The objects in a list that have the identity of a declaration. */
export async function matchesOf(kind: BoundKind, listed: Listing<object>, wanted: Bag): Promise<Match[]> {
  const matching = kind.matching(listed, wanted);
  if (matching.length === 0) {
    return [];
  }
  const names = await namesFor(kind, {});
  return matching.map(([id, live]) => {
    const created = Date.parse(kind.createdAt(live) ?? "");
    const shown = kind.show(live);
    return {
      id,
      label: kind.label(shown),
      differences: kind
        .differencesFromCreate(wanted, shown)
        .map((field) => kind.differenceInWords(field, wanted, shown, names) ?? `another ${field}`),
      ageMs: Number.isNaN(created) ? undefined : kind.session.api.serviceTime() - created,
      recoverable: kind.spec.adoption?.recoverable?.(live, wanted) ?? false,
      busy: kind.spec.asynchronous?.busy(live) ?? false,
      lost: kind.spec.adoption?.lostWithAnswer?.(live),
    };
  });
}
