import { mkdir, mkdtemp, readdir, rename, rm, stat } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { PlainError } from "../report.mjs";
import { checkedVersion, PINNED_VERSION, PULUMI } from "./programs.mjs";

const ABANDONED_AFTER = 24 * 60 * 60 * 1000;
const UNFINISHED = "unfinished-";

/**
 * The cache is outside the checkout, so that every clone on the machine shares it.
 * @param {NodeJS.ProcessEnv} env
 */
export function cacheFolder(env) {
  const chosen = env["SMARTLOCK_CLI_CACHE"];
  if (chosen) {
    return chosen;
  }
  if (process.platform === "darwin") {
    return join(homedir(), "Library", "Caches", "pulumi-smartlock");
  }
  const base = process.platform === "win32" ? env["LOCALAPPDATA"] : env["XDG_CACHE_HOME"];
  return join(base || join(homedir(), ".cache"), "pulumi-smartlock");
}

/** @param {string} cache */
function finishedFolder(cache) {
  return join(cache, `pulumi-${PINNED_VERSION}-${process.platform}-${process.arch}`);
}

/**
 * The CLI that an earlier run stored.
 * @param {string} cache
 */
export async function findInCache(cache) {
  const folder = finishedFolder(cache);
  if (!(await exists(folder))) {
    throw new PlainError(`${cache} holds no Pulumi CLI ${PINNED_VERSION}`);
  }
  return checked(folder);
}

/**
 * Stores what `fill` puts into a folder. The folder is filled under another name, tested, and then renamed in one
 * step. So a run that dies leaves nothing that looks finished, and if two runs overlap, the first to finish wins.
 * @param {string} cache
 * @param {(folder: string) => Promise<void>} fill
 */
export async function store(cache, fill) {
  await mkdir(cache, { recursive: true });
  await removeAbandoned(cache);
  const unfinished = await mkdtemp(join(cache, UNFINISHED));
  const finished = finishedFolder(cache);
  try {
    await fill(unfinished);
    await checked(unfinished);
    await publish(unfinished, finished);
  } finally {
    await rm(unfinished, { recursive: true, force: true });
  }
  return checked(finished);
}

/**
 * Another run may have finished in the meantime. If its CLI works, it stays, because somebody may be using it. If it
 * no longer works (the disk changed, or the machine under a shared home), it is replaced.
 * @param {string} unfinished
 * @param {string} finished
 */
async function publish(unfinished, finished) {
  try {
    await rename(unfinished, finished);
  } catch (error) {
    if (!(await exists(finished))) {
      throw error;
    }
    const works = await checked(finished).then(
      () => true,
      () => false,
    );
    if (!works) {
      await rm(finished, { recursive: true, force: true });
      await rename(unfinished, finished);
    }
  }
}

/** @param {string} folder */
async function checked(folder) {
  const pulumi = join(folder, PULUMI);
  return { pulumi, version: await checkedVersion(pulumi) };
}

/**
 * A killed build leaves about 130 MB behind. No build takes a day, so older folders are abandoned.
 * @param {string} cache
 */
async function removeAbandoned(cache) {
  for (const name of await readdir(cache)) {
    if (!name.startsWith(UNFINISHED)) {
      continue;
    }
    const folder = join(cache, name);
    // Another run may have finished or removed it since the cache was listed.
    const made = await stat(folder).catch(() => undefined);
    if (made && Date.now() - made.mtimeMs > ABANDONED_AFTER) {
      await rm(folder, { recursive: true, force: true });
    }
  }
}

/** @param {string} path */
function exists(path) {
  return stat(path).then(
    () => true,
    () => false,
  );
}
