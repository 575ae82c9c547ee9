/** Printed in the place of an error, if Pulumi's server prints it in a way that {@link leaveErrorsToEngine} does not know. */
const ELSEWHERE = "The error is shown with its resource";

/**
 * Pulumi's server for dynamic resources prints an error of check, diff, read and delete before it hands it to the
 * engine: its text, and its stack with the text once more. The engine then shows it at its resource, where it belongs.
 * So an error keeps its message for the engine, and has nothing else to print. Only a mistake of the provider itself
 * keeps the places where it happened, for the report.
 */
export function forEngine<E extends Error>(failure: E, places: readonly string[]): E {
  const text = places.length === 0 ? ELSEWHERE : "Where it happened";
  Object.defineProperty(failure, "toString", { value: () => text, enumerable: false });
  failure.stack = places.length === 0 ? "" : `\n${places.join("\n")}`;
  return failure;
}

/** Keeps the server from printing the errors of {@link forEngine}. */
export function leaveErrorsToEngine(output: Pick<Console, "error">): void {
  const print = output.error.bind(output);
  output.error = (...said: unknown[]) => {
    if (said.length !== 1 || said[0] !== `${ELSEWHERE}: `) {
      print(...said);
    }
  };
}
