import type { World } from "../contract/world";
import { idsOf } from "./known-paths";
import { LyingService } from "./lying-service";
import { changedSince, type Managed, manageOneOfEach, recordsOf } from "./managed";
import { expectError } from "./oracle";
import { HostileRun } from "./provider";
import type { Bag } from "./values";

/** Lies that a property test meets only by chance. */
describe("A service that lies", () => {
  let world: World;
  let managed: Managed[];
  let service: LyingService;
  let records: Map<string, string>;

  beforeAll(async () => {
    ({ world, managed } = await manageOneOfEach());
    service = await LyingService.start(world.simulator);
    records = recordsOf(world.simulator);
  });
  afterAll(async () => {
    await service.stop();
    await world.stop();
  });
  beforeEach(() => {
    service.asked = [];
  });

  const find = (name: string): Managed => {
    const found = managed.find((one) => one.name === name);
    if (found === undefined) {
      throw new Error(`There is no ${name}.`);
    }
    return found;
  };

  async function during<T>(work: (run: HostileRun) => Promise<T>): Promise<T> {
    const run = new HostileRun(service);
    return work(run).finally(() => run.end());
  }

  async function failureOf(work: (run: HostileRun) => Promise<unknown>): Promise<string> {
    const error: unknown = await during(work).then(
      () => new Error("it did not fail"),
      (reason: unknown) => reason,
    );
    expectError(error);
    return error.message;
  }

  /** Changes every object in the lists at a path. */
  const listing = (path: string, change: (item: Bag) => Bag): void => {
    service.lie = ({ method, target }, truth) =>
      method === "GET" && target === path && Array.isArray(truth) ? (truth as Bag[]).map(change) : truth;
  };

  it("does not stop anybody with a date that is none", async () => {
    const { kind, id, inputs, outs, another } = find("Authorization (keypad code)");
    const someDay = (item: Bag): Bag => ({ ...item, allowedUntilDate: "\u001b[2Jsome day" });
    service.lie = ({ method, target }, truth) => {
      if (method !== "GET" || !/^\/smartlock\/(?:\d+\/)?auth(?:\/|$)/.test(target)) {
        return truth;
      }
      return Array.isArray(truth) ? (truth as Bag[]).map(someDay) : someDay(truth as Bag);
    };
    expect((await during(({ handlers }) => handlers[kind].check({}, another))).failures).toEqual([]);
    expect((await during(({ handlers }) => handlers[kind].read(id, outs))).props).toMatchObject({
      allowedUntilDate: "\u001b[2Jsome day",
    });
    expect((await during(({ handlers }) => handlers[kind].diff(id, outs, inputs))).changes).toBe(true);
  });

  it("cannot move a state to another object", async () => {
    const { kind, id, inputs, outs } = find("AccountUser");
    service.lie = ({ method }, truth) =>
      method === "POST" ? { ...(truth as Bag), accountUserId: 4001 } : truth;
    const changed = { ...inputs, name: "Another name" };
    expect(await failureOf(({ handlers }) => handlers[kind].update(id, outs, changed))).toContain(
      `(id ${id}) was changed, but the service answered with another one (id 4001)`,
    );
    expect(changedSince(records, world.simulator)).toEqual([`users ${id}`]);
  });

  it("cannot have somebody else's object taken for the one that was made", async () => {
    const { kind, id, another } = find("SubAccount");
    service.lie = ({ method }, truth) =>
      method === "PUT" ? { ...(truth as Bag), accountId: Number(id) } : truth;
    const state = world.simulator.state();
    const before = recordsOf(world.simulator);
    const { id: made } = await during(({ handlers }) => handlers[kind].create(another));
    expect(changedSince(before, world.simulator)).toEqual([`subAccounts ${made}`]);
    expect(made).not.toBe(id);
    world.simulator.setState(state);
  });

  it("cannot have a sub-account deleted, or another one overwritten, by the answer to a take-over", async () => {
    const { kind, id, inputs } = find("SubAccount");
    service.lie = ({ method, target }, truth) =>
      method === "GET" && target === `/account/sub/${id}` ? { ...(truth as Bag), accountId: 4001 } : truth;
    const before = recordsOf(world.simulator).size;
    expect(
      await failureOf(({ handlers }) => handlers[kind].create({ ...inputs, adopt: "always" })),
    ).toContain(`(id ${id}) was changed, but the service answered with another one (id 4001)`);
    expect(service.asked.filter(({ method }) => method !== "GET").map(({ target }) => target)).toEqual([
      `/account/sub/${id}`,
    ]);
    expect(recordsOf(world.simulator).size).toBe(before);
  });

  it.each(["..", ".", "%2e%2e", "a/../../account", "..\\\\..", "a\u0000b", "\ud800", "a?b#c", "a b"])(
    "cannot lead a delete or an update elsewhere with the id %j",
    async (evil) => {
      const { kind, inputs, outs } = find("Notification (with a reference)");
      listing("/notification", (item) => ({ ...item, notificationId: evil }));
      const writes: ((run: HostileRun) => Promise<unknown>)[] = [
        ({ handlers }) => handlers[kind].delete(evil, { ...outs, notificationId: evil }),
        ({ handlers }) => handlers[kind].update(evil, outs, { ...inputs, language: "fr" }),
      ];
      for (const write of writes) {
        await failureOf(write);
      }
      for (const { method, target } of service.asked.filter((asked) => asked.method !== "GET")) {
        expect([method, idsOf(method, target)]).toEqual([method, [evil]]);
      }
      expect([...recordsOf(world.simulator).keys()]).toEqual([...records.keys()]);
    },
  );
});
