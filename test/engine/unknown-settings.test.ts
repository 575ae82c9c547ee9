import {
  changesBetween,
  nearestOf,
  unknownKeys,
  unknownVariables,
} from "../../provider/engine/unknown-settings";

describe("A setting that does not exist", () => {
  it("is found among the configuration of a stack", () => {
    const keys = [
      "smartlock:token",
      "smartlock:readonly",
      "smartlock:maxDelete",
      "aws:region",
      "project:size",
    ];
    expect(unknownKeys(keys)).toEqual(["readonly", "maxDelete"]);
  });

  it.each([
    ["readonly", "readOnly"],
    ["maxDelete", "maxDeletes"],
    ["max_deletes", "maxDeletes"],
    ["baseURL", "baseUrl"],
    ["tokn", "token"],
    ["colour", undefined],
    ["", undefined],
  ])("%s was meant to be %s", (key, meant) => {
    expect(nearestOf(key)).toBe(meant);
  });

  it.each([
    ["", "", 0],
    ["a", "", 1],
    ["", "ab", 2],
    ["kitten", "sitting", 3],
    ["token", "token", 0],
    ["token", "tokne", 2],
  ])("%j and %j are %i changes apart", (one, other, changes) => {
    expect(changesBetween(one, other)).toBe(changes);
    expect(changesBetween(other, one)).toBe(changes);
  });

  it("is found among the variables of the environment", () => {
    const environment = {
      SMARTLOCK_TOKEN: "x",
      SMARTLOCK_READONLY: "true",
      SMARTLOCK_LOG: "1",
      PATH: "/bin",
    };
    expect(unknownVariables(environment)).toEqual(["SMARTLOCK_READONLY"]);
  });
});
