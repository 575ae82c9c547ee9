import "../protocol/passing-time";
import { Account } from "./every-kind";
import { each } from "./samples";

describe("promise 2: an unchanged program makes no change", () => {
  let account: Account;
  let applied: ReturnType<typeof outputs>;

  const window = { allowedFromDate: "2026-03-01T10:00:00Z", allowedUntilDate: "2096-03-08T10:00:00Z" };
  const house = () => ({ smartlockIds: [account.lockId("Front door"), account.lockId("Garage")] });

  const outputs = () => [...account.engine.state].map(([name, stored]) => [name, stored.id, stored.outputs]);

  beforeAll(async () => {
    account = await Account.start();
    const up = await account.engine.up(account.program({ code: window }));
    expect(up.errors).toEqual({});
    expect(account.counts()).toEqual(each(1));
    applied = outputs();
  });

  afterAll(() => account.stop());

  beforeEach(() => account.simulator.clearRequests());

  afterEach(() => expect(account.writes()).toEqual([]));

  const expectSilence = async (changes: Parameters<Account["program"]>[0]): Promise<void> => {
    for (const run of [
      () => account.engine.preview(account.program(changes)),
      () => account.engine.up(account.program(changes)),
      () => account.engine.refresh(),
    ]) {
      const { steps, errors, output } = await run();
      expect({ steps, errors, output }).toEqual({ steps: each("same"), errors: {}, output: "" });
    }
  };

  it("in preview, up and refresh, and the state stays as it is", async () => {
    await expectSilence({ code: window });
    expect(outputs()).toEqual(applied);
  });

  it("whatever the order, the case, the form of times and sets, and whether null or nothing is written", async () => {
    await expectSilence({
      house: {
        smartlockIds: house().smartlockIds.reverse(),
        settings: { note: null, wifi: "guests" },
        adopt: null,
      },
      cleaner: { email: "CLEANER@example.com", type: null, deleteContents: null },
      desk: { email: "Desk@Example.com", rights: 2 | 16, profile: null },
      app: { type: 0, enabled: true, allowedFromDate: null, allowedWeekDays: 127, allowedFromTime: "00:00" },
      fob: { code: null, enabled: null, allowedWeekDays: ["sun", "sat", "fri", "thu", "wed", "tue", "mon"] },
      code: {
        allowedWeekDays: ["fri", "mon"],
        allowedFromTime: 480,
        allowedUntilTime: 960,
        allowedFromDate: "2026-03-01T12:00:00+02:00",
        allowedUntilDate: "2096-03-08T05:00:00.000-05:00",
      },
      events: { webhookFeatures: ["ACCOUNT_USER", "DEVICE_STATUS"] },
      alerts: {
        settings: [
          { authIds: [], triggerEvents: ["ring", "unlock"], smartlockId: account.lockId("Front door") },
        ],
      },
    });
  });

  it("also where the service itself writes the same in another form", async () => {
    account.edit((live) => {
      live.addresses.forEach((address) => {
        address.smartlockIds.reverse();
        address.settings = { ...address.settings, addedByTheService: true };
      });
      live.users.forEach((user) => (user.email = user.email.toUpperCase()));
      live.authorizations
        .filter(({ name }) => name === "Cleaner's app")
        .forEach((grant) => Object.assign(grant, { allowedWeekDays: 127, allowedFromTime: 0 }));
      live.webhooks.forEach((webhook) => webhook.webhookFeatures.reverse());
      live.notifications.forEach((notification) => (notification.status = 1));
      live.behaviour.webhookListShowsSecret = false;
    });
    const { steps, errors } = await account.engine.up(account.program({ code: window }));
    expect({ steps, errors }).toEqual({ steps: each("same"), errors: {} });
  });

  it("where little is declared and the service fills in the rest", async () => {
    const other = await Account.start();
    try {
      const bare = {
        house: { settings: undefined, smartlockIds: [] },
        cleaner: { language: undefined },
        desk: { rights: 0 },
        code: { allowedWeekDays: undefined, allowedFromTime: undefined, allowedUntilTime: undefined },
        alerts: { language: undefined, secret: undefined, settings: [] },
      };
      expect((await other.engine.up(other.program(bare))).errors).toEqual({});
      other.simulator.clearRequests();
      for (const run of [() => other.engine.up(other.program(bare)), () => other.engine.refresh()]) {
        const { steps, errors, output } = await run();
        expect({ steps, errors, output }).toEqual({ steps: each("same"), errors: {}, output: "" });
      }
      expect(other.writes()).toEqual([]);
    } finally {
      await other.stop();
    }
  });

  it("but a change that matters is one", async () => {
    const { steps } = await account.engine.preview(
      account.program({ code: { ...window, allowedUntilTime: "16:01" } }),
    );
    expect(steps).toEqual({ ...each("same"), code: "update" });
  });
});
