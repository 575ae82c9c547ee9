import "../protocol/passing-time";
import { locks, person, World } from "../contract/world";
import type { Declared } from "../protocol/test-engine";

/** Without its type, a keypad code looks like an app authorization, which is another one for another person. */
describe("A keypad code whose type is left to others", () => {
  let world: World;
  beforeEach(async () => {
    world = await World.start();
  });
  afterEach(() => world.stop());

  const inputs = { type: "code", name: "Crew", code: 613748, remoteAllowed: false };
  const alone = (fields: object = {}): Declared => ({
    type: "Authorization",
    name: "crew",
    ignoreChanges: ["type"],
    inputs: { ...inputs, smartlockId: locks.front, ...fields },
  });
  const set = (fields: object = {}): Declared => ({
    ...alone(),
    type: "AuthorizationSet",
    inputs: { ...inputs, smartlockIds: [locks.front, locks.office], ...fields },
  });
  const both: [string, (fields?: object) => Declared][] = [
    ["one", alone],
    ["a set", set],
  ];

  it.each(both)("stays the same one for another person, and invites nobody (%s)", async (_, grant) => {
    expect((await world.engine.up([grant({ accountUserId: person(1) })])).errors).toEqual({});
    const { output, steps, errors } = await world.engine.preview([grant({ accountUserId: person(2) })]);
    expect({ steps, errors }).toEqual({ steps: { crew: "update" }, errors: {} });
    expect(output).toContain("Person 1 → Person 2");
    expect(output).not.toContain("invitation");
  });

  it.each(both)("invites nobody if it is replaced (%s)", async (_, grant) => {
    await world.engine.up([grant()]);
    const renamed = { ...grant({ name: "Staff" }), replaceOnChanges: ["name"] };
    const { output, steps } = await world.engine.preview([renamed]);
    expect(steps).toEqual({ crew: "replace" });
    expect(output).toContain("; this replaces it.");
    expect(output).not.toContain("invitation");
  });

  it.each(both)("gets its person back in place (%s)", async (_, grant) => {
    await world.engine.up([grant({ accountUserId: person(1) })]);
    const before = world.simulator.state().authorizations.filter(({ name }) => name === "Crew");
    world.outside((state) => {
      for (const one of state.authorizations) {
        if (one.name === "Crew") {
          one.accountUserId = person(2);
        }
      }
    });
    expect((await world.engine.up([grant({ accountUserId: person(1) })])).errors).toEqual({});
    const after = world.simulator.state().authorizations.filter(({ name }) => name === "Crew");
    expect(after.map(({ id, accountUserId }) => [id, accountUserId])).toEqual(
      before.map(({ id }) => [id, person(1)]),
    );
  });
});
