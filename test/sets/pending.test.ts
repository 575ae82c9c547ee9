import "../protocol/passing-time";
import { until } from "../promises/every-kind";
import { Doors, grants, keypadCode, set } from "./doors";

const otherCode = 739_164;

describe("A set of which some locks do not confirm", () => {
  let doors: Doors;

  beforeAll(async () => {
    doors = await Doors.start(3);
  });

  afterAll(() => doors.stop());

  const cleaners = () => [set("cleaners", { ...grants.code, smartlockIds: doors.ids, settleTimeout: 4 })];

  it("records these as pending", async () => {
    doors.simulator.clearRequests();
    const { errors } = await doors.engine.up(cleaners(), async () => {
      // They are online when the run looks, and offline when it writes.
      await until(() =>
        doors.simulator.requests().some(({ path, status }) => path === "/smartlock" && status === 200),
      );
      doors.simulator.lock(doors.id(1)).goOffline("pending");
      doors.simulator.lock(doors.id(2)).goOffline("lost");
    });
    expect(errors["cleaners"]?.split("\n").slice(1)).toEqual([
      expect.stringContaining(`${doors.named(1)}: `),
      expect.stringContaining(`${doors.named(2)}: `),
    ]);
    expect(errors["cleaners"]).toContain("It is recorded as pending; the next run goes on from there.");
    expect(doors.outputs("cleaners")).toMatchObject({
      authorizationIds: doors.idsOf("Cleaners"),
      pending: Object.fromEntries(doors.at(1, 2).map((id) => [id, { since: expect.any(String) as string }])),
    });
    expect(Object.keys(doors.idsOf("Cleaners"))).toEqual([String(doors.id(0))]);
  });

  it("waits for them to come back", async () => {
    const { steps, output } = await doors.engine.preview(cleaners());
    expect(steps).toEqual({ cleaners: "update" });
    expect(output).toContain(`on lock ${doors.id(1)} is pending`);
    const { errors } = await doors.engine.up(cleaners());
    expect(errors["cleaners"]).toContain("2 of 3 locks are not done");
    expect(Object.keys(doors.outputs("cleaners")["pending"] as object)).toEqual(doors.at(1, 2).map(String));
  });

  it("finds what they have done then, and sends again only what was lost", async () => {
    doors.simulator.lock(doors.id(1)).goOnline();
    doors.simulator.lock(doors.id(2)).goOnline();
    await until(() => doors.on(1, "Cleaners").some(({ operationId }) => operationId === undefined));
    doors.simulator.clearRequests();
    const { errors } = await doors.engine.up(cleaners());
    expect(errors).toEqual({});
    expect(doors.writes()).toEqual([
      `POST /smartlock/${doors.id(2)}/sync`,
      `PUT /smartlock/${doors.id(2)}/auth`,
    ]);
    expect(doors.records("Cleaners")).toHaveLength(3);
    expect(doors.outputs("cleaners")).toMatchObject({ authorizationIds: doors.idsOf("Cleaners") });
    expect(doors.outputs("cleaners")["pending"]).toBeUndefined();
    const { steps, output } = await doors.engine.preview(cleaners());
    expect({ steps, output }).toEqual({ steps: { cleaners: "same" }, output: "" });
  });
});

