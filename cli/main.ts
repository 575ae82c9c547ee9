#!/usr/bin/env node
import { Command } from "commander";
import { SmartlockError } from "../provider/api";
import { packageVersion } from "../provider/http";
import { CommandError } from "./command-error";
import { doctorCommand } from "./doctor/command";
import { exportCommand } from "./export/command";
import { simulatorCommand } from "./simulator";
import { whoCommand } from "./who";

async function main(): Promise<void> {
  const program = new Command("smartlock")
    .description("Tools around pulumi-smartlock: declare who may open which door.")
    .version(packageVersion)
    .addCommand(exportCommand())
    .addCommand(whoCommand())
    .addCommand(doctorCommand())
    .addCommand(simulatorCommand());
  try {
    await program.parseAsync();
  } catch (error) {
    if (!(error instanceof CommandError || error instanceof SmartlockError)) {
      throw error;
    }
    console.error(`smartlock: ${error.message}`);
    process.exitCode = 1;
  }
}

void main();
