import { goesAlong } from "../../../cli/acts/goes-along";

describe("What is deleted together with something", () => {
  it.each<[string[], string]>([
    [[], "No token is deleted with it."],
    [["Bookings"], "1 token is deleted with it: Bookings."],
    [["Bookings", "Nightly run"], "2 tokens are deleted with it: Bookings, Nightly run."],
  ])("%j", (names, words) => {
    expect(goesAlong("token", names)).toBe(words);
  });
});
