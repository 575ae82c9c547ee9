import { type AdoptionWords } from "../../../provider/engine/kind/spec";
import { decideAdoption, type Match } from "../../../provider/engine/sending/adoption";
import { type AdoptionPolicy, adoptionPolicies } from "../../../provider/engine/kind/steering";

const hour = 60 * 60 * 1000;
const differing = 'name is "A", declared "B"';
const young = (equal: boolean): Match => ({
  id: "7",
  label: 'Lamp "A"',
  differences: equal ? [] : [differing, "another code"],
  ageMs: hour,
  recoverable: false,
  busy: false,
});
const old = (equal: boolean): Match => ({ ...young(equal), ageMs: 25 * hour });
const ageless: Match = { ...young(true), ageMs: undefined };

const plain: AdoptionWords = { isTellableByName: true };

describe("decideAdoption", () => {
  it.each(adoptionPolicies)("creates under %s when nothing matches", (policy) => {
    expect(decideAdoption(policy, [], plain)).toEqual({ do: "create" });
  });

  it.each(adoptionPolicies)("refuses under %s when two match, naming both", (policy) => {
    const decision = decideAdoption(policy, [young(true), { ...young(true), id: "8" }], plain);
    expect(decision).toMatchObject({ do: "refuse", why: expect.stringMatching(/7, 8/) as unknown });
  });

  const table: [AdoptionPolicy, string, Match, "adopt" | "refuse"][] = [
    ["recover", "young and equal", young(true), "adopt"],
    ["recover", "young and different", young(false), "refuse"],
    ["recover", "old and equal", old(true), "refuse"],
    ["recover", "old and different", old(false), "refuse"],
    ["recover", "equal, of unknown age", ageless, "refuse"],
    ["recover", "equal, of unknown age, but recoverable", { ...ageless, recoverable: true }, "adopt"],
    ["recover", "old and equal, recoverable or not", { ...old(true), recoverable: true }, "refuse"],
    ["recover", "young and equal, but busy", { ...young(true), busy: true }, "refuse"],
    ["always", "busy", { ...young(true), busy: true }, "refuse"],
    ["same", "young and equal", young(true), "adopt"],
    ["same", "old and equal", old(true), "adopt"],
    ["same", "equal, of unknown age", ageless, "adopt"],
    ["same", "young and different", young(false), "refuse"],
    ["always", "young and equal", young(true), "adopt"],
    ["always", "old and different", old(false), "adopt"],
    ["recover", "recoverable, but of no use", { ...ageless, recoverable: true, lost: "secret" }, "refuse"],
    ["same", "equal, but of no use", { ...young(true), lost: "secret" }, "refuse"],
    ["always", "of no use", { ...young(true), lost: "secret" }, "adopt"],
    ["never", "young and equal", young(true), "refuse"],
    ["never", "old and different", old(false), "refuse"],
  ];
  it.each(table)("%s, %s: %p → %s", (policy, _words, match, expected) => {
    const decision = decideAdoption(policy, [match], plain);
    expect(decision.do).toBe(expected);
    if (decision.do === "refuse") {
      expect(decision.why).toContain("id 7");
    }
  });

  it.each([
    ["recover", "refuse"],
    ["same", "refuse"],
    ["always", "adopt"],
  ] as const)("%s on a kind that only `always` adopts: %s", (policy, expected) => {
    const decision = decideAdoption(policy, [young(true)], {
      ...plain,
      onlyAlways: "A person has to decide.",
    });
    expect(decision.do).toBe(expected);
  });

  it("tells the way out of what is of no use, which is another one", () => {
    expect(decideAdoption("same", [{ ...young(true), lost: "secret" }], plain)).toEqual({
      do: "refuse",
      why:
        "it already exists (id 7), and the service does not show its secret again. To register it again, set " +
        'adopt: "always"; or delete it by hand and run again.',
    });
  });

  it("tells the ways out when it refuses something older", () => {
    const decision = decideAdoption("recover", [old(true)], plain);
    expect(decision).toMatchObject({ why: expect.stringMatching(/adopt.*import.*alias/) as unknown });
  });

  const otherWays = "or import it; if the resource was renamed in the program, give it an alias.";
  const takeEqual = `To take it over, set adopt: "same", ${otherWays}`;
  const takeDifferent = `To take it over, set adopt: "always" (it is changed to match), ${otherWays}`;
  const only = "A person has to decide.";

  it.each<[AdoptionPolicy, Match[], string | undefined, string]>([
    [
      "same",
      [young(true), { ...young(true), id: "8" }],
      undefined,
      "the service has 2 of them (ids 7, 8). Delete or rename all but one.",
    ],
    [
      "always",
      [{ ...young(true), busy: true }],
      only,
      "it already exists (id 7), and an operation on it is under way. Try again later.",
    ],
    ["recover", [young(true)], only, `it already exists (id 7). ${only}`],
    ["never", [young(true)], undefined, `it already exists (id 7), and adopt is "never". ${takeEqual}`],
    ["never", [young(false)], undefined, `it already exists (id 7), and adopt is "never". ${takeDifferent}`],
    [
      "same",
      [old(false)],
      undefined,
      `it already exists (id 7) and differs from the declaration: ${differing}; another code. ${takeDifferent}`,
    ],
    [
      "recover",
      [young(false)],
      undefined,
      `it already exists (id 7) and differs from the declaration: ${differing}; another code. ${takeDifferent}`,
    ],
    [
      "recover",
      [old(true)],
      undefined,
      `it already exists (id 7) and is not from a run of the last 24 hours. ${takeEqual}`,
    ],
    [
      "recover",
      [ageless],
      undefined,
      `it already exists (id 7) and the service does not say whether a run of ours made it. ${takeEqual}`,
    ],
  ])("%s says why it refuses, and what to do: %j", (policy, matches, onlyAlways, why) => {
    expect(decideAdoption(policy, matches, { ...plain, onlyAlways })).toEqual({ do: "refuse", why });
  });

  it("advises no new name where a name tells nothing apart", () => {
    const two = [young(true), { ...young(true), id: "8" }];
    expect(decideAdoption("same", two, { isTellableByName: false })).toEqual({
      do: "refuse",
      why: "the service has 2 of them (ids 7, 8). Delete all but one; renaming does not help.",
    });
  });

  describe("of something that only one can have", () => {
    const taken = { what: "code", advice: "Declare another code." };

    it.each(["same", "recover"] as const)("names who has it, and advises not to take it: %s", (policy) => {
      expect(decideAdoption(policy, [young(false)], { ...plain, taken })).toEqual({
        do: "refuse",
        why:
          `its code is taken by Lamp "A" (id 7), which already exists and differs from the declaration: ${differing}; another code. ` +
          "Declare another code.",
      });
    });

    it("says what else to do where the declared one may be meant", () => {
      const words = { ...plain, taken: { ...taken, orTakeOver: "Or import it." } };
      expect(decideAdoption("same", [young(false)], words)).toMatchObject({
        why: expect.stringMatching(/another code\. Declare another code\. Or import it\.$/) as unknown,
      });
    });

    it("names who has it where nothing is adopted, or something is under way", () => {
      const words = { ...plain, taken };
      expect(decideAdoption("never", [young(false)], words)).toEqual({
        do: "refuse",
        why: 'its code is taken by Lamp "A" (id 7), which already exists, and adopt is "never". Declare another code.',
      });
      expect(decideAdoption("always", [{ ...young(false), busy: true }], words)).toEqual({
        do: "refuse",
        why: 'its code is taken by Lamp "A" (id 7), which already exists, and an operation on it is under way. Try again later.',
      });
    });

    it("names who has it where a person has to decide", () => {
      const words = { ...plain, taken, onlyAlways: "A person has to decide." };
      expect(decideAdoption("same", [young(false)], words)).toEqual({
        do: "refuse",
        why: 'its code is taken by Lamp "A" (id 7), which already exists. A person has to decide.',
      });
      expect(decideAdoption("same", [young(true)], words)).toEqual({
        do: "refuse",
        why: "it already exists (id 7). A person has to decide.",
      });
    });
  });

  it("takes what is exactly a day old, and no older", () => {
    expect(decideAdoption("recover", [{ ...young(true), ageMs: 24 * hour }], plain)).toEqual({
      do: "adopt",
      id: "7",
    });
    expect(decideAdoption("recover", [{ ...young(true), ageMs: 24 * hour + 1 }], plain).do).toBe("refuse");
  });
});
