import { MINIMUM_PULUMI } from "../manifest.mjs";
import { PlainError } from "../report.mjs";
import { capture } from "../run.mjs";
import { isAtLeast } from "../version.mjs";

/** The version that is downloaded or built: the one that the provider was tested with. go/pulumi/go.mod requires it too. */
export const PINNED_VERSION = "v3.259.0";

const onWindows = process.platform === "win32";

/** The files that a TypeScript program with dynamic resources needs: the engine, its language host, and the provider's launcher. */
export const PULUMI = onWindows ? "pulumi.exe" : "pulumi";
export const LANGUAGE_HOST = onWindows ? "pulumi-language-nodejs.exe" : "pulumi-language-nodejs";
export const DYNAMIC_PROVIDER = onWindows
  ? "pulumi-resource-pulumi-nodejs.cmd"
  : "pulumi-resource-pulumi-nodejs";

/**
 * The version that a CLI reports, checked to be new enough. With the update check off, it writes nothing to the user's home.
 * @param {string} pulumi path of the program
 */
export async function checkedVersion(pulumi) {
  const env = { ...process.env, PULUMI_SKIP_UPDATE_CHECK: "true" };
  const version = (await capture(pulumi, ["version"], { env, limit: 30_000 })).trim();
  if (!isAtLeast(version, MINIMUM_PULUMI)) {
    throw new PlainError(`${pulumi} says it is version "${version}", ${MINIMUM_PULUMI} or later is needed`);
  }
  return version;
}
