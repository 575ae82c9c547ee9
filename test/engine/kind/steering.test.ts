import { z } from "zod";
import {
  adoptInput,
  contentsInput,
  settleInputs,
  steeringFields,
  waitInputs,
} from "../../../provider/engine/kind/steering";

const inputs = z.object({ ...adoptInput, ...settleInputs, ...waitInputs, ...contentsInput });

describe("What steers the provider", () => {
  it("is known by name, so that it is never sent", () => {
    expect(steeringFields).toEqual(["adopt", "settleTimeout", "waitFor", "deleteContents"]);
  });

  it.each([
    { adopt: "recover" },
    { adopt: "same" },
    { adopt: "always" },
    { adopt: "never" },
    { settleTimeout: 0.5 },
    { settleTimeout: 86_400 },
    { waitFor: "confirmed" },
    { waitFor: "accepted" },
    { deleteContents: true },
    {},
  ])("can be %j", (given) => {
    expect(inputs.parse(given)).toEqual(given);
  });

  it.each([
    [{ settleTimeout: 0 }, "must be more than 0 seconds"],
    [{ settleTimeout: 86_401 }, "must be at most 86400 seconds (a day)"],
    [{ adopt: "" }, "Invalid option"],
    [{ waitFor: "" }, "Invalid option"],
    [{ deleteContents: "yes" }, "expected boolean"],
  ])("cannot be %j: %s", (given, why) => {
    expect(() => inputs.parse(given)).toThrow(why);
  });
});
