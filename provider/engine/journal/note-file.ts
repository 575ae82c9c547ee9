import { randomBytes } from "node:crypto";
import { constants } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";

// Windows has neither O_NOFOLLOW nor O_NONBLOCK. There, they have no effect.
const { O_CREAT, O_EXCL, O_NOFOLLOW, O_NONBLOCK, O_RDONLY, O_WRONLY } = constants;

/** Some file systems cannot flush a folder. They keep its entries safe in another way. */
const CANNOT_FLUSH = new Set(["EINVAL", "ENOTSUP"]);

/** The text of a file; undefined if there is no file. Links to other files are not followed. */
export async function readNote(file: string): Promise<string | undefined> {
  // Without O_NONBLOCK, opening a pipe of that name would wait for ever.
  const handle = await open(file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK).catch((error: unknown) => {
    if (codeOf(error) === "ENOENT") {
      return undefined;
    }
    throw error;
  });
  try {
    if (handle !== undefined && !(await handle.stat()).isFile()) {
      throw new Error("it is not a file");
    }
    return await handle?.readFile("utf8");
  } finally {
    await handle?.close();
  }
}

/**
 * Writes a file completely and to disk. It is first written under a name that nobody can predict and that must be new.
 * Anything already in its place, even a link, is replaced and not followed.
 */
export async function writeThrough(file: string, text: string): Promise<void> {
  const draft = `${file}.${randomBytes(8).toString("hex")}.draft`;
  const handle = await open(draft, O_CREAT | O_EXCL | O_NOFOLLOW | O_WRONLY, 0o600);
  try {
    try {
      await handle.writeFile(text);
      await handle.sync();
    } finally {
      await handle.close();
    }
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true }).catch(() => undefined);
    throw error;
  }
  await flushFolder(dirname(file));
}

/** When this returns, files that were created or renamed in the folder are on disk. Windows does that by itself. */
export async function flushFolder(folder: string): Promise<void> {
  if (process.platform === "win32") {
    return;
  }
  const handle = await open(folder, O_RDONLY);
  try {
    await handle.sync();
  } catch (error) {
    if (!CANNOT_FLUSH.has(codeOf(error) ?? "")) {
      throw error;
    }
  } finally {
    await handle.close();
  }
}

export function codeOf(error: unknown): string | undefined {
  return (error as NodeJS.ErrnoException | undefined)?.code;
}

export function wordsOf(error: unknown): string {
  return String(error).replace(/^Error: /, "");
}
