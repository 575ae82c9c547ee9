import { readdir } from "node:fs/promises";
import { ownFolder } from "../../provider/engine/journal/own-folder";
import { type Finding, hint, ok } from "./finding";

/** Notes that a run left because it died. A run that succeeds removes its notes. */
export async function noteFindings(chosen: string | undefined): Promise<Finding[]> {
  const folder = chosen ?? ownFolder();
  const notes = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith(".json"));
  if (notes.length === 0) {
    return [ok(`No run has left notes in ${folder}.`)];
  }
  const are = notes.length === 1 ? "1 note is" : `${notes.length} notes are`;
  return [
    hint(
      `${are} in ${folder}: a run is still going, or one died, and what it sent may still appear.`,
      "If no run is going, run `pulumi up` with the same program once more, before you change it. It looks for what was sent.",
    ),
  ];
}
