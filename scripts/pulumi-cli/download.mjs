import { mkdir, readdir, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { performance } from "node:perf_hooks";
import { clearInterval, setInterval } from "node:timers";
import { elapsed, say } from "../report.mjs";
import { capture } from "../run.mjs";
import { compareChecksums, pinnedChecksum, publishedChecksum } from "./checksums.mjs";
import { fetchText, fetchToFile } from "./fetch.mjs";
import { PINNED_VERSION } from "./programs.mjs";
import { archiveName, CHECKSUMS } from "./release.mjs";

/** The checksums are small and come first, so that a machine without a network fails within seconds. */
const CHECKSUMS_LIMIT = 10_000;
const ARCHIVE_LIMIT = 10 * 60_000;
const UNPACK_LIMIT = 2 * 60_000;

/**
 * Downloads the official release. Nothing in it runs before its checksum is verified.
 * @param {string} folder where the programs go
 * @param {NodeJS.ProcessEnv} env
 * @param {string} releases URL of the folder of releases, ending with a slash
 */
export async function download(folder, env, releases) {
  const name = archiveName(process.platform, process.arch);
  const pinned = pinnedChecksum(env);
  const list = `${releases}${CHECKSUMS}`;
  const published = publishedChecksum(await fetchText(list, CHECKSUMS_LIMIT), name, list);

  say(`Downloading the Pulumi CLI ${PINNED_VERSION} from ${releases} (about 100 MB) …`);
  const archive = join(folder, name);
  const sum = await fetchVisibly(`${releases}${name}`, archive);
  compareChecksums(`${releases}${name}`, sum, [published, ...pinned]);
  say(`Its SHA-256 is ${sum}, as ${list} says.`);

  await unpack(archive, folder);
  await rm(archive);
}

/**
 * @param {string} url
 * @param {string} file
 */
async function fetchVisibly(url, file) {
  const start = performance.now();
  const ticks = setInterval(() => say(`… ${elapsed(start)}`), 10_000);
  try {
    return await fetchToFile(url, file, ARCHIVE_LIMIT);
  } finally {
    clearInterval(ticks);
  }
}

/**
 * @param {string} archive
 * @param {string} folder
 */
async function unpack(archive, folder) {
  const aside = join(folder, "unpacked");
  await mkdir(aside);
  await capture(tar(), ["-xf", archive, "-C", aside], { limit: UNPACK_LIMIT });
  // The programs are in `pulumi`, or, in the archives for Windows, in `pulumi/bin`.
  const inner = join(aside, "pulumi", "bin");
  const hasInner = await stat(inner).then(
    () => true,
    () => false,
  );
  const programs = hasInner ? inner : join(aside, "pulumi");
  for (const name of await readdir(programs)) {
    await rename(join(programs, name), join(folder, name));
  }
  await rm(aside, { recursive: true });
}

/** The tar that comes with Windows reads .zip; the one that Git may put on PATH does not. */
function tar() {
  const windows = process.env["SystemRoot"];
  return process.platform === "win32" && windows ? join(windows, "System32", "tar.exe") : "tar";
}
