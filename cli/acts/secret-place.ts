import { open, unlink } from "node:fs/promises";
import { ActError } from "./outcome";

/** Where a secret of the service goes. */
export interface SecretPlace {
  keep(secret: string): Promise<void>;
  /** Nothing came: leaves nothing behind. */
  drop(): Promise<void>;
}

/** A new file that only its owner can read. It is opened before anything is sent, so that a secret always has a place. */
export async function openSecretFile(path: string, say: (line: string) => void): Promise<SecretPlace> {
  // "wx": a file or a link that is there already is refused.
  const file = await open(path, "wx", 0o600).catch((error: unknown) => {
    const { code, message } = error as NodeJS.ErrnoException;
    const why = code === "EEXIST" ? "It exists already, and is not overwritten" : message;
    throw new ActError(
      "refused",
      `Nothing was sent. The secret cannot be stored in ${path}. ${why}. Name a file that does not exist, in a folder that does.`,
      { cause: error },
    );
  });
  return {
    async keep(secret) {
      try {
        await file.writeFile(`${secret}\n`);
        await file.sync();
      } catch (error) {
        throw new ActError(
          "failed",
          `The service has made a secret, but it could not be stored in ${path}: ${(error as Error).message}. It is lost. Correct that and run this again: the service then makes another one.`,
          { cause: error },
        );
      } finally {
        await file.close();
      }
      say(`The secret is in ${path}. Only you can read that file.`);
    },
    async drop() {
      await file.close();
      await unlink(path).catch(() => undefined);
    },
  };
}
