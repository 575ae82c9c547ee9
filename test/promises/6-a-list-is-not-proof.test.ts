import "../protocol/passing-time";
import type { AccountState, Fault } from "../../simulator";
import type { Declared } from "../protocol/test-engine";
import { Account, seeded } from "./every-kind";
import { lists, samples } from "./samples";

/** One of each kind and form, and a set, each on its own. */
const kinds = [...samples.map(({ name }) => name), "crew"];

/**
 * The service cannot read these by id. They count as gone if lists lack them twice, seconds apart, in an account that
 * shows other objects.
 */
const blind = ["flat", "events"];

/** The ids in requests of all objects that could be taken for the resource. */
function idsOf(account: AccountState, name: string): string[] {
  const objects =
    name === "crew"
      ? account.authorizations.filter((live) => live.name === "Crew's fob")
      : (samples.find((sample) => sample.name === name)?.objects(account) ?? []);
  return objects.map((object) => {
    const live = object as Record<string, unknown>;
    const fields = ["addressId", "accountUserId", "accountId", "notificationId"];
    const own = name === "house" || name === "cleaner" || name === "desk" || name === "alerts";
    return String(own ? fields.map((field) => live[field]).find((id) => id !== undefined) : live["id"]);
  });
}

describe("promise 6: a list that lacks something is no proof", () => {
  let account: Account;

  const declared = (name: string): Declared[] =>
    name === "crew"
      ? [
          {
            type: "AuthorizationSet",
            name,
            inputs: {
              smartlockIds: ["Front door", "Garage"].map((door) => account.lockId(door)),
              type: 2,
              name: "Crew's fob",
              accountUserId: seeded.accountUserId,
              remoteAllowed: false,
            },
          },
        ]
      : account.independentProgram().filter((one) => one.name === name);

  const ids = (name: string): string[] => idsOf(account.simulator.state(), name);

  /** Prepares an existing resource that is old, and lists that lack it for the whole run. */
  const hidden = async (name: string, lie: "by its id" | "wholly"): Promise<string[]> => {
    expect((await account.engine.up(declared(name))).errors).toEqual({});
    account.age();
    const made = ids(name);
    expect(made.length).toBeGreaterThan(0);
    const fault: Fault = { kind: "lacking", operation: "GET *", count: "always" };
    account.simulator.setFaults([lie === "wholly" ? fault : { ...fault, ids: made }]);
    account.simulator.clearRequests();
    return made;
  };

  beforeEach(async () => {
    account = await Account.start();
  });

  it("of something young: a service that shows the account of before, in every list, is only late", async () => {
    expect((await account.engine.up(account.program())).errors).toEqual({});
    account.simulator.setFaults([{ kind: "lacking", operation: "GET *", count: "always" }]);
    const previewed = await account.engine.preview(account.program());
    expect([previewed.errors, new Set(Object.values(previewed.steps))]).toEqual([{}, new Set(["same"])]);
    const refreshed = await account.engine.refresh();
    expect([refreshed.errors, new Set(Object.values(refreshed.steps))]).toEqual([{}, new Set(["same"])]);
  });

  it("of something young: it is gone if a read by its id is refused as well, and stays if only lists tell", async () => {
    const program = account.independentProgram();
    expect((await account.engine.up(program)).errors).toEqual({});
    account.edit((live) =>
      samples.filter(({ name }) => name !== "house").forEach((sample) => sample.delete(live)),
    );
    const { errors, steps, output } = await account.engine.preview(program);
    expect(errors).toEqual({});
    const gone = samples.map(({ name }) => name).filter((name) => ![...blind, "house"].includes(name));
    for (const { name } of samples) {
      expect([name, steps[name]]).toEqual([name, gone.includes(name) ? "replace" : "same"]);
    }
    expect(output.match(/no longer exists: it will be created again/g)).toHaveLength(gone.length);
    expect(
      output.match(/so it counts as existing. Run again after \d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ:/g),
    ).toHaveLength(blind.length);
    expect((await account.engine.up(program)).errors).toEqual({});
    for (const name of gone) {
      expect([name, ids(name).length]).toEqual([name, 1]);
    }
  });

  afterEach(() => account.stop());

  describe.each(["by its id", "wholly"] as const)("lists that lack it throughout, %s", (lie) => {
    it.each(kinds)("%s, removed from the program: it is deleted", async (name) => {
      await hidden(name, lie);
      expect((await account.engine.up([])).errors).toEqual({});
      account.simulator.clearFaults();
      // The accepted deletes are done.
      account.age();
      expect(account.writes().filter((write) => write.startsWith("DELETE ")).length).toBeGreaterThan(0);
      expect(ids(name)).toEqual([]);
      expect([...account.engine.state.keys()]).toEqual([]);
    });

    it.each(kinds)("%s, refreshed: the state still knows it, or it is said", async (name) => {
      await hidden(name, lie);
      const before = structuredClone(account.engine.state.get(name)?.id);
      const { steps, errors, output } = await account.engine.refresh();
      expect(errors).toEqual({});
      if (lie === "by its id" && blind.includes(name)) {
        expect(steps).toEqual({ [name]: "delete" });
        expect(output).toContain("it is removed from the state.");
      } else {
        expect(steps).toEqual({ [name]: "same" });
        expect(output).toMatch(/is not in the service's list, but/);
        expect(account.engine.state.get(name)?.id).toBe(before);
      }
    });

    it.each(kinds)("%s, declared as before: there is no second one", async (name) => {
      const made = await hidden(name, lie);
      const { steps, errors, output } = await account.engine.up(declared(name));
      expect(errors).toEqual({});
      if (lie === "by its id" && blind.includes(name)) {
        expect(output).toContain("no longer exists: it will be created again.");
        account.age();
        expect(ids(name)).toHaveLength(1);
        return;
      }
      expect(steps).toEqual({ [name]: "same" });
      expect(account.writes()).toEqual([]);
      expect(ids(name)).toEqual(made);
    });
  });

  it.each([400, 403])(
    "the last sub-account, while every question about it is answered with %i: it is taken for gone only with a warning",
    async (status) => {
      expect((await account.engine.up(declared("desk"))).errors).toEqual({});
      account.age();
      const made = ids("desk");
      account.edit((live) => {
        live.subAccounts = live.subAccounts.filter(({ accountId }) => made.includes(String(accountId)));
      });
      const refuse = ["GET /account/sub/{accountId}", "DELETE /account/sub/{accountId}"] as const;
      const faults: Fault[] = [
        { kind: "lacking", operation: "GET /account/sub", count: "always" },
        ...refuse.map((operation): Fault => ({ kind: "error", status, operation, count: "always" })),
      ];
      account.simulator.setFaults(faults);
      const refreshed = account.engineWith({});
      const warning = "It counts as deleted, which could not be confirmed. Check in the app that it is gone.";
      expect((await refreshed.refresh()).output).toContain(warning);
      const { errors, output } = await account.engine.up([]);
      expect([errors, output.split(warning).length]).toEqual([{}, 2]);
    },
  );

  const byId = [
    "GET /smartlock/{smartlockId}/auth/{id}",
    "GET /account/user/{accountUserId}",
    "GET /account/sub/{accountId}",
    "GET /notification/{notificationId}",
  ] as const;

  const nothingById = ["DELETE *" as const, ...byId].map((operation): Fault => ({
    kind: "error",
    status: 404,
    operation,
    count: "always",
  }));
  /** Happens while a run waits for the object to go. */
  const lackingOnce = lists.map((operation): Fault => ({ kind: "lacking", operation, skip: 4 }));

  it.each(
    kinds.flatMap((name) => [
      [name, "lists show it", nothingById] as const,
      [name, "one list of many lacks it", [...nothingById, ...lackingOnce]] as const,
    ]),
  )(
    "a gateway that answers 404 to deletes and reads by id: %s, removed from the program, stays in the state while %s",
    async (name, _words, faults) => {
      expect((await account.engine.up(declared(name))).errors).toEqual({});
      account.age();
      account.simulator.setFaults(faults);
      const { errors } = await account.engine.up([]);
      expect(errors[name]).toMatch(/\(404\), but still shows it/);
      expect([...account.engine.state.keys()]).toEqual([name]);
      account.simulator.clearFaults();
      expect((await account.engine.up([])).errors).toEqual({});
      account.age();
      expect(ids(name)).toEqual([]);
    },
  );

  /** Only a list can tell whether a lock has deleted it, or an address no longer has it. */
  const unconfirmed = ["flat", "app", "fob", "code", "crew"];
  /** Their lists also show whether something else would be deleted with them. */
  const holders = ["house", "cleaner"];

  it.each(kinds.filter((name) => !holders.includes(name)))(
    "lists that fail throughout: %s, removed from the program, is deleted by its id",
    async (name) => {
      expect((await account.engine.up(declared(name))).errors).toEqual({});
      account.age();
      account.simulator.setFaults(
        lists.map((operation) => ({ kind: "error", status: 500, operation, count: "always" })),
      );
      const { errors } = await account.engine.up([]);
      account.simulator.clearFaults();
      account.age();
      expect(ids(name)).toEqual([]);
      expect(Object.keys(errors)).toEqual(unconfirmed.includes(name) ? [name] : []);
      expect([...account.engine.state.keys()]).toEqual(Object.keys(errors));
      expect((await account.engine.up([])).errors).toEqual({});
      expect([...account.engine.state.keys()]).toEqual([]);
    },
  );
});
