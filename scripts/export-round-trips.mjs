// `node scripts/export-round-trips.mjs --accounts 2000 --seed 6`: random accounts, each exported, imported and previewed.
import { parseArgs } from "node:util";
import { runTests } from "./proof/tests.mjs";
import { PlainError, reportFailure, say } from "./report.mjs";

try {
  const { values } = parseArgs({
    options: { accounts: { type: "string", default: "2000" }, seed: { type: "string" } },
  });
  const seed = values.seed ?? String(Math.floor(Math.random() * 2 ** 31));
  say(`${values.accounts} accounts, with the seed ${seed}.`);
  const code = await runTests(["--verbose", "test/cli/export/round-trips.test.ts"], {
    EXPORT_ACCOUNTS: values.accounts,
    EXPORT_SEED: seed,
  });
  if (code !== 0) {
    throw new PlainError("An account did not come back unchanged. Its number above is its seed.");
  }
} catch (error) {
  reportFailure(error);
}
