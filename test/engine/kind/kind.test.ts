import { z } from "zod";
import { Kind } from "../../../provider/engine/kind/kind";
import { Listing } from "../../../provider/engine/lists/listing";
import { numberPart } from "../../../provider/engine/kind/ids";
import { forgetSecrets, namePeople, withoutPeople } from "../../../provider/engine/messages/kept-secret";
import type { Names } from "../../../provider/engine/messages/names";
import { defineResource, type ResourceSpec } from "../../../provider/engine/kind/spec";
import { adoptInput, settleInputs } from "../../../provider/engine/kind/steering";
import { UNKNOWN } from "../../../provider/engine/values/unknown";
import { parentThat } from "../shelf";

interface LiveBell {
  readonly house: number;
  readonly bell: number;
  readonly name: string;
  readonly tone?: string;
  readonly settings?: Record<string, z.core.util.JSONType>;
  readonly made?: string;
}

const notCalled = (): never => {
  throw new Error("asks the service");
};

/** An invented kind with only the required parts. */
const plainBell = defineResource({
  type: "Bell",
  docs: { summary: "A bell.", all: "all bells", identity: "its name and tone", notes: [] },
  inputs: z.object({
    name: z.string(),
    tone: z.string().optional(),
    volume: z.number().optional(),
    settings: z.record(z.string(), z.json()).optional(),
    pin: z.number().optional(),
    password: z.string().optional(),
    ...adoptInput,
    ...settleInputs,
  }),
  outputs: z.object({ made: z.string().optional() }),
  fields: { pin: { isSecret: true }, password: { isSecret: true } },
  id: { house: numberPart, bell: numberPart },
  identity: () => ["name", "tone", "pin"],
  list: notCalled,
  idOf: ({ house, bell }: LiveBell) => ({ house, bell }),
  origin: ({ made }) => ({ createdAt: made }),
  show: ({ name, tone, settings, made }) => ({ name, tone, settings, made }),
  create: notCalled,
  remove: notCalled,
});
/** The same with everything that a kind may specify without a request. */
const fullBell = defineResource({
  ...plainBell,
  fields: {
    ...plainBell.fields,
    name: { compareAs: (value) => String(value).toLowerCase() },
    tone: { speakAs: (value) => `a ${String(value)} one` },
    volume: { default: 3 },
    password: { isSecret: true, isWriteOnly: true },
    settings: { isOpen: true, isSetAfterCreation: true },
  },
  parent: parentThat(() => false, { keyFrom: ({ house }) => `house ${String(house)}` }),
});
const plain = new Kind(plainBell);
const full = new Kind(fullBell);

const door: LiveBell = { house: 7, bell: 5, name: "Door", tone: "high" };

