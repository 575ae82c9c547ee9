import { evaluate } from "./script-module";

describe("isAtLeast", () => {
  const cases: [version: string, minimum: string, expected: boolean][] = [
    ["3.216.0", "3.216.0", true],
    ["v3.259.0", "3.216.0", true],
    ["v3.99.0", "3.216.0", false],
    ["3.215.9", "3.216.0", false],
    ["4.0.0", "3.216.0", true],
    ["2.999.999", "3.216.0", false],
    ["v3.260.0-alpha.1", "3.259.0", true],
    ["go1.25.11", "1.25.11", true],
    ["go1.25.9", "1.25.11", false],
    ["go1.26", "1.25.11", true],
    ["20.18.0", "20.18.1", false],
    ["20.20.2\n", "20.18.1", true],
    ["", "1.0.0", false],
    ["unknown", "1.0.0", false],
  ];
  let answers: unknown;
  beforeAll(async () => {
    const table = JSON.stringify(cases);
    answers = (
      await evaluate("version.mjs", `return ${table}.map(([have, need]) => script.isAtLeast(have, need))`)
    ).value;
  });

  it.each(cases.map((row, index) => [...row, index] as const))(
    "%j against %s: %s",
    (_version, _minimum, expected, index) => {
      expect((answers as boolean[])[index]).toBe(expected);
    },
  );
});
