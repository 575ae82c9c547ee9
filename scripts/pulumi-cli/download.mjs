import { readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { fileURLToPath } from "node:url";
import { elapsed, PlainError, say } from "../report.mjs";
import { capture } from "../run.mjs";
import { PINNED_VERSION } from "./programs.mjs";

const HOST = "https://get.pulumi.com/";
const CONNECT_LIMIT = 5_000;
const DOWNLOAD_LIMIT = 10 * 60_000;

/**
 * Gets the official release. It needs the installed packages.
 * @param {string} folder where the programs go
 */
export async function download(folder) {
  await checkReachable();
  say(`Downloading the Pulumi CLI ${PINNED_VERSION} from ${HOST} (about 100 MB) …`);
  const start = performance.now();
  const installer = fileURLToPath(new URL("official-install.mjs", import.meta.url));
  // In a process of its own, so that it can be ended: the installer has no time limit.
  await capture(process.execPath, [installer, folder, PINNED_VERSION], {
    limit: DOWNLOAD_LIMIT,
    onTick: () => say(`… ${elapsed(start)}`),
  });
  await liftUp(folder, "bin");
}

/** The installer retries for minutes where there is no network; this tells it within seconds. */
async function checkReachable() {
  try {
    await globalThis.fetch(HOST, {
      method: "HEAD",
      redirect: "manual",
      signal: globalThis.AbortSignal.timeout(CONNECT_LIMIT),
    });
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    throw new PlainError(
      `${HOST} cannot be reached: ${cause instanceof Error ? cause.message : String(cause)}`,
    );
  }
}

/**
 * The installer puts the programs into a sub-folder.
 * @param {string} folder
 * @param {string} inner
 */
async function liftUp(folder, inner) {
  for (const name of await readdir(join(folder, inner))) {
    await rename(join(folder, inner, name), join(folder, name));
  }
  await rm(join(folder, inner), { recursive: true });
}
