import type { Bag } from "../../../provider/engine/values/bag";
import { holdBack, refuseMove } from "../../../provider/engine/lifecycle/hold-back";
import type { Device } from "../../../provider/engine/kind/listed";
import type { ResourceSpec } from "../../../provider/engine/kind/spec";
import { listening, parentThat, Shelf } from "../shelf";
import { FIRST, OWN, SECOND, stored } from "../stored-forms";

/** Things with a pin, which tells them apart, that move from shelf 1 to shelf 2. */
describe("A move to another device is held back", () => {
  const said = listening();
  const olds = { shelfId: 1, name: "Lamp", pin: 1234, __declared: ["shelfId", "name", "pin"] };
  const [attic, cellar] = ["Attic", "Cellar"];
  const atticLost = `${attic} is offline and could not confirm that the old one is gone`;
  const cellarLost = `${cellar} is offline and could not confirm the new one`;

  const held = async (
    [from, to]: readonly [boolean | undefined, boolean | undefined],
    {
      fields = {},
      news = {},
      before = {},
      changed = ["shelfId"],
      special = {},
      settings = {},
    }: {
      readonly fields?: Bag;
      readonly news?: Bag;
      readonly before?: Bag;
      readonly changed?: readonly string[];
      readonly special?: Partial<ResourceSpec>;
      readonly settings?: Readonly<Record<string, string>>;
    } = {},
  ): Promise<string | undefined> => {
    const devices: Readonly<Record<string, Device | undefined>> = {
      "1": from === undefined ? undefined : { name: attic, online: from },
      "2": to === undefined ? undefined : { name: cellar, online: to },
    };
    const shelf = Shelf.later(
      { fields: { name: { isAlterable: true } }, identity: () => ["shelfId", "pin"], ...special },
      true,
      settings,
    );
    const device = shelf.kind.spec.parent?.device;
    if (device !== undefined) {
      Object.assign(device, { find: (_reader: unknown, key: string) => Promise.resolve(devices[key]) });
    }
    const { session, kind } = shelf;
    const linesBefore = said().length;
    const wanted = { shelfId: 2, name: "Lamp", pin: 1234, ...fields };
    const isHeld = await holdBack(kind, { ...olds, ...before }, wanted, changed, {
      ...wanted,
      __owner: OWN,
      ...news,
    });
    let why: string | undefined;
    try {
      refuseMove(session, OWN);
    } catch (error) {
      why = (error as Error).message;
    }
    expect(why !== undefined).toBe(isHeld);
    expect(said().length > linesBefore).toBe(isHeld);
    return why;
  };
  const refusal = (offline: string, advice: string, label = 'Thing "Lamp" on Attic', target = cellar) =>
    `${label} was not moved to ${target}: ${offline}. Nothing was sent, and it stays as it is. Run again later. ${advice}`;
  const takeAway = "To take the old one away now, remove the resource from the program.";
  const putBack = (noun: string): string =>
    `To create the new one now, put the old ${noun} back, and declare the new one as a resource of its own.`;

  it("while one of the two is offline", async () => {
    expect(await held([true, false])).toBe(refusal(cellarLost, takeAway));
    expect(said()).toEqual([
      `Warning: Thing "Lamp" on Attic will not be moved to Cellar yet: ${cellarLost}.\n`,
    ]);
    expect(await held([false, true])).toBe(refusal(atticLost, putBack("shelf")));
    const room = parentThat(() => true, { noun: "room" });
    expect(await held([false, true], { special: { parent: room } })).toBe(
      refusal(atticLost, putBack("room")),
    );
    expect(await held([false, false])).toBe(refusal(`${cellarLost}, and ${atticLost}`, takeAway));
  });

  it("although nobody knows the other one", async () => {
    expect(await held([undefined, false])).toBe(refusal(cellarLost, takeAway, 'Thing "Lamp"'));
    expect(await held([false, undefined])).toBe(refusal(atticLost, putBack("shelf"), undefined, "2"));
  });

  it("also under another name, unless that tells it apart", async () => {
    const renamed = { fields: { name: "Sofa" }, changed: ["shelfId", "name"] };
    expect(await held([true, false], renamed)).toBe(refusal(cellarLost, takeAway));
    const special = { identity: () => ["shelfId", "name"] };
    expect(await held([true, false], { ...renamed, special })).toBeUndefined();
  });

  it.each<[string, Parameters<typeof held>[0], Parameters<typeof held>[1]]>([
    ["both are there", [true, true], {}],
    ["nobody knows either", [undefined, undefined], {}],
    ["it does not move", [false, false], { fields: { shelfId: 1 } }],
    ["something else changes too", [true, false], { changed: ["shelfId", "size"] }],
    ["the new one need not be confirmed", [true, false], { news: { waitFor: "accepted" } }],
    ["the old one need not be confirmed", [false, true], { before: { waitFor: "accepted" } }],
    ["nothing may be asked", [true, false], { settings: { SMARTLOCK_DIFF: "state" } }],
    [
      "something that was sent earlier may still arrive",
      [true, false],
      { before: { __earlier: [{ ...stored("Lamp", FIRST, SECOND), form: { ...olds, pin: 4321 } }] } },
    ],
  ])("no longer, or not at all, if %s", async (_why, online, given) => {
    expect(await held(online, given)).toBeUndefined();
  });

  it("never of a kind without a device", async () => {
    const shelf = new Shelf();
    const wanted = { shelfId: 2, name: "Lamp" };
    expect(await holdBack(shelf.kind, olds, wanted, ["shelfId"], wanted)).toBe(false);
  });
});
