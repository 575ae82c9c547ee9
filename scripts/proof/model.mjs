// `npm run test:model -- --runs 10000 --seed 6`: random histories of an account, each healed and compared with what was declared.
import { parseArgs } from "node:util";
import { build } from "../bootstrap/build.mjs";
import { PlainError, reportFailure } from "../report.mjs";
import { ROOT } from "../root.mjs";
import { tellFigures } from "./figures.mjs";
import { runOnEachProcessor } from "./tests.mjs";

/** A campaign of at least this many runs must tell each lie at least `LEAST` times. */
const LONG = 10_000;
const LEAST = 200;

try {
  const { values } = parseArgs({
    options: { runs: { type: "string", default: "10000" }, seed: { type: "string" } },
  });
  const runs = Number(values.runs);
  const seed = Number(values.seed ?? Math.floor(Math.random() * 2 ** 30));
  await build(ROOT);
  const { passed, seeds, minutes, counts } = await runOnEachProcessor(
    ["test/model/model"],
    runs,
    seed,
    (own, share, place) => ({
      SMARTLOCK_MODEL_RUNS: share,
      SMARTLOCK_MODEL_SEED: own,
      SMARTLOCK_MODEL_FIGURES: place,
    }),
  );
  tellFigures({ ...counts, seeds, minutes });
  if (!passed) {
    throw new PlainError("A promise was broken; see above for a test that shows it.");
  }
  const rare = Object.entries(counts).filter(
    ([what, times]) => what.startsWith("lies told, ") && times < LEAST,
  );
  if (runs >= LONG && rare.length > 0) {
    throw new PlainError(
      `Told less than ${LEAST} times: ${rare.map(([what, times]) => `${what} (${times})`).join("; ")}.`,
    );
  }
} catch (error) {
  reportFailure(error);
}
