import { readFileSync } from "node:fs";
import { CommandError } from "./command-error";

export function readJson(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, "utf8")) as unknown;
  } catch (error) {
    throw new CommandError(`${file} cannot be read: ${(error as Error).message}`, { cause: error });
  }
}
