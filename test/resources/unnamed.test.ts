import { Kind } from "../../provider/engine/kind/kind";
import { forgetSecrets, namePeople, withoutPeople } from "../../provider/engine/messages/kept-secret";
import type { Reader } from "../../provider/engine/kind/listed";
import type { ResourceSpec } from "../../provider/engine/kind/spec";
import { accountUser } from "../../provider/resources/account-user";
import { authorization } from "../../provider/resources/authorization/authorization";
import { subAccount } from "../../provider/resources/sub-account";
import { grantNames } from "../../provider/resources/authorization/grant-plan";

describe("Where words are off, no line has", () => {
  beforeEach(() => {
    forgetSecrets();
    namePeople(false);
  });
  afterEach(() => {
    forgetSecrets();
    namePeople(true);
  });

  const grant = { id: "5f1a", smartlockId: 4, name: "Mara", type: 13, enabled: true, remoteAllowed: false };
  const user = { accountUserId: 5, email: "mara@example.com", name: "Mara" };
  const login = { accountId: 9, email: "mara@example.com", name: "Mara", profile: { city: "Inventville" } };

  it.each<[string, ResourceSpec, object, string, string]>([
    ["a grant", authorization, grant, "Mara gets Office", "[not named] gets Office"],
    ["a user", accountUser, user, "Mara <mara@example.com>", "[not named] <[not named]>"],
    ["a login", subAccount, login, "Mara, Inventville", "[not named], [not named]"],
  ])("what names the person of %s that the service shows", (_words, spec, live, line, shown) => {
    new Kind(spec).show(live);
    expect(withoutPeople(line)).toBe(shown);
  });

  it("the name of a user whom a line about a grant asks for", async () => {
    const users = { isAtHand: true, known: () => Promise.resolve(new Map([["5", { name: "Mara" }]])) };
    const locks = { isAtHand: true, known: () => Promise.resolve(new Map()) };
    const reader = {
      collection: ({ type }: { readonly type: string }) =>
        type === "AccountUser" ? users : { collection: locks },
    } as unknown as Reader;
    const nameOf = await grantNames(reader);
    expect(nameOf("accountUserId", 5)).toBe("Mara");
    expect(withoutPeople("Mara gets Office")).toBe("[not named] gets Office");
  });
});
