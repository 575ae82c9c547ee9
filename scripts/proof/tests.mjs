import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { withoutOwnSettings } from "../pulumi-cli/environment.mjs";
import { PlainError } from "../report.mjs";
import { ROOT } from "../root.mjs";
import { runVisibly } from "../run.mjs";
import { tellFigures } from "./figures.mjs";

/**
 * Runs the tests of a campaign for as long as the variables say. The figures that they write into the file that one of the
 * variables names are shown, and handed on to `npm run proof`.
 * @param {string} tests
 * @param {Readonly<Record<string, string>>} variables
 * @param {string} figuresVariable
 */
export async function runTests(tests, variables, figuresVariable) {
  const folder = mkdtempSync(join(tmpdir(), "smartlock-campaign-"));
  const figures = join(folder, "figures.json");
  try {
    const jest = join(ROOT, "node_modules", "jest", "bin", "jest.js");
    const code = await runVisibly(process.execPath, [jest, "--runInBand", tests], {
      cwd: ROOT,
      env: { ...withoutOwnSettings(process.env), ...variables, [figuresVariable]: figures },
    });
    if (existsSync(figures)) {
      const counted = readFileSync(figures, "utf8");
      tellFigures(counted);
    }
    if (code !== 0) {
      throw new PlainError(`${tests} did not hold; see above.`);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