describe('A set with waitFor: "accepted" and a lock that is offline', () => {
  let doors: Doors;

  beforeAll(async () => {
    doors = await Doors.start(3, {}, { SMARTLOCK_SETTLE_TIMEOUT: "6" });
    doors.simulator.lock(doors.id(1)).goOffline("pending");
  });

  afterAll(() => doors.stop());

  const accepted = (code: number) => ({
    ...grants.code,
    smartlockIds: doors.ids,
    waitFor: "accepted",
    code,
  });
  const cleaners = (code = keypadCode) => [set("cleaners", accepted(code))];

  it("is made, with that lock pending", async () => {
    const { errors, output } = await doors.engine.up(cleaners());
    expect(errors).toEqual({});
    expect(output).toContain("has not confirmed it, because it is offline");
    expect(Object.keys(doors.outputs("cleaners")["pending"] as object)).toEqual([String(doors.id(1))]);
    const { steps, output: said } = await doors.engine.preview(cleaners());
    expect(steps).toEqual({ cleaners: "same" });
    expect(said).toContain("is still pending: Door 0002 is offline");
  });

  it("changes its code at the other doors, and the old one does not survive where it arrives later", async () => {
    const { errors } = await doors.engine.up(cleaners(otherCode));
    expect(errors["cleaners"]).toContain("1 of 3 locks are not done");
    expect(errors["cleaners"]).toContain(doors.named(1));
    expect(doors.records("Cleaners").map(({ code }) => code)).toEqual([otherCode, otherCode]);
    doors.simulator.lock(doors.id(1)).goOnline();
    await until(() => doors.on(1, "Cleaners").some(({ operationId }) => operationId === undefined));
    expect(doors.on(1, "Cleaners")).toMatchObject([{ code: keypadCode }]);
    const { errors: none } = await doors.engine.up(cleaners(otherCode));
    expect(none).toEqual({});
    expect(doors.on(1, "Cleaners")).toMatchObject([{ code: otherCode }]);
    expect(doors.records("Cleaners")).toHaveLength(3);
    const { steps, output } = await doors.engine.preview(cleaners(otherCode));
    expect({ steps, output }).toEqual({ steps: { cleaners: "same" }, output: "" });
  });

  it("is not deleted while a code may still arrive at a door", async () => {
    const added = [...cleaners(otherCode), set("guests", { ...accepted(593_184), name: "Guests" })];
    doors.simulator.lock(doors.id(1)).goOffline("pending");
    await doors.engine.up(added);
    const { errors } = await doors.engine.up(cleaners(otherCode));
    expect(errors["guests"]).toContain(`${doors.named(1)}: `);
    expect(errors["guests"]).toContain("may still arrive at the door");
    expect(doors.engine.state.has("guests")).toBe(true);
    expect(doors.records("Guests")).toHaveLength(0);
    doors.simulator.lock(doors.id(1)).goOnline();
    await until(() => doors.on(1, "Guests").some(({ operationId }) => operationId === undefined));
    const again = await doors.engine.up(cleaners(otherCode));
    expect(again.errors).toEqual({});
    expect(doors.records("Guests")).toHaveLength(0);
    expect(doors.records("Cleaners")).toHaveLength(3);
  });
});

describe("A code that is changed while no list shows what was sent", () => {
  let doors: Doors;

  beforeEach(async () => {
    doors = await Doors.start(2, {}, { SMARTLOCK_SETTLE_TIMEOUT: "6" });
    doors.simulator.setFaults([{ kind: "lacking", operation: "GET /smartlock/auth", count: "always" }]);
  });

  afterEach(() => doors.stop());

  const inSet = (code: number) => [set("cleaners", { ...grants.code, smartlockIds: doors.ids, code })];
  const single = (code: number) => [
    { type: "Authorization", name: "cleaners", inputs: { ...grants.code, smartlockId: doors.id(0), code } },
  ];

  it.each([
    ["of a set", inSet],
    ["of one door", single],
  ])(
    "%s: the state tells of the new one from then on, and the old one is given up in words",
    async (_, declared) => {
      const first = await doors.engine.up(declared(keypadCode));
      expect(first.errors["cleaners"]).toContain("It is recorded as pending");
      const second = await doors.engine.up(declared(otherCode));
      expect(second.errors["cleaners"]).toContain("it was sent again and has not been confirmed");
      expect(second.output).toContain(
        'Authorization "Cleaners" on Door 0001 was pending and has never arrived',
      );
      const sent = doors.records("Cleaners").filter(({ code }) => code === otherCode);
      expect(sent).not.toEqual([]);
      doors.simulator.setFaults([]);
      const { errors } = await doors.engine.up([]);
      expect(errors).toEqual({});
      expect(doors.records("Cleaners").map(({ code }) => code)).not.toContain(otherCode);
    },
  );

  // A known defect: the state takes the refused code for sent, and the one that is on the door is given up (issue 12).
  it.failing(
    "is revoked all the same where the service refused the other one, which somebody has",
    async () => {
      const theirs = doors.simulator
        .state()
        .authorizations.find(({ code }) => typeof code === "number")?.code;
      await doors.engine.up(single(keypadCode));
      const { errors } = await doors.engine.up(single(Number(theirs)));
      doors.simulator.setFaults([]);
      await doors.engine.up([]);
      expect({
        isRefused: errors["cleaners"]?.includes("409"),
        left: doors.records("Cleaners").length,
      }).toEqual({
        isRefused: true,
        left: 0,
      });
    },
  );
});
