import "../protocol/passing-time";
import { type RunResult, engineOf } from "../protocol/test-engine";
import { subjectOf } from "./kinds";
import { matching } from "./subject";
import { keypadCode, locks, long, World } from "./world";

const subject = subjectOf("Authorization (keypad code)");

/** A lock takes 100 codes. A full lock must still let its own codes be replaced and recovered. */
describe("A lock that is full", () => {
  let world: World;
  let recovered: RunResult;
  let replaced: RunResult;
  let another: RunResult;
  let moved: RunResult;
  const guest = { ...subject.inputs(0), smartlockId: locks.office };
  const declare = (name: string, inputs: object) => [{ type: "Authorization", name, inputs: { ...inputs } }];

  beforeAll(async () => {
    world = await World.start();
    expect((await world.engine.up(declare("guest", guest))).errors).toEqual({});
    world.outside((state) => {
      const there = state.authorizations.filter(
        ({ smartlockId, type }) => smartlockId === locks.office && type === 13,
      );
      const more = Array.from({ length: 100 - there.length }, (_, index) => {
        const inputs = { ...subject.inputs(0), smartlockId: locks.office, code: keypadCode(500 + index) };
        return subject.record(inputs, 500 + index, long) as unknown as (typeof there)[number];
      });
      state.authorizations.push(...more);
    });
    const lost = engineOf(world.environment);
    recovered = await lost.up(declare("guest", guest));
    replaced = await world.engine.up(declare("guest", { ...guest, smartActionsEnabled: true }));
    another = await world.engine.preview([
      ...declare("guest", { ...guest, smartActionsEnabled: true }),
      ...declare("one too many", { ...guest, code: keypadCode(1) }),
    ]);
    const elsewhere = { ...guest, smartlockId: locks.front, code: keypadCode(2) };
    const here = { ...guest, smartActionsEnabled: true };
    await world.engine.up([...declare("guest", here), ...declare("mover", elsewhere)]);
    moved = await world.engine.preview([
      ...declare("guest", here),
      ...declare("mover", { ...elsewhere, smartlockId: locks.office }),
    ]);
  });

  afterAll(() => world.stop());

  it("lets a run take over what a crashed one made", () => {
    expect(recovered.errors).toEqual({});
    expect(recovered.output).toContain("adopted");
  });

  it("lets a code be replaced, since the old one goes first", () => {
    expect(replaced.errors).toEqual({});
    expect(replaced.steps["guest"]).toBe("replace");
    expect(matching(world, subject, guest)).toHaveLength(1);
  });

  it("refuses one more in the preview", () => {
    expect(another.errors["one too many"]).toMatch(/Office, which is full: it has 100 keypad codes/);
  });

  it("refuses one that comes from another lock, before it is deleted there", () => {
    expect(moved.errors["mover"]).toMatch(/Office, which is full/);
  });
});