describe("A kind", () => {
  it("wants what is declared and its defaults, without what steers the provider", () => {
    const inputs = { name: "Door", adopt: "same", settleTimeout: 5, __owner: "urn" };
    expect(full.wanted(inputs)).toStrictEqual({ volume: 3, name: "Door" });
    expect(full.wanted({ ...inputs, volume: 9 })).toStrictEqual({ volume: 9, name: "Door" });
    expect(plain.wanted(inputs)).toStrictEqual({ name: "Door" });
  });

  it("joins and splits ids, and tells what something belongs to", () => {
    expect(plain.idOf(door)).toBe("7/5");
    expect(plain.parts("7/5")).toEqual({ house: 7, bell: 5 });
    expect(() => plain.parts("7")).toThrow('Bell: the id "7" is not of the form house/bell.');
    expect(full.parentOf({ house: 7 })).toBe("house 7");
    expect(plain.parentOf({ house: 7 })).toBeUndefined();
    expect(plain.show(door)).toMatchObject({ name: "Door", tone: "high" });
  });

  it("takes for a match what has the whole identity, in the form in which it is compared", () => {
    expect(full.isMatch({ name: "Door", tone: "high" }, { name: "DOOR", tone: "high" })).toBe(true);
    expect(full.isMatch({ name: "Door", tone: "high" }, { name: "Door", tone: "low" })).toBe(false);
    expect(full.isMatch({ name: "Gate", tone: "high" }, { name: "Door", tone: "high" })).toBe(false);
    expect(plain.isMatch({ name: "Door" }, { name: "DOOR" })).toBe(false);
    expect(plain.isMatch({ name: "Door" }, { name: "Door", tone: null })).toBe(true);
  });

  it("finds all matches in a list", () => {
    const loud = { ...door, bell: 6, name: "DOOR" };
    const other = { ...door, bell: 7, tone: "low" };
    const listed = Listing.of<object>([door, loud, other].map((live) => [plain.idOf(live), live]));
    expect(full.matching(listed, { name: "door", tone: "high" })).toEqual([
      ["7/5", door],
      ["7/6", loud],
    ]);
    expect(full.matching(listed, { name: "door" })).toEqual([]);
    expect(plain.matching(Listing.of<object>([["7/5", door]]), { name: "Door", tone: "high" })).toEqual([
      ["7/5", door],
    ]);
  });

  it("compares with the state only what the service never shows, if the state has it", () => {
    const wanted = { name: "Door", password: "new" };
    expect(full.unshownDifferences(wanted, { name: "Gate", password: "old" })).toEqual(["password"]);
    expect(full.unshownDifferences(wanted, { name: "Gate", password: "new" })).toEqual([]);
    expect(full.unshownDifferences(wanted, { name: "Gate" })).toEqual([]);
    expect(plain.unshownDifferences(wanted, { name: "Gate", password: "old" })).toEqual([]);
    expect(full.differences(wanted, { name: "Gate", password: "old" })).toEqual(["name"]);
    expect(plain.differences(wanted, { name: "Gate", password: "old" })).toEqual(["name", "password"]);
  });

  it("tells the secrets that are shown and that no state has", () => {
    expect(plain.unrecordedSecrets({ name: "Door", pin: 111222 }, {})).toEqual(["pin"]);
    expect(plain.unrecordedSecrets({ pin: 111222 }, { pin: 333444 })).toEqual([]);
    expect(plain.unrecordedSecrets({ name: "Door" }, {})).toEqual([]);
    expect(plain.unrecordedSecrets({}, { pin: 111222 })).toEqual([]);
  });

  it.each<[string, unknown, unknown, unknown]>([
    ["only what is declared of an open object", { a: 1, b: 2 }, { a: 3, c: 4 }, { a: 3, b: undefined }],
    ["a text as it is", { a: 1 }, "text", "text"],
    ["a list as it is", { a: 1 }, [1], [1]],
    ["nothing as it is", { a: 1 }, null, null],
    ["what is absent as absent", { a: 1 }, undefined, undefined],
    ["an object as it is where a list is declared", [1], { 0: 1, a: 2 }, { 0: 1, a: 2 }],
    ["an object as it is where a text is declared", "x", { 0: 1, a: 2 }, { 0: 1, a: 2 }],
    ["an object as it is where nothing is declared", null, { a: 1 }, { a: 1 }],
  ])("compares %s", (_words, declared, value, expected) => {
    expect(full.comparable("settings", { settings: declared }, { settings: value })).toStrictEqual(expected);
  });

  it("compares the whole of an object that is not open", () => {
    const [wanted, shown] = [{ settings: { a: 1 } }, { settings: { a: 1, b: 2 } }];
    expect(plain.comparable("settings", wanted, shown)).toEqual({ a: 1, b: 2 });
    expect(plain.differences(wanted, shown)).toEqual(["settings"]);
    expect(full.differences(wanted, shown)).toEqual([]);
  });

  it("knows which fields are secret, and which are never shown", () => {
    const fields = ["name", "pin", "password"];
    expect(fields.map((field) => full.isSecret(field))).toEqual([false, true, true]);
    expect(fields.map((field) => full.isWriteOnly(field))).toEqual([false, false, true]);
    expect(fields.map((field) => plain.isWriteOnly(field))).toEqual([false, false, false]);
  });

  it("judges a creation by what a create can set", () => {
    const wanted = { name: "Door", settings: { a: 1 } };
    const shown = { name: "Other", settings: { a: 2 } };
    expect(full.differencesFromCreate(wanted, shown)).toEqual(["name"]);
    expect(plain.differencesFromCreate(wanted, shown)).toEqual(["name", "settings"]);
  });

  it.each([
    [1, 2, []],
    [3, 4, []],
    [1, 4, ["volume"]],
    [3, 2, ["tone"]],
    [undefined, 5, ["volume", "tone"]],
    [{}, {}, ["volume", "tone"]],
  ])(
    "that sets volume and tone later has left both, or both are as wanted; here they are %s and %s",
    (volume, tone, differing) => {
      const leaving = new Kind({
        ...full.spec,
        fields: {
          volume: { isSetAfterCreation: true, leftByCreate: 1 },
          tone: { isSetAfterCreation: true, leftByCreate: 2 },
        },
      });
      const wanted = { name: "Door", volume: 3, tone: 4 };
      expect(leaving.differencesFromCreate(wanted, { name: "Door", volume, tone })).toEqual(differing);
    },
  );

  it.each([
    [undefined, []],
    [{}, []],
    [{ a: 1 }, []],
    [{ a: 2 }, ["settings"]],
  ])("that leaves settings empty may show %j", (settings, differing) => {
    const leaving = new Kind({
      ...full.spec,
      fields: {
        ...full.spec.fields,
        settings: { isOpen: true, isSetAfterCreation: true, leftByCreate: undefined },
      },
    });
    const wanted = { name: "Door", settings: { a: 1 } };
    expect(leaving.differencesFromCreate(wanted, { name: "Door", settings })).toEqual(differing);
    expect(leaving.differencesFromCreate({ name: "Door" }, { name: "Door", settings })).toEqual([]);
  });

  it("takes for inputs what was declared, or every field that could be", () => {
    const state = { name: "Door", tone: "high", adopt: "same", made: "2026", __owner: "urn", __account: 1 };
    expect(plain.inputsOf({ ...state, __declared: ["name"] })).toStrictEqual({
      name: "Door",
      __owner: "urn",
    });
    expect(plain.inputsOf({ ...state, __declared: [] })).toStrictEqual({ __owner: "urn" });
    expect(plain.inputsOf(state)).toStrictEqual({
      name: "Door",
      tone: "high",
      adopt: "same",
      __owner: "urn",
    });
  });

  it("is named by the first thing that may be told", () => {
    expect(plain.label({ name: "Door", tone: "high" })).toBe('Bell "Door"');
    expect(plain.label({ tone: "high", pin: 111222 })).toBe('Bell "high"');
    expect(plain.label({ pin: 111222 })).toBe("Bell");
  });

  it("is named with the place that it is in, once the name of that has been read", () => {
    const houses: Readonly<Record<string, string>> = { "7": "Mill" };
    const inHouse = new Kind({
      ...plainBell,
      parent: {
        noun: "house",
        kind: plainBell,
        keyFrom: ({ house }) => String(house),
        nameSeen: (key) => houses[key],
      },
    });
    expect(inHouse.label({ name: "Door", house: 7 })).toBe('Bell "Door" on Mill');
    expect(inHouse.label({ name: "Door", house: "7" })).toBe('Bell "Door" on Mill');
    expect(inHouse.label({ name: "Door", house: 8 })).toBe('Bell "Door"');
    expect(inHouse.labelOn({ name: "Door", house: 7 }, undefined)).toBe('Bell "Door" on Mill');
    expect(inHouse.labelOn({ name: "Door", house: 7 }, { name: "Mill", online: true })).toBe(
      'Bell "Door" on Mill',
    );
    const deep: unknown = JSON.parse("[".repeat(20_000) + "]".repeat(20_000));
    expect(inHouse.label({ name: "Door", house: deep })).toBe('Bell "Door"');
  });

  it("is not named by a value that is no text and no number, of whatever depth", () => {
    const deep: unknown = JSON.parse("[".repeat(20_000) + "]".repeat(20_000));
    expect(plain.label({ name: deep, tone: "high" })).toBe('Bell "high"');
    expect(plain.label({ name: UNKNOWN, tone: 7 })).toBe("Bell 7");
  });

  it("says a value in its own words, if there is one", () => {
    expect(full.words("tone", "high")).toBe("a high one");
    expect(full.words("tone", undefined)).toBe("not set");
    expect(full.words("tone", null)).toBe("not set");
    expect(plain.words("tone", "high")).toBe('"high"');
  });

  it("says lists of texts without quotes, and what is not known yet", () => {
    expect(plain.words("tone", ["high", "low"])).toBe("high, low");
    expect(plain.words("tone", ["high", 7])).toBe('["high",7]');
    expect(plain.words("tone", [])).toBe("[]");
    expect(plain.words("tone", ["high", UNKNOWN])).toBe("high and something that is not known yet");
    expect(plain.words("tone", { a: UNKNOWN })).toBe("something that is not known yet");
    expect(plain.words("tone", UNKNOWN, (field) => `the ${field} of a resource`)).toBe(
      "the tone of a resource",
    );
    const house = new Kind({
      ...plainBell,
      fields: { tone: { speakAs: (value: unknown, names: Names) => names("tone", value) } },
    });
    expect(house.words("tone", 7)).toBe("7");
  });

  it("keeps what names people out of all lines once it has shown it, if nobody is to be named", () => {
    const inHouse = new Kind({ ...plainBell, fields: { name: { namesPeople: true } } });
    try {
      inHouse.show(door);
      namePeople(false);
      expect(withoutPeople("Bell at Door")).toBe("Bell at Door");
      inHouse.show(door);
      expect(withoutPeople("Bell at Door")).toBe("Bell at [not named]");
    } finally {
      namePeople(true);
      forgetSecrets();
    }
  });

  it("knows which texts people choose freely", () => {
    expect(plain.textsIn("name", "Door")).toEqual(["Door"]);
    expect(plain.textsIn("tone", "high")).toEqual(["high"]);
    expect(plain.textsIn("settings", { a: ["b", 7, UNKNOWN] })).toEqual(["b"]);
    expect(plain.textsIn("adopt", "same")).toEqual([]);
    expect(plain.textsIn("made", "today")).toEqual([]);
    const inputs = plainBell.inputs.extend({ place: z.object({ street: z.string() }) });
    const placed = new Kind({ ...plainBell, inputs });
    expect(placed.textsIn("place", { street: "Lane" })).toEqual(["Lane"]);
  });

  it("remembers what nobody sees and the program no longer declares", () => {
    const state = { password: "canary", __declared: ["password"] };
    expect(full.releasedUnshown(state, {})).toEqual(["password"]);
    expect(full.releasedUnshown(state, { password: "canary" })).toEqual([]);
    expect(full.releasedUnshown({ ...state, __declared: ["name"] }, {})).toEqual([]);
  });

  it("compares a value by what it means beside the others", () => {
    const compareAs = (value: unknown, all: Record<string, unknown>): unknown =>
      all["tone"] === "high" ? Number(value) * 2 : value;
    const bell = new Kind({ ...plainBell, fields: { volume: { compareAs } } });
    expect(bell.differences({ volume: 1, tone: "high" }, { volume: 2 })).toEqual(["tone"]);
    expect(bell.differences({ volume: 4 }, { volume: 4, tone: "high" })).toEqual([]);
    expect(bell.differences({ volume: 2, tone: "low" }, { volume: 1, tone: "high" })).toEqual(["tone"]);
    expect(bell.differences({ volume: 1, tone: "low" }, { volume: 1, tone: "high" })).toEqual([
      "volume",
      "tone",
    ]);
  });

  it("has one key for all declarations of the same object, in the form in which they are compared", () => {
    const compareAs = (value: unknown, all: Record<string, unknown>): unknown =>
      all["tone"] === "high" ? String(value).toLowerCase() : value;
    const bell = new Kind({ ...plainBell, fields: { name: { compareAs } } });
    const keyOf = (name: string, tone: string): string => bell.identityKey({ name, tone });
    expect(keyOf("Door", "high")).toBe(keyOf("door", "high"));
    expect(keyOf("Door", "low")).not.toBe(keyOf("door", "low"));
  });

  it.each<[string, NonNullable<ResourceSpec["adoption"]>]>([
    ["says nothing of what is taken", {}],
    ["knows of nothing that is taken", { taken: () => undefined }],
  ])("names all fields of an identity that is given up, if it %s", (_words, adoption) => {
    const bell = new Kind({ ...plainBell, adoption });
    const from = { name: "Door", tone: "high", pin: 111222 };
    const to = { ...from, name: "Gate", tone: "low" };
    expect(bell.move(from, to)).toEqual({
      what: "name and tone",
      from: bell.identityKey(from),
      to: bell.identityKey(to),
    });
  });

  it("gives up no identity of which a part is not known", () => {
    const from = { name: "Door", tone: "high", pin: 111222 };
    const to = { ...from, name: "Gate" };
    expect(plain.move({ ...from, pin: undefined }, to)).toBeUndefined();
    expect(plain.move(from, { ...to, pin: undefined })).toBeUndefined();
  });

  it("has secrets that are texts and numbers", () => {
    expect(plain.secretsIn({ name: "Door", pin: 111222, password: "canary" })).toEqual(["111222", "canary"]);
    expect(plain.secretsIn({ pin: true, password: { a: 1 } })).toEqual([]);
  });
});

