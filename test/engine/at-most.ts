import type { DeleteLimit } from "../../provider/engine/run/settings/guards";

/** A delete limit set by a test. */
export function atMost(most: number): DeleteLimit {
  return { most, setBy: [{ source: "this test", howToChange: "change the test" }] };
}
