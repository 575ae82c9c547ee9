import type { AccountState, OperationName } from "../../simulator";
import "../protocol/passing-time";
import { Account } from "./every-kind";
import { each, names, samples } from "./samples";

/** So many locks that authorizations are listed lock by lock. */
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

/** Each with the ids of what the program made or names. */
const lists: [OperationName, number, Lacking][] = [
  ["GET /account/user", 0, made("AccountUser", "accountUserId")],
  ["GET /account/sub", 0, made("SubAccount", "accountId")],
  ["GET /smartlock/auth", 0, made("Authorization", "id")],
  ["GET /smartlock/{smartlockId}/auth", MANY_LOCKS, made("Authorization", "id")],
  ["GET /notification", 0, made("Notification", "notificationId")],
  ["GET /smartlock", 0, ({ smartlocks }) => smartlocks.map(({ smartlockId }) => smartlockId)],
  // These cannot be read by id.
  ["GET /address", 0, made("Address", "addressId")],
  ["GET /address/{addressId}/unit", 0, made("AddressUnit", "id")],
  ["GET /api/decentralWebhook", 0, made("Webhook", "id")],
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
      expect(output).not.toContain("deleted outside");
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
