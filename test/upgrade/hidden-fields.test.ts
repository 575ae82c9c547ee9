import { hidden } from "../../provider/engine/values/bag";
import { subjects } from "../contract/kinds";
import { nameOf } from "../contract/subject";
import { keypadCode, locks, World } from "../contract/world";
import type { Bag } from "../protocol/plugin";
import type { Declared } from "../protocol/test-engine";

const program: readonly Declared[] = [
  ...subjects.map((subject) => ({ type: subject.kind, name: nameOf(subject), inputs: subject.inputs(0) })),
  {
    type: "AuthorizationSet",
    name: "a set",
    inputs: {
      smartlockIds: [locks.front, locks.office],
      type: 13,
      name: "Team",
      code: keypadCode(700),
      remoteAllowed: false,
    },
  },
];

const added = [hidden.owner, hidden.declared, hidden.account, hidden.madeAt, hidden.version];

function without(bag: Bag, fields: readonly string[]): Bag {
  return Object.fromEntries(Object.entries(bag).filter(([key]) => !fields.includes(key)));
}

describe("state of a release that did not know a hidden field yet", () => {
  let world: World;
  let complete: Map<string, { readonly inputs: Bag; readonly outputs: Bag }>;

  const forget = (fields: readonly string[]): void =>
    world.engine.state.forEach((stored, name) => {
      const { inputs, outputs } = complete.get(name) ?? stored;
      world.engine.state.set(name, {
        ...stored,
        inputs: without(inputs, fields),
        outputs: without(outputs, fields),
      });
    });

  beforeAll(async () => {
    world = await World.start();
    const { errors } = await world.engine.up(program);
    expect(errors).toEqual({});
    complete = new Map(world.engine.state);
  });
  afterAll(() => world.stop());

  const silent = Object.fromEntries(program.map(({ name }) => [name, "same"]));

  it("is stored with these fields today, so that leaving one out tells something", () => {
    const stored = [...complete.values()].flatMap(({ outputs }) => Object.keys(outputs));
    expect(stored).toEqual(expect.arrayContaining(added));
  });

  it.each(added)("is previewed silently without %s", async (field) => {
    forget([field]);
    world.simulator.clearRequests();
    const { steps, errors } = await world.engine.preview(program);
    expect(errors).toEqual({});
    expect(steps).toEqual(silent);
    expect(world.writes()).toEqual([]);
  });

  it("is refreshed, applied and destroyed without any of them", async () => {
    forget(added);
    const refreshed = await world.engine.refresh();
    expect(refreshed.errors).toEqual({});
    expect(refreshed.steps).toEqual(silent);
    const before = world.simulator.state();
    world.simulator.clearRequests();
    const { steps, errors } = await world.engine.up(program);
    expect(errors).toEqual({});
    expect(steps).toEqual(silent);
    expect(world.writes()).toEqual([]);
    expect(world.simulator.state().authorizations).toEqual(before.authorizations);
    forget(added);
    expect((await world.engine.destroy()).errors).toEqual({});
    expect(world.engine.state.size).toBe(0);
  });
});
