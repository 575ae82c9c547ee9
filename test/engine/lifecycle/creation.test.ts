import type { Bag } from "../../../provider/engine/values/bag";
import { create } from "../../../provider/engine/lifecycle/create";
import { lookOrFail } from "../../../provider/engine/writes/lost-answer";
import { IncompleteError } from "../../../provider/engine/values/outputs";
import type { ResourceSpec } from "../../../provider/engine/kind/spec";
import { sendCreate } from "../../../provider/engine/sending/send-create";
import { type Accepted, isAccepted } from "../../../provider/engine/pending/accepted";
import { failing, failures, listening, Shelf, type Thing } from "../shelf";

const OWN = "urn:pulumi:s::p::smartlock:Thing::own";
const OTHER = "urn:pulumi:s::p::smartlock:Thing::other";
const offline = { name: "Shelf one", online: false };
const duplicates = (): boolean => true;
const accepted = { waitFor: "accepted" };
const wanted = { shelfId: 1, name: "Lamp", size: 3 };
const intentOf = (shelf: Shelf) =>
  shelf.session.journalEntry(["https://shelf.example.com", 7, "Thing", ["Lamp"]]);
/** The request creates the object, but the caller gets only the error. */
const madeButFailing = (shelf: Shelf, error: Error, fields: object = wanted): void => {
  shelf.onCreate = () => {
    shelf.put(fields);
    throw error;
  };
};

