import { Command } from "commander";
import { shown } from "../../provider/http";
import { connectionOf, type ConnectionOptions, reading, withConnection } from "../connection/connect";
import type { Finding } from "./finding";
import { machineFindings } from "./machine";
import { noteFindings } from "./notes";
import { serviceFindings } from "./service";
import { settingFindings } from "./settings";

interface DoctorOptions extends ConnectionOptions {
  readonly json?: boolean;
}

const MARKS = { ok: "  ", hint: "? ", problem: "! " } as const;

const MAX_TEXT = 2_000;

export function doctorCommand(): Command {
  const command = new Command("doctor")
    .description(
      "Looks for what would make a run fail: the token, the settings, this machine, the locks. Only reads.",
    )
    .option("--json", "print JSON for a program")
    .addHelpText(
      "after",
      "\nIt ends with 0 if it finds no problem, and with 1 if it does. Hints do not count.\n\n" +
        "Examples:\n  smartlock doctor\n  smartlock doctor --stack production --json",
    );
  return withConnection(command).action(async (options: DoctorOptions) => {
    const findings = await examine(options);
    console.log(options.json === true ? JSON.stringify(findings, null, 2) : inWords(findings));
    process.exitCode = findings.some(({ level }) => level === "problem") ? 1 : 0;
  });
}

async function examine(options: DoctorOptions): Promise<Finding[]> {
  const connection = await connectionOf(options);
  const folder = process.cwd();
  const groups = await Promise.all([
    machineFindings(folder),
    settingFindings(connection, folder),
    noteFindings(connection.settings.notes?.path),
    reading(connection, (client) => serviceFindings(client, Date.now)),
  ]);
  return groups.flat();
}

function inWords(findings: readonly Finding[]): string {
  const lines = findings.flatMap(({ level, what, remedy }) => [
    `${MARKS[level]}${what}`,
    ...(remedy === undefined ? [] : [`    ${remedy}`]),
  ]);
  return [...lines, "", summary(findings)].map((line) => shown(line, MAX_TEXT)).join("\n");
}

function summary(findings: readonly Finding[]): string {
  const count = (wanted: Finding["level"]): number => findings.filter(({ level }) => level === wanted).length;
  const [problems, hints] = [count("problem"), count("hint")];
  const hinted = hints === 0 ? "" : hints === 1 ? " 1 hint (?)." : ` ${hints} hints (?).`;
  return problems === 0
    ? `No problem found.${hinted}`
    : `${problems === 1 ? "1 problem" : `${problems} problems`} found (!).${hinted}`;
}
