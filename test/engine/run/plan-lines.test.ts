import { PlanLines } from "../../../provider/engine/run/plan-lines";
import { listening } from "../shelf";

describe("The lines of a plan", () => {
  const heard = listening();

  function told(count: number, { isOn = true, mails = 0 } = {}): { readonly end: () => void } {
    const ends: (() => void)[] = [];
    const lines = new PlanLines(isOn, (callback) => ends.push(callback));
    for (let index = 1; index <= count; index += 1) {
      lines.tell(index % 2 === 0 ? "Address" : "Authorization", `owner ${index}`, `Line ${index}.`, mails);
    }
    return { end: () => ends.forEach((callback) => callback()) };
  }

  it("are printed at once, and none is added at the end", () => {
    told(50).end();
    expect(heard()).toEqual(Array.from({ length: 50 }, (_, index) => `Line ${index + 1}.\n`));
  });

  it.each<[number, number, string]>([
    [51, 0, "And 1 more change (Authorization: 1). Pulumi's plan above shows it.\n"],
    [53, 0, "And 3 more changes (Authorization: 2, Address: 1). Pulumi's plan above shows them all.\n"],
    [
      51,
      1,
      "And 1 more change (Authorization: 1), which mails 1 invitation. Pulumi's plan above shows it.\n",
    ],
    [
      52,
      3,
      "And 2 more changes (Authorization: 1, Address: 1), which mail 6 invitations. Pulumi's plan above shows them all.\n",
    ],
  ])("are fifty of %i, and the rest is counted at the end, with its mails", (count, mails, sum) => {
    const { end } = told(count, { mails });
    expect(heard()).toHaveLength(50);
    end();
    expect(heard().slice(50)).toEqual([sum]);
  });

  it("say each thing once", () => {
    const lines = new PlanLines(true, () => undefined);
    lines.tell("Address", "owner", "First.");
    lines.tell("Address", "owner", "Second.");
    expect(heard()).toEqual(["First.\n"]);
  });

  it("can be turned off", () => {
    told(60, { isOn: false }).end();
    expect(heard()).toEqual([]);
  });
});
