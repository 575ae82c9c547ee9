import "../protocol/passing-time";
import { locks, person, World } from "../contract/world";
import type { Declared } from "../protocol/test-engine";

/** An end that is over when it is sent still takes the door away from somebody who has it for longer. */
describe("A grant that is to end in the past", () => {
  let world: World;

  beforeEach(async () => {
    world = await World.start();
  });
  afterEach(() => world.stop());

  const kinds: [string, (allowedUntilDate: string) => Declared][] = [
    [
      "one",
      (allowedUntilDate) => ({
        type: "Authorization",
        name: "it",
        inputs: {
          smartlockId: locks.front,
          name: "Guest",
          accountUserId: person(1),
          remoteAllowed: true,
          allowedUntilDate,
        },
      }),
    ],
    [
      "a set",
      (allowedUntilDate) => ({
        type: "AuthorizationSet",
        name: "it",
        inputs: {
          smartlockIds: [locks.front],
          name: "Guest",
          accountUserId: person(1),
          remoteAllowed: true,
          allowedUntilDate,
        },
      }),
    ],
  ];
  const LATE = "2040-01-01T00:00:00Z";
  const PAST = "2026-01-01T00:00:00Z";
  const end = (): number[] =>
    world.simulator
      .state()
      .authorizations.filter(({ name }) => name === "Guest")
      .map(({ allowedUntilDate = "" }) => Date.parse(allowedUntilDate));

  it.each(kinds)("is refused if it is new (%s)", async (_which, guest) => {
    const { errors } = await world.engine.up([guest(PAST)]);
    expect(errors["it"]).toBe("allowedUntilDate is in the past: the authorization would open nothing.");
    expect(world.writes()).toEqual([]);
  });

  it.each(kinds)("is ended, with a warning (%s)", async (_which, guest) => {
    expect((await world.engine.up([guest(LATE)])).errors).toEqual({});
    const { errors, output } = await world.engine.up([guest(PAST)]);
    expect(errors).toEqual({});
    expect(output).toContain("allowedUntilDate is in the past: the authorization would open nothing.");
    expect(end()).toEqual([Date.parse(PAST)]);
  });

  it.each(kinds)("is ended although every list lacks it (%s)", async (_which, guest) => {
    expect((await world.engine.up([guest(LATE)])).errors).toEqual({});
    world.simulator.setFaults(
      ["GET /smartlock/auth", "GET /smartlock/{smartlockId}/auth"].map((operation) => ({
        kind: "lacking",
        operation,
        count: "always",
      })),
    );
    expect((await world.engine.up([guest(PAST)])).errors).toEqual({});
    expect(end()).toEqual([Date.parse(PAST)]);
  });
});
