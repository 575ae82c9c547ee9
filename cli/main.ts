#!/usr/bin/env node
import { SmartlockError } from "../provider/api";
import { CommandError } from "./command-error";
import { smartlockProgram } from "./program";

async function main(): Promise<void> {
  try {
    await smartlockProgram().parseAsync();
  } catch (error) {
    const isForPeople = error instanceof CommandError || error instanceof SmartlockError;
    console.error(isForPeople ? `smartlock: ${error.message}` : error);
    process.exitCode = 1;
  }
}

void main();
