import { lstat, mkdir, readdir, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { codeOf, flushFolder, readNote, wordsOf, writeThrough } from "./note-file";
import { ownFolder, requireFolder, requireOwn } from "./own-folder";

/** Small texts that survive a run that dies. */
export interface Notes {
  /** Undefined if there is no note. A note that exists but cannot be read is an error. */
  read(name: string): Promise<string | undefined>;
  /** When this returns, the note is on disk. */
  write(name: string, text: string): Promise<void>;
  remove(name: string): Promise<void>;
  /** The path of a note, for a person who has to look at it. */
  where(name: string): string;
}

/** A folder that the user chose, and where the user set it. */
export interface NotesFolder {
  readonly path: string;
  readonly source: string;
}

interface Place {
  readonly path: string;
  /** The folder's name in error messages. */
  readonly words: string;
  readonly wayOut: string;
  /** Fails if something is there that must not be used. */
  check(): Promise<void>;
}

/** Opens the notes in a folder that the user chose or, without one, in this user's folder on this machine. */
export function openNotes(chosen?: NotesFolder): Notes {
  return notesAt(
    chosen === undefined
      ? {
          path: ownFolder(),
          words: ownFolder(),
          wayOut: "Set smartlock:notes to a folder that this user may write to.",
          check: () => requireOwn(ownFolder()),
        }
      : {
          path: chosen.path,
          words: `${chosen.path} (${chosen.source})`,
          wayOut: "Create the folder and let this user write to it, or name another one.",
          check: () => requireFolder(chosen.path, chosen.source),
        },
  );
}

function notesAt(place: Place): Notes {
  const where = (name: string): string => join(place.path, name);
  const notWritten = (error: unknown): never => {
    throw new Error(
      `No note could be written to the folder ${place.words}: ${wordsOf(error)}. The request it is about was not sent: if this ` +
        `run died, the next one would not know of it. ${place.wayOut}`,
    );
  };
  let swept: Promise<void> | undefined;
  return {
    where,
    read: async (name) => {
      await place.check();
      return readNote(where(name)).catch((error: unknown) => {
        throw unreadableNote(where(name), wordsOf(error));
      });
    },
    write: async (name, text) => {
      await place.check();
      await makeFolder(place.path).catch(notWritten);
      // Somebody else may have created the folder first.
      await place.check();
      await writeThrough(where(name), text).catch(notWritten);
      swept ??= sweepOldNotes(place.path, where(name));
      await swept;
    },
    remove: async (name) => {
      await place.check();
      await rm(where(name), { force: true }).catch((error: unknown) => {
        throw new Error(
          `The note ${where(name)} could not be removed: ${wordsOf(error)}. It is no longer needed: remove it by hand, ` +
            "or a later run will wait for what it is about.",
        );
      });
    },
  };
}

/** The run that left the note may have sent something that has not appeared yet. To continue would be a guess. */
export function unreadableNote(where: string, why: string): Error {
  return new Error(
    `The note ${where} cannot be read: ${why}. A run that died may have left it, and what that run sent may still ` +
      "appear, so nothing was sent. Check in the app whether it is there; then remove the file and run again.",
  );
}

/**
 * Creates only the last folder of the path. If the folder above is missing too, a volume may not be mounted, and the
 * note would be lost.
 */
async function makeFolder(path: string): Promise<void> {
  if (await isFolder(path)) {
    return;
  }
  await mkdir(path, { mode: 0o700 }).catch((error: unknown) => {
    if (codeOf(error) === "ENOENT") {
      throw new Error(`it is missing, and cannot be created in ${dirname(path)}`);
    }
    // Somebody else created it first.
    if (codeOf(error) !== "EEXIST") {
      throw error;
    }
  });
  await flushFolder(dirname(path));
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}

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
