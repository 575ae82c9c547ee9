import { Account, until } from "../promises/every-kind";
import { each, samples } from "../promises/samples";

/** A service that is slower than a restart, and runs that die meanwhile. */
describe("what a run that died had asked for", () => {
  let account: Account;

  beforeEach(async () => {
    account = await Account.start();
  });

  afterEach(() => account.stop());

  /** Longer than any run of a test takes, and less than a run waits for what it finds a note of. A test lets it continue. */
  const HELD_MS = 60_000;

  const held = (operations: readonly string[], when: "before" | "after"): void =>
    account.simulator.setFaults(
      operations.map((operation) => ({ kind: "slow", operation, ms: HELD_MS, when, count: "always" })),
    );

  const creates = [...new Set(samples.map(({ create }) => create))];
  const adopting = () => account.independentProgram({ desk: { adopt: "always" } });

  it("and is made only after the next run has looked for it: that one waits, and makes nothing twice", async () => {
    held(creates, "before");
    await account.engine.up(adopting(), async (provider) => {
      await until(() => account.writes().length === samples.length);
      provider.kill();
    });
    expect(account.counts()).toEqual(each(0));
    account.simulator.clearFaults();
    account.simulator.clearRequests();
    const lists = [...new Set(samples.map(({ list }) => list))];
    const { errors } = await account.engine.up(adopting(), async () => {
      await until(() =>
        lists.every((list) => account.simulator.requests().some(({ operation }) => operation === list)),
      );
      account.simulator.clock.advance(HELD_MS);
    });
    expect(errors).toEqual({});
    expect(account.counts()).toEqual(each(1));
  });

  it("and was deleted a moment after it was made is made again, if it is still declared", async () => {
    expect((await account.engine.up(adopting())).errors).toEqual({});
    held(["DELETE *"], "after");
    await account.engine.up([], async (provider) => {
      await until(() => Object.values(account.counts()).every((count) => count === 0));
      provider.kill();
    });
    account.simulator.clearFaults();
    const { errors } = await account.engine.up(adopting());
    expect(errors).toEqual({});
    expect(account.counts()).toEqual(each(1));
    expect((await account.engine.preview(adopting())).steps).toEqual(each("same"));
  });
});
