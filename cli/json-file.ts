import { readFileSync } from "node:fs";
import { CommandError } from "./command-error";

export function readJson(file: string): unknown {
  const text = read(file);
  if (text.trim() === "") {
    throw new CommandError(`${file} is empty. Did the command fail that should have written it?`);
  }
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // The parser quotes what it found, and that may be a token.
    throw new CommandError(`${file} cannot be read: it is not JSON.`);
  }
}

function read(file: string): string {
  try {
    // Some editors and shells put a mark before the text.
    return readFileSync(file, "utf8").replace(/^\uFEFF/, "");
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    const why = code === "ENOENT" ? "there is no such file" : message;
    throw new CommandError(`${file} cannot be read: ${why}.`, { cause: error });
  }
}
