import "../protocol/passing-time";
import type { AccountState } from "../../simulator";
import type { Declared } from "../protocol/test-engine";
import { Account } from "./every-kind";
import { each, names, samples } from "./samples";

/** The account without what the program manages, and without what reading and time alone change. */
function unmanaged(account: Account): AccountState {
  const state = account.simulator.state();
  const managed = new Set(samples.flatMap(({ objects }) => objects(state)));
  const others = <Item extends object>(list: readonly Item[]): Item[] =>
    list.filter((item) => !managed.has(item));
  const units = new Set(
    state.addressUnits.filter((unit) => managed.has(unit)).map(({ addressTokenId }) => addressTokenId),
  );
  return {
    ...state,
    savedAt: 0,
    ids: { seed: 0, given: 0 },
    mails: [],
    webhookLogs: [],
    tokens: state.tokens.map((token) => ({ ...token, lastActiveDate: undefined })),
    addresses: others(state.addresses),
    addressUnits: others(state.addressUnits),
    addressTokens: state.addressTokens.filter(({ id }) => !units.has(id)),
    users: others(state.users),
    subAccounts: others(state.subAccounts),
    authorizations: others(state.authorizations),
    webhooks: others(state.webhooks),
    notifications: others(state.notifications),
  };
}

describe("promise 5: nothing unmanaged is changed or deleted", () => {
  let account: Account;

  beforeEach(async () => {
    account = await Account.start();
    account.edit((live) => {
      const [owner] = live.users;
      live.subAccounts.push({ ...live.account, accountId: 900_001, email: "partner@example.com", rights: 1 });
      live.webhooks.push({
        id: 31,
        secret: "an invented secret",
        webhookUrl: "https://others.example.com/doors",
        webhookFeatures: ["DEVICE_STATUS"],
        apiKeyId: 301,
      });
      live.notifications.push({
        notificationId: "6a0000000000000000000001",
        pushId: `phone of ${String(owner?.name)}`,
        os: 0,
        status: 1,
        settings: [],
      });
    });
  });

  afterEach(() => account.stop());

  it("by creating, changing, replacing, refreshing and destroying one of each kind", async () => {
    const before = unmanaged(account);
    const changes = Object.fromEntries(samples.map(({ name, change }) => [name, change]));
    // What the unit and the grants belong to would have to be replaced after them.
    const forceReplace = (declared: Declared): Declared =>
      ["house", "cleaner"].includes(declared.name) ? declared : { ...declared, forceReplace: true };
    for (const run of [
      () => account.engine.up(account.program()),
      () => account.engine.up(account.program(changes)),
      () => account.engine.refresh(),
      () => account.engine.up(account.program(changes).map(forceReplace)),
      () => account.engine.destroy(),
    ]) {
      expect((await run()).errors).toEqual({});
      expect(JSON.stringify(unmanaged(account))).toBe(JSON.stringify(before));
    }
    expect(account.counts()).toEqual(each(0));
  });

  it("by deleting a user or an address that holds what others made", async () => {
    expect((await account.engine.up(account.program())).errors).toEqual({});
    account.edit((live) => {
      const [user] = live.users.filter(({ name }) => name === "Cleaner");
      const [house] = live.addresses.filter(({ name }) => name === "Beach house");
      const [grant] = live.authorizations;
      const [unit] = live.addressUnits;
      if (user && house && grant && unit) {
        const { accountUserId } = user;
        const { addressId } = house;
        live.authorizations.push({
          ...grant,
          id: "6b0000000000000000000001",
          name: "By hand",
          accountUserId,
        });
        live.addressUnits.push({ ...unit, id: "6b0000000000000000000002", name: "By hand", addressId });
      }
    });
    const before = unmanaged(account);
    const { errors } = await account.engine.destroy();
    expect(Object.keys(errors).sort()).toEqual(["cleaner", "house"]);
    expect(errors["cleaner"]).toContain("6b0000000000000000000001");
    expect(errors["house"]).toContain("6b0000000000000000000002");
    expect([...account.engine.state.keys()].sort()).toEqual(["cleaner", "house"]);
    expect(unmanaged(account)).toEqual(before);

    const contents = { deleteContents: true };
    const kept = account
      .program({ cleaner: contents, house: contents })
      .filter(({ name }) => account.engine.state.has(name));
    expect((await account.engine.up(kept)).errors).toEqual({});
    expect((await account.engine.destroy()).errors).toEqual({});
    expect(account.counts()).toMatchObject({ cleaner: 0, house: 0 });
  });

  it("by deleting a user who holds what others made, while lists are seen to lack authorizations", async () => {
    expect((await account.engine.up(account.program())).errors).toEqual({});
    account.edit((live) => {
      const [user] = live.users.filter(({ name }) => name === "Cleaner");
      const [grant] = live.authorizations;
      if (user && grant) {
        const { accountUserId } = user;
        live.authorizations.push({
          ...grant,
          id: "6b0000000000000000000001",
          name: "By hand",
          accountUserId,
        });
      }
    });
    account.age();
    const before = unmanaged(account);
    const lacking = { kind: "lacking", operation: "GET /smartlock/auth", count: "always" } as const;
    account.simulator.setFaults([lacking]);
    const { errors } = await account.engine.destroy();
    expect(errors["cleaner"]).toContain(
      "was not deleted: nobody can tell what would go with it: the lists of authorizations lack some that are there. Run again later.",
    );
    account.simulator.clearFaults();
    expect(unmanaged(account)).toEqual(before);
    expect((await account.engine.destroy()).errors["cleaner"]).toContain("6b0000000000000000000001");
  });

  it("by taking over what is older than a crash can have left", async () => {
    expect((await account.engine.up(account.independentProgram())).errors).toEqual({});
    account.simulator.clock.advance(25 * 60 * 60 * 1000);
    const before = account.simulator.state();
    account.simulator.clearRequests();
    const { errors } = await account.newEngine().up(account.independentProgram());
    // The service does not tell the age of these two, and shows what only its maker knows.
    const recoverable = ["events", "alerts"];
    expect(Object.keys(errors).sort()).toEqual(names.filter((name) => !recoverable.includes(name)).sort());
    for (const why of Object.values(errors)) {
      expect(why).toMatch(/it exists already \(id [^)]+\)/);
    }
    expect(account.writes()).toEqual([]);
    expect({ ...account.simulator.state(), savedAt: 0, tokens: [] }).toEqual({
      ...before,
      savedAt: 0,
      tokens: [],
    });
  });

  it("beyond smartlock:maxDeletes", async () => {
    expect((await account.engine.up(account.independentProgram())).errors).toEqual({});
    const guarded = account.engineWith({ SMARTLOCK_MAX_DELETES: "3" });
    // A replacement takes nothing away.
    const replaced = account.independentProgram({
      flat: { name: "Flat 1 C" },
      events: { webhookUrl: "https://hooks.example.com/3" },
    });
    expect((await guarded.up(replaced)).errors).toEqual({});
    const { errors } = await guarded.destroy();
    expect(Object.keys(errors)).toHaveLength(names.length - 3);
    for (const why of Object.values(errors)) {
      expect(why).toContain("smartlock:maxDeletes allows 3 deletes in a run");
    }
    expect(Object.values(account.counts()).filter((count) => count === 1)).toHaveLength(names.length - 3);
    expect(guarded.state.size).toBe(names.length - 3);
  });

  it("while smartlock:readOnly is set", async () => {
    const reader = account.engineWith({ SMARTLOCK_READ_ONLY: "true" });
    account.simulator.clearRequests();
    const created = await reader.up(account.independentProgram());
    expect(Object.keys(created.errors).sort()).toEqual([...names].sort());
    expect(account.writes()).toEqual([]);
    expect((await account.engine.up(account.independentProgram())).errors).toEqual({});
    const changing = account.engineWith({ SMARTLOCK_READ_ONLY: "true" });
    account.simulator.clearRequests();
    const changes = Object.fromEntries(samples.map(({ name, change }) => [name, change]));
    expect(Object.keys((await changing.up(account.independentProgram(changes))).errors).sort()).toEqual(
      [...names].sort(),
    );
    const { errors } = await changing.destroy();
    expect(Object.keys(errors).sort()).toEqual([...names].sort());
    for (const why of Object.values(errors)) {
      expect(why).toContain("only reading is allowed now (readOnly)");
      expect(why).toMatch(/^[A-Z]\w+ ".*/);
    }
    expect(account.writes()).toEqual([]);
  });

  it.each(["empty", "demo"] as const)(
    "with the token of another account (%s): it stops before any write",
    async (seed) => {
      expect((await account.engine.up(account.independentProgram())).errors).toEqual({});
      account.age();
      const other = await Account.start({ seed });
      other.edit((live) => {
        live.account.accountId = 555_666;
        for (const object of [...live.users, ...live.addresses, ...live.smartlocks])
          object.accountId = 555_666;
      });
      try {
        const stray = account.engineWith({ SMARTLOCK_BASE_URL: other.simulator.url });
        const before = new Map(stray.state);
        for (const run of [
          () => stray.preview(account.independentProgram()),
          () => stray.refresh(),
          () => stray.up(account.independentProgram()),
          () => stray.destroy(),
        ]) {
          const { errors, steps } = await run();
          expect(steps).toEqual(each("failed"));
          expect(errors).toEqual(
            each(
              expect.stringMatching(
                /is in account 100200, but the token from environment variable SMARTLOCK_TOKEN .* belongs to account 555666/,
              ) as unknown,
            ),
          );
        }
        expect(other.writes()).toEqual([]);
        expect(stray.state).toEqual(before);
      } finally {
        await other.stop();
      }
    },
  );
});
