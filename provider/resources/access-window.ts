import { z } from "zod";
import { FOB, KEYPAD_CODE } from "./grant-types";

/** In the order of their bits, from Sunday (1) to Monday (64). */
const days = ["sun", "sat", "fri", "thu", "wed", "tue", "mon"] as const;
const ALL_DAYS = 127;

/**
 * Limits on days and times only work with a start date. Without one the lock ignores them, and a grant for weekdays
 * would be open around the clock. The date is constant, so that the same program always means the same thing.
 */
const SINCE_EVER = "2000-01-01T00:00:00.000Z";

const weekDaysForms = `must be a number from 1 to ${ALL_DAYS} or a list of ${[...days].reverse().join(", ")}`;
const NO_DAY =
  "must name at least one day: leave it out for all days, and for none declare enabled: false (a lock might take no day for all)";

/** A bitmask (64 Monday … 1 Sunday) or the names of the days. */
const weekDays = z
  .union([z.int().min(0, weekDaysForms).max(ALL_DAYS, weekDaysForms), z.array(z.enum(days))], {
    error: weekDaysForms,
  })
  .transform((given) =>
    typeof given === "number" ? given : given.reduce((sum, day) => sum | (1 << days.indexOf(day)), 0),
  )
  .refine((bits) => bits !== 0, NO_DAY);

const END_OF_DAY = 1440;
const timeForms = `must be minutes from midnight (0 to ${END_OF_DAY}) or a time such as 08:00`;
const MIDNIGHT_IS_NO_END =
  '"00:00" is the beginning of the day; write "24:00" for its end, and leave both times out for the whole day';

/** Minutes from midnight, or `08:00`. */
const timeForm = z.union(
  [
    z.int().min(0, timeForms).max(END_OF_DAY, timeForms),
    z.string().regex(/^([01]?\d|2[0-3]):[0-5]\d$|^24:00$/, timeForms),
  ],
  { error: timeForms },
);

function minutesOf(given: string | number): number {
  if (typeof given === "number") {
    return given;
  }
  const [hours = 0, minutes = 0] = given.split(":").map(Number);
  return hours * 60 + minutes;
}

const beginning = timeForm
  .transform(minutesOf)
  .refine((minutes) => minutes < END_OF_DAY, 'must be before "24:00", the end of the day');

const end = timeForm
  .transform(minutesOf)
  .refine((minutes) => minutes !== 0, `must be later: ${MIDNIGHT_IS_NO_END}`);

/** The offset is required: a date without one would mean a different moment in every time zone. */
const moment = z.iso
  .datetime({ offset: true, error: "must be a date and time with its offset, such as 2026-09-22T12:00:00Z" })
  .transform((text) => new Date(text).toISOString());

export const windowInputs = {
  /** Valid from this date and time, with an offset: `2026-09-22T14:00:00+02:00`. */
  allowedFromDate: moment.optional(),
  /** Valid until this date and time, with an offset. */
  allowedUntilDate: moment.optional(),
  /** Valid on these days, at least one: `["mon", "tue"]`, or a bitmask from 64 (Monday) to 1 (Sunday). Default: all days. */
  allowedWeekDays: weekDays.optional(),
  /** Valid from this time of day, in the lock's local time: `"08:00"`, or minutes from midnight. */
  allowedFromTime: beginning.optional(),
  /** Valid until this time of the same day, in the lock's local time. Default: `"24:00"`, the end of the day. */
  allowedUntilTime: end.optional(),
};

export interface AccessWindow {
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

/** Makes all the forms in which the service may show "no limit" equal. */
export const compareWindowAs = {
  allowedWeekDays: (value: unknown) => value ?? ALL_DAYS,
  allowedFromTime: (value: unknown) => value ?? 0,
  allowedUntilTime: (value: unknown) => value ?? 0,
};

/** Shows the values in the form in which a program declares them. */
export const speakWindowAs = {
  allowedWeekDays: (value: unknown) => {
    const named = days.filter((_day, bit) => (Number(value) & (1 << bit)) !== 0);
    return named.length === 0 ? "no day" : named.reverse().join(", ");
  },
  allowedFromTime: speakTime,
  allowedUntilTime: speakTime,
};

function speakTime(value: unknown): string {
  const minutes = Number(value);
  return [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, "0")).join(":");
}

