import { constants } from "node:fs";
import { access, readdir } from "node:fs/promises";
import { dirname, join } from "node:path";
import { z } from "zod";
import { codeOf, readNote, wordsOf } from "../../provider/engine/journal/note-file";
import type { NotesFolder } from "../../provider/engine/journal/notes";
import { ownFolder, requireFolder, requireOwn } from "../../provider/engine/journal/own-folder";
import { type Finding, hint, ok, problem } from "./finding";

/** The names that runs give to notes. The folder may contain other people's files. */
const NOTE = /^[0-9a-f]{64}\.json$/;

/** What runs write: when they sent something, and ids that existed before. */
const content = z.object({ at: z.number(), notIt: z.array(z.string()).default([]) });

const { R_OK, W_OK, X_OK } = constants;

/** Notes that a run left because it died, and a folder that no run could use for them. */
export async function noteFindings(chosen: NotesFolder | undefined): Promise<Finding[]> {
  const folder = chosen?.path ?? ownFolder();
  const flaw = await flawOf(folder, chosen);
  if (flaw !== undefined) {
    return [flaw];
  }
  const names = (await namesIn(folder)).filter((name) => NOTE.test(name));
  const notes = (await Promise.all(names.map((name) => examine(join(folder, name))))).flat();
  return [...notes.flatMap(({ flaw: own }) => own ?? []), ...leftFindings(folder, notes)];
}

/** Undefined if a run could use the folder, or could create it. */
async function flawOf(folder: string, chosen: NotesFolder | undefined): Promise<Finding | undefined> {
  try {
    await (chosen === undefined ? requireOwn(folder) : requireFolder(folder, chosen.source));
  } catch (error) {
    return refused(error as Error);
  }
  const remedy =
    chosen === undefined
      ? "Set smartlock:notes to a folder that this user may write to."
      : "Create the folder and let this user write to it, or name another one.";
  const words = `The folder for notes, ${folder}${chosen === undefined ? "" : ` (${chosen.source})`},`;
  const failed = await access(folder, R_OK | W_OK | X_OK).catch((error: unknown) => error);
  if (failed === undefined) {
    return undefined;
  }
  if (codeOf(failed) !== "ENOENT") {
    return problem(`${words} cannot be used: ${wordsOf(failed)}.`, remedy);
  }
  // A run creates only the last folder of the path.
  return access(dirname(folder), W_OK | X_OK).then(
    () => undefined,
    () => problem(`${words} is missing, and cannot be created in ${dirname(folder)}.`, remedy),
  );
}

/** What a run would say, without what it says about itself. After that comes the remedy. */
function refused({ message }: Error): Finding {
  const [what = message, remedy] = message.split(" No create was sent. ");
  return problem(what, remedy);
}

async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: unknown) => {
    if (codeOf(error) === "ENOENT") {
      return [];
    }
    throw error;
  });
}

interface Note {
  /** Whether it must be about a create. Otherwise it may also be about a delete: a run writes the same then. */
  readonly isOfCreate?: boolean;
  readonly flaw?: Finding;
}

/** None if the note has just gone. */
async function examine(file: string): Promise<Note[]> {
  try {
    const text = await readNote(file);
    return text === undefined ? [] : [noteIn(file, text)];
  } catch (error) {
    return [{ flaw: unreadable(file, wordsOf(error)) }];
  }
}

function noteIn(file: string, text: string): Note {
  try {
    return { isOfCreate: content.parse(JSON.parse(text)).notIt.length > 0 };
  } catch {
    return { flaw: unreadable(file, "it does not say when something was sent") };
  }
}

function unreadable(file: string, why: string): Finding {
  return problem(
    `The note ${file} cannot be read: ${why}. A run that died may have left it.`,
    "Check in the app whether what that run sent is there, then remove the file.",
  );
}

function leftFindings(folder: string, notes: readonly Note[]): Finding[] {
  const ofCreates = notes.filter(({ isOfCreate }) => isOfCreate === true).length;
  const ofEither = notes.filter(({ isOfCreate }) => isOfCreate === false).length;
  if (notes.length === 0) {
    return [ok(`No run has left notes in ${folder}.`)];
  }
  const remedy =
    "If no run is in progress, run `pulumi up` with the same program once more, before you change it. It looks for what was sent.";
  return [
    ...(ofCreates === 0
      ? []
      : [
          hint(
            `${count(ofCreates)} in ${folder}: a run is still in progress, or one died, and what it sent may still appear.`,
            remedy,
          ),
        ]),
    ...(ofEither === 0
      ? []
      : [
          hint(
            `${count(ofEither)} in ${folder}. ${ofEither === 1 ? "It may be about a delete" : "They may be about deletes"}: such notes stay for a ` +
              "while and do no harm. If not, a run is still in progress, or one died, and what it sent may still appear.",
            `${remedy} What it leaves there does no harm.`,
          ),
        ]),
  ];
}

function count(notes: number): string {
  return notes === 1 ? "1 note is" : `${notes} notes are`;
}
