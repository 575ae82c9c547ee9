import type { Operation } from "./events";
import type { Command, Outcome } from "./stacks";

const done: Record<Operation, string> = {
  create: "created",
  update: "updated",
  replace: "replaced",
  delete: "deleted",
};

/** `2 created, 1 updated`; in a preview `2 to create, 1 to update`. */
export function counts(command: Command, outcomes: readonly Outcome[]): string {
  const changes = outcomes.flatMap((outcome) => outcome.changes);
  const parts = Object.entries(done).flatMap(([operation, past]) => {
    const count = changes.filter((change) => change.operation === operation).length;
    const made = command === "up" || command === "destroy";
    return count === 0 ? [] : [made ? `${count} ${past}` : `${count} to ${operation}`];
  });
  return parts.length === 0 ? "no change" : parts.join(", ");
}

/** What happened to one stack, for its progress line. */
export function inShort(command: Command, outcome: Outcome): string {
  const failed = outcome.failure === undefined ? "" : "FAILED, ";
  return failed + counts(command, [outcome]);
}

/** What a person reads at the end. */
export function summary(
  command: Command,
  outcomes: readonly Outcome[],
  notStarted: readonly string[],
): string {
  const failed = outcomes.filter(({ failure }) => failure !== undefined);
  const lines: string[] = [];
  for (const { stack, changes, words } of outcomes) {
    // The preview has already shown what an `up` does; the counts are enough.
    const shown =
      command === "up" ? [] : changes.map(({ operation, resource }) => `${operation} ${resource}`);
    const told = [...shown, ...words].map(indented);
    if (told.length > 0) {
      lines.push(`${stack}:`, ...told);
    }
  }
  for (const { stack, failure = "" } of failed) {
    lines.push(`${stack} failed:`, indented(failure));
  }
  if (notStarted.length > 0) {
    lines.push(`Not started, because the run was interrupted: ${notStarted.join(", ")}`);
  }
  const well = outcomes.length - failed.length;
  lines.push(
    "",
    `${command}: ${well} of ${outcomes.length + notStarted.length} stacks succeeded, ${failed.length} failed; ` +
      `${counts(command, outcomes)}.`,
  );
  return lines.join("\n");
}

function indented(text: string): string {
  return `  ${text.replaceAll("\n", "\n  ")}`;
}
