// `npm run test:model -- --runs 10000 --seed 6`: random histories of an account, each healed and compared with what was declared.
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { build } from "../bootstrap/build.mjs";
import { PlainError, reportFailure, say } from "../report.mjs";
import { ROOT } from "../root.mjs";
import { tellFigures } from "./figures.mjs";
import { runTests, sumOf, told, withPlace } from "./tests.mjs";

/** A campaign of this length has told each lie at least so often. */
const LONG = 10_000;
const LEAST = 200;

try {
  const { values } = parseArgs({
    options: { runs: { type: "string", default: "10000" }, seed: { type: "string" } },
  });
  const runs = Number(values.runs);
  const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 30));
  // A process for each processor, each with a seed of its own.
  const workers = Math.min(availableParallelism(), runs);
  const seeds = Array.from({ length: workers }, (_, worker) => seed + worker);
  say(`${runs} histories, with the seeds ${seeds.join(", ")}.`);
  await build(ROOT);
  await withPlace(async (place) => {
    const started = Date.now();
    const codes = await Promise.all(
      seeds.map((own) =>
        runTests(["test/model/model"], {
          SMARTLOCK_MODEL_RUNS: String(Math.ceil(runs / workers)),
          SMARTLOCK_MODEL_SEED: String(own),
          SMARTLOCK_MODEL_FIGURES: place,
        }),
      ),
    );
    const minutes = Math.round((Date.now() - started) / 6_000) / 10;
    const counts = told(place).flatMap((of) => Object.entries(/** @type {Record<string, number>} */ (of)));
    const figures = sumOf(counts);
    tellFigures({ ...figures, seeds, minutes });
    const rare = Object.entries(figures).filter(
      ([what, times]) => what.startsWith("lies told, ") && times < LEAST,
    );
    if (codes.some((code) => code !== 0)) {
      throw new PlainError("A promise was broken; see above for a test that shows it.");
    }
    if (runs >= LONG && rare.length > 0) {
      throw new PlainError(
        `Told less than ${LEAST} times: ${rare.map(([what, times]) => `${what} (${times})`).join("; ")}.`,
      );
    }
  });
} catch (error) {
  reportFailure(error);
}
