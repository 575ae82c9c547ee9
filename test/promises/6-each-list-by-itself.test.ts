import type { Fault, OperationName } from "../../simulator";
import "../protocol/passing-time";
import { Account } from "./every-kind";
import { each, lists, names } from "./samples";

/** So many locks that authorizations are listed lock by lock. */
const MANY_LOCKS = 21;

type Trouble = Fault extends infer One ? (One extends Fault ? Omit<One, "operation"> : never) : never;

const always = { count: "always" } as const;
const troubles: [string, Trouble][] = [
  ["fails", { kind: "error", status: 500, ...always }],
  ["is said not to be there", { kind: "error", status: 404, ...always }],
  ["breaks off", { kind: "truncate", ...always }],
  ["has no body", { kind: "empty body", ...always }],
  ["comes empty once", { kind: "missing page" }],
];

/** How often it has changed an answer. */
function firedOf(account: Account, { kind, operation }: Fault): number {
  const fired = account.simulator.firedFaults();
  return fired.find((one) => one.kind === kind && one.operation === operation)?.times ?? 0;
}

describe.each<[string, number, readonly OperationName[]]>([
  ["few locks", 0, lists],
  ["many locks", MANY_LOCKS, ["GET /smartlock/{smartlockId}/auth"]],
])(
  "promise 6, in an account with %s: a list that lies alone never looks like a deletion",
  (_, more, ofThem) => {
    let account: Account;

    beforeAll(async () => {
      account = await Account.start();
      account.addLocks(more);
      expect((await account.engine.up(account.independentProgram())).errors).toEqual({});
      account.age();
    });

    afterAll(() => account.stop());

    afterEach(() => account.simulator.clearFaults());

    describe.each(ofThem)("%s", (operation) => {
      it.each(troubles)("%s", async (_, trouble) => {
        const fault = { ...trouble, operation };
        const fired = firedOf(account, fault);
        const refreshing = account.engineWith({});
        account.simulator.setFaults([fault]);
        const refreshed = await refreshing.refresh();
        expect(Object.values(refreshed.steps)).not.toContain("delete");
        expect([...refreshing.state.keys()].sort()).toEqual([...names].sort());
        account.simulator.setFaults([fault]);
        const previewed = await account.engineWith({}).preview(account.independentProgram());
        const steps = Object.entries(previewed.steps);
        expect(steps.map(([name]) => name).sort()).toEqual([...names].sort());
        expect(steps.filter(([, step]) => step !== "same" && step !== "failed")).toEqual([]);
        expect(previewed.output).not.toContain("deleted outside");
        expect(account.counts()).toEqual(each(1));
        expect(firedOf(account, fault)).toBeGreaterThan(fired);
      });
    });
  },
);
