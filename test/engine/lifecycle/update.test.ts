import type { Bag } from "../../../provider/engine/values/bag";
import { diff } from "../../../provider/engine/lifecycle/diff";
import { IncompleteError } from "../../../provider/engine/values/outputs";
import { read } from "../../../provider/engine/lifecycle/read";
import type { ResourceSpec } from "../../../provider/engine/kind/spec";
import { update } from "../../../provider/engine/lifecycle/update";
import { type Lamp, lamps, said } from "../lamps";
import { failures, listening, Shelf } from "../shelf";
import { asSecret } from "../../../provider/engine/values/secret-value";

describe("An update", () => {
  const declared = { name: "Porch", colour: "red", __owner: "a" };
  const olds = { ...declared, lampId: 1 };
  const porch: Lamp = { lampId: 1, name: "Porch", colour: "red" };

  /** A service that does everything at once. */
  function world(...others: readonly Lamp[]) {
    const sent: string[] = [];
    const all = lamps({
      asynchronous: { busy: () => false, create: false, update: false },
      update: (_api, live, wanted) => {
        const after = { ...(live as Lamp), ...wanted };
        sent.push(`${after.name} ${after.colour}`);
        return Promise.resolve(after);
      },
    });
    all.service.lamps = [porch, ...others];
    all.session.claims.checked("a");
    return { ...all, sent };
  }

  it("touches nothing that another resource of the run has by now, and names it", async () => {
    const { session, kind, sent } = world();
    session.claims.made(kind.object("1"), "urn:pulumi:test::program::smartlock:Lamp::b");
    await expect(update(kind, "1", olds, { ...declared, colour: "blue" })).rejects.toThrow(
      'Lamp "Porch" (id 1) was not changed: it belongs to Lamp "b" now. Preview again.',
    );
    expect(sent).toEqual([]);
  });

  it("tells of each one that has the same identity already, if it is that which changes", async () => {
    const { kind, sent } = world({ lampId: 2, name: "Hall" }, { lampId: 3, name: "Hall" });
    const told = await said(() => update(kind, "1", olds, { ...declared, name: "Hall" }));
    expect(told.match(/Lamp "Hall" \(id 1\) has a twin: another Lamp with the same name \(id \d\)/g)).toEqual(
      [
        'Lamp "Hall" (id 1) has a twin: another Lamp with the same name (id 2)',
        'Lamp "Hall" (id 1) has a twin: another Lamp with the same name (id 3)',
      ],
    );
    expect(sent).toEqual(["Hall red"]);
    const twin = world({ lampId: 2, name: "Porch" });
    const silent = await said(() => update(twin.kind, "1", olds, { ...declared, colour: "blue" }));
    expect([silent, twin.sent]).toEqual(["", ["Porch blue"]]);
  });
});

