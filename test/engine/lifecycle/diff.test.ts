import type { Bag } from "../../../provider/engine/values/bag";
import {
  compare,
  diff,
  type DiffResult,
  replacing,
  tellRecorded,
} from "../../../provider/engine/lifecycle/diff";
import { remove } from "../../../provider/engine/lifecycle/delete";
import type { ResourceSpec } from "../../../provider/engine/kind/spec";
import { UNKNOWN } from "../../../provider/engine/values/unknown";
import { failures, listening, parentThat, Shelf } from "../shelf";

const OWN = "urn:pulumi:s::p::smartlock:Thing::own";
const OTHER = "urn:pulumi:s::p::smartlock:Thing::other";
const declared = { shelfId: 1, name: "Lamp", __owner: OWN };
const same: DiffResult = { changes: false, replaces: [], deleteBeforeReplace: true };
const changed: DiffResult = { ...same, changes: true };

describe("A comparison", () => {
  const said = listening();

  const compared = (
    shelf: Shelf,
    olds: Bag = {},
    news: Bag = {},
    { id = "1/5" }: { id?: string } = {},
  ): Promise<DiffResult> => diff(shelf.kind, id, { ...declared, ...olds }, { ...declared, ...news });
  const holding = (fields: object, special: Partial<ResourceSpec> = {}): Shelf => {
    const shelf = new Shelf(special);
    shelf.put(fields);
    return shelf;
  };

  it("finds nothing where program, state and service agree", async () => {
    const shelf = holding({ size: 3 });
    expect(await compared(shelf, { size: 3 }, { size: 3 })).toEqual(same);
    expect(said()).toEqual([]);
  });

  it.each([
    ["waitFor", "accepted"],
    ["settleTimeout", 5],
    ["deleteContents", true],
  ])("is a change where only %s is another, which the state has to learn", async (field, value) => {
    expect(await compared(holding({}), {}, { [field]: value })).toEqual(changed);
    expect(await compared(holding({}), { [field]: value }, { [field]: value })).toEqual(same);
  });

  it.each([
    ["1/5", {}],
    ["1/pending-1", { pending: { since: "2030-01-01T12:00:00.000Z" } }],
  ])("makes another one where another resource of the run has it by now (%s)", async (id, olds) => {
    const shelf = holding({});
    shelf.session.claims.checked(OWN);
    shelf.session.claims.made(`Thing ${id}`, OTHER);
    expect(await compared(shelf, olds, {}, { id })).toEqual({ ...changed, replaces: ["name"] });
    expect(said()).toEqual([
      `Thing "Lamp" (id ${id}) belongs to Thing "other" now: another one will be created in its place.\n`,
    ]);
  });

  it("asks for the device that it is on only where something differs by others", async () => {
    const shelf = Shelf.later();
    shelf.put({ size: 3 });
    const find = jest.spyOn(shelf.kind.spec.parent?.device ?? { find: () => undefined }, "find" as never);
    await compared(shelf, { size: 3 }, { size: 4 });
    expect(find).not.toHaveBeenCalled();
    await compared(shelf, { size: 4 }, { size: 4 });
    expect(find).toHaveBeenCalled();
  });

  it("names all that a twin has in common with it", async () => {
    const shelf = holding({}, { identity: () => ["shelfId", "name"] });
    shelf.put({ thingId: 6 });
    await compared(shelf);
    expect(said().join("")).toContain("another Thing with the same shelfId, name (id 1/6).");
  });

  it("names what came under the declared name after something else was taken for it", async () => {
    const shelf = holding(
      { name: "Lamp in the" },
      { identity: () => ["shelfId", "name"], fields: { name: { isAlterable: true } } },
    );
    shelf.put({ thingId: 6, name: "Lamp in the hall" });
    const altered = { name: { declared: "Lamp in the hall", shown: "Lamp in the" } };
    const olds = { name: "Lamp in the", __altered: altered };
    expect(await compared(shelf, olds, { name: "Lamp in the hall" })).toEqual(same);
    expect(said()).toEqual([
      'Warning: Thing "Lamp in the" (id 1/5) has a twin: another Thing with the name that this was created with: Thing "Lamp in the hall" ' +
        "(id 1/6). Unless this run deletes that one, delete or rename one of them.\n",
    ]);
  });

  it("names the twin of what is young and not shown: a run that died may have put it in its place", async () => {
    const shelf = new Shelf();
    shelf.put({ thingId: 6 });
    const made = { creationDate: new Date(shelf.clock.now() - 1_000).toISOString() };
    expect(await compared(shelf, made)).toEqual(same);
    expect(said().join("")).toContain(
      'Thing "Lamp" (id 1/5) has a twin: another Thing with the same name (id 1/6).',
    );
  });

  it("asks for no list only to name a twin", async () => {
    const shelf = new Shelf({
      byParent: "only",
      parent: parentThat(() => Promise.reject(failures.trouble)),
    });
    expect(await compared(shelf)).toEqual(same);
    expect(shelf.lists).toBe(0);
    expect(said().join("")).toContain("It is treated as unchanged");
  });

  it("makes the new one first where the kind wants that", async () => {
    const shelf = holding({}, { createFirst: true });
    expect(await compared(shelf)).toEqual({ ...same, deleteBeforeReplace: false });
  });

  it.each([
    ["what the program changed", { size: 3 }, { size: 3 }, { size: 4 }, changed],
    ["what only the state does not know yet", { size: 4 }, { size: 3 }, { size: 4 }, changed],
    ["what is ignored", { size: 3 }, { size: 3 }, { size: 4, __ignore: ["size"] }, same],
    ["what is not known yet", { size: 3 }, { size: 3 }, { size: UNKNOWN }, changed],
    ["that nothing is declared any more of a field", { size: 3 }, { size: 3 }, {}, same],
    ["another wait", {}, { waitFor: "confirmed" }, { waitFor: "accepted" }, changed],
    ["a wait that is declared first", {}, {}, { waitFor: "accepted" }, changed],
    ["another settleTimeout", {}, { settleTimeout: 5 }, { settleTimeout: 6 }, changed],
    ["another deleteContents", {}, { deleteContents: true }, {}, changed],
    ["the same wait", {}, { waitFor: "accepted" }, { waitFor: "accepted" }, same],
    ["another adopt", {}, { adopt: "same" }, { adopt: "always" }, same],
  ])("of %s", async (_words, fields, olds, news, expected) => {
    expect(await compared(holding(fields), olds, news)).toEqual(expected);
    expect(said()).toEqual([]);
  });

  it.each([
    ["what the state does not name and has its default", { size: 3 }, {}, {}, same],
    ["what the state names otherwise than the default", { size: 3 }, { size: 4 }, {}, changed],
  ])("of %s", async (_words, fields, olds, news, expected) => {
    expect(await compared(holding(fields, { fields: { size: { default: 3 } } }), olds, news)).toEqual(
      expected,
    );
  });

  it.each([
    ["differs from the state", { note: "old" }, { note: "new" }, changed],
    ["equals the state", { note: "old" }, { note: "old" }, same],
    ["is not in the state", {}, { note: "new" }, same],
    ["an object of a set lacks", { note: null }, { note: "new" }, same],
  ])("of what the service never shows, which %s", async (_words, olds, news, expected) => {
    const special: Partial<ResourceSpec> = { fields: { note: { isWriteOnly: true } } };
    expect(await compared(holding({}, special), olds, news)).toEqual(expected);
  });

  it("names the fields that need another object, also those that are not known yet", async () => {
    const shelf = holding(
      { size: 3, note: "x" },
      { fields: { size: { replaces: true }, note: { replaces: true } } },
    );
    const { replaces } = await compared(shelf, { size: 3, note: "x" }, { size: 4, note: UNKNOWN });
    expect(replaces).toEqual(["size", "note"]);
  });

  it("names the fields that the program wants replaced", async () => {
    const shelf = holding({ size: 3 });
    const result = await compared(shelf, { size: 3 }, { size: 4, __replaceOn: ["size"] });
    expect(result).toEqual({ ...changed, replaces: ["size"] });
  });

  it.each([
    ["parts.left", []],
    ["parts.right", ["parts"]],
  ])("looks at the part %s that the program wants replaced", async (path, replaces) => {
    const show = (): Bag => ({ shelfId: 1, name: "Lamp", parts: { left: 1, right: 2 } });
    const news = { parts: { left: 1, right: 3 }, __replaceOn: [path] };
    const result = await compared(holding({}, { show }), { parts: { left: 1, right: 2 } }, news);
    expect(result).toEqual({ ...changed, replaces });
  });

  it("asks nobody where only the state is to be compared", async () => {
    const shelf = new Shelf({}, { SMARTLOCK_DIFF: "state" });
    expect(await compared(shelf, { size: 3 }, { size: 3 })).toEqual(same);
    expect(await compared(shelf, { size: 3 }, { size: 4 })).toEqual(changed);
    expect(shelf.lists).toBe(0);
  });

  it("takes the state for what is young and not listed yet", async () => {
    const shelf = new Shelf();
    const creationDate = new Date(shelf.clock.now() - 1_000).toISOString();
    expect(await compared(shelf, { size: 3, creationDate }, { size: 3 })).toEqual(same);
    expect(await compared(shelf, { size: 3, creationDate }, { size: 4 })).toEqual(changed);
    expect(said()).toEqual([expect.stringContaining("so it counts as existing")]);
  });

  it("says once that something was deleted by others", async () => {
    const shelf = new Shelf({ identity: () => ["shelfId", "name"], createFirst: true });
    const gone = { changes: true, replaces: ["shelfId", "name"], deleteBeforeReplace: true };
    expect(await compared(shelf)).toEqual(gone);
    expect(await compared(shelf)).toEqual(gone);
    expect(said()).toEqual(['Thing "Lamp" (id 1/5) no longer exists: it will be created again.\n']);
  });

  it("says once why something that is gone is not missed, by what is wanted of it now", async () => {
    const notMissed: ResourceSpec["notMissed"] = ({ size }) => (size === 4 ? "its time is over" : undefined);
    const shelf = new Shelf({ notMissed });
    const nothing = { changes: false, replaces: [], deleteBeforeReplace: false };
    expect(await compared(shelf, { size: 3 }, { size: 4 })).toEqual(nothing);
    expect(await compared(shelf, { size: 3 }, { size: 4 })).toEqual(nothing);
    expect(said()).toEqual(['Thing "Lamp" (id 1/5) is gone, and is not created again: its time is over.\n']);
  });

  it("sees that what was under way was a delete", async () => {
    const shelf = Shelf.later();
    shelf.put({ busy: true });
    shelf.beforeList = (count) => count === 2 && shelf.empty();
    expect(await compared(shelf)).toEqual({ ...changed, replaces: ["name"] });
  });

  it("compares with what is there when what was under way is done", async () => {
    const shelf = Shelf.later();
    shelf.put({ size: 3, busy: true });
    shelf.beforeList = (count) => count === 2 && shelf.put({ size: 4 });
    expect(await compared(shelf, { size: 4 }, { size: 4 })).toEqual(same);
  });

  describe("of what a device that is offline was sent", () => {
    const sent = { size: 4, waitFor: "accepted" };
    const waiting = (special: Partial<ResourceSpec> = {}, hasHost = true): Shelf => {
      const shelf = Shelf.later(special, hasHost);
      shelf.host = { name: "Shelf one", online: false };
      shelf.put({ size: 3, busy: true });
      return shelf;
    };

    it("is none while it is enough for the user that the service has accepted it", async () => {
      const news = { ...sent, __replaceOn: ["*"] };
      expect(await compared(waiting(), { ...sent, __underWay: "any" }, news)).toEqual(same);
      expect(said()).toEqual([expect.stringContaining("has not reached the lock, which is offline")]);
    });

    it.each<[string, Bag, Bag]>([
      ["the user waits for the device", { waitFor: "confirmed" }, { waitFor: "confirmed" }],
      ["the program declares something else", {}, { size: 5 }],
      ["the program waits otherwise", {}, { settleTimeout: 5 }],
      ["something is not known yet", {}, { note: UNKNOWN }],
      ["what nobody sees is declared otherwise", { pin: 1234 }, { pin: 4321 }],
    ])("is a change if %s", async (_what, olds, news) => {
      const shelf = waiting({ fields: { pin: { isWriteOnly: true } } });
      const before = { ...sent, __underWay: "any", ...olds };
      expect(await compared(shelf, before, { ...sent, ...news })).toEqual(changed);
    });

    it("is a change if the device is back, if there is none, and if nothing is under way", async () => {
      const before = { ...sent, __underWay: "any" };
      const back = waiting();
      back.host = { name: "Shelf one", online: true };
      expect(await compared(back, before, sent)).toEqual(changed);
      expect(await compared(waiting({}, false), before, sent)).toEqual(changed);
      expect(await compared(waiting(), sent, sent)).toEqual(changed);
    });
  });

  describe("of what nobody sees and the program no longer declares", () => {
    const olds = { note: "invented", __declared: ["shelfId", "name", "note"] };
    const special: Partial<ResourceSpec> = {
      fields: { note: { isWriteOnly: true }, size: { replaces: true } },
    };
    const warning =
      'Warning: Thing "Lamp": note is no longer declared. The service never shows it, so it stays as it was set ("invented"). To change ' +
      "it, declare the value that you want.\n";
    const shown = (): Shelf => {
      const shelf = holding({ size: 1 }, special);
      shelf.session.claims.checked(OWN);
      return shelf;
    };

    it("is a change of the state, and warns", async () => {
      expect(await compared(shown(), olds)).toEqual(changed);
      expect(said()).toEqual([warning]);
    });

    it("does not warn in a refresh", async () => {
      expect(await compared(holding({ size: 1 }, special), olds)).toEqual(changed);
      expect(said()).toEqual([]);
    });

    it("does not warn of what is still declared", async () => {
      expect(await compared(shown(), olds, { note: "invented" })).toEqual(same);
      expect(said()).toEqual([]);
    });

    it("does not warn of what is replaced", async () => {
      const replaced = { ...changed, replaces: ["size"] };
      expect(await compared(shown(), { size: 1, ...olds }, { size: 2 })).toEqual(replaced);
      expect(said()).toEqual(['Thing "Lamp": size 2 (was 1); this replaces it.\n']);
    });

    it.each<[string, Partial<ResourceSpec>, string]>([
      ["it is missed", {}, "no longer exists: it will be created again"],
      ["nobody misses it", { notMissed: () => "its time is over" }, "is not created again: its time is over"],
    ])("does not warn of what is gone, where %s", async (_words, more, line) => {
      const gone = Shelf.readById({ ...special, ...more });
      gone.session.claims.checked(OWN);
      await compared(gone, olds);
      expect(said()).toEqual([expect.stringContaining(line)]);
    });
  });

  describe("of what only the state records", () => {
    const shown = (environment: Readonly<Record<string, string>> = {}): Shelf => {
      const shelf = Shelf.later({}, true, environment);
      shelf.put({ size: 3 });
      shelf.session.claims.checked(OWN);
      return shelf;
    };

    it.each<[Bag, Bag, string]>([
      [{}, { waitFor: "accepted" }, "waitFor accepted (was confirmed)"],
      [{ waitFor: "accepted" }, {}, "waitFor confirmed (was accepted)"],
      [{}, { settleTimeout: 30 }, "settleTimeout 30 (was the default)"],
      [{ settleTimeout: 30 }, {}, "settleTimeout the default (was 30)"],
      [{ deleteContents: true }, {}, "deleteContents false (was true)"],
      [
        { waitFor: "accepted", deleteContents: true },
        { settleTimeout: 30, deleteContents: false },
        "waitFor confirmed (was accepted), settleTimeout 30 (was the default), deleteContents false (was true)",
      ],
    ])("says what changes from %j to %j", async (olds, news, words) => {
      expect(await compared(shown(), olds, news)).toEqual(changed);
      expect(said()).toEqual([`Thing "Lamp" on Shelf one: ${words}; nothing is sent.\n`]);
    });

    it("asks for the name of no device where only the state is to be compared", async () => {
      await compared(shown({ SMARTLOCK_DIFF: "state" }), {}, { waitFor: "accepted" });
      expect(said()).toEqual(['Thing "Lamp": waitFor accepted (was confirmed).\n']);
    });

    it.each<[string, Record<string, string>, Bag]>([
      ["only the state is compared, and an update compares the door", { SMARTLOCK_DIFF: "state" }, {}],
      ["it is pending, and an update sends it again", {}, { pending: { since: "2030-01-01T12:00:00.000Z" } }],
    ])("does not say that nothing is sent where %s", async (_why, settings, olds) => {
      const shelf = shown({ ...settings, SMARTLOCK_READ_ONLY: "true" });
      expect(await compared(shelf, { waitFor: "accepted", ...olds }, {})).toEqual(changed);
      const [line, warning] = said().slice(-2);
      expect(line).toMatch(/waitFor confirmed \(was accepted\)\.\n$/);
      expect(warning).toContain("would refuse these changes");
    });

    it.each<[string, Bag, Bag]>([
      ["what is declared as it was by default", {}, { waitFor: "confirmed", deleteContents: false }],
      ["a delete that is to take more, which has its own line", {}, { deleteContents: true }],
    ])("says nothing of %s", async (_words, olds, news) => {
      await compared(shown(), olds, news);
      expect(said()).toEqual([]);
    });

    it("says nothing of it beside what is sent, nor if it is gone, and then asks for no device", async () => {
      const shelf = shown();
      const find = jest.spyOn(shelf.kind.spec.parent?.device ?? { find: () => undefined }, "find" as never);
      await compared(shelf, { size: 3 }, { size: 4, waitFor: "accepted" });
      expect(said()).toEqual(['Thing "Lamp": size 4 (was 3).\n']);
      const gone = Shelf.readById();
      gone.session.claims.checked(OWN);
      await compared(gone, {}, { waitFor: "accepted" });
      expect(said().join("")).not.toContain("nothing is sent");
      expect(find).not.toHaveBeenCalled();
    });

    it("does not say that nothing is sent where what somebody changed is set right", async () => {
      await compared(shown(), { size: 4 }, { size: 4, waitFor: "accepted" });
      expect(said()).toEqual([
        'Thing "Lamp" on Shelf one: size is 3, declared 4.\n',
        'Thing "Lamp" on Shelf one: waitFor accepted (was confirmed).\n',
      ]);
    });

    it("says it of each resource", () => {
      const { session } = shown();
      for (const owner of [OWN, OTHER, OWN]) {
        const news = { __owner: owner, waitFor: "accepted" };
        tellRecorded(session, "Thing", owner, { olds: { __owner: owner }, news, mayWrite: false });
      }
      expect(said()).toEqual(
        [OWN, OTHER].map((owner) => `${owner}: waitFor accepted (was confirmed); nothing is sent.\n`),
      );
    });
  });

  describe("with what the door has already, because somebody has set it,", () => {
    const shown = (fields: object, special: Partial<ResourceSpec> = {}): Shelf => {
      const shelf = holding(fields, special);
      shelf.session.claims.checked(OWN);
      return shelf;
    };

    it("says that only the state changes, with what it says", async () => {
      expect(await compared(shown({ size: 4 }), { size: 3 }, { size: 4 })).toEqual(changed);
      expect(said()).toEqual([
        'Thing "Lamp" already has what the program declares now: size 4 (3 in the state).\n',
      ]);
    });

    it("says it of what the state does not have, and names no secret", async () => {
      await compared(
        shown({ size: 4, note: "b" }, { fields: { note: { isSecret: true } } }),
        { note: "a" },
        { size: 4, note: "b" },
      );
      expect(said()).toEqual([
        'Thing "Lamp" already has what the program declares now: size 4 (not set in the state), the declared note.\n',
      ]);
    });

    it("says it beside what is sent, and not of what is replaced anyway", async () => {
      const [olds, news] = [
        { size: 3, note: "a" },
        { size: 4, note: "b" },
      ];
      await compared(shown({ size: 4, note: "a" }), olds, news);
      expect(said()).toEqual([
        'Thing "Lamp": note "b" (was "a").\n',
        'Thing "Lamp" already has what the program declares now: size 4 (3 in the state).\n',
      ]);
      await compared(shown({ size: 4, note: "a" }, { fields: { note: { replaces: true } } }), olds, news);
      expect(said().slice(2)).toEqual(['Thing "Lamp": note "b" (was "a"); this replaces it.\n']);
    });

    it("says nothing of it in a refresh", async () => {
      expect(await compared(holding({ size: 4 }), { size: 3 }, { size: 4 })).toEqual(changed);
      expect(said()).toEqual([]);
    });
  });

  describe("with readOnly", () => {
    const refused = async (
      fields: object,
      olds: Bag,
      news: Bag,
      shelf = new Shelf({}, { SMARTLOCK_READ_ONLY: "true" }),
    ): Promise<boolean> => {
      shelf.put(fields);
      shelf.session.claims.checked(OWN);
      const before = said().length;
      await compared(shelf, olds, news);
      return said().slice(before).join("").includes("`pulumi up` would refuse these changes");
    };

    it("says that a run would refuse what it would send", async () => {
      expect(await refused({ size: 3 }, { size: 3 }, { size: 4 })).toBe(true);
      expect(await refused({ size: 3 }, { size: 4 }, { size: 4 })).toBe(true);
      expect(await refused({}, { name: "Other" }, { size: UNKNOWN })).toBe(true);
      expect(await refused({}, { pending: { since: "2030-01-01T12:00:00.000Z" } }, { size: 4 })).toBe(true);
    });

    it("says nothing of that where only the state changes", async () => {
      expect(await refused({ size: 3 }, { size: 3 }, { size: 3 })).toBe(false);
      expect(await refused({ size: 3 }, {}, { waitFor: "accepted" })).toBe(false);
    });

    it("says it where a list may be late, and nothing can be read by its id", async () => {
      expect(await refused({ size: 4 }, { size: 3 }, { size: 4 })).toBe(true);
      const readable = Shelf.readById({}, { SMARTLOCK_READ_ONLY: "true" });
      expect(await refused({ size: 4 }, { size: 3 }, { size: 4 }, readable)).toBe(false);
    });

    it("says nothing of that in a refresh", async () => {
      const shelf = new Shelf({}, { SMARTLOCK_READ_ONLY: "true" });
      shelf.put({ size: 3 });
      await compared(shelf, { size: 3 }, { size: 4 });
      expect(said()).toEqual([]);
    });
  });

  describe("of an identity that another object has", () => {
    const taken: Partial<ResourceSpec> = {
      identity: () => ["shelfId", "name"],
      adoption: { taken: () => ({ what: "name", advice: "Declare another name." }) },
    };
    const beside = (): Shelf => {
      const shelf = holding({ size: 1 }, taken);
      shelf.put({ thingId: 6, name: "Desk" });
      shelf.session.claims.checked(OWN);
      return shelf;
    };
    const warned = async (shelf: Shelf, name = "Desk"): Promise<string> => {
      await compared(shelf, {}, { name });
      return said().join("");
    };

    it("warns, and names its holder", async () => {
      expect(await warned(beside())).toContain(
        'Warning: Thing "Desk" (id 1/5) will not be changed (unless this run changes the other one first): its name is taken by ' +
          'Thing "Desk" (id 1/6). Declare another name.',
      );
    });

    it("does not warn in a refresh, of another name, and of what another resource of the run has", async () => {
      const refreshed = holding({ size: 1 }, taken);
      refreshed.put({ thingId: 6, name: "Desk" });
      expect(await warned(refreshed)).not.toContain("is taken");
      expect(await warned(beside(), "Sofa")).not.toContain("is taken");
      const owned = beside();
      owned.session.claims.made("Thing 1/6", OTHER);
      expect(await warned(owned)).not.toContain("is taken");
    });
  });

  describe("of a move to a device that is offline", () => {
    const moving = (special: Partial<ResourceSpec> = {}): Shelf => {
      const shelf = Shelf.later({
        fields: { shelfId: { replaces: true } },
        identity: () => ["shelfId"],
        ...special,
      });
      shelf.host = { name: "Shelf one", online: false };
      shelf.put();
      shelf.session.claims.checked(OWN);
      return shelf;
    };
    const moved = { ...changed, replaces: ["shelfId"] };

    it("is an update that has to wait, instead of a replacement", async () => {
      expect(await compared(moving(), {}, { shelfId: 2 })).toEqual(changed);
      expect(said()).toEqual([expect.stringContaining("will not be moved to Shelf one yet")]);
    });

    it("is a replacement in a refresh, and if something is not known yet", async () => {
      const refreshed = moving();
      jest.spyOn(refreshed.session.claims, "isChecked").mockReturnValue(false);
      expect(await compared(refreshed, {}, { shelfId: 2 })).toEqual(moved);
      expect(await compared(moving(), {}, { shelfId: 2, note: UNKNOWN })).toEqual(moved);
    });

    it("does not wait if the object moves without a replacement", async () => {
      expect(await compared(moving({ fields: {} }), {}, { shelfId: 2 })).toEqual(changed);
      expect(said().join("")).not.toContain("will not be moved");
    });
  });

  describe("refuses", () => {
    it("to change what can never change", async () => {
      const shelf = holding(
        { size: 3, note: "x" },
        { fields: { name: { isFixed: true }, size: { isFixed: true } } },
      );
      await expect(compared(shelf, { size: 3, note: "x" }, { size: 4, note: "y" })).rejects.toThrow(
        new Error(
          'Thing "Lamp": size is 3 and cannot be changed to 4. Declare another resource, or leave size as it is.',
        ),
      );
    });

    it("to change a secret that can never change, without showing it", async () => {
      const shelf = holding({ pin: 1111 }, { fields: { pin: { isFixed: true } } });
      await expect(compared(shelf, { pin: 1111 }, { pin: 2222 })).rejects.toThrow(
        new Error(
          'Thing "Lamp": its pin cannot be changed. Declare another resource, or leave pin as it is.',
        ),
      );
    });

    it("nothing of what is not known yet", async () => {
      const shelf = holding({ size: 3 }, { fields: { size: { isFixed: true } } });
      expect(await compared(shelf, { size: 3 }, { size: UNKNOWN })).toEqual(changed);
    });

    it("nothing where another field changes", async () => {
      const shelf = holding({ size: 3, note: "x" }, { fields: { size: { isFixed: true } } });
      expect(await compared(shelf, { size: 3, note: "x" }, { size: 3, note: "y" })).toEqual(changed);
    });

    it("two that want each other's value", async () => {
      const shelf = holding({});
      shelf.put({ thingId: 6, name: "Desk" });
      expect(await compared(shelf, {}, { name: "Desk" })).toEqual(changed);
      const other = { name: "Desk", __owner: OTHER };
      await expect(compared(shelf, other, { ...other, name: "Lamp" }, { id: "1/6" })).rejects.toThrow(
        new Error(
          'Thing "other" and Thing "own" cannot swap their names in one run, because the service allows each only once at a time. Give one of them ' +
            "another name first, run, and set the wanted one in a second run.",
        ),
      );
    });

    it("no two that want each other's value where replaceOnChanges replaces one: a delete comes first", async () => {
      const swapped = async (first: Bag, second: Bag): Promise<DiffResult[]> => {
        const shelf = holding({}, { fields: { size: { replaces: true } } });
        shelf.put({ thingId: 6, name: "Desk" });
        const other = { name: "Desk", __owner: OTHER };
        return [
          await compared(shelf, {}, { name: "Desk", ...first }),
          await compared(shelf, other, { ...other, name: "Lamp", ...second }, { id: "1/6" }),
        ];
      };
      const replaced = { ...changed, replaces: ["name"] };
      expect(await swapped({ __replaceOn: ["name"] }, {})).toEqual([replaced, changed]);
      expect(await swapped({}, { __replaceOn: ["name"] })).toEqual([changed, replaced]);
      expect(await swapped({ size: 4 }, {})).toEqual([{ ...changed, replaces: ["size"] }, changed]);
    });

    it("two that want each other's value, also if another part of the identity is ignored", async () => {
      const identity = (): string[] => ["shelfId", "name"];
      const shelf = holding({}, { identity });
      shelf.put({ thingId: 6, name: "Desk" });
      expect(await compared(shelf, {}, { name: "Desk", __ignore: ["shelfId"] })).toEqual(changed);
      const other = { name: "Desk", __owner: OTHER };
      await expect(
        compared(shelf, other, { ...other, name: "Lamp", __ignore: ["shelfId"] }, { id: "1/6" }),
      ).rejects.toThrow(
        new Error(
          'Thing "other" and Thing "own" cannot swap their names in one run, because the service allows each only once at a time. Give one of them ' +
            "another name first, run, and set the wanted one in a second run.",
        ),
      );
    });
  });

  describe("says what others changed", () => {
    it("in each field that the program did not change", async () => {
      const shelf = holding({ size: 3, note: "theirs", pin: 1111 });
      const stored = { size: 3, note: "ours", pin: 2222 };
      await compared(shelf, stored, { size: 4, note: "ours", pin: 2222 });
      expect(said()).toEqual([
        'Thing "Lamp": note is "theirs", declared "ours".\n',
        'Thing "Lamp": pin differs from what is declared.\n',
      ]);
    });

    it("in a field that the program does not declare", async () => {
      await compared(holding({ note: "theirs" }), { note: undefined }, { note: undefined });
      expect(said()).toEqual(['Thing "Lamp": note is "theirs", not declared.\n']);
    });

    it("by what Pulumi itself compares with", async () => {
      const shelf = holding({ size: 3 });
      const program = { ...declared, size: 4 };
      await compare(shelf.kind, "1/5", program, program, { ...declared, size: 3 });
      expect(said()).toEqual([]);
    });

    it("with the device that it is on", async () => {
      const shelf = Shelf.later();
      shelf.put({ size: 3 });
      expect(await compared(shelf, { size: 4 }, { size: 4 })).toEqual(changed);
      expect(said()).toEqual(['Thing "Lamp" on Shelf one: size is 3, declared 4.\n']);
    });
  });

  it("says which fields will be set again, and only those that are unsure", async () => {
    const shelf = holding(
      {},
      { fields: { pin: { isWriteOnly: true }, note: { isWriteOnly: true }, size: { isWriteOnly: true } } },
    );
    const values = { pin: 1111, note: "ours", size: 3 };
    await compared(shelf, { ...values, __unsure: ["pin", "note"] }, { ...values, size: 4 });
    await compared(shelf, { ...values, size: 5 }, { ...values, size: 4 });
    expect(said()).toEqual([
      'Thing "Lamp": pin, note will be set again, because a failed update may have set something else.\n',
    ]);
  });

  it("says which secrets the state will learn", async () => {
    const shelf = holding(
      { pin: 1111, note: "x" },
      { fields: { pin: { isSecret: true }, note: { isSecret: true } } },
    );
    expect(await compared(shelf)).toEqual(changed);
    expect(said()).toEqual(['Thing "Lamp": pin, note will be recorded in the state; nothing is sent.\n']);
  });

  it("does not say that nothing is sent where something else is set right", async () => {
    const shelf = holding({ pin: 1111, size: 3 }, { fields: { pin: { isSecret: true } } });
    await compared(shelf, {}, { size: 4 });
    expect(said().join("")).toContain('Thing "Lamp": pin will be recorded in the state.\n');
  });

  describe("answers for the object", () => {
    it.each([
      ["of its id", "1/5", {}, "Thing 1/5"],
      ["of the id in its outputs", "1/pending-00aa", { thingId: 5 }, "Thing 1/5"],
      ["of its handle", "1/pending-00aa", { pending: { since: "2030-01-01" } }, "Thing 1/pending-00aa"],
    ])("%s, with its former owner", async (_words, id, olds, object) => {
      const shelf = holding({});
      const { claims } = shelf.session;
      claims.checked(OWN);
      await compared(shelf, { ...olds, __owner: OTHER }, {}, { id });
      expect([claims.owns(object, OWN), claims.owns(object, OTHER)]).toEqual([true, true]);
    });

    it("of the id in its outputs, where new ones are made first", async () => {
      const shelf = holding({}, { createFirst: true });
      shelf.session.claims.checked(OWN);
      await compared(shelf, { thingId: 5 }, {}, { id: "1/pending-00aa" });
      expect(shelf.session.claims.whyKept("Thing 1/5", OWN)).toBe("the program still declares it");
    });

    it.each<[string, Bag, readonly string[], string]>([
      ["stays", { size: 3 }, [], "(id 1/5) was not deleted: it belongs to"],
      ["is replaced", { size: 4 }, ["remove 1/5"], "deleted"],
    ])("that %s, to whom deletes an imported state of it", async (_words, news, writes, outcome) => {
      const shelf = holding({ size: 3 }, { fields: { size: { replaces: true } } });
      shelf.session.claims.checked(OWN);
      // Nothing in it says which resource it belongs to.
      const imported = { shelfId: 1, name: "Lamp", size: 3 };
      await diff(shelf.kind, "1/5", imported, { ...declared, ...news });
      const deleted = remove(shelf.kind, "1/5", imported).then(() => "deleted", String);
      expect(await deleted).toContain(outcome);
      expect(shelf.writes).toEqual(writes);
    });

    it.each([
      [true, {}, "the program still declares it", false],
      [true, { size: 4 }, undefined, true],
      [false, {}, undefined, false],
      [false, { size: 4 }, undefined, false],
    ])(
      "that stays or is left where new ones are made first (%s, %j)",
      async (createFirst, news, why, isLeft) => {
        const shelf = holding({ size: 3 }, { createFirst, fields: { size: { replaces: true } } });
        shelf.session.claims.checked(OWN);
        await compared(shelf, { size: 3 }, { size: 3, ...news });
        expect(shelf.session.claims.whyKept("Thing 1/5", OWN)).toBe(why);
        expect(shelf.session.claims.isLeftByAnother("Thing 1/5", OTHER)).toBe(isLeft);
      },
    );
  });

  describe("of what is pending", () => {
    const pending = { pending: { since: "2030-01-01T12:00:00.000Z" } };
    const content = { ...pending, waitFor: "accepted", size: 3, note: "x" };
    const offline = (): Shelf => {
      const shelf = Shelf.later({ fields: { size: { replaces: true } } });
      shelf.host = { name: "Shelf one", online: false };
      return shelf;
    };

    it.each([
      ["nothing", {}, same],
      ["a field", { note: "y" }, changed],
      ["a field that needs another object", { size: 4 }, { ...changed, replaces: ["size"] }],
      ["something unknown", { note: UNKNOWN }, changed],
      ["something unknown that needs another object", { size: UNKNOWN }, { ...changed, replaces: ["size"] }],
      ["the time it is given", { settleTimeout: 5 }, changed],
    ])("on an offline device, where %s changed", async (_words, news, expected) => {
      const shelf = offline();
      const declaredNow = { waitFor: "accepted", size: 3, note: "x", ...news };
      expect(await compared(shelf, content, declaredNow, { id: "1/pending-00aa" })).toEqual(expected);
      expect(await compared(shelf, content, declaredNow)).toEqual(expected);
      const line = 'Warning: Thing "Lamp" is still pending: Shelf one is offline.\n';
      expect(said()).toEqual([line, line]);
      expect(shelf.lists).toBe(0);
    });

    it.each([
      [
        "is there",
        true,
        "accepted",
        'Thing "Lamp" is pending: it was sent, but Shelf one had not confirmed it.',
      ],
      [
        "is offline",
        false,
        "confirmed",
        'Thing "Lamp" is pending: it was sent, but Shelf one had not confirmed it.',
      ],
    ])("goes on where the device %s", async (_words, online, waitFor, line) => {
      const shelf = Shelf.later();
      shelf.host = { name: "Shelf one", online };
      expect(await compared(shelf, { ...pending, waitFor }, { waitFor })).toEqual(changed);
      expect(said()).toEqual([`${line}\n`]);
    });

    it("says that what was sent before in another form is deleted if it turns up", async () => {
      const at = "2030-01-01T11:00:00.000Z";
      const __earlier = [{ form: { shelfId: 1, name: "Sofa" }, since: at, until: at, notIt: [] }];
      await compared(Shelf.later(), { ...pending, __earlier }, {});
      expect(said()).toEqual([
        'Thing "Lamp" is pending: it was sent, but Shelf one had not confirmed it. What was sent before ' +
          "it may be there too: if it turns up, it is deleted.\n",
      ]);
    });

    it("goes on where only the handle tells that it is pending", async () => {
      const shelf = new Shelf();
      expect(await compared(shelf, {}, {}, { id: "1/pending-00aa" })).toEqual(changed);
      expect(shelf.lists).toBe(0);
    });

    it("goes on where there is no device", async () => {
      expect(
        await compared(new Shelf(), { ...pending, waitFor: "accepted" }, { waitFor: "accepted" }),
      ).toEqual(changed);
      expect(said()).toEqual([
        'Thing "Lamp" is pending: it was sent, but the service had not confirmed it.\n',
      ]);
    });
  });
});

describe("What needs another object", () => {
  const { spec } = new Shelf().kind;
  const wanted = { name: "a", parts: { left: 1, right: UNKNOWN }, list: [1, 2] };
  const found = { name: "b", parts: { left: 1, right: 2 }, list: [1, 3] };
  it.each([
    [[], []],
    [["name"], ["name"]],
    [["*"], ["name", "parts", "list"]],
    [["other"], []],
    [["parts"], ["parts"]],
    [["parts.left"], []],
    [["parts.right"], ["parts"]],
    [["list[0]"], []],
    [["list[1]"], ["list"]],
    [["parts.left", "name"], ["name"]],
  ])("with replaceOnChanges %j", (replaceOn, expected) => {
    expect(replacing(spec, wanted, ["name", "parts", "list"], found, replaceOn)).toEqual(expected);
  });

  it("is what others found to differ, whatever it looks like here", () => {
    expect(replacing(spec, { name: "a" }, ["name"], { name: "a" }, ["name"])).toEqual(["name"]);
  });

  it("is only what differs", () => {
    expect(replacing(spec, wanted, [], found, ["*"])).toEqual([]);
  });
});
