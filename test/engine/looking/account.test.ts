import { accountOf, accountToKeep, requireAccount } from "../../../provider/engine/looking/account";
import { lamps } from "../lamps";
import { parentThat } from "../shelf";

const isThere = (): boolean => false;

const told = { lampId: 7, name: "a", account: 1 };
const silent = { lampId: 7, name: "a" };

describe("The account of an object", () => {
  it("is what it tells itself, then what it is part of tells, then that of the token", async () => {
    const { kind, service } = lamps({
      parent: parentThat(isThere, {
        keyFrom: ({ room }) => (typeof room === "string" ? room : undefined),
        accountOf: (_reader, key) => Promise.resolve(key === "hall" ? 2 : undefined),
      }),
    });
    service.account = 3;
    expect(await accountOf(kind, { room: "hall" }, told)).toBe(1);
    expect(await accountOf(kind, { room: "hall" }, silent)).toBe(2);
    expect(await accountOf(kind, { room: "hall" }, undefined)).toBe(2);
    expect(await accountOf(kind, { room: "attic" }, silent)).toBe(3);
    expect(await accountOf(kind, {}, silent)).toBe(3);
  });

  it("is not asked of what it is part of while nobody knows what that is", async () => {
    const asked: unknown[] = [];
    const { kind } = lamps({
      parent: parentThat(isThere, {
        keyFrom: ({ room }) => (typeof room === "string" ? room : undefined),
        accountOf: (_reader, key) => Promise.resolve(asked.push(key)),
        device: {
          find: (_reader, key) => Promise.resolve(void asked.push(key)),
          sync: () => Promise.resolve(),
        },
      }),
    });
    expect([await kind.accountOfParent({}), await kind.deviceOf({})]).toEqual([undefined, undefined]);
    expect(asked).toEqual([]);
    await kind.accountOfParent({ room: "hall" });
    await kind.deviceOf({ room: "attic" });
    expect(asked).toEqual(["hall", "attic"]);
  });

  it("is that of the token where the kind knows no other way", async () => {
    const { kind, service } = lamps();
    service.account = 3;
    expect(await accountOf(kind, {}, silent)).toBe(3);
  });
});

describe("The account to keep", () => {
  it.each([
    ["what is known now", 1, 9, 1],
    ["what an earlier run knew, where nobody knows it now", undefined, 9, 9],
    ["nothing, where a state holds something else", undefined, "9", undefined],
    ["nothing, where nobody ever knew it", undefined, undefined, undefined],
  ])("is %s", async (_, now, before, kept) => {
    const { kind, service } = lamps();
    service.account = now;
    expect(await accountToKeep(kind, silent, { __account: before })).toBe(kept);
  });

  it("is what an earlier run knew where the question fails", async () => {
    const { kind, account } = lamps();
    account.mockRejectedValue(new Error("no network"));
    expect(await accountToKeep(kind, silent, { __account: 9 })).toBe(9);
  });
});

describe("The account of a state", () => {
  it("is not asked about where the state tells none", async () => {
    const { kind, account } = lamps();
    await requireAccount(kind, "7", {}, undefined);
    await requireAccount(kind, "7", { __account: "5" }, undefined);
    expect(account).not.toHaveBeenCalled();
  });

  it("must be that of the token where there is no object", async () => {
    const { kind, service } = lamps({
      parent: parentThat(isThere, { accountOf: () => Promise.resolve(6) }),
    });
    service.account = 5;
    await requireAccount(kind, "7", { __account: 5 }, undefined);
    await expect(requireAccount(kind, "7", { __account: 6 }, undefined)).rejects.toThrow(
      new Error(
        "Lamp (id 7) is in account 6, but the token from environment variable SMARTLOCK_TOKEN at https://api.example.com belongs to account 5. " +
          "Nothing was changed. Use the token of the account in which the stack was deployed.",
      ),
    );
  });

  it("must be that of the object where there is one, asked by its id", async () => {
    const { kind, service } = lamps({
      parent: parentThat(isThere, {
        keyFrom: ({ lampId }) => String(lampId),
        accountOf: (_reader, key) => Promise.resolve(Number(key)),
      }),
    });
    service.account = 5;
    await requireAccount(kind, "7", { __account: 7 }, silent);
    await expect(requireAccount(kind, "7", { __account: 5 }, told)).rejects.toThrow(
      "is in account 5, but the token from environment variable SMARTLOCK_TOKEN at https://api.example.com belongs to account 1.",
    );
  });

  it("is refused where the token shows none", async () => {
    const { kind } = lamps();
    await expect(requireAccount(kind, "7", { __account: 5 }, undefined)).rejects.toThrow(
      "Lamp (id 7) is in account 5, but the token from environment variable SMARTLOCK_TOKEN at https://api.example.com shows no account. Nothing",
    );
  });
});