describe("An update of what a list shows as declared already, where the state says otherwise", () => {
  listening();
  const news: Bag = { shelfId: 1, name: "Lamp", size: 4, settleTimeout: 2, __owner: "a" };
  const olds: Bag = { ...news, size: 3, thingId: 5 };
  const updated = (shelf: Shelf, state = olds, fields: Bag = {}) =>
    update(shelf.kind, "1/5", state, { ...news, ...fields });

  it("believes a read by its id, and sends nothing", async () => {
    const shelf = Shelf.readById();
    shelf.put({ size: 4, note: "listed" });
    shelf.onRead = () => ({ shelfId: 1, thingId: 5, name: "Lamp", size: 4, note: "read" });
    const { outs } = await updated(shelf);
    expect([shelf.reads, shelf.writes, outs["note"]]).toEqual([["1/5"], [], "read"]);
  });

  it("sends what a read by its id does not show", async () => {
    const shelf = Shelf.readById();
    shelf.put({ size: 4 });
    shelf.onRead = () => ({ shelfId: 1, thingId: 5, name: "Lamp", size: 3 });
    await updated(shelf);
    expect(shelf.writes).toEqual(["update 1/5 size"]);
  });

  it("sends with it what that read shows of a field that is ignored, and no outdated value of the list", async () => {
    const shelf = Shelf.readById();
    shelf.put({ size: 4, note: "listed" });
    shelf.onRead = () => ({ shelfId: 1, thingId: 5, name: "Lamp", size: 3, note: "read" });
    const { outs } = await updated(shelf, olds, { note: "declared", __ignore: ["note"] });
    expect([shelf.writes, shelf.things.get("1/5")?.note]).toEqual([["update 1/5 size"], "read"]);
    expect(outs["note"]).toBe("read");
  });

  it.each([
    ["it cannot be read by its id", () => new Shelf()],
    [
      "that read fails",
      () => Object.assign(Shelf.readById(), { onRead: () => Promise.reject(failures.trouble) }),
    ],
    ["the answer is about another one", () => Object.assign(Shelf.readById(), { onRead: another })],
  ])("sends what differs from the state where %s", async (_words, make) => {
    const shelf = make();
    shelf.put({ size: 4 });
    await updated(shelf);
    expect(shelf.writes).toEqual(["update 1/5 size"]);
  });

  it("fails with what is no answer of the service", async () => {
    const mistake = new TypeError("a mistake of the provider");
    const shelf = Shelf.readById();
    shelf.put({ size: 4 });
    shelf.onRead = () => {
      throw mistake;
    };
    await expect(updated(shelf)).rejects.toBe(mistake);
    expect(shelf.writes).toEqual([]);
  });

  it.each<[string, Bag, Bag, Partial<ResourceSpec>]>([
    ["the state agrees", { ...olds, size: 4 }, {}, {}],
    [
      "a default is all that the state lacks",
      { ...news, size: undefined },
      {},
      { fields: { size: { default: 4 } } },
    ],
    ["what differs is ignored", olds, { __ignore: ["size"] }, {}],
  ])("asks and sends nothing where %s", async (_words, state, fields, special) => {
    const shelf = Shelf.readById(special);
    shelf.put({ size: 4 });
    await updated(shelf, JSON.parse(JSON.stringify(state)) as Bag, fields);
    expect([shelf.reads, shelf.writes]).toEqual([[], []]);
  });

  it("asks for no read where the list differs as well", async () => {
    const shelf = Shelf.readById();
    shelf.put({ size: 3 });
    await updated(shelf);
    expect([shelf.reads, shelf.writes]).toEqual([[], ["update 1/5 size"]]);
  });

  describe("beside a field that is ignored", () => {
    const ignoring: Bag = { ...news, note: "declared", __ignore: ["note"] };
    const known: Bag = { ...ignoring, thingId: 5 };
    const readShows = (shelf: Shelf, thing: object) => {
      shelf.onRead = () => ({ shelfId: 1, thingId: 5, name: "Lamp", note: "read", ...thing });
    };

    it.each<[string, Bag, object]>([
      ["the object differs from the state", known, { size: 3 }],
      ["the state differs from the program", { ...known, size: 3 }, { size: 3 }],
    ])("goes on from a read by its id where %s", async (_words, state, live) => {
      const shelf = Shelf.readById();
      shelf.put({ note: "listed", ...live });
      readShows(shelf, live);
      await update(shelf.kind, "1/5", state, ignoring);
      expect([shelf.writes, shelf.things.get("1/5")?.note]).toEqual([["update 1/5 size"], "read"]);
    });

    it("goes on from that read where only something differs that the service never shows", async () => {
      const shelf = Shelf.readById({ fields: { pin: { isWriteOnly: true } } });
      shelf.put({ size: 4, note: "listed" });
      readShows(shelf, { size: 4 });
      await update(shelf.kind, "1/5", { ...known, pin: 1111 }, { ...ignoring, pin: 2222 });
      expect([shelf.writes, shelf.things.get("1/5")?.note]).toEqual([["update 1/5 pin"], "read"]);
    });

    it("sends nothing where that read fails, although a list shows what is wanted", async () => {
      const shelf = Shelf.readById();
      shelf.put({ size: 4, note: "listed" });
      shelf.onRead = () => {
        throw failures.trouble;
      };
      await expect(update(shelf.kind, "1/5", { ...known, size: 3 }, ignoring)).rejects.toThrow(
        "was not changed: the ignored fields (note) are sent along with their current values",
      );
      expect(shelf.writes).toEqual([]);
    });

    it("takes another list where there is no such read", async () => {
      const shelf = new Shelf();
      shelf.put({ size: 3, note: "listed" });
      await shelf.kind.collection({ shelfId: 1 }).known();
      shelf.put({ size: 3, note: "listed later" });
      await update(shelf.kind, "1/5", { ...known, size: 3 }, ignoring);
      expect([shelf.writes, shelf.things.get("1/5")?.note]).toEqual([["update 1/5 size"], "listed later"]);
    });

    it("sends what differs from the state where only that other list shows it already", async () => {
      const shelf = new Shelf();
      shelf.put({ size: 4, note: "listed" });
      await update(shelf.kind, "1/5", { ...known, size: 3 }, ignoring);
      expect(shelf.writes).toEqual(["update 1/5 size"]);
    });
  });

  function another() {
    return { shelfId: 1, thingId: 6, name: "Sofa", size: 4 };
  }
});

