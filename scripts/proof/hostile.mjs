// `npm run test:hostile -- --runs 2000 --seed 6`: hostile declarations, states, answers and services; `--runs` tries per property.
import { parseArgs } from "node:util";
import { build } from "../bootstrap/build.mjs";
import { PlainError, reportFailure, say } from "../report.mjs";
import { ROOT } from "../root.mjs";
import { tellFigures } from "./figures.mjs";
import { runTests, sumOf, told, withPlace } from "./tests.mjs";

try {
  const { values } = parseArgs({
    options: { runs: { type: "string", default: "2000" }, seed: { type: "string" } },
  });
  const seed = values.seed ?? String(Math.floor(Math.random() * 2 ** 31));
  say(`Each property is tried ${values.runs} times, with the seed ${seed}.`);
  await build(ROOT);
  await withPlace(async (place) => {
    const code = await runTests(["--verbose", "test/hostile"], {
      SMARTLOCK_HOSTILE_RUNS: values.runs,
      SMARTLOCK_HOSTILE_SEED: seed,
      SMARTLOCK_HOSTILE_FIGURES: place,
    });
    const tried = told(place).map((line) => /** @type {{ what: string, tried: number }} */ (line));
    tellFigures({
      ...sumOf(tried.map(({ tried: times }) => ["hostile inputs", times])),
      ...sumOf(tried.map(({ what, tried: times }) => [what, times])),
      seed: Number(seed),
    });
    if (code !== 0) {
      throw new PlainError("Something hostile got through; see above for the seed and the smallest example.");
    }
  });
} catch (error) {
  reportFailure(error);
}
