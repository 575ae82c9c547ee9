import { z } from "zod";
import { answerList } from "../../provider/api/fields";

describe("a list within an answer", () => {
  const list = answerList(z.object({ name: z.string() }));
  const elements = (...wrong: readonly number[]) =>
    Array.from({ length: 30 }, (_, n) => ({ name: wrong.includes(n) ? n : String(n) }));

  it("comes whole where all of it is right", () => {
    expect(list.parse(elements())).toEqual(elements());
    expect(list.parse([])).toEqual([]);
  });

  it("tells all of a few mistakes", () => {
    const places = list.safeParse(elements(0, 7, 20, 29)).error?.issues.map(({ path }) => path[0]);
    expect(places).toEqual([0, 7, 20, 29]);
  });

  it("tells no more than five mistakes of many", () => {
    const places = list.safeParse(elements(0, 3, 4, 7, 8, 20, 29)).error?.issues.map(({ path }) => path[0]);
    expect(places).toEqual([0, 3, 4, 7, 8]);
  });

  it.each([null, "text", 7, { length: 3 }])("is not %j", (given) => {
    expect(list.safeParse(given).success).toBe(false);
  });
});
