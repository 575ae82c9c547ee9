/** A date later than this makes no sense, and an absurd number would not fit in a date. */
const MAX_WAIT_MS = 365 * 24 * 60 * 60 * 1000;

const HTTP_DATES = [
  /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/,
  /^(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day, \d{2}-[A-Z][a-z]{2}-\d{2} \d{2}:\d{2}:\d{2} GMT$/,
];
const ASCTIME = /^(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun) [A-Z][a-z]{2} [ \d]\d \d{2}:\d{2}:\d{2} \d{4}$/;

/**
 * How long a `Retry-After` asks to wait, or undefined if it cannot be understood.
 * `nowMs` should be the time by the service's own clock, from its `Date` header.
 */
export function parseRetryAfter(header: string | undefined, nowMs: number): number | undefined {
  const text = header?.trim();
  if (text === undefined || text === "") {
    return undefined;
  }
  // fractions are not in the standard, but some gateways send them, and waiting is never wrong
  if (/^\d+(?:\.\d+)?$/.test(text)) {
    return Math.min(Math.ceil(Number(text) * 1000), MAX_WAIT_MS);
  }
  const date = parseHttpDate(text);
  return date === undefined ? undefined : Math.min(Math.max(date - nowMs, 0), MAX_WAIT_MS);
}

/** Accepts only the three forms of an HTTP date: `Date.parse` alone would turn almost anything into a date. */
export function parseHttpDate(text: string): number | undefined {
  if (HTTP_DATES.some((form) => form.test(text))) {
    return valid(Date.parse(text));
  }
  return ASCTIME.test(text) ? valid(Date.parse(`${text} GMT`)) : undefined;
}

function valid(time: number): number | undefined {
  return Number.isNaN(time) ? undefined : time;
}
