import { Socket } from "node:net";

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
