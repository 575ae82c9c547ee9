import { shareOf, stacksAtOnce } from "../../../examples/fleet/limits";

describe("the limits of the account, divided among stacks", () => {
  const limits = { requestsPerSecond: 20, concurrency: 16 };

  it.each([
    { parallel: 1, stacks: 100 },
    { parallel: 3, stacks: 100 },
    { parallel: 7, stacks: 100 },
    { parallel: 64, stacks: 100 },
    { parallel: 64, stacks: 5 },
    { parallel: 4, stacks: 0 },
  ])("are kept by $stacks stacks, $parallel at once", ({ parallel, stacks }) => {
    const atOnce = stacksAtOnce(limits, parallel, stacks);
    const share = shareOf(limits, atOnce);
    expect(atOnce).toBeLessThanOrEqual(parallel);
    expect(Number(share["SMARTLOCK_CONCURRENCY"])).toBeGreaterThanOrEqual(1);
    expect(Number(share["SMARTLOCK_CONCURRENCY"]) * atOnce).toBeLessThanOrEqual(limits.concurrency);
    expect(Number(share["SMARTLOCK_REQUESTS_PER_SECOND"]) * atOnce).toBeCloseTo(limits.requestsPerSecond);
  });
});
