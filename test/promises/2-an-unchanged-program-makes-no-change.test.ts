import { Account, each } from "./every-kind";

describe("promise 2: an unchanged program makes no change", () => {
  let account: Account;

  beforeAll(async () => {
    account = await Account.start();
    const up = await account.engine.up(account.program());
    expect(up.errors).toEqual({});
    expect(account.counts()).toEqual(each(1));
  });

  afterAll(() => account.stop());

  beforeEach(() => account.simulator.clearRequests());

  afterEach(() => expect(account.writes()).toEqual([]));

  it("in preview, up and refresh", async () => {
    const before = new Map(account.engine.state);
    for (const run of [
      () => account.engine.preview(account.program()),
      () => account.engine.up(account.program()),
      () => account.engine.refresh(),
      () => account.engine.up(account.program()),
    ]) {
      const { steps, errors, output } = await run();
      expect({ steps, errors, output }).toEqual({ steps: each("same"), errors: {}, output: "" });
    }
    expect(account.engine.state).toEqual(before);
  });
});
