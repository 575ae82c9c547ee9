import "../protocol/passing-time";
import type { Fault } from "../../simulator";
import type { Declared } from "../protocol/test-engine";
import { Account, seeded } from "./every-kind";

const NAME = "Crew fob";
const BUSY: Fault = { kind: "error", status: 423, operation: "POST *" };
const LOST: Fault = { kind: "drop", when: "before", operation: "POST *" };
const FAILED: Fault = { kind: "error", status: 500, when: "before", operation: "POST *" };

const failing = (status: number): Fault => ({
  kind: "error",
  status,
  operation: "GET /smartlock/{smartlockId}/auth/{id}",
  count: "always",
});

const late = (count: 1 | "always"): Fault[] => [
  { kind: "old values", operation: "GET /smartlock/auth", count },
  { kind: "old values", operation: "GET /smartlock/{smartlockId}/auth", count },
];

/** Lists may show what is declared while the door still has what was there before. Only a read by the id tells. */
describe("promise 6: what is taken away is taken away, although lists are late", () => {
  let account: Account;

  beforeEach(async () => {
    account = await Account.start();
  });
  afterEach(() => account.stop());

  function fob(type: string, fields: object, more: Partial<Declared> = {}): Declared {
    const [garage, front] = [account.lockId("Garage"), account.lockId("Front door")];
    const where = type === "Authorization" ? { smartlockId: garage } : { smartlockIds: [garage, front] };
    const own = { type: "fob", name: NAME, accountUserId: seeded.accountUserId, remoteAllowed: true };
    return { type, name: "crew", inputs: { ...where, ...own, ...fields }, ...more };
  }

  function onDoors() {
    const found = account.simulator.state().authorizations.filter(({ name }) => name === NAME);
    expect(found).not.toEqual([]);
    return found;
  }

  function setOnDoors(fields: object): void {
    account.edit(({ authorizations }) =>
      authorizations.filter(({ name }) => name === NAME).forEach((live) => Object.assign(live, fields)),
    );
  }

  /** From now on lists show these values, whatever the doors have. */
  function listShows(fields: object, instead: object, ...faults: Fault[]): void {
    setOnDoors(fields);
    account.simulator.setFaults([...late("always"), ...faults]);
    setOnDoors(instead);
  }

  /** The locks do what they were sent. */
  function settled(): void {
    account.simulator.clearFaults();
    account.age();
  }

  it.each<[string, string, Fault]>([
    ["Authorization", "the lock was busy", BUSY],
    ["AuthorizationSet", "the request was lost", LOST],
    ["AuthorizationSet", "the service failed", FAILED],
  ])(
    "%s: the update is sent again after %s, also if lists show what it wanted",
    async (type, _why, fault) => {
      expect((await account.engine.up([fob(type, {})])).errors).toEqual({});
      account.age();
      listShows({ remoteAllowed: false }, { remoteAllowed: true }, fault);
      expect((await account.engine.up([fob(type, { remoteAllowed: false })])).errors).toEqual({});
      settled();
      expect(onDoors().every(({ remoteAllowed }) => !remoteAllowed)).toBe(true);
    },
  );

  it("Authorization: an operation that only a read by the id shows does not make it look done", async () => {
    expect((await account.engine.up([fob("Authorization", {})])).errors).toEqual({});
    account.age();
    listShows({ remoteAllowed: false }, { remoteAllowed: true, operationId: "0123456789abcdef01234567" });
    account.simulator.clearRequests();
    await account.engine.up([fob("Authorization", { remoteAllowed: false })]);
    expect(account.writes()).not.toEqual([]);
  });

  it("SubAccount: rights are taken away after the first try was refused", async () => {
    const desk = (rights: string[]): Declared => ({
      type: "SubAccount",
      name: "desk",
      inputs: {
        email: "desk@example.com",
        password: "canary-password",
        name: "Desk",
        rights,
        language: "en",
      },
    });
    const own = () => account.simulator.state().subAccounts.find(({ email }) => email === "desk@example.com");
    const give = (rights: number | undefined): void =>
      account.edit(({ subAccounts }) =>
        subAccounts
          .filter(({ email }) => email === "desk@example.com")
          .forEach((live) => Object.assign(live, { rights })),
      );
    expect((await account.engine.up([desk(["operate"])])).errors).toEqual({});
    const narrow = own()?.rights;
    expect((await account.engine.up([desk(["operate", "logs"])])).errors).toEqual({});
    const wide = own()?.rights;
    account.age();
    give(narrow);
    account.simulator.setFaults([
      { kind: "old values", operation: "GET /account/sub", count: "always" },
      BUSY,
    ]);
    give(wide);
    expect((await account.engine.up([desk(["operate"])])).errors).toEqual({});
    settled();
    expect(own()?.rights).toBe(narrow);
  });

  it.each(
    ["Authorization", "AuthorizationSet"].flatMap((type) =>
      (["remoteAllowed", "enabled"] as const).map((field) => [type, field] as const),
    ),
  )(
    "%s: an update does not give back what somebody took away in the ignored field %s",
    async (type, field) => {
      const grant = (more: object) => fob(type, { enabled: true, ...more }, { ignoreChanges: [field] });
      expect((await account.engine.up([grant({})])).errors).toEqual({});
      account.age();
      account.simulator.setFaults(late(1));
      setOnDoors({ [field]: false });
      expect((await account.engine.up([grant({ allowedWeekDays: ["mon"] })])).errors).toEqual({});
      settled();
      expect(onDoors().map((live) => [live[field], live.allowedWeekDays])).toEqual(
        onDoors().map(() => [false, 64]),
      );
    },
  );

  it.each(["Authorization", "AuthorizationSet"])(
    "%s: nor where the lock was busy with just that when the update was sent first",
    async (type) => {
      const grant = (more: object) => fob(type, more, { ignoreChanges: ["remoteAllowed"] });
      expect((await account.engine.up([grant({})])).errors).toEqual({});
      account.age();
      account.simulator.setFaults([
        { kind: "slow", ms: 4000, when: "before", operation: "POST *" },
        { ...BUSY, count: 3 },
      ]);
      const { clock } = account.simulator;
      clock.at(clock.now() + 2000, () => setOnDoors({ remoteAllowed: false }));
      expect((await account.engine.up([grant({ allowedWeekDays: ["mon"] })])).errors).toEqual({});
      settled();
      expect(onDoors().map((live) => [live.remoteAllowed, live.allowedWeekDays])).toEqual(
        onDoors().map(() => [false, 64]),
      );
    },
  );

  it.each(
    ["Authorization", "AuthorizationSet"].flatMap((type) =>
      [500, 403].map((status) => [type, status] as const),
    ),
  )(
    "%s: nor where a read by the id fails with %i: the update fails, and sends nothing",
    async (type, status) => {
      const grant = (more: object) => fob(type, more, { ignoreChanges: ["remoteAllowed"] });
      expect((await account.engine.up([grant({})])).errors).toEqual({});
      account.age();
      listShows({ remoteAllowed: true }, { remoteAllowed: false }, failing(status));
      account.simulator.clearRequests();
      const { errors } = await account.engine.up([grant({ allowedWeekDays: ["mon"] })]);
      expect(Object.values(errors).join()).toContain("the ignored fields (remoteAllowed) are sent along");
      expect(account.writes()).toEqual([]);
    },
  );

  it.each(
    ["Authorization", "AuthorizationSet"].flatMap((type) =>
      [500, 403, 404].map((status) => [type, status] as const),
    ),
  )(
    "%s: a refresh whose read by the id fails with %i leaves the state as it was, so the update that narrows is sent",
    async (type, status) => {
      expect((await account.engine.up([fob(type, {})])).errors).toEqual({});
      account.age();
      listShows({ remoteAllowed: false }, { remoteAllowed: true }, failing(status));
      await account.engine.refresh();
      listShows({ remoteAllowed: false }, { remoteAllowed: true });
      expect((await account.engine.up([fob(type, { remoteAllowed: false })])).errors).toEqual({});
      settled();
      expect(onDoors().map(({ remoteAllowed }) => remoteAllowed)).not.toContain(true);
    },
  );

  it.each(["Authorization", "AuthorizationSet"])(
    "%s: a refresh does not put the value of a late list into the state, so the update that narrows is sent",
    async (type) => {
      expect((await account.engine.up([fob(type, {})])).errors).toEqual({});
      account.age();
      listShows({ remoteAllowed: false }, { remoteAllowed: true });
      await account.engine.refresh();
      expect((await account.engine.up([fob(type, { remoteAllowed: false })])).errors).toEqual({});
      settled();
      expect(onDoors().every(({ remoteAllowed }) => !remoteAllowed)).toBe(true);
    },
  );
});
