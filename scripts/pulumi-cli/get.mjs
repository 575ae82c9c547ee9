import { MINIMUM_PULUMI } from "../manifest.mjs";
import { PlainError, reasonOf, say } from "../report.mjs";
import { cacheFolder, findInCache, store } from "./cache.mjs";
import { WrongChecksum } from "./checksums.mjs";
import { download } from "./download.mjs";
import { buildWithGo } from "./go-build.mjs";
import { findOnPath } from "./on-path.mjs";
import { RELEASES } from "./release.mjs";

/**
 * @typedef {object} PulumiCli
 * @property {string} pulumi path of the program; its companion programs are beside it or on PATH
 * @property {string} version
 */

/**
 * The Pulumi CLI, from the first place that has it. A downloaded or built CLI stays in the cache.
 * @param {NodeJS.ProcessEnv} env
 * @param {string} [releases] where the releases are, for tests
 * @returns {Promise<PulumiCli>}
 */
export async function getPulumiCli(env, releases = RELEASES) {
  const cache = cacheFolder(env);
  const ways = [
    { name: "PATH", get: () => findOnPath(env["PATH"] ?? "") },
    { name: "cache", get: () => findInCache(cache) },
    { name: "official download", get: () => store(cache, (folder) => download(folder, env, releases)) },
    { name: "build with Go", get: () => store(cache, buildWithGo) },
  ];
  /** @type {string[]} */
  const failures = [];
  for (const { name, get } of ways) {
    try {
      const cli = await get();
      say(`Pulumi CLI ${cli.version} (${name}): ${cli.pulumi}`);
      return cli;
    } catch (error) {
      if (error instanceof WrongChecksum) {
        throw error;
      }
      failures.push(`${name}: ${reasonOf(error)}`);
      say(`${name}: ${reasonOf(error)}`);
    }
  }
  throw new PlainError(noneWorked(failures));
}

/** @param {readonly string[]} failures */
function noneWorked(failures) {
  return [
    "The Pulumi CLI could not be found, downloaded or built.",
    ...failures.map((failure, index) => `  ${index + 1}. ${failure}`),
    "Any one of these helps:",
    `  - install the Pulumi CLI ${MINIMUM_PULUMI} or later (https://www.pulumi.com/docs/iac/download-install/) so that \`pulumi version\` works;`,
    "  - connect this machine to the internet and run the command again;",
    "  - install a current Go toolchain (https://go.dev/dl/) that reaches a Go module proxy, and run the command again.",
  ].join("\n");
}