describe("An update of what the service never shows", () => {
  listening();
  const news: Bag = { shelfId: 1, name: "Lamp", pin: 2222, settleTimeout: 2, __owner: "a" };
  const updated = async (pin: number, fields: Bag = {}) => {
    const shelf = Shelf.readById({ fields: { pin: { isWriteOnly: true } } });
    shelf.put();
    await update(shelf.kind, "1/5", { ...news, thingId: 5, pin }, { ...news, ...fields });
    return shelf.writes;
  };

  it("sends what differs from the state, and nothing else", async () => {
    expect(await updated(1111)).toEqual(["update 1/5 pin"]);
    expect(await updated(2222)).toEqual([]);
    expect(await updated(1111, { __ignore: ["pin"] })).toEqual([]);
  });

  describe("that failed", () => {
    const state: Bag = { ...news, thingId: 5, pin: 1111 };
    const failing = async (): Promise<[Shelf, IncompleteError]> => {
      const shelf = Shelf.readById({ fields: { pin: { isWriteOnly: true } } });
      shelf.put();
      const { onUpdate } = shelf;
      shelf.onUpdate = () => {
        throw failures.trouble;
      };
      const failure: unknown = await update(shelf.kind, "1/5", state, news).catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(IncompleteError);
      shelf.writes.length = 0;
      shelf.onUpdate = onUpdate;
      return [shelf, failure as IncompleteError];
    };
    const compared = async (shelf: Shelf, olds: Bag) =>
      (await diff(shelf.kind, "1/5", olds, { ...news, pin: 1111 })).changes;

    it("is recorded: the old value is sent again where the program goes back to it, and then no more", async () => {
      const [shelf, { id, message, properties }] = await failing();
      expect([id, message, properties["pin"], properties["__unsure"]]).toEqual([
        "1/5",
        "things.write failed (thing): trouble. Tried 2 times.",
        1111,
        ["pin"],
      ]);
      const words = await said(async () => expect(await compared(shelf, properties)).toBe(true));
      expect(words).toBe(
        'Thing "Lamp": pin will be set again, because a failed update may have set something else.\n',
      );
      const back = { ...news, pin: 1111 };
      const { outs } = await update(shelf.kind, "1/5", properties, back);
      expect([shelf.writes, outs["__unsure"]]).toEqual([["update 1/5 pin"], undefined]);
      expect(await compared(shelf, outs)).toBe(false);
    });

    it.each([
      ["", {}],
      [" of a state that a program never made", { __owner: undefined }],
    ])("is still recorded after a refresh%s", async (_words, fields) => {
      const [shelf, failure] = await failing();
      const properties = { ...failure.properties, ...fields };
      const { props } = await read(shelf.kind, "1/5", properties);
      expect(props?.["__unsure"]).toEqual(["pin"]);
    });

    it("is still recorded beside a second one that could not be set either", async () => {
      const [shelf, { properties }] = await failing();
      Object.assign(shelf.kind.spec, {
        fields: { pin: { isSecret: true, isWriteOnly: true }, note: { isWriteOnly: true } },
      });
      shelf.onUpdate = () => {
        throw failures.trouble;
      };
      const olds = { ...properties, note: "old" };
      const declared = { shelfId: 1, name: "Lamp", note: "new", settleTimeout: 2, __owner: "a" };
      const failure: unknown = await update(shelf.kind, "1/5", olds, declared).catch(
        (error: unknown) => error,
      );
      expect((failure as IncompleteError).properties["__unsure"]).toEqual(["pin", "note"]);
    });

    it("is still recorded where the field is ignored, and nothing is sent or said", async () => {
      const [shelf, { properties }] = await failing();
      const ignoring = { ...news, name: "Lamp", pin: 1111, __ignore: ["pin"] };
      const { outs } = await update(shelf.kind, "1/5", properties, ignoring);
      const words = await said(() => diff(shelf.kind, "1/5", properties, ignoring));
      expect([shelf.writes, outs["__unsure"], words]).toEqual([[], ["pin"], ""]);
    });
  });

  it("that failed after a pending one was found is recorded with its id", async () => {
    const shelf = Shelf.readById({ fields: { pin: { isWriteOnly: true } } });
    const since = new Date(shelf.clock.now()).toISOString();
    shelf.put({ made: since, size: 3 });
    const { onUpdate } = shelf;
    shelf.onUpdate = () => {
      throw failures.trouble;
    };
    const declared = { __declared: ["shelfId", "name", "size", "pin", "settleTimeout"] };
    const pending = { ...news, ...declared, size: 3, pin: 1111, pending: { since } };
    const handle = "1/pending-00aa";
    const wanted = { ...news, size: 4 };
    const failure: unknown = await update(shelf.kind, handle, pending, wanted).catch(
      (error: unknown) => error,
    );
    const { id, properties } = failure as IncompleteError;
    expect([id, properties["pending"]]).toEqual([handle, undefined]);
    expect(properties).toMatchObject({ thingId: 5, size: 3, pin: 1111, __account: 7, __unsure: ["pin"] });
    shelf.writes.length = 0;
    shelf.onUpdate = onUpdate;
    await update(shelf.kind, handle, properties, { ...wanted, pin: 1111 });
    expect(shelf.writes).toEqual(["update 1/5 size,pin"]);
  });

  it("sets again, in a pending one that was found, what a failed update may have set otherwise", async () => {
    const shelf = Shelf.readById({ fields: { pin: { isWriteOnly: true } } });
    const since = new Date(shelf.clock.now()).toISOString();
    shelf.put({ made: since });
    const declared = { __declared: ["shelfId", "name", "pin", "settleTimeout"] };
    const pending = { ...news, ...declared, pending: { since }, __unsure: ["pin"] };
    const { outs } = await update(shelf.kind, "1/pending-00aa", pending, news);
    expect([shelf.writes, outs["__unsure"]]).toEqual([["update 1/5 pin"], undefined]);
  });

  it("is not recorded with the id of a pending one that was found where another field could not be set", async () => {
    const shelf = Shelf.readById({ fields: { pin: { isWriteOnly: true } } });
    const since = new Date(shelf.clock.now()).toISOString();
    shelf.put({ made: since, size: 3 });
    shelf.onUpdate = () => {
      throw failures.trouble;
    };
    const declared = { __declared: ["shelfId", "name", "size", "pin", "settleTimeout"] };
    const pending = { ...news, ...declared, size: 3, pending: { since } };
    const failure: unknown = await update(shelf.kind, "1/pending-00aa", pending, {
      ...news,
      size: 4,
    }).catch((error: unknown) => error);
    const { properties } = failure as IncompleteError;
    expect(properties).toMatchObject({ thingId: 5, size: 3 });
    expect(Object.hasOwn(properties, "__unsure")).toBe(false);
  });

  it.each([
    ["another field could not be set", { size: 4 }, failures.trouble],
    ["nothing was sent", { pin: 3333 }, failures.keptBack],
  ])("is not recorded where %s", async (_words, fields, failure) => {
    const shelf = Shelf.readById({ fields: { pin: { isWriteOnly: true } } });
    shelf.put({ size: 3 });
    shelf.onUpdate = () => {
      throw failure;
    };
    const state = { ...news, thingId: 5, size: 3 };
    await expect(update(shelf.kind, "1/5", state, { ...news, ...fields })).rejects.toBe(failure);
  });
});

