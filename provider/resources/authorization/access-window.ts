import { z } from "zod";
import { END_OF_DAY, manyWords, minutesOf, sayDate, sayTime } from "../words";
import type { GrantType } from "./grant-types";

const weekDays = manyWords({ mon: 64, tue: 32, wed: 16, thu: 8, fri: 4, sat: 2, sun: 1 });

/**
 * Limits on days and times only work with a start date. Without one the lock ignores them, and a grant for weekdays
 * would be open around the clock. So this date is sent with them if the program declares no start. It is constant, so
 * that the same program always means the same thing, and it is not shown.
 */
const SINCE_EVER = "2000-01-01T00:00:00Z";

/** What is shown as the start of a grant that has limits but no start date: the lock ignores its limits. */
const MISSING = "missing";

const NO_DAY =
  "must name at least one day: leave it out for all days, and for none declare enabled: false (a lock might read no day as all)";

const days = weekDays.schema.refine((given) => given.length > 0, NO_DAY);

const timeForms = 'must be a time such as "08:00"';

const MIDNIGHT_IS_NO_END =
  '"00:00" is the beginning of the day; write "24:00" for its end, and leave both times out for the whole day';

/** `08:00`, or minutes from midnight. */
const time = z
  .union(
    [
      z.int().min(0, timeForms).max(END_OF_DAY, timeForms),
      z.string().regex(/^([01]?\d|2[0-3]):[0-5]\d$|^24:00$/, timeForms),
    ],
    { error: timeForms },
  )
  .transform((given) => sayTime(minutesOf(given)) as string);

const BEGINNING = "00:00";

const END = "24:00";

const beginning = time.refine((given) => given !== END, 'must be before "24:00", the end of the day');

const end = time.refine((given) => given !== BEGINNING, `must be later: ${MIDNIGHT_IS_NO_END}`);

/** The offset is required: a date without one would mean a different moment in every time zone. */
const moment = z.iso
  .datetime({ offset: true, error: "must be a date and time with an offset, such as 2026-09-22T12:00:00Z" })
  .transform((text) => sayDate(text) as string);

export const windowInputs = {
  /** Valid from this date and time, with an offset: `2026-09-22T14:00:00+02:00`. */
  allowedFromDate: moment.optional(),
  /** Valid until this date and time, with an offset. */
  allowedUntilDate: moment.optional(),
  /** Valid on these days, at least one: `["mon", "tue"]`. Default: all days. */
  allowedWeekDays: days.optional(),
  /** Valid from this time of day, in the lock's local time: `"08:00"`. A number counts minutes from midnight: 8 is `"00:08"`. */
  allowedFromTime: beginning.optional(),
  /** Valid until this time of the same day, in the lock's local time. A number counts minutes from midnight. Default: `"24:00"`, the end of the day. */
  allowedUntilTime: end.optional(),
};

/** In words. At runtime, a value of the service for which there is no word is a number. */
export interface AccessWindow {
  readonly allowedFromDate?: string | undefined;
  readonly allowedUntilDate?: string | undefined;
  readonly allowedWeekDays?: Day[] | undefined;
  readonly allowedFromTime?: string | undefined;
  readonly allowedUntilTime?: string | undefined;
}

type Day = (typeof weekDays.words)[number];

/** In the service's form. */
interface WireWindow {
  readonly allowedFromDate?: string | null | undefined;
  readonly allowedUntilDate?: string | null | undefined;
  readonly allowedWeekDays?: number | null | undefined;
  readonly allowedFromTime?: number | null | undefined;
  readonly allowedUntilTime?: number | null | undefined;
}

export const windowFields = [
  "allowedFromDate",
  "allowedUntilDate",
  "allowedWeekDays",
  "allowedFromTime",
  "allowedUntilTime",
] as const;

export type WindowField = (typeof windowFields)[number];

/** A limit that is not declared is cleared. What an older release stored is only understood together with the others. */
const limit = (field: WindowField) => ({
  default: undefined,
  inWords: (_stored: unknown, all: Readonly<Record<string, unknown>>): unknown => windowInWords(all)[field],
});

/** All the forms in which a program or the service may say the same thing are equal. */
export const windowFacts = {
  allowedFromDate: {
    ...limit("allowedFromDate"),
    compareAs: (value: unknown, all: AccessWindow) =>
      value === SINCE_EVER && isLimited(all) ? undefined : value,
    speakAs: (value: unknown) =>
      value === MISSING ? "missing (so the lock ignores the days and times)" : JSON.stringify(value),
  },
  allowedUntilDate: limit("allowedUntilDate"),
  allowedWeekDays: {
    ...limit("allowedWeekDays"),
    compareAs: (value: unknown) => value ?? weekDays.words,
    speakAs: speakDays,
  },
  allowedFromTime: {
    ...limit("allowedFromTime"),
    compareAs: (value: unknown) => value ?? BEGINNING,
    speakAs: String,
  },
  allowedUntilTime: {
    ...limit("allowedUntilTime"),
    // A window that begins and does not say when it ends is sent with the end of the day.
    compareAs: (value: unknown, all: AccessWindow) => value ?? (begins(all) ? END : BEGINNING),
    speakAs: String,
  },
};

