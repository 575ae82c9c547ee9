import { parseRetryAfter } from "../../provider/http";

const now = Date.parse("Mon, 05 Jan 2026 12:00:00 GMT");
const year = 365 * 24 * 60 * 60 * 1000;

describe("Retry-After", () => {
  it.each([
    ["seconds", "120", 120_000],
    ["zero", "0", 0],
    ["blanks around", " 5 ", 5000],
    ["a fraction, rounded up", "1.0001", 1001],
    ["a date", "Mon, 05 Jan 2026 12:00:30 GMT", 30_000],
    ["a date that is over", "Mon, 05 Jan 2026 11:00:00 GMT", 0],
    ["an old form of date", "Monday, 05-Jan-26 12:00:10 GMT", 10_000],
    ["the oldest form of date", "Mon Jan  5 12:00:20 2026", 20_000],
    ["a huge number", "99999999999999999999999", year],
    ["a date far away", "Fri, 31 Dec 9999 23:59:59 GMT", year],
    ["absent", undefined, undefined],
    ["empty", "", undefined],
    ["negative", "-5", undefined],
    ["hexadecimal", "0x10", undefined],
    ["exponent", "1e3", undefined],
    ["words", "soon", undefined],
    ["words with a number that Date.parse would take", "in about 5", undefined],
    ["an ISO date, which is no HTTP date", "2026-01-05T12:00:30Z", undefined],
    ["a day of two digits in the oldest form", "Thu Jan 15 12:00:00 2026", 10 * 24 * 60 * 60 * 1000],
    ["words before a date", "after Mon, 05 Jan 2026 12:00:30 GMT", undefined],
    ["words behind a date", "Mon, 05 Jan 2026 12:00:30 GMT (or so)", undefined],
    ["words before an old form of date", "after Monday, 05-Jan-26 12:00:10 GMT", undefined],
    ["words behind an old form of date", "Monday, 05-Jan-26 12:00:10 GMT (or so)", undefined],
    ["words before the oldest form of date", "after Mon Jan  5 12:00:20 2026", undefined],
    ["words behind the oldest form of date", "Mon Jan  5 12:00:20 2026 (or so)", undefined],
    ["a date that does not exist", "Mon, 05 Foo 2026 12:00:00 GMT", undefined],
  ])("%s", (_name, header, expected) => {
    expect(parseRetryAfter(header, now)).toBe(expected);
  });
});
