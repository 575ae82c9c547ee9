import { createHash } from "node:crypto";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * A note, before a create of which the service would make two if asked twice: what was sent, and when. It goes when the
 * create has settled. One that is left was left by a run that died, and what it sent may still appear. The note's
 * name is a digest, so it tells nothing about whom it concerns.
 */
export class Intent {
  readonly #folder: string;
  readonly #file: string;

  constructor(what: readonly unknown[], folder = join(tmpdir(), "pulumi-smartlock-intents")) {
    const digest = createHash("sha256").update(JSON.stringify(what)).digest("hex");
    this.#folder = folder;
    this.#file = join(folder, `${digest}.json`);
  }

  /** When a run that died has sent the same, in milliseconds since 1970. */
  async left(): Promise<number | undefined> {
    try {
      const note = JSON.parse(await readFile(this.#file, "utf8")) as { at?: unknown };
      return typeof note.at === "number" ? note.at : undefined;
    } catch {
      return undefined;
    }
  }

  async note(): Promise<void> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 });
    await writeFile(this.#file, JSON.stringify({ at: Date.now() }), { mode: 0o600 });
  }

  async remove(): Promise<void> {
    await rm(this.#file, { force: true });
  }
}