/**
 * `mon–fri 08:00–16:00 from 2026-09-22 12:00 UTC`, or `always`. A limit that has just gone is told as well: `mon–fri all day`
 * or `every day 08:00–16:00`.
 */
export function speakWindow(window: AccessWindow, changed: readonly string[] = []): string {
  const { days, times, dates } = limitsOf(window);
  if ([days, times, dates].every((part) => part === "")) {
    return "always";
  }
  const is = areChanged(changed);
  const everyDay = days === "" && is.days ? "every day" : days;
  const allDay = times === "" && is.times ? "all day" : times;
  return [everyDay, allDay, dates].filter((part) => part !== "").join(" ");
}

function areChanged(changed: readonly string[]): Readonly<Record<"days" | "times" | "dates", boolean>> {
  const some = (...fields: readonly WindowField[]): boolean =>
    fields.some((field) => changed.includes(field));
  return {
    days: some("allowedWeekDays"),
    times: some("allowedFromTime", "allowedUntilTime"),
    dates: some("allowedFromDate", "allowedUntilDate"),
  };
}

/** The window before some of its fields changed, as far as they say it: `was mon–fri`, or `no dates before` */
export function speakFormerWindow(was: AccessWindow, changed: readonly string[]): string {
  const { days, times, dates } = limitsOf(was);
  const is = areChanged(changed);
  const parts = [
    ...(is.days ? [days === "" ? "every day" : days] : []),
    ...(is.times ? [times === "" ? "all day" : times] : []),
  ];
  const hasOtherDates = is.dates;
  if (speakWindow(was) === "always") {
    return "was always";
  }
  if (hasOtherDates && dates === "") {
    return parts.length === 0 ? "no dates before" : `was ${parts.join(" ")}, no dates before`;
  }
  return `was ${[...parts, ...(hasOtherDates ? [dates] : [])].join(" ")}`;
}

/** In words, and empty where there is no limit. */
function limitsOf({
  allowedFromDate,
  allowedUntilDate,
  allowedWeekDays,
  allowedFromTime,
  allowedUntilTime,
}: AccessWindow): Readonly<Record<"days" | "times" | "dates", string>> {
  const isEveryDay = (allowedWeekDays ?? weekDays.words).length === weekDays.words.length;
  const [from, until] = [allowedFromTime ?? BEGINNING, allowedUntilTime ?? END];
  const isAllDay = from === BEGINNING && (until === END || until === BEGINNING);
  const dates = [
    allowedFromDate === undefined ? "" : speakStart(allowedFromDate),
    allowedUntilDate === undefined ? "" : `until ${speakMoment(allowedUntilDate)}`,
  ];
  return {
    days: isEveryDay ? "" : speakDays(allowedWeekDays),
    times: isAllDay ? "" : `${from}–${until}`,
    dates: dates.filter((part) => part !== "").join(" "),
  };
}

function speakStart(date: string): string {
  return date === MISSING ? "without a start date, so always" : `from ${speakMoment(date)}`;
}

/** `2026-09-22 12:00 UTC`. The state has the seconds. */
function speakMoment(date: string): string {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d:00Z$/.test(date)
    ? `${date.slice(0, 10)} ${date.slice(11, 16)} UTC`
    : date;
}

/** `mon–fri, sun` */
export function speakDays(value: unknown): string {
  if (!Array.isArray(value)) {
    return JSON.stringify(value);
  }
  const ranges: string[][] = [];
  let range: string[] | undefined;
  for (const day of weekDays.words) {
    if (!value.includes(day)) {
      range = undefined;
    } else if (range === undefined) {
      ranges.push((range = [day]));
    } else {
      range.push(day);
    }
  }
  const named = ranges.map((one) => (one.length > 2 ? `${one[0]}–${one.at(-1)}` : one.join(", ")));
  return named.length === 0 ? "no day" : named.join(", ");
}

function begins({ allowedFromTime }: AccessWindow): boolean {
  return (allowedFromTime ?? BEGINNING) !== BEGINNING;
}

/** Whether there is a limit on days or times. */
function isLimited(window: AccessWindow): boolean {
  const given = window.allowedWeekDays ?? weekDays.words;
  const isEveryDay = given.length === weekDays.words.length;
  return !isEveryDay || begins(window) || (window.allowedUntilTime ?? BEGINNING) !== BEGINNING;
}

