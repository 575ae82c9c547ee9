import type { Bag } from "../../../provider/engine/values/bag";
import { create } from "../../../provider/engine/lifecycle/create";
import type { ResourceSpec } from "../../../provider/engine/kind/spec";
import { sendCreate } from "../../../provider/engine/sending/send-create";
import { failing, failures, listening, Shelf } from "../shelf";

const OWN = "urn:pulumi:s::p::smartlock:Thing::own";
const duplicates = (): boolean => true;
const wanted = { shelfId: 1, name: "Lamp", size: 3 };
const SETTLE_MS = 2_000;

describe("Before a create of which two could be made, with syncBeforeCreate,", () => {
  const said = listening();
  const shelfOf = (special: Partial<ResourceSpec> = { duplicates }, hasHost = true, isOn = "true"): Shelf =>
    Shelf.later(special, hasHost, { SMARTLOCK_SYNC_BEFORE_CREATE: isOn });
  const sent = (shelf: Shelf, fields: Bag = wanted, inputs: Bag = {}, idsBefore: string[] = []) =>
    sendCreate(shelf.kind, { settleTimeout: 2, ...inputs }, fields, new Set(idsBefore));

  it("the device is asked what it holds, and gets the time to do all that it was ever sent", async () => {
    const shelf = shelfOf();
    const began = shelf.clock.now();
    let sentAfterMs: number | undefined;
    const { onCreate } = shelf;
    shelf.onCreate = (given) => {
      sentAfterMs = shelf.clock.now() - began;
      expect(shelf.syncs).toEqual(["1"]);
      return onCreate(given);
    };
    expect(await sent(shelf)).toMatchObject({ live: wanted });
    expect(sentAfterMs).toBeGreaterThanOrEqual(SETTLE_MS);
    expect(shelf.writes).toEqual(["create Lamp"]);
  });

  it("what turns up is looked at again, and nothing is sent", async () => {
    const shelf = shelfOf();
    shelf.beforeList = (count) => {
      if (count === 4) {
        shelf.put(wanted);
      }
    };
    expect(await sent(shelf)).toBe("look again");
    expect({ writes: shelf.writes, notes: shelf.notes.size }).toEqual({ writes: [], notes: 0 });
  });

  it("what turns up only in the last moment is taken over, as a run that died has made it", async () => {
    const shelf = shelfOf();
    const began = shelf.clock.now();
    shelf.beforeList = () => {
      if (shelf.clock.now() - began >= SETTLE_MS) {
        shelf.put({ ...wanted, made: new Date(began).toISOString() });
      }
    };
    const created = await create(shelf.kind, { ...wanted, settleTimeout: 2, __owner: OWN });
    expect(created.id).toBe("1/5");
    expect({ writes: shelf.writes, syncs: shelf.syncs }).toEqual({ writes: [], syncs: ["1"] });
    expect(said().join("")).toContain("adopted the one that the service already has (id 1/5)");
  });

  it("what was there before does not count", async () => {
    const shelf = shelfOf();
    shelf.put({ ...wanted, thingId: 4 });
    expect(await sent(shelf, wanted, {}, ["1/4"])).toMatchObject({ live: { thingId: 5 } });
  });

  it("each device is asked once in a run, and all who want something of it wait together", async () => {
    const shelf = shelfOf();
    let next = 10;
    shelf.onCreate = (given) => shelf.put({ ...given, thingId: (next += 1) });
    const began = shelf.clock.now();
    const fields = [
      { ...wanted, name: "A" },
      { ...wanted, name: "B" },
      { ...wanted, shelfId: 2, name: "C" },
    ];
    await Promise.all(fields.map((each) => sent(shelf, each)));
    expect(shelf.syncs).toEqual(["1", "2"]);
    expect(shelf.clock.now() - began).toBeLessThan(2 * SETTLE_MS);
    const later = shelf.clock.now();
    await sent(shelf, { ...wanted, name: "D" });
    expect(shelf.syncs).toEqual(["1", "2"]);
    expect(shelf.clock.now() - later).toBeLessThan(SETTLE_MS);
    expect(shelf.writes).toHaveLength(4);
  });

  it("nothing is sent where the device cannot be asked, and the next one asks again", async () => {
    const shelf = shelfOf();
    shelf.onSync = failing([failures.busy], () => undefined);
    await expect(sent(shelf)).rejects.toBe(failures.busy);
    expect({ writes: shelf.writes, notes: shelf.notes.size }).toEqual({ writes: [], notes: 0 });
    await sent(shelf);
    expect({ writes: shelf.writes, syncs: shelf.syncs }).toEqual({
      writes: ["create Lamp"],
      syncs: ["1", "1"],
    });
  });

  it("a device is asked of which nobody knows whether it is there", async () => {
    const shelf = shelfOf();
    shelf.host = undefined;
    await sent(shelf);
    expect(shelf.syncs).toEqual(["1"]);
  });

  it.each<[string, () => Shelf]>([
    ["that is offline", () => Object.assign(shelfOf(), { host: { name: "Shelf one", online: false } })],
    ["of which the service makes only one", () => shelfOf({ duplicates: () => false })],
    ["of a kind that does not say", () => shelfOf({})],
    ["that no device has to confirm", () => shelfOf({ duplicates }, false)],
    ["while the option is off", () => shelfOf({ duplicates }, true, "false")],
  ])("nothing is asked about what is on a device %s", async (_words, make) => {
    const shelf = make();
    const began = shelf.clock.now();
    await sent(shelf, wanted, { waitFor: "accepted" });
    expect({ syncs: shelf.syncs, writes: shelf.writes }).toEqual({ syncs: [], writes: ["create Lamp"] });
    expect(shelf.clock.now() - began).toBeLessThan(SETTLE_MS);
  });
});
