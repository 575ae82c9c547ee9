import fc from "fast-check";
import { figures } from "./figures";
import { histories } from "./random-history";
import { readyMadeTest } from "./ready-made-test";
import { replay, stopWorld } from "./replay";

const runs = Number(process.env["SMARTLOCK_MODEL_RUNS"] ?? 200);
const seed = Number(process.env["SMARTLOCK_MODEL_SEED"] ?? 6);

/** On a machine that is busy with other tests. */
const LONGEST_HISTORY_MS = 10_000;

afterAll(async () => {
  await stopWorld();
  figures.write();
});

it(
  `keeps every promise in ${runs} histories of seed ${seed}`,
  async () => {
    let isFirst = true;
    const property = fc.asyncProperty(histories, async (history) => {
      try {
        await replay(history);
      } catch (error) {
        if (isFirst) {
          figures.tell(
            `A history failed and is made smaller, which takes a while.\n${readyMadeTest(history, error)}`,
          );
        }
        isFirst = false;
        throw error;
      }
      figures.count("histories");
      figures.progress(runs);
    });
    const { failed, counterexample, errorInstance } = await fc.check(property, { numRuns: runs, seed });
    const [smallest] = counterexample ?? [];
    expect(failed && smallest !== undefined ? readyMadeTest(smallest, errorInstance) : "").toBe("");
  },
  runs * LONGEST_HISTORY_MS,
);
