import { PlainError } from "../report.mjs";
import { PINNED_VERSION } from "./programs.mjs";

/** Where the maker publishes the releases, each with its checksums beside it. */
export const RELEASES = "https://get.pulumi.com/releases/sdk/";

/** Output of `sha256sum`: one line for each archive of the release. The maker writes the version without the "v" here. */
export const CHECKSUMS = `pulumi-${PINNED_VERSION.slice(1)}-checksums.txt`;

/** @type {Partial<Record<string, { name: string, ending: string }>>} */
const systems = {
  linux: { name: "linux", ending: "tar.gz" },
  darwin: { name: "darwin", ending: "tar.gz" },
  win32: { name: "windows", ending: "zip" },
};

/**
 * @param {string} platform as Node names it
 * @param {string} arch
 */
export function archiveName(platform, arch) {
  const system = systems[platform];
  if (!system || !["x64", "arm64"].includes(arch)) {
    throw new PlainError(`there is no release of the Pulumi CLI for ${platform} on ${arch}`);
  }
  return `pulumi-${PINNED_VERSION}-${system.name}-${arch}.${system.ending}`;
}
