import { type HttpClientOptions, systemClock, type Clock } from "../http";
import { onEngineDeath } from "./engine-death";
import { machineNotes, type Notes } from "./notes";

/** What is around the provider: everything that it waits for comes from here. */
export interface Surroundings extends Pick<HttpClientOptions, "connect" | "log"> {
  readonly environment: NodeJS.ProcessEnv;
  readonly clock: Clock;
  readonly notes: Notes;
  readonly onEngineDeath: (callback: () => void) => void;
}

/** A process of its own on a machine, of no use without its engine: it would stay, idle, for ever. */
export function machine(): Surroundings {
  return {
    environment: process.env,
    clock: systemClock,
    notes: machineNotes(),
    onEngineDeath: (callback) =>
      onEngineDeath(() => {
        callback();
        process.exit(1);
      }),
  };
}
