import type { Session } from "../../../provider/engine/run/session";
import { settleTimeoutMs } from "../../../provider/engine/looking/patience";

const session = (settleTimeout: number) => ({ settings: { settleTimeout } }) as Session;

describe("The time that a resource lets the service take", () => {
  it.each<[string, unknown, number]>([
    ["its own", 5, 5_000],
    ["a part of a second", 0.5, 500],
    ["that of the run without its own", undefined, 120_000],
    ["that of the run for zero", 0, 120_000],
    ["that of the run for less than nothing", -1, 120_000],
    ["that of the run for a text", "5", 120_000],
    ["a day", 86_400, 86_400_000],
    ["a day for more than one", 86_401, 86_400_000],
  ])("is %s", (_words, own, expected) => {
    expect(settleTimeoutMs(session(120), { settleTimeout: own })).toBe(expected);
  });

  it("is a day even if the run lets it take longer", () => {
    expect(settleTimeoutMs(session(86_401), {})).toBe(86_400_000);
  });
});