describe("An update of what a list lacks", () => {
  const news: Bag = { shelfId: 1, name: "Lamp", size: 4, __owner: "a" };

  it("tells why nobody can tell whether it is gone, and changes nothing", async () => {
    const shelf = Shelf.readById();
    shelf.onRead = () => {
      throw failures.trouble;
    };
    let refusal: unknown;
    await said(async () => {
      refusal = await update(shelf.kind, "1/5", news, news).catch((error: unknown) => error);
    });
    expect(refusal).toEqual(
      new Error(
        'Thing "Lamp" (id 1/5) is not in the service\'s list, so it was not updated. It is not known whether it is gone: ' +
          `${failures.trouble.message.replace(/\.$/, "")}. Preview again to see what became of it.`,
      ),
    );
    expect(shelf.writes).toEqual([]);
  });
});

describe("An update that sends a pending one again", () => {
  const heard = listening();
  const news: Bag = { shelfId: 1, name: "Lamp", settleTimeout: 2, __owner: "a" };
  const olds: Bag = {
    ...news,
    pending: { since: "2030-01-01T11:59:00Z" },
    __declared: ["shelfId", "name", "settleTimeout"],
  };
  const another = { name: "Sofa" };
  const neverSeen: unknown = expect.stringContaining(
    'Thing "Lamp" on Shelf one was sent at 2030-01-01T11:59:00Z, and no list shows it as it was sent.',
  );
  const sentAgain = (shelf: Shelf, fields: Bag): Promise<unknown> =>
    update(shelf.kind, "1/pending-1", olds, { ...news, ...fields }).catch((error: unknown) => error);
  const answering = (onCreate: Shelf["onCreate"]): Shelf => Object.assign(Shelf.later(), { onCreate });
  const unconfirmed = () => answering(() => undefined);
  const failingWith = (error: Error) =>
    answering(() => {
      throw error;
    });

  it("says that the old one may be there where another identity is declared now, and only there", async () => {
    const same = Shelf.later();
    expect(await sentAgain(same, {})).toMatchObject({ outs: { name: "Lamp", thingId: 5 } });
    expect([heard(), same.syncs]).toEqual([[], ["1"]]);
    expect(await sentAgain(Shelf.later(), another)).toMatchObject({ outs: { name: "Sofa", thingId: 5 } });
    expect(heard()).toEqual([neverSeen]);
  });

  it("leaves the state as it is where the same is sent, and not confirmed", async () => {
    for (const shelf of [unconfirmed(), failingWith(failures.lostTwice)]) {
      expect(await sentAgain(shelf, {})).not.toBeInstanceOf(IncompleteError);
    }
    expect(heard()).toEqual([]);
  });

  it.each([
    ["it is not confirmed", unconfirmed, "sent again and has not been confirmed"],
    ["the answer is lost", () => failingWith(failures.lostTwice), "lost"],
    ["somebody has it", () => failingWith(failures.conflict), "in use"],
  ])("records the new one as pending beside the old one where %s", async (_words, make, why) => {
    const failure = await sentAgain(make(), another);
    expect(failure).toBeInstanceOf(IncompleteError);
    const { id, message, properties } = failure as IncompleteError;
    expect([id, message]).toEqual(["1/pending-1", expect.stringContaining(why)]);
    expect(properties).toMatchObject({
      name: "Sofa",
      pending: { since: "2030-01-01T12:00:02Z" },
      __earlier: {
        value: [
          {
            form: { shelfId: 1, name: "Lamp" },
            since: "2030-01-01T11:59:00Z",
            until: "2030-01-01T12:00:02Z",
            notIt: [],
          },
        ],
      },
    });
    expect(heard()).toEqual([]);
  });

  it("goes on looking for the old one where the service refuses the new one", async () => {
    expect(await sentAgain(failingWith(failures.invalid), another)).toBe(failures.invalid);
    expect(heard()).toEqual([]);
  });

  it("names the whole identity of what has turned up meanwhile", async () => {
    const shelf = Shelf.later({ identity: () => ["shelfId", "name"] });
    shelf.onCreate = () => {
      shelf.put({ size: 4 });
      throw failures.conflict;
    };
    expect(await sentAgain(shelf, {})).toEqual(
      new Error(
        'Thing "Lamp" is still pending: another one with the same shelfId, name has just appeared. Run again.',
      ),
    );
  });
});

