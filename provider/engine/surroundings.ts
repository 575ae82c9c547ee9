import { type HttpClientOptions, systemClock, type Clock } from "../http";
import { onEngineDeath } from "./engine-death";
import { type Notes, type NotesFolder, openNotes } from "./notes";

/** What is around the provider: everything that it waits for comes from here. */
export interface Surroundings extends Pick<HttpClientOptions, "connect" | "log"> {
  readonly environment: NodeJS.ProcessEnv;
  readonly clock: Clock;
  /** The notes of a folder of the user's choice, or of the machine. */
  readonly openNotes: (chosen?: NotesFolder) => Notes;
  readonly onEngineDeath: (callback: () => void) => void;
}

/** A process of its own on a machine, of no use without its engine: it would stay, idle, for ever. */
export function machine(): Surroundings {
  return {
    environment: process.env,
    clock: systemClock,
    openNotes,
    onEngineDeath: (callback) =>
      onEngineDeath(() => {
        callback();
        process.exit(1);
      }),
  };
}
