import { Socket } from "node:net";
import { type Clock, type HttpClientOptions, systemClock } from "../../http";
import { type Notes, type NotesFolder, openNotes } from "../journal/notes";

/** The provider's surroundings. Everything that it waits for comes from here. */
export interface Surroundings extends Pick<HttpClientOptions, "connect" | "log"> {
  readonly environment: NodeJS.ProcessEnv;
  readonly clock: Clock;
  /** The notes in a folder that the user chose, or in the default folder on the machine. */
  readonly openNotes: (chosen?: NotesFolder) => Notes;
  readonly onEngineDeath: (callback: () => void) => void;
  /** Calls back when the engine ends the process, which it does once everything is done. */
  readonly atEnd: (callback: () => void) => void;
}

/** A separate process on a machine. Without its engine it is useless and would stay idle for ever, so it exits. */
export function machine(): Surroundings {
  return {
    environment: process.env,
    clock: systemClock,
    openNotes,
    atEnd: (callback) => {
      process.once("SIGINT", () => {
        callback();
        process.exit(0);
      });
    },
    onEngineDeath: (callback) =>
      onEngineDeath(() => {
        callback();
        process.exit(1);
      }),
  };
}

/**
 * Calls back when the engine that started this provider has died. The provider outlives it and would go on writing
 * without anyone keeping the ids. Standard input is a pipe from the engine. It ends within milliseconds of the engine's
 * death, and never in a normal run. The parent's process id does not help, because there is a shell between the two.
 * Anything but a pipe does not come from an engine, and its end means nothing.
 */
export function onEngineDeath(callback: () => void, input: NodeJS.ReadableStream = process.stdin): void {
  if (input instanceof Socket) {
    input.once("end", callback);
    input.resume();
    input.unref();
  }
}
