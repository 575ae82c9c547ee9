import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { z } from "zod";
import { PlainError } from "./failures";

/** The stack that owns what the sites share. No site can have this name. */
export const PEOPLE = "people";

// This is also the name of a stack.
const name = z
  .string()
  .regex(
    /^[a-z0-9]([a-z0-9-]{0,48}[a-z0-9])?$/,
    "must be lower-case letters, digits and hyphens, at most 50",
  );
const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time such as "08:00"');

const crew = z.strictObject({
  crew: name,
  name: z.string().min(1).max(32),
  email: z.email('must be an e-mail address, e.g. "crew@example.com"'),
});

// Strict: a misspelt limit must not become a grant without one.
const access = z
  .strictObject({
    crew: name,
    weekDays: z
      .array(z.enum(["mon", "tue", "wed", "thu", "fri", "sat", "sun"]))
      .min(1)
      .optional(),
    from: time.optional(),
    until: time.optional(),
  })
  .refine(({ from, until }) => (from === undefined) === (until === undefined), {
    error: "needs both `from` and `until`, or neither",
  });

const site = z.strictObject({
  site: name.refine((text) => text !== PEOPLE, `"${PEOPLE}" is the name of the stack that all sites share`),
  address: z.string().min(1),
  doors: z.array(z.string().min(1)).min(1),
  access: z.array(access),
});

const fleet = z
  .strictObject({
    limits: z.strictObject({
      requestsPerSecond: z.number().positive(),
      concurrency: z.int().min(1),
    }),
    crews: z.array(crew),
    sites: z.array(site),
  })
  .check(({ value, issues }) => {
    const report = (path: (string | number)[], message: string): void => {
      issues.push({ code: "custom", input: value, path, message });
    };
    const crews = new Set(value.crews.map((each) => each.crew));
    const seen = new Map<string, string>();
    /** Reports something that appears a second time, and says where it appeared first. */
    const once = (key: string, where: string, path: (string | number)[], words: string): void => {
      const first = seen.get(key);
      if (first === undefined) {
        seen.set(key, where);
      } else {
        report(path, `${words} already ${first}`);
      }
    };
    value.crews.forEach((each, index) => {
      once(`crew ${each.crew}`, "declared", ["crews", index, "crew"], "this crew is");
      const email = each.email.toLowerCase();
      once(`email ${email}`, `that of crew "${each.crew}"`, ["crews", index, "email"], "this address is");
    });
    value.sites.forEach((each, index) => {
      once(`site ${each.site}`, "declared", ["sites", index, "site"], "this site is");
      each.doors.forEach((door, position) => {
        // Two stacks cannot see each other: both would be responsible for the grants on that door.
        once(`door ${door}`, `at site "${each.site}"`, ["sites", index, "doors", position], `"${door}" is`);
      });
      each.access.forEach((grant, position) => {
        const path = ["sites", index, "access", position, "crew"];
        if (!crews.has(grant.crew)) {
          const known = [...crews].join(", ");
          report(
            path,
            `no crew is called "${grant.crew}"; there ${known === "" ? "is none" : `are ${known}`}`,
          );
        }
        once(`access ${index} ${grant.crew}`, "named", path, "this crew is");
      });
    });
  });

export type Fleet = z.output<typeof fleet>;
export type Site = Fleet["sites"][number];
export type Crew = Fleet["crews"][number];

export function readFleet(file: string): Fleet {
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    throw new PlainError(`Cannot read ${file}: ${(error as Error).message}`);
  }
  const parsed = fleet.safeParse(content);
  if (parsed.success) {
    return parsed.data;
  }
  const problems = parsed.error.issues.map((issue) => `- ${placeOf(issue.path, content)}: ${issue.message}`);
  throw new PlainError(
    `${basename(file)} is wrong, so nothing was done:\n${problems.join("\n")}\nCorrect the file and run again.`,
  );
}

/** `sites[3].access[0].from` as `site "mill-lane", access[0].from`: people know sites by name, not by number. */
function placeOf(path: readonly PropertyKey[], content: unknown): string {
  const [list, index, ...rest] = path;
  const named = { sites: "site", crews: "crew" }[String(list)];
  if (named === undefined || typeof index !== "number") {
    return path.length === 0 ? "the file" : spell(path);
  }
  const entry = (content as Record<string, Record<string, unknown>[]>)[String(list)]?.[index];
  const title = entry?.[named];
  const known = typeof title === "string" ? `${named} "${title}"` : `${named} number ${index + 1}`;
  return rest.length === 0 ? known : `${known}, ${spell(rest)}`;
}

function spell(path: readonly PropertyKey[]): string {
  return path
    .map((part, index) =>
      typeof part === "number" ? `[${part}]` : index === 0 ? String(part) : `.${String(part)}`,
    )
    .join("");
}
