import { UNKNOWN } from "../../provider/engine/values/unknown";
import { asSecret } from "../../provider/engine/values/secret-value";
import { parentThat } from "../engine/shelf";
import { lampSets } from "./lamp-sets";

const parent = parentThat(() => false, { noun: "room", keyFrom: () => "" });
const since = "2026-01-05T12:00:00.000Z";

describe("A set", () => {
  it.each<[string, Record<string, unknown>, string]>([
    ["its name", { name: "Porch" }, 'LampSet "Porch"'],
    ["its kind alone where it has no name", {}, "LampSet"],
    ["its kind alone where the name is none", { name: 5 }, "LampSet"],
  ])("is called by %s", (_, fields, label) => {
    expect(lampSets().set.label(fields)).toBe(label);
  });

  it("calls its places what they are, if the kind of its objects says so", () => {
    expect(lampSets({ parent }).set.noun).toBe("room");
    expect(lampSets().set.noun).toBe("place");
  });

  it.each<[string, unknown, string[]]>([
    ["all that are declared, as texts", [1, 2], ["1", "2"]],
    ["those that are texts already", ["1", "2"], ["1", "2"]],
    ["those that are known", [1, UNKNOWN], ["1"]],
    ["none while the list is not known", UNKNOWN, []],
    ["none where there is no list", undefined, []],
    ["something that is no place, as its text", [{ a: 1 }], ['{"a":1}']],
  ])("has places: %s", (_, roomIds, places) => {
    expect(lampSets().set.places({ roomIds })).toEqual(places);
  });

  it("declares at each place what it says as a whole, and the place", () => {
    const inputs = {
      roomIds: [1, 2],
      lampIds: {},
      pending: {},
      setId: "a",
      name: "Porch",
      adopt: "same",
      __members: {},
      __owner: "urn",
    };
    expect(lampSets().set.inputsAt("2", inputs)).toEqual({
      name: "Porch",
      adopt: "same",
      __owner: "urn",
      roomId: 2,
    });
  });
});

describe("The state of a set", () => {
  const state = {
    roomIds: [1, 2, 3],
    name: "Porch",
    colour: "red",
    lampIds: { "1": "11", "2": "12" },
    pending: { "3": { since } },
    __members: { "2": { colour: "blue", creationDate: since } },
    __declared: ["roomIds", "name"],
    __account: 5,
  };
  const shared = { name: "Porch", colour: "red", __declared: ["roomId", "name"], __account: 5 };

  it("tells each object in the form of a resource of its own", () => {
    expect([...lampSets().set.members(state)]).toStrictEqual([
      [
        "1",
        {
          handle: "1/11",
          state: { ...shared, roomId: 1, lampId: "11" },
          common: { ...shared, roomId: 1, lampId: "11" },
        },
      ],
      [
        "2",
        {
          handle: "2/12",
          state: { ...shared, colour: "blue", creationDate: since, roomId: 2, lampId: "12" },
          common: { ...shared, roomId: 2, lampId: "12" },
        },
      ],
      [
        "3",
        {
          handle: expect.stringMatching(/^3\/pending-[0-9a-f]{16}$/) as string,
          state: { ...shared, roomId: 3, pending: { since } },
          common: { ...shared, roomId: 3, pending: { since } },
        },
      ],
    ]);
  });

  it("tells an object once that is pending and has an id", () => {
    const members = lampSets().set.members({ lampIds: { "1": "11" }, pending: { "1": { since } } });
    expect([...members]).toEqual([
      [
        "1",
        {
          handle: "1/11",
          state: { roomId: 1, lampId: "11", pending: { since } },
          common: { roomId: 1, lampId: "11", pending: { since } },
        },
      ],
    ]);
  });

  it.each<[string, Record<string, unknown>]>([
    ["no ids at all", {}],
    ["ids that are a list", { lampIds: ["11"], pending: [{ since }] }],
    ["ids that are nothing", { lampIds: null, pending: null }],
    ["ids that are a text", { lampIds: "11", pending: "yes" }],
    ["an id that is no text", { lampIds: { "1": 11 } }],
    ["something pending that is none", { pending: { "1": true, "2": null, "3": [since] } }],
  ])("tells no object where somebody edited it: %s", (_, edited) => {
    expect([...lampSets().set.members(edited).keys()]).toEqual([]);
  });

  it("tells the places of which it knows no object", () => {
    const { set } = lampSets();
    expect(set.placesWithoutId({ ...state, roomIds: [1, 2, 3, 4] })).toEqual(["4"]);
    expect(set.placesWithoutId(state)).toEqual([]);
  });

  it.each<[string, unknown, string[]]>([
    ["the fields that were declared", ["name"], ["name", "__owner"]],
    ["all fields where it does not say which", undefined, ["roomIds", "name", "colour", "__owner"]],
    ["none where somebody edited it", "name", ["__owner"]],
  ])("tells its inputs: %s", (_, declared, fields) => {
    const inputs = lampSets().set.inputsOf({ ...state, __owner: "urn", __declared: declared });
    expect(Object.keys(inputs).sort()).toEqual(fields.sort());
  });
});

