/** A moment as people read it: in UTC, to the second. `2026-09-22T12:00:00Z` */
export function momentInWords(moment: number): string {
  return new Date(moment).toISOString().replace(/\.\d+Z$/, "Z");
}

/** The same, to the millisecond: for what is stored and compared. Milliseconds that are zero are left out. */
export function exactMoment(moment: number): string {
  return new Date(moment).toISOString().replace(".000Z", "Z");
}
