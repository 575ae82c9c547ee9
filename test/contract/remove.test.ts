import "../protocol/passing-time";
import type { Fault } from "../../simulator";
import type { Bag } from "../protocol/plugin";
import type { RunResult } from "../protocol/test-engine";
import { subjects } from "./kinds";
import { matching, nameOf, recordsOf, replaceRecords } from "./subject";
import { World } from "./world";

const rows = subjects.map((subject) => [nameOf(subject), subject] as const);
const program = subjects.map((subject) => ({
  type: subject.kind,
  name: nameOf(subject),
  inputs: subject.inputs(0),
}));

function everything(world: World): Bag {
  return Object.fromEntries(subjects.map((subject) => [subject.collection, recordsOf(world, subject)]));
}

describe("Every kind, deleted while the service is busy with it", () => {
  let world: World;
  let others: Bag;
  let destroyed: RunResult;
  let deletions: { operation: string | null; status: number | null }[];

  beforeAll(async () => {
    world = await World.start();
    others = everything(world);
    const created = await world.engine.up(program);
    expect(created.errors).toEqual({});
    const busy = (operation: string, count: number): Fault => ({
      kind: "error",
      operation,
      status: 423,
      body: "empty",
      count,
    });
    const operations = new Set(subjects.map(({ deletion }) => deletion));
    // Refused together, they are tried one by one.
    world.simulator.setFaults([
      busy("DELETE /smartlock/auth", 1),
      ...[...operations].map((operation) => busy(operation, 2)),
    ]);
    world.simulator.clearRequests();
    destroyed = await world.engine.destroy();
    deletions = world.simulator.requests().filter(({ method }) => method === "DELETE");
  });

  afterAll(() => world.stop());

  it.each(rows)("%s: waited for, and deleted", (name, subject) => {
    expect(destroyed.errors[name]).toBeUndefined();
    expect(destroyed.steps[name]).toBe("delete");
    expect(matching(world, subject, subject.inputs(0))).toEqual([]);
    const refused = deletions.filter(
      ({ operation, status }) => operation === subject.deletion && status === 423,
    );
    expect(refused).toHaveLength(2);
  });

  it("takes nothing with it that it did not make", () => {
    expect(everything(world)).toEqual(others);
    expect(world.engine.state.size).toBe(0);
  });
});

describe.each([
  ["just after it was made", 0],
  ["long after it was made", 1],
])("Every kind, deleted when it is gone already, %s", (_words, hours) => {
  let world: World;
  let destroyed: RunResult;

  beforeAll(async () => {
    world = await World.start();
    const created = await world.engine.up(program);
    expect(created.errors).toEqual({});
    world.pass(hours);
    world.outside((state) => {
      for (const subject of subjects) {
        const id = world.engine.state.get(nameOf(subject))?.id;
        replaceRecords(state, subject, (records) => records.filter((record) => subject.idOf(record) !== id));
      }
    });
    destroyed = await world.engine.destroy();
  });

  afterAll(() => world.stop());

  it.each(rows)("%s: is a success", (name) => {
    expect(destroyed.errors[name]).toBeUndefined();
    expect(world.engine.state.has(name)).toBe(false);
  });
});
