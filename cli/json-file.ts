import { readFileSync } from "node:fs";
import { CommandError } from "./command-error";

export function readJson(file: string): unknown {
  const text = read(file);
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // The parser quotes what it found, and that may be a token.
    throw new CommandError(`${file} cannot be read: it is not JSON.`);
  }
}

function read(file: string): string {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    throw new CommandError(`${file} cannot be read: ${(error as Error).message}`, { cause: error });
  }
}
