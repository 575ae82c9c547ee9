import { Kind } from "../../../provider/engine/kind/kind";
import { handlersOf } from "../../../provider/engine/lifecycle/handlers";
import { migrate } from "../../../provider/engine/kind/migrate";
import { Run } from "../../../provider/engine/run/run";
import { handlersOfSet } from "../../../provider/engine/set/handlers";
import { SetKind } from "../../../provider/engine/set/members";
import { registry } from "../../../provider/resources";

const { Address: address, Authorization: authorization, AuthorizationSet: authorizationSet } = registry;

describe("migrate", () => {
  it.each([[{ name: "x" }], [{ name: "x", __version: 1 }], [{ name: "x", __version: 2 }]])(
    "takes %j as it is",
    (state) => {
      expect(migrate(address, state)).toEqual(state);
    },
  );

  it("takes what somebody edited as it is", () => {
    const state = { __version: "99", __earlier: [{ since: "x" }, "odd", null] };
    expect(migrate(authorization, state)).toEqual(state);
  });

  it("refuses the state of a later release, in every verb that gets state", async () => {
    const run = new Run();
    run.configure((key) =>
      key === "token" ? "demo-token" : key === "baseUrl" ? "http://127.0.0.1:9" : undefined,
    );
    const handlers = handlersOf(address, run);
    const later = { name: "x", __version: 99 };
    for (const call of [
      handlers.diff("1", later, { name: "x" }),
      handlers.read("1", later),
      handlers.update("1", later, { name: "x" }),
      handlers.delete("1", later),
    ]) {
      await expect(call).rejects.toThrow(/later release.*Nothing was changed/);
    }
  });

  it.each(["2", null, undefined, {}])("takes what it is where the form %j is no number", (__version) => {
    const state = { name: "x", __version };
    expect(migrate(address, state)).toEqual(state);
  });

  const wire = {
    type: 13,
    allowedFromDate: "2000-01-01T00:00:00.000Z",
    allowedUntilDate: "2026-09-22T12:00:00.000Z",
    allowedWeekDays: 124,
    allowedFromTime: 480,
    allowedUntilTime: 1440,
  };
  const words = {
    type: "code",
    allowedUntilDate: "2026-09-22T12:00:00Z",
    allowedWeekDays: ["mon", "tue", "wed", "thu", "fri"],
    allowedFromTime: "08:00",
    allowedUntilTime: "24:00",
  };
  const said = (state: Record<string, unknown>, spec: Parameters<typeof migrate>[0] = authorization) =>
    JSON.parse(JSON.stringify(migrate(spec, state))) as unknown;

  it("says in words what an older release stored in the service's form", () => {
    expect(said({ ...wire, __version: 1 })).toEqual({ ...words, __version: 1 });
    expect(said(wire)).toEqual(words);
    expect(said({ ...wire, type: 99, allowedWeekDays: 128, allowedFromTime: -1 })).toMatchObject({
      type: 99,
      allowedWeekDays: 128,
      allowedFromTime: -1,
    });
  });

  it("leaves what this release stored as it is", () => {
    const state = { ...words, allowedFromDate: "2000-01-01T00:00:00.000Z", __version: 2 };
    expect(migrate(authorization, state)).toBe(state);
  });

  it("says also what was sent earlier in words", () => {
    const earlier = (form: unknown) => [{ form, since: "2026-01-01T00:00:00.000Z" }, "edited"];
    expect(said({ ...wire, __earlier: earlier(wire) })).toMatchObject({ __earlier: earlier(words) });
    expect(said({ ...wire, __earlier: "edited" })).toMatchObject({ __earlier: "edited" });
  });

  it("says also what was sent earlier to one lock of a set in words", () => {
    const members = (form: unknown) => ({ 17: { __earlier: [{ form, since: "2026-01-01T00:00:00.000Z" }] } });
    const state = { ...wire, smartlockIds: [17], __members: members(wire), __version: 1 };
    expect(said(state, authorizationSet)).toMatchObject({ __members: members(words) });
  });

  it("says what a lock of a set has of its own in words", () => {
    const state = {
      ...wire,
      smartlockIds: [17, 18],
      authorizationIds: { 17: "aa", 18: "bb" },
      __members: { 17: {}, 18: { allowedWeekDays: 3, allowedUntilTime: null } },
      __version: 1,
    };
    const set = new SetKind(authorizationSet);
    const members = set.members(migrate(authorizationSet, state));
    const [first, second] = ["17", "18"].map((place) => members.get(place)?.state ?? {});
    const kind = new Kind(authorization);
    const differing = (own: object) =>
      kind.differences(kind.wanted({ ...words, ...own }), { enabled: true, ...first });
    expect(differing({})).toEqual([]);
    expect(second).toMatchObject({ allowedWeekDays: ["sat", "sun"], allowedFromTime: "08:00" });
    expect(second?.["allowedUntilTime"] ?? null).toBeNull();
  });

  const common = { name: "Cleaner", code: 482_913, remoteAllowed: false, ...wire };
  it.each([
    [
      "a resource",
      (run: Run) => handlersOf(authorization, run),
      { ...common, smartlockId: 17 },
      { authorizationId: "aa" },
    ],
    [
      "a set",
      (run: Run) => handlersOfSet(authorizationSet, run),
      { ...common, smartlockIds: [17] },
      { authorizationIds: { 17: "aa" }, __members: { 17: {} } },
    ],
  ])(
    "finds no difference where a refresh compares the inputs that an older release stored: %s",
    async (_, of, inputs, ids) => {
      const run = new Run();
      const settings: Record<string, string> = {
        token: "demo-token",
        baseUrl: "http://127.0.0.1:9",
        diff: "state",
      };
      run.configure((key) => settings[key]);
      const state = { ...inputs, ...ids, enabled: true, __declared: Object.keys(inputs), __version: 1 };
      expect(await of(run).diff("17/aa", state, inputs)).toMatchObject({ changes: false });
    },
  );

  it.each([
    ["AccountUser", { type: 1 }, { type: "company" }],
    ["SubAccount", { rights: 18 }, { rights: ["operate", "logs"] }],
    ["SubAccount", { rights: 256 }, { rights: 256 }],
    ["Notification", { os: 2, status: 1 }, { os: "url", status: "active" }],
    ["Address", { checkInTime: 900 }, { checkInTime: "15:00" }],
    ["AddressUnit", { creationDate: "2026-01-10T08:00:00.000Z" }, { creationDate: "2026-01-10T08:00:00Z" }],
  ] as const)("%s: %j becomes %j", (kind, stored, expected) => {
    expect(migrate(registry[kind], { ...stored, __version: 1 })).toEqual({ ...expected, __version: 1 });
    expect(migrate(registry[kind], { ...expected, __version: 1 })).toEqual({ ...expected, __version: 1 });
  });
});