/** A window as it is sent. What it leaves out is cleared. */
export function sentWindow(window: AccessWindow) {
  const { allowedFromDate: from, allowedUntilDate, allowedWeekDays, allowedFromTime } = window;
  const start = from ?? (isLimited(window) ? SINCE_EVER : undefined);
  // It is not documented what a lock does with a window that begins and has no end.
  const until = window.allowedUntilTime ?? (begins(window) ? END : undefined);
  return {
    allowedFromDate: start === undefined || start === MISSING ? null : sentDate(start),
    allowedUntilDate: allowedUntilDate === undefined ? null : sentDate(allowedUntilDate),
    allowedWeekDays: allowedWeekDays === undefined ? null : weekDays.numberOf(allowedWeekDays),
    allowedFromTime: allowedFromTime === undefined ? null : minutesOf(allowedFromTime),
    allowedUntilTime: until === undefined ? null : minutesOf(until),
  };
}

/** Text of the service that is not a date can only be sent back as it is. */
function sentDate(date: string): string {
  return Number.isNaN(Date.parse(date)) ? date : new Date(date).toISOString();
}

/** A window of the service in words. */
export function shownWindow(live: WireWindow): AccessWindow {
  // The service shows 0 and 0 if there is no daily window. A program may not declare this: it could be meant as "never".
  const isAllDay = (live.allowedFromTime ?? 0) === 0 && (live.allowedUntilTime ?? 0) === 0;
  const window = windowInWords({
    ...live,
    allowedFromTime: isAllDay ? undefined : (live.allowedFromTime ?? undefined),
    allowedUntilTime: isAllDay ? undefined : (live.allowedUntilTime ?? 0),
  });
  const hasStart = (live.allowedFromDate ?? undefined) !== undefined;
  return !hasStart && isLimited(window) ? { ...window, allowedFromDate: MISSING } : window;
}

/** Values of an older release in words. Words stay as they are. */
export function windowInWords(stored: Readonly<Record<string, unknown>>): AccessWindow {
  const window = {
    allowedFromDate: sayDate(stored["allowedFromDate"] ?? undefined),
    allowedUntilDate: sayDate(stored["allowedUntilDate"] ?? undefined),
    allowedWeekDays: weekDays.say(stored["allowedWeekDays"] ?? undefined),
    allowedFromTime: sayTime(stored["allowedFromTime"] ?? undefined),
    allowedUntilTime: sayTime(stored["allowedUntilTime"] ?? undefined),
    // Somebody may have edited the state: a value of another type stays, and differs from everything.
  } as AccessWindow;
  return window.allowedFromDate === SINCE_EVER && isLimited(window)
    ? { ...window, allowedFromDate: undefined }
    : window;
}

export function windowProblems(
  window: AccessWindow & { readonly type?: GrantType | undefined },
): { field: (typeof windowFields)[number]; reason: string }[] {
  const { allowedFromDate: from, allowedUntilDate: until, allowedFromTime, allowedUntilTime } = window;
  const problems: { field: (typeof windowFields)[number]; reason: string }[] = [];
  if (from && until && Date.parse(from) >= Date.parse(until)) {
    problems.push({ field: "allowedUntilDate", reason: "must be after allowedFromDate" });
  }
  if (minutesOf(allowedFromTime ?? BEGINNING) >= minutesOf(allowedUntilTime ?? END)) {
    const why = allowedUntilTime === BEGINNING ? MIDNIGHT_IS_NO_END : overMidnight(window.type);
    problems.push({ field: "allowedUntilTime", reason: `must be after allowedFromTime: ${why}` });
  }
  return problems;
}

/** Which second authorization is possible depends on what identifies authorizations of this type. */
function overMidnight(type: GrantType | undefined): string {
  switch (type) {
    case "code":
      return 'for a window over midnight, declare two different keypad codes, one until "24:00" and one from "00:00"';
    case "fob":
      return 'for a window over midnight, declare two fobs with different names, one until "24:00" and one from "00:00"';
    default:
      return (
        "a window cannot go over midnight, and a user has only one app authorization on a lock: let it end by " +
        '"24:00", and declare a keypad code (type "code") for the hours after that'
      );
  }
}

export function isOver({ allowedUntilDate }: AccessWindow, now: number): boolean {
  return typeof allowedUntilDate === "string" && Date.parse(allowedUntilDate) < now;
}

/** Never open: for a grant that must not open a door before it has been disabled. */
export const closedWindow = { allowedFromDate: SINCE_EVER, allowedUntilDate: "2000-01-02T00:00:00Z" };

/** The same window as the service shows it. */
export const closedWindowShown = {
  ...closedWindow,
  allowedWeekDays: undefined,
  allowedFromTime: undefined,
  allowedUntilTime: undefined,
};
