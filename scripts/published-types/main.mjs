// Writes the types of the package to dist/, unless they are newer than the files they are made from.
import { existsSync, readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { ROOT } from "../root.mjs";
import { ENTRIES, writePublishedTypes } from "./write.mjs";

const own = readdirSync(import.meta.dirname).map((name) => join(import.meta.dirname, name));
// The compiler rewrites .tsbuildinfo whenever a source has changed.
const madeFrom = [join(ROOT, "dist", ".tsbuildinfo"), ...own];
const files = Object.values(ENTRIES).map((file) => join(ROOT, file));
const changed = Math.max(...madeFrom.map((file) => statSync(file).mtimeMs));
if (!files.every((file) => existsSync(file) && statSync(file).mtimeMs > changed)) {
  writePublishedTypes(ROOT);
}
