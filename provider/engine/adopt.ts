import type { AdoptionPolicy } from "./steering";

const RECOVERABLE_AGE_MS = 24 * 60 * 60 * 1000;

/** An object of the service that has the identity of the one that is about to be created. */
export interface Match {
  readonly id: string;
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
const TAKE_DIFFERENT = `To take it over, set adopt: "always" (it is changed to the declaration), ${OTHER_WAYS}`;

/** Decides whether to create, to take over the existing object, or to leave it to a person. */
export function decideAdoption(
  policy: AdoptionPolicy,
  matches: readonly Match[],
  onlyAlways?: string,
): Adoption {
  const [match, ...others] = matches;
  if (match === undefined) {
    return { do: "create" };
  }
  if (others.length > 0) {
    const ids = matches.map(({ id }) => id).join(", ");
    return {
      do: "refuse",
      why: `the service has ${matches.length} of them (ids ${ids}). Delete or rename all but one.`,
    };
  }
  if (match.busy) {
    return {
      do: "refuse",
      why: `it exists already (id ${match.id}) and an operation on it is under way. Try again later.`,
    };
  }
  if (onlyAlways !== undefined && policy !== "always") {
    return { do: "refuse", why: `it exists already (id ${match.id}). ${onlyAlways}` };
  }
  if (match.lost !== undefined && policy !== "always") {
    return {
      do: "refuse",
      why:
        `it exists already (id ${match.id}), and the service does not show its ${match.lost} a second time. To register it anew, set ` +
        'adopt: "always"; or delete it by hand and run again.',
    };
  }
  switch (policy) {
    case "always":
      return { do: "adopt", id: match.id };
    case "never":
      return { do: "refuse", why: `it exists already (id ${match.id}) and adopt is "never".` };
    case "same":
      return match.differences.length === 0 ? { do: "adopt", id: match.id } : refuseDifferent(match);
    case "recover":
      return recover(match);
  }
}

function refuseDifferent({ id, differences }: Match): Adoption {
  return {
    do: "refuse",
    why: `it exists already (id ${id}) and differs from the declaration: ${differences.join(", ")}. ${TAKE_DIFFERENT}`,
  };
}

/**
 * Adopts only what a crashed run of ours can have left behind: an object that is young, and equal in everything that
 * was sent.
 */
function recover(match: Match): Adoption {
  if (match.differences.length > 0) {
    return refuseDifferent(match);
  }
  if (match.ageMs === undefined ? !match.recoverable : match.ageMs > RECOVERABLE_AGE_MS) {
    const age =
      match.ageMs === undefined
        ? "and the service does not tell whether a run of ours has made it"
        : "and is not from a run of the last 24 hours";
    return {
      do: "refuse",
      why: `it exists already (id ${match.id}) ${age}. ${TAKE_EQUAL}`,
    };
  }
  return { do: "adopt", id: match.id };
}
