import { Pool } from "undici";
import { allHandlers } from "../../provider/all-handlers";
import type { Handlers } from "../../provider/engine/lifecycle/guarded";
import { Run } from "../../provider/engine/run/run";
import { notesIn } from "../protocol/notes-in-memory";
import { printed } from "../protocol/printed";
import { fastClock } from "./fast-clock";
import { expectNothingPolluted, expectReadable } from "./oracle";

export type KindName = keyof ReturnType<typeof allHandlers>;

/** The provider's handlers for one run against a service, with a fast clock, and everything they print and log. */
export class HostileRun {
  readonly handlers: Record<KindName, Handlers>;
  readonly #pools: Pool[] = [];
  readonly #lines: string[] = [];
  readonly #logged: string[] = [];
  readonly #stopPrinting: () => void;

  constructor(
    service: { readonly url: string; readonly token: string },
    environment: NodeJS.ProcessEnv = {},
  ) {
    this.handlers = allHandlers(
      new Run({
        environment: {
          SMARTLOCK_TOKEN: service.token,
          SMARTLOCK_BASE_URL: service.url,
          SMARTLOCK_SETTLE_TIMEOUT: "10",
          SMARTLOCK_TIMEOUT: "60",
          ...environment,
        },
        clock: fastClock(),
        openNotes: () => notesIn(new Map()),
        log: { write: (line) => void this.#logged.push(line) },
        connect: (origin, options) => {
          const pool = new Pool(origin, options);
          this.#pools.push(pool);
          return pool;
        },
        onEngineDeath: () => undefined,
        atEnd: () => undefined,
      }),
    );
    this.#stopPrinting = printed((text) => void this.#lines.push(text));
  }

  /** Ends the run and checks everything that it said. */
  async end(): Promise<void> {
    this.#stopPrinting();
    await Promise.all(this.#pools.map((pool) => pool.destroy()));
    for (const line of this.#lines) {
      expect(line.endsWith("\n")).toBe(true);
      expectReadable(line.slice(0, -1));
    }
    for (const line of this.#logged) {
      expect(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u.test(line)).toBe(false);
    }
    expectNothingPolluted();
  }
}
