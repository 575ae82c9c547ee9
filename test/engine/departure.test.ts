import { isNotYet, noteDeparture } from "../../provider/engine/departure";
import type { Intent } from "../../provider/engine/intent";
import { lamps, said } from "./lamps";

const made = "2026-01-05T12:00:00.000Z";
const tenMinutes = 10 * 60 * 1000;

function after(ms: number) {
  const world = lamps();
  world.service.account = 5;
  jest.spyOn(world.session.api, "serviceTime").mockReturnValue(Date.parse(made) + ms);
  return world;
}

describe("What a list lacks", () => {
  it.each<[string, number, Record<string, unknown>, boolean]>([
    ["may only be late while it is young", tenMinutes - 1, { creationDate: made }, true],
    ["is gone once it is ten minutes old", tenMinutes, { creationDate: made }, false],
    ["may be late where only a run knows when it was made", tenMinutes - 1, { __madeAt: made }, true],
    ["is gone ten minutes after that", tenMinutes, { __madeAt: made }, false],
    ["is as old as the service says", 0, { creationDate: "2026-01-01T00:00:00.000Z", __madeAt: made }, false],
    ["is gone where nobody knows when it was made", 0, {}, false],
    ["is gone where a state holds something that is no date", 0, { creationDate: 2027 }, false],
  ])("%s", async (_, ageMs, state, expected) => {
    const { session, kind } = after(ageMs);
    expect(await isNotYet(session, kind, "7", state)).toBe(expected);
  });

  it("is gone where a run has noted that it deletes it", async () => {
    const { session, kind, notes } = after(1_000);
    await noteDeparture(session, kind, "7", { creationDate: made });
    expect(notes.size).toBe(1);
    expect(await isNotYet(session, kind, "7", { creationDate: made })).toBe(false);
    expect(await isNotYet(session, kind, "8", { creationDate: made })).toBe(true);
    const note = session.intent(["https://api.example.com", 5, "delete", "Lamp 7"]);
    expect(await note.left()).toBeDefined();
  });

  it("is deleted also where that cannot be noted, and this is said", async () => {
    const { session, kind } = after(1_000);
    jest
      .spyOn(session, "intent")
      .mockReturnValue(
        Object.assign(Object.create(null) as Intent, { note: () => Promise.reject(new Error("No space.")) }),
      );
    const told = await said(() => noteDeparture(session, kind, "7", { creationDate: made }));
    expect(told).toBe(
      "Warning: no note could be made before a delete, which is sent all the same: a run after one that dies now may take what is " +
        "deleted to be there for ten minutes. No space.\n",
    );
  });

  it("is noted by nobody who deletes it when it is old", async () => {
    const { session, kind, notes } = after(tenMinutes);
    await noteDeparture(session, kind, "7", { creationDate: made });
    expect(notes.size).toBe(0);
  });
});
