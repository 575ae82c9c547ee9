import type { Fault } from "../../simulator";
import { Account, until } from "./every-kind";
import { each, names, samples } from "./samples";

describe("promise 4: no retry and no crash makes a duplicate", () => {
  let account: Account;

  beforeEach(async () => {
    account = await Account.start();
  });

  afterEach(() => account.stop());

  const creates = [...new Set(samples.map(({ create }) => create))];
  /** A sub-account is a person's login: an existing one is never adopted without being asked to. */
  const onlyTheSubAccountAsks = { desk: expect.stringContaining('only adopt: "always" does so') as unknown };

  it.each<[string, Omit<Extract<Fault, { kind: "error" }>, "operation"> | { kind: "drop" }]>([
    ["429 with a time to come back", { kind: "error", status: 429, retryAfter: { seconds: 0 } }],
    ["503 with a time to come back", { kind: "error", status: 503, retryAfter: { seconds: 0 } }],
    ["500 before anything happened", { kind: "error", status: 500 }],
    ["a connection that breaks before anything happened", { kind: "drop" }],
  ])("after %s", async (_, fault) => {
    account.simulator.setFaults(creates.map((operation) => ({ ...fault, operation, count: 3 })));
    // If nothing was created, the search after the failed create ends with the settle time.
    const hurried = account.engineWith({ SMARTLOCK_SETTLE_TIMEOUT: "1" });
    await hurried.up(account.independentProgram());
    account.simulator.clearFaults();
    const { errors } = await hurried.up(account.independentProgram());
    expect(errors).toEqual({});
    expect(account.counts()).toEqual(each(1));
  });

  it("when the answer is lost and nobody can look", async () => {
    // Users have two pages, sub-accounts are looked for only once, and apps and fobs are each looked for in another
    // way.
    const looksBefore: Partial<Record<string, number>> = { "GET /account/sub": 1, "GET /smartlock/auth": 3 };
    account.simulator.setFaults([
      ...creates.map((operation): Fault => ({ kind: "drop", operation, count: "always", when: "after" })),
      // The first lists serve the searches before the create.
      ...[...new Set(samples.map(({ list }) => list))].map((operation): Fault => ({
        kind: "error",
        operation,
        status: 500,
        skip: looksBefore[operation] ?? 2,
        count: "always",
      })),
    ]);
    const blind = account.engineWith({ SMARTLOCK_TIMEOUT: "1", SMARTLOCK_SETTLE_TIMEOUT: "1" });
    expect(Object.keys((await blind.up(account.independentProgram())).errors).sort()).toEqual(
      [...names].sort(),
    );
    account.simulator.clearFaults();
    const { errors, output } = await account.engine.up(account.independentProgram());
    expect(errors).toEqual(onlyTheSubAccountAsks);
    expect(output.match(/adopted the one that the service already has/g)).toHaveLength(samples.length - 1);
    expect(account.counts()).toEqual(each(1));
  });

  it("when the provider is killed before the answers to its creates came", async () => {
    account.simulator.setFaults(
      creates.map((operation) => ({ kind: "slow", operation, ms: 60_000, clock: "real", count: "always" })),
    );
    await account.engine.up(account.independentProgram(), async (provider) => {
      await until(() => Object.values(account.counts()).every((count) => count === 1));
      provider.kill();
    });
    expect(account.engine.state.size).toBe(0);
    account.simulator.clearFaults();
    const { errors } = await account.engine.up(account.independentProgram());
    expect(errors).toEqual(onlyTheSubAccountAsks);
    expect(account.counts()).toEqual(each(1));
    expect((await account.engine.preview(account.independentProgram())).steps).toEqual({
      ...each("same"),
      desk: "create",
    });
  });

  it("when the provider is killed between the calls of a creation", async () => {
    account.simulator.setFaults([
      { kind: "slow", operation: "POST *", ms: 60_000, clock: "real", when: "before", count: "always" },
    ]);
    const disabled = { enabled: false };
    const program = account.independentProgram({ app: disabled, fob: disabled, code: disabled });
    // Grants that are changed together are sent in one request.
    const second = [/^POST \/address\//, /^POST \/account\/sub\//, /^POST \/smartlock\/.*auth/];
    await account.engine.up(program, async (provider) => {
      await until(() => second.every((call) => account.writes().some((write) => call.test(write))));
      provider.kill();
    });
    account.simulator.clearFaults();
    const { errors } = await account.engine.up(program);
    expect(errors).toEqual(onlyTheSubAccountAsks);
    expect(account.counts()).toEqual(each(1));
    expect(account.simulator.state().addresses.find(({ name }) => name === "Beach house")?.settings).toEqual({
      wifi: "guests",
    });
  });

  it("when the same creation is asked for by two resources at once", async () => {
    const twice = account
      .independentProgram()
      .flatMap((declared) => [declared, { ...declared, name: `${declared.name} again` }]);
    const { errors } = await account.engine.up(twice);
    expect(Object.keys(errors).sort()).toEqual(names.map((name) => `${name} again`).sort());
    for (const [name, why] of Object.entries(errors)) {
      expect(why).toMatch(new RegExp(`"${name}" and .+ declare the same `));
    }
    expect(account.counts()).toEqual(each(1));
  });
});
