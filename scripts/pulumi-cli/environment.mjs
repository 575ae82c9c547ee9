import { delimiter } from "node:path";
import { pathToFileURL } from "node:url";

/**
 * The caller's environment without anything that configures Pulumi or the provider: a demo or a test must never
 * touch the user's own login, organisation, backend or lock account.
 * @param {NodeJS.ProcessEnv} env
 * @returns {NodeJS.ProcessEnv}
 */
export function withoutOwnSettings(env) {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !/^(PULUMI|SMARTLOCK)_/i.test(name)));
}

/**
 * The variables that a demo or a test sets, and that `npm start -- --keep` tells the user to export.
 * @param {object} place
 * @param {string} place.home a folder to use instead of ~/.pulumi, without the user's login, plugins and history
 * @param {string} place.backend the folder that keeps the state
 * @returns {Record<string, string>}
 */
export function pulumiSettings({ home, backend }) {
  return {
    PULUMI_HOME: home,
    PULUMI_BACKEND_URL: pathToFileURL(backend).href,
    PULUMI_CONFIG_PASSPHRASE: "demo-passphrase",
    PULUMI_SKIP_UPDATE_CHECK: "true",
    PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: "true",
  };
}

/**
 * A folder that is already on PATH keeps its place: moved to the front, it could bring in another `node`.
 * @param {string} cliFolder
 * @param {string} path the value of PATH
 */
export function pathWith(cliFolder, path) {
  return path.split(delimiter).includes(cliFolder) ? path : `${cliFolder}${delimiter}${path}`;
}

/**
 * The complete environment for a Pulumi process of a demo or a test.
 * @param {object} place
 * @param {string} place.cliFolder the folder of `pulumi`
 * @param {string} place.home
 * @param {string} place.backend
 * @param {NodeJS.ProcessEnv} [env] what to start from
 * @returns {NodeJS.ProcessEnv}
 */
export function pulumiEnvironment({ cliFolder, home, backend }, env = process.env) {
  return {
    ...withoutOwnSettings(env),
    ...pulumiSettings({ home, backend }),
    PATH: pathWith(cliFolder, env["PATH"] ?? ""),
  };
}