/** The values that a declaration leaves out but the lock needs. */
export function completeWindow(
  window: AccessWindow,
  unknown: ReadonlySet<string>,
): { allowedFromDate?: string; allowedUntilTime?: number } {
  const isLimited =
    (window.allowedWeekDays ?? ALL_DAYS) !== ALL_DAYS ||
    (window.allowedFromTime ?? 0) !== 0 ||
    (window.allowedUntilTime ?? 0) !== 0 ||
    ["allowedWeekDays", "allowedFromTime", "allowedUntilTime"].some((field) => unknown.has(field));
  const hasStart = window.allowedFromDate !== undefined || unknown.has("allowedFromDate");
  // A window with a start but no end would be sent with the end 0. It is not documented what a lock does with that.
  const begins = (window.allowedFromTime ?? 0) !== 0 || unknown.has("allowedFromTime");
  const ends = window.allowedUntilTime !== undefined || unknown.has("allowedUntilTime");
  return {
    ...(isLimited && !hasStart && { allowedFromDate: SINCE_EVER }),
    ...(begins && !ends && { allowedUntilTime: END_OF_DAY }),
  };
}

/** The service shows 0 and 0 if there is no daily window. A program may not declare this: it could be meant as "never". */
export function isAllDay({ allowedFromTime, allowedUntilTime }: AccessWindow): boolean {
  return (allowedFromTime ?? 0) === 0 && (allowedUntilTime ?? 0) === 0;
}

export function windowProblems(
  window: AccessWindow & { readonly type?: number | undefined },
): { field: (typeof windowFields)[number]; reason: string }[] {
  const { allowedFromDate: from, allowedUntilDate: until, allowedFromTime, allowedUntilTime } = window;
  const problems: { field: (typeof windowFields)[number]; reason: string }[] = [];
  if (from && until && Date.parse(from) >= Date.parse(until)) {
    problems.push({ field: "allowedUntilDate", reason: `must be after allowedFromDate (${from})` });
  }
  const begins = allowedFromTime ?? 0;
  const ends = allowedUntilTime ?? END_OF_DAY;
  if (begins >= ends) {
    const why = ends === 0 ? MIDNIGHT_IS_NO_END : overMidnight(window.type);
    problems.push({ field: "allowedUntilTime", reason: `must be after allowedFromTime: ${why}` });
  }
  return problems;
}

/** Which second authorization is possible depends on what identifies authorizations of this type. */
function overMidnight(type: number | undefined): string {
  switch (type) {
    case KEYPAD_CODE:
      return 'for a window over midnight, declare two keypad codes that differ, one until "24:00" and one from "00:00"';
    case FOB:
      return 'for a window over midnight, declare two fobs with different names, one until "24:00" and one from "00:00"';
    default:
      return (
        "a window cannot go over midnight, and a user has only one app authorization on a lock: let it end by " +
        '"24:00", and declare a keypad code (type 13) for the hours after that'
      );
  }
}

export function isOver({ allowedUntilDate }: AccessWindow, now: number): boolean {
  return typeof allowedUntilDate === "string" && Date.parse(allowedUntilDate) < now;
}

/** Never open: for a grant that must not open a door before it has been disabled. */
export const closedWindow = { allowedFromDate: SINCE_EVER, allowedUntilDate: "2000-01-02T00:00:00.000Z" };

/** The same window as the service shows it. */
export const closedWindowShown = {
  ...closedWindow,
  allowedWeekDays: undefined,
  allowedFromTime: undefined,
  allowedUntilTime: undefined,
};
