import { z } from "zod";
import type { Account, SmartlockClient } from "../../provider/api";
import { none, operation } from "../../provider/api/operation";

const common = { method: "DELETE", answer: none, class: "write", scopes: [] } as const;
const id = z.int();

/** This tests the compiler: every expected error that it does not find is itself an error. */
describe("what does not compile", () => {
  it("a path that names an id which is not declared", () => {
    // @ts-expect-error -- addressId is missing
    expect(operation({ ...common, path: "/address/{addressId}" })).toBeDefined();
    // @ts-expect-error -- y is missing
    expect(operation({ ...common, path: "/a/{x}/b/{y}", ids: { x: id } })).toBeDefined();
  });

  it("an id that the path does not name", () => {
    // @ts-expect-error -- the path has no place for y
    expect(operation({ ...common, path: "/a/{x}", ids: { x: id, y: id } })).toBeDefined();
    // @ts-expect-error -- the path has no place for any id
    expect(operation({ ...common, path: "/address", ids: { addressId: id } })).toBeDefined();
  });

  it("an operation without a word on its answer, class or scopes", () => {
    // @ts-expect-error -- answer is missing
    expect(operation({ method: "GET", path: "/address", class: "read", scopes: [] })).toBeDefined();
    // @ts-expect-error -- class is missing
    expect(operation({ method: "GET", path: "/address", answer: none, scopes: [] })).toBeDefined();
    // @ts-expect-error -- scopes are missing
    expect(operation({ method: "GET", path: "/address", answer: none, class: "read" })).toBeDefined();
  });

  it("arguments that do not fit", () => {
    const wrong = [
      // @ts-expect-error -- ids go by name
      (client: SmartlockClient) => client.addresses.remove(5),
      // @ts-expect-error -- misspelt
      (client: SmartlockClient) => client.addresses.create({ name: "A", smartlockIDs: [] }),
      // @ts-expect-error -- the query has a required field
      (client: SmartlockClient) => client.account.removeIntegration(),
      // @ts-expect-error -- only 0 and 1
      (client: SmartlockClient) => client.accountUsers.create({ email: "c@example.com", name: "C", type: 2 }),
    ];
    const right = [
      (client: SmartlockClient) => client.addresses.list(),
      (client: SmartlockClient) => client.smartlocks.list({ type: 2 }, { budgetMs: 1_000 }),
      (client: SmartlockClient) => client.addresses.list({ budgetMs: 1_000 }),
      async (client: SmartlockClient): Promise<string | undefined> =>
        (await client.addresses.list())[0]?.name,
    ];
    expect([...wrong, ...right]).toHaveLength(8);
  });

  it("a field that an answer does not have, although answers may have more", () => {
    // @ts-expect-error -- misspelt
    const field: keyof Account = "eMail";
    expect(field).toBeDefined();
  });
});
