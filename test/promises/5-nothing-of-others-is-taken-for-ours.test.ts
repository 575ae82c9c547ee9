import "../protocol/passing-time";
import type { AccountState } from "../../simulator";
import type { Declared } from "../protocol/test-engine";
import { Account, seeded } from "./every-kind";

type Authorization = AccountState["authorizations"][number];

const THEIRS = "6b0000000000000000000001";
const mondays = { allowedWeekDays: 64, allowedFromTime: 480, allowedUntilTime: 600 };
/** As the service stores it. */
const MONDAYS = { ...mondays, allowedFromDate: "2000-01-01T00:00:00.000Z" };

/** Grants that somebody gives the same person on the same lock, besides those that a program declares. */
describe("promise 5: nothing that others made is taken for ours", () => {
  let account: Account;

  beforeEach(async () => {
    account = await Account.start();
  });
  afterEach(() => account.stop());

  const garage = () => account.simulator.lock(account.lockId("Garage"));
  const declare = (name: string, fields: Record<string, unknown> = {}): Declared[] =>
    account.independentProgram({ [name]: fields }).filter((one) => one.name === name);
  const asSet = (declared: Declared[]): Declared[] =>
    declared.map((one) => {
      const { smartlockId, ...rest } = one.inputs as Record<string, unknown>;
      return { ...one, type: "AuthorizationSet", inputs: { ...rest, smartlockIds: [smartlockId] } };
    });
  const give = (fields: Partial<Authorization>): void =>
    account.edit((live) => {
      const now = account.simulator.clock.iso();
      live.authorizations.push({
        authId: 7,
        lockCount: 0,
        id: THEIRS,
        smartlockId: account.lockId("Garage"),
        type: 0,
        name: "Cleaner's app",
        enabled: true,
        accountUserId: seeded.accountUserId,
        remoteAllowed: true,
        creationDate: now,
        updateDate: now,
        ...fields,
      });
    });
  const theirs = () => account.simulator.state().authorizations.filter(({ id }) => id === THEIRS);

  describe.each([
    ["a resource", (declared: Declared[]) => declared],
    ["a set", asSet],
  ])("by %s", (_words, form) => {
    it.each([
      ["recover", "open", {}, {}],
      ["same", "open", {}, {}],
      ["recover", "limited in the same way", mondays, MONDAYS],
      ["same", "limited in the same way", mondays, MONDAYS],
    ])("that is disabled, with adopt: %s, where theirs is %s", async (adopt, _how, declared, found) => {
      give(found);
      account.simulator.clock.advance(60_000);
      const before = theirs();
      const program = form(declare("app", { enabled: false, adopt, ...declared }));
      expect(Object.keys((await account.engine.up(program)).errors)).toEqual(["app"]);
      expect(theirs()).toEqual(before);
    });

    it.each([
      ["disabled", "app", "lost", { enabled: false }, {}],
      ["disabled", "app", "pending", { enabled: false }, {}],
      ["of another name", "app", "lost", {}, { name: "Mother in law" }],
      ["of another name", "app", "pending", {}, { name: "Mother in law" }],
      [
        "of a name that begins alike",
        "fob",
        "lost",
        {},
        { type: 2, name: "Cleaner's", remoteAllowed: false },
      ],
      ["of a name that begins alike", "fob", "pending", {}, { type: 2, name: "C", remoteAllowed: false }],
    ] as const)(
      "that waits for an offline lock: %s (%s, %s)",
      async (_words_, name, how, declared, found) => {
        garage().goOffline(how);
        const program = form(declare(name, { waitFor: "accepted", ...declared }));
        expect((await account.engine.up(program)).errors).toEqual({});
        account.simulator.clock.advance(60 * 60_000);
        give(found);
        const before = theirs();
        await account.engine.refresh();
        await account.engine.destroy();
        expect([...account.engine.state.keys()]).toEqual([name]);
        garage().goOnline();
        account.age();
        await account.engine.up(program);
        await account.engine.destroy();
        account.age();
        expect(theirs()).toEqual(before);
      },
    );

    it.each(["app", "fob"])("that waits for an offline lock, where theirs is the same (%s)", async (name) => {
      garage().goOffline("pending");
      const program = form(declare(name, { waitFor: "accepted" }));
      expect((await account.engine.up(program)).errors).toEqual({});
      account.simulator.clock.advance(60 * 60_000);
      give(name === "fob" ? { type: 2, name: "Cleaner's fob", remoteAllowed: false } : {});
      const before = theirs();
      await account.engine.refresh();
      const { errors } = await account.engine.destroy();
      expect(errors[name]).toMatch(
        /cannot be deleted, because .* is offline\. It may still arrive at the door/,
      );
      expect(theirs()).toEqual(before);
    });

    it("of which the lock has not confirmed a change: what arrived is known by its id, and goes", async () => {
      const front = account.simulator.lock(account.lockId("Front door"));
      const codes = () => account.simulator.state().authorizations.filter(({ type }) => type === 13);
      const before = codes();
      front.goOffline("pending");
      expect((await account.engine.up(form(declare("code", { waitFor: "accepted" })))).errors).toEqual({});
      front.goOnline();
      account.age();
      account.edit((live) => Object.assign(live.behaviour, { settleMs: 3_600_000 }));
      const changed = form(declare("code", { code: 784695, settleTimeout: 5 }));
      expect(Object.keys((await account.engine.up(changed)).errors)).toEqual(["code"]);
      account.edit((live) => Object.assign(live.behaviour, { settleMs: 0 }));
      account.simulator.clock.advance(2 * 3_600_000);
      expect((await account.engine.destroy()).errors).toEqual({});
      account.age();
      expect([codes(), account.engine.state.size]).toEqual([before, 0]);
    });
  });

  it("where somebody is faster while ours is under way: the one that equals is ours", async () => {
    account.edit((live) => Object.assign(live.behaviour, { settleMs: 20_000, listedAfter: 1 }));
    account.simulator.clearRequests();
    const running = account.engine.up(declare("app"));
    const given = (async () => {
      while (account.writes().length === 0) {
        await new Promise((resolve) => setImmediate(resolve));
      }
      give({ ...MONDAYS, enabled: false });
      return theirs();
    })();
    expect((await running).errors).toEqual({});
    expect(theirs()).toEqual(await given);
  });

  it.each([
    ["recover", 60_000],
    ["same", 48 * 60 * 60_000],
  ])("of an address with other settings, with adopt: %s", async (adopt, ageMs) => {
    const [house] = declare("house", { adopt });
    account.edit((live) => {
      const now = account.simulator.clock.iso();
      const { name, smartlockIds } = house?.inputs as { name: string; smartlockIds: number[] };
      const settings = { wifi: "private" };
      const like = live.addresses[0];
      live.addresses.push({
        ...like,
        addressId: 9911,
        name,
        smartlockIds,
        settings,
        creationDate: now,
      } as never);
    });
    account.simulator.clock.advance(ageMs);
    const before = account.simulator.state().addresses.filter(({ addressId }) => addressId === 9911);
    expect(Object.keys((await account.engine.up(house === undefined ? [] : [house])).errors)).toEqual([
      "house",
    ]);
    expect(account.simulator.state().addresses.filter(({ addressId }) => addressId === 9911)).toEqual(before);
  });
});
