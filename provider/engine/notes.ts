import { mkdir, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Small texts that outlive a run which dies. */
export interface Notes {
  read(name: string): Promise<string | undefined>;
  write(name: string, text: string): Promise<void>;
  remove(name: string): Promise<void>;
}

/** Nobody waits that long for what a note is about. */
const KEPT_MS = 30 * 24 * 60 * 60 * 1000;

/** In files for their owner only. */
export function notesIn(folder: string): Notes {
  let swept: Promise<unknown> | undefined;
  return {
    read: (name) => readFile(join(folder, name), "utf8").catch(() => undefined),
    write: async (name, text) => {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeFile(join(folder, name), text, { mode: 0o600 });
      // What cannot be cleared away is in nobody's way.
      swept ??= sweep(folder).catch(() => undefined);
      await swept;
    },
    remove: (name) => rm(join(folder, name), { force: true }),
  };
}

/** Removes notes that nobody came for. */
async function sweep(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const file = join(folder, name);
    if (Date.now() - (await stat(file)).mtimeMs > KEPT_MS) {
      await rm(file, { force: true });
    }
  }
}

/** The temporary folder of the machine: what is noted there is of use for minutes. */
export function machineNotes(): Notes {
  return notesIn(join(tmpdir(), "pulumi-smartlock-intents"));
}
