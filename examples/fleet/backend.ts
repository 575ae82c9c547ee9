import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

/**
 * Where the state is kept: in PULUMI_BACKEND_URL or, for trying things out, in a folder below the given one. Never in the
 * backend that the user happens to be logged in to.
 */
export function backendEnvironment(folder: string): Record<string, string> {
  const url = process.env["PULUMI_BACKEND_URL"] ?? "";
  if (url === "") {
    const state = join(folder, "state");
    mkdirSync(state, { recursive: true });
    return {
      PULUMI_BACKEND_URL: pathToFileURL(state).href,
      PULUMI_CONFIG_PASSPHRASE: process.env["PULUMI_CONFIG_PASSPHRASE"] ?? "demo-passphrase",
    };
  }
  // The CLI shows the whole URL when it cannot reach the server. A password in the environment is never shown.
  const [, user, password, rest] = /^(postgres:\/\/[^:@/]*):([^@]*)(@.*)$/.exec(url) ?? [];
  return {
    ...(password === undefined
      ? {}
      : { PULUMI_BACKEND_URL: `${user ?? ""}${rest ?? ""}`, PGPASSWORD: decodeURIComponent(password) }),
    // With PostgreSQL the CLI (seen in 3.259) hangs forever when it lists more stacks at a time than it has connections for.
    PULUMI_DIY_BACKEND_PARALLEL: "1",
  };
}
