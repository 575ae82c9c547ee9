import "../protocol/passing-time";
import type { Declared } from "../protocol/test-engine";
import { Account, seeded, until } from "./every-kind";

/** Longer than a run waits for what a dead run sent. */
const LONG_MS = 5 * 60_000;

describe("promise 4: a lock that was offline since a run died, and is back, makes one of each", () => {
  let account: Account;
  let before: number;

  beforeEach(async () => {
    account = await Account.start();
    account.edit((live) => Object.assign(live.behaviour, { settleMs: 5_000 }));
    before = account.simulator.state().authorizations.length;
  });

  afterEach(() => account.stop());

  const doors = (): number[] => ["Front door", "Garage"].map((door) => account.lockId(door));
  const made = (): number => account.simulator.state().authorizations.length - before;

  const crew = (): Declared[] => [
    {
      type: "AuthorizationSet",
      name: "crew",
      inputs: {
        smartlockIds: doors(),
        type: 2,
        name: "Crew's fob",
        accountUserId: seeded.accountUserId,
        remoteAllowed: false,
      },
    },
  ];
  const only = (name: string) => (): Declared[] =>
    account.independentProgram().filter((one) => one.name === name);

  it.each<[string, () => Declared[], number]>([
    ["an app authorization", only("app"), 1],
    ["a fob", only("fob"), 1],
    ["a set", crew, 2],
  ])("%s", async (_words, program, count) => {
    const isSent = (): boolean =>
      account.simulator.state().smartlocks.filter(({ queue }) => queue.length > 0).length === count;
    await account.engine.up(program(), async (provider) => {
      await until(isSent);
      doors().forEach((door) => account.simulator.lock(door).goOffline("pending"));
      provider.kill();
    });
    account.simulator.clock.advance(LONG_MS);
    doors().forEach((door) => account.simulator.lock(door).goOnline());
    expect((await account.engine.up(program())).errors).toEqual({});
    account.age();
    expect(made()).toBe(count);
    expect((await account.engine.up([])).errors).toEqual({});
    account.age();
    expect(made()).toBe(0);
  });
});
