import { checkInputs } from "../../provider/engine/check";
import { UNKNOWN } from "../../provider/engine/unknown";
import { address } from "../../provider/resources/address";

describe("check", () => {
  it("brings fields into the form of the wire and keeps the hidden ones", () => {
    const { inputs, problems } = checkInputs(address, {
      name: "Home",
      smartlockIds: [3, 1, 2],
      adopt: "same",
      __provider: "code",
      __owner: "urn",
    });
    expect(problems).toEqual([]);
    expect(inputs).toEqual({
      name: "Home",
      smartlockIds: [1, 2, 3],
      adopt: "same",
      __provider: "code",
      __owner: "urn",
    });
  });

  it("gives the same result for its own result", () => {
    const once = checkInputs(address, { name: "Home", smartlockIds: [3, 1], settings: { a: [1] } }).inputs;
    expect(checkInputs(address, once).inputs).toEqual(once);
  });

  it("lets unknown values pass untouched, at any depth", () => {
    const news = { name: UNKNOWN, smartlockIds: [3, UNKNOWN], settings: { a: { b: UNKNOWN } } };
    expect(checkInputs(address, news)).toEqual({ inputs: news, problems: [] });
  });

  it("takes null as absent", () => {
    expect(checkInputs(address, { name: "Home", smartlockIds: [], settings: null })).toEqual({
      inputs: { name: "Home", smartlockIds: [] },
      problems: [],
    });
  });

  it("reports every failure together", () => {
    const { problems } = checkInputs(address, {
      smartlockIds: [1, "x", 1.5],
      settings: 5,
      adopt: "maybe",
      Name: "x",
    });
    expect(problems).toEqual([
      { field: "name", reason: "is required" },
      { field: "smartlockIds", reason: "(at 1) must be a number" },
      { field: "smartlockIds", reason: "(at 2) must be a whole number" },
      { field: "settings", reason: "must be an object" },
      { field: "adopt", reason: 'must be one of "recover", "same", "always", "never"' },
      { field: "Name", reason: "is not a field of Address: did you mean name" },
    ]);
  });
});
