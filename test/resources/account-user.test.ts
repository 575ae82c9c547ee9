import { registry } from "../../provider/resources";

/** Changes that free an e-mail address for another user. */
describe("an account user moves", () => {
  const moves = (from: unknown, to: unknown) =>
    registry.AccountUser.moves?.({ email: from } as { email: string }, { email: to } as { email: string });

  it("where its e-mail address becomes another one, whatever its case", () => {
    expect(moves("Ann@example.com", "BOB@example.com")).toEqual({
      what: "e-mail address",
      from: "user ann@example.com",
      to: "user bob@example.com",
    });
    expect(moves("Ann@example.com", "ann@EXAMPLE.com")).toBeUndefined();
  });

  it.each([false, 7, null, undefined, ["ann@example.com"]])(
    "nowhere where one of them is none: %j",
    (none) => {
      expect(moves(none, "ann@example.com")).toBeUndefined();
      expect(moves("ann@example.com", none)).toBeUndefined();
    },
  );
});
