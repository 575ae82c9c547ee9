import type { Bag } from "../../../provider/engine/values/bag";
import { create } from "../../../provider/engine/lifecycle/create";
import { IncompleteError } from "../../../provider/engine/values/outputs";
import { asSecret } from "../../../provider/engine/values/secret-value";
import { update } from "../../../provider/engine/lifecycle/update";
import { failures, listening, Shelf, type Thing } from "../shelf";
import { declared, FIRST, SECOND, stored } from "../stored-forms";

const lampBefore = { __earlier: [stored("Lamp", FIRST, SECOND)] };
const sofa: Bag = { ...declared("Sofa"), thingId: 6, ...lampBefore };

/** A shelf with a sofa and a lamp that arrived late and cannot be deleted. */
function stubborn(error: Error = failures.forbidden, shelf = Shelf.later()): Shelf {
  shelf.put({ thingId: 5, name: "Lamp", made: FIRST });
  shelf.put({ thingId: 6, name: "Sofa", made: SECOND });
  shelf.onRemove = () => {
    throw error;
  };
  return shelf;
}

function failureOf({ kind }: Shelf, handle: string, olds: Bag, news: Bag): Promise<unknown> {
  return update(kind, handle, olds, news).then(
    () => "It did not fail.",
    (error: unknown) => error,
  );
}

describe("An update that cannot delete what was sent before", () => {
  listening();

  it.each([true, false])("changes what has arrived all the same (made twice: %s)", async (isTwice) => {
    const shelf = Shelf.later({ duplicates: () => isTwice });
    shelf.put({ thingId: 5, name: "Lamp", made: FIRST });
    shelf.put({ thingId: 7, name: "Desk", made: FIRST });
    shelf.onRemove = () => {
      throw failures.trouble;
    };
    const olds = {
      ...declared("Sofa"),
      pending: { since: SECOND },
      __declared: ["shelfId", "name", "settleTimeout"],
      __earlier: [stored("Lamp", FIRST, SECOND), stored("Desk", FIRST, FIRST)],
    };
    const failure = await failureOf(shelf, "1/pending-1", olds, declared("Sofa"));
    expect(failure).toBeInstanceOf(IncompleteError);
    const { message, properties } = failure as IncompleteError;
    expect(message).toBe(failures.trouble.message);
    expect(properties).toMatchObject({ thingId: 5, name: "Sofa" });
    const now = new Date(shelf.clock.now()).toISOString().replace(".000Z", "Z");
    // Where there can be only one sofa, it is this one.
    const sofas = isTwice ? [stored("Sofa", SECOND, now)] : [];
    expect(properties["__earlier"]).toEqual(asSecret([...sofas, stored("Desk", FIRST, FIRST)]));
    expect(shelf.writes).toContain("update 1/5 name");
  });

  it("says so also where the change itself fails", async () => {
    const shelf = stubborn();
    shelf.onUpdate = () => {
      throw failures.trouble;
    };
    const failure = await failureOf(shelf, "1/6", sofa, { ...declared("Sofa"), size: 3 });
    expect(String(failure)).toContain(failures.trouble.message);
    expect(String(failure)).toContain(failures.forbidden.message);
    shelf.onUpdate = () => {
      throw failures.lostTwice;
    };
    const unsure = await failureOf(shelf, "1/6", sofa, { ...declared("Sofa"), size: 3 });
    expect(unsure).toBeInstanceOf(IncompleteError);
    expect(String(unsure)).toContain(failures.forbidden.message);
  });

  it("says so also where an earlier change is still under way", async () => {
    const shelf = stubborn(failures.forbidden, Shelf.readById());
    const operation = ({ note }: Thing): string | undefined => note;
    Object.assign(shelf.kind.spec, { asynchronous: { ...shelf.asynchronous(), operation } });
    shelf.onRead = () => ({ shelfId: 1, thingId: 6, name: "Sofa", busy: true, note: "op-1", made: SECOND });
    const failure = await failureOf(shelf, "1/6", { ...sofa, __underWay: "op-1" }, declared("Sofa"));
    expect(String(failure)).toContain("a change sent earlier is still under way");
    expect(String(failure)).toContain(failures.forbidden.message);
  });

  it("fails as it is where nothing may be written", async () => {
    const shelf = stubborn(failures.keptBack);
    expect(await failureOf(shelf, "1/6", sofa, declared("Sofa"))).toBe(failures.keptBack);
  });
});

describe("A create that was sent twice, and then fails", () => {
  listening();

  it("goes on remembering the first one", async () => {
    const shelf = Shelf.later({ duplicates: () => true, fields: { size: { isSetAfterCreation: true } } });
    let times = 0;
    shelf.onCreate = (given) => {
      times += 1;
      if (times === 1) {
        throw failures.lost;
      }
      return shelf.put({ ...given, size: 1 });
    };
    shelf.onUpdate = () => {
      throw failures.forbidden;
    };
    const failure = await create(shelf.kind, { ...declared("Lamp"), size: 3 }).then(
      () => undefined,
      (error: unknown) => error as IncompleteError,
    );
    expect(shelf.writes.filter((write) => write === "create Lamp")).toHaveLength(2);
    expect(failure?.properties).toMatchObject({ thingId: 5 });
    expect(failure?.properties["__earlier"]).toMatchObject({ value: [{ form: { name: "Lamp" } }] });
  });
});
