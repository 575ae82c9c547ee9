/**
 * Calls back when the engine that started this provider has died. The provider outlives it and would go on
 * writing without anyone keeping the ids. Standard input ends within milliseconds of the engine's death and
 * never in a normal run; the parent's id tells nothing, because a shell stands between the two.
 */
export function onEngineDeath(callback: () => void, input: NodeJS.ReadStream = process.stdin): void {
  input.once("end", callback);
  input.resume();
  input.unref();
}
