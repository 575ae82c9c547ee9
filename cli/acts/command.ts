import { Argument, Command, InvalidArgumentError, Option } from "commander";
import { CommandError } from "../command-error";
import { withConnection } from "../connection/connect";
import type { Act, ActArgument, ActOption, Given } from "./act";
import { EXIT_CODE_HELP } from "./outcome";
import { type ActOptions, runAct } from "./run";
import { actGroups, families } from "./table";
import { type Terminal, terminal as realTerminal } from "./terminal";

/** No wait is longer: a timer could not hold it. */
const MAX_SECONDS = 86_400;

/** Adds a command for each act. Acts with two words are below a command of the first word. */
export function addActs(program: Command, terminal: Terminal = realTerminal): void {
  for (const [heading, own] of Object.entries(actGroups)) {
    for (const act of own) {
      const [first = "", second] = act.name.split(" ");
      if (second === undefined) {
        program.addCommand(commandOf(act, first, terminal).helpGroup(heading));
        continue;
      }
      const parent =
        program.commands.find((command) => command.name() === first) ??
        program
          .command(first)
          .description(families[first] ?? "")
          .helpGroup(heading);
      parent.addCommand(commandOf(act, second, terminal));
    }
  }
}

function commandOf(act: Act, name: string, terminal: Terminal): Command {
  const command = new Command(name).description(act.summary);
  for (const argument of act.arguments ?? []) {
    command.addArgument(new Argument(argumentForm(argument), argument.description));
  }
  for (const option of act.options ?? []) {
    command.addOption(optionOf(option));
  }
  if (act.takesSecret) {
    command.option("--stdin", "read what is secret from the first line of the standard input");
  }
  if (act.givesSecret !== undefined) {
    command.option("--secret-file <file>", "put the secret into this new file, which only you can read");
  }
  if (act.waitsFor !== undefined) {
    command
      .option("--wait", `wait for ${act.waitsFor}`)
      .option(
        "--timeout <seconds>",
        "how long --wait waits at most (default: smartlock:settleTimeout, or 120)",
        seconds,
      );
  }
  command
    .option("--yes", "do not ask; scripts need it")
    .option("--dry-run", "print what would be sent, and send nothing")
    .option("--json", "print JSON for a program")
    .addHelpText(
      "after",
      `${act.notes === undefined ? "" : `\n${act.notes}\n`}\nExample:\n  smartlock ${act.example}\n\n${EXIT_CODE_HELP}`,
    );
  return withConnection(command).action(async () => {
    const options = command.opts<ActOptions>();
    if (options.timeout !== undefined && options.wait !== true) {
      throw new CommandError("--timeout is only for --wait.");
    }
    await runAct(act, writtenIn(command, act), options, terminal);
  });
}

function argumentForm({ name, isList, isOptional }: ActArgument): string {
  const form = isList ? `${name}...` : name;
  return isOptional ? `[${form}]` : `<${form}>`;
}

function optionOf({ flags, description, isRequired, isList }: ActOption): Option {
  const option = new Option(flags, description).makeOptionMandatory(isRequired === true);
  return isList
    ? option.argParser((value: string, before: readonly string[] | undefined) => [...(before ?? []), value])
    : option;
}

function writtenIn(command: Command, act: Act): Omit<Given, "waits" | "secret"> {
  const values = new Map<string, unknown>(Object.entries(command.opts()));
  (act.arguments ?? []).forEach(({ name }, index) => values.set(name, command.processedArgs[index]));
  const optional = (name: string): string | undefined => {
    const value = values.get(name);
    return typeof value === "string" ? value : undefined;
  };
  return {
    optional,
    text: (name) => {
      const value = optional(name);
      if (value === undefined) {
        throw new Error(`The act ${act.name} has no ${name}.`);
      }
      return value;
    },
    list: (name) => (values.get(name) as readonly string[] | undefined) ?? [],
    is: (name) => values.get(name) === true,
  };
}

function seconds(text: string): number {
  const value = Number(text);
  if (!(value > 0 && value <= MAX_SECONDS)) {
    throw new InvalidArgumentError(`It must be a number above 0 and at most ${MAX_SECONDS}.`);
  }
  return value;
}
