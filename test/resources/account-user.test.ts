import { Kind } from "../../provider/engine/kind/kind";
import { registry } from "../../provider/resources";

/** Changes that free an e-mail address for another user. */
describe("an account user moves", () => {
  const users = new Kind(registry.AccountUser);
  const moves = (from: unknown, to: unknown) => users.move({ email: from }, { email: to });

  it("where its e-mail address becomes another one, whatever its case", () => {
    expect(moves("Ann@example.com", "BOB@example.com")).toEqual({
      what: "e-mail address",
      from: users.identityKey({ email: "ann@example.com" }),
      to: users.identityKey({ email: "bob@example.com" }),
    });
    expect(moves("Ann@example.com", "ann@EXAMPLE.com")).toBeUndefined();
  });

  it.each([null, undefined])("nowhere where one of them is none: %j", (none) => {
    expect(moves(none, "ann@example.com")).toBeUndefined();
    expect(moves("ann@example.com", none)).toBeUndefined();
  });
});
