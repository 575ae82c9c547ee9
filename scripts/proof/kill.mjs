// `npm run test:kill -- --runs 200 --seed 6 --from 1`: kills real runs at drawn moments and looks what becomes of the account.
import { parseArgs } from "node:util";
import { build } from "../bootstrap/build.mjs";
import { getPulumiCli } from "../pulumi-cli/get.mjs";
import { PlainError, reportFailure } from "../report.mjs";
import { ROOT } from "../root.mjs";
import { tellFigures } from "./figures.mjs";
import { runTests, told, withPlace } from "./tests.mjs";

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
  await withPlace(async (place) => {
    const code = await runTests(["--runInBand", "test/promises/4-after-a-kill"], {
      SMARTLOCK_TEST_PULUMI: pulumi,
      SMARTLOCK_KILL_RUNS: values.runs,
      SMARTLOCK_KILL_SEED: values.seed,
      SMARTLOCK_KILL_FROM: values.from,
      SMARTLOCK_KILL_FIGURES: place,
    });
    tellFigures(told(place)[0] ?? {});
    if (code !== 0) {
      throw new PlainError("A kill was not healed; see above.");
    }
  });
} catch (error) {
  reportFailure(error);
}
