#!/usr/bin/env node
import { Command } from "commander";
import { SmartlockError } from "../provider/api";
import { packageVersion } from "../provider/http";
import { CommandError } from "./command-error";
import { doctorCommand } from "./doctor/command";
import { simulatorCommand } from "./simulator";
import { whoCommand } from "./who";

async function main(): Promise<void> {
  const program = new Command("smartlock")
    .description("Tools around pulumi-smartlock: declare who may open which door.")
    .version(packageVersion)
    .addCommand(whoCommand())
    .addCommand(doctorCommand())
    .addCommand(simulatorCommand());
  try {
    await program.parseAsync();
  } catch (error) {
    const isForPeople = error instanceof CommandError || error instanceof SmartlockError;
    console.error(isForPeople ? `smartlock: ${error.message}` : error);
    // Thrown out of here, the code would always be 1, and the doctor ends with 2 if it fails itself.
    process.exitCode ??= 1;
  }
}

void main();
