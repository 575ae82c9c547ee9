import { z } from "zod";
import { END_OF_DAY, minutesOf } from "../../provider/resources/words";
import { type Access, accessInWords, typeOf } from "../access/access";
import { personInWords } from "../access/people";
import { fits } from "./patterns";
import type { Login, Scene } from "./scene";

/** Something that is against a rule. */
export interface Breach {
  /** What is against it, apart from what it is called: the same before and after a change to it. */
  readonly about: string;
  /** By which an exception may name the person. */
  readonly people: readonly (string | undefined)[];
  /** By which an exception may name the lock. */
  readonly lock?: string;
  /** What is against the rule, and why. */
  readonly what: string;
  readonly change: string;
}

type Find<Options> = (scene: Scene, options: Options, isStaff: (access: Access) => boolean) => Breach[];

interface Rule<Options extends z.ZodType> {
  readonly options: Options;
  /** @param options as read by `options` */
  readonly find: Find<unknown>;
}

const DAY_MS = 86_400_000;

const names = z.array(z.string().min(1));

/** The locks that a rule is for. */
const locks = names.min(1).default(["*"]);

const timeOfDay = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time such as "22:00"')
  .transform(minutesOf);

/** What anybody may do who does not manage the account. */
const HARMLESS_RIGHTS = ["operate", "logs"];

export const RULES = {
  "guest-codes-end": rule(z.strictObject({ locks }), (scene, options, isStaff) =>
    scene.access
      .filter((access) => isOn(options.locks, access) && typeOf(access.grant) === "code" && !isStaff(access))
      .filter(({ grant }) => grant.allowedUntilDate === undefined)
      .map((access) =>
        breach(
          access,
          "is a code of a guest that never ends",
          "Declare allowedUntilDate, or name this person under staff.",
        ),
      ),
  ),
  "longest-stay": rule(z.strictObject({ locks, days: z.number().positive() }), (scene, options, isStaff) =>
    scene.access
      .filter((access) => isOn(options.locks, access) && !isStaff(access))
      .flatMap((access) => {
        const days = daysOf(access, scene.now);
        const lasts = days === Infinity ? "never ends" : `lasts ${Math.ceil(days)} days`;
        return days <= options.days
          ? []
          : [
              breach(
                access,
                `${lasts}, and guests have at most ${options.days}`,
                "Declare an earlier allowedUntilDate, or let a reviewer allow it.",
              ),
            ];
      }),
  ),
  "staff-only-at-night": rule(
    z.strictObject({ locks, from: timeOfDay, until: timeOfDay }),
    (scene, options, isStaff) =>
      scene.access
        .filter((access) => isOn(options.locks, access) && !isStaff(access) && opensWithin(access, options))
        .map((access) =>
          breach(
            access,
            "opens at night, and only staff may then",
            "Declare allowedFromTime and allowedUntilTime, or name this person under staff.",
          ),
        ),
  ),
  "no-remote-codes": rule(z.strictObject({ locks }), (scene, options) =>
    scene.access
      .filter(({ grant }) => typeOf(grant) === "code" && grant.remoteAllowed === true)
      .filter((access) => isOn(options.locks, access))
      .map((access) => breach(access, "is a code with remote access", "Declare remoteAllowed: false.")),
  ),
  "every-lock-opens": rule(z.strictObject({ locks }), (scene, options) => {
    const open = new Set(scene.access.map(({ lock }) => lock.id));
    return scene.locks
      .filter(({ name, smartlockId }) => fits(options.locks, [name]) && !open.has(String(smartlockId)))
      .map(({ name, smartlockId }) => ({
        about: `lock ${smartlockId}`,
        people: [],
        lock: name,
        what: `Nobody has an authorization for ${name}`,
        change: "Declare one, or leave this lock out of the rule.",
      }));
  }),
  managers: rule(z.strictObject({ people: names }), ({ logins = [] }, { people }) =>
    logins
      .filter((login) => !fits(people, [login.name, login.email]) && managingRights(login).length > 0)
      .map((login) => ({
        about: `login ${login.email}`,
        people: [login.name, login.email],
        what: `Sub-account ${personInWords(login)} has the right to ${managingRights(login).join(", ")}, and is not named as a manager`,
        change: "Take these rights away, or name it under people of this rule.",
      })),
  ),
} as const;

export type RuleName = keyof typeof RULES;

export const RULE_NAMES = Object.keys(RULES) as RuleName[];

function rule<Options extends z.ZodType>(options: Options, find: Find<z.output<Options>>): Rule<Options> {
  return { options, find: find as Find<unknown> };
}

function breach(access: Access, why: string, change: string): Breach {
  const { source, person, lock } = access;
  return {
    about: source,
    people: [person.name, person.email],
    lock: lock.name,
    what: `${accessInWords(access)} ${why}`,
    change,
  };
}

function isOn(patterns: readonly string[], { lock }: Access): boolean {
  return fits(patterns, [lock.name]);
}

function daysOf({ grant: { allowedFromDate, allowedUntilDate } }: Access, now: number): number {
  const ends = allowedUntilDate === undefined ? Infinity : Date.parse(allowedUntilDate);
  const begins = Date.parse(allowedFromDate ?? "");
  const length = (ends - (Number.isNaN(begins) ? now : begins)) / DAY_MS;
  // Nobody can tell how long it is until a date that cannot be read.
  return Number.isNaN(length) ? Infinity : length;
}

/** Whether it opens at some time between `from` and `until`, which may lie on the next day. */
function opensWithin({ grant }: Access, night: { readonly from: number; readonly until: number }): boolean {
  const from = minutesOf(grant.allowedFromTime ?? 0);
  const until = minutesOf(grant.allowedUntilTime ?? END_OF_DAY);
  // Without a start date, a lock ignores the times. Nobody knows what it does with a window over midnight.
  const isSure = grant.allowedFromDate !== "missing" && from < until;
  const parts =
    night.from < night.until
      ? [[night.from, night.until] as const]
      : [[0, night.until] as const, [night.from, END_OF_DAY] as const];
  return !isSure || parts.some(([begin, end]) => from < end && begin < until);
}

function managingRights({ rights }: Login): string[] {
  return rights.filter((right) => !HARMLESS_RIGHTS.includes(right));
}
