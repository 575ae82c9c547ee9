import { PlanLines } from "../../provider/engine/plan-lines";
import { listening } from "./shelf";

describe("The lines of a plan", () => {
  const heard = listening();
  const house = { type: "Address" };
  const user = { type: "AccountUser" };
  const grant = { type: "Authorization", givesAccess: true } as const;

  function planned(isOn = true): { readonly lines: PlanLines; readonly end: () => void } {
    const ends: (() => void)[] = [];
    const lines = new PlanLines(isOn, (callback) => ends.push(callback));
    return { lines, end: () => ends.forEach((callback) => callback()) };
  }

  function tell(lines: PlanLines, kind: { type: string; givesAccess?: true }, count: number): void {
    for (let index = 1; index <= count; index += 1) {
      lines.tell(kind, `${kind.type} ${index}`, `${kind.type} ${index}.`);
    }
  }

  it("are printed at once, and none is added at the end", () => {
    const { lines, end } = planned();
    tell(lines, house, 50);
    end();
    expect(heard()).toEqual(Array.from({ length: 50 }, (_, index) => `Address ${index + 1}.\n`));
  });

  it.each<[number, number, string]>([
    [51, 0, "And 1 more change that opens no door: 1 of Address. The plan above shows all changes.\n"],
    [53, 0, "And 3 more changes that open no door: 3 of Address. The plan above shows all changes.\n"],
    [
      51,
      2,
      "And 3 more changes that open no door: 1 of Address, 2 of AccountUser. The plan above shows all changes.\n",
    ],
  ])("are fifty of %i and %i, and the rest is counted by kind at the end", (houses, users, sum) => {
    const { lines, end } = planned();
    tell(lines, house, houses);
    tell(lines, user, users);
    expect(heard()).toHaveLength(50);
    end();
    expect(heard().slice(50)).toEqual([sum]);
  });

  it("about access are all printed, however many there are, and push no other line out", () => {
    const { lines, end } = planned();
    tell(lines, grant, 60);
    tell(lines, house, 50);
    end();
    expect(heard()).toHaveLength(110);
    expect(heard()).toContain("Authorization 60.\n");
  });

  it("say each thing once", () => {
    const { lines } = planned();
    lines.tell(house, "owner", "First.");
    lines.tell(house, "owner", "Second.");
    expect(heard()).toEqual(["First.\n"]);
  });

  it("can be turned off", () => {
    const { lines, end } = planned(false);
    tell(lines, house, 60);
    tell(lines, grant, 1);
    end();
    expect(heard()).toEqual([]);
  });
});
