// `npm run test:kill -- --runs 200 --seed 6 --from 1`: kills real runs at drawn moments and looks what becomes of the account.
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { build } from "../bootstrap/build.mjs";
import { withoutOwnSettings } from "../pulumi-cli/environment.mjs";
import { getPulumiCli } from "../pulumi-cli/get.mjs";
import { PlainError, reportFailure } from "../report.mjs";
import { ROOT } from "../root.mjs";
import { runVisibly } from "../run.mjs";
import { tellFigures } from "./figures.mjs";

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
  const folder = mkdtempSync(join(tmpdir(), "smartlock-kill-"));
  const figures = join(folder, "figures.json");
  try {
    const jest = join(ROOT, "node_modules", "jest", "bin", "jest.js");
    const code = await runVisibly(process.execPath, [jest, "--runInBand", "test/promises/4-after-a-kill"], {
      cwd: ROOT,
      env: {
        ...withoutOwnSettings(process.env),
        SMARTLOCK_TEST_PULUMI: pulumi,
        SMARTLOCK_KILL_RUNS: values.runs,
        SMARTLOCK_KILL_SEED: values.seed,
        SMARTLOCK_KILL_FROM: values.from,
        SMARTLOCK_KILL_FIGURES: figures,
      },
    });
    const counted = existsSync(figures) ? readFileSync(figures, "utf8") : "{}";
    tellFigures(counted);
    if (code !== 0) {
      throw new PlainError("A kill was not healed; see above.");
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
} catch (error) {
  reportFailure(error);
}
