#!/usr/bin/env node
import { SmartlockError } from "../provider/api";
import { CommandError } from "./command-error";
import { smartlockProgram } from "./program";

async function main(): Promise<void> {
  try {
    await smartlockProgram().parseAsync();
  } catch (error) {
    if (!(error instanceof CommandError || error instanceof SmartlockError)) {
      throw error;
    }
    console.error(`smartlock: ${error.message}`);
    process.exitCode = 1;
  }
}

void main();
