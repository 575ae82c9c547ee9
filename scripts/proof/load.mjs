// `npm run test:load -- --authorizations 1000`: many authorizations against a service that is slow, fails or wants less.
import { parseArgs } from "node:util";
import { reportFailure } from "../report.mjs";
import { runTests } from "./tests.mjs";

try {
  const { values } = parseArgs({ options: { authorizations: { type: "string", default: "1000" } } });
  await runTests(
    "test/load",
    { SMARTLOCK_LOAD_AUTHORIZATIONS: values.authorizations },
    "SMARTLOCK_LOAD_FIGURES",
  );
} catch (error) {
  reportFailure(error);
}
