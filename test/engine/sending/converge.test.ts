import type { ResourceSpec } from "../../../provider/engine/kind/spec";
import type { Bag } from "../../../provider/engine/values/bag";
import { converge } from "../../../provider/engine/sending/converge";
import { failing, failures, listening, Shelf, type Thing } from "../shelf";

const OWN = "urn:pulumi:s::p::smartlock:Thing::own";
const OTHER = "urn:pulumi:s::p::smartlock:Thing::other";

describe("Bringing an object to what is wanted", () => {
  const said = listening();

  const become = (wanted: Bag) => ({ of: () => wanted, ignored: [] });

  const converged = async (
    shelf: Shelf,
    live: Thing,
    wanted: Bag,
    inputs: Bag = {},
    unshown: string[] = [],
  ): Promise<object> => {
    const declared = { shelfId: 1, name: "Lamp", ...wanted };
    const steering = { __owner: OWN, settleTimeout: 2, ...inputs };
    return (await converge(shelf.kind, live, become(declared), unshown, steering, { mayHappen: false })).live;
  };

  const plainly = (shelf: Shelf, live: object, wanted: Bag) =>
    converge(shelf.kind, live, become(wanted), [], {}, { mayHappen: false });

  it("asks and sends nothing where nothing differs", async () => {
    const shelf = new Shelf();
    const live = shelf.put({ size: 3 });
    expect(await converged(shelf, live, { size: 3 })).toBe(live);
    expect({ lists: shelf.lists, writes: shelf.writes }).toEqual({ lists: 0, writes: [] });
  });

  it("answers for nothing where nothing differs: a later list without it is believed", async () => {
    const shelf = new Shelf();
    const collection = shelf.kind.collection({ shelfId: 1 });
    await converged(shelf, shelf.put({ size: 3 }), { size: 3 });
    shelf.empty();
    await collection.fresh();
    expect((await collection.known()).size).toBe(0);
  });

  describe("by a write of a name that the service may alter", () => {
    const named = async (
      listed: (shelf: Shelf) => unknown,
      fields: ResourceSpec["fields"] = { name: { isAlterable: true } },
    ) => {
      const shelf = new Shelf({ fields });
      const live = shelf.put({ name: "Lamp", note: "theirs" });
      shelf.onUpdate = (before, wanted) => {
        listed(shelf);
        return { ...before, ...wanted };
      };
      const wanted = { shelfId: 1, name: "Sofa in the hall" };
      const { live: after, altered } = await plainly(shelf, live, wanted);
      return { name: (after as Thing).name, altered, lists: shelf.lists };
    };
    const declared = "Sofa in the hall";

    it("takes what the list shows for what became of it", async () => {
      expect(await named((shelf) => shelf.put({ name: "Sofa in" }))).toEqual({
        name: "Sofa in",
        altered: { name: { declared, shown: "Sofa in" } },
        lists: 1,
      });
    });

    it.each<[string, (shelf: Shelf) => unknown]>([
      ["is late", () => undefined],
      ["shows it as declared", (shelf) => shelf.put({ name: declared })],
      ["lacks it", (shelf) => shelf.empty()],
    ])("believes the answer where the list %s", async (_words, listed) => {
      expect(await named(listed)).toEqual({ name: declared, altered: {}, lists: 1 });
    });

    it("asks for no list where the service alters no names", async () => {
      expect(await named((shelf) => shelf.put({ name: "Sofa in" }), {})).toEqual({
        name: declared,
        altered: {},
        lists: 0,
      });
    });

    it("believes the answer where the list shows the new name beside old values", async () => {
      const shelf = new Shelf({ fields: { name: { isAlterable: true } } });
      const live = shelf.put({ name: "Lamp", size: 3 });
      shelf.onUpdate = (before, wanted) => {
        shelf.put({ name: declared, size: 3 });
        return { ...before, ...wanted };
      };
      const wanted = { shelfId: 1, name: declared, size: 4 };
      const { live: after } = await plainly(shelf, live, wanted);
      expect(after).toMatchObject({ name: declared, size: 4 });
    });

    it("believes the answer where the service can have made one of two fields from what was sent, and not the other", async () => {
      const shelf = new Shelf({ fields: { name: { isAlterable: true }, note: { isAlterable: true } } });
      const live = shelf.put({ name: "Lamp", note: "theirs" });
      shelf.onUpdate = (before, wanted) => {
        shelf.put({ name: "Sofa in", note: "theirs" });
        return { ...before, ...wanted };
      };
      const wanted = { shelfId: 1, name: declared, note: "ours" };
      const { live: after, altered } = await plainly(shelf, live, wanted);
      expect([after, altered]).toEqual([expect.objectContaining({ name: declared, note: "ours" }), {}]);
    });

    it("fails where the list shows something else that differs", async () => {
      const shelf = new Shelf({ fields: { name: { isAlterable: true } } });
      const live = shelf.put({ name: "Lamp", size: 3 });
      shelf.onUpdate = (before, wanted) => {
        shelf.put({ name: "Sofa in", size: 9 });
        return { ...before, ...wanted };
      };
      const wanted = { shelfId: 1, name: declared, size: 3 };
      await expect(plainly(shelf, live, wanted)).rejects.toThrow(
        "size was set to 3, but the service shows 9",
      );
    });
  });

  it("takes the answer for what the object is, and asks for no list", async () => {
    const shelf = new Shelf();
    const live = shelf.put({ size: 3 });
    expect(await converged(shelf, live, { size: 4 })).toBe(shelf.things.get("1/5"));
    expect({ lists: shelf.lists, writes: shelf.writes }).toEqual({ lists: 0, writes: ["update 1/5 size"] });
  });

  it("lets the run know what it wrote, also where the list is late", async () => {
    const shelf = new Shelf();
    const live = shelf.put({ size: 3 });
    const collection = shelf.kind.collection({ shelfId: 1 });
    await collection.known();
    shelf.onUpdate = (before) => ({ ...before, size: 4 });
    await converged(shelf, live, { size: 4 });
    const known = await collection.known();
    expect(known.get("1/5")).toMatchObject({ size: 4 });
  });

  it("sends what the service never shows, where it is told that it differs", async () => {
    const shelf = new Shelf();
    await converged(shelf, shelf.put(), {}, {}, ["password"]);
    expect(shelf.writes).toEqual(["update 1/5 password"]);
  });

  it("fails where the answer is about another object", async () => {
    const shelf = new Shelf();
    const live = shelf.put();
    shelf.onUpdate = () => ({ shelfId: 1, thingId: 6, name: "Lamp", size: 4 });
    await expect(converged(shelf, live, { size: 4 })).rejects.toThrow(
      new Error(
        'Thing "Lamp" (id 1/5) was changed, but the service answered with another one (id 1/6). The answer was not used. Preview ' +
          "again, and look at both in the app.",
      ),
    );
  });

  it.each([
    ["size", 4, 5, "size was set to 4, but the service shows 5"],
    ["note", "dark", undefined, 'note was set to "dark", but the service shows not set'],
    ["pin", 1111, 2222, "pin was set, but the service shows another one"],
  ])("fails where the answer shows another %s", async (field, wanted, shown, words) => {
    const shelf = new Shelf();
    const live = shelf.put();
    shelf.onUpdate = (before) => ({ ...before, [field]: shown });
    await expect(converged(shelf, live, { [field]: wanted })).rejects.toThrow(
      new Error(`Thing "Lamp" (id 1/5): ${words}. Declare what the service shows, or look at it in the app.`),
    );
  });

  it("fails where the service cannot change such an object, and names the fields", async () => {
    const shelf = new Shelf();
    Object.assign(shelf.kind.spec, { update: undefined });
    await expect(converged(shelf, shelf.put(), { size: 4, note: "x" })).rejects.toThrow(
      new Error(
        'Thing "Lamp" (id 1/5): the service cannot change its size, note. Declare what it has, or delete it by hand and run again.',
      ),
    );
  });

  describe("that is busy", () => {
    it("waits until it is idle, and writes then", async () => {
      const shelf = Shelf.later();
      const live = shelf.put({ busy: true });
      shelf.beforeList = (count) => count === 3 && shelf.put({ note: "done" });
      expect(await converged(shelf, live, { size: 4 })).toEqual({ ...shelf.put({ note: "done" }), size: 4 });
      expect(shelf.writes).toEqual(["update 1/5 size"]);
    });

    it("waits also where nothing differs, and sends nothing", async () => {
      const shelf = Shelf.later();
      const live = shelf.put({ busy: true });
      shelf.beforeList = (count) => count === 3 && shelf.put();
      expect(await converged(shelf, live, {})).toEqual(shelf.put());
      expect({ lists: shelf.lists, writes: shelf.writes }).toEqual({ lists: 3, writes: [] });
    });

    it("sends nothing where the wait has brought what is wanted", async () => {
      const shelf = Shelf.later();
      const live = shelf.put({ busy: true });
      shelf.beforeList = (count) => count === 2 && shelf.put({ size: 4 });
      expect(await converged(shelf, live, { size: 4 })).toEqual(shelf.put({ size: 4 }));
      expect(shelf.writes).toEqual([]);
    });

    it.each([
      [true, true, "Shelf one is still busy with an operation and did not confirm"],
      [true, false, "Shelf one is offline and did not confirm"],
      [false, false, "The service is still busy with an operation and did not confirm"],
    ])("fails when the time is over (host %s, online %s)", async (hasHost, online, words) => {
      const shelf = Shelf.later({}, hasHost);
      shelf.host = { name: "Shelf one", online };
      const began = shelf.clock.now();
      await expect(converged(shelf, shelf.put({ busy: true }), { size: 4 })).rejects.toThrow(
        new Error(
          `Thing "Lamp" (id 1/5): ${words} the change in time. Run again when it is reachable; a longer settleTimeout ` +
            "gives it more time.",
        ),
      );
      expect(shelf.clock.now() - began).toBe(2_000);
      expect(shelf.writes).toEqual([]);
    });

    it("fails where it goes meanwhile", async () => {
      const shelf = Shelf.later();
      const live = shelf.put({ busy: true });
      shelf.empty();
      await expect(converged(shelf, live, { size: 4 })).rejects.toThrow(
        / did not confirm the change in time\. /,
      );
      expect(shelf.writes).toEqual([]);
    });
  });

  describe("whose first try was refused", () => {
    const first = { shelfId: 1, thingId: 5, name: "Lamp", size: 3, note: "listed" };

    /** Brings the size to 4. The fields of `ignored` stay as they are on the object. */
    const tried = async (shelf: Shelf, listed: Partial<Thing>, ignored: string[] = []) => {
      const live = shelf.put(first);
      const { onUpdate } = shelf;
      shelf.onUpdate = () => {
        shelf.onUpdate = onUpdate;
        shelf.put({ ...first, ...listed });
        throw failures.busy;
      };
      const of = ({ note }: Thing) => ({ shelfId: 1, name: "Lamp", size: 4, note });
      const { live: after } = await converge(
        shelf.kind,
        live,
        { of: (object) => of(object as Thing), ignored },
        [],
        { __owner: OWN, settleTimeout: 2 },
        { mayHappen: false },
      );
      return { note: (after as Thing).note, writes: shelf.writes.length, reads: shelf.reads.length };
    };

    it("goes on from a read by its id, so that an ignored field keeps what others have set meanwhile", async () => {
      const shelf = Shelf.readById();
      shelf.onRead = () => ({ ...first, note: "read" });
      expect(await tried(shelf, {}, ["note"])).toMatchObject({ note: "read", writes: 2 });
    });

    it("goes on from the list where there is no such read", async () => {
      expect(await tried(new Shelf(), { note: "listed later" }, ["note"])).toMatchObject({
        note: "listed later",
        writes: 2,
      });
      expect(await tried(new Shelf(), { size: 4 })).toMatchObject({ writes: 1 });
    });

    it("is sent nothing more where an ignored field cannot be read, and says so", async () => {
      const shelf = Shelf.readById();
      shelf.onRead = () => {
        throw failures.trouble;
      };
      await expect(tried(shelf, {}, ["note", "pin"])).rejects.toThrow(
        new Error(
          'Thing "Lamp" (id 1/5) was not changed: the ignored fields (note, pin) are sent along with their current values, and those could not be read.' +
            " Run again. things.write failed (thing): trouble. Tried 2 times.",
        ),
      );
      expect(shelf.writes).toHaveLength(1);
    });

    it("is sent it again where a list alone shows what is wanted", async () => {
      const shelf = Shelf.readById();
      shelf.onRead = () => {
        throw failures.trouble;
      };
      expect(await tried(shelf, { size: 4 })).toMatchObject({ writes: 2 });
    });

    it("is sent it again without another read where nothing is ignored and a list shows that it differs", async () => {
      expect(await tried(Shelf.readById(), {})).toMatchObject({ writes: 2, reads: 0 });
    });
  });

  it("is not read before the first write", async () => {
    const shelf = Shelf.readById();
    const live = shelf.put({ size: 3 });
    const wanted = { shelfId: 1, name: "Lamp", size: 4 };
    const aim = { of: () => wanted, ignored: ["note"] };
    await converge(shelf.kind, live, aim, [], { __owner: OWN }, { mayHappen: false });
    expect([shelf.reads, shelf.writes]).toEqual([[], ["update 1/5 size"]]);
  });

  describe("when the service does it later", () => {
    it("waits until the list shows it and nothing is under way", async () => {
      const shelf = Shelf.later();
      const live = shelf.put({ size: 3 });
      shelf.onUpdate = () => undefined;
      shelf.beforeList = (count) => {
        if (count === 2) {
          shelf.put({ size: 4, busy: true });
        }
        if (count === 3) {
          shelf.put({ size: 4 });
        }
      };
      expect(await converged(shelf, live, { size: 4 })).toEqual(shelf.put({ size: 4 }));
      expect(shelf.lists).toBe(3);
    });

    it.each([
      ["", undefined, ""],
      ["with what the object reports", "Motor blocked", " It reports: Motor blocked."],
      [
        "without a secret that the report quotes",
        "Code 593847 refused",
        " It reports: Code [secret] refused.",
      ],
      [
        "without the token, and what somebody else's object keeps secret",
        "Bearer invented, code 771234",
        " It reports: Bearer [secret], code [secret].",
      ],
      ["with nothing that steers a terminal", "a\u001b[2J\nb", " It reports: a\\u001b[2J b."],
      ["where the report is empty", "", ""],
      ["where the report is no text", 17, ""],
    ])("fails when the time is over %s", async (_words, error, told) => {
      const shelf = Shelf.later();
      shelf.onUpdate = () => undefined;
      shelf.session.secrets.add("771234");
      const failed = converged(shelf, shelf.put({ size: 3, error, pin: 593847 }), { size: 4 });
      await expect(failed).rejects.toThrow(
        new Error(
          `Thing "Lamp" (id 1/5): Shelf one did not confirm the change in time. The service shows size 3 instead of 4.${told} Run again; ` +
            "a longer settleTimeout gives it more time. If that does not help, the service or the lock stores something other than " +
            "what it is sent: declare what it can hold, or delete it.",
        ),
      );
    });

    it("says nothing of what the service shows where that is what is wanted, although too late", async () => {
      const failed = async (shownInList: number): Promise<[number, unknown]> => {
        const shelf = Shelf.later();
        const live = shelf.put({ size: 3 });
        shelf.onUpdate = () => undefined;
        shelf.beforeList = (count) => count === shownInList && shelf.put({ size: 4 });
        const failure: unknown = await converged(shelf, live, { size: 4 }).catch((error: unknown) => error);
        return [shelf.lists, failure];
      };
      const [lists] = await failed(0);
      expect(await failed(lists)).toEqual([
        lists,
        new Error(
          'Thing "Lamp" (id 1/5): Shelf one did not confirm the change in time. Run again when it is reachable; a longer settleTimeout ' +
            "gives it more time.",
        ),
      ]);
    });

    it("does not tell a secret that is not as it was sent", async () => {
      const shelf = Shelf.later();
      shelf.onUpdate = () => undefined;
      const live = shelf.put({ size: 3, pin: 593847, error: "Not 112233 for 593847" });
      await expect(converged(shelf, live, { size: 4, pin: 112233 })).rejects.toThrow(
        "The service shows size 3 instead of 4, another pin. It reports: Not [secret] for [secret]. Run",
      );
    });

    const accepted = { waitFor: "accepted" };

    it.each([
      ["is there", true, accepted, "Shelf one did not confirm"],
      ["is offline", false, { waitFor: "confirmed" }, "Shelf one is offline and did not confirm"],
    ])(
      "fails where the device %s and that is not enough for the user",
      async (_words, online, inputs, words) => {
        const shelf = Shelf.later();
        shelf.host = { name: "Shelf one", online };
        shelf.onUpdate = () => undefined;
        await expect(converged(shelf, shelf.put(), { size: 4 }, inputs)).rejects.toThrow(
          `(id 1/5): ${words} the`,
        );
        expect(said()).toEqual([]);
      },
    );

    it("fails where there is no device that could be offline", async () => {
      const shelf = Shelf.later({}, false);
      shelf.onUpdate = () => undefined;
      await expect(converged(shelf, shelf.put({ size: 3 }), { size: 4 }, accepted)).rejects.toThrow(
        '"Lamp" (id 1/5): The service did not confirm the change in time. The service shows size 3 instead of 4. Run',
      );
    });

    it("does not wait for an offline device if the user does not, and returns what the list shows", async () => {
      const shelf = Shelf.later();
      shelf.host = { name: "Shelf one", online: false };
      const live = shelf.put({ size: 3 });
      shelf.onUpdate = () => void shelf.put({ size: 3, note: "asked" });
      expect(await converged(shelf, live, { size: 4 }, accepted)).toBe(shelf.things.get("1/5"));
      expect(said()).toEqual([
        'Warning: Thing "Lamp": Shelf one is offline and has not confirmed the change yet.\n',
      ]);
    });

    it("returns what it was before where the list lacks it", async () => {
      const shelf = Shelf.later();
      shelf.host = { name: "Shelf one", online: false };
      const live = shelf.put({ size: 3 });
      shelf.onUpdate = () => void shelf.empty();
      expect(await converged(shelf, live, { size: 4 }, accepted)).toBe(live);
    });
  });

  describe("that was refused", () => {
    const settledAt = (shelf: Shelf, errors: Error[]): void => {
      shelf.onUpdate = failing(errors, shelf.onUpdate);
    };

    it("writes again what a busy device refused, or what got lost", async () => {
      const shelf = Shelf.later();
      settledAt(shelf, [failures.busy, failures.lost, failures.busy]);
      expect(await converged(shelf, shelf.put(), { size: 4 })).toMatchObject({ size: 4 });
      expect(shelf.writes).toHaveLength(4);
    });

    it("does not write again what a lost request has done", async () => {
      const shelf = new Shelf();
      shelf.onUpdate = (live) => {
        shelf.put({ ...live, size: 4 });
        throw failures.lost;
      };
      expect(await converged(shelf, shelf.put(), { size: 4 })).toMatchObject({ size: 4 });
      expect(shelf.writes).toHaveLength(1);
    });

    it("goes on from what it knew where the list lacks the object", async () => {
      const shelf = new Shelf();
      const live = shelf.put({ note: "old" });
      shelf.empty();
      settledAt(shelf, [failures.lost]);
      expect(await converged(shelf, live, { size: 4 })).toEqual({ ...live, size: 4 });
    });

    it.each([
      ["what the service finds invalid", failures.invalid],
      ["what the service does not have", failures.missing],
      ["what got lost more than once", failures.lostTwice],
    ])("does not try again %s", async (_words, error) => {
      const shelf = new Shelf();
      settledAt(shelf, [error]);
      await expect(converged(shelf, shelf.put(), { size: 4 })).rejects.toBe(error);
      expect(shelf.writes).toHaveLength(1);
    });

    it.each([1, 2, 3])("tries %s times more where nobody has what it wants", async (conflicts) => {
      const shelf = new Shelf();
      settledAt(
        shelf,
        Array.from({ length: conflicts }, () => failures.conflict),
      );
      expect(await converged(shelf, shelf.put(), { name: "Desk" })).toMatchObject({ name: "Desk" });
      expect(shelf.writes).toHaveLength(conflicts + 1);
    });

    it("tries no more than three times again", async () => {
      const shelf = new Shelf();
      settledAt(
        shelf,
        Array.from({ length: 4 }, () => failures.conflict),
      );
      await expect(converged(shelf, shelf.put(), { name: "Desk" })).rejects.toBe(failures.conflict);
      expect(shelf.writes).toHaveLength(4);
    });

    it("is not in its own way", async () => {
      const shelf = new Shelf();
      settledAt(shelf, [failures.conflict]);
      expect(await converged(shelf, shelf.put(), { size: 4 })).toMatchObject({ size: 4 });
    });

    it("tells who else has what it wants", async () => {
      const shelf = new Shelf({ identity: () => ["shelfId", "name"] });
      settledAt(shelf, [failures.conflict]);
      shelf.put({ thingId: 6, name: "Desk" });
      await expect(converged(shelf, shelf.put(), { name: "Desk" })).rejects.toThrow(
        new Error(
          'Thing "Desk" (id 1/5) was not changed: Thing "Desk" (id 1/6) has the same shelfId, name, which the service allows ' +
            "only once. If the program no longer declares that one, delete it in a separate run first, since Pulumi deletes " +
            "last. Otherwise give one of them another value.",
        ),
      );
    });

    describe("since another resource of the run has it", () => {
      const held = (): Shelf => {
        const shelf = new Shelf();
        settledAt(shelf, [failures.conflict]);
        shelf.put({ thingId: 6, name: "Desk" });
        shelf.session.claims.made("Thing 1/6", OTHER);
        return shelf;
      };

      it("waits until that one has given it up", async () => {
        const shelf = held();
        shelf.beforeList = (count) => count === 3 && shelf.put({ thingId: 6, name: "Bed" });
        expect(await converged(shelf, shelf.put(), { name: "Desk" })).toMatchObject({ name: "Desk" });
        expect(shelf.writes).toHaveLength(2);
      });

      it("fails as the service did where that one keeps it", async () => {
        const shelf = held();
        await expect(converged(shelf, shelf.put(), { name: "Desk" })).rejects.toBe(failures.conflict);
        expect(shelf.writes).toHaveLength(1);
      });
    });
  });
});