describe("An update of a pending one that may have arrived under another name", () => {
  const heard = listening();
  const SINCE = "2030-01-01T11:59:00Z";
  const news: Bag = { shelfId: 1, name: "Lamp in the hall", size: 3, settleTimeout: 2, __owner: "a" };
  const olds: Bag = { ...news, pending: { since: SINCE }, __declared: ["shelfId", "name", "size"] };
  const altering = (special: Partial<ResourceSpec> = {}): Shelf =>
    Shelf.later({ identity: () => ["shelfId", "name"], fields: { name: { isAlterable: true } }, ...special });
  const updated = (shelf: Shelf) => update(shelf.kind, "1/pending-1", olds, news);

  it.each([SINCE, "2030-01-01T11:58:58Z"])("takes the only one that is new there (%s)", async (made) => {
    const shelf = altering();
    shelf.put({ name: "Lamp in the", size: 3, made });
    const { outs } = await updated(shelf);
    expect([outs["thingId"], outs["name"], outs["__altered"]]).toEqual([
      5,
      "Lamp in the",
      asSecret({ name: { declared: "Lamp in the hall", shown: "Lamp in the" } }),
    ]);
    expect(shelf.writes).toEqual([]);
    expect(heard()).toEqual([
      expect.stringContaining('the service keeps name as "Lamp in the", declared "Lamp in the hall"'),
      'Thing "Lamp in the" on Shelf one: what was sent earlier has arrived (id 1/5).\n',
    ]);
  });

  it.each(["at once", "after a while"])(
    "takes what a run that died has changed already (%s)",
    async (when) => {
      const shelf = Shelf.later();
      const put = (): void => void shelf.put({ name: "Lamp in the hall", size: 4, made: SINCE });
      if (when === "at once") {
        put();
      } else {
        shelf.onSync = put;
      }
      const { outs } = await update(shelf.kind, "1/pending-1", olds, { ...news, size: 4 });
      expect([outs["thingId"], shelf.writes]).toEqual([5, []]);
      // What was sent, and is not what is there now, may be on the device as well.
      expect(shelf.syncs).toEqual(["1"]);
    },
  );

  it("neither takes nor sends anything where one of its identity is neither as it was sent nor as declared", async () => {
    const shelf = Shelf.later();
    shelf.put({ name: "Lamp in the hall", size: 9, made: SINCE });
    await expect(updated(shelf)).rejects.toThrow('changed by somebody: Thing "Lamp in the hall" (id 1/5).');
    expect(shelf.writes).toEqual([]);
  });

  it("changes it to what is declared now, whatever was declared when it was sent", async () => {
    const shelf = altering();
    shelf.put({ name: "Lamp in the", size: 3, made: SINCE });
    const sofa = { ...news, name: "Sofa" };
    const { outs } = await update(shelf.kind, "1/pending-1", olds, sofa);
    expect([shelf.writes, outs["name"]]).toEqual([["update 1/5 name"], "Sofa"]);
  });

  it("takes what has arrived under its own name, whatever else is new there", async () => {
    const shelf = altering();
    shelf.onSync = () => {
      shelf.put({ name: "Lamp in the hall", size: 3, made: SINCE });
      shelf.put({ thingId: 6, name: "Sofa", size: 3, made: SINCE });
    };
    const { outs } = await updated(shelf);
    expect([outs["thingId"], shelf.writes]).toEqual([5, []]);
  });

  it("records what became of the name of what is sent again", async () => {
    const shelf = altering();
    shelf.onCreate = () => shelf.put({ name: "Sofa in", size: 3 });
    const sofa = { ...news, name: "Sofa in the hall" };
    const { outs } = await update(shelf.kind, "1/pending-1", olds, sofa);
    expect(outs["__altered"]).toEqual(asSecret({ name: { declared: "Sofa in the hall", shown: "Sofa in" } }));
  });

  it("takes none that is older, and sends it again", async () => {
    const shelf = altering();
    shelf.put({ thingId: 4, name: "Lamp in", size: 3, made: "2030-01-01T11:58:57Z" });
    const { outs } = await updated(shelf);
    expect([outs["name"], shelf.writes]).toEqual(["Lamp in the hall", ["create Lamp in the hall"]]);
  });

  it("sends nothing where several may be it, and names them", async () => {
    const shelf = altering();
    shelf.put({ name: "Lamp in", size: 3, made: SINCE });
    shelf.put({ thingId: 6, name: "Lamp", size: 3, made: SINCE });
    await expect(updated(shelf)).rejects.toThrow(
      new Error(
        'Thing "Lamp in the hall" on Shelf one is still pending, and was not sent again. Something new has appeared there since then, and may be what was sent, under another ' +
          'name or changed by somebody: Thing "Lamp in" (id 1/5), Thing "Lamp" (id 1/6). Delete it by hand, or change it to match the program' +
          ", then run again; if it is somebody else's, give this one up with `pulumi state delete`, and run again. " +
          "The service may cut names: two that start alike become the same. Make them differ earlier in the name.",
      ),
    );
    expect(shelf.writes).toEqual([]);
  });

  it.each([true, false])("looks in another way before it is sent again (made twice: %s)", async (isTwice) => {
    const found = { shelfId: 1, thingId: 8, name: "Lamp in the hall", size: 3, made: SINCE };
    const shelf = Shelf.later({
      duplicates: () => isTwice,
      otherwise: { list: () => Promise.resolve([found]) },
    });
    expect((await updated(shelf)).outs).toMatchObject({ thingId: 8 });
    expect(shelf.writes).toEqual([]);
  });
});
