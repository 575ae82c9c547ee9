import type { History } from "./command";

/** A test that replays the history, to be pasted into found.test.ts and given a name. */
export function readyMadeTest({ commands, ...beginning }: History, error: unknown): string {
  const what = error instanceof Error ? error.message : String(error);
  return [
    "",
    `  // ${what.split("\n").join("\n  // ")}`,
    '  it("…", async () => {',
    "    await replay({",
    ...Object.entries(beginning).map(([field, value]) => `      ${field}: ${JSON.stringify(value)},`),
    "      commands: [",
    ...commands.map((command) => `        ${JSON.stringify(command)},`),
    "      ],",
    "    });",
    "  });",
    "",
  ].join("\n");
}