describe("Sending a create", () => {
  const said = listening();
  /** What was made of it, or else what the provider knows about it. */
  const sent = async (shelf: Shelf, inputs: Bag = {}, idsBefore: string[] = []) => {
    const declared = { settleTimeout: 2, ...inputs };
    const result = await sendCreate(shelf.kind, declared, wanted, new Set(idsBefore));
    return result === "look again" || isAccepted(result) ? result : result.live;
  };
  const failed = (shelf: Shelf, errors: readonly Error[]): void => {
    shelf.onCreate = failing(errors, shelf.onCreate);
  };

  it("takes the answer, and asks for no second list", async () => {
    const shelf = new Shelf();
    expect(await sent(shelf)).toBe(shelf.things.get("1/5"));
    expect({ lists: shelf.lists, writes: shelf.writes }).toEqual({ lists: 1, writes: ["create Lamp"] });
  });

  it("believes the list where the answer names one that was there before", async () => {
    const shelf = new Shelf();
    const porch = shelf.put({ thingId: 8, name: "Porch" });
    shelf.onCreate = (given) => {
      shelf.put(given);
      return porch;
    };
    expect(await sent(shelf)).toBe(shelf.things.get("1/5"));
    expect(shelf.writes).toEqual(["create Lamp"]);
  });

  it("is pending where such an answer is all there is", async () => {
    const shelf = new Shelf();
    const porch = shelf.put({ thingId: 8, name: "Porch" });
    shelf.onCreate = () => porch;
    expect(await sent(shelf)).toHaveProperty("sends");
  });

  it("lets the run know what it made, also where the list is late", async () => {
    const shelf = new Shelf();
    const collection = shelf.kind.collection(wanted);
    await collection.known();
    shelf.onCreate = () => ({ shelfId: 1, thingId: 5, name: "Lamp" });
    await sent(shelf);
    expect([...(await collection.known()).keys()]).toEqual(["1/5"]);
  });

  it.each([
    ["an offline device", offline, {}, false],
    ["an offline device that is to confirm", offline, { waitFor: "confirmed" }, false],
    ["an offline device that the user need not wait for", offline, accepted, true],
    ["a device that nobody knows", undefined, {}, true],
    ["a device that is there", { ...offline, online: true }, {}, true],
  ])("to %s", async (_words, host, inputs, isSent) => {
    const shelf = Shelf.later();
    shelf.host = host;
    const sending = sent(shelf, inputs);
    await (isSent
      ? expect(sending).resolves.toMatchObject(wanted)
      : expect(sending).rejects.toThrow(
          new Error(
            'Thing "Lamp" was not created: Shelf one is offline and could not confirm it. Run again when it is back, or set ' +
              'waitFor: "accepted" to leave it to the service.',
          ),
        ));
    expect(shelf.writes).toHaveLength(isSent ? 1 : 0);
  });

  describe("that the service does later", () => {
    const later = (special: Partial<ResourceSpec> = {}, hasHost = true): Shelf => {
      const shelf = Shelf.later(special, hasHost);
      shelf.onCreate = () => undefined;
      return shelf;
    };

    it("waits until a list shows it and nothing is under way", async () => {
      const shelf = later();
      shelf.put({ ...wanted, thingId: 4 });
      shelf.beforeList = (count) => {
        if (count === 2) {
          shelf.put({ ...wanted, busy: true });
        }
        if (count === 3) {
          shelf.put(wanted);
        }
      };
      expect(await sent(shelf, {}, ["1/4"])).toBe(shelf.things.get("1/5"));
      expect(shelf.lists).toBe(3);
    });

    it.each([
      ["a device that is there", true, true, {}, 2_000],
      ["a device that is there, although the user would be content", true, true, accepted, 2_000],
      ["an offline device that the user need not wait for", true, false, accepted, 0],
      ["no device", false, false, accepted, 2_000],
    ])("waits for %s as long as that makes sense", async (_words, hasHost, online, inputs, waitMs) => {
      const shelf = later({ duplicates }, hasHost);
      shelf.host = { name: "Shelf one", online };
      const began = shelf.clock.now();
      expect(await sent(shelf, inputs)).toEqual({ sends: [{ at: began, notIt: [] }] });
      expect(shelf.clock.now() - began).toBe(waitMs);
      expect(await intentOf(shelf).read()).toEqual({ at: began, notIt: [] });
    });

    it("waits for a device that goes offline only now", async () => {
      const shelf = later();
      shelf.onCreate = () => void (shelf.host = offline);
      const began = shelf.clock.now();
      expect(await sent(shelf)).toEqual({ sends: [{ at: began, notIt: [] }] });
      expect(shelf.clock.now() - began).toBe(2_000);
    });

    it("keeps what kept it from being seen", async () => {
      const shelf = later();
      shelf.beforeList = (count) => {
        if (count > 1) {
          throw failures.lostTwice;
        }
      };
      const at = shelf.clock.now();
      expect(await sent(shelf)).toEqual({ sends: [{ at, notIt: [] }], trouble: failures.lostTwice });
    });
  });

  describe("of which two would be made if it were sent twice", () => {
    it("notes it before, and forgets it when it is made", async () => {
      const shelf = new Shelf({ duplicates });
      let noted: number | undefined;
      const { onCreate } = shelf;
      shelf.onCreate = (given) => {
        noted = shelf.notes.size;
        return onCreate(given);
      };
      await sent(shelf);
      expect({ noted, left: shelf.notes.size }).toEqual({ noted: 1, left: 0 });
    });

    it.each([undefined, () => false])("notes nothing where that is not so", async (asked) => {
      const shelf = new Shelf(asked === undefined ? {} : { duplicates: asked });
      let noted: number | undefined;
      const { onCreate } = shelf;
      shelf.onCreate = (given) => {
        noted = shelf.notes.size;
        return onCreate(given);
      };
      await sent(shelf);
      expect(noted).toBe(0);
    });

    it.each([
      ["did nothing", failures.invalid, 0],
      ["was refused by a busy device", failures.busy, 0],
      ["may still appear", failures.lostTwice, 1],
      ["is in use", failures.conflict, 1],
    ])("keeps the note only of what %s", async (_words, error, left) => {
      const shelf = new Shelf({ duplicates });
      failed(shelf, [error]);
      await expect(sent(shelf)).rejects.toBe(error);
      expect(shelf.notes.size).toBe(left);
    });

    it("forgets it where somebody was faster", async () => {
      const shelf = new Shelf({ duplicates });
      madeButFailing(shelf, failures.conflict);
      expect(await sent(shelf)).toBe("look again");
      expect(shelf.notes.size).toBe(0);
    });

    const leftBehind = async (shelf: Shelf, agoMs: number): Promise<void> => {
      const began = shelf.clock.now();
      await intentOf(shelf).write();
      for (const name of shelf.notes.keys()) {
        shelf.notes.set(name, JSON.stringify({ at: began - agoMs }));
      }
    };
    const left: [string, number, number][] = [
      ["just now", 0, 2_000],
      ["a while ago", 1_500, 500],
      ["long ago", 60_000, 0],
      ["by a clock that was set back since", -60_000, 2_000],
    ];

    it.each(left)(
      "waits for what a run that died sent %s, asks the device and gives it time, and sends nothing",
      async (_words, agoMs, waitMs) => {
        const shelf = Shelf.later({ duplicates });
        const began = shelf.clock.now();
        await leftBehind(shelf, agoMs);
        expect(await sent(shelf)).toBe("look again");
        expect(shelf.clock.now() - began).toBe(waitMs + 2_000);
        expect({ writes: shelf.writes, notes: shelf.notes.size }).toEqual({ writes: [], notes: 0 });
        expect(shelf.syncs).toEqual(["1"]);
      },
    );

    it.each(left)(
      "waits for what a run that died sent %s where there is no device to ask",
      async (_words, agoMs, waitMs) => {
        const shelf = Shelf.later({ duplicates }, false);
        const began = shelf.clock.now();
        await leftBehind(shelf, agoMs);
        expect(await sent(shelf)).toBe("look again");
        expect(shelf.clock.now() - began).toBe(waitMs);
      },
    );

    it("finds what a device that has come back does only now", async () => {
      const shelf = Shelf.later({ duplicates });
      await leftBehind(shelf, 60_000);
      const others = jest.fn(() => Promise.resolve([...shelf.things.values()]));
      Object.assign(shelf.kind.spec, { otherwise: { list: others } });
      const came = shelf.clock.now() + 1_500;
      shelf.beforeList = () => shelf.clock.now() >= came && shelf.put(wanted);
      expect(await sent(shelf)).toBe("look again");
      expect(shelf.clock.now()).toBeGreaterThanOrEqual(came);
      expect(others).not.toHaveBeenCalled();
      expect((await shelf.kind.collection(wanted).known()).has("1/5")).toBe(true);
      expect({ writes: shelf.writes, notes: shelf.notes.size }).toEqual({ writes: [], notes: 0 });
    });

    it("asks no device where a list shows what such a run sent", async () => {
      const shelf = Shelf.later({ duplicates });
      await leftBehind(shelf, 60_000);
      shelf.put(wanted);
      expect(await sent(shelf)).toBe("look again");
      expect(shelf.syncs).toEqual([]);
    });

    it("asks each device once, whatever runs that died sent to it", async () => {
      const shelf = Shelf.later({ duplicates });
      await shelf.session.journalEntry(["https://shelf.example.com", 7, "Thing", ["Sofa"]]).write();
      await leftBehind(shelf, 60_000);
      const began = shelf.clock.now();
      const sofa = { ...wanted, name: "Sofa" };
      const sending = sendCreate(shelf.kind, { settleTimeout: 2 }, sofa, new Set());
      expect([await sent(shelf), await sending]).toEqual(["look again", "look again"]);
      expect([shelf.syncs, shelf.clock.now() - began <= 4_000]).toEqual([["1"], true]);
    });

    it.each([failures.forbidden, failures.trouble])(
      "waits and looks where the device cannot be asked (%s)",
      async (refusal) => {
        const shelf = Shelf.later({ duplicates });
        await leftBehind(shelf, 60_000);
        shelf.onSync = () => {
          throw refusal;
        };
        const came = shelf.clock.now() + 1_500;
        shelf.beforeList = () => shelf.clock.now() >= came && shelf.put(wanted);
        expect(await sent(shelf)).toBe("look again");
        expect(shelf.clock.now()).toBeGreaterThanOrEqual(came);
      },
    );

    it("keeps the note where nothing may be written: nobody can ask the device then", async () => {
      const shelf = Shelf.later({ duplicates });
      await leftBehind(shelf, 60_000);
      shelf.onSync = () => {
        throw failures.keptBack;
      };
      await expect(sent(shelf)).rejects.toBe(failures.keptBack);
      expect({ writes: shelf.writes, notes: shelf.notes.size }).toEqual({ writes: [], notes: 1 });
    });

    it("finds what only a list that is taken in another way shows, and does so although one was taken before", async () => {
      const shelf = Shelf.later({ duplicates });
      const others = jest.fn(() => Promise.resolve([...shelf.things.values()]));
      Object.assign(shelf.kind.spec, { otherwise: { list: others } });
      shelf.unlisted.add("1/5");
      await shelf.kind.lookAgain(wanted);
      await leftBehind(shelf, 60_000);
      shelf.put(wanted);
      expect(await sent(shelf)).toBe("look again");
      expect((await shelf.kind.collection(wanted).known()).has("1/5")).toBe(true);
      expect({ writes: shelf.writes, notes: shelf.notes.size }).toEqual({ writes: [], notes: 0 });
    });

    it("takes nothing that was there before for what such a run sent", async () => {
      const shelf = Shelf.later({ duplicates });
      shelf.put({ ...wanted, made: new Date(shelf.clock.now()).toISOString() });
      await leftBehind(shelf, 60_000);
      expect(await sent(shelf, wanted, ["1/5"])).toBe("look again");
      expect({ writes: shelf.writes, notes: shelf.notes.size }).toEqual({ writes: [], notes: 0 });
    });

    it("keeps the note while only a person can tell what became of what such a run sent", async () => {
      const identity = (): string[] => ["shelfId", "name"];
      const shelf = Shelf.later({ identity, fields: { name: { isAlterable: true } }, duplicates });
      shelf.put({ ...wanted, name: "Sofa", made: new Date(shelf.clock.now()).toISOString() });
      await shelf.session.journalEntry(["https://shelf.example.com", 7, "Thing", [1, "Lamp"]]).write();
      expect(await sent(shelf, wanted)).toMatchObject({
        mayBe: { since: expect.stringContaining("1/5") as string },
      });
      expect({ writes: shelf.writes, notes: shelf.notes.size }).toEqual({ writes: [], notes: 1 });
    });

    it("takes what only such a list shows under a name that the service has cut", async () => {
      const cutting: Partial<ResourceSpec> = {
        identity: () => ["shelfId", "name"],
        fields: { name: { isAlterable: true } },
        duplicates,
      };
      const shelf = Shelf.later(cutting);
      Object.assign(shelf.kind.spec, {
        otherwise: { list: () => Promise.resolve([...shelf.things.values()]) },
      });
      const long = { ...wanted, name: "Lamp in the hall upstairs" };
      shelf.unlisted.add("1/5");
      shelf.put({ ...long, name: "Lamp in the hall", made: "2030-01-01T12:00:00.000Z" });
      await shelf.session.journalEntry(["https://shelf.example.com", 7, "Thing", [1, long.name]]).write();
      const made = await sendCreate(shelf.kind, { ...long, settleTimeout: 2 }, long, new Set());
      expect(made).toMatchObject({ live: { thingId: 5 } });
      expect({ writes: shelf.writes, notes: shelf.notes.size }).toEqual({ writes: [], notes: 0 });
    });

    it("goes by the service's clock, whatever that of this machine says", async () => {
      const shelf = Shelf.later({ duplicates });
      let ahead = 3_600_000;
      jest.spyOn(shelf.session.api, "serviceTime").mockImplementation(() => shelf.clock.now() + ahead);
      const sentAt = shelf.session.api.serviceTime();
      await intentOf(shelf).write();
      expect([...shelf.notes.values()]).toEqual([JSON.stringify({ at: sentAt, notIt: [] })]);
      // The next machine's clock is wrong in the other direction; half of the time has passed at the service.
      ahead = sentAt + 500 - shelf.clock.now();
      const began = shelf.clock.now();
      expect(await sent(shelf)).toBe("look again");
      expect(shelf.clock.now() - began).toBe(1_500 + 2_000);
      jest.restoreAllMocks();
    });

    it("sends nothing where it cannot be told what a run that died has sent", async () => {
      const shelf = new Shelf({ duplicates });
      await intentOf(shelf).write();
      for (const name of shelf.notes.keys()) {
        shelf.notes.set(name, "{");
      }
      await expect(sent(shelf)).rejects.toThrow(
        /^The note .*\.json cannot be read: .* remove the file and run again\.$/,
      );
      expect({ writes: shelf.writes, notes: shelf.notes.size }).toEqual({ writes: [], notes: 1 });
    });

    it("sends nothing where it cannot be noted", async () => {
      const shelf = new Shelf({ duplicates });
      const full = new Error("the disk is full");
      jest.spyOn(shelf.notes, "set").mockImplementation(() => {
        throw full;
      });
      await expect(sent(shelf)).rejects.toBe(full);
      expect(shelf.writes).toEqual([]);
    });

    it("loses nothing that was made where the note of it cannot be removed", async () => {
      const shelf = new Shelf({ duplicates });
      jest.spyOn(shelf.notes, "delete").mockImplementation(() => {
        throw new Error("the disk is gone");
      });
      expect(await sent(shelf)).toBe(shelf.things.get("1/5"));
      expect(said()).toEqual(["Warning: the disk is gone\n"]);
    });

    it("does not go round in circles where a note that was left cannot be removed", async () => {
      const shelf = Shelf.later({ duplicates });
      await intentOf(shelf).write();
      jest.spyOn(shelf.notes, "delete").mockImplementation(() => {
        throw new Error("the disk is gone");
      });
      await expect(sent(shelf)).rejects.toThrow("the disk is gone");
      expect(shelf.writes).toEqual([]);
    });

    it("takes what such a run sent to an offline device for pending since then", async () => {
      const shelf = Shelf.later({ duplicates });
      shelf.host = offline;
      const began = shelf.clock.now();
      await intentOf(shelf).write();
      await shelf.clock.sleep(7_000);
      expect(await sent(shelf, accepted)).toEqual({ sends: [{ at: began, notIt: [] }] });
      expect({ writes: shelf.writes, notes: shelf.notes.size, lists: shelf.lists }).toEqual({
        writes: [],
        notes: 1,
        lists: 0,
      });
    });
  });

  describe("of which the answer is lost", () => {
    it("says that it was made all the same", async () => {
      const shelf = new Shelf();
      madeButFailing(shelf, failures.lostTwice);
      expect(await sent(shelf)).toBe(shelf.things.get("1/5"));
      expect(said()).toEqual([
        'Thing "Lamp": the service\'s answer was lost, but it was created (id 1/5).\n',
      ]);
    });

    it("does not take for its own what differs", async () => {
      const shelf = new Shelf();
      madeButFailing(shelf, failures.lostTwice, { ...wanted, size: 4 });
      await expect(sent(shelf)).rejects.toBe(failures.lostTwice);
      expect(said()).toEqual([]);
    });

    it("takes for its own what differs in what a create cannot set", async () => {
      const shelf = new Shelf({ fields: { size: { isSetAfterCreation: true } } });
      madeButFailing(shelf, failures.lostTwice, { ...wanted, size: 4 });
      expect(await sent(shelf)).toMatchObject({ size: 4 });
    });

    it("does not take for its own what was there before", async () => {
      const shelf = new Shelf();
      shelf.put(wanted);
      failed(shelf, [failures.lostTwice]);
      await expect(sent(shelf, {}, ["1/5"])).rejects.toBe(failures.lostTwice);
    });

    it("fails where it is of no use without the answer", async () => {
      const shelf = new Shelf({ adoption: { lostWithAnswer: () => "key" } });
      madeButFailing(shelf, failures.lostTwice);
      await expect(sent(shelf)).rejects.toThrow(
        new Error(
          'Thing "Lamp" was created (id 1/5), but the answer with its key was lost, and the service does not show it again. To register ' +
            'it again, set adopt: "always", or delete it by hand and run again.',
        ),
      );
    });

    it.each([
      ["was found", () => undefined, failures.lostTwice, true],
      ["was refused", (shelf: Shelf) => shelf.empty(), failures.invalid, true],
      ["may still appear", (shelf: Shelf) => shelf.empty(), failures.lostTwice, false],
    ] as const)(
      "can no longer be taken for the next one there if it %s",
      async (_words, then, error, isFree) => {
        const shelf = new Shelf({
          identity: () => ["shelfId", "name"],
          fields: { name: { isAlterable: true } },
        });
        shelf.onCreate = (given) => {
          shelf.put(given);
          then(shelf);
          throw error;
        };
        await sent(shelf).catch(() => undefined);
        shelf.session.creates.begin(shelf.kind, wanted);
        expect(shelf.session.creates.isAlone(shelf.kind, wanted)).toBe(isFree);
      },
    );

    it("is content where nothing is missing", async () => {
      const shelf = new Shelf({ adoption: { lostWithAnswer: () => undefined } });
      madeButFailing(shelf, failures.lostTwice);
      expect(await sent(shelf)).toMatchObject(wanted);
    });

    it.each([
      ["done later, and may appear", true, failures.lostTwice, 2_000],
      ["done later, and did nothing", true, failures.invalid, 10],
      ["done at once", false, failures.lostTwice, 10],
    ])("waits for it where creates are %s", async (_words, isLater, error, mostMs) => {
      const shelf = isLater ? Shelf.later() : new Shelf();
      failed(shelf, [error]);
      const began = shelf.clock.now();
      const outcome: unknown = await sent(shelf).catch((failure: unknown) => failure);
      expect(outcome).toEqual(
        mostMs === 2_000 ? { sends: [{ at: began, notIt: [] }], lostAnswer: error } : error,
      );
      expect(shelf.clock.now() - began).toBeLessThanOrEqual(mostMs);
      expect(shelf.clock.now() - began).toBeGreaterThanOrEqual(mostMs === 2_000 ? 2_000 : 0);
    });

    it("asks for no second list where nothing can have been made", async () => {
      const shelf = new Shelf();
      failed(shelf, [failures.busy]);
      await expect(sent(shelf)).rejects.toBe(failures.busy);
      expect(shelf.lists).toBe(1);
    });

    it("is sent a second time where the device was asked and lacks it", async () => {
      const shelf = Shelf.later({ duplicates });
      shelf.put({ ...wanted, thingId: 4 });
      failed(shelf, [failures.lost]);
      expect(await sent(shelf, {}, ["1/4"])).toMatchObject({ thingId: 5 });
      expect({ writes: shelf.writes.length, syncs: shelf.syncs, notes: shelf.notes.size }).toEqual({
        writes: 2,
        syncs: ["1"],
        notes: 0,
      });
    });

    it("is not sent a second time where a list that is taken in another way shows it", async () => {
      const found = { ...wanted, thingId: 8 };
      const shelf = Shelf.later({ duplicates, otherwise: { list: () => Promise.resolve([found]) } });
      failed(shelf, [failures.lost]);
      expect(await sent(shelf)).toMatchObject({ lostAnswer: failures.lost });
      expect(shelf.writes).toEqual(["create Lamp"]);
    });

    it("stays open where the answer was lost and a repeat is refused", async () => {
      const shelf = Shelf.later();
      for (const then of [[], [failures.lostAgain]]) {
        failed(shelf, [failures.lost, ...then, failures.forbidden]);
        expect(await sent(shelf)).toMatchObject({ lostAnswer: failures.lost });
      }
    });

    it("does not count a repeat that is refused", async () => {
      const shelf = Shelf.later();
      failed(shelf, [failures.lost, failures.forbidden]);
      expect(((await sent(shelf)) as Accepted).sends).toHaveLength(1);
      expect(shelf.writes).toHaveLength(2);
    });

    it("is not sent a second time where no device can be asked", async () => {
      const shelf = Shelf.later({}, false);
      failed(shelf, [failures.lost]);
      expect(await sent(shelf)).toMatchObject({ lostAnswer: failures.lost, trouble: undefined });
      expect(shelf.writes).toHaveLength(1);
    });

    it("is not sent a second time where only the first of two lists has something new of that name", async () => {
      const others: Thing[] = [];
      const otherwise = { list: () => Promise.resolve(others), listByParent: () => Promise.resolve(others) };
      const shelf = Shelf.later({ duplicates: () => true, otherwise });
      failed(shelf, [failures.lost]);
      shelf.onSync = () => shelf.put({ ...wanted, size: 9 });
      expect(await sent(shelf)).toMatchObject({ lostAnswer: failures.lost });
      expect(shelf.writes).toHaveLength(1);
    });

    it("is sent up to four times, each time after the list has proven that it is missing", async () => {
      const shelf = Shelf.later();
      failed(shelf, Array(4).fill(failures.lost));
      const began = shelf.clock.now();
      const { sends, lostAnswer } = (await sent(shelf)) as Accepted;
      expect(lostAnswer).toBe(failures.lost);
      expect(sends.map(({ at }) => at - began)).toEqual([0, 2_000, 4_000, 6_000]);
      expect(shelf.writes).toHaveLength(4);
      expect(shelf.syncs).toHaveLength(3);
    });

    it.each([
      ["the request was tried more than once", failures.lostTwice, { ...offline, online: true }],
      ["the device is offline", failures.lost, offline],
      ["nobody knows the device", failures.lost, undefined],
    ])("is not sent a second time where %s", async (_words, error, host) => {
      const shelf = Shelf.later();
      shelf.host = host;
      failed(shelf, [error]);
      expect(await sent(shelf, accepted)).toMatchObject({ lostAnswer: error });
      expect(shelf.writes).toHaveLength(1);
    });

    it("is not sent a second time where the device has something new of that name", async () => {
      const shelf = Shelf.later();
      shelf.put({ ...wanted, thingId: 4 });
      failed(shelf, [failures.lost]);
      shelf.onSync = () => shelf.put({ ...wanted, size: 9 });
      expect(await sent(shelf, {}, ["1/4"])).toMatchObject({ lostAnswer: failures.lost });
      expect(shelf.writes).toHaveLength(1);
    });

    it.each(["the list", "the device"])("is recorded where %s cannot be asked", async (what) => {
      const shelf = Shelf.later();
      failed(shelf, [failures.lost]);
      const trouble = (): never => {
        throw failures.missing;
      };
      if (what === "the device") {
        shelf.onSync = trouble;
      } else {
        shelf.beforeList = (count) => (count > 1 ? trouble() : undefined);
      }
      expect(await sent(shelf)).toMatchObject({ lostAnswer: failures.lost, trouble: undefined });
      expect(shelf.writes).toHaveLength(1);
    });

    it("is recorded where two new ones have turned up, with the reason", async () => {
      const shelf = Shelf.later();
      shelf.onCreate = () => {
        [8, 9].forEach((thingId) => shelf.put({ ...wanted, thingId }));
        throw failures.lost;
      };
      expect(await sent(shelf)).toMatchObject({
        lostAnswer: failures.lost,
        trouble: { message: expect.stringContaining("shows 2 new ones (ids 1/8, 1/9)") as unknown },
      });
    });

    it("is taken where a repeat is refused because it is there", async () => {
      const shelf = Shelf.later();
      failed(shelf, [failures.lost]);
      const { onCreate } = shelf;
      shelf.onCreate = (given) => {
        if (shelf.writes.length < 2) {
          return onCreate(given);
        }
        shelf.put(given);
        throw failures.conflict;
      };
      expect(await sent(shelf)).toBe(shelf.things.get("1/5"));
    });

    it("fails with the error of the request where the list cannot be asked for either", async () => {
      const shelf = new Shelf();
      failed(shelf, [failures.lost]);
      shelf.beforeList = (count) => {
        if (count > 1) {
          throw failures.missing;
        }
      };
      await expect(sent(shelf)).rejects.toBe(failures.lost);
    });
  });
});

