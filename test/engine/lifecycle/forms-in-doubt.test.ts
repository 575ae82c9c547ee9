import type { Bag } from "../../../provider/engine/values/bag";
import { create } from "../../../provider/engine/lifecycle/create";
import { formsBeside } from "../../../provider/engine/pending/pending";
import { remove } from "../../../provider/engine/lifecycle/delete";
import { earlierForms, latestForm } from "../../../provider/engine/pending/sent-forms";
import { update } from "../../../provider/engine/lifecycle/update";
import { failureOf, failures, listening, Shelf, type Thing } from "../shelf";
import { altering, declared, FIRST, HANDLE, lamp, pending, SECOND, sofa, stored } from "../stored-forms";

const NOW = "2030-01-01T12:00:00Z";
const waiting: Bag = { ...pending(), __account: 7 };
/** A Sofa that was a Lamp before, which may be on the door as well. */
const found: Bag = { ...waiting, pending: undefined, thingId: 6 };

describe("What one list of a run has shown, and later ones lack", () => {
  listening();

  it("is deleted where it is pending", async () => {
    const shelf = Shelf.later();
    shelf.put(sofa);
    shelf.beforeList = (count) => count > 1 && shelf.unlisted.add("1/6");
    await remove(shelf.kind, HANDLE, waiting);
    expect(shelf.writes).toEqual(["remove 1/6"]);
  });

  it("is deleted where it was sent before", async () => {
    const shelf = Shelf.later();
    [lamp, sofa].forEach((thing) => shelf.put(thing));
    shelf.beforeList = (count) => count > 1 && shelf.unlisted.add("1/5");
    // As the guard of a set does.
    await shelf.kind.collection(found).known();
    await remove(shelf.kind, "1/6", found);
    expect(shelf.writes).toEqual(["remove 1/6", "remove 1/5"]);
  });
});

describe("A create whose answer was lost, and whose repeat is refused because something differs by now", () => {
  listening();

  /** The first send has made it, and somebody changes it before the second one is refused. */
  function lostThenRefused(): Shelf {
    const shelf = Shelf.later();
    let times = 0;
    shelf.onCreate = (wanted) => {
      times += 1;
      if (times === 1) {
        throw failures.lost;
      }
      shelf.put({ ...(wanted as Partial<Thing>), thingId: 6, size: 2, made: NOW });
      throw failures.conflict;
    };
    return shelf;
  }

  const desk = { ...declared("Desk"), size: 1, adopt: "never" };

  it("is recorded as pending", async () => {
    const shelf = lostThenRefused();
    const { properties } = await failureOf(create(shelf.kind, desk));
    expect(shelf.writes).toEqual(["create Desk", "create Desk"]);
    expect(properties).toMatchObject({ name: "Desk", pending: { since: NOW } });
  });

  it("is recorded beside what was sent before, and a delete asks a person about it", async () => {
    const shelf = lostThenRefused();
    const { properties } = await failureOf(update(shelf.kind, HANDLE, waiting, desk));
    expect(properties).toMatchObject({ name: "Desk", pending: { since: expect.any(String) as string } });
    const next = Shelf.later();
    next.put({ thingId: 6, name: "Desk", size: 2, made: NOW });
    const state = { ...properties, __earlier: waiting["__earlier"] };
    const { message } = await failureOf(remove(next.kind, HANDLE, state));
    expect(message).toContain(
      'Thing "Desk" on Shelf one is pending. Something new has appeared there since then, and may be what was sent',
    );
    expect(next.writes).toEqual([]);
  });
});

describe("A person who has to decide about the latest form", () => {
  const heard = listening();

  it("is told what was sent before it and never seen", async () => {
    const shelf = Shelf.later(altering);
    shelf.put({ ...sofa, name: "Sof" });
    const { message } = await failureOf(remove(shelf.kind, HANDLE, waiting));
    expect(message).toContain("Something new has appeared there since then, and may be what was sent");
    expect(heard()).toEqual([
      expect.stringMatching(/Thing "Lamp" .*was sent at 2030\S+, and no list shows it as it was sent\./),
    ]);
  });

  it("is told how often that was sent", async () => {
    const shelf = Shelf.later(altering);
    shelf.put({ ...sofa, name: "Sof" });
    const state = { ...waiting, __earlier: [{ ...stored("Lamp", FIRST, SECOND), times: 2 }] };
    await failureOf(remove(shelf.kind, HANDLE, state));
    expect(heard().join("")).toContain(`was sent 2 times, first at ${FIRST}, and no list shows it`);
  });

  it.each([
    ["a delete", (shelf: Shelf) => remove(shelf.kind, HANDLE, waiting)],
    ["an update", (shelf: Shelf) => update(shelf.kind, HANDLE, waiting, declared("Sofa"))],
  ])("is told by %s what was sent before it and has arrived", async (_what, run) => {
    const shelf = Shelf.later(altering);
    [lamp, { ...sofa, name: "Sof" }].forEach((thing) => shelf.put(thing));
    const { message } = await failureOf(run(shelf));
    expect(message).toContain(
      'What was sent before it has also arrived: Thing "Lamp" (id 1/5). If you give it up, delete that by hand, too.',
    );
    expect(shelf.writes).toEqual([]);
  });

  it("is told of each id that has arrived", async () => {
    const shelf = Shelf.later(altering);
    [lamp, { ...lamp, thingId: 4, name: "Stool" }, { ...sofa, name: "Sof" }].forEach((one) => shelf.put(one));
    const state = { ...waiting, __earlier: [stored("Lamp", FIRST, SECOND), stored("Stool", FIRST, SECOND)] };
    const { message } = await failureOf(remove(shelf.kind, HANDLE, state));
    expect(message).toMatch(/has also arrived: Thing "Lamp" \(id 1\/5\), Thing "Stool" \(id 1\/4\)\./);
  });
});

describe("What is said of the forms beside a deleted object", () => {
  const heard = listening();

  it("is not that they are deleted where an offline device has only been asked to", async () => {
    const shelf = Shelf.later();
    shelf.host = { name: "Shelf one", online: false };
    [lamp, sofa].forEach((thing) => shelf.put(thing));
    shelf.onRemove = () => undefined;
    await remove(shelf.kind, "1/6", { ...found, waitFor: "accepted" });
    expect(shelf.writes).toEqual(["remove 1/6", "remove 1/5"]);
    expect(heard().join("")).toContain(
      '"Lamp" (id 1/5), which was sent by an earlier run, is to be deleted as well.',
    );
  });

  it("is not that they are given up where the delete fails", async () => {
    const shelf = Shelf.later();
    shelf.put(sofa);
    shelf.onRemove = () => {
      throw failures.forbidden;
    };
    await failureOf(remove(shelf.kind, HANDLE, waiting));
    expect(heard().join("")).not.toContain("given up");
  });
});

describe("The forms beside an object", () => {
  it("are all but the one that it has come from", () => {
    const { kind } = new Shelf();
    const [latest, [before]] = [latestForm(kind, waiting), earlierForms(kind, waiting)];
    const beside = (thing: Partial<Thing>): unknown[] =>
      formsBeside(kind, { shelfId: 1, ...thing }, [latest, ...(before === undefined ? [] : [before])]).map(
        ({ wanted }) => wanted["name"],
      );
    expect(beside(sofa)).toEqual(["Lamp"]);
    expect(beside(lamp)).toEqual(["Sofa"]);
    // A dead run has changed it: the latest is taken for it.
    expect(beside({ ...sofa, name: "Desk" })).toEqual(["Lamp"]);
  });
});
