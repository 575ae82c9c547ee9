import { z } from "zod";
import { END_OF_DAY, minutesOf, sayTime } from "../../provider/resources/words";
import { type Access, accessInWords, typeOf } from "../access/access";
import { type Person, personInWords } from "../access/people";
import { fitsLock, fitsPerson } from "./patterns";
import type { Login, Scene } from "./scene";

/** Something that is against a rule. */
export interface Breach {
  /** What it is about: the same before and after a change, unless somebody else has it then. */
  readonly about: string;
  /** By which an exception may name the person. */
  readonly person?: Pick<Person, "name" | "email">;
  /** By which an exception may name the lock. */
  readonly lock?: Access["lock"];
  /** How far it goes: a change that makes it worse is a new breach. */
  readonly degree: number;
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

/** More days than anybody lives, so that what never ends can still be worse or better at night. */
const FOR_GOOD = 50_000;

const NOT_EMPTY = "must not be empty";

export const patterns = z.array(z.string().min(1, NOT_EMPTY));

const locks = patterns
  .min(1, 'must name at least one lock; leave it out, or write ["*"], for all of them')
  .default(["*"]);

const timeOfDay = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time such as "22:00"')
  .transform(minutesOf);

const night = z
  .strictObject({ locks, from: timeOfDay, until: timeOfDay })
  .refine(({ from, until }) => from !== until, { path: ["until"], error: "must be another time than from" });

/** What anybody may do who does not manage the account. */
const HARMLESS_RIGHTS = ["operate", "logs"];

export const RULES = {
  "guest-codes-end": rule(z.strictObject({ locks }), ({ access }, options, isStaff) =>
    access
      .filter((one) => fitsLock(options.locks, one.lock) && !isStaff(one) && mayBeCode(one))
      .flatMap((one) =>
        judged(one, ["type", "allowedUntilDate"], () =>
          one.grant.allowedUntilDate !== undefined
            ? undefined
            : {
                why: "is a guest's keypad code with no end date",
                change: "Declare allowedUntilDate, or name this person under staff.",
              },
        ),
      ),
  ),
  "longest-stay": rule(
    z.strictObject({ locks, days: z.number().positive("must be more than 0") }),
    ({ access, now }, options, isStaff) =>
      access
        .filter((one) => fitsLock(options.locks, one.lock) && !isStaff(one))
        .flatMap((one) =>
          judged(one, ["allowedFromDate", "allowedUntilDate"], () => {
            const days = daysOf(one, now);
            const lasts = days === Infinity ? "never ends" : `lasts ${Math.ceil(days)} days`;
            return days <= options.days
              ? undefined
              : {
                  why: `${lasts}; guests may have at most ${options.days} days`,
                  change:
                    'Declare an earlier allowedUntilDate, or add an exception under "allowed" in the policies file.',
                  degree: days,
                };
          }),
        ),
  ),
  "staff-only-at-night": rule(night, ({ access, now }, options, isStaff) =>
    access
      .filter((one) => fitsLock(options.locks, one.lock) && !isStaff(one))
      .flatMap((one) =>
        judged(one, ["allowedFromDate", "allowedWeekDays", "allowedFromTime", "allowedUntilTime"], () => {
          const minutes = minutesWithin(one, options);
          const [from, until] = [options.from, options.until].map(sayTime);
          return minutes === 0
            ? undefined
            : {
                why: `is valid between ${String(from)} and ${String(until)}, when only staff may enter`,
                change: "Declare allowedFromTime and allowedUntilTime, or name this person under staff.",
                // A longer time at night is worse, and so are more of them.
                degree: minutes * Math.min(daysOf(one, now), FOR_GOOD),
              };
        }),
      ),
  ),
  "no-remote-codes": rule(z.strictObject({ locks }), ({ access }, options) =>
    access
      .filter((one) => fitsLock(options.locks, one.lock) && mayBeCode(one))
      .flatMap((one) =>
        judged(one, ["type", "remoteAllowed"], () =>
          one.grant.remoteAllowed !== true
            ? undefined
            : { why: "is a keypad code with remote access", change: "Declare remoteAllowed: false." },
        ),
      ),
  ),
  "every-lock-opens": rule(z.strictObject({ locks }), (scene, options) => {
    const doubts = new Map(
      scene.access.flatMap(({ lock, unknown }) =>
        unknown?.has("enabled") ? [[lock.id, unknown.get("enabled")]] : [],
      ),
    );
    const open = new Set(
      scene.access.filter(({ unknown }) => unknown?.has("enabled") !== true).map(({ lock }) => lock.id),
    );
    return scene.locks
      .map(({ smartlockId, name }) => ({ id: String(smartlockId), name }))
      .filter((lock) => fitsLock(options.locks, lock) && !open.has(lock.id))
      .map((lock) => {
        const why = doubts.get(lock.id);
        return {
          about: `lock ${lock.id}`,
          lock,
          degree: 1,
          what:
            why === undefined
              ? `Nobody has an authorization for ${lock.name}`
              : `It is not known whether anybody can open ${lock.name}, because enabled is ${why}`,
          change: "Keep one. If nobody should have one, add an exception to the policies file.",
        };
      });
  }),
  managers: rule(z.strictObject({ people: patterns }), ({ logins }, { people }) =>
    logins.known
      .filter((login) => !fitsPerson(people, login))
      .flatMap((login) => {
        const rights = managingRights(login);
        const has =
          "unknown" in rights
            ? `has rights that are ${rights.unknown},`
            : `has the rights ${rights.join(", ")}`;
        return "length" in rights && rights.length === 0
          ? []
          : [
              {
                about: `login ${login.email ?? login.name}`,
                person: login,
                degree: "length" in rights ? rights.length : Infinity,
                what: `Sub-account ${personInWords(login)} ${has} but is not in rules.managers.people`,
                change: "Remove these rights, or add the person there.",
              },
            ];
      }),
  ),
} as const;

export type RuleName = keyof typeof RULES;

export const RULE_NAMES = Object.keys(RULES) as RuleName[];

function rule<Options extends z.ZodType>(options: Options, find: Find<z.output<Options>>): Rule<Options> {
  return { options, find: find as Find<unknown> };
}

interface Flaw {
  readonly why: string;
  readonly change: string;
  readonly degree?: number;
}

/** What is wrong with access. If nobody knows a field that matters, the rule counts as broken. */
function judged(access: Access, fields: readonly string[], find: () => Flaw | undefined): Breach[] {
  const unknown = fields.find((field) => access.unknown?.has(field) === true);
  const flaw =
    unknown === undefined
      ? find()
      : {
          why: `cannot be judged, because ${unknown} is ${access.unknown?.get(unknown) ?? "not known"}`,
          change: 'Declare it as a plain value, or add an exception under "allowed" in the policies file.',
          degree: Infinity,
        };
  const { source, person, lock } = access;
  return flaw === undefined
    ? []
    : [
        {
          about: `${source} ${person.email ?? person.name}`,
          person,
          lock,
          degree: flaw.degree ?? 1,
          what: `${accessInWords(access)} ${flaw.why}`,
          change: flaw.change,
        },
      ];
}

function mayBeCode(access: Access): boolean {
  return typeOf(access) === "code" || access.unknown?.has("type") === true;
}

/** From its start or, without one, from when it was made. */
function daysOf({ grant: { allowedFromDate, allowedUntilDate }, since }: Access, now: number): number {
  const ends = allowedUntilDate === undefined ? Infinity : Date.parse(allowedUntilDate);
  const begins = Date.parse(allowedFromDate ?? "");
  const length = (ends - (Number.isNaN(begins) ? (since ?? now) : begins)) / DAY_MS;
  // Nobody can tell how long it is until a date that cannot be read.
  return Number.isNaN(length) ? Infinity : length;
}

/** For how many minutes of a week it opens between `from` and `until`, which may lie on the next day. */
function minutesWithin(
  { grant }: Access,
  { from, until }: { readonly from: number; readonly until: number },
): number {
  const begins = minutesOf(grant.allowedFromTime ?? 0);
  const ends = minutesOf(grant.allowedUntilTime ?? END_OF_DAY);
  // Without a start date, a lock ignores the times. Nobody knows what it does with a window over midnight.
  if (grant.allowedFromDate === "missing" || begins >= ends) {
    return Infinity;
  }
  const parts = from < until ? [[from, until] as const] : [[0, until] as const, [from, END_OF_DAY] as const];
  const minutes = parts.map(([first, last]) => Math.max(0, Math.min(ends, last) - Math.max(begins, first)));
  const days = Array.isArray(grant.allowedWeekDays) ? grant.allowedWeekDays.length : 7;
  return days * minutes.reduce((sum, one) => sum + one, 0);
}

/** What a sub-account may do that only a manager should. */
function managingRights({ rights }: Login): readonly string[] | { readonly unknown: string } {
  return "unknown" in rights ? rights : rights.filter((right) => !HARMLESS_RIGHTS.includes(right));
}
