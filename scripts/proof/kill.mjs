// `npm run test:kill -- --runs 200 --seed 6 --from 1`: kills real runs at random moments and checks what happens to the account.
import { parseArgs } from "node:util";
import { build } from "../bootstrap/build.mjs";
import { getPulumiCli } from "../pulumi-cli/get.mjs";
import { PlainError, reportFailure } from "../report.mjs";
import { ROOT } from "../root.mjs";
import { tellFigures } from "./figures.mjs";
import { runOnEachProcessor } from "./tests.mjs";

try {
  const { values } = parseArgs({
    options: {
      runs: { type: "string", default: "200" },
      seed: { type: "string", default: "6" },
      from: { type: "string", default: "1" },
    },
  });
  await build(ROOT);
  const { pulumi } = await getPulumiCli(process.env);
  // One house for each processor: Pulumi spends half of the time waiting for locks.
  const { passed, seeds, minutes, counts } = await runOnEachProcessor(
    ["--runInBand", "test/promises/4-after-a-kill"],
    Number(values.runs),
    Number(values.seed),
    (seed, share, place) => ({
      SMARTLOCK_TEST_PULUMI: pulumi,
      SMARTLOCK_KILL_RUNS: share,
      SMARTLOCK_KILL_SEED: seed,
      SMARTLOCK_KILL_FROM: values.from,
      SMARTLOCK_KILL_FIGURES: place,
    }),
  );
  tellFigures({ seeds, ...counts, minutes });
  if (!passed) {
    throw new PlainError("A kill was not healed; see above.");
  }
} catch (error) {
  reportFailure(error);
}
