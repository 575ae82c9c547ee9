import { z } from "zod";

/** What may be worth a look at one way in. */
export const MARKS = [
  "gained",
  "lost",
  "changed",
  "over",
  "disabled",
  "never ends",
  "duplicated",
  "not used",
  "not confirmed",
  "not managed",
] as const;

const lock = z.strictObject({
  id: z.string(),
  name: z.string(),
  addresses: z
    .array(z.string())
    .describe("The names of its addresses; empty if the token may not read them."),
  online: z.boolean(),
  keypad: z.boolean().describe("Whether it takes codes."),
  battery: z.enum(["ok", "nearly empty"]),
});

const access = z.strictObject({
  person: z.string().describe("The same for all that one person has."),
  who: z.string(),
  email: z.string().optional(),
  lock: z.string().describe("The id of the lock."),
  lockName: z.string(),
  type: z.string().describe("Such as app, fob or code."),
  name: z.string().describe("What the authorization is called."),
  words: z.string().describe("Type, window and the rest in one line."),
  window: z.string().describe("When it opens, in the lock's local time."),
  remote: z.boolean().describe("Whether it also opens the lock remotely."),
  lastUsed: z.string().optional().describe("When the service last saw it used."),
  managedBy: z.string().optional().describe("The stack and the resource that manage it."),
  was: z.string().optional().describe("What it was before the preview."),
  marks: z.array(z.enum(MARKS)),
});

const finding = z.strictObject({
  about: z.string().describe("What findings of this sort have in common."),
  words: z.string(),
});

/** What `smartlock report --json` prints. Codes are not in it. */
export const reportForm = z.strictObject({
  title: z.string(),
  at: z.string().describe("When the account was read, by the service's clock."),
  locks: z.array(lock),
  access: z.array(access),
  findings: z.array(finding),
  notes: z.array(z.string()).describe("What the report does not know, and why."),
});

export type Report = z.output<typeof reportForm>;
export type ReportedLock = Report["locks"][number];
export type ReportedAccess = Report["access"][number];
export type Mark = (typeof MARKS)[number];