describe("What a set stores", () => {
  const inputs = { roomIds: [9], name: "Porch", colour: "red", adopt: "same", __owner: "urn", __ignore: [] };
  const at = (roomId: number, fields: object = {}) => ({
    roomId,
    lampId: `1${roomId}`,
    name: "Porch",
    colour: "red",
    ...fields,
  });

  it("is what its objects agree in once, and of each what is its own", () => {
    const states = new Map<string, Record<string, unknown>>([
      ["10", at(10, { colour: "Red", creationDate: since })],
      ["2", at(2, { colour: "Red", __madeAt: since, __unsure: ["code"], __account: 5 })],
      ["3", at(3, { colour: "Red", __notIt: ["3/1"], __earlier: [{ form: {} }], __declared: ["roomId"] })],
      ["5", at(5, { colour: "Red", __earlier: asSecret([{ form: {} }]) })],
      ["4", { ...at(4, { colour: "Red", pending: { since }, __declared: ["roomId"] }), lampId: undefined }],
    ]);
    expect(lampSets().set.outs(inputs, states, 4)).toEqual({
      name: "Porch",
      colour: "Red",
      adopt: "same",
      roomIds: [2, 3, 4, 5, 10],
      lampIds: { "10": "110", "2": "12", "3": "13", "5": "15" },
      pending: { "4": { since } },
      __members: {
        "10": { creationDate: since },
        "2": { __madeAt: since, __unsure: ["code"] },
        "3": { __notIt: ["3/1"], __earlier: asSecret([{ form: {} }]) },
        "4": { __declared: ["roomId"] },
        "5": { __earlier: asSecret([{ form: {} }]) },
      },
      __declared: ["roomIds", "name", "colour", "adopt"],
      __account: 5,
      __version: 2,
      __owner: "urn",
    });
  });

  it("is what is declared where its objects differ, with the differences", () => {
    const states = new Map([
      ["2", at(2, { colour: "blue" })],
      ["1", at(1)],
      ["3", at(3, { colour: undefined, code: "demo-code" })],
    ]);
    const outs = lampSets().set.outs(inputs, states);
    expect(outs).toMatchObject({ colour: "red" });
    expect(outs["__members"]).toEqual({
      "1": {},
      "2": { colour: "blue" },
      "3": { colour: null, code: asSecret("demo-code") },
    });
    expect(Object.keys(outs)).not.toContain("__account");
  });

  it("keeps secret what the program marked, also in one object alone", () => {
    const states = new Map([
      ["1", at(1)],
      ["2", at(2, { colour: "blue", __secret: ["colour"], __altered: { colour: { declared: "b" } } })],
    ]);
    expect(lampSets().set.outs(inputs, states)["__members"]).toEqual({
      "1": {},
      "2": { colour: asSecret("blue"), __altered: asSecret({ colour: { declared: "b" } }) },
    });
  });

  it("keeps a secret that an object lacks as missing", () => {
    const states = new Map([
      ["1", at(1, { code: "demo-code" })],
      ["2", at(2)],
    ]);
    const outs = lampSets().set.outs({ ...inputs, code: "demo-code" }, states);
    expect([outs["code"], outs["__members"]]).toEqual(["demo-code", { "1": {}, "2": { code: null } }]);
  });

  it("is what is declared where it has no object, and the account of before", () => {
    expect(lampSets().set.outs(inputs, new Map(), 4)).toEqual({
      name: "Porch",
      colour: "red",
      adopt: "same",
      roomIds: [],
      lampIds: {},
      __members: {},
      __declared: ["roomIds", "name", "colour", "adopt"],
      __account: 4,
      __version: 2,
      __owner: "urn",
    });
  });

  it("tells what is pending, by place, and no id of that", () => {
    const states = new Map([
      ["1", at(1)],
      ["2", at(2, { lampId: undefined, pending: { since } })],
    ]);
    expect(lampSets().set.outs(inputs, states)).toMatchObject({
      lampIds: { "1": "11" },
      pending: { "2": { since } },
    });
  });
});
