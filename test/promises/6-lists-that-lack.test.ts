import type { AccountState, OperationName } from "../../simulator";
import "../protocol/passing-time";
import { Account } from "./every-kind";
import { each, names, samples } from "./samples";

/** With this many locks, authorizations are listed lock by lock. */
const MANY_LOCKS = 21;

type Lacking = (account: AccountState) => readonly (string | number)[];

const made =
  (type: string, field: string): Lacking =>
  (account) =>
    samples
      .filter((sample) => sample.type === type)
      .flatMap(({ objects }) =>
        objects(account).map((object) => String(new Map(Object.entries(object)).get(field))),
      );

/** Each with the ids of the objects that the program created or names. */
const lists: [OperationName, number, Lacking][] = [
  ["GET /account/user", 0, made("AccountUser", "accountUserId")],
  ["GET /account/sub", 0, made("SubAccount", "accountId")],
  ["GET /smartlock/auth", 0, made("Authorization", "id")],
  ["GET /smartlock/{smartlockId}/auth", MANY_LOCKS, made("Authorization", "id")],
  ["GET /notification", 0, made("Notification", "notificationId")],
  ["GET /smartlock", 0, ({ smartlocks }) => smartlocks.map(({ smartlockId }) => smartlockId)],
  // An address cannot be read by its id, but its units can be listed.
  ["GET /address", 0, made("Address", "addressId")],
];

describe.each(lists)("promise 6: %s lacks, throughout a run,", (operation, moreLocks, idsIn) => {
  describe.each(["everything", "what the program made"])("%s:", (extent) => {
    let account: Account;

    beforeEach(async () => {
      account = await Account.start();
      account.addLocks(moreLocks);
      expect((await account.engine.up(account.independentProgram())).errors).toEqual({});
      account.age();
      const lacking = { kind: "lacking", operation, count: "always" } as const;
      const ids = idsIn(account.simulator.state()).map(String);
      account.simulator.setFaults([extent === "everything" ? lacking : { ...lacking, ids }]);
    });

    afterEach(() => account.stop());

    it("a refresh forgets nothing", async () => {
      const { steps } = await account.engine.refresh();
      expect(Object.values(steps)).not.toContain("delete");
      expect([...account.engine.state.keys()].sort()).toEqual([...names].sort());
    });

    it("a preview makes nothing anew", async () => {
      const { steps, output } = await account.engine.preview(account.independentProgram());
      expect(Object.entries(steps).filter(([, step]) => step !== "same" && step !== "failed")).toEqual([]);
      expect(output).not.toContain("no longer exists");
      expect(account.simulator.firedFaults()).toMatchObject([{ kind: "lacking", operation }]);
    });

    it("nothing is made twice or forgotten", async () => {
      await account.engine.up(account.independentProgram());
      expect(account.counts()).toEqual(each(1));
      expect([...account.engine.state.keys()].sort()).toEqual([...names].sort());
    });

    it("a destroy forgets nothing that it leaves", async () => {
      await account.engine.destroy();
      const left = account.counts();
      expect(names.filter((name) => left[name] !== 0 && !account.engine.state.has(name))).toEqual([]);
    });
  });
});

/**
 * Only lists show these. They count as gone if two lists, seconds apart, lack them in an account that shows other
 * objects.
 */
describe.each<[OperationName, string, Lacking]>([
  ["GET /address/{addressId}/unit", "flat", made("AddressUnit", "id")],
  ["GET /api/decentralWebhook", "events", made("Webhook", "id")],
])("promise 6: %s lacks, throughout a run, %s, which is read by no id:", (operation, name, idsIn) => {
  let account: Account;

  beforeEach(async () => {
    account = await Account.start();
    expect((await account.engine.up(account.independentProgram())).errors).toEqual({});
    account.age();
    const ids = idsIn(account.simulator.state()).map(String);
    account.simulator.setFaults([{ kind: "lacking", operation, count: "always", ids }]);
  });

  afterEach(() => account.stop());

  it("a refresh forgets it only with a word", async () => {
    const { steps, output } = await account.engine.refresh();
    expect(steps).toEqual({ ...each("same"), [name]: "delete" });
    expect(output).toContain("no longer exists: it is removed from the state.");
  });

  it("a preview says that it is made again, and the run leaves one", async () => {
    const { output } = await account.engine.preview(account.independentProgram());
    expect(output).toContain("no longer exists: it will be created again.");
    expect((await account.engine.up(account.independentProgram())).errors).toEqual({});
    account.age();
    expect(account.counts()).toEqual(each(1));
  });

  it("a destroy takes it away", async () => {
    expect((await account.engine.destroy()).errors).toEqual({});
    account.age();
    expect(account.counts()).toEqual(each(0));
  });
});
