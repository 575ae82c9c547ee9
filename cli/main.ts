#!/usr/bin/env node
import { Command } from "commander";
import { CommandError, simulatorCommand } from "./simulator";

async function main(): Promise<void> {
  const program = new Command("smartlock")
    .description("Tools around pulumi-smartlock: declare who may open which door.")
    .addCommand(simulatorCommand());
  try {
    await program.parseAsync();
  } catch (error) {
    if (!(error instanceof CommandError)) {
      throw error;
    }
    console.error(`smartlock: ${error.message}`);
    process.exitCode = 1;
  }
}

void main();
