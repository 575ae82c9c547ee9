import type { AdoptionPolicy } from "../kind/steering";
import type { Bag } from "../values/bag";
import type { Session } from "./session";

/** What a resource declares, or else the settings. */
export function policyFor(session: Session, inputs: Bag): AdoptionPolicy {
  return (inputs["adopt"] as AdoptionPolicy | undefined) ?? session.settings.adopt;
}
