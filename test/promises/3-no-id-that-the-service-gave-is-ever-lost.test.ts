import "../protocol/passing-time";
import type { Fault } from "../../simulator";
import { Account } from "./every-kind";
import { each, names, type Sample, samples } from "./samples";

describe("promise 3: no id that the service gave is ever lost", () => {
  let account: Account;

  beforeEach(async () => {
    account = await Account.start();
  });

  afterEach(() => account.stop());

  const onEvery = (
    operation: (sample: Sample) => string | undefined,
    fault: Omit<Extract<Fault, { kind: "error" }>, "operation"> | { kind: "drop"; when: "after" },
  ): Fault[] => {
    const operations = samples.map(operation).filter((name) => name !== undefined);
    return [...new Set(operations)].map((name) => ({
      ...fault,
      operation: name,
      // The three grants share their calls.
      count: operations.filter((other) => other === name).length,
    }));
  };

  /** The state's id of each resource is the id of its only object. */
  const expectEachKnown = (): void => {
    const { users, subAccounts, authorizations, webhooks, notifications, addresses, addressUnits } =
      account.simulator.state();
    const ids = new Set([
      ...addresses.map(({ addressId }) => String(addressId)),
      ...addressUnits.map(({ addressId, id }) => `${addressId}/${id}`),
      ...users.map(({ accountUserId }) => String(accountUserId)),
      ...subAccounts.map(({ accountId }) => String(accountId)),
      ...authorizations.map(({ smartlockId, id }) => `${smartlockId}/${id}`),
      ...webhooks.map(({ id }) => String(id)),
      ...notifications.map(({ notificationId }) => notificationId),
    ]);
    expect([...account.engine.state.keys()].sort()).toEqual([...names].sort());
    expect([...account.engine.state].filter(([, { id }]) => !ids.has(id))).toEqual([]);
    expect(account.counts()).toEqual(each(1));
  };

  const expectHealed = async (): Promise<void> => {
    account.simulator.clearFaults();
    const { errors } = await account.engine.up(account.independentProgram());
    expect(errors).toEqual({});
    expect((await account.engine.refresh()).errors).toEqual({});
    expectEachKnown();
    expect((await account.engine.preview(account.independentProgram())).steps).toEqual(each("same"));
  };

  it.each<[string, Parameters<typeof onEvery>[1]]>([
    ["the connection breaks after the object was made", { kind: "drop", when: "after" }],
    ["the service answers 500 after it made the object", { kind: "error", status: 500, when: "after" }],
    [
      "a gateway answers 504 after the service made the object",
      { kind: "error", status: 504, body: "html", when: "after" },
    ],
  ])("although %s", async (_, fault) => {
    account.simulator.setFaults(onEvery(({ create }) => create, fault));
    const { errors, output } = await account.engine.up(account.independentProgram());
    expect(errors).toEqual({});
    expect(output.match(/the service's answer was lost, but it was created/g)).toHaveLength(samples.length);
    expectEachKnown();
  });

  it("although the answer to a create cannot be read", async () => {
    account.simulator.setFaults(
      onEvery(({ create }) => create, { kind: "drop", when: "after" }).map(({ operation, count = 1 }) => ({
        kind: "truncate",
        operation,
        count,
      })),
    );
    expect((await account.engine.up(account.independentProgram())).errors).toEqual({});
    expectEachKnown();
  });

  it("although the second call of a creation fails", async () => {
    const disabled = { enabled: false };
    const program = account.independentProgram({ app: disabled, fob: disabled, code: disabled });
    const twoCalls = ["house", "desk", "app", "fob", "code"];
    account.simulator.setFaults([{ kind: "error", operation: "POST *", status: 400, count: "always" }]);
    const { errors } = await account.engine.up(program);
    expect(Object.keys(errors).sort()).toEqual([...twoCalls].sort());
    expectEachKnown();
    // A refresh makes the engine forget that something failed.
    expect((await account.engine.refresh()).errors).toEqual({});
    account.simulator.clearFaults();
    const healed = await account.engine.up(program);
    expect(healed.errors).toEqual({});
    expect(healed.steps).toMatchObject(Object.fromEntries(twoCalls.map((name) => [name, "update"])));
    expectEachKnown();
    expect(account.simulator.state().subAccounts[0]?.rights).toBe(18);
    expect((await account.engine.preview(program)).steps).toEqual(each("same"));
  });

  describe("although the lock does not confirm in time", () => {
    const pending = ["app", "fob", "code"];
    const impatient = Object.fromEntries(pending.map((name) => [name, { settleTimeout: 0.5 }]));
    const handles = () => pending.map((name) => account.engine.state.get(name)?.id);

    beforeEach(async () => {
      account.edit((live) => (live.behaviour.settleMs = 60_000));
      const { errors } = await account.engine.up(account.independentProgram(impatient));
      expect(Object.keys(errors).sort()).toEqual([...pending].sort());
      for (const name of pending) {
        expect(errors[name]).toMatch(/recorded as pending/);
      }
      expect(handles()).toEqual(
        pending.map(() => expect.stringMatching(/^\d+\/pending-[0-9a-f]+$/) as unknown),
      );
      account.simulator.clock.advance(120_000);
      account.edit((live) => (live.behaviour.settleMs = 50));
    });

    it("and the next run goes on from there", async () => {
      const { errors } = await account.engine.up(account.independentProgram());
      expect(errors).toEqual({});
      expect(account.counts()).toEqual(each(1));
      expect((await account.engine.preview(account.independentProgram())).steps).toEqual(each("same"));
    });

    it("and a refresh finds it", async () => {
      expect((await account.engine.refresh()).errors).toEqual({});
      expectEachKnown();
      const { steps, errors } = await account.engine.up(account.independentProgram());
      expect(errors).toEqual({});
      expect(steps).toMatchObject({ house: "same", events: "same" });
      expectEachKnown();
    });

    it("and a destroy takes it away", async () => {
      expect((await account.engine.destroy()).errors).toEqual({});
      expect(account.counts()).toEqual(each(0));
    });
  });

  it("although the list cannot be read after the service accepted", async () => {
    account.simulator.setFaults([
      // The first list serves everything. The next two look for an app and a fob in another way before their creates.
      { kind: "error", operation: "GET /smartlock/auth", status: 500, skip: 3, count: "always" },
    ]);
    const hurried = account.engineWith({ SMARTLOCK_TIMEOUT: "1", SMARTLOCK_SETTLE_TIMEOUT: "1" });
    await hurried.up(account.independentProgram());
    hurried.state.forEach((stored, name) => account.engine.state.set(name, stored));
    expect([...account.engine.state.keys()].sort()).toEqual([...names].sort());
    await expectHealed();
  });

  it("although updates and deletes fail, before or after they took effect", async () => {
    expect((await account.engine.up(account.independentProgram())).errors).toEqual({});
    const changes = Object.fromEntries(
      samples.filter(({ update }) => update !== undefined).map(({ name, change }) => [name, change]),
    );
    for (const when of ["before", "after"] as const) {
      account.simulator.setFaults([
        { kind: "error", operation: "POST *", status: 403, count: "always", when },
        { kind: "error", operation: "DELETE *", status: 403, count: "always", when },
      ]);
      const { errors } = await account.engine.up(account.independentProgram(changes));
      expect(Object.keys(errors)).not.toEqual([]);
      expectEachKnown();
    }
    await expectHealed();
    account.simulator.setFaults([{ kind: "error", operation: "DELETE *", status: 500, count: "always" }]);
    const hurried = account.engineWith({ SMARTLOCK_TIMEOUT: "0.3" });
    expect(Object.keys((await hurried.destroy()).errors).sort()).toEqual([...names].sort());
    expect([...hurried.state.keys()].sort()).toEqual([...names].sort());
    account.simulator.clearFaults();
    expect((await hurried.destroy()).errors).toEqual({});
    expect(account.counts()).toEqual(each(0));
  });

  it("of a webhook that is registered anew, although the old one cannot be deleted", async () => {
    account.edit((live) => {
      live.behaviour.webhookListShowsSecret = false;
      live.webhooks.push({
        id: 77,
        secret: "an invented secret",
        webhookUrl: "https://hooks.example.com/doors",
        webhookFeatures: ["ACCOUNT_USER", "DEVICE_STATUS"],
        apiKeyId: 301,
      });
    });
    account.simulator.setFaults([
      { kind: "error", operation: "DELETE /api/decentralWebhook/{id}", status: 403, count: "always" },
    ]);
    const program = account
      .independentProgram({ events: { adopt: "always" } })
      .filter(({ name }) => name === "events");
    expect(Object.keys((await account.engine.up(program)).errors)).toEqual(["events"]);
    const made = account.simulator.state().webhooks.find(({ id }) => id !== 77);
    expect(account.engine.state.get("events")?.id).toBe(String(made?.id));
    expect(account.engine.state.get("events")?.outputs["secret"]).toBe(made?.secret);
  });
});
