import type { Address, Smartlock } from "../../provider/api";

/** The service's order, Monday first. */
export const DAYS = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"] as const;

export const NAMES_OF_DAYS = {
  mon: "Monday",
  tue: "Tuesday",
  wed: "Wednesday",
  thu: "Thursday",
  fri: "Friday",
  sat: "Saturday",
  sun: "Sunday",
} as const;

export type Day = (typeof DAYS)[number];

/** Where the local time of a lock comes from. Only that of an address is certain: the service does not tell a lock's own. */
export interface TimeZone {
  /** Such as `Europe/Vienna`, or `UTC+1, with European daylight saving time`. */
  readonly name: string;
  /** Why it is only assumed; undefined if it is certain. */
  readonly assumed?: string;
  /** How far it is ahead of UTC at a given moment, in minutes. */
  offsetAt(moment: number): number;
}

export interface LocalTime {
  readonly day: Day;
  /** Minutes from midnight. */
  readonly minute: number;
  /** Such as `Thu 2026-12-24 18:00`. */
  readonly words: string;
}

const MINUTE = 60_000;

/**
 * The time zone of the lock's address or, without one, what the lock's own settings say.
 *
 * @param addresses undefined if they could not be read
 */
export function timeZoneOf(lock: Smartlock, addresses: readonly Address[] | undefined): TimeZone {
  if (addresses === undefined) {
    return assumedZone(lock, "the addresses could not be read");
  }
  const own = addresses.filter(({ smartlockIds }) => smartlockIds.includes(lock.smartlockId));
  const names = [...new Set(own.flatMap(({ timeZone }) => timeZone ?? []).map(usualName))];
  const known = names.find((name) => nodesName(name) !== undefined);
  if (known === undefined) {
    const unknown = `its address names a time zone that is not known (${names.join(", ")})`;
    return assumedZone(lock, names.length === 0 ? "it has no address with a time zone" : unknown);
  }
  const zone = namedZone(known);
  return names.length === 1 ? zone : { ...zone, assumed: `its addresses are in ${names.join(" and ")}` };
}

export function localTime(zone: TimeZone, moment: number): LocalTime {
  const local = new Date(moment + zone.offsetAt(moment) * MINUTE);
  // Sunday is 0 in JavaScript.
  const day = DAYS[(local.getUTCDay() + 6) % 7] as Day;
  const minute = local.getUTCHours() * 60 + local.getUTCMinutes();
  const text = local.toISOString();
  const words = `${NAMES_OF_DAYS[day].slice(0, 3)} ${text.slice(0, 10)} ${text.slice(11, 16)}`;
  return { day, minute, words };
}

/** The name of a time zone with the usual capitals. A name that Node knows as another one, or not at all, stays. */
function usualName(name: string): string {
  const known = nodesName(name);
  return known?.toLowerCase() === name.toLowerCase() ? known : name;
}

/** What Node calls the time zone; undefined if it does not know it. */
function nodesName(name: string): string | undefined {
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}

function namedZone(name: string): TimeZone {
  const format = new Intl.DateTimeFormat("en-US", {
    timeZone: name,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
  });
  return {
    name,
    offsetAt(moment) {
      const parts = Object.fromEntries(
        format.formatToParts(moment).map(({ type, value }) => [type, Number(value)]),
      );
      const { year = 0, month = 1, day = 1, hour = 0, minute = 0 } = parts;
      const local = Date.UTC(year, month - 1, day, hour, minute);
      return Math.round((local - Math.floor(moment / MINUTE) * MINUTE) / MINUTE);
    },
  };
}

/** The service calls these fields deprecated, and the number of the lock's time zone is documented nowhere. */
function assumedZone({ config }: Smartlock, why: string): TimeZone {
  const offset = config?.timezoneOffset ?? undefined;
  if (offset === undefined) {
    return { name: "UTC", assumed: `${why}, and its settings name none`, offsetAt: () => 0 };
  }
  const isSaving = config?.daylightSavingMode === 1;
  return {
    name: `${utcWords(offset)}${isSaving ? ", with European daylight saving time" : ""}`,
    assumed: `${why}, so this is what its settings say`,
    offsetAt: (moment) => offset + (isSaving && isEuropeanSummer(moment) ? 60 : 0),
  };
}

function utcWords(offset: number): string {
  if (offset === 0) {
    return "UTC";
  }
  const minutes = Math.abs(offset) % 60;
  const hours = Math.floor(Math.abs(offset) / 60);
  return `UTC${offset < 0 ? "-" : "+"}${hours}${minutes === 0 ? "" : `:${String(minutes).padStart(2, "0")}`}`;
}

/** From the last Sunday of March to the last one of October, at 01:00 UTC everywhere. */
function isEuropeanSummer(moment: number): boolean {
  const year = new Date(moment).getUTCFullYear();
  return moment >= lastSunday(year, 2) && moment < lastSunday(year, 9);
}

function lastSunday(year: number, month: number): number {
  const lastDay = new Date(Date.UTC(year, month + 1, 0));
  return Date.UTC(year, month, lastDay.getUTCDate() - lastDay.getUTCDay(), 1);
}
