import "../protocol/passing-time";
import type { AccountState } from "../../simulator";
import type { Declared, RunResult } from "../protocol/test-engine";
import { Account, seeded } from "./every-kind";
import { each, names, samples } from "./samples";

/** The account without what the program manages, and without what only reads and time change. */
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

type Authorization = AccountState["authorizations"][number];

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
    // The address of the unit and the user of the grants would have to be replaced after them.
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

  /** Somebody gives the program's user an authorization, and its address a unit. */
  const giveByHand = (): void =>
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

  it("by deleting a user or an address that holds what others made", async () => {
    expect((await account.engine.up(account.program())).errors).toEqual({});
    giveByHand();
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

  it("by deleting a user or an address that holds what others made, while lists are seen to lack some", async () => {
    expect((await account.engine.up(account.program())).errors).toEqual({});
    giveByHand();
    account.age();
    const before = unmanaged(account);
    account.simulator.setFaults(
      (["GET /smartlock/auth", "GET /address/{addressId}/unit"] as const).map((operation) => ({
        kind: "lacking",
        operation,
        count: "always",
      })),
    );
    const { errors } = await account.engine.destroy();
    const untold = "was not deleted: it is not known what would be deleted with it: the";
    expect(errors["cleaner"]).toContain(
      `${untold} lists of authorizations leave out some that exist. Run again`,
    );
    expect(errors["house"]).toContain(`${untold} list of its units leaves out some that exist. Run again`);
    account.simulator.clearFaults();
    expect(unmanaged(account)).toEqual(before);
    const again = (await account.engine.destroy()).errors;
    expect(again["cleaner"]).toContain("6b0000000000000000000001");
    expect(again["house"]).toContain("6b0000000000000000000002");
  });

  const declared = {};
  const disabled = { enabled: false };
  describe.each([
    ["app", "", declared, declared],
    ["fob", "", declared, declared],
    ["app", ", disabled,", disabled, disabled],
    ["fob", ", disabled,", disabled, disabled],
    ["app", ", disabled since,", declared, disabled],
  ])("by taking it for %s%s that is pending on a lock which is offline", (name, _how, first, later) => {
    /** A grant that somebody has created meanwhile for the same person and door. */
    let theirs: Authorization | undefined;
    const program = (fields: object = later): Declared[] =>
      account
        .independentProgram({ [name]: { waitFor: "accepted", ...fields } })
        .filter((one) => one.name === name);
    const onDoor = (): Authorization[] =>
      account.simulator.state().authorizations.filter((live) => live.name === theirs?.name);

    beforeEach(async () => {
      account.simulator.lock(account.lockId("Garage")).goOffline("pending");
      expect((await account.engine.up(program(first))).errors).toEqual({});
      account.simulator.clock.advance(60 * 60_000);
      account.edit((live) => {
        const [grant] = live.authorizations;
        const now = account.simulator.clock.iso();
        theirs = grant && {
          ...grant,
          id: "6b0000000000000000000001",
          smartlockId: account.lockId("Garage"),
          type: name === "fob" ? 2 : 0,
          name: name === "fob" ? "Cleaner's fob" : "Cleaner's app",
          accountUserId: seeded.accountUserId,
          allowedWeekDays: 127,
          allowedFromTime: 600,
          allowedUntilTime: 900,
          creationDate: now,
          updateDate: now,
        };
        live.authorizations.push(...(theirs === undefined ? [] : [theirs]));
      });
    });

    it.each<[string, string[], () => Promise<RunResult>]>([
      ["refresh", [], () => account.engine.refresh()],
      ["up", first === later ? [] : [name], () => account.engine.up(program())],
      ["destroy", [name], () => account.engine.destroy()],
    ])("in %s", async (_what, failed, run) => {
      const { errors } = await run();
      expect(Object.keys(errors)).toEqual(failed);
      expect([...account.engine.state.keys()]).toEqual([name]);
      account.simulator.lock(account.lockId("Garage")).goOnline();
      account.age();
      expect((await account.engine.up(program())).errors).toEqual({});
      expect(onDoor()).toHaveLength(2);
      expect((await account.engine.destroy()).errors).toEqual({});
      account.age();
      expect(onDoor()).toEqual([theirs]);
    });
  });

  it.each([
    ["a second before", -1_000, []],
    ["a minute after", 60_000, ["fob"]],
  ])(
    "by taking a fob that somebody made %s for one that was sent to an offline lock and is lost",
    async (_when, sinceMs, failed) => {
      const garage = account.simulator.lock(account.lockId("Garage"));
      const program = account
        .independentProgram({ fob: { waitFor: "accepted" } })
        .filter(({ name }) => name === "fob");
      const neighbours = (): Authorization[] =>
        account.simulator.state().authorizations.filter(({ name }) => name === "Neighbour");
      const giveFob = (): void =>
        account.edit((live) => {
          const now = account.simulator.clock.iso();
          const fob = {
            ...live.authorizations[0],
            id: "6b0000000000000000000001",
            smartlockId: account.lockId("Garage"),
            type: 2,
            name: "Neighbour",
            accountUserId: seeded.accountUserId,
            remoteAllowed: false,
            creationDate: now,
            updateDate: now,
          };
          live.authorizations.push(fob as Authorization);
        });
      if (sinceMs < 0) {
        giveFob();
        account.simulator.clock.advance(-sinceMs);
      }
      garage.goOffline("lost");
      expect((await account.engine.up(program)).errors).toEqual({});
      if (sinceMs > 0) {
        account.simulator.clock.advance(sinceMs);
        giveFob();
      }
      const before = neighbours();
      garage.goOnline();
      account.age();
      expect(Object.keys((await account.engine.up(program)).errors)).toEqual(failed);
      expect(Object.keys((await account.engine.destroy()).errors)).toEqual(failed);
      account.age();
      expect(neighbours()).toEqual(before);
      expect(before).toHaveLength(1);
    },
  );

  it("by taking over what is older than a crash can have left", async () => {
    expect((await account.engine.up(account.independentProgram())).errors).toEqual({});
    account.simulator.clock.advance(25 * 60 * 60 * 1000);
    const before = account.simulator.state();
    account.simulator.clearRequests();
    const { errors } = await account.newEngine().up(account.independentProgram());
    // The service does not show the age of these two, but it shows what only their creator knows.
    const recoverable = ["events", "alerts"];
    expect(Object.keys(errors).sort()).toEqual(names.filter((name) => !recoverable.includes(name)).sort());
    for (const why of Object.values(errors)) {
      expect(why).toMatch(/it already exists \(id [^)]+\)/);
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
        for (const object of [...live.users, ...live.addresses, ...live.smartlocks]) {
          object.accountId = 555_666;
        }
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
