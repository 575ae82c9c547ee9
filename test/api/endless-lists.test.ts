import { AnswerError } from "../../provider/api";
import { readByOffset, readNumberedPages } from "../../provider/api/paging";
import { failure } from "./fake-service";

const common = { operation: "things.listAll", object: "GET /thing", idOf: ({ id }: { id: number }) => id };

/** A list where every page has one more object. */
function endless(things: { now?: () => number; text?: string } = {}) {
  let pages = 0;
  const read = readByOffset({
    ...common,
    now: things.now ?? (() => 0),
    page: () => Promise.resolve([{ id: ++pages, text: things.text ?? "" }]),
  });
  return { read, pages: () => pages };
}

describe("a list that does not end by itself", () => {
  it("ends after 10,000 pages", async () => {
    const { read, pages } = endless();
    const error = await failure(read);
    expect(error).toBeInstanceOf(AnswerError);
    expect(error.message).toContain("the list does not end after 10000 pages");
    expect(error.message).toContain("things.listAll");
    expect(error.message).toContain("GET /thing");
    expect(error.message).toContain(
      "This list was not used. Try again when less is being changed in the account.",
    );
    expect(error).toMatchObject({ attempts: 1, outcomeUnknown: false });
    expect(pages()).toBe(10_000);
  });

  it("ends after 64 MB", async () => {
    const text = "x".repeat(1024 * 1024 - 50);
    const { read, pages } = endless({ text });
    expect((await failure(read)).message).toMatch(/the list does not end after 68\d{6} characters/);
    expect(pages()).toBe(65);
  });

  it("ends after 15 minutes, and not before", async () => {
    let minutes = 0;
    const { read, pages } = endless({ now: () => minutes++ * 60_000 });
    expect((await failure(read)).message).toContain("the list does not end after 15 minutes");
    // the sixteenth look at the clock is the first one after 15 minutes
    expect(pages()).toBe(16);
  });

  it("ends at the second page of known objects, and not at the first", async () => {
    const pages = (known: number): Promise<unknown> =>
      readByOffset({
        ...common,
        now: () => 0,
        page: (offset) =>
          Promise.resolve(offset < 2 ? [{ id: offset }] : offset < 2 + known ? [{ id: 0 }] : []),
      });
    await expect(pages(1)).resolves.toEqual([{ id: 0 }, { id: 1 }]);
    expect((await failure(pages(2))).message).toContain("the same objects page after page");
  });

  it("is also one with numbers", async () => {
    let id = 0;
    const read = readNumberedPages({
      ...common,
      now: () => 0,
      page: () => Promise.resolve({ items: [{ id: ++id }], total: 5 }),
    });
    expect((await failure(read)).message).toContain("the list does not end after 10000 pages");
  });
});
