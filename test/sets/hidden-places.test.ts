import "../protocol/passing-time";
import { Account, seeded } from "../promises/every-kind";
import type { Declared } from "../protocol/test-engine";

describe("A set that is to leave a lock", () => {
  let account: Account;
  let garage: number;

  const on = (...smartlockIds: number[]): Declared => ({
    type: "AuthorizationSet",
    name: "crew",
    inputs: {
      smartlockIds,
      type: "fob",
      name: "Crew",
      accountUserId: seeded.accountUserId,
      remoteAllowed: false,
    },
  });
  const doors = (): number[] =>
    account.simulator
      .state()
      .authorizations.filter(({ name }) => name === "Crew")
      .map(({ smartlockId }) => smartlockId);

  beforeEach(async () => {
    account = await Account.start();
    garage = account.lockId("Garage");
    const { errors } = await account.engine.up([on(account.lockId("Front door"), garage)]);
    expect(errors).toEqual({});
    account.age();
  });
  afterEach(() => account.stop());

  it("stays on it while the list of locks lacks that lock, which a read by its id shows: the program may have had that list too", async () => {
    account.simulator.setFaults([
      { kind: "lacking", operation: "GET /smartlock", ids: [String(garage)], count: "always" },
    ]);
    const { errors } = await account.engine.up([on(account.lockId("Front door"))]);
    expect(errors["crew"]).toBe(
      `AuthorizationSet "Crew" is to leave Garage (${garage}), but the service's list lacks that lock now, although a read by its id shows it. ` +
        "A program that asks for the list gets too few then. Nothing was changed. Run again later.",
    );
    account.simulator.clearFaults();
    account.age();
    expect(doors()).toContain(garage);
  });

  it("leaves it if the list shows it", async () => {
    expect((await account.engine.up([on(account.lockId("Front door"))])).errors).toEqual({});
    account.age();
    expect(doors()).not.toContain(garage);
  });

  it("leaves it if a read by its id does not show it either", async () => {
    account.edit((live) => {
      live.smartlocks = live.smartlocks.filter(({ smartlockId }) => smartlockId !== garage);
    });
    account.simulator.clearRequests();
    expect((await account.engine.up([on(account.lockId("Front door"))])).errors).toEqual({});
    expect(account.writes()).toEqual([expect.stringContaining("DELETE /smartlock")]);
  });

  it("leaves it if the token may not read locks", async () => {
    const { simulator } = account;
    account.edit(({ tokens }) => tokens.forEach((token) => (token.scopes = ["smartlock.auth", "account"])));
    expect((await account.engine.up([on(account.lockId("Front door"))])).errors).toEqual({});
    simulator.clock.advance(60_000);
    expect(doors()).not.toContain(garage);
  });
});
