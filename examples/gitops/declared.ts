import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

// Strict and without defaults: otherwise a misspelt or forgotten limit would create a grant without that limit.
const grant = z.strictObject({
  name: z.string(),
  doors: z.array(z.string()).nonempty(),
  weekDays: z.array(z.enum(["mon", "tue", "wed", "thu", "fri", "sat", "sun"])).nonempty(),
  from: z.string(),
  until: z.string(),
});

const access = z.strictObject({
  /** People who open doors with the app, as the account user with their e-mail address. */
  crews: z.record(z.string(), grant.extend({ email: z.email() })),
  /** Keypad codes. The code itself is a stack secret under the same key. */
  codes: z.record(z.string(), grant),
});

export type Grant = z.output<typeof grant>;

export function readAccess(): z.output<typeof access> {
  const file = join(__dirname, "access.json");
  const parsed = access.safeParse(JSON.parse(readFileSync(file, "utf8")));
  if (!parsed.success) {
    throw new Error(`access.json is wrong; nothing was changed.\n${z.prettifyError(parsed.error)}`);
  }
  return parsed.data;
}
