import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Small texts that outlive a run which dies. */
export interface Notes {
  read(name: string): Promise<string | undefined>;
  write(name: string, text: string): Promise<void>;
  remove(name: string): Promise<void>;
}

/** In files for their owner only. */
export function notesIn(folder: string): Notes {
  return {
    read: (name) => readFile(join(folder, name), "utf8").catch(() => undefined),
    write: async (name, text) => {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeFile(join(folder, name), text, { mode: 0o600 });
    },
    remove: (name) => rm(join(folder, name), { force: true }),
  };
}

/** The temporary folder of the machine: what is noted there is of use for minutes. */
export function machineNotes(): Notes {
  return notesIn(join(tmpdir(), "pulumi-smartlock-intents"));
}
