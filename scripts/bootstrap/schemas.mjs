// Writes JSON schemas of the files that people and programs exchange with the `smartlock` command.
import { mkdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { z } from "zod";

/** By the name of the schema: the compiled file that declares its form. */
const FORMS = { policies: ["policies/file.js", "policiesForm"], report: ["report/form.js", "reportForm"] };

const [root = ""] = process.argv.slice(2);
const require = createRequire(import.meta.url);
const folder = join(root, "dist", "schemas");
mkdirSync(folder, { recursive: true });
for (const [name, [file = "", exported = ""]] of Object.entries(FORMS)) {
  /** @type {unknown} */
  const built = require(join(root, "dist", "cli", file));
  const forms = /** @type {Record<string, z.ZodType>} */ (built);
  const form = forms[exported];
  if (form === undefined) {
    throw new Error(`${file} does not export ${exported}.`);
  }
  const schema = z.toJSONSchema(form, { io: "input", unrepresentable: "any" });
  writeFileSync(join(folder, `${name}.json`), `${JSON.stringify(schema, null, 2)}\n`);
}
