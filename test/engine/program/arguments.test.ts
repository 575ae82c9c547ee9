import { z } from "zod";
import { requireArguments } from "../../../provider/engine/program/arguments";

describe("The arguments of a constructor", () => {
  const inputs = z.object({ size: z.number(), name: z.string(), note: z.string().optional() });
  const lamp = { type: "Lamp", inputs };

  it.each([undefined, 7, ""])("need a name for the resource, not %j", (name) => {
    expect(() => requireArguments(lamp, name, {}, {})).toThrow(
      'new smartlock.Lamp(…): the first argument must be the name of the resource, such as "front-door".',
    );
  });

  it("need an object with the fields, and options, if any", () => {
    expect(() => requireArguments(lamp, "desk", [], {})).toThrow(
      'new smartlock.Lamp("desk", …): the second argument must be an object with the fields of the resource. Required: size, name.',
    );
    expect(() => requireArguments(lamp, "desk", {}, null)).toThrow(
      'new smartlock.Lamp("desk", …): the third argument must be an object with options, or left out.',
    );
  });

  it.each([
    [
      false,
      false,
      "A replacement deletes the old one first, because both cannot exist at once. To have a new one before the old one goes, " +
        "declare it as a resource of its own, and remove the old one in a second run.",
    ],
    [true, true, "A replacement creates the new one first, so that nothing is missed."],
  ])("cannot choose another order of a replacement (new one first: %j)", (createFirst, chosen, why) => {
    const spec = { ...lamp, createFirst };
    expect(() => requireArguments(spec, "desk", {}, { deleteBeforeReplace: chosen })).toThrow(
      new Error(
        `new smartlock.Lamp("desk", …): deleteBeforeReplace cannot be ${chosen}: leave it out. ${why}`,
      ),
    );
    expect(() => requireArguments(spec, "desk", {}, { deleteBeforeReplace: !chosen })).not.toThrow();
    expect(() => requireArguments(spec, "desk", {}, {})).not.toThrow();
  });
});
