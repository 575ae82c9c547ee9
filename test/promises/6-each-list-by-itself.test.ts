import type { Fault, OperationName } from "../../simulator";
import "../protocol/passing-time";
import { Account } from "./every-kind";
import { each, lists, names } from "./samples";

/** With this many locks, authorizations are listed lock by lock. */
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

const grants = ["app", "fob", "code"];

/** The resources that depend on a list: a refresh asks about the object, a preview also about what the declaration names. */
const failing: Partial<Record<OperationName, { readonly refresh: string[]; readonly preview: string[] }>> = {
  "GET /address": { refresh: ["house"], preview: ["house", "flat"] },
  "GET /address/{addressId}/unit": { refresh: ["flat"], preview: ["flat"] },
  "GET /account/user": { refresh: ["cleaner"], preview: ["cleaner", "app", "fob"] },
  "GET /account/sub": { refresh: ["desk"], preview: ["desk"] },
  "GET /smartlock/auth": { refresh: grants, preview: grants },
  "GET /smartlock/{smartlockId}/auth": { refresh: grants, preview: grants },
  "GET /api/decentralWebhook": { refresh: ["events"], preview: ["events"] },
  "GET /notification": { refresh: ["alerts"], preview: ["alerts"] },
  "GET /smartlock": { refresh: grants, preview: ["house", ...grants, "alerts"] },
};

function ends(operation: OperationName, { kind }: Trouble, run: "refresh" | "preview") {
  const failed = kind === "missing page" ? [] : (failing[operation]?.[run] ?? names);
  return each(({ name }) => (failed.includes(name) ? "failed" : "same"));
}

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
        expect(refreshed.steps).toEqual(ends(operation, trouble, "refresh"));
        expect([...refreshing.state.keys()].sort()).toEqual([...names].sort());
        account.simulator.setFaults([fault]);
        const previewed = await account.engineWith({}).preview(account.independentProgram());
        expect(previewed.steps).toEqual(ends(operation, trouble, "preview"));
        expect(previewed.output).not.toContain("no longer exists");
        expect(account.counts()).toEqual(each(1));
        expect(firedOf(account, fault)).toBeGreaterThan(fired);
      });
    });
  },
);