describe("What goes into the state", () => {
  const inputs = {
    name: "door",
    settings: { a: 1 },
    password: "canary",
    settleTimeout: 5,
    __owner: "urn",
    __provider: "code",
  };
  const kept = {
    settleTimeout: 5,
    __declared: ["name", "settings", "password", "settleTimeout"],
    __version: 2,
    __owner: "urn",
  };

  it("is what the service shows, as far as it is spoken of, and what it never shows", () => {
    const live = { ...door, settings: { a: 2, b: 3 } };
    expect(full.outs(live, inputs, { account: 9, madeAt: "now" })).toStrictEqual({
      ...kept,
      name: "Door",
      tone: "high",
      settings: { a: 2 },
      password: "canary",
      house: 7,
      bell: 5,
      __account: 9,
      __madeAt: "now",
    });
    expect(plain.outs(live, inputs, { account: undefined, madeAt: undefined })).toStrictEqual({
      ...kept,
      name: "Door",
      tone: "high",
      settings: { a: 2, b: 3 },
      house: 7,
      bell: 5,
    });
  });

  it("has no date of ours where the service tells its own", () => {
    const outs = plain.outs({ ...door, made: "2026-01-05" }, inputs, { account: 9, madeAt: "now" });
    expect(outs).toMatchObject({ made: "2026-01-05", __account: 9 });
    expect(outs).not.toHaveProperty("__madeAt");
  });

  it("is what is wanted while the service does not show it yet", () => {
    expect(
      full.pendingOuts(inputs, { house: 7 }, { since: "2026-01-05", notIt: [], account: 9 }),
    ).toStrictEqual({
      ...kept,
      volume: 3,
      name: "door",
      settings: { a: 1 },
      password: "canary",
      house: 7,
      pending: { since: "2026-01-05" },
      __account: 9,
    });
  });
});
