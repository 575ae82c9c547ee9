import { parseArgs } from "node:util";
import { PlainError, reasonOf } from "../scripts/report.mjs";
import { FULL_SCALE, parts } from "./plan.mjs";

/** @typedef {import("./plan.mjs").Part} Part */

const USAGE = `Use \`npm run bench\`, or for a quick look \`npm run bench -- --only U,A --scale 100\` (parts: ${parts.join(", ")}).`;

/** @returns {{ only: readonly Part[], scale: number, isWhole: boolean }} */
export function options() {
  const { only, scale } = parsed();
  const wanted = only.split(",").map((name) => parts.find((part) => part === name.trim().toUpperCase()));
  const chosen = wanted.filter((part) => part !== undefined);
  const size = Number(scale);
  if (chosen.length !== wanted.length || !Number.isInteger(size) || size < 10) {
    throw new PlainError(
      `--only takes parts of the benchmark, and --scale takes a number of objects, 10 or more. ${USAGE}`,
    );
  }
  return { only: chosen, scale: size, isWhole: size === FULL_SCALE && chosen.length === parts.length };
}

function parsed() {
  try {
    return parseArgs({
      options: {
        only: { type: "string", default: parts.join(",") },
        scale: { type: "string", default: String(FULL_SCALE) },
      },
    }).values;
  } catch (error) {
    throw new PlainError(`${reasonOf(error)}. ${USAGE}`);
  }
}
