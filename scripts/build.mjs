// `npm run build`: compiles into dist/.
import { build } from "./bootstrap/build.mjs";
import { reportFailure } from "./report.mjs";
import { ROOT } from "./root.mjs";

try {
  await build(ROOT);
} catch (error) {
  reportFailure(error);
}
