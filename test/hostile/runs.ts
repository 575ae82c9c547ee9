import { appendFileSync } from "node:fs";
import fc from "fast-check";

const environment = process.env;

/**
 * Tries a property with hostile values: a few times in `npm test`, as often as requested in `npm run test:hostile`. The
 * tries are counted. A failure prints the seed and the smallest value that fails.
 */
export async function holds<T>(
  what: string,
  fewRuns: number,
  values: fc.Arbitrary<T>,
  property: (value: T) => void | Promise<void>,
): Promise<void> {
  // A failed build must fail again. The campaign asks for another seed.
  const seed = Number(environment["SMARTLOCK_HOSTILE_SEED"] ?? "6");
  let tried = 0;
  try {
    await fc.assert(
      fc.asyncProperty(values, async (value) => {
        tried += 1;
        await property(value);
      }),
      {
        numRuns: Number(environment["SMARTLOCK_HOSTILE_RUNS"] ?? fewRuns),
        // The search for the smallest example must end before the test does, so that the finding is reported.
        ...(environment["SMARTLOCK_HOSTILE_RUNS"] === undefined && { interruptAfterTimeLimit: 200_000 }),
        seed,
      },
    );
  } finally {
    count(what, tried);
  }
}

/** Adds to the figures of the campaign, if there is one. */
export function count(what: string, tried: number): void {
  const file = environment["SMARTLOCK_HOSTILE_FIGURES"];
  if (file !== undefined) {
    appendFileSync(file, `${JSON.stringify({ what, tried })}\n`);
  }
}
