// `npm run test:kill -- --runs 200 --seed 6 --from 1`: kills real runs at drawn moments and looks what becomes of the account.
import { availableParallelism } from "node:os";
import { parseArgs } from "node:util";
import { build } from "../bootstrap/build.mjs";
import { getPulumiCli } from "../pulumi-cli/get.mjs";
import { PlainError, reportFailure, say } from "../report.mjs";
import { ROOT } from "../root.mjs";
import { tellFigures } from "./figures.mjs";
import { runTests, sumOf, told, withPlace } from "./tests.mjs";

try {
  const { values } = parseArgs({
    options: {
      runs: { type: "string", default: "200" },
      seed: { type: "string", default: "6" },
      from: { type: "string", default: "1" },
    },
  });
  const runs = Number(values.runs);
  // A house for each processor, each with a seed of its own: half of the time Pulumi waits for locks.
  const workers = Math.min(availableParallelism(), runs);
  const seeds = Array.from({ length: workers }, (_, worker) => Number(values.seed) + worker);
  say(`${runs} runs to kill, with the seeds ${seeds.join(", ")}.`);
  await build(ROOT);
  const { pulumi } = await getPulumiCli(process.env);
  await withPlace(async (place) => {
    const started = Date.now();
    const codes = await Promise.all(
      seeds.map((seed) =>
        runTests(["--runInBand", "test/promises/4-after-a-kill"], {
          SMARTLOCK_TEST_PULUMI: pulumi,
          SMARTLOCK_KILL_RUNS: String(Math.ceil(runs / workers)),
          SMARTLOCK_KILL_SEED: String(seed),
          SMARTLOCK_KILL_FROM: values.from,
          SMARTLOCK_KILL_FIGURES: place,
        }),
      ),
    );
    const minutes = Math.round((Date.now() - started) / 6_000) / 10;
    const counts = told(place).flatMap((of) => Object.entries(/** @type {Record<string, number>} */ (of)));
    tellFigures({ seeds, ...sumOf(counts), minutes });
    if (codes.some((code) => code !== 0)) {
      throw new PlainError("A kill was not healed; see above.");
    }
  });
} catch (error) {
  reportFailure(error);
}
