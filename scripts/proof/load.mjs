// `npm run test:load -- --authorizations 1000`: many authorizations against a service that is slow, fails or limits requests.
import { parseArgs } from "node:util";
import { PlainError, reportFailure } from "../report.mjs";
import { tellFigures } from "./figures.mjs";
import { runTests, told, withPlace } from "./tests.mjs";

try {
  const { values } = parseArgs({ options: { authorizations: { type: "string", default: "1000" } } });
  await withPlace(async (place) => {
    const code = await runTests(["--runInBand", "test/load"], {
      SMARTLOCK_LOAD_AUTHORIZATIONS: values.authorizations,
      SMARTLOCK_LOAD_FIGURES: place,
    });
    tellFigures(told(place)[0] ?? {});
    if (code !== 0) {
      throw new PlainError("Not all arrived, or not as they should; see above.");
    }
  });
} catch (error) {
  reportFailure(error);
}