describe("Looking after a write that failed", () => {
  const mistake = new Error("ids do not match");
  it.each([
    ["fails as the write did where the service cannot be asked", failures.missing, failures.lost],
    ["fails by itself where that is no trouble of the service", mistake, mistake],
  ])("%s", async (_words, trouble, expected) => {
    await expect(lookOrFail(failures.lost, Promise.reject(trouble))).rejects.toBe(expected);
  });

  it("tells what it saw", async () => {
    expect(await lookOrFail(failures.lost, Promise.resolve(5))).toBe(5);
  });
});

describe("Creating", () => {
  const said = listening();
  const long = "2020-01-01T00:00:00.000Z";
  const inputs = { ...wanted, settleTimeout: 2, __owner: OWN, __provider: "code" };
  const created = (shelf: Shelf, fields: Bag = {}) => create(shelf.kind, { ...inputs, ...fields });

  it("records what was made, by whom and when", async () => {
    const shelf = new Shelf();
    const { id, outs } = await created(shelf);
    expect({ id, outs }).toMatchObject({
      id: "1/5",
      outs: { ...wanted, thingId: 5, __account: 7, __madeAt: "2030-01-01T12:00:00.000Z" },
    });
    expect(shelf.session.claims.whyKept("Thing 1/5", OWN)).toBe("this run has just created or adopted it");
    expect(shelf.session.claims.owns("Thing 1/5", OWN)).toBe(true);
  });

  it("sets afterwards what a create cannot set", async () => {
    const shelf = new Shelf();
    shelf.onCreate = () => shelf.put({ name: "Lamp" });
    expect((await created(shelf)).outs).toMatchObject({ size: 3 });
    expect(shelf.writes).toEqual(["create Lamp", "update 1/5 size"]);
  });

  it("sets it at the second attempt as well, where no read by its id works", async () => {
    const shelf = Shelf.readById();
    shelf.onCreate = () => shelf.put({ name: "Lamp" });
    shelf.onUpdate = failing([failures.busy], shelf.onUpdate);
    shelf.onRead = () => {
      throw failures.trouble;
    };
    expect((await created(shelf)).outs).toMatchObject({ size: 3 });
    expect(shelf.writes).toEqual(["create Lamp", "update 1/5 size", "update 1/5 size"]);
  });

  it("keeps the id where that fails", async () => {
    const shelf = new Shelf();
    shelf.onCreate = () => shelf.put({ name: "Lamp" });
    shelf.onUpdate = failing([failures.invalid], shelf.onUpdate);
    const failure: unknown = await created(shelf).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(IncompleteError);
    expect(failure).toMatchObject({
      id: "1/5",
      message: failures.invalid.message,
      properties: { name: "Lamp", thingId: 5, __provider: "code", __account: 7 },
    });
  });

  it("records as pending what is only accepted", async () => {
    const shelf = Shelf.later();
    shelf.onCreate = () => undefined;
    expect((await created(shelf, accepted)).id).toMatch(/^1\/pending-/);
    expect(shelf.session.claims.whyKept("Thing 1/5", OWN)).toBeUndefined();
  });

  it("adopts, says so, and forgets what was sent before", async () => {
    const shelf = new Shelf({ duplicates });
    shelf.put({ ...wanted, made: "2030-01-01T11:00:00.000Z" });
    await intentOf(shelf).write();
    expect((await created(shelf)).id).toBe("1/5");
    expect(said()).toEqual(['Thing "Lamp": adopted the one that the service already has (id 1/5).\n']);
    expect({ writes: shelf.writes, notes: shelf.notes.size }).toEqual({ writes: [], notes: 0 });
  });

  it.each([
    ["the resource", { adopt: "same" }, {}],
    ["the settings", {}, { SMARTLOCK_ADOPT: "same" }],
    ["the resource, against the settings", { adopt: "same" }, { SMARTLOCK_ADOPT: "never" }],
  ])("adopts as %s say", async (_words, fields, environment) => {
    const shelf = new Shelf({}, environment);
    shelf.put({ ...wanted, made: long });
    expect((await created(shelf, fields)).id).toBe("1/5");
    expect(shelf.writes).toEqual([]);
  });

  it("refuses what it may not adopt", async () => {
    const shelf = new Shelf({ adoption: { onlyAlways: "Its key is lost." } });
    shelf.put(wanted);
    await expect(created(shelf)).rejects.toThrow(
      new Error('Thing "Lamp" was not created: it already exists (id 1/5). Its key is lost.'),
    );
    expect(shelf.writes).toEqual([]);
  });

  it("makes a new one where the old one is being deleted in the same run", async () => {
    const shelf = new Shelf();
    shelf.put({ ...wanted, thingId: 4, made: "2030-01-01T11:00:00.000Z" });
    const { claims } = shelf.session;
    const collection = shelf.kind.collection(wanted);
    const going = claims.leaving(
      "Thing 1/4",
      shelf.clock.sleep(500).then(() => collection.removed("1/4")),
    );
    expect((await created(shelf)).id).toBe("1/5");
    await going;
    expect({ said: said(), writes: shelf.writes }).toEqual({ said: [], writes: ["create Lamp"] });
  });

  it("makes a new one where the old one goes while it is compared", async () => {
    const shelf: Shelf = new Shelf({
      names: () => {
        shelf.kind.collection(wanted).removed("1/4");
        return Promise.resolve(() => undefined);
      },
    });
    shelf.put({ ...wanted, thingId: 4, made: "2030-01-01T11:00:00.000Z" });
    expect((await created(shelf)).id).toBe("1/5");
    expect({ said: said(), writes: shelf.writes }).toEqual({ said: [], writes: ["create Lamp"] });
  });

  describe("what another resource of the run has", () => {
    const held = (): Shelf => {
      const shelf = new Shelf();
      shelf.put({ ...wanted, thingId: 4 });
      shelf.session.claims.made("Thing 1/4", OTHER);
      return shelf;
    };

    it("fails where that one keeps it", async () => {
      const shelf = held();
      await expect(created(shelf)).rejects.toThrow(
        new Error(
          'Thing "Lamp" was not created: the service already has one (id 1/4), which belongs to Thing "other" of this program. Declare only one of the two, or change the other one in a separate run first.',
        ),
      );
      expect(shelf.writes).toEqual([]);
    });

    it("says that names may have been cut where only a name tells them apart", async () => {
      const shelf = new Shelf({
        identity: () => ["shelfId", "name"],
        fields: { name: { isAlterable: true } },
      });
      shelf.put({ ...wanted, thingId: 4 });
      shelf.session.claims.made("Thing 1/4", OTHER);
      await expect(created(shelf)).rejects.toThrow(
        'which belongs to Thing "other" of this program. Declare only one of the two, or change the other one in a separate run first. The service may cut names: two that start alike become the same. Make them ' +
          "differ earlier in the name.",
      );
    });

    it("waits until that one has given it up", async () => {
      const shelf = held();
      shelf.beforeList = (count) => count === 3 && shelf.put({ thingId: 4, name: "Desk" });
      expect((await created(shelf)).id).toBe("1/5");
    });
  });

  describe("what another resource of the run leaves when all is made", () => {
    const left = (special: Partial<ResourceSpec>, owner = OTHER): Shelf => {
      const shelf = new Shelf(special);
      const { claims } = shelf.session;
      shelf.put({ ...wanted, thingId: 4 });
      claims.checked(owner);
      claims.claim("Thing 1/4", owner, owner);
      claims.replaced("Thing 1/4", owner);
      return shelf;
    };

    it("makes one of its own beside it", async () => {
      const shelf = left({ duplicates });
      expect((await created(shelf)).id).toBe("1/5");
      expect(shelf.writes).toEqual(["create Lamp"]);
    });

    it("does not take it for the new one where the answer is lost", async () => {
      const shelf = left({ duplicates });
      madeButFailing(shelf, failures.lost);
      expect((await created(shelf)).id).toBe("1/5");
    });

    it("fails where the service has only one of them", async () => {
      const shelf = left({});
      await expect(created(shelf)).rejects.toThrow('which belongs to Thing "other" of this program.');
      expect(shelf.writes).toEqual([]);
    });

    it("goes by the adoption policy where it is its own", async () => {
      const shelf = left({ duplicates }, OWN);
      await expect(created(shelf)).rejects.toThrow("it already exists (id 1/4)");
      expect(shelf.writes).toEqual([]);
    });
  });

  describe("what is there and busy", () => {
    const busy = { ...wanted, made: "2030-01-01T11:00:00.000Z", busy: true };

    it("waits until it is done, and adopts it", async () => {
      const shelf = Shelf.later();
      shelf.put(busy);
      shelf.beforeList = (count) => count === 3 && shelf.put({ ...busy, busy: false });
      expect((await created(shelf)).id).toBe("1/5");
      expect(shelf.writes).toEqual([]);
    });

    it("makes a new one where it goes", async () => {
      const shelf = Shelf.later();
      shelf.put({ ...busy, thingId: 4 });
      shelf.beforeList = (count) => count === 3 && shelf.empty();
      expect((await created(shelf)).id).toBe("1/5");
      expect(shelf.writes).toEqual(["create Lamp"]);
    });

    it("fails when the time is over", async () => {
      const shelf = Shelf.later();
      shelf.put(busy);
      const began = shelf.clock.now();
      await expect(created(shelf)).rejects.toThrow(
        new Error(
          'Thing "Lamp" on Shelf one was not created: it already exists (id 1/5), and an operation on it is under way. Try again later.',
        ),
      );
      expect(shelf.clock.now() - began).toBe(2_000);
    });
  });

  it.each([
    [3, true],
    [4, false],
  ])("looks again after %s surprises: %s", async (surprises, isMade) => {
    const shelf = new Shelf({ duplicates });
    await intentOf(shelf).write();
    const [[name, text] = ["", ""]] = [...shelf.notes];
    let removals = 0;
    shelf.notes.delete = (key) => {
      removals += 1;
      return removals < surprises
        ? shelf.notes.set(key, text).has(name)
        : Map.prototype.delete.call(shelf.notes, key);
    };
    const creating = created(shelf, { settleTimeout: 0.001 });
    await (isMade
      ? expect(creating).resolves.toMatchObject({ id: "1/5" })
      : expect(creating).rejects.toThrow(
          new Error(
            'Thing "Lamp" was not created: the service shows it one moment and not the next. Preview again before the next run.',
          ),
        ));
    expect(shelf.writes).toHaveLength(isMade ? 1 : 0);
  });

  describe("with adopt: always, what cannot be taken as it is", () => {
    const taking = (adoption: NonNullable<ResourceSpec["adoption"]>): Shelf => {
      const shelf = new Shelf({ adoption });
      shelf.put({ ...wanted, thingId: 4 });
      return shelf;
    };
    const always = { adopt: "always" };
    const anew = { ...wanted, thingId: 6 };

    it("registers it anew, deletes the old one and says so", async () => {
      const shelf: Shelf = taking({ makeAnew: () => Promise.resolve(shelf.put(anew)) });
      expect((await created(shelf, always)).id).toBe("1/6");
      expect(shelf.writes).toEqual(["remove 1/4"]);
      expect(said()).toEqual([
        'Thing "Lamp": the one that the service had (id 1/4) was registered again (id 1/6).\n',
      ]);
    });

    it("lets the run know of both, also where the list is late", async () => {
      const shelf = taking({ makeAnew: () => Promise.resolve(anew) });
      await created(shelf, always);
      const known = await shelf.kind.collection(wanted).known();
      expect([...known.keys()]).toEqual(["1/6"]);
    });

    it.each([true, false])(
      "sets what the service never shows, and says that it adopted it",
      async (isUsable) => {
        const shelf = taking({
          takeOver: (_api, live) => Promise.resolve({ ...live, note: "key" }),
          ...(isUsable && { makeAnew: () => Promise.resolve(undefined) }),
        });
        const { id, outs } = await created(shelf, always);
        expect({ id, note: outs["note"] }).toEqual({ id: "1/4", note: "key" });
        expect(said()).toEqual(['Thing "Lamp": adopted the one that the service already has (id 1/4).\n']);
        expect(shelf.writes).toEqual([]);
      },
    );

    it("deletes nothing where the service answers with one that it had before", async () => {
      const shelf: Shelf = taking({ makeAnew: () => Promise.resolve({ ...anew, name: "Porch" }) });
      shelf.put({ ...anew, name: "Porch" });
      await expect(created(shelf, always)).rejects.toThrow(
        'Thing "Lamp": the one that the service had (id 1/4) was registered again (id 1/6), but the service had that id before. ' +
          "The answer was not used. Look at both in the app.",
      );
      expect(shelf.writes).toEqual([]);
    });

    it("touches no other one where the service answers with it", async () => {
      const shelf = taking({ takeOver: () => Promise.resolve(anew) });
      await expect(created(shelf, always)).rejects.toThrow(
        'Thing "Lamp" (id 1/4) was changed, but the service answered with another one (id 1/6). The answer was not used.',
      );
      expect(shelf.writes).toEqual([]);
      expect(said()).toEqual([]);
    });

    it("takes it as it is where the kind has no other way", async () => {
      const shelf = new Shelf();
      shelf.put({ ...wanted, thingId: 4 });
      expect((await created(shelf, always)).id).toBe("1/4");
    });

    it("takes it as it is with another policy", async () => {
      const shelf = taking({
        takeOver: () => Promise.reject(new Error("not asked for")),
        makeAnew: () => Promise.reject(new Error("not asked for")),
      });
      expect((await created(shelf, { adopt: "same" })).id).toBe("1/4");
    });

    it.each([
      ["an error", new Error("It is in use."), "It is in use."],
      ["something else", "in use", "in use"],
    ])("keeps the new id where the old one cannot be deleted, with %s", async (_words, thrown, why) => {
      const shelf: Shelf = taking({ makeAnew: () => Promise.resolve(shelf.put(anew)) });
      Object.assign(shelf.kind.spec, { remove: () => Promise.reject(thrown as Error) });
      const failure: unknown = await created(shelf, always).catch((error: unknown) => error);
      expect(failure).toMatchObject({
        id: "1/6",
        message:
          'Thing "Lamp": the one that the service had (id 1/4) was registered again (id 1/6), but the old one could not be deleted. ' +
          `Delete it by hand. ${why}`,
      });
    });
  });
});

