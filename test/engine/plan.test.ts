import { manyOf } from "../../provider/engine/plan";

describe("Many names in a line", () => {
  it.each<[string[], string]>([
    [[], "no lock"],
    [["a"], "a"],
    [["a", "b", "c", "d", "e"], "a, b, c, d, e"],
    [["a", "b", "c", "d", "e", "f"], "a, b, c, d, e and 1 more"],
    [["a", "b", "c", "d", "e", "f", "g"], "a, b, c, d, e and 2 more"],
  ])("%j", (names, line) => {
    expect(manyOf(names)).toBe(line);
  });
});
