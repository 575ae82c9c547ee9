import { z } from "zod";
import { UnprovenError } from "../../../provider/engine/lists/absence";
import type { Bag } from "../../../provider/engine/values/bag";
import { type Counting, remove } from "../../../provider/engine/lifecycle/delete";
import type { ResourceSpec } from "../../../provider/engine/kind/spec";
import { failing, failureOf, failures, goneShelf, listening, parentThat, Shelf, type Thing } from "../shelf";

const OWN = "urn:pulumi:s::p::smartlock:Thing::own";
const OTHER = "urn:pulumi:s::p::smartlock:Thing::other";

/** On a shelf that exists or not. */
function onShelf(isGone: () => boolean): Partial<ResourceSpec> {
  return { parent: parentThat((key) => key === "1" && isGone()) };
}

describe("Deleting", () => {
  const said = listening();

  const removed = (shelf: Shelf, state: Bag = {}, id = "1/5", counting?: Counting): Promise<void> =>
    remove(
      shelf.kind,
      id,
      { shelfId: 1, name: "Lamp", settleTimeout: 2, __owner: OWN, ...state },
      ...(counting === undefined ? [] : [counting]),
    );

  it("sends one request, and where the service acts at once asks for no list after it", async () => {
    const shelf = new Shelf();
    shelf.put();
    await removed(shelf);
    expect({ lists: shelf.lists, writes: shelf.writes }).toEqual({ lists: 1, writes: ["remove 1/5"] });
    const known = await shelf.kind.collection({ shelfId: 1 }).known();
    expect(known.size).toBe(0);
  });

  it("goes by the id where lists fail, in the account of the state", async () => {
    const failing = (): Shelf => {
      const shelf = new Shelf();
      shelf.put();
      shelf.beforeList = () => {
        throw failures.trouble;
      };
      return shelf;
    };
    const shelf = failing();
    await removed(shelf, { __account: 7 });
    expect(shelf.writes).toEqual(["remove 1/5"]);
    const others = failing();
    await expect(removed(others, { __account: 8 })).rejects.toThrow("(id 1/5) is in account 8");
    // Without an account in the state, nobody can tell whether the token is the right one.
    const unknown = failing();
    await expect(removed(unknown)).rejects.toThrow(failures.trouble);
    expect([others.writes, unknown.writes]).toEqual([[], []]);
  });

  it("lets the run know that it is gone, also where the list is late", async () => {
    const shelf = new Shelf();
    shelf.put();
    shelf.onRemove = () => undefined;
    await removed(shelf);
    const known = await shelf.kind.collection({ shelfId: 1 }).known();
    expect([...known.keys()]).toEqual([]);
  });

  it("names what remains of the same identity, which no resource answers for", async () => {
    const shelf = new Shelf();
    shelf.put();
    shelf.put({ thingId: 6 });
    shelf.put({ thingId: 7 });
    shelf.session.claims.checked(OTHER);
    shelf.session.claims.claim("Thing 1/7", OTHER, "");
    await removed(shelf);
    expect(said()).toEqual([
      'Warning: Thing "Lamp" (id 1/5) was deleted, but a twin of it remains: another Thing with the same name (id 1/6). Delete it by ' +
        "hand if it is not wanted either.\n",
    ]);
  });

  it("names what remains under the name that it was created with", async () => {
    const shelf = new Shelf({ fields: { name: { isAlterable: true } } });
    shelf.put({ name: "Lam" });
    shelf.put({ thingId: 6, name: "Lamp" });
    await removed(shelf, { name: "Lam", __altered: { name: { declared: "Lamp", shown: "Lam" } } });
    expect(said()).toEqual([
      'Warning: Thing "Lam" (id 1/5) was deleted, but a twin of it remains: another Thing with the name that this was created with: ' +
        'Thing "Lamp" (id 1/6). Delete it by hand if it is not wanted either.\n',
    ]);
  });

  it("names the device that what remains is on, if somebody can tell it", async () => {
    for (const [name, where] of [
      ["Shelf one", " on Shelf one"],
      [undefined, ""],
    ] as const) {
      const shelf = Shelf.later();
      const device = shelf.kind.spec.parent?.device;
      if (device !== undefined && name === undefined) {
        jest.spyOn(device, "find").mockResolvedValueOnce(undefined).mockRejectedValue(failures.missing);
      }
      shelf.put();
      shelf.put({ thingId: 6 });
      await removed(shelf);
      expect(said().join("")).toContain(`Warning: Thing "Lamp"${where} (id 1/5) was deleted, but a twin`);
    }
  });

  it("deletes what is young and not listed yet", async () => {
    const shelf = new Shelf();
    await removed(shelf, { creationDate: new Date(shelf.clock.now()).toISOString() });
    expect(shelf.writes).toEqual(["remove 1/5"]);
  });

  it("says why something is kept", async () => {
    const shelf = new Shelf();
    shelf.put();
    shelf.session.claims.made("Thing 1/5", OTHER);
    await removed(shelf);
    expect(said()).toEqual(['Thing "Lamp" (id 1/5) is kept: this run has just created or adopted it.\n']);
    expect({ lists: shelf.lists, writes: shelf.writes }).toEqual({ lists: 0, writes: [] });
  });

  it.each([
    [
      "is counted",
      undefined,
      false,
      /^smartlock:maxDeletes allows 0 .* one would exceed that: Thing "Lamp" \(id 1\/5\)\. /,
    ],
    ["is not counted twice", "together", false, undefined],
    ["is not counted where the program still declares the resource", undefined, true, undefined],
    [
      "is counted where the caller says so",
      "alone",
      true,
      /^smartlock:maxDeletes allows 0 deletes in a run, /,
    ],
  ])("%s", async (_words, counting, isDeclared, refusal) => {
    const shelf = new Shelf({}, { SMARTLOCK_MAX_DELETES: "0" });
    shelf.put();
    if (isDeclared) {
      shelf.session.claims.checked(OWN);
    }
    const deleting = removed(shelf, {}, "1/5", counting as Counting | undefined);
    await (refusal === undefined ? deleting : expect(deleting).rejects.toThrow(refusal));
    expect(shelf.writes).toEqual(refusal === undefined ? ["remove 1/5"] : []);
  });

  it("counts each once", async () => {
    const shelf = new Shelf({}, { SMARTLOCK_MAX_DELETES: "2" });
    shelf.put();
    shelf.put({ thingId: 6, name: "Sofa" });
    await removed(shelf);
    await removed(shelf, { name: "Sofa" }, "1/6");
    expect(shelf.writes).toEqual(["remove 1/5", "remove 1/6"]);
    await expect(removed(shelf, { name: "Desk" }, "1/7")).rejects.toThrow("allows 2 deletes in a run");
  });

  it.each<[string, Counting | undefined, boolean, string]>([
    ["what was deleted", undefined, true, "deleted 1."],
    ["what a delete was sent for", undefined, false, "deleted 0, and asked for 1 more."],
    ["nothing of what is replaced", "not", true, "deleted 0."],
  ])("tells at the limit how many went: %s", async (_what, counting, isAccepted, words) => {
    const shelf = new Shelf({}, { SMARTLOCK_MAX_DELETES: counting === "not" ? "0" : "1" });
    shelf.put();
    shelf.put({ thingId: 6, name: "Desk" });
    shelf.onRemove = (id) => {
      shelf.things.delete(id);
      if (!isAccepted) {
        throw failures.missing;
      }
    };
    await removed(shelf, {}, "1/5", counting);
    await expect(removed(shelf, { name: "Desk" }, "1/6")).rejects.toThrow(`So far this run has ${words}`);
  });

  it("does not count what is replaced although no read finds it", async () => {
    const shelf = Shelf.readById({}, { SMARTLOCK_MAX_DELETES: "0" });
    shelf.session.claims.checked(OWN);
    await removed(shelf);
    expect(shelf.writes).toEqual(["remove 1/5"]);
    expect(() => shelf.session.deleteGuard.count([], "some")).not.toThrow();
  });

  it("still replaces when too many are deleted already", async () => {
    const shelf = Shelf.readById({}, { SMARTLOCK_MAX_DELETES: "0" });
    shelf.put({ thingId: 6, name: "Sofa" });
    await removed(shelf);
    await removed(shelf, { name: "Sofa" }, "1/6", "not");
    expect(shelf.writes).toEqual(["remove 1/5", "remove 1/6"]);
  });

  it("names what remains of the same identity also where it was gone already", async () => {
    const shelf = Shelf.readById();
    shelf.put({ thingId: 6 });
    shelf.onRemove = () => {
      throw failures.missing;
    };
    await removed(shelf);
    expect(said().join("")).toContain("a twin of it remains");
  });

  it("does not name what the same resource has made in its place", async () => {
    const shelf = new Shelf();
    shelf.put();
    shelf.put({ thingId: 6 });
    shelf.session.claims.made("Thing 1/6", OWN);
    await removed(shelf);
    expect(said()).toEqual([]);
  });

  it("names all that a twin has in common with it", async () => {
    const shelf = new Shelf({ identity: () => ["shelfId", "name"] });
    shelf.put();
    shelf.put({ thingId: 6 });
    await removed(shelf);
    expect(said().join("")).toContain("another Thing with the same shelfId, name (id 1/6).");
  });

  it.each([
    ["honour", true],
    ["have", false],
  ])("says that what it was on may still %s it, if that left the account", async (word, isDevice) => {
    const special = onShelf(() => true);
    const shelf = isDevice ? Shelf.later(special) : new Shelf(special);
    shelf.onRemove = () => {
      throw failures.missing;
    };
    await removed(shelf);
    expect(said().join("")).toContain(
      "its shelf is no longer in the account, so the delete did not reach the shelf. If the shelf is still in use, it may still " +
        `${word} this: delete it there.`,
    );
  });

  describe("what was imported from a file and no run has changed since", () => {
    const imported: Bag = { __owner: undefined };

    it("is refused in words where it belongs to another resource by now", async () => {
      const shelf = new Shelf();
      shelf.put();
      shelf.session.claims.checked(OTHER);
      shelf.session.claims.claim("Thing 1/5", OTHER, "");
      await expect(removed(shelf, imported)).rejects.toThrow(
        new Error(
          'Thing "Lamp" (id 1/5) was not deleted: it belongs to Thing "other" now. This state was imported, and no run has changed it ' +
            "since, so it does not say which resource it belongs to. If it was imported twice, remove this one with `pulumi state delete`. " +
            "If you replace it with `--replace`, declare another settleTimeout for it and run `pulumi up` once before: that records it.",
        ),
      );
      expect(shelf.writes).toEqual([]);
    });

    it.each([
      [
        "in place",
        undefined,
        " If you replace it with `--replace`, change it in a way that does not replace it, and run `pulumi up` once before: that records it.",
      ],
      ["only by a replacement", null, ""],
    ])(
      "is refused where it belongs to another resource, with a way out that fits a kind that changes %s",
      async (_words, update, wayOut) => {
        const inputs = z.object({ shelfId: z.number(), name: z.string() });
        const shelf = new Shelf({ inputs, ...(update === null && { update: undefined as never }) });
        shelf.put();
        shelf.session.claims.checked(OTHER);
        shelf.session.claims.claim("Thing 1/5", OTHER, "");
        const failure = await failureOf(removed(shelf, imported));
        expect(failure.message.split("remove this one with `pulumi state delete`.")[1]).toBe(wayOut);
        expect(shelf.writes).toEqual([]);
      },
    );

    it("is refused in words where the service shows something else under its id", async () => {
      const shelf = new Shelf();
      shelf.put({ name: "Sofa" });
      await expect(removed(shelf, imported)).rejects.toThrow(
        new Error(
          'Thing "Lamp" (id 1/5) was not deleted: it was imported with this id, but the service shows Thing "Sofa" there. If the import ' +
            "file had the wrong id, take this entry out with `pulumi state delete`, and import it again. If it is the right one and has " +
            "changed since, declare it and run `pulumi up` once: after that it can be deleted.",
        ),
      );
      expect(shelf.writes).toEqual([]);
    });

    const unknownToTheService = (): Shelf => {
      const shelf = new Shelf();
      shelf.onRemove = () => {
        throw failures.missing;
      };
      return shelf;
    };

    it("is said to be perhaps in another account, if its state has none", async () => {
      await removed(unknownToTheService(), imported);
      expect(said()).toEqual([
        'Warning: Thing "Lamp" (id 1/5): the service has no object with this id. It was imported, and its state does not say which account it belongs to. ' +
          "If the token belongs to another account, it is still there.\n",
      ]);
    });

    it("is gone without a word, if its state has the account of the token", async () => {
      const shelf = unknownToTheService();
      await removed(shelf, { ...imported, __account: 7 });
      expect([shelf.writes, said()]).toEqual([["remove 1/5"], []]);
    });
  });

  it.each([undefined, true])(
    "asks for no second list, and waits for none, where nothing could go along (deleteContents %j)",
    async (deleteContents) => {
      const shelf = new Shelf();
      const began = shelf.clock.now();
      await removed(shelf, { deleteContents });
      expect([shelf.lists, shelf.clock.now() - began]).toEqual([1, 0]);
    },
  );

  describe("of a kind that is listed by what it is part of", () => {
    const untold = parentThat(() => Promise.reject(failures.trouble));

    it("names the twins that are left of what was there", async () => {
      const shelf = new Shelf({ byParent: "only" });
      shelf.put();
      shelf.put({ thingId: 6 });
      await removed(shelf);
      expect(said().join("")).toContain("a twin of it remains");
    });

    it("names them too where the list lacks what is deleted", async () => {
      const shelf = new Shelf({ byParent: "only" });
      shelf.put({ thingId: 6 });
      await removed(shelf);
      expect(said().join("")).toContain("a twin of it remains");
    });

    it("asks for no list only to name twins, where that cannot be asked for", async () => {
      const shelf = new Shelf({ byParent: "only", parent: untold });
      await removed(shelf, { __account: 7 });
      expect([shelf.lists, shelf.writes]).toEqual([0, ["remove 1/5"]]);
    });

    it.each([
      ["asks for no list where that is gone", () => Promise.resolve(true), 0],
      [
        "asks for lists where that cannot be asked for, since the answer alone proves nothing",
        () => Promise.reject(failures.trouble),
        2,
      ],
    ])("%s", async (_words, isMissing, lists) => {
      const shelf = new Shelf({
        byParent: "only",
        parent: parentThat(isMissing),
      });
      shelf.onRemove = () => {
        throw failures.missing;
      };
      await removed(shelf);
      expect([shelf.lists, shelf.writes]).toEqual([lists, ["remove 1/5"]]);
    });
  });

  describe("what holds something", () => {
    it("is refused where no read finds it: nobody knows what would go along", async () => {
      const contents: ResourceSpec["contents"] = () =>
        Promise.resolve([{ object: "Part a", words: "part a" }]);
      const shelf = Shelf.readById({ contents });
      await expect(removed(shelf)).rejects.toThrow("it still holds part a, which");
      expect(shelf.writes).toEqual([]);
    });

    it("is refused where lists lack it, whether or not that is proven", async () => {
      const contents: ResourceSpec["contents"] = () =>
        Promise.resolve([{ object: "Part a", words: "part a" }]);
      const unproven = new Shelf({ contents });
      unproven.beforeList = (count) => {
        if (count === 2) {
          throw failures.trouble;
        }
      };
      const proven = new Shelf({ contents });
      const read = Shelf.readById({ contents });
      // Only a later read by its id proves it.
      read.onRead = failing([failures.trouble, failures.trouble], read.onRead);
      for (const shelf of [unproven, proven, read]) {
        await expect(removed(shelf)).rejects.toThrow("it still holds part a, which");
        expect(shelf.writes).toEqual([]);
      }
    });

    it.each([failures.missing, failures.invalid, failures.forbidden])(
      "is not sent where it is proven to be gone and what it holds cannot be read, which is said (%s)",
      async (refusal) => {
        const contents = jest.fn().mockRejectedValue(refusal);
        for (const shelf of [
          new Shelf({ contents, witness: () => Promise.reject(failures.missing) }),
          Shelf.readById({ contents }),
        ]) {
          await removed(shelf);
          expect(shelf.writes).toEqual([]);
          expect(said().at(-1)).toBe(
            'Warning: Thing "Lamp" (id 1/5) is gone, as far as the service says. No delete was sent for it, because what it contains could not be read, and would be deleted with it' +
              ". If the app still shows it, delete it there.\n",
          );
        }
      },
    );

    it("is not sent, and nothing is counted, where it is replaced", async () => {
      const contents = () => Promise.reject(failures.missing);
      const shelf = Shelf.readById({ contents }, { SMARTLOCK_MAX_DELETES: "0" });
      shelf.session.claims.checked(OWN);
      await removed(shelf);
      expect(shelf.writes).toEqual([]);
    });

    it("is refused where that cannot be read and nothing proves it gone", async () => {
      const contents = () => Promise.reject(failures.forbidden);
      const listed = new Shelf({ contents });
      listed.put();
      const unread = Shelf.readById({ contents });
      unread.onRead = () => {
        throw failures.trouble;
      };
      const lists = new Shelf({ contents });
      lists.beforeList = () => {
        throw failures.trouble;
      };
      for (const shelf of [listed, unread, lists]) {
        await expect(removed(shelf, { __account: 7 })).rejects.toBe(failures.forbidden);
        expect(shelf.writes).toEqual([]);
      }
    });

    const unreadable = { contents: () => Promise.reject(failures.forbidden) };

    it("is refused where that cannot be read and the list failed, although a later list lacks it", async () => {
      const shelf = new Shelf(unreadable);
      shelf.beforeList = failing([failures.trouble], () => undefined);
      await expect(removed(shelf, { __account: 7 })).rejects.toBe(failures.forbidden);
      expect(shelf.writes).toEqual([]);
    });

    it("is refused where that cannot be read and a read by its id failed, although a later one finds nothing", async () => {
      const shelf = Shelf.readById(unreadable);
      shelf.onRead = failing([failures.trouble], shelf.onRead);
      await expect(removed(shelf)).rejects.toBe(failures.forbidden);
      expect(shelf.writes).toEqual([]);
    });

    it.each([failures.trouble, new UnprovenError("a list lacks some")])(
      "is refused where it is proven to be gone, and what it holds could be read another time (%s)",
      async (trouble) => {
        const shelf = Shelf.readById({ contents: () => Promise.reject(trouble) });
        await expect(removed(shelf)).rejects.toThrow(trouble.message);
        expect(shelf.writes).toEqual([]);
      },
    );

    const holding = (...held: string[]): { shelf: Shelf; left: string[] } => holdingAtMost("", ...held);
    const holdingAtMost = (most: string, ...held: string[]): { shelf: Shelf; left: string[] } => {
      const left = [...held];
      const contents: ResourceSpec["contents"] = () =>
        Promise.resolve(left.map((name) => ({ object: `Part ${name}`, words: `part ${name}` })));
      const shelf = new Shelf({ contents }, most === "" ? {} : { SMARTLOCK_MAX_DELETES: most });
      shelf.put();
      return { shelf, left };
    };

    it("is refused, and tells what that is", async () => {
      const { shelf } = holding("a", "b");
      await expect(removed(shelf)).rejects.toThrow(
        new Error(
          'Thing "Lamp" (id 1/5) was not deleted: it still holds part a, part b, which this run did not delete and which would be ' +
            "deleted with it. Delete that first. Or, if all of it may be deleted: put it back into the program with deleteContents: true, " +
            "run `pulumi up`, and then remove it.",
        ),
      );
      expect(shelf.writes).toEqual([]);
    });

    it("is done where the user said that it may go along", async () => {
      const { shelf } = holding("a");
      await removed(shelf, { deleteContents: true });
      expect(shelf.writes).toEqual(["remove 1/5"]);
    });

    it.each([
      ["alone", "2", "these 3 would exceed that"],
      ["not", "1", "these 2 would exceed that"],
    ] as const)("counts that too, where it counts %s", async (counting, most, words) => {
      const { shelf } = holdingAtMost(most, "a", "b");
      await expect(removed(shelf, { deleteContents: true }, "1/5", counting)).rejects.toThrow(words);
      expect(shelf.writes).toEqual([]);
      const enough = holdingAtMost(String(Number(most) + 1), "a", "b").shelf;
      await removed(enough, { deleteContents: true }, "1/5", counting);
      expect(enough.writes).toEqual(["remove 1/5"]);
      expect(() => enough.session.deleteGuard.count(["another"], "some")).toThrow("smartlock:maxDeletes");
    });

    it("does not count what the run deletes meanwhile, nor itself where it is refused", async () => {
      const { shelf, left } = holdingAtMost("1", "a");
      const going = shelf.session.claims.leaving(
        "Part a",
        shelf.clock.sleep(500).then(() => void left.pop()),
      );
      await removed(shelf, { deleteContents: true });
      await going;
      const refused = holdingAtMost("1", "a").shelf;
      await expect(removed(refused)).rejects.toThrow("it still holds part a, which");
      refused.session.deleteGuard.count(["another"], "some");
    });

    it("is told afterwards where it may go along", async () => {
      const { shelf } = holding("a", "b", "c", "d", "e", "f");
      await removed(shelf, { deleteContents: true });
      expect(said()).toEqual([
        'Thing "Lamp" (id 1/5): 6 Parts were deleted with it (deleteContents): part a, part b, part c, part d, part e and 1 more.\n',
      ]);
      await removed(holding("a").shelf, { deleteContents: true });
      expect(said().at(-1)).toBe(
        'Thing "Lamp" (id 1/5): 1 Part was deleted with it (deleteContents): part a.\n',
      );
    });

    it("goes along although nobody can read what it is, where nobody counts", async () => {
      const shelf = new Shelf({ contents: () => Promise.reject(failures.forbidden) });
      shelf.put();
      await removed(shelf, { deleteContents: true });
      expect(shelf.writes).toEqual(["remove 1/5"]);
      expect(said()).toEqual([
        'Warning: Thing "Lamp" (id 1/5): everything that it still held was deleted with it (deleteContents). What that was could not ' +
          "be read.\n",
      ]);
    });

    it("is not said to be gone where the delete fails", async () => {
      const { shelf } = holding("a");
      shelf.onRemove = () => {
        throw failures.forbidden;
      };
      await expect(removed(shelf, { deleteContents: true })).rejects.toThrow();
      expect(said()).toEqual([]);
    });

    it("is not said to be gone where the object was gone already", async () => {
      const { shelf } = holding("a");
      shelf.onRemove = (id) => {
        shelf.things.delete(id);
        throw failures.missing;
      };
      await removed(shelf, { deleteContents: true });
      expect(said()).toEqual([]);
    });

    it("is refused in words where that cannot be counted", async () => {
      const shelf = new Shelf(
        { contents: () => Promise.reject(failures.forbidden) },
        { SMARTLOCK_MAX_DELETES: "9" },
      );
      shelf.put();
      await expect(removed(shelf, { deleteContents: true })).rejects.toThrow(
        'Thing "Lamp" (id 1/5) was not deleted: what would be deleted with it could not be counted for smartlock:maxDeletes. Use a token ' +
          "that may list it, or unset smartlock:maxDeletes for this run. things.write failed",
      );
      await expect(removed(shelf)).rejects.toBe(failures.forbidden);
      expect(shelf.writes).toEqual([]);
    });

    it("is refused in words where nobody can tell what that is", async () => {
      const shelf = new Shelf({ contents: () => Promise.reject(new UnprovenError("a list lacks some")) });
      shelf.put();
      await expect(removed(shelf)).rejects.toThrow(
        new Error(
          'Thing "Lamp" (id 1/5) was not deleted: it is not known what would be deleted with it: a list lacks some. Run again later. If everything ' +
            "it holds may be deleted, declare it with deleteContents: true, run `pulumi up`, and then remove it.",
        ),
      );
    });

    it("is counted of what is gone only after the service has accepted the delete, where it may go along", async () => {
      const contents = () => Promise.resolve([{ object: "Part a", words: "part a" }]);
      const shelf = Shelf.readById({ contents }, { SMARTLOCK_MAX_DELETES: "0" });
      shelf.put({ thingId: 6, name: "Sofa" });
      await removed(shelf, { deleteContents: true });
      expect(shelf.writes).toEqual(["remove 1/5"]);
      expect(said().join("")).toContain(
        "smartlock:maxDeletes allows 0 deletes in a run, and 2 have been deleted by now.",
      );
      expect(said().join("")).toContain("1 Part was deleted with it (deleteContents): part a.");
    });

    it("does not count as deleted with what the service says is gone", async () => {
      const contents = () => Promise.resolve([{ object: "Part a", words: "part a" }]);
      const shelf = Shelf.readById({ contents }, { SMARTLOCK_MAX_DELETES: "0" });
      shelf.put({ thingId: 6, name: "Sofa" });
      shelf.onRemove = () => {
        throw failures.missing;
      };
      await removed(shelf, { deleteContents: true });
      expect(() => shelf.session.deleteGuard.count(["Thing 1/6"], "the sofa")).toThrow(
        "So far this run has deleted 0.",
      );
    });

    it("is not what keeps something from being deleted that is gone, where it may go along and cannot be read", async () => {
      const contents = () => Promise.reject(new UnprovenError("nobody knows"));
      const shelf = Shelf.readById({ contents }, { SMARTLOCK_MAX_DELETES: "0" });
      shelf.put({ thingId: 6, name: "Sofa" });
      await removed(shelf, { deleteContents: true });
      expect(shelf.writes).toEqual(["remove 1/5"]);
      expect(said().join("")).toContain("What that was could not be read.");
    });

    it.each<[string, (shelf: Shelf) => void]>([
      [
        "the first list failed",
        (shelf) => {
          shelf.beforeList = failing([failures.trouble], () => undefined);
        },
      ],
      [
        "the first read by its id failed",
        (shelf) => {
          shelf.onRead = failing([failures.trouble], shelf.onRead);
        },
      ],
    ])(
      "is counted of what is gone too, if nobody could tell that at first because %s",
      async (_words, fail) => {
        const contents = () => Promise.resolve([{ object: "Part a", words: "part a" }]);
        const shelf = Shelf.readById({ contents }, { SMARTLOCK_MAX_DELETES: "1" });
        shelf.put({ thingId: 6, name: "Sofa" });
        fail(shelf);
        await expect(removed(shelf, { deleteContents: true, __account: 7 })).rejects.toThrow(
          'these 2 would exceed that: Thing "Lamp" (id 1/5), with everything it holds',
        );
        expect(shelf.writes).toEqual([]);
      },
    );

    it.each([false, "true", 1])("is refused with deleteContents %j", async (deleteContents) => {
      const { shelf } = holding("a");
      await expect(removed(shelf, { deleteContents })).rejects.toThrow("it still holds part a, which");
    });

    it("waits for a delete of that which is under way in the same run", async () => {
      const { shelf, left } = holding("a");
      const going = shelf.session.claims.leaving(
        "Part a",
        shelf.clock.sleep(500).then(() => void left.pop()),
      );
      await removed(shelf);
      await going;
      expect(shelf.writes).toEqual(["remove 1/5"]);
    });
  });

  describe("with a request that fails", () => {
    const refused = (errors: Error[], special: Partial<ResourceSpec> = {}): Shelf => {
      const shelf = new Shelf(special);
      shelf.put();
      shelf.onRemove = failing(errors, shelf.onRemove);
      return shelf;
    };

    describe("that says that there is no such object", () => {
      const unknown = (shelf: Shelf, ...before: Error[]): Shelf => {
        shelf.put();
        shelf.put({ thingId: 6, name: "Sofa" });
        shelf.onRemove = failing([...before, failures.missing], () => undefined);
        return shelf;
      };
      const stillShown =
        'Thing "Lamp" (id 1/5) was not deleted: the service answers that there is no such object (404), but still shows it. Run again.';

      it.each([
        ["lists show it", () => unknown(new Shelf())],
        ["a read by its id shows it", () => unknown(Shelf.readById())],
        [
          "a read by its id shows it, although lists lack it",
          () => {
            const shelf = unknown(Shelf.readById());
            shelf.unlisted.add("1/5");
            return shelf;
          },
        ],
        [
          "it was busy until the time was over",
          () => {
            const shelf = unknown(Shelf.later(), failures.busy);
            shelf.put({ busy: true });
            return shelf;
          },
        ],
      ])("fails in words where %s", async (_words, make) => {
        await expect(removed(make(), { settleTimeout: 2 })).rejects.toThrow(new Error(stillShown));
      });

      it("waits for no list where a read by its id shows it", async () => {
        const shelf = unknown(Shelf.readById());
        await expect(removed(shelf)).rejects.toThrow(new Error(stillShown));
        expect([shelf.reads, shelf.lists]).toEqual([["1/5"], 1]);
      });

      it("fails in words where a read by its id is refused as well, but lists show it: one wrong way hits both", async () => {
        const shelf = unknown(Shelf.readById());
        shelf.onRead = () => {
          throw failures.missing;
        };
        await expect(removed(shelf)).rejects.toThrow(new Error(stillShown));
      });

      it("is done where a read by its id is refused as well, and lists lack it by then", async () => {
        const shelf = unknown(Shelf.readById());
        shelf.onRemove = () => {
          shelf.things.delete("1/5");
          throw failures.missing;
        };
        await removed(shelf);
        expect(shelf.lists).toBe(3);
      });

      it.each([failures.missing, failures.forbidden])(
        "is done where a read by its id is refused as well, and lists are late (%s)",
        async (refusal) => {
          const shelf = unknown(Shelf.readById());
          const goneAt = shelf.clock.now() + 3_000;
          shelf.onRemove = () => {
            throw refusal;
          };
          const { onRead } = shelf;
          shelf.onRead = (id) => {
            if (id === "1/5") {
              throw refusal;
            }
            return onRead(id);
          };
          shelf.beforeList = () => shelf.clock.now() >= goneAt && shelf.things.delete("1/5");
          await removed(shelf, { settleTimeout: 10 });
          expect(shelf.clock.now()).toBeGreaterThanOrEqual(goneAt);
        },
      );

      it("fails in words where a read by its id is refused as well, and only one of the lists lacks it", async () => {
        const shelf = unknown(Shelf.readById());
        shelf.onRead = () => {
          throw failures.missing;
        };
        shelf.beforeList = (count) => (count === 3 ? shelf.unlisted.add("1/5") : shelf.unlisted.clear());
        await expect(removed(shelf, { settleTimeout: 10 })).rejects.toThrow(new Error(stillShown));
        expect(shelf.lists).toBe(4);
      });

      it("fails in words where a read by its id is refused as well, and only the list that is taken in another way lacks it", async () => {
        const shelf = unknown(Shelf.readById({ otherwise: { list: () => Promise.resolve([]) } }));
        shelf.onRead = () => {
          throw failures.missing;
        };
        await expect(removed(shelf)).rejects.toThrow(new Error(stillShown));
      });

      it("fails where lists lack it and a read by its id fails: nobody could tell", async () => {
        const shelf = unknown(Shelf.readById());
        shelf.unlisted.add("1/5");
        shelf.onRead = () => {
          throw failures.trouble;
        };
        await expect(removed(shelf)).rejects.toThrow("missing");
      });

      it("fails where what it is on could not be told, and so no list was asked for", async () => {
        const untold = parentThat(() => Promise.reject(failures.trouble));
        const shelf = unknown(new Shelf({ byParent: "only", parent: untold }));
        await expect(removed(shelf, { __account: 7 })).rejects.toThrow(new Error(stillShown));
      });

      it.each([failures.missing, failures.forbidden])(
        "is done where it is listed although what it was on is gone, and says what that means (%s)",
        async (failure) => {
          const shelf = unknown(new Shelf(onShelf(() => true)));
          shelf.onRemove = () => {
            throw failure;
          };
          await removed(shelf);
          expect(said().join("")).toContain(
            "its shelf is no longer in the account, so the delete did not reach the shelf",
          );
        },
      );

      it.each([
        ["lists fail", () => new Shelf()],
        ["lists fail and a read by its id shows it", () => Shelf.readById()],
        [
          "lists fail and a read by its id is refused",
          () =>
            Object.assign(Shelf.readById(), {
              onRead: () => {
                throw failures.missing;
              },
            }),
        ],
      ])("fails where %s", async (_words, make) => {
        const shelf = unknown(make());
        shelf.beforeList = () => {
          throw failures.trouble;
        };
        await expect(removed(shelf, { __account: 7 })).rejects.toThrow();
      });

      it("waits for a list that is behind, and is done", async () => {
        const shelf = unknown(new Shelf());
        shelf.beforeList = (count) => count === 4 && shelf.things.delete("1/5");
        await removed(shelf, { settleTimeout: 60 });
        expect(shelf.lists).toBeGreaterThan(3);
      });
    });

    it("stays busy where the lock cannot be read", async () => {
      const shelf = Shelf.later();
      const { device } = shelf.kind.spec.parent ?? {};
      Object.assign(device ?? {}, { find: () => Promise.reject(failures.forbidden) });
      shelf.put({ busy: true });
      shelf.onRemove = () => {
        throw failures.busy;
      };
      await expect(removed(shelf, { settleTimeout: 2 })).rejects.toBe(failures.busy);
    });

    it("is done where neither the answer nor lists know such an object", async () => {
      const shelf = refused([failures.missing]).empty();
      await removed(shelf);
      expect({ lists: shelf.lists, writes: shelf.writes.length }).toEqual({ lists: 1, writes: 1 });
      expect(said()).toEqual([]);
    });

    describe.each(["forbidden", "invalid"] as const)("by the answer %s", (why) => {
      it("is done where lists no longer show it, and show another one beside it", async () => {
        const shelf = refused([failures[why]]);
        shelf.put({ thingId: 6, name: "Sofa" });
        shelf.beforeList = (count) => count === 2 && shelf.things.delete("1/5");
        await removed(shelf);
        expect(shelf.lists).toBe(3);
      });

      it("is not done while it is still shown: it may only not be deleted", async () => {
        const listed = refused([failures[why]]);
        listed.put({ thingId: 6, name: "Sofa" });
        const began = listed.clock.now();
        await expect(removed(listed)).rejects.toBe(failures[why]);
        expect(listed.clock.now() - began).toBe(0);
        const readable = Shelf.readById();
        readable.put();
        readable.put({ thingId: 6, name: "Sofa" });
        readable.onRemove = failing([failures[why]], readable.onRemove);
        await expect(removed(readable)).rejects.toBe(failures[why]);
        expect(readable.reads).toEqual(["1/5"]);
      });

      it("is not done where nothing beside it can be read: the token may have lost its right", async () => {
        await expect(removed(refused([failures[why]]))).rejects.toBe(failures[why]);
        const vanishing = refused([failures[why]]);
        vanishing.put({ thingId: 6, name: "Sofa" });
        vanishing.beforeList = (count) => count === 2 && vanishing.things.delete("1/6");
        await expect(removed(vanishing)).rejects.toBe(failures[why]);
      });

      it("is done where there is nothing beside it and a later list lacks it, unless the account shows nothing at all", async () => {
        const alone = refused([failures[why]]).empty();
        const began = alone.clock.now();
        await removed(alone);
        expect(alone.clock.now() - began).toBe(5_000);
        const empty = refused([failures[why]]).empty();
        jest.spyOn(empty.session, "holdsSomething").mockResolvedValue(false);
        await expect(removed(empty)).rejects.toBe(failures[why]);
      });

      const uncompared =
        'Warning: Thing "Lamp" (id 1/5): the service refuses to show it, and there is nothing similar to compare that answer with. It counts as deleted, which could not be confirmed.' +
        " Check in the app that it is gone.\n";

      it.each([
        ["no read by its id", () => new Shelf()],
        ["a read by its id that is refused as well", () => Shelf.readById()],
      ])("is said to be taken as gone where there is nothing beside it, with %s", async (_words, make) => {
        const shelf = make();
        const refuse = (): never => {
          throw failures[why];
        };
        Object.assign(shelf, { onRead: refuse, onRemove: refuse });
        await removed(shelf);
        expect(said()).toEqual([uncompared]);
      });

      it.each([
        ["no read by its id", () => new Shelf()],
        ["a read by its id", () => Shelf.readById()],
      ])("is not said to be so where there is another one beside it, with %s", async (_words, make) => {
        const shelf = make();
        shelf.put({ thingId: 6, name: "Sofa" });
        const { onRead } = shelf;
        shelf.onRead = (id) => {
          if (id === "1/5") {
            throw failures[why];
          }
          return onRead(id);
        };
        shelf.onRemove = () => {
          throw failures[why];
        };
        await removed(shelf);
        expect(said()).toEqual([]);
      });

      it("is not said to be so where what lists it is gone, and asks for no list", async () => {
        const shelf = new Shelf({ byParent: "only", ...onShelf(() => true) });
        shelf.onRemove = () => {
          throw failures[why];
        };
        await removed(shelf);
        expect(said().join("")).not.toContain("It counts as deleted");
        expect(shelf.lists).toBe(0);
      });

      it("is not said to be so where the service knows no such object by then", async () => {
        const shelf = Shelf.readById();
        shelf.onRead = () => {
          throw failures[why];
        };
        shelf.onRemove = () => {
          throw failures.missing;
        };
        await removed(shelf);
        expect(said()).toEqual([]);
      });

      it("is done while what it is on can be read", async () => {
        const isMissing = jest.fn().mockResolvedValue(false);
        const shelf = Shelf.readById({ parent: parentThat(isMissing) });
        shelf.onRead = failing([failures[why], failures[why]], shelf.onRead);
        shelf.onRemove = failing([failures[why]], shelf.onRemove);
        await removed(shelf);
        // Once to tell that it is there, and once, for all reads that are refused, to tell that it can be read.
        expect(isMissing.mock.calls).toEqual([["1"], ["1"]]);
      });

      it("is done where what it was on is gone", async () => {
        let asked = 0;
        const shelf = refused(
          [failures[why]],
          onShelf(() => (asked += 1) > 0),
        );
        await removed(shelf);
        expect(shelf.writes).toHaveLength(1);
      });
    });

    it.each(["notHere", "trouble", "conflict", "lostTwice"] as const)(
      "fails for any other reason (%s), although no list shows it any more",
      async (why) => {
        const shelf = refused([failures[why]]);
        shelf.put({ thingId: 6, name: "Sofa" });
        shelf.beforeList = (count) => count === 2 && shelf.things.delete("1/5");
        await expect(removed(shelf)).rejects.toBe(failures[why]);
        expect(shelf.writes).toHaveLength(1);
      },
    );

    it("is sent again where the answer was lost and the object is still there", async () => {
      const shelf = refused([failures.lost]);
      await removed(shelf);
      expect(shelf.writes).toHaveLength(2);
      expect(shelf.things.size).toBe(0);
    });

    it("is done where the lost request has worked, as the next answer tells", async () => {
      const shelf = refused([failures.lost, failures.missing]);
      shelf.put({ thingId: 6, name: "Sofa" });
      shelf.beforeList = (count) => count === 2 && shelf.things.delete("1/5");
      await removed(shelf);
      expect(shelf.writes).toHaveLength(2);
    });

    it("fails with the error of the request where the service cannot be asked either", async () => {
      const shelf = refused([failures.invalid]);
      shelf.put({ thingId: 6, name: "Sofa" });
      shelf.beforeList = (count) => {
        if (count === 2) {
          throw failures.lostTwice;
        }
      };
      await expect(removed(shelf)).rejects.toBe(failures.invalid);
    });
  });

  describe("what lists lack", () => {
    const unlisted = (shelf: Shelf, fields: Partial<Thing> = {}): Shelf => {
      shelf.put(fields);
      shelf.unlisted.add("1/5");
      return shelf;
    };

    it.each([
      ["cannot be read by its id", () => new Shelf({}, { SMARTLOCK_MAX_DELETES: "0" })],
      ["a read by its id shows", () => Shelf.readById({}, { SMARTLOCK_MAX_DELETES: "0" })],
    ])("counts for the guard where it %s", async (_words, make) => {
      const shelf = unlisted(make());
      await expect(removed(shelf)).rejects.toThrow("smartlock:maxDeletes allows 0 deletes");
      expect(shelf.writes).toEqual([]);
    });

    it("shows that lists are incomplete, once the service has accepted its delete", async () => {
      const shelf = unlisted(new Shelf());
      const { collection } = shelf.kind.collection({ shelfId: 1 });
      await removed(shelf);
      expect(collection.isPartial).toBe(true);
      const listed = new Shelf();
      listed.put();
      await removed(listed);
      expect(listed.kind.collection({ shelfId: 1 }).collection.isPartial).toBe(false);
    });

    describe("and what it is on seems gone too", () => {
      const onGoneShelf = (special: Partial<ResourceSpec> = {}, environment = {}): Shelf =>
        unlisted(
          Shelf.readById(
            {
              ...special,
              ...onShelf(() => true),
            },
            environment,
          ),
        );
      const later = (): Shelf => {
        const shelf = onGoneShelf();
        shelf.host = undefined;
        Object.assign(shelf.kind.spec, {
          asynchronous: shelf.asynchronous(),
          // Nobody can tell whether it is online.
          parent: { ...goneShelf, device: shelf.device.device },
        });
        return shelf;
      };

      it("counts before it is sent, if a read by its id shows it", async () => {
        const shelf = onGoneShelf({}, { SMARTLOCK_MAX_DELETES: "0" });
        await expect(removed(shelf)).rejects.toThrow("smartlock:maxDeletes allows 0 deletes");
        expect(shelf.writes).toEqual([]);
      });

      it.each([failures.missing, failures.forbidden])(
        "is not gone by the answer to the delete while a read by its id shows it (%s)",
        async (refusal) => {
          const shelf = onGoneShelf();
          shelf.onRemove = () => {
            throw refusal;
          };
          await expect(removed(shelf)).rejects.toThrow();
          expect(said()).toEqual([]);
        },
      );

      it.each([failures.missing, failures.forbidden])(
        "is gone by that answer where such a read is refused by then (%s)",
        async (refusal) => {
          const shelf = onGoneShelf();
          shelf.onRemove = () => {
            shelf.onRead = () => {
              throw refusal;
            };
            throw refusal;
          };
          await removed(shelf);
          expect(said().join("")).toContain("its shelf is no longer in the account");
        },
      );

      it("is not gone while a read by its id shows it, although every list lacks it", async () => {
        const shelf = later();
        shelf.onRemove = () => void shelf.put({ busy: true });
        await expect(removed(shelf)).rejects.toThrow(
          "the delete was accepted, but the service still shows it. The door may still honour it.",
        );
      });

      it("is gone once such a read is refused", async () => {
        const shelf = later();
        shelf.onRemove = () => void shelf.put({ busy: true });
        shelf.beforeList = (count) => count === 4 && shelf.things.delete("1/5");
        await removed(shelf);
        expect(shelf.lists).toBeGreaterThanOrEqual(4);
      });
    });

    it("is deleted, and known to be there by a read by its id", async () => {
      const shelf = unlisted(Shelf.readById());
      await removed(shelf);
      expect([shelf.reads, shelf.writes, shelf.things.size]).toEqual([["1/5"], ["remove 1/5"], 0]);
    });

    it("is sent for what no read finds either, and counts only if the service accepts it", async () => {
      const guarded = Shelf.readById({}, { SMARTLOCK_MAX_DELETES: "0" });
      guarded.onRemove = () => {
        throw failures.missing;
      };
      await removed(guarded);
      expect([guarded.writes, guarded.reads, said()]).toEqual([["remove 1/5"], ["1/5"], []]);
      expect(() => guarded.session.deleteGuard.count([], "some")).not.toThrow();

      const mistaken = Shelf.readById({}, { SMARTLOCK_MAX_DELETES: "1" });
      mistaken.put({ thingId: 6, name: "Sofa" });
      await removed(mistaken);
      await expect(removed(mistaken, { name: "Sofa" }, "1/6")).rejects.toThrow("allows 1 delete in a run");
      expect(mistaken.writes).toEqual(["remove 1/5"]);
    });

    it("once accepted although no read found it, is the last that is sent before it is counted, which is said", async () => {
      const shelf = Shelf.readById({}, { SMARTLOCK_MAX_DELETES: "0" });
      await removed(shelf);
      expect(said()).toEqual([
        'Warning: Thing "Lamp" (id 1/5) seemed to be gone, but the service accepted its delete. smartlock:maxDeletes allows 0 deletes in a ' +
          "run, and 1 has been deleted by now. What the service shows in this run cannot be relied on, so each further delete is counted before it is sent.\n",
      ]);
      const refusal = "smartlock:maxDeletes allows 0 deletes in a run, and this one would exceed that";
      await expect(removed(shelf, { name: "Sofa" }, "1/6")).rejects.toThrow(refusal);
      expect(shelf.writes).toEqual(["remove 1/5"]);
    });

    it("is counted before it is sent from then on, and nothing is said while that is within the limit", async () => {
      const shelf = Shelf.readById({}, { SMARTLOCK_MAX_DELETES: "2" });
      await removed(shelf);
      shelf.onRemove = () => {
        throw failures.missing;
      };
      await removed(shelf, { name: "Sofa" }, "1/6");
      expect(said()).toEqual([]);
      await expect(removed(shelf, { name: "Desk" }, "1/7")).rejects.toThrow("allows 2 deletes in a run");
      expect(shelf.writes).toEqual(["remove 1/5", "remove 1/6"]);
    });

    it("says nothing of a limit that is not set", async () => {
      await removed(Shelf.readById());
      expect(said()).toEqual([]);
    });

    it("is counted where it was left out of the count of many, and turns out to be there", async () => {
      const shelf = Shelf.readById({}, { SMARTLOCK_MAX_DELETES: "0" });
      shelf.put();
      shelf.session.deleteGuard.leaveOut("Thing 1/5");
      await expect(removed(shelf, {}, "1/5", "together")).rejects.toThrow("and this one would exceed that");
      expect(shelf.writes).toEqual([]);
    });

    it("is not counted where it was left out of the count of many, if it belongs to a replacement", async () => {
      const shelf = Shelf.readById({}, { SMARTLOCK_MAX_DELETES: "0" });
      shelf.put();
      shelf.session.deleteGuard.leaveOut("Thing 1/5");
      await removed(shelf, {}, "1/5", "not");
      expect(shelf.writes).toEqual(["remove 1/5"]);
    });

    it("is not counted before it is sent only because something that was there has been deleted", async () => {
      const shelf = Shelf.readById({}, { SMARTLOCK_MAX_DELETES: "1" });
      shelf.put();
      await removed(shelf);
      await removed(shelf, { name: "Sofa" }, "1/6");
      expect(shelf.writes).toEqual(["remove 1/5", "remove 1/6"]);
    });

    it("is counted where it was left out of the count of many, once the reads are known to be wrong", async () => {
      const shelf = Shelf.readById({}, { SMARTLOCK_MAX_DELETES: "0" });
      shelf.session.deleteGuard.leaveOut("Thing 1/5");
      shelf.session.deleteGuard.leaveOut("Thing 1/6");
      await removed(shelf, {}, "1/5", "together");
      await expect(removed(shelf, { name: "Sofa" }, "1/6", "together")).rejects.toThrow(
        "one would exceed that",
      );
      expect(shelf.writes).toEqual(["remove 1/5"]);
    });

    it("does not count after all where it belongs to a replacement", async () => {
      const shelf = Shelf.readById({}, { SMARTLOCK_MAX_DELETES: "0" });
      await removed(shelf, {}, "1/5", "not");
      expect(said()).toEqual([]);
      expect(() => shelf.session.deleteGuard.count([], "some")).not.toThrow();
      // But it shows that the reads are wrong.
      await expect(removed(shelf, { name: "Sofa" }, "1/6")).rejects.toThrow("allows 0 deletes in a run");
    });

    it("is left alone where its id has been given to another one", async () => {
      const shelf = unlisted(Shelf.readById(), { made: "2030-01-01T10:00:00Z" });
      await removed(shelf, { creationDate: "2029-12-31T10:00:00Z" });
      expect([shelf.writes, shelf.things.size]).toEqual([[], 1]);
      expect(said()).toEqual([
        'Thing "Lamp" (id 1/5) is gone: the service has given its id to another object. Nothing was deleted.\n',
      ]);
    });

    it("is the same one where only the form of its date differs", async () => {
      const shelf = unlisted(Shelf.readById(), { made: "2030-01-01T10:00:00Z" });
      await removed(shelf, { creationDate: "2030-01-01T11:00:00.000+01:00" });
      expect(shelf.writes).toEqual(["remove 1/5"]);
    });

    it("is sent where a read by its id fails, since nobody can tell", async () => {
      const shelf = unlisted(Shelf.readById());
      shelf.onRead = () => {
        throw failures.trouble;
      };
      await removed(shelf);
      expect(shelf.writes).toEqual(["remove 1/5"]);
    });

    it("is to travel alone, and what is listed with others", async () => {
      const ways = async (shelf: Shelf): Promise<unknown> => {
        const remove = jest.spyOn(shelf.kind.writer, "remove");
        await removed(shelf);
        return remove.mock.calls;
      };
      const parts = { shelfId: 1, thingId: 5 };
      expect(await ways(unlisted(Shelf.readById()))).toEqual([[parts, "alone"]]);
      expect(await ways(unlisted(new Shelf()))).toEqual([[parts, "alone"]]);
      const listed = new Shelf();
      listed.put();
      expect(await ways(listed)).toEqual([[parts, "together"]]);
    });

    it("travels alone", async () => {
      const many: string[] = [];
      const bulk = {
        sameCreate: () => "",
        create: () => Promise.resolve(),
        update: () => Promise.resolve(),
        remove: (_api: unknown, all: readonly { thingId?: unknown }[]) => {
          many.push(all.map(({ thingId }) => String(thingId)).join());
          return Promise.resolve();
        },
      };
      const shelf = unlisted(new Shelf({ bulk }));
      shelf.put({ thingId: 6, name: "Sofa" });
      shelf.put({ thingId: 7, name: "Desk" });
      const names = { 5: "Lamp", 6: "Sofa", 7: "Desk" };
      await Promise.all(
        Object.entries(names).map(([id, name]) =>
          shelf.kind.write(() => removed(shelf, { name }, `1/${id}`)),
        ),
      );
      expect([many, shelf.writes]).toEqual([["6,7"], ["remove 1/5"]]);
    });

    it.each([true, false])(
      "is said where what it was on has left the account, although the service accepted the delete (shown before: %s)",
      async (isShown) => {
        let isGone = !isShown;
        const special = onShelf(() => isGone);
        const shelf = isShown ? Shelf.readById(special) : new Shelf(special);
        shelf.host = undefined;
        Object.assign(shelf.kind.spec, {
          asynchronous: shelf.asynchronous(),
          parent: { ...special.parent, device: shelf.device.device },
        });
        if (isShown) {
          unlisted(shelf);
        }
        shelf.onRemove = (id) => {
          isGone = true;
          shelf.things.delete(id);
        };
        await removed(shelf);
        expect(said()).toEqual([
          'Warning: Thing "Lamp" (id 1/5): the service accepted the delete, but its shelf is no longer in the account, so the delete may not have ' +
            "reached the shelf. If the shelf is still in use, it may still honour this: delete it there.\n",
        ]);
      },
    );

    it("is not said where that is still there", async () => {
      const shelf = unlisted(Shelf.readById(onShelf(() => false)));
      await removed(shelf);
      expect(said()).toEqual([]);
    });

    it("is said where what it was on has left the account: that may still have it", async () => {
      const shelf = new Shelf(onShelf(() => true));
      shelf.onRemove = () => {
        throw failures.missing;
      };
      await removed(shelf);
      expect(shelf.writes).toEqual(["remove 1/5"]);
      expect(said()).toEqual([
        'Warning: Thing "Lamp" (id 1/5): its shelf is no longer in the account, so the delete did not reach the shelf. If the shelf is still ' +
          "in use, it may still have this: delete it there.\n",
      ]);
    });
  });

  describe("what a device has to confirm", () => {
    const offline = { name: "Shelf one", online: false };
    const honoured =
      'Thing "Lamp" (id 1/5): the service accepted the delete, but Shelf one is offline: the door still honours it until the ' +
      "lock is back.";
    const stillShown = (where: string, opens = true): Error =>
      new Error(
        `Thing "Lamp" (id 1/5): the delete was accepted, but ${where} still shows it.${opens ? " The door may still honour it." : ""} ` +
          "Run again; a longer settleTimeout gives it more time.",
      );

    it.each([
      [
        false,
        /^Thing "Lamp" \(id 1\/5\) was not deleted: .* Shelf one is offline: the door still honours it until the lock is back\. Run again then\.$/,
      ],
      [true, failures.busy.message],
    ])("that was asked for before: tells what holds until then (online: %s)", async (online, words) => {
      const shelf = Shelf.later();
      shelf.put({ busy: true });
      shelf.host = { name: "Shelf one", online };
      shelf.onRemove = () => {
        throw failures.busy;
      };
      await expect(removed(shelf)).rejects.toThrow(words);
    });

    it.each([undefined, "confirmed"])("fails where it is offline (waitFor %s)", async (waitFor) => {
      const shelf = Shelf.later();
      shelf.put();
      shelf.host = offline;
      await expect(removed(shelf, { waitFor })).rejects.toThrow(new Error(`${honoured} Run again then.`));
      expect(said()).toEqual([]);
    });

    it("only warns where that is enough for the user", async () => {
      const shelf = Shelf.later();
      shelf.put();
      shelf.host = offline;
      await removed(shelf, { waitFor: "accepted" });
      expect(said()).toEqual([
        `Warning: ${honoured} No later run will check that it is gone: check in the app.\n`,
      ]);
      expect(shelf.lists).toBe(1);
    });

    it("waits until two lists lack it", async () => {
      const shelf = Shelf.later();
      shelf.put();
      shelf.onRemove = () => void shelf.put({ busy: true });
      shelf.beforeList = (count) => count === 3 && shelf.empty();
      await removed(shelf);
      expect({ lists: shelf.lists, writes: shelf.writes.length }).toEqual({ lists: 4, writes: 1 });
    });

    it("does not believe one list that lacks it", async () => {
      const shelf = Shelf.later();
      shelf.put();
      shelf.onRemove = () => undefined;
      shelf.beforeList = (count) => {
        if (count === 2 || count === 5) {
          shelf.empty();
        } else if (count < 5) {
          shelf.put({ busy: true });
        }
      };
      await removed(shelf);
      expect({ lists: shelf.lists, writes: shelf.writes.length }).toEqual({ lists: 6, writes: 1 });
    });

    it.each([
      ["a device", true, "Shelf one"],
      ["the service itself", false, "the service"],
    ])("fails when the time is over for %s", async (_words, hasHost, where) => {
      const shelf = Shelf.later({}, hasHost);
      shelf.put();
      shelf.onRemove = () => void shelf.put({ busy: true });
      const began = shelf.clock.now();
      await expect(removed(shelf)).rejects.toThrow(stillShown(where, hasHost));
      expect(shelf.clock.now() - began).toBe(2_000);
    });

    it("fails where every other list shows it until the time is over", async () => {
      const shelf = Shelf.later();
      shelf.put();
      shelf.onRemove = () => undefined;
      shelf.beforeList = (count) => (count % 2 === 0 ? shelf.empty() : shelf.put({ busy: true }));
      const began = shelf.clock.now();
      await expect(removed(shelf)).rejects.toThrow(stillShown("Shelf one"));
      expect(shelf.clock.now() - began).toBeLessThan(2_500);
      expect(shelf.clock.now() - began).toBeGreaterThanOrEqual(2_000);
    });

    it("looks less and less often while one of two lists still shows it", async () => {
      const shelf = Shelf.later({
        otherwise: { list: () => Promise.resolve([{ shelfId: 1, thingId: 5, name: "Lamp" }]) },
      });
      shelf.put();
      await expect(removed(shelf, { settleTimeout: 60 })).rejects.toThrow(stillShown("Shelf one"));
      expect(shelf.lists).toBeLessThan(30);
    });

    describe("and is shown as if nothing were under way", () => {
      const ghost = (): Shelf => {
        const shelf = Shelf.later();
        shelf.put();
        shelf.onRemove = () => undefined;
        return shelf;
      };

      it("asks the device, which makes it go", async () => {
        const shelf = ghost();
        shelf.onSync = () => shelf.empty();
        await removed(shelf);
        expect({ syncs: shelf.syncs, writes: shelf.writes.length }).toEqual({ syncs: ["1"], writes: 1 });
      });

      it("sends the delete again where the list after that was partial", async () => {
        const shelf = ghost();
        shelf.onSync = () => {
          shelf.empty();
          shelf.beforeList = (count) => (count === 4 ? shelf.put() : shelf.empty());
        };
        await removed(shelf);
        expect(shelf.writes).toHaveLength(2);
      });

      it("sends the delete again where the device has it", async () => {
        const shelf = ghost();
        shelf.onSync = () => (shelf.onRemove = (id) => void shelf.things.delete(id));
        await removed(shelf);
        expect({ syncs: shelf.syncs, writes: shelf.writes.length }).toEqual({ syncs: ["1"], writes: 2 });
      });

      it("waits for that one as well", async () => {
        const shelf = ghost();
        shelf.onSync = () => {
          shelf.onRemove = () => {
            const second = shelf.lists;
            shelf.beforeList = (count) => count === second + 3 && shelf.empty();
          };
        };
        await removed(shelf);
        expect(shelf.things.size).toBe(0);
      });

      it("fails where it stays", async () => {
        const shelf = ghost();
        await expect(removed(shelf)).rejects.toThrow(stillShown("Shelf one"));
        expect(shelf.writes).toHaveLength(2);
      });

      it("is done where the service knows no such object any more, as soon as lists lack it too", async () => {
        const shelf = ghost();
        shelf.onSync = () => {
          shelf.onRemove = () => {
            const second = shelf.lists;
            shelf.beforeList = (count) => count === second + 2 && shelf.empty();
            throw failures.missing;
          };
        };
        await removed(shelf);
        expect(shelf.writes).toHaveLength(2);
      });

      it("is done where the device is gone by then, although lists show it", async () => {
        const shelf = ghost();
        let isGone = false;
        Object.assign(shelf.kind.spec, {
          parent: { ...shelf.kind.spec.parent, ...onShelf(() => isGone).parent },
        });
        shelf.onSync = () => {
          isGone = true;
          shelf.onRemove = () => {
            throw failures.missing;
          };
        };
        await removed(shelf);
        expect(shelf.writes).toHaveLength(2);
      });

      it("fails where the service knows no such object any more, but lists show it", async () => {
        const shelf = ghost();
        shelf.onSync = () => {
          shelf.onRemove = () => {
            throw failures.missing;
          };
        };
        await expect(removed(shelf)).rejects.toThrow("(404), but still shows it");
      });

      it("fails where it stays in one list, although another one lacks it", async () => {
        const shelf = ghost();
        Object.assign(shelf.kind.spec, { otherwise: { list: () => Promise.resolve([]) } });
        await expect(removed(shelf)).rejects.toThrow(stillShown("Shelf one"));
      });

      it("fails where only one list lacks it after the second delete", async () => {
        const shelf = ghost();
        shelf.onSync = () => {
          shelf.onRemove = () => {
            const second = shelf.lists;
            shelf.beforeList = (count) => (count === second + 1 ? shelf.empty() : shelf.put());
          };
        };
        await expect(removed(shelf)).rejects.toThrow(stillShown("Shelf one"));
      });
    });
  });

  describe("what is pending", () => {
    const pending = (shelf: Shelf): Bag => ({
      pending: { since: new Date(shelf.clock.now()).toISOString() },
    });
    const made = "2030-01-01T12:00:00Z";
    const HANDLE = "1/pending-00aa";
    const duplicates = (): boolean => true;

    it("deletes what it has become, and forgets that it was sent", async () => {
      const shelf = Shelf.later({ duplicates });
      shelf.put({ made });
      const wanted = { shelfId: 1, name: "Lamp" };
      const intent = shelf.session.journalEntry(["https://shelf.example.com", 7, "Thing", [wanted.name]]);
      await intent.write();
      await removed(shelf, pending(shelf), HANDLE);
      expect(shelf.writes).toEqual(["remove 1/5"]);
      expect(await intent.read()).toBeUndefined();
      expect(shelf.syncs).toEqual([]);
    });

    it("sends nothing where it is proven to be nothing, and forgets that it was sent", async () => {
      const shelf = Shelf.later({ duplicates });
      const intent = shelf.session.journalEntry(["https://shelf.example.com", 7, "Thing", ["Lamp"]]);
      await intent.write();
      await removed(shelf, pending(shelf), HANDLE);
      expect({ syncs: shelf.syncs, writes: shelf.writes }).toEqual({ syncs: ["1"], writes: [] });
      expect(await intent.read()).toBeUndefined();
    });

    it("deletes what arrives while it waits", async () => {
      const shelf = Shelf.later();
      shelf.onSync = () => void shelf.put({ made });
      await removed(shelf, pending(shelf), HANDLE);
      expect(shelf.writes).toEqual(["remove 1/5"]);
    });

    it("is given up in words where the device is gone", async () => {
      const shelf = Shelf.later({ parent: goneShelf });
      await removed(shelf, { ...pending(shelf), __account: 7 }, HANDLE);
      expect(said()).toEqual([
        `Warning: Thing "Lamp" was sent at ${made}, and never seen, and its shelf is no longer in the account. It has been given up: no run looks` +
          " for it any more. If the shelf is still in use, it may still have this one: delete it there.\n",
      ]);
      expect([shelf.writes, shelf.syncs]).toEqual([[], []]);
    });

    it("fails where the device is offline", async () => {
      const shelf = Shelf.later();
      shelf.host = { name: "Shelf one", online: false };
      await expect(removed(shelf, pending(shelf), HANDLE)).rejects.toThrow(
        new Error(
          'Thing "Lamp" is pending and cannot be deleted, because Shelf one is offline. It may still arrive at the door. Run ' +
            "again when the lock is back, or give this one up with `pulumi state delete`.",
        ),
      );
    });

    it("waits for it where there is no device", async () => {
      const shelf = Shelf.later({}, false);
      shelf.beforeList = (count) => count === 4 && shelf.put({ made });
      await removed(shelf, pending(shelf), HANDLE);
      expect(shelf.writes).toEqual(["remove 1/5"]);
    });

    it.each([
      ["a device", true, 'Warning: Thing "Lamp"', "If Shelf one did receive it, it opens that door"],
      ["the service itself", false, 'Warning: Thing "Lamp"', "If the service did receive it, it still works"],
    ])("says that it is given up where it never arrived at %s", async (_words, hasHost, label, works) => {
      const shelf = Shelf.later({}, hasHost);
      await removed(shelf, pending(shelf), HANDLE);
      const told = said().join("");
      expect(told.startsWith(label)).toBe(true);
      expect(told).toContain(
        ` was sent at ${made}, and no list shows it as it was sent. It has been given up: no run looks for it any more. ${works}: look for it in the app.\n`,
      );
    });

    it("deletes what arrives under its own name, where the service may alter names", async () => {
      const shelf = Shelf.later({
        identity: () => ["shelfId", "name"],
        fields: { name: { isAlterable: true } },
      });
      shelf.onSync = () => void shelf.put({ made });
      await removed(shelf, pending(shelf), HANDLE);
      expect(shelf.writes).toEqual(["remove 1/5"]);
    });

    it("deletes nothing that it may have become under another name, and names it", async () => {
      const altering = {
        identity: () => ["shelfId", "name"],
        fields: { name: { isAlterable: true } },
      } satisfies Partial<ResourceSpec>;
      const shelf = Shelf.later(altering);
      shelf.put({ name: "La", made });
      await expect(removed(shelf, pending(shelf), HANDLE)).rejects.toThrow(
        new Error(
          'Thing "Lamp" on Shelf one is pending. Something new has appeared there since then, and may be what was sent, under another name or changed by somebody: Thing "La" ' +
            "(id 1/5). Nothing was deleted, since that may be somebody else's. If it is not wanted, delete it by hand and run again; " +
            "if it is somebody else's, give this one up with `pulumi state delete`.",
        ),
      );
      expect(shelf.writes).toEqual([]);
      const older = Shelf.later(altering);
      older.put({ name: "La", made: "2030-01-01T11:00:00Z" });
      await removed(older, pending(older), HANDLE);
      expect(older.writes).toEqual([]);
    });

    it("deletes nothing of its identity that is not as it was sent, and names it", async () => {
      const shelf = Shelf.later();
      shelf.put({ size: 9, made });
      const state = { ...pending(shelf), size: 3, __declared: ["shelfId", "name", "size"] };
      await expect(removed(shelf, state, HANDLE)).rejects.toThrow(
        'or changed by somebody: Thing "Lamp" (id 1/5). Nothing was deleted,',
      );
      expect(shelf.writes).toEqual([]);
    });
  });
});
