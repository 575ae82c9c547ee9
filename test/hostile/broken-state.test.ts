import type { World } from "../contract/world";
import { changedSince, type Managed, manageOneOfEach, recordsOf } from "./managed";
import { expectError } from "./oracle";
import { HostileRun } from "./provider";
import type { Bag } from "./values";

/** Cases that property tests meet only by chance. */
describe("A state file that somebody broke", () => {
  let world: World;
  let managed: Managed[];
  let records: Map<string, string>;

  beforeAll(async () => {
    ({ world, managed } = await manageOneOfEach());
    records = recordsOf(world.simulator);
  });
  afterAll(() => world.stop());

  const find = (name: string): Managed => {
    const found = managed.find((one) => one.name === name);
    if (found === undefined) {
      throw new Error(`There is no ${name}.`);
    }
    return found;
  };

  async function failureOf(work: (run: HostileRun) => Promise<unknown>): Promise<string> {
    const run = new HostileRun(world.simulator);
    const error: unknown = await work(run).then(
      () => new Error("it did not fail"),
      (reason: unknown) => reason,
    );
    await run.end();
    expectError(error);
    return error.message;
  }

  it.each([{}, { since: null }, { since: "some day" }, { since: {} }])(
    "does not make somebody's code ours, where it does not say since when one is pending: %j",
    async (pending) => {
      const { kind, outs } = find("Authorization (keypad code)");
      const { authorizationId, ...state } = outs;
      const handle = `${String(outs["smartlockId"])}/pending-0`;
      const verbs: ((run: HostileRun) => Promise<unknown>)[] = [
        ({ handlers }) => handlers[kind].delete(handle, { ...state, pending }),
        ({ handlers }) => handlers[kind].read(handle, { ...state, pending }),
      ];
      for (const verb of verbs) {
        expect(await failureOf(verb)).toContain("does not say since when");
      }
      expect(typeof authorizationId).toBe("string");
      expect(changedSince(records, world.simulator)).toEqual([]);
    },
  );

  it.each<[unknown]>([["none"], [7], [{ a: 1 }], [[null]], [["x"]], [[{ authIds: 5 }]]])(
    "differs from what is declared, where settings are %j",
    async (settings) => {
      const { kind, id, inputs, outs } = find("Notification (with a reference)");
      const run = new HostileRun(world.simulator);
      const { changes } = await run.handlers[kind].diff(id, { ...outs, settings }, inputs);
      await run.end();
      expect(changes).toBe(true);
    },
  );

  it.each<[what: string, state: Bag]>([
    ["nesting", { settings: JSON.parse(`${"[".repeat(5_000)}${"]".repeat(5_000)}`) as unknown }],
    ["a key that would be lost", { settings: JSON.parse('{"__proto__":{"wifi":"open"}}') as unknown }],
  ])("is said to be broken, in every verb: %s", async (_what, spoilt) => {
    const { kind, id, inputs, outs } = find("Address");
    const state = { ...outs, ...spoilt };
    const verbs: ((run: HostileRun) => Promise<unknown>)[] = [
      ({ handlers }) => handlers[kind].check(state, inputs),
      ({ handlers }) => handlers[kind].diff(id, state, inputs),
      ({ handlers }) => handlers[kind].read(id, state),
      ({ handlers }) => handlers[kind].update(id, state, inputs),
      ({ handlers }) => handlers[kind].delete(id, state),
    ];
    for (const verb of verbs) {
      expect(await failureOf(verb)).toMatch(/is broken: settings .*Nothing was done/);
    }
    expect(changedSince(records, world.simulator)).toEqual([]);
  });

  it("is told in words by a check, a diff and a read, wherever it holds something that cannot become text or a number", async () => {
    for (const { kind, id, inputs, outs } of managed) {
      for (const state of spoiltEverywhere(outs, { toString: null })) {
        const verbs: ((run: HostileRun) => Promise<unknown>)[] = [
          ({ handlers }) => handlers[kind].check(state, inputs),
          ({ handlers }) => handlers[kind].diff(id, state, inputs),
          ({ handlers }) => handlers[kind].read(id, state),
        ];
        for (const verb of verbs) {
          const run = new HostileRun(world.simulator);
          await verb(run).catch(expectError);
          await run.end();
        }
      }
    }
    expect(changedSince(records, world.simulator)).toEqual([]);
  });

  it("is told in words, where a set has something that is no lock", async () => {
    const { kind, id, outs } = find("AuthorizationSet");
    const state = { ...outs, smartlockIds: [{}], authorizationIds: {} };
    expect(await failureOf(({ handlers }) => handlers[kind].delete(id, state))).toContain(
      "the state does not have its id",
    );
    expect(changedSince(records, world.simulator)).toEqual([]);
  });

  it("does not stop a delete by a time to settle that is none", async () => {
    const { kind, id, outs } = find("Authorization (fob)");
    const run = new HostileRun(world.simulator);
    await run.handlers[kind].delete(id, { ...outs, settleTimeout: -5 });
    await run.end();
    expect(changedSince(records, world.simulator)).toEqual([`authorizations ${id.split("/")[1] ?? ""}`]);
  });
});

/** One copy of the value for each place in it, with another value in that place. */
function spoiltEverywhere(value: unknown, other: unknown): Bag[] {
  if (typeof value !== "object" || value === null) {
    return [];
  }
  const copies = Object.entries(value as Bag).flatMap(([key, inner]) =>
    [other, ...spoiltEverywhere(inner, other)].map((spoilt) => ({ key, spoilt })),
  );
  return copies.map(({ key, spoilt }) =>
    Array.isArray(value)
      ? (value.with(Number(key), spoilt) as unknown as Bag)
      : { ...(value as Bag), [key]: spoilt },
  );
}
