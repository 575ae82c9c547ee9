import { Socket } from "node:net";

/**
 * Calls back when the engine that started this provider has died. The provider outlives it and would go on
 * writing without anyone keeping the ids. Standard input is a pipe from the engine, which ends within milliseconds of
 * its death and never in a normal run; the parent's id tells nothing, because a shell stands between the two.
 * Anything but a pipe is not from an engine, and its end means nothing.
 */
export function onEngineDeath(callback: () => void, input: NodeJS.ReadableStream = process.stdin): void {
  if (input instanceof Socket) {
    input.once("end", callback);
    input.resume();
    input.unref();
  }
}
