import { manyWords, oneWord, sayDate, sayTime } from "../../provider/resources/words";

/** Fields that people write in words, and the service in numbers. */
describe("One word of several", () => {
  const way = oneWord({ app: 0, code: 13 }, { bridge: 1 });

  it("is declared as a word or as the service's number", () => {
    expect(["app", 0, "code", 13].map((given) => way.schema.parse(given))).toEqual([
      "app",
      "app",
      "code",
      "code",
    ]);
    expect(way.schema.safeParse("bridge").error?.issues[0]?.message).toBe('must be one of "app", "code"');
  });

  it("is sent as the service's number, which may have no word", () => {
    expect([way.numberOf("code"), way.numberOf("bridge"), way.numberOf(7)]).toEqual([13, 1, 7]);
    expect([13, 1, 7].map(way.say)).toEqual(["code", "bridge", 7]);
  });
});

describe("A list of words", () => {
  const days = manyWords({ mon: 64, tue: 32, sun: 1 });

  it("is the service's sum, if that is one", () => {
    expect([97, 65, 0].map(days.say)).toEqual([["mon", "tue", "sun"], ["mon", "sun"], []]);
    const others = [98, -1, 64.5, "64", null, undefined];
    expect(others.map(days.say)).toEqual(others);
    expect([days.numberOf(["sun", "mon"]), days.numberOf(98)]).toEqual([65, 98]);
  });
});

it("A time is minutes from midnight, if they are within a day", () => {
  expect([0, 65, 1440].map(sayTime)).toEqual(["00:00", "01:05", "24:00"]);
  const others = [1441, -1, 0.5, "65", undefined];
  expect(others.map(sayTime)).toEqual(others);
});

it("A date is in UTC and without the zeros of milliseconds, if it is text", () => {
  expect(sayDate("2026-03-01T10:00:00.000+02:00")).toBe("2026-03-01T08:00:00Z");
  expect(sayDate("2026-03-01T10:00:00.500Z")).toBe("2026-03-01T10:00:00.500Z");
  const others = ["soon", 5, null, undefined];
  expect(others.map(sayDate)).toEqual(others);
});
