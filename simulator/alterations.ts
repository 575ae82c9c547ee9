import { z } from "zod";
import type { AuthorizationRecord } from "./records";

/** How the values that the service keeps differ from those it was sent. Default: not at all. */
export const alterations = z.strictObject({
  trimNames: z.boolean().optional(),
  cutNamesAt: z.int().min(1).optional(),
  nameCase: z.enum(["upper", "lower"]).optional(),
  /** Times and dates of authorizations are rounded to the nearest multiple of this. */
  roundTimesToMinutes: z.int().min(1).max(1440).optional(),
  /** The end of an authorization, both time of day and date, becomes an hour later. */
  widensWindow: z.boolean().optional(),
});
type Alterations = z.output<typeof alterations>;

type Grant = Pick<
  AuthorizationRecord,
  "name" | "allowedFromDate" | "allowedUntilDate" | "allowedFromTime" | "allowedUntilTime"
>;

const minuteMs = 60_000;
const widenedBy = 60;
const endOfDay = 1440;

export function alteredName(name: string, { trimNames, cutNamesAt, nameCase }: Alterations): string {
  const cut = (trimNames === true ? name.trim() : name).slice(0, cutNamesAt);
  if (nameCase === undefined) {
    return cut;
  }
  return nameCase === "upper" ? cut.toUpperCase() : cut.toLowerCase();
}

export function alteredGrant<Of extends Grant>(grant: Of, alters: Alterations): Of {
  const later = alters.widensWindow === true ? widenedBy : 0;
  return {
    ...grant,
    name: alteredName(grant.name, alters),
    allowedFromDate: alteredDate(grant.allowedFromDate, alters, 0),
    allowedUntilDate: alteredDate(grant.allowedUntilDate, alters, later),
    allowedFromTime: alteredTime(grant.allowedFromTime, alters, 0),
    allowedUntilTime: alteredTime(grant.allowedUntilTime, alters, later),
  };
}

/** A time of 0 may mean that there is no window, so it stays. */
function alteredTime(time: number | undefined, alters: Alterations, later: number): number | undefined {
  if (time === undefined || time === 0) {
    return time;
  }
  return Math.min(rounded(time, alters, 1) + later, endOfDay);
}

function alteredDate(date: string | undefined, alters: Alterations, later: number): string | undefined {
  if (date === undefined) {
    return date;
  }
  return new Date(rounded(Date.parse(date), alters, minuteMs) + later * minuteMs).toISOString();
}

/** `minute` is the length of a minute in the unit of the value. */
function rounded(value: number, { roundTimesToMinutes }: Alterations, minute: number): number {
  if (roundTimesToMinutes === undefined) {
    return value;
  }
  const step = roundTimesToMinutes * minute;
  return Math.round(value / step) * step;
}
