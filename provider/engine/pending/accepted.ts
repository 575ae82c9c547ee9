import type { Sent } from "../journal/journal";
import type { MayBe } from "../looking/by-exclusion";

/** Each time that something was sent and may have been made, the first time first. */
export type Sends = readonly [Sent, ...Sent[]];

/** Accepted by the service, or perhaps accepted, but not shown yet. */
export interface Accepted {
  readonly sends: Sends;
  /** The failure of the send, if nobody knows whether the service accepted it. */
  readonly lostAnswer?: Error;
  /** Why it has not been seen, if there is another reason than the time limit. */
  readonly trouble?: unknown;
  /** What may be it, in the same place. */
  readonly mayBe?: MayBe;
}

export function isAccepted(result: Accepted | { readonly live: object }): result is Accepted {
  return !("live" in result);
}
