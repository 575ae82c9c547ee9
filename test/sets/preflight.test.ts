import "../protocol/passing-time";
import { UNKNOWN } from "../protocol/test-engine";
import { Doors, grants, keypadCode, people, set } from "./doors";

describe("The preview of a set", () => {
  let doors: Doors;

  beforeAll(async () => {
    doors = await Doors.start(5);
    doors.account.edit((state) => {
      const [, bare] = state.smartlocks;
      if (bare !== undefined) {
        bare.config = { ...bare.config, keypadPaired: false, keypad2Paired: false };
      }
    });
    doors.add(...Array.from({ length: 199 }, () => ({ smartlockId: doors.id(2), name: "Filler", type: 3 })));
  });

  afterAll(() => doors.stop());

  it("names every mistake that is certain, once, and sends nothing", async () => {
    doors.simulator.clearRequests();
    const { errors, steps } = await doors.engine.preview([
      set("doors", { ...grants.code, smartlockIds: [987_654, ...doors.at(0, 1, 2)] }),
      set("nobody", { ...grants.app, accountUserId: 987_654, smartlockIds: doors.at(0, 1, 3, 4) }),
      set("over", {
        ...grants.fob,
        smartlockIds: doors.at(0, 1, 3, 4),
        allowedUntilDate: "2020-01-01T00:00:00Z",
      }),
      set("twice", { ...grants.app, accountUserId: people.caretaker, smartlockIds: doors.at(3, 4, 3) }),
      set("later", { ...grants.fob, name: "Later", smartlockIds: [UNKNOWN] }),
      set("all later", { ...grants.fob, name: "All later", smartlockIds: UNKNOWN }),
    ]);
    expect(errors["doors"]?.split("\n")).toEqual([
      "smartlockIds names a lock that the account does not have (987654).",
      "smartlockIds names Door 0002, which has no keypad for a code.",
      "smartlockIds names Door 0003, which is full: it has 200 authorizations.",
    ]);
    expect(errors["nobody"]).toBe("accountUserId names a user that the account does not have (987654).");
    expect(errors["over"]).toBe("allowedUntilDate is in the past: the authorization would open nothing.");
    expect(errors["twice"]).toBe("smartlockIds must not name a lock twice.");
    expect(steps).toMatchObject({ later: "create", "all later": "create" });
    expect(doors.writes()).toEqual([]);
  });

  it("tells collisions with other resources, naming both", async () => {
    const code = { name: "Guest", type: 13, code: keypadCode, remoteAllowed: false };
    const { errors } = await doors.engine.preview([
      { type: "Authorization", name: "guest", inputs: { ...code, smartlockId: doors.id(0) } },
      set("cleaners", { ...grants.code, smartlockIds: doors.at(0, 3) }),
      set("crew", { ...grants.app, smartlockIds: doors.at(0, 3) }),
      set("night crew", { ...grants.app, name: "Night crew", smartlockIds: doors.at(3, 4) }),
    ]);
    const once = " Declare it only once, or change one of these fields.";
    expect(errors).toEqual({
      cleaners: `AuthorizationSet "cleaners" and Authorization "guest" declare the same Authorization: smartlockId Door 0001, type code and the same code.${once}`,
      "night crew": `AuthorizationSet "night crew" and AuthorizationSet "crew" declare the same Authorization: smartlockId Door 0004, type app and accountUserId Person 2.${once}`,
    });
  });
});
