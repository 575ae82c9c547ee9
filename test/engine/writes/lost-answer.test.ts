import {
  isIdentityRefused,
  isOutcomeOpen,
  mayAppearLater,
  mayHaveBeenMade,
} from "../../../provider/engine/writes/lost-answer";
import {
  BusyError,
  ConflictError,
  type ErrorFacts,
  InvalidRequestError,
  UnreachableError,
} from "../../../provider/http";

const facts = (attempts: number, outcomeUnknown: boolean): ErrorFacts => ({
  operation: "addresses.create",
  object: "PUT /address",
  nextStep: "",
  attempts,
  outcomeUnknown,
});

/** What stays open after a failed create. */
describe("After a failed create", () => {
  it.each([
    ["lost", new UnreachableError("lost", facts(1, true), true), [true, false, true, true]],
    ["lost, tried twice", new UnreachableError("lost", facts(2, true), true), [true, false, false, true]],
    ["never sent", new UnreachableError("down", facts(5, false), false), [false, false, false, false]],
    ["identity in use", new ConflictError("409", facts(1, false)), [true, true, false, true]],
    ["found invalid", new InvalidRequestError("400", facts(1, false)), [true, true, false, false]],
    [
      "refused before it was sent",
      new InvalidRequestError("no JSON", facts(0, false)),
      [false, false, false, false],
    ],
    ["busy", new BusyError("423", facts(1, false)), [false, false, false, false]],
    ["no error of the service", Object.assign(new Error("x"), facts(1, true)), [false, false, false, false]],
    ["nothing at all", undefined, [false, false, false, false]],
  ])("%s", (_words, error, [made, refused, open, later]) => {
    expect({
      made: mayHaveBeenMade(error),
      refused: isIdentityRefused(error),
      open: isOutcomeOpen(error),
      later: mayAppearLater(error),
    }).toEqual({ made, refused, open, later });
  });
});
