import { existsSync } from "node:fs";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { CommandError } from "../command-error";

/** Only its owner may read it. */
const PRIVATE = 0o600;

export function refuseExisting(folder: string): void {
  if (existsSync(folder)) {
    throw new CommandError(
      `${folder} exists, and an export does not change what is there. Choose another folder with --out, or remove that one.`,
    );
  }
}

/** Makes the folder with all files and does the rest of the work. If anything fails, no folder is left. */
export async function writeFolder(
  folder: string,
  files: ReadonlyMap<string, string>,
  isPrivate: (file: string) => boolean,
  rest: () => Promise<void>,
): Promise<void> {
  refuseExisting(folder);
  try {
    await mkdir(dirname(folder), { recursive: true });
    await mkdir(folder);
  } catch (error) {
    throw cannotWrite(folder, error);
  }
  try {
    for (const [file, text] of files) {
      await writeFile(join(folder, file), text, isPrivate(file) ? { mode: PRIVATE } : {});
    }
    await rest();
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error instanceof CommandError ? error : cannotWrite(folder, error);
  }
}

function cannotWrite(folder: string, error: unknown): CommandError {
  const { code, message } = error as NodeJS.ErrnoException;
  return new CommandError(
    `${folder} cannot be written: ${code ?? message}. Nothing is left of it. Choose another folder with --out.`,
    { cause: error },
  );
}
