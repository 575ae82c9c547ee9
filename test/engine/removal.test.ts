import type { Bag } from "../../provider/engine/bag";
import { remove } from "../../provider/engine/remove";
import type { ResourceSpec } from "../../provider/engine/resource-spec";
import { failing, failures, listening, Shelf } from "./shelf";

const OWN = "urn:pulumi:s::p::smartlock:Thing::own";
const OTHER = "urn:pulumi:s::p::smartlock:Thing::other";

describe("Deleting", () => {
  const said = listening();

  const removed = (shelf: Shelf, state: Bag = {}, id = "1/5", isCounted?: boolean): Promise<void> =>
    remove(
      shelf.session,
      shelf.kind,
      id,
      { shelfId: 1, name: "Lamp", settleTimeout: 2, __owner: OWN, ...state },
      ...(isCounted === undefined ? [] : [isCounted]),
    );

  it("sends one request, and where the service acts at once asks for no list after it", async () => {
    const shelf = new Shelf();
    shelf.put();
    await removed(shelf);
    expect({ lists: shelf.lists, writes: shelf.writes }).toEqual({ lists: 1, writes: ["remove 1/5"] });
    const known = await shelf.session.collection(shelf.kind, { shelfId: 1 }).known();
    expect(known.size).toBe(0);
  });

  it("lets the run know that it is gone, also where the list is late", async () => {
    const shelf = new Shelf();
    shelf.put();
    shelf.onRemove = () => undefined;
    await removed(shelf);
    const known = await shelf.session.collection(shelf.kind, { shelfId: 1 }).known();
    expect([...known.keys()]).toEqual([]);
  });

  it("sends nothing for what is gone already, and does not count it", async () => {
    const shelf = new Shelf({}, { SMARTLOCK_MAX_DELETES: "0" });
    await removed(shelf);
    expect(shelf.writes).toEqual([]);
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
    ["is counted", undefined, false, /^smartlock:maxDeletes allows 0 deletes in a run, /],
    ["is not counted twice", true, false, undefined],
    ["is not counted where the program still declares the resource", undefined, true, undefined],
    ["is counted where the caller says so", false, true, /^smartlock:maxDeletes allows 0 deletes in a run, /],
  ])("%s", async (_words, isCounted, isDeclared, refusal) => {
    const shelf = new Shelf({}, { SMARTLOCK_MAX_DELETES: "0" });
    shelf.put();
    if (isDeclared) {
      shelf.session.claims.checked(OWN);
    }
    const deleting = removed(shelf, {}, "1/5", isCounted);
    await (refusal === undefined ? deleting : expect(deleting).rejects.toThrow(refusal));
    expect(shelf.writes).toEqual(refusal === undefined ? ["remove 1/5"] : []);
  });

  describe("what holds something", () => {
    const holding = (...held: string[]): { shelf: Shelf; left: string[] } => {
      const left = [...held];
      const contents: ResourceSpec["contents"] = () =>
        Promise.resolve(left.map((name) => ({ object: `Part ${name}`, words: `part ${name}` })));
      const shelf = new Shelf({ contents });
      shelf.put();
      return { shelf, left };
    };

    it("is refused, and tells what that is", async () => {
      const { shelf } = holding("a", "b");
      await expect(removed(shelf)).rejects.toThrow(
        new Error(
          'Thing "Lamp" (id 1/5) was not deleted: it still holds part a, part b, which this run did not delete and which would go ' +
            "with it. Delete that first, or set deleteContents: true and run `pulumi up`.",
        ),
      );
      expect(shelf.writes).toEqual([]);
    });

    it("is done where the user said that it may go along", async () => {
      const { shelf } = holding("a");
      await removed(shelf, { deleteContents: true });
      expect(shelf.writes).toEqual(["remove 1/5"]);
    });

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

    it("is done where two lists lack the object", async () => {
      const shelf = refused([failures.missing]);
      shelf.beforeList = (count) => count === 2 && shelf.empty();
      await removed(shelf);
      expect({ lists: shelf.lists, writes: shelf.writes.length }).toEqual({ lists: 3, writes: 1 });
    });

    it.each([2, 3])(
      "fails where only one of two lists lacks it, the other being the %sth",
      async (partial) => {
        const shelf = refused([failures.missing]);
        shelf.beforeList = (count) => (count === partial ? shelf.empty() : shelf.put());
        await expect(removed(shelf)).rejects.toBe(failures.missing);
        expect(shelf.writes).toHaveLength(1);
      },
    );

    it("is sent again where the answer was lost and the object is still there", async () => {
      const shelf = refused([failures.lost]);
      await removed(shelf);
      expect(shelf.writes).toHaveLength(2);
      expect(shelf.things.size).toBe(0);
    });

    it("is not sent again where the lost request has worked meanwhile", async () => {
      const shelf = refused([failures.lost, failures.missing]);
      shelf.beforeList = (count) => count === 4 && shelf.empty();
      await removed(shelf);
      expect({ lists: shelf.lists, writes: shelf.writes.length }).toEqual({ lists: 5, writes: 1 });
    });

    it("fails with the error of the request where the service cannot be asked either", async () => {
      const shelf = refused([failures.missing]);
      shelf.beforeList = (count) => {
        if (count === 2) throw failures.lostTwice;
      };
      await expect(removed(shelf)).rejects.toBe(failures.missing);
    });

    const container = (isGone: () => boolean): Partial<ResourceSpec> => ({
      container: {
        noun: "shelf",
        collection: () => ({
          known: () => Promise.reject(new Error("not asked for")),
          isMissing: (key) => Promise.resolve(key === "1" && isGone()),
        }),
        keyFrom: ({ shelfId }) => String(shelfId),
      },
    });

    it("is done where that is gone of which it is listed as a part", async () => {
      let asked = 0;
      const shelf = refused([failures.missing], {
        ...container(() => (asked += 1) > 1),
        listedBy: ({ shelfId }) => String(shelfId),
      });
      await removed(shelf);
      expect({ lists: shelf.lists, writes: shelf.writes.length }).toEqual({ lists: 1, writes: 1 });
    });

    it("asks the list where that is still there", async () => {
      const shelf = refused([failures.missing], {
        ...container(() => false),
        listedBy: ({ shelfId }) => String(shelfId),
      });
      await expect(removed(shelf)).rejects.toBe(failures.missing);
      expect(shelf.lists).toBe(2);
    });

    it("asks the list where all are in one list, whatever became of that", async () => {
      const shelf = refused(
        [failures.missing],
        container(() => true),
      );
      await expect(removed(shelf)).rejects.toBe(failures.missing);
      expect(shelf.lists).toBe(2);
    });
  });

  describe("what a device has to confirm", () => {
    const offline = { name: "Shelf one", online: false };
    const honoured =
      'Thing "Lamp" (id 1/5): the service accepted the delete, but Shelf one is offline: the door still honours it until the ' +
      "lock is back.";
    const stillShown = (where: string): Error =>
      new Error(
        `Thing "Lamp" (id 1/5): the delete was accepted, but ${where} still shows it. The door may still honour it. Run again; ` +
          "a longer settleTimeout gives it more time.",
      );

    it.each([undefined, "confirmed"])("fails where it is offline (waitFor %s)", async (waitFor) => {
      const shelf = Shelf.later();
      shelf.put();
      shelf.host = offline;
      await expect(removed(shelf, { waitFor })).rejects.toThrow(new Error(`${honoured} Run again then.`));
      expect(said()).toEqual([]);
    });

    it("only warns where the user is content with that", async () => {
      const shelf = Shelf.later();
      shelf.put();
      shelf.host = offline;
      await removed(shelf, { waitFor: "accepted" });
      expect(said()).toEqual([`Warning: ${honoured}\n`]);
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
        if (count === 2 || count === 5) shelf.empty();
        else if (count < 5) shelf.put({ busy: true });
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
      await expect(removed(shelf)).rejects.toThrow(stillShown(where));
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
    const made = "2030-01-01T12:00:00.000Z";
    const HANDLE = "1/pending-00aa";
    const duplicates = (): boolean => true;

    it("deletes what it has become, and forgets that it was sent", async () => {
      const shelf = Shelf.later({ duplicates });
      shelf.put({ made });
      const wanted = { shelfId: 1, name: "Lamp" };
      const intent = shelf.session.intent(["https://shelf.example.com", 7, "Thing", [wanted.name]]);
      await intent.note();
      await removed(shelf, pending(shelf), HANDLE);
      expect(shelf.writes).toEqual(["remove 1/5"]);
      expect(await intent.left()).toBeUndefined();
      expect(shelf.syncs).toEqual([]);
    });

    it("sends nothing where it is proven to be nothing, and forgets that it was sent", async () => {
      const shelf = Shelf.later({ duplicates });
      const intent = shelf.session.intent(["https://shelf.example.com", 7, "Thing", ["Lamp"]]);
      await intent.note();
      await removed(shelf, pending(shelf), HANDLE);
      expect({ syncs: shelf.syncs, writes: shelf.writes }).toEqual({ syncs: ["1"], writes: [] });
      expect(await intent.left()).toBeUndefined();
    });

    it("deletes what arrives while it waits", async () => {
      const shelf = Shelf.later();
      shelf.onSync = () => void shelf.put({ made });
      await removed(shelf, pending(shelf), HANDLE);
      expect(shelf.writes).toEqual(["remove 1/5"]);
    });

    it("fails where the device is offline", async () => {
      const shelf = Shelf.later();
      shelf.host = { name: "Shelf one", online: false };
      await expect(removed(shelf, pending(shelf), HANDLE)).rejects.toThrow(
        new Error(
          'Thing "Lamp" is pending on Shelf one, which is offline: it cannot be deleted, and may still arrive at the door. Run ' +
            "again when the lock is back. To give it up all the same, use `pulumi state delete`.",
        ),
      );
    });

    it("waits for it where there is no device", async () => {
      const shelf = Shelf.later({}, false);
      shelf.beforeList = (count) => count === 4 && shelf.put({ made });
      await removed(shelf, pending(shelf), HANDLE);
      expect(shelf.writes).toEqual(["remove 1/5"]);
    });
  });
});