describe("Creating what the service would make twice", () => {
  const said = listening();
  const inputs: Bag = { ...wanted, settleTimeout: 2, __owner: OWN };
  const made = "2030-01-01T11:59:00.000Z";

  const looking = (special: Partial<ResourceSpec> = {}) => {
    const asked: string[] = [];
    const otherwise = {
      list: () => {
        asked.push("otherwise");
        return Promise.resolve([{ shelfId: 1, thingId: 8, name: "Lamp", size: 3, made }]);
      },
    };
    return { asked, shelf: new Shelf({ otherwise, ...special }) };
  };

  it("looks in another way first, and takes what one list lacked", async () => {
    const { asked, shelf } = looking({ duplicates });
    expect((await create(shelf.kind, inputs)).id).toBe("1/8");
    expect([asked, shelf.writes]).toEqual([["otherwise"], []]);
    expect(said().join("")).toContain("adopted the one that the service already has (id 1/8)");
  });

  it.each([{}, { duplicates: () => false }])(
    "looks in no other way for what it would not make twice: %j",
    async (special) => {
      const { asked, shelf } = looking(special);
      expect((await create(shelf.kind, inputs)).id).toBe("1/5");
      expect([asked, shelf.writes]).toEqual([[], ["create Lamp"]]);
    },
  );

  it("takes nothing over that another resource of the run has got meanwhile", async () => {
    const shelf = new Shelf();
    shelf.put({ size: 3, made });
    const { claims } = shelf.session;
    claims.checked(OTHER);
    jest.spyOn(claims, "waitForDeletion").mockImplementation((object) => {
      claims.made(object, OTHER);
      return Promise.resolve(false);
    });
    await expect(create(shelf.kind, inputs)).rejects.toThrow(
      'was not created: the service already has one (id 1/5), which belongs to Thing "other" of this program. Declare only one of the two, or change the other one in a separate run first.',
    );
    expect(shelf.writes).toEqual([]);
  });
});

