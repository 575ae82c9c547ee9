import { isYoung, lateUntil, journalDelete } from "../../../provider/engine/looking/young";
import type { JournalEntry } from "../../../provider/engine/journal/journal";
import { said } from "../lamps";
import { failures, Shelf } from "../shelf";

const made = "2026-01-05T12:00:00.000Z";
const tenMinutes = 10 * 60 * 1000;

/** Things that only lists tell about, this long after one of them was made. */
function after(ms: number, shelf = new Shelf()) {
  jest.spyOn(shelf.session.api, "serviceTime").mockReturnValue(Date.parse(made) + ms);
  return shelf;
}

describe("What a list lacks", () => {
  const until = "2026-01-05T12:10:00Z";

  it.each<[string, number, Record<string, unknown>, string | undefined]>([
    ["may only be late while it is young", tenMinutes - 1, { creationDate: made }, until],
    ["is gone once it is ten minutes old", tenMinutes, { creationDate: made }, undefined],
    ["may be late where only a run knows when it was made", tenMinutes - 1, { __madeAt: made }, until],
    ["is gone ten minutes after that", tenMinutes, { __madeAt: made }, undefined],
    [
      "is as old as the service says",
      0,
      { creationDate: "2026-01-01T00:00:00.000Z", __madeAt: made },
      undefined,
    ],
    ["is gone where nobody knows when it was made", 0, {}, undefined],
    ["is gone where a state holds something that is no date", 0, { creationDate: 2027 }, undefined],
    ["is gone where a state holds text that is no date", 0, { creationDate: "soon" }, undefined],
  ])("%s", async (_, ageMs, state, expected) => {
    const { session, kind } = after(ageMs);
    expect(await lateUntil(kind, "1/7", state)).toBe(expected);
    expect(isYoung(session, state)).toBe(expected !== undefined);
  });

  it.each([
    ["a read by its id", Shelf.readById()],
    ["another request", new Shelf({ witness: () => Promise.reject(failures.missing) })],
  ])("is never only late where %s can prove that it is gone, and no note is needed", async (_, shelf) => {
    const { kind, notes } = after(1_000, shelf);
    expect(await lateUntil(kind, "1/7", { creationDate: made })).toBeUndefined();
    await journalDelete(kind, "1/7", { creationDate: made });
    expect(notes.size).toBe(0);
  });

  it("is gone where a run has noted that it deletes it", async () => {
    const { session, kind, notes } = after(1_000);
    await journalDelete(kind, "1/7", { creationDate: made });
    expect(notes.size).toBe(1);
    expect(await lateUntil(kind, "1/7", { creationDate: made })).toBeUndefined();
    expect(await lateUntil(kind, "1/8", { creationDate: made })).toBe(until);
    const note = session.journalEntry(["https://shelf.example.com", 7, "delete", "Thing 1/7"]);
    expect(await note.read()).toBeDefined();
  });

  it("is deleted also where that cannot be noted, and this is said", async () => {
    const { session, kind } = after(1_000);
    jest.spyOn(session, "journalEntry").mockReturnValue(
      Object.assign(Object.create(null) as JournalEntry, {
        write: () => Promise.reject(new Error("No space.")),
      }),
    );
    const told = await said(() => journalDelete(kind, "1/7", { creationDate: made }));
    expect(told).toBe(
      "Warning: no note could be written before a delete, which is sent anyway: if this run dies now, the next one may assume until " +
        "2026-01-05T12:10:00Z that it still exists. No space.\n",
    );
  });

  it("is noted by nobody who deletes it when it is old", async () => {
    const { kind, notes } = after(tenMinutes);
    await journalDelete(kind, "1/7", { creationDate: made });
    expect(notes.size).toBe(0);
  });
});
