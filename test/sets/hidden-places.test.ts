import "../protocol/passing-time";
import { diffSet } from "../../provider/engine/set/diff";
import { said } from "../engine/lamps";
import { parentThat } from "../engine/shelf";
import { Account, seeded } from "../promises/every-kind";
import type { Declared } from "../protocol/test-engine";
import { lampSets } from "./lamp-sets";

describe("A set that is to leave a lock", () => {
  let account: Account;
  let garage: number;

  const on = (...smartlockIds: number[]): Declared => ({
    type: "AuthorizationSet",
    name: "crew",
    inputs: {
      smartlockIds,
      type: "fob",
      name: "Crew",
      accountUserId: seeded.accountUserId,
      remoteAllowed: false,
    },
  });
  const doors = (): number[] =>
    account.simulator
      .state()
      .authorizations.filter(({ name }) => name === "Crew")
      .map(({ smartlockId }) => smartlockId);

  beforeEach(async () => {
    account = await Account.start();
    garage = account.lockId("Garage");
    const { errors } = await account.engine.up([on(account.lockId("Front door"), garage)]);
    expect(errors).toEqual({});
    account.age();
  });
  afterEach(() => account.stop());

  it("stays on it while the list of locks lacks that lock, which a read by its id shows: the program may have had that list too", async () => {
    account.simulator.setFaults([
      { kind: "lacking", operation: "GET /smartlock", ids: [String(garage)], count: "always" },
    ]);
    const { errors } = await account.engine.up([on(account.lockId("Front door"))]);
    expect(errors["crew"]).toBe(
      `AuthorizationSet "Crew" is to leave Garage (${garage}), but the service's list lacks that lock now, although a read by its id shows it. ` +
        "A program that takes its locks from that list gets too few. Nothing was changed. Run again later.",
    );
    account.simulator.clearFaults();
    account.age();
    expect(doors()).toContain(garage);
  });

  it("leaves it if the list shows it", async () => {
    expect((await account.engine.up([on(account.lockId("Front door"))])).errors).toEqual({});
    account.age();
    expect(doors()).not.toContain(garage);
  });

  it("leaves it if a read by its id does not show it either", async () => {
    account.edit((live) => {
      live.smartlocks = live.smartlocks.filter(({ smartlockId }) => smartlockId !== garage);
    });
    account.simulator.clearRequests();
    expect((await account.engine.up([on(account.lockId("Front door"))])).errors).toEqual({});
    expect(account.writes()).toEqual([expect.stringContaining("DELETE /smartlock")]);
  });

  it("leaves it if the token may not read locks", async () => {
    const { simulator } = account;
    account.edit(({ tokens }) => tokens.forEach((token) => (token.scopes = ["smartlock.auth", "account"])));
    expect((await account.engine.up([on(account.lockId("Front door"))])).errors).toEqual({});
    simulator.clock.advance(60_000);
    expect(doors()).not.toContain(garage);
  });
});

describe("Whether the list of rooms lacks one", () => {
  const olds = {
    roomIds: [1, 2],
    name: "Porch",
    colour: "red",
    lampIds: { "1": "11", "2": "12" },
    __members: {},
    __declared: ["roomIds", "name", "colour"],
    __owner: "urn",
  };

  /** A set of lamps in rooms of which the service lists none and shows each by its id, without a name. */
  function world() {
    const room = parentThat(() => false, { noun: "room", keyFrom: ({ roomId }) => String(roomId) });
    let lists = 0;
    const list = (): Promise<object[]> => {
      lists += 1;
      return Promise.resolve([]);
    };
    const all = lampSets({ parent: { ...room, kind: { ...room.kind, list } } });
    all.service.lamps = [1, 2].map((roomId) => ({
      roomId,
      lampId: 10 + roomId,
      name: "Porch",
      colour: "red",
    }));
    all.session.claims.checked("urn");
    const differing = (roomIds: readonly number[]) => diffSet(all.set, olds, { ...olds, roomIds });
    return { differing, lists: () => lists };
  }

  it("is not asked where the set leaves none", async () => {
    const { differing, lists } = world();
    await said(() => differing([1, 2]));
    expect(lists()).toBe(0);
  });

  it("is told without a name where the room has none", async () => {
    await expect(world().differing([2])).rejects.toThrow(
      "is to leave room (1), but the service's list lacks that room now, although a read by its id shows it.",
    );
  });
});
