import type { TimeZone } from "../access/local-time";

const MINUTE = 60_000;

/** `2026-09-22T14:00:00+02:00` in place of `2026-09-22T12:00:00Z`, where the time zone is known. */
export function localMoment(moment: string, zone: TimeZone | undefined): string {
  const at = Date.parse(moment);
  if (zone === undefined || Number.isNaN(at)) {
    return moment;
  }
  const offset = zone.offsetAt(at);
  const local = new Date(at + offset * MINUTE);
  const two = (value: number): string => String(value).padStart(2, "0");
  const minutes = Math.abs(offset);
  const end = `${offset < 0 ? "-" : "+"}${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`;
  return `${local.toISOString().replace(/(?:\.000)?Z$/, "")}${end}`;
}
