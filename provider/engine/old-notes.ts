import { lstat, readdir, rm } from "node:fs/promises";
import { join } from "node:path";

/** Nobody waits this long for what a note is about. */
const KEPT_MS = 30 * 24 * 60 * 60 * 1000;

/** A note, or the draft of one from a run that died while writing it. The folder may contain other people's files. */
const NOTE = /^[0-9a-f]{64}\.json(\.[0-9a-f]{16}\.draft)?$/;

/**
 * Removes notes that nobody came back for. Their age is counted back from the note that was written last, by the clock
 * of the disk that holds both, because the runner's own clock may be wrong. A note that cannot be removed does no harm.
 */
export async function sweepOldNotes(folder: string, newest: string): Promise<void> {
  try {
    const { mtimeMs: now } = await lstat(newest);
    for (const name of (await readdir(folder)).filter((entry) => NOTE.test(entry))) {
      const file = join(folder, name);
      const found = await lstat(file);
      if (found.isFile() && now - found.mtimeMs > KEPT_MS) {
        await rm(file, { force: true });
      }
    }
  } catch {
    // Another run may be sweeping too, or the file is not ours to remove.
  }
}
