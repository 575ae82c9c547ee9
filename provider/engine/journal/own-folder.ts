import { Stats } from "node:fs";
import { lstat, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { codeOf, wordsOf } from "./note-file";

/** Write permission for group and others. */
const WRITABLE_BY_OTHERS = 0o022;

/** Undefined on Windows, which has no user ids. There, each user has a temporary folder of their own. */
function ownUid(): number | undefined {
  return process.geteuid?.();
}

/** This user's folder among the temporary files, which all users of a machine share. */
export function ownFolder(): string {
  const uid = ownUid();
  return join(tmpdir(), uid === undefined ? "pulumi-smartlock-notes" : `pulumi-smartlock-notes-${uid}`);
}

/** Anybody can create a folder or a link of that name before us, and could then see, forge and redirect what is put there. */
export async function requireOwn(folder: string): Promise<void> {
  const flaw = await flawOf(folder);
  if (flaw !== undefined) {
    throw new Error(
      `The folder for notes, ${folder}, is not used: ${flaw}. Somebody else may have created it. No create was sent. Remove it, or ` +
        "set smartlock:notes to a folder of your own.",
    );
  }
}

/**
 * A file in its place, or in place of a folder above it, would look like a note that cannot be read. A missing folder
 * is fine.
 */
export async function requireFolder(folder: string, source: string): Promise<void> {
  const found = await stat(folder).catch((error: unknown) => error);
  if (found instanceof Stats ? found.isDirectory() : codeOf(found) === "ENOENT") {
    return;
  }
  const flaw = found instanceof Stats ? "it is a file" : `it cannot be examined (${wordsOf(found)})`;
  throw new Error(
    `The folder for notes, ${folder} (${source}), cannot be used: ${flaw}, and must be a folder. No create was sent. Name ` +
      "a folder that this user may write to.",
  );
}

/** Undefined if the folder is as it should be, or does not exist. */
async function flawOf(folder: string): Promise<string | undefined> {
  const uid = ownUid();
  const found = await lstat(folder).catch((error: unknown) => error);
  if (!(found instanceof Stats)) {
    return codeOf(found) === "ENOENT" ? undefined : `it cannot be examined (${wordsOf(found)})`;
  }
  if (found.isSymbolicLink()) {
    return "it is a link";
  }
  if (!found.isDirectory()) {
    return "it is not a folder";
  }
  if (uid === undefined) {
    return undefined;
  }
  if (found.uid !== uid) {
    return `it belongs to another user (uid ${found.uid}, this is ${uid})`;
  }
  return (found.mode & WRITABLE_BY_OTHERS) === 0
    ? undefined
    : `others may write to it (mode ${(found.mode & 0o777).toString(8)})`;
}
