import type { Authorization } from "../../provider/api";
import { shownGrant } from "../../provider/resources/authorization/grant";
import { speakWindow } from "../../provider/resources/authorization/access-window";
import { sayTime } from "../../provider/resources/words";
import { DAYS, type LocalTime } from "./local-time";

/** Whether a grant opens its lock at a moment, and why. Where it is not documented what a lock does, nobody can say. */
export interface Opening {
  readonly opens: "yes" | "no" | "unclear";
  /** Such as `mon–fri 08:00–16:00`, or `it is disabled`. */
  readonly why: string;
}

const ALL_DAYS = 127;

/** @param at in milliseconds since 1970, and the same as the lock's own clock shows it */
export function openingAt(grant: Authorization, at: number, local: LocalTime): Opening {
  const window = speakWindow(shownGrant(grant));
  const refused = (why: string): Opening => ({
    opens: "no",
    why: window === "always" ? why : `${why} (${window})`,
  });
  if (!grant.enabled) {
    return refused("it is disabled");
  }
  if (isSet(grant.allowedFromDate) && at < Date.parse(grant.allowedFromDate)) {
    return refused("it has not begun yet");
  }
  if (isSet(grant.allowedUntilDate) && at >= Date.parse(grant.allowedUntilDate)) {
    return refused("it is over");
  }
  // Without a start date, the lock ignores the limits on days and times.
  return isSet(grant.allowedFromDate) ? withinDay(grant, local, window) : { opens: "yes", why: window };
}

function withinDay(grant: Authorization, local: LocalTime, window: string): Opening {
  const days = grant.allowedWeekDays ?? ALL_DAYS;
  const from = grant.allowedFromTime ?? 0;
  const until = grant.allowedUntilTime ?? 0;
  if (days === 0) {
    return { opens: "unclear", why: `it names no day, which a lock might read as every day (${window})` };
  }
  const today = DAYS.indexOf(local.day);
  // The service's bits: 64 is Monday.
  const isOn = (day: number): boolean => (days & (64 >> day)) !== 0;
  const isOverMidnight = until <= from && !(from === 0 && until === 0);
  if (isOverMidnight && (isOn(today) || isOn((today + 6) % 7))) {
    const times = [from, until].map(sayTime).join(" to ");
    return { opens: "unclear", why: `what a lock does with ${times} is not documented (${window})` };
  }
  if (!isOn(today)) {
    return { opens: "no", why: `not on a ${local.day} (${window})` };
  }
  if (from === 0 && until === 0) {
    return { opens: "yes", why: window };
  }
  return local.minute >= from && local.minute < until
    ? { opens: "yes", why: window }
    : { opens: "no", why: `not at this time of day (${window})` };
}

function isSet(value: string | null | undefined): value is string {
  return value !== undefined && value !== null;
}