describe("The note about a create", () => {
  it("is also looked for under the name that an older release gave it", async () => {
    const shelf = new Shelf({
      duplicates,
      identity: () => ["name", "size"],
      fields: { name: { inNumbers: () => 7 } },
    });
    const intent = jest.spyOn(shelf.session, "journalEntry");
    await sendCreate(shelf.kind, { settleTimeout: 2 }, wanted, new Set());
    const place = ["https://shelf.example.com", 7, "Thing"];
    expect(intent.mock.calls[0]).toEqual([
      [...place, ["Lamp", 3]],
      [...place, [7, 3]],
    ]);
  });
});

describe("What another resource of the program has", () => {
  listening();

  it.each<[string, Partial<ResourceSpec>]>([
    ["the service already has one (id 1/5)", {}],
    ["the service already has one (id 1/5)", { adoption: {} }],
    [
      'its name is taken by Thing "Lamp" (id 1/5)',
      { adoption: { taken: () => ({ what: "name", advice: "" }) } },
    ],
  ])("is not created once more: %s", async (why, special) => {
    const shelf = new Shelf(special);
    shelf.put(wanted);
    shelf.session.claims.made("Thing 1/5", OTHER);
    await expect(create(shelf.kind, { ...wanted, settleTimeout: 2, __owner: OWN })).rejects.toThrow(
      `Thing "Lamp" was not created: ${why}, which belongs to Thing "other" of this program. Declare only one of the two, or change the other one in a separate run first.`,
    );
  });
});
