import { isAbsolute } from "node:path";
import { Command } from "commander";
import { SmartlockError } from "../../provider/api";
import type { Settings } from "../../provider/engine/run/settings/settings";
import { shown } from "../../provider/http";
import { CommandError } from "../command-error";
import {
  connectionFrom,
  type ConnectionOptions,
  reading,
  type Sources,
  sourcesIn,
  sourcesOf,
  withConnection,
} from "../connection/connect";
import { failure, type Finding, problem } from "./finding";
import { machineFindings } from "./machine";
import { noteFindings } from "./notes";
import { serviceFindings } from "./service";
import { settingFindings } from "./settings";

interface DoctorOptions extends ConnectionOptions {
  readonly json?: boolean;
}

const MARKS = { ok: "  ", hint: "? ", problem: "! " } as const;

const MAX_TEXT = 2_000;

/** What the exit code says if there is a problem. 1 means that the doctor itself failed. */
const PROBLEMS = 2;

export function doctorCommand(): Command {
  const command = new Command("doctor")
    .description(
      "Looks for what would make a run fail: the token, the settings, this machine, the locks. Only reads.",
    )
    .option("--json", "print JSON for a program")
    .addHelpText(
      "after",
      "\nEnds with 0 if it finds no problem, with 2 if it does, and with 1 if it could not look at all.\n" +
        "Hints do not count.\n\n" +
        "Examples:\n  smartlock doctor\n  smartlock doctor --stack production --json",
    );
  return withConnection(command).action(async (options: DoctorOptions) => {
    const findings = await examine(options);
    console.log(options.json === true ? JSON.stringify(findings, null, 2) : inWords(findings));
    if (findings.some(({ level }) => level === "problem")) {
      process.exitCode = PROBLEMS;
    }
  });
}

/** Each part is looked at even if another one cannot be: the doctor is asked when something is wrong. */
async function examine(options: DoctorOptions): Promise<Finding[]> {
  const folder = process.cwd();
  const machine = machineFindings(folder);
  const known = await findOut(options);
  const { sources, settings } = known;
  const groups = await Promise.all([
    machine,
    settingFindings(settings, sources.configuration, folder),
    notesOf(known),
    settings === undefined
      ? [problem(`The service was not asked. ${known.why ?? ""}`)]
      : reading({ settings }, (client) => serviceFindings(client, Date.now)).catch(unasked),
  ]);
  return groups.flat();
}

interface Known {
  readonly sources: Sources;
  readonly settings?: Settings;
  /** Why there are no settings. */
  readonly why?: string;
}

/** As much as can be found out: without the stack there is the environment, and without settings where they come from. */
async function findOut(options: DoctorOptions): Promise<Known> {
  let sources = sourcesIn(undefined);
  try {
    sources = await sourcesOf(options);
    return { sources, ...(await connectionFrom(sources, options)) };
  } catch (error) {
    if (error instanceof CommandError) {
      return { sources, why: error.message };
    }
    throw error;
  }
}

/** Such as a token that cannot be sent, because it has a line break in it. */
function unasked(error: unknown): Finding[] {
  if (error instanceof SmartlockError) {
    return [failure("The service was not asked.", error)];
  }
  throw error;
}

async function notesOf({ settings, sources: { environment, ofStack } }: Known): Promise<Finding[]> {
  const source = [environment, ofStack].find((one) => one.get("notes") !== undefined);
  const path = source?.get("notes");
  if (settings !== undefined || source === undefined || path === undefined) {
    return noteFindings(settings?.notes);
  }
  // The failure already says that the path must be a full one.
  return isAbsolute(path) ? noteFindings({ path, source: source.describe("notes") }) : [];
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
