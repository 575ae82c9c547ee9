import { goesAlong } from "../../../cli/acts/goes-along";

describe("What is deleted together with something", () => {
  it.each<[string[], string]>([
    [[], "No token goes with it."],
    [["Bookings"], "With it goes 1 token: Bookings."],
    [["Bookings", "Nightly run"], "With it go 2 tokens: Bookings, Nightly run."],
  ])("%j", (names, words) => {
    expect(goesAlong("token", names)).toBe(words);
  });
});
