import type { DeleteLimit } from "../../provider/engine/guards";

/** A limit of deletes that a test sets. */
export function atMost(most: number): DeleteLimit {
  return { most, setBy: [{ source: "this test", howToChange: "change the test" }] };
}
