import type { Fault } from "../../simulator";
import { specialSigKey } from "@pulumi/pulumi/runtime";
import "../protocol/passing-time";
import { until } from "../promises/every-kind";
import type { Bag } from "../protocol/plugin";
import type { Declared } from "../protocol/test-engine";
import { cleaners } from "./cleaners";
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
    expect(errors["cleaners"]).toContain("It is recorded as pending; the next run continues from there.");
    expect(doors.outputs("cleaners")).toMatchObject({
      authorizationIds: doors.idsOf("Cleaners"),
      pending: Object.fromEntries(doors.at(1, 2).map((id) => [id, { since: expect.any(String) as string }])),
    });
    expect(Object.keys(doors.idsOf("Cleaners"))).toEqual([String(doors.id(0))]);
  });

  it("waits for them to come back", async () => {
    const { steps, output } = await doors.engine.preview(cleaners());
    expect(steps).toEqual({ cleaners: "update" });
    expect(output).toContain("on Door 0002 is pending");
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
    expect(errors["cleaners"]).toContain("1 of 3 locks is not done");
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

describe.each(["of one door", "of a set"])(
  "A code %s that is changed while no list shows what was sent",
  (where) => {
    let doors: Doors;

    beforeEach(async () => {
      doors = await Doors.start(2, {}, { SMARTLOCK_SETTLE_TIMEOUT: "6" });
      hide();
    });

    afterEach(() => doors.stop());

    const hide = (...ids: string[]): void => doors.hide(ids);
    const show = (): void => doors.simulator.setFaults([]);
    const declared = (fields: Bag): Declared[] => {
      const inputs = { ...grants.code, ...fields };
      return where === "of a set"
        ? [set("cleaners", { ...inputs, smartlockIds: doors.ids })]
        : [{ type: "Authorization", name: "cleaners", inputs: { ...inputs, smartlockId: doors.id(0) } }];
    };
    const up = (fields: Bag) => doors.engine.up(declared(fields));
    const codesOnTheDoor = (): unknown[] => doors.on(0, "Cleaners").map(({ code }) => code);
    const someonesCode = (): unknown =>
      doors.simulator
        .state()
        .authorizations.find(({ code, smartlockId }) => code !== undefined && smartlockId === doors.id(0))
        ?.code;
    const first = { code: keypadCode };
    const second = { code: otherCode };
    const arrivedAndDeleted =
      "which was sent by an earlier run, arrived late. It was deleted, because it is not the one that this resource has now.";

    beforeEach(async () => {
      expect((await up(first)).errors["cleaners"]).toContain("It is recorded as pending");
      expect((await up(second)).errors["cleaners"]).toContain("it was sent again and has not been confirmed");
      expect(codesOnTheDoor()).toEqual([keypadCode, otherCode]);
    });

    it("is revoked with the one before it", async () => {
      show();
      const { errors, output } = await doors.engine.up([]);
      expect(errors).toEqual({});
      expect(output).not.toContain("given up");
      expect(doors.records("Cleaners")).toEqual([]);
    });

    it("stays, and the one before it goes, as soon as lists show them", async () => {
      show();
      const { errors, output } = await up(second);
      expect(errors).toEqual({});
      expect(output).toContain(`Authorization "Cleaners" on Door 0001 (id ${doors.id(0)}/`);
      expect(output).toContain(arrivedAndDeleted);
      expect(codesOnTheDoor()).toEqual([otherCode]);
      expect(await doors.engine.preview(declared(second))).toMatchObject({
        steps: { cleaners: "same" },
        output: "",
      });
    });

    it("goes, where the program has gone back to the first one, with no second one of that", async () => {
      await up(first);
      show();
      const { errors } = await up(first);
      expect(errors).toEqual({});
      expect(codesOnTheDoor()).toEqual([keypadCode]);
    });

    it.each(["neither is seen before", "the one is seen before, and somebody has deleted it"])(
      "is not deleted at all where one run may not delete all, if %s",
      async (how) => {
        show();
        if (how !== "neither is seen before") {
          hide(...doors.records("Cleaners").flatMap(({ id, code }) => (code === keypadCode ? [id] : [])));
          expect((await up(second)).errors).toEqual({});
          doors.account.edit((state) => {
            state.authorizations = state.authorizations.filter(({ code }) => code !== otherCode);
          });
          doors.account.age();
          show();
        }
        const before = doors.records("Cleaners");
        const most = String(before.length - 1);
        const guarded = doors.account.engineWith({
          SMARTLOCK_SETTLE_TIMEOUT: "6",
          SMARTLOCK_MAX_DELETES: most,
        });
        expect((await guarded.up([])).errors["cleaners"]).toContain(`smartlock:maxDeletes allows ${most}`);
        expect(doors.records("Cleaners")).toEqual(before);
      },
    );

    it("is revoked with the one before it after a refresh, too", async () => {
      show();
      expect((await doors.engine.refresh()).errors).toEqual({});
      await doors.engine.up([]);
      expect(doors.records("Cleaners")).toEqual([]);
    });

    it("is kept as a secret with the one before it, also by a refresh", async () => {
      const unmarked = (): string =>
        JSON.stringify(doors.outputs("cleaners"), (_key, value: unknown) =>
          typeof value === "object" && value !== null && specialSigKey in value ? "secret" : value,
        );
      expect(unmarked()).toContain('"__earlier":"secret"');
      expect(unmarked()).not.toContain(String(keypadCode));
      await doors.engine.refresh();
      expect(unmarked()).toContain('"__earlier":"secret"');
      expect(unmarked()).not.toContain(String(keypadCode));
    });

    it("is revoked with the one before it where the service refused a third one, which somebody has", async () => {
      const { errors } = await up({ code: someonesCode() });
      expect(errors["cleaners"]).toContain("409");
      show();
      await doors.engine.up([]);
      expect(doors.records("Cleaners")).toEqual([]);
      expect(doors.simulator.state().authorizations.map(({ code }) => code)).toContain(someonesCode());
    });

    it("is given up in words where lists never show either", async () => {
      const { errors, output } = await doors.engine.up([]);
      expect(errors).toEqual({});
      const lines = output
        .split("\n")
        .filter((line) => line.includes(", and no list shows it as it was sent."));
      expect(lines.filter((line) => line.includes("on Door 0001"))).toHaveLength(2);
      expect(output).toContain("If Door 0001 did receive it, it opens that door: look for it in the app.");
    });
  },
);

describe.each(["of one door", "of a set"])(
  "A pending code %s of which something else is changed",
  (where) => {
    it("is known in the form in which it was sent last, and revoked", async () => {
      const doors = await Doors.start(1, {}, { SMARTLOCK_SETTLE_TIMEOUT: "6" });
      try {
        const grant = { ...grants.code, waitFor: "accepted" };
        const declared = (fields: Bag): Declared[] =>
          where === "of a set"
            ? [set("cleaners", { ...grant, ...fields, smartlockIds: doors.ids })]
            : [
                {
                  type: "Authorization",
                  name: "cleaners",
                  inputs: { ...grant, ...fields, smartlockId: doors.id(0) },
                },
              ];
        doors.simulator.lock(doors.id(0)).goOffline("lost");
        await doors.engine.up(declared({}));
        doors.simulator.lock(doors.id(0)).goOnline();
        doors.simulator.setFaults([{ kind: "lacking", operation: "GET /smartlock/auth", count: "always" }]);
        await doors.engine.up(declared({ allowedWeekDays: 64 }));
        expect(doors.on(0, "Cleaners")).toMatchObject([{ code: keypadCode, allowedWeekDays: 64 }]);
        doors.simulator.setFaults([]);
        const { errors, output } = await doors.engine.up([]);
        expect(errors).toEqual({});
        expect(output).not.toContain("given up");
        expect(doors.records("Cleaners")).toEqual([]);
      } finally {
        await doors.stop();
      }
    });
  },
);

describe.each(["of one door", "of a set"])("What is pending %s", (where) => {
  let doors: Doors;

  beforeEach(async () => {
    doors = await Doors.start(2, {}, { SMARTLOCK_SETTLE_TIMEOUT: "6" });
  });

  afterEach(() => doors.stop());

  const declared = (inputs: Bag): Declared[] => cleaners(doors, where, inputs);
  const hide = (...ids: string[]): void => doors.hide(ids);
  /** Lists hide everything, and this goes wrong as well. */
  const hideWith = (...faults: readonly Fault[]): void =>
    doors.simulator.setFaults([
      { kind: "lacking", operation: "GET /smartlock/auth", count: "always" },
      ...faults,
    ]);
  const show = (): void => doors.simulator.setFaults([]);
  const idOf = (fields: Bag): string =>
    doors.simulator.state().authorizations.find((live) => isPart(fields, live as unknown as Bag))?.id ?? "";
  const isPart = (fields: Bag, live: Bag): boolean =>
    Object.entries(fields).every(([field, value]) => live[field] === value);

  it("is given up in words with a lock that leaves the account", async () => {
    hide();
    await doors.engine.up(declared(grants.code));
    await doors.engine.up(declared({ ...grants.code, code: otherCode }));
    show();
    doors.account.edit((state) => {
      state.smartlocks = state.smartlocks.filter(({ smartlockId }) => smartlockId !== doors.id(0));
      state.authorizations = state.authorizations.filter(({ smartlockId }) => smartlockId !== doors.id(0));
    });
    const { errors, output } = await doors.engine.up([]);
    expect(errors).toEqual({});
    expect(output).toContain(
      "and never seen, and its lock is no longer in the account. It has been given up",
    );
  });

  it("is forgotten by no refresh, and named by the first that finds another form of it", async () => {
    hide();
    await doors.engine.up(declared(grants.code));
    await doors.engine.up(declared({ ...grants.code, code: otherCode }));
    hide(idOf({ code: keypadCode }));
    expect((await doors.engine.refresh()).output).toContain(
      "Later runs look for it, and delete it if it turns up.",
    );
    doors.account.edit((state) => {
      state.authorizations = state.authorizations.filter(({ code }) => code !== otherCode);
    });
    doors.account.age();
    await doors.engine.refresh();
    show();
    await doors.engine.up([]);
    expect(doors.records("Cleaners")).toEqual([]);
  });

  it("is deleted as soon as it turns up, also while lists do not show the form that was found", async () => {
    hide();
    await doors.engine.up(declared(grants.code));
    const other = declared({ ...grants.code, code: otherCode });
    await doors.engine.up(other);
    hide(idOf({ code: keypadCode }));
    expect((await doors.engine.up(other)).errors).toEqual({});
    doors.simulator.setFaults([
      {
        kind: "lacking",
        operation: "GET /smartlock/auth",
        count: "always",
        ids: [idOf({ code: otherCode })],
      },
      { kind: "error", operation: "GET /smartlock/{smartlockId}/auth/{id}", status: 503, count: "always" },
    ]);
    const { errors } = await doors.engine.up(other);
    // A set leaves what it cannot see as it is, and does the rest. A single one says why it cannot be updated.
    const isDone = where === "of a set";
    expect([errors["cleaners"] === undefined, doors.on(0, "Cleaners").length]).toEqual([
      isDone,
      isDone ? 1 : 2,
    ]);
    show();
    expect((await doors.engine.up(other)).errors).toEqual({});
    expect(doors.on(0, "Cleaners")).toMatchObject([{ code: otherCode }]);
  });

  // An app has a type by default, and the service makes two for the same person.
  it("is revoked in both forms where it is an app, also if a list showed only one of them at first", async () => {
    const app = (allowedWeekDays: number) => declared({ ...grants.app, allowedWeekDays });
    hide();
    await doors.engine.up(app(64));
    await doors.engine.up(app(32));
    expect(doors.on(0, grants.app.name)).toHaveLength(2);
    hide(idOf({ name: grants.app.name, allowedWeekDays: 64 }));
    const { errors, output } = await doors.engine.up(app(32));
    expect(errors).toEqual({});
    expect(output).toContain("Later runs look for it, and delete it if it turns up.");
    show();
    const preview = await doors.engine.preview(app(32));
    expect([preview.steps["cleaners"], preview.output]).toEqual([
      "update",
      expect.stringContaining("It will be deleted"),
    ]);
    expect((await doors.engine.up(app(32))).errors).toEqual({});
    expect(doors.on(0, grants.app.name)).toMatchObject([{ allowedWeekDays: 32 }]);
    await doors.engine.up([]);
    expect(doors.on(0, grants.app.name)).toEqual([]);
  });

  it("is revoked where lists hid the latest form when the earlier one was changed", async () => {
    hide();
    await doors.engine.up(declared(grants.code));
    const other = { ...grants.code, code: otherCode };
    await doors.engine.up(declared(other));
    hide(idOf({ code: otherCode }));
    await doors.engine.up(declared(other));
    show();
    await doors.engine.up([]);
    expect(doors.records("Cleaners")).toEqual([]);
  });

  it("is not taken for what another resource has made of the same values since", async () => {
    const lock = doors.simulator.lock(doors.id(0));
    lock.goOffline("lost");
    await doors.engine.up(declared({ ...grants.code, waitFor: "accepted" }));
    lock.goOnline();
    hide();
    const other = declared({ ...grants.code, code: otherCode });
    await doors.engine.up(other);
    hide(idOf({ code: otherCode }));
    const theirs = (inputs: Declared["inputs"]): Declared[] => [
      ...other,
      { type: "Authorization", name: "theirs", inputs },
    ];
    expect(
      (await doors.engine.up(theirs({ ...grants.code, smartlockId: doors.id(0) }))).errors["theirs"],
    ).toBe(undefined);
    const id = idOf({ code: keypadCode });
    expect(id).not.toBe("");
    show();
    // It depends on the other one, so in this run it has claimed nothing yet when that is updated.
    await doors.engine.up(
      theirs((outputs) => ({
        ...grants.code,
        smartlockId: outputs["cleaners"]?.["name"] === undefined ? 0 : doors.id(0),
      })),
    );
    expect(idOf({ code: keypadCode })).toBe(id);
    expect(idOf({ code: otherCode })).not.toBe("");
  });

  it("is recorded where the answer was lost and the repeat was refused", async () => {
    hide();
    await doors.engine.up(declared(grants.code));
    hideWith(
      { kind: "drop", operation: "PUT *", when: "after" },
      { kind: "error", operation: "PUT *", status: 400, count: "always" },
    );
    await doors.engine.up(declared({ ...grants.code, code: otherCode }));
    expect(doors.on(0, "Cleaners")).toHaveLength(2);
    show();
    await doors.engine.up([]);
    expect(doors.records("Cleaners")).toEqual([]);
  });

  it.each([
    ["another code", [{ kind: "error", operation: "PUT *", status: 409, count: "always" }]],
    ["no code", []],
    [
      "no code, and nobody can tell what is there",
      [{ kind: "error", operation: "POST *", status: 500, count: "always" }],
    ],
  ] as const)(
    "is recorded where the answer to the first create was lost, and revoked, if the program declares %s then",
    async (next, faults) => {
      hideWith({ kind: "drop", operation: "PUT *", when: "after" }, ...faults);
      const { errors } = await doors.engine.up(declared(grants.code));
      expect(errors["cleaners"]).toMatch(
        /the answer was lost.*is recorded as pending: the next run looks for it/s,
      );
      expect(doors.on(0, "Cleaners")).toMatchObject([{ code: keypadCode }]);
      const other = declared({ ...grants.code, code: otherCode });
      if (next === "another code") {
        hide();
        await doors.engine.up(other);
        show();
        expect((await doors.engine.up(other)).errors).toEqual({});
        expect(doors.on(0, "Cleaners")).toMatchObject([{ code: otherCode }]);
      }
      show();
      expect((await doors.engine.up([])).errors).toEqual({});
      expect(doors.records("Cleaners")).toEqual([]);
    },
  );

  it("is found where the answer was lost, the repeat was refused, and a list shows it then", async () => {
    hide();
    await doors.engine.up(declared(grants.code));
    hideWith({ kind: "drop", operation: "PUT *", when: "after" });
    doors.simulator.clearRequests();
    const other = declared({ ...grants.code, code: otherCode });
    const { errors, output } = await doors.engine.up(other, async () => {
      await until(() => doors.simulator.requests().filter(({ method }) => method === "PUT").length === 2);
      hide(idOf({ code: keypadCode }));
    });
    expect(errors).toEqual({});
    expect(output).toContain("the service's answer was lost, but it was created");
    expect((await doors.engine.preview(other)).steps).toEqual({ cleaners: "same" });
    show();
    await doors.engine.up([]);
    expect(doors.records("Cleaners")).toEqual([]);
  });

  it("is not forgotten where what is found was sent before it", async () => {
    const app = (allowedWeekDays: number): Declared[] => declared({ ...grants.app, allowedWeekDays });
    hide();
    await doors.engine.up(app(64));
    await doors.engine.up(app(32));
    await doors.engine.up(app(64));
    const isFirst = ({ allowedWeekDays }: { readonly allowedWeekDays?: unknown }): boolean =>
      allowedWeekDays === 64;
    const [oldest, ...others] = doors.on(0, grants.app.name).filter(isFirst);
    expect(others).toHaveLength(1);
    hide(...[oldest, ...others].map((live) => live?.id ?? ""));
    expect((await doors.engine.up(app(32))).output).toContain(
      "Later runs look for it, and delete it if it turns up",
    );
    show();
    const { output } = await doors.engine.up(app(32));
    for (const { id } of [oldest, ...others].flatMap((live) => live ?? [])) {
      expect(output).toMatch(
        new RegExp(`${id}\\), which was sent by an earlier run, arrived late. It was deleted`),
      );
    }
    expect(doors.on(0, grants.app.name)).toMatchObject([{ allowedWeekDays: 32 }]);
  });

  it.each([
    ["removes it", undefined, "in two runs"],
    ["renames it", "Other", "in two runs"],
    ["removes it", undefined, "in one run"],
    ["renames it", "Other", "in one run"],
  ])(
    "is revoked as often as it was sent, where the program %s (to %s) after it was sent twice %s",
    async (_what, name, how) => {
      hide();
      if (how === "in one run") {
        hideWith({ kind: "drop", operation: "PUT *", when: "after" });
      } else {
        await doors.engine.up(declared(grants.fob));
      }
      await doors.engine.up(declared(grants.fob));
      expect(doors.on(0, grants.fob.name)).toHaveLength(2);
      show();
      if (name !== undefined) {
        expect((await doors.engine.up(declared({ ...grants.fob, name }))).errors).toEqual({});
        expect([doors.on(0, grants.fob.name), doors.on(0, name)]).toMatchObject([[], [{ name }]]);
      }
      expect((await doors.engine.up([])).errors).toEqual({});
      expect([doors.on(0, grants.fob.name), doors.on(0, "Other")]).toEqual([[], []]);
    },
  );

  it.each([
    ["app", "removes it", undefined],
    ["app", "renames it", "Other"],
    ["fob", "removes it", undefined],
    ["fob", "renames it", "Other"],
  ] as const)(
    "is revoked as often as it was sent (%s), where the program %s after the answer to the first send was lost and the second was seen",
    async (form, _what, name) => {
      hideWith({ kind: "drop", operation: "PUT *", when: "after" });
      doors.simulator.clearRequests();
      const { errors } = await doors.engine.up(declared(grants[form]), async () => {
        await until(() => doors.simulator.requests().filter(({ method }) => method === "PUT").length === 2);
        hide(idOf({ name: grants[form].name }));
      });
      expect(errors).toEqual({});
      expect(doors.on(0, grants[form].name)).toHaveLength(2);
      if (name !== undefined) {
        expect((await doors.engine.up(declared({ ...grants[form], name }))).errors).toEqual({});
        show();
        expect((await doors.engine.up(declared({ ...grants[form], name }))).errors).toEqual({});
        expect([doors.on(0, grants[form].name), doors.on(0, name)]).toMatchObject([[], [{ name }]]);
      }
      show();
      expect((await doors.engine.up([])).errors).toEqual({});
      expect([doors.on(0, grants[form].name), doors.on(0, "Other")]).toEqual([[], []]);
    },
  );

  it.each([
    ["fob", { name: "Renamed" }],
    ["app", { allowedWeekDays: 1 }],
  ] as const)("is not given up where somebody may have changed it (%s)", async (form, change) => {
    hide();
    await doors.engine.up(declared(grants[form]));
    doors.change(0, grants[form].name, change);
    show();
    const { errors } = await doors.engine.up([]);
    expect(errors["cleaners"]).toContain(
      "Something new has appeared there since then, and may be what was sent",
    );
    expect(errors["cleaners"]).toContain(
      `give ${where === "of a set" ? "the whole set" : "this one"} up with`,
    );
    expect([...doors.engine.state.keys()]).toEqual(["cleaners"]);
  });

  it("is revoked as often as it was sent, also where it was sent twice in the run after", async () => {
    hide();
    await doors.engine.up(declared(grants.app));
    hideWith({ kind: "drop", operation: "PUT *", when: "after" });
    await doors.engine.up(declared(grants.app));
    expect(doors.on(0, grants.app.name)).toHaveLength(3);
    show();
    expect((await doors.engine.up([])).errors).toEqual({});
    expect(doors.on(0, grants.app.name)).toEqual([]);
  });

  it.each([undefined, "Another name"])(
    "is revoked as often as it was sent, also where a third send (as %s) is lost",
    async (name) => {
      const last = declared({ ...grants.app, ...(name !== undefined && { name }) });
      hide();
      await doors.engine.up(declared(grants.app));
      await doors.engine.up(declared(grants.app));
      hideWith({ kind: "drop", operation: "PUT *", when: "before", count: "always" });
      await doors.engine.up(last);
      show();
      expect((await doors.engine.up(last)).errors).toEqual({});
      expect([
        ...doors.on(0, grants.app.name),
        ...(name === undefined ? [] : doors.on(0, name)),
      ]).toHaveLength(1);
      expect((await doors.engine.up([])).errors).toEqual({});
      expect([...doors.on(0, grants.app.name), ...doors.on(0, name ?? "")]).toEqual([]);
    },
  );

  it("is one in the end where the first is found only after the second was sent", async () => {
    const onDoor = () => doors.on(0, grants.app.name);
    hide();
    await doors.engine.up(declared(grants.app));
    const careful = doors.account.engineWith({
      SMARTLOCK_SETTLE_TIMEOUT: "6",
      SMARTLOCK_SYNC_BEFORE_CREATE: "true",
    });
    const first = idOf({ name: grants.app.name });
    await careful.up(declared(grants.app), async () => {
      await until(() => onDoor().length === 2);
      hide(...onDoor().flatMap(({ id }) => (id === first ? [] : [id])));
    });
    expect(onDoor()).toHaveLength(2);
    show();
    await careful.up(declared(grants.app));
    expect(onDoor()).toMatchObject([{ id: first }]);
  });

  it("does not grow in the state however often it fails, and is given up in one line", async () => {
    const fobs = declared(grants.fob);
    doors.simulator.setFaults([{ kind: "error", operation: "PUT *", status: 500, count: "always" }]);
    for (let run = 0; run < 4; run += 1) {
      expect((await doors.engine.up(fobs)).errors["cleaners"]).toContain("500");
    }
    const stored = JSON.stringify(doors.outputs("cleaners"));
    expect(stored.match(/"since"/g)).toHaveLength(2);
    expect(stored).toContain('"times":15');
    show();
    expect((await doors.engine.up(fobs)).errors).toEqual({});
    const { output, errors } = await doors.engine.up([]);
    expect([errors, output.match(/been given up/g)]).toEqual([{}, ["been given up"]]);
    expect(doors.records(grants.fob.name)).toEqual([]);
  });

  it("is not sent once more where the service refuses it", async () => {
    hide();
    await doors.engine.up(declared(grants.fob));
    hideWith({ kind: "error", operation: "PUT *", status: 409, count: "always" });
    const before = doors.outputs("cleaners");
    await doors.engine.up(declared(grants.fob));
    expect(doors.outputs("cleaners")).toEqual(before);
  });

  it("is not called given up while its delete fails", async () => {
    const other = declared({ ...grants.code, code: otherCode });
    hide();
    await doors.engine.up(declared(grants.code));
    await doors.engine.up(other);
    hide(idOf({ code: keypadCode }));
    await doors.engine.up(other);
    doors.simulator.lock(doors.id(0)).goOffline("pending");
    const { output, errors } = await doors.engine.up([]);
    expect(errors["cleaners"]).toContain("offline");
    expect(output).not.toContain("given up");
  });

  it("is deleted by its id although lists fail, also with what was sent before it", async () => {
    const other = declared({ ...grants.code, code: otherCode });
    hide();
    await doors.engine.up(declared(grants.code));
    await doors.engine.up(other);
    hide(idOf({ code: keypadCode }));
    expect((await doors.engine.up(other)).errors).toEqual({});
    const id = idOf({ code: otherCode });
    doors.simulator.setFaults(
      ["GET /smartlock/auth", "GET /smartlock/{smartlockId}/auth"].map((operation) => ({
        kind: "error",
        operation,
        status: 500,
        count: "always",
      })),
    );
    doors.simulator.clearRequests();
    expect((await doors.engine.up([])).errors["cleaners"]).toContain("500");
    expect(doors.writes()).toContain(`DELETE /smartlock/${doors.id(0)}/auth/${id}`);
    show();
    expect((await doors.engine.up([])).errors).toEqual({});
    expect(doors.records("Cleaners")).toEqual([]);
  });

  it("is deleted as soon as it turns up, also beside one whose time is over and that nobody misses", async () => {
    const untilDate = new Date(Date.parse(doors.simulator.clock.iso()) + 60_000).toISOString();
    const guest = { ...grants.code, allowedUntilDate: untilDate };
    const other = declared({ ...guest, code: otherCode });
    hide();
    await doors.engine.up(declared(guest));
    await doors.engine.up(other);
    hide(idOf({ code: keypadCode }));
    expect((await doors.engine.up(other)).errors).toEqual({});
    doors.account.edit((state) => {
      state.authorizations = state.authorizations.filter(({ code }) => code !== otherCode);
    });
    doors.account.age();
    show();
    expect((await doors.engine.preview(other)).steps).toEqual({ cleaners: "update" });
    expect((await doors.engine.up(other)).output).toContain(
      "is gone, and is not created again: its time is over",
    );
    expect(doors.records("Cleaners")).toEqual([]);
    expect((await doors.engine.preview(other)).steps).toEqual({ cleaners: "same" });
  });

  it("is found where the program declares a field less by now", async () => {
    const lock = doors.simulator.lock(doors.id(0));
    const { name, type, code, remoteAllowed } = grants.code;
    const less = { name, type, code, remoteAllowed };
    lock.goOffline("pending");
    await doors.engine.up(declared({ ...grants.code, waitFor: "accepted" }));
    await doors.engine.up(declared({ ...less, waitFor: "accepted" }));
    lock.goOnline();
    await until(() => doors.on(0, "Cleaners").some(({ operationId }) => operationId === undefined));
    expect((await doors.engine.up(declared({ ...less, waitFor: "accepted" }))).errors).toEqual({});
    expect(doors.on(0, "Cleaners")).toHaveLength(1);
    await doors.engine.up([]);
    expect(doors.records("Cleaners")).toEqual([]);
  });
});

describe("A code whose lock has left the account", () => {
  it("is made on the lock that the program names instead", async () => {
    const doors = await Doors.start(2, {}, { SMARTLOCK_SETTLE_TIMEOUT: "6" });
    try {
      const on = (smartlockId: number): Declared[] => [
        { type: "Authorization", name: "cleaners", inputs: { ...grants.code, smartlockId } },
      ];
      const [first, second] = doors.at(0, 1);
      await doors.engine.up(on(first ?? 0));
      doors.account.age();
      doors.account.edit((state) => {
        state.smartlocks = state.smartlocks.filter(({ smartlockId }) => smartlockId !== first);
        state.authorizations = state.authorizations.filter(({ smartlockId }) => smartlockId !== first);
      });
      expect((await doors.engine.up(on(second ?? 0))).errors).toEqual({});
      expect(doors.on(1, "Cleaners")).toMatchObject([{ code: keypadCode }]);
    } finally {
      await doors.stop();
    }
  });
});
