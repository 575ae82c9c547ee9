#!/usr/bin/env node
import { SmartlockError } from "../provider/api";
import { shown } from "../provider/http";
import { CommandError } from "./command-error";
import { smartlockProgram } from "./program";

async function main(): Promise<void> {
  try {
    await smartlockProgram().parseAsync();
  } catch (error) {
    const isForPeople = error instanceof CommandError || error instanceof SmartlockError;
    console.error(isForPeople ? `smartlock: ${inLines(error.message)}` : error);
    process.exitCode = 1;
  }
}

/** Names of the account and of files are in it, and none may control a terminal. */
function inLines(message: string): string {
  return message
    .split("\n")
    .map((line) => shown(line, MAX_LINE))
    .join("\n");
}

const MAX_LINE = 16_000;

void main();
