import { type Bag, hidden } from "./bag";
import { STATE_VERSION } from "./outputs";

/**
 * Brings stored outputs to the form of today. There has been one form so far. State of a later release is refused: an
 * older one would not know what it means, and could take for deleted or changed what is not.
 */
export function migrate(state: Bag): Bag {
  const version = state[hidden.version];
  if (typeof version === "number" && version > STATE_VERSION) {
    throw new Error(
      `The state was written by a later release of pulumi-smartlock (form ${version}, this one knows ${STATE_VERSION}). ` +
        "Nothing was changed. Install that release or a later one.",
    );
  }
  return state;
}
