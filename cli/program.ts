import { Command } from "commander";
import { packageVersion } from "../provider/http";
import { addActs } from "./acts/command";
import type { Terminal } from "./acts/terminal";
import { doctorCommand } from "./doctor/command";
import { reportCommand } from "./report/command";
import { reviewCommand } from "./review/command";
import { simulatorCommand } from "./simulator";
import { whoCommand } from "./who";

/** The whole command. Tests pass a terminal of their own. */
export function smartlockProgram(terminal?: Terminal): Command {
  const program = new Command("smartlock")
    .description("Tools around pulumi-smartlock: declare who may open which door.")
    .version(packageVersion)
    .addCommand(reviewCommand())
    .addCommand(reportCommand())
    .addCommand(whoCommand())
    .addCommand(doctorCommand())
    .addCommand(simulatorCommand());
  addActs(program, terminal);
  return program;
}
