import { type HttpClientOptions, systemClock, type Clock } from "../http";
import { onEngineDeath } from "./engine-death";
import { type Notes, type NotesFolder, openNotes } from "./notes";

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
