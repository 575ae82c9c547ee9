import type { Authorization } from "../../provider/api";
import { shownGrant } from "../../provider/resources/authorization/grant";
import { speakWindow } from "../../provider/resources/authorization/access-window";
import { sayTime } from "../../provider/resources/words";
import { DAYS, type LocalTime, NAMES_OF_DAYS } from "./local-time";

/** Whether a grant opens its lock at a given moment, and why. Where it is not documented what a lock does, nobody can say. */
export interface Opening {
  readonly opens: "yes" | "no" | "unclear";
  /** Such as `mon–fri 08:00–16:00`, or `it is disabled`. */
  readonly why: string;
}

/** @param at in milliseconds since 1970, and the same as the lock's own clock shows it */
export function openingAt(grant: Authorization, at: number, local: LocalTime): Opening {
  const begins = momentOf(grant.allowedFromDate);
  const ends = momentOf(grant.allowedUntilDate);
  const shown = shownGrant(grant);
  const window = speakWindow(shown);
  const because = (opens: "no" | "unclear", why: string): Opening => ({
    opens,
    why: window === "always" ? why : `${why} (${window})`,
  });
  if (!grant.enabled) {
    return because("no", "it is disabled");
  }
  if (begins !== undefined && at < begins) {
    return because("no", "it has not begun yet");
  }
  if (ends !== undefined && at >= ends) {
    return because("no", "it is over");
  }
  if (Number.isNaN(begins)) {
    return because("unclear", "the date on which it begins cannot be read");
  }
  // Without a start date, the lock ignores the limits on days and times.
  const flaw = begins === undefined ? undefined : flawOfDay(grant, shown.allowedWeekDays ?? DAYS, local);
  if (flaw?.opens !== "no" && Number.isNaN(ends)) {
    return because("unclear", "the date on which it ends cannot be read");
  }
  return flaw === undefined ? { opens: "yes", why: window } : because(flaw.opens, flaw.why);
}

interface Flaw {
  readonly opens: "no" | "unclear";
  readonly why: string;
}

/**
 * Why the lock does not open on this day at this time, or may not.
 *
 * @param days at runtime, a value of the service for which there are no words is a number
 */
function flawOfDay(
  grant: Authorization,
  days: readonly string[] | number,
  local: LocalTime,
): Flaw | undefined {
  if (typeof days === "number") {
    return { opens: "unclear", why: "its days cannot be read" };
  }
  const from = grant.allowedFromTime ?? 0;
  const until = grant.allowedUntilTime ?? 0;
  const isAllDay = from === 0 && until === 0;
  const isOverMidnight = until <= from && !isAllDay;
  const isInTime = isAllDay || isOverMidnight || (local.minute >= from && local.minute < until);
  if (days.length === 0 && isInTime) {
    return { opens: "unclear", why: "it names no day, which a lock might read as every day" };
  }
  const yesterday = DAYS[(DAYS.indexOf(local.day) + 6) % 7] as string;
  if (isOverMidnight && (days.includes(local.day) || days.includes(yesterday))) {
    const times = [from, until].map(sayTime).join(" to ");
    return { opens: "unclear", why: `what a lock does with ${times} is not documented` };
  }
  if (days.length > 0 && !days.includes(local.day)) {
    return { opens: "no", why: `not on a ${NAMES_OF_DAYS[local.day]}` };
  }
  return isInTime ? undefined : { opens: "no", why: "not at this time of day" };
}

/** In milliseconds since 1970; not a number if the date cannot be read. */
function momentOf(date: string | null | undefined): number | undefined {
  return date === undefined || date === null ? undefined : Date.parse(date);
}
