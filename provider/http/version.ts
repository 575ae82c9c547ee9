import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";

const PACKAGE = "pulumi-smartlock";

/**
 * The version of the package this file belongs to. The search goes upwards, because the distance to `package.json`
 * differs between the sources and the compiled files.
 */
export const packageVersion: string = find(__dirname);

function find(folder: string): string {
  const manifest = readManifest(join(folder, "package.json"));
  if (manifest?.name === PACKAGE && typeof manifest.version === "string") {
    return manifest.version;
  }
  const parent = dirname(folder);
  return parent === folder ? "unknown" : find(parent);
}

function readManifest(file: string): { name?: unknown; version?: unknown } | undefined {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as { name?: unknown; version?: unknown };
  } catch {
    return undefined;
  }
}
