import { lstat, readdir, rm } from "node:fs/promises";
import { join } from "node:path";

/** Nobody waits that long for what a note is about. */
const KEPT_MS = 30 * 24 * 60 * 60 * 1000;

/** A note, or one that a run died over while it wrote it. The folder may hold files of others. */
const NOTE = /^[0-9a-f]{64}\.json(\.[0-9a-f]{16}\.draft)?$/;

/**
 * Removes notes that nobody came for. Their age is counted back from the note that was written last, by the clock of the
 * disk that both are on: the runner's own may be wrong. What cannot be cleared away is in nobody's way.
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
    // Another run sweeps as well, or the file is not ours to remove.
  }
}
