import { type Bag, hidden } from "./bag";
import { STATE_VERSION } from "./outputs";

/**
 * Converts stored outputs to the current form. There has been only one form so far. State from a later release is
 * refused: an older release would not know what it means, and could treat objects as deleted or changed that are not.
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
