import { writeFileSync } from "node:fs";
import { say } from "../report.mjs";

/** Shows the figures of a campaign, and passes them to `npm run proof` if that started the campaign. @param {object} figures */
export function tellFigures(figures) {
  const text = JSON.stringify(figures);
  say(text);
  const results = process.env["SMARTLOCK_PROOF_RESULTS"];
  if (results !== undefined) {
    writeFileSync(results, text);
  }
}
