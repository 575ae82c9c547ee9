import { writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** @typedef {import("./subject.mjs").Phase} Phase */
/** @typedef {import("./subject.mjs").Place} Place */
/** @typedef {import("./subject.mjs").Stack} Stack */

const SOURCE = "mastercard/restapi";

/** @type {Record<Phase, readonly string[]>} */
const commands = {
  apply: ["apply", "-auto-approve"],
  // A change gives exit code 2, which counts as a failure: the peer must see no change either.
  preview: ["plan", "-detailed-exitcode"],
  refresh: ["apply", "-refresh-only", "-auto-approve"],
  change: ["apply", "-auto-approve"],
  destroy: ["destroy", "-auto-approve"],
  look: ["plan"],
  heal: ["apply", "-auto-approve"],
};

/**
 * The account users of scenario U with the generic REST provider. It needs the id in the answer to a create, so it can
 * manage users, but not authorizations.
 * @param {import("../peer/get.mjs").Peer} peer
 * @param {{ parallelism: number | undefined }} how if no number is given, the peer's default
 * @param {Place} place
 * @returns {Promise<Stack>}
 */
export function terraformStack(peer, { parallelism }, { folder, account }) {
  const cliConfig = join(folder, "cli.tfrc");
  writeFileSync(cliConfig, cliConfiguration(dirname(peer.restapi)));
  const env = { ...withoutOwnSettings(process.env), TF_CLI_CONFIG_FILE: cliConfig, CHECKPOINT_DISABLE: "1" };
  const limit = parallelism === undefined ? [] : [`-parallelism=${parallelism}`];
  return Promise.resolve({
    declare: ({ users, isChanged }) =>
      writeFileSync(join(folder, "main.tf"), configuration({ users, isChanged, account })),
    command: (phase) => ({
      file: peer.terraform,
      args: [...commands[phase], "-input=false", "-no-color", ...limit],
      cwd: folder,
      env,
      provider: "terraform-provider-restapi",
    }),
  });
}

/** @param {NodeJS.ProcessEnv} env */
function withoutOwnSettings(env) {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith("TF_")));
}

/** @param {string} folder */
function cliConfiguration(folder) {
  return `provider_installation {
  dev_overrides {
    "${SOURCE}" = ${JSON.stringify(folder)}
  }
  direct {}
}
`;
}

/** @param {{ users: number, isChanged: boolean, account: { url: string, token: string } }} declared */
function configuration({ users, isChanged, account }) {
  const first = isChanged ? "Renamed user" : "User 1";
  return `terraform {
  required_providers {
    restapi = { source = "${SOURCE}" }
  }
}

provider "restapi" {
  uri                  = "${account.url}"
  headers              = { Authorization = "Bearer ${account.token}", Content-Type = "application/json" }
  id_attribute         = "accountUserId"
  create_method        = "PUT"
  update_method        = "POST"
  write_returns_object = true
}

resource "restapi_object" "user" {
  count = ${users}
  path  = "/account/user"
  data = jsonencode({
    email = "user-\${count.index + 1}@example.com"
    name  = count.index == 0 ? "${first}" : "User \${count.index + 1}"
  })
}
`;
}
