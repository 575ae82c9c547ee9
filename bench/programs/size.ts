import { readFileSync } from "node:fs";

/** What the benchmark tells a program, in a file beside it. */
export interface Size {
  readonly users: number;
  readonly smartlockIds: readonly number[];
  readonly accountUserIds: readonly number[];
  /** Whether the one change is in the program. */
  readonly isChanged: boolean;
}

export const size = JSON.parse(readFileSync("size.json", "utf8")) as Size;
