import type { Bag } from "../protocol/plugin";
import type { Declared } from "../protocol/test-engine";
import { type Doors, set } from "./doors";

/** The grant of the cleaners on the first door, as one authorization or as a set. */
export function cleaners(doors: Doors, where: string, inputs: Bag): Declared[] {
  return where === "of a set"
    ? [set("cleaners", { ...inputs, smartlockIds: [doors.id(0)] })]
    : [{ type: "Authorization", name: "cleaners", inputs: { ...inputs, smartlockId: doors.id(0) } }];
}
