import fc from "fast-check";
import { figures } from "./figures";
import { histories } from "./random-history";
import { readyMadeTest } from "./ready-made-test";
import { replay, stopWorld } from "./replay";

const runs = Number(process.env["SMARTLOCK_MODEL_RUNS"] ?? 80);
const seed = Number(process.env["SMARTLOCK_MODEL_SEED"] ?? 6);

/** For a machine that is busy with other tests. */
const LONGEST_HISTORY_MS = 10_000;
const LONGEST_SHRINKING_MS = 120_000;
/** Every failed history is printed as it was; this many of them are also shrunk. */
const MOST_SHRUNK = 5;

afterAll(async () => {
  await stopWorld();
  figures.write();
});

it(
  `keeps every promise in ${runs} histories of seed ${seed}`,
  async () => {
    const failed: number[] = [];
    let run = 0;
    // Goes on after a failure, so that one long campaign shows all its findings at once.
    await fc.assert(
      fc.asyncProperty(histories, async (history) => {
        try {
          await replay(history);
        } catch (error) {
          failed.push(run);
          figures.tell(`A history failed.\n${readyMadeTest(history, error)}`);
        }
        run += 1;
        figures.count("histories");
        figures.progress(runs);
      }),
      { numRuns: runs, seed },
    );
    const tests: string[] = [];
    for (const number of failed.slice(0, MOST_SHRUNK)) {
      tests.push(await smallest(number));
    }
    expect(tests.join("")).toBe("");
  },
  runs * LONGEST_HISTORY_MS,
);

/** A test that fails like the history with this number, shrunk. */
async function smallest(number: number): Promise<string> {
  const { counterexample, errorInstance } = await fc.check(fc.asyncProperty(histories, replay), {
    numRuns: runs,
    seed,
    path: String(number),
    interruptAfterTimeLimit: LONGEST_SHRINKING_MS,
  });
  return counterexample === null
    ? `History ${number} failed once, and did not fail again.`
    : readyMadeTest(counterexample[0], errorInstance);
}
