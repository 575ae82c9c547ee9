import "../protocol/passing-time";
import type { Fault } from "../../simulator";
import type { Declared } from "../protocol/test-engine";
import { Account, seeded } from "./every-kind";

const OFFLINE = ["pending", "lost"] as const;

/**
 * Every list lacks a grant and its lock, and a read of the lock is refused: together they look as if the lock had left
 * the account. A read of the grant itself still shows it.
 */
describe.each([400, 403, 404])(
  "promise 6: a grant and its lock are hidden, and the lock answers %i",
  (status) => {
    let account: Account;

    const crew = (more: object): Declared[] => [
      {
        type: "AuthorizationSet",
        name: "crew",
        inputs: {
          smartlockIds: ["Front door", "Garage"].map((door) => account.lockId(door)),
          type: 2,
          name: "Crew's fob",
          accountUserId: seeded.accountUserId,
          remoteAllowed: false,
          ...more,
        },
      },
    ];
    const fob = (more: object): Declared[] =>
      account.independentProgram({ fob: { ...more } }).filter((one) => one.name === "fob");
    const programs: [string, (more: object) => Declared[]][] = [
      ["fob", fob],
      ["crew", crew],
    ];

    let locks: string[];
    let ids: string[];
    const grants = () => account.simulator.state().authorizations.filter(({ id }) => ids.includes(id));

    const hide = async (program: Declared[]): Promise<void> => {
      const before = new Set(account.simulator.state().authorizations.map(({ id }) => id));
      expect((await account.engine.up(program)).errors).toEqual({});
      account.age();
      const made = account.simulator.state().authorizations.filter(({ id }) => !before.has(id));
      ids = made.map(({ id }) => id);
      locks = [...new Set(made.map(({ smartlockId }) => String(smartlockId)))];
      account.simulator.clearRequests();
      lie();
    };
    const lie = (): void => {
      const faults: Fault[] = [
        { kind: "lacking", operation: "GET *", count: "always", ids: [...locks, ...ids] },
        { kind: "error", operation: "GET /smartlock/{smartlockId}", count: "always", status },
      ];
      account.simulator.setFaults(faults);
    };

    beforeEach(async () => {
      account = await Account.start();
    });

    afterEach(() => account.stop());

    it.each(programs)("%s, refreshed: the state keeps it", async (name, program) => {
      await hide(program({}));
      const { steps, errors, output } = await account.engine.refresh();
      expect([steps, errors]).toEqual([{ [name]: "same" }, {}]);
      expect(output).toContain("is not in the service's list, but a read by its id shows it: it exists.");
      const reads = account.simulator
        .requests()
        .filter(({ path }) => ids.some((id) => path.endsWith(`/auth/${id}`)));
      expect(reads).toHaveLength(ids.length);
    });

    it.each(programs)("%s, declared as before: nothing is sent", async (_name, program) => {
      await hide(program({}));
      await account.engine.up(program({}));
      expect(account.writes()).toEqual([]);
      expect(grants()).toHaveLength(ids.length);
    });

    it.each(programs)("%s, narrowed: the update is sent, or the run fails", async (name, program) => {
      await hide(program({}));
      const { errors } = await account.engine.up(program({ enabled: false }));
      account.simulator.clearFaults();
      account.age();
      const isDone = grants().every(({ enabled }) => !enabled);
      expect(isDone || Object.hasOwn(errors, name)).toBe(true);
    });

    it.each(programs)(
      "%s, removed: it is deleted, or the delete is sent and the run fails",
      async (name, program) => {
        await hide(program({}));
        const { errors } = await account.engine.up([]);
        account.simulator.clearFaults();
        account.age();
        expect(grants()).toEqual([]);
        // If no lock can be read, nobody knows whether this one is online.
        const failed = status === 404 ? [] : [name];
        expect([Object.keys(errors), [...account.engine.state.keys()]]).toEqual([failed, failed]);
      },
    );

    it.each(programs)("%s, removed beyond maxDeletes: nothing is sent", async (name, program) => {
      await hide(program({}));
      const guarded = account.engineWith({ SMARTLOCK_MAX_DELETES: "0" });
      const { errors } = await guarded.up([]);
      expect(errors[name]).toContain("smartlock:maxDeletes allows 0 deletes");
      expect(account.writes()).toEqual([]);
    });

    it.each(programs.flatMap(([name, program]) => OFFLINE.map((how) => [name, how, program] as const)))(
      "%s, removed while the lock is offline (%s): the run fails, and the state keeps it",
      async (name, how, program) => {
        await hide(program({ waitFor: "accepted" }));
        locks.forEach((lock) => account.simulator.lock(Number(lock)).goOffline(how));
        const { errors } = await account.engine.up([]);
        expect(Object.keys(errors)).toEqual([name]);
        expect([...account.engine.state.keys()]).toEqual([name]);
        account.simulator.clearFaults();
        locks.forEach((lock) => account.simulator.lock(Number(lock)).goOnline());
        expect((await account.engine.up([])).errors).toEqual({});
        account.age();
        expect(grants()).toEqual([]);
      },
    );
  },
);
