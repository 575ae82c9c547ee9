import { isContainerGone, locate } from "../../provider/engine/located";
import type { ResourceSpec } from "../../provider/engine/resource-spec";
import { lamps, said } from "./lamps";

const lamp = { lampId: 7, name: "Porch" };
const young = (): Record<string, unknown> => ({ creationDate: new Date().toISOString() });

/** In a room that is there or not. */
function inRoom(isGone: boolean): Pick<ResourceSpec, "container"> {
  return {
    container: {
      noun: "room",
      collection: () => ({
        known: () => Promise.reject(new Error("not asked for")),
        isMissing: (key) => Promise.resolve(key === "7" && isGone),
      }),
      keyFrom: (fields) => String(fields["lampId"]),
    },
  };
}

describe("Locating an object", () => {
  it("finds it in the list", async () => {
    const { session, kind, service } = lamps();
    service.lamps = [lamp];
    expect(await locate(session, kind, "7", {})).toEqual({ is: "there", live: lamp });
    expect(service.asked).toBe(1);
  });

  it("takes it for gone after a list without it and a read by its id that is refused", async () => {
    const { session, kind, service } = lamps();
    expect(await locate(session, kind, "7", {})).toEqual({ is: "gone" });
    expect(await locate(session, kind, "7", {})).toEqual({ is: "gone" });
    expect([service.asked, service.read]).toEqual([1, 1]);
  });

  it("finds it where only a read by its id shows it, and says so", async () => {
    const { session, kind, service } = lamps({ list: () => Promise.resolve([]) });
    service.lamps = [lamp];
    let located: unknown;
    const told = await said(async () => {
      located = await locate(session, kind, "7", { name: "Porch" });
    });
    expect(located).toEqual({ is: "there", live: lamp });
    expect(told).toBe(
      'Lamp "Porch" (id 7) is not in the list of the service, but a read by its id shows it: it is there.\n',
    );
  });

  it("does not take one for gone that is young, and says so", async () => {
    const { session, kind } = lamps();
    let located: unknown;
    const told = await said(async () => {
      located = await locate(session, kind, "7", { name: "Porch", ...young() });
    });
    expect(located).toEqual({ is: "not yet" });
    expect(told).toBe(
      'Warning: Lamp "Porch" (id 7) was made only minutes ago and the service does not show it. That may be a delay, so it is ' +
        "taken to be there. Run again in ten minutes: what is still missing then is made again.\n",
    );
  });

  it.each([
    ["there", [lamp], 1],
    ["not there", [], 1],
  ])("refuses another account, whether it is %s or not, after one list", async (_, listed, asked) => {
    const { session, kind, service } = lamps();
    service.lamps = listed;
    service.account = 6;
    await expect(locate(session, kind, "7", { __account: 5 })).rejects.toThrow("Lamp 7 is in account 5");
    expect(service.asked).toBe(asked);
  });

  it("names what it was part of where that is gone too, and only then", async () => {
    const gone = lamps(inRoom(true));
    expect(await locate(gone.session, gone.kind, "7", {})).toEqual({ is: "gone", with: "room" });
    const there = lamps(inRoom(false));
    expect(await locate(there.session, there.kind, "7", {})).toEqual({ is: "gone" });
  });

  it("finds what one list for all still shows, whatever it was part of", async () => {
    const { session, kind, service } = lamps(inRoom(true));
    service.lamps = [lamp];
    expect(await locate(session, kind, "7", {})).toEqual({ is: "there", live: lamp });
  });

  it("asks for no list of something that is gone", async () => {
    const listedBy = (): string => "7";
    const gone = lamps({ ...inRoom(true), listedBy });
    expect(await locate(gone.session, gone.kind, "7", {})).toEqual({ is: "gone", with: "room" });
    expect(await locate(gone.session, gone.kind, "7", young())).toEqual({ is: "not yet" });
    expect(gone.service.asked).toBe(0);
    const there = lamps({ ...inRoom(false), listedBy });
    expect(await locate(there.session, there.kind, "7", {})).toEqual({ is: "gone" });
    expect(there.service.asked).toBe(1);
    const roomless = lamps({ listedBy });
    roomless.service.lamps = [lamp];
    expect(await locate(roomless.session, roomless.kind, "7", {})).toEqual({ is: "there", live: lamp });
  });

  it("asks once about what it was part of, where that has a list of its own", async () => {
    const isMissing = jest.fn().mockResolvedValue(false);
    const { session, kind } = lamps({
      listedBy: () => "7",
      container: {
        noun: "room",
        collection: () => ({ known: () => Promise.reject(new Error("not asked for")), isMissing }),
        keyFrom: () => "7",
      },
    });
    await locate(session, kind, "7", {});
    expect(isMissing).toHaveBeenCalledTimes(1);
  });
});

describe("What an object is part of", () => {
  it("is never gone where there is no such thing", async () => {
    const { session, kind } = lamps();
    expect(await isContainerGone(session, kind, { lampId: 7 }, { __account: 5 })).toBe(false);
  });

  it("is gone only for the account of the state", async () => {
    const { session, kind, service } = lamps({
      ...inRoom(true),
      id: { lampId: Number, part: String },
    });
    service.account = 5;
    const parts = { lampId: 7, part: "bulb" };
    expect(await isContainerGone(session, kind, parts, { __account: 5 })).toBe(true);
    await expect(isContainerGone(session, kind, parts, { __account: 6 })).rejects.toThrow(
      "Lamp 7/bulb is in account 6",
    );
    expect(await isContainerGone(session, kind, { lampId: 8, part: "bulb" }, { __account: 6 })).toBe(false);
  });
});
