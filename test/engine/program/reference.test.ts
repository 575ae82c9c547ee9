import * as pulumi from "@pulumi/pulumi";
import { referred, resolveReference } from "../../../provider/engine/program/reference";
import { referredBy } from "../../../provider/engine/values/references";

function resolved(value: unknown): Promise<unknown> {
  const output = pulumi.output(value) as pulumi.Output<unknown>;
  return new Promise((resolve) => void output.apply((known) => resolve(known)));
}

/** A field for an id also accepts the object that has it. */
describe("A reference", () => {
  const lock = { smartlockId: 17, name: "Front door" };

  it.each<[string, unknown, unknown]>([
    ["smartlockId", 17, 17],
    ["smartlockId", lock, 17],
    ["smartlockId", { name: "without" }, { name: "without" }],
    ["smartlockId", null, null],
    ["smartlockId", undefined, undefined],
    ["smartlockId", "smartlockId", "smartlockId"],
    ["smartlockIds", [lock, 18, { ...lock, smartlockId: 19 }], [17, 18, 19]],
    ["smartlockIds", [], []],
    // not an id field, or one that only begins or ends like one
    ["settings", lock, lock],
    ["Idea", { Id: 1 }, { Id: 1 }],
    ["my.smartlockId", lock, lock],
    ["smartlockIdss", lock, lock],
    ["smartlockIdss", [lock], [lock]],
    ["my.smartlockIds", [lock], [lock]],
    ["settings", [{ "my.lockId": { "my.lockId": 5 } }], [{ "my.lockId": { "my.lockId": 5 } }]],
    ["settings", [{ lockIdea: { lockIdea: 5 } }], [{ lockIdea: { lockIdea: 5 } }]],
    // objects in a list have fields for ids, too
    [
      "settings",
      [{ smartlockId: lock, events: ["ring"] }, { events: [] }],
      [{ smartlockId: 17, events: ["ring"] }, { events: [] }],
    ],
    [
      "settings",
      [{ smartlockId: undefined, authIds: [{ authId: 5 }] }, null, 7],
      [{ smartlockId: undefined, authIds: [{ authId: 5 }] }, null, 7],
    ],
  ])("%s: %j", (field, value, id) => {
    expect(resolveReference(field, value)).toEqual(id);
  });

  it("may be known later, alone and in a list", async () => {
    expect(await resolved(resolveReference("smartlockId", pulumi.output(lock)))).toBe(17);
    expect(await resolveReference("smartlockId", Promise.resolve(lock))).toBe(17);
    expect(
      await resolved(resolveReference("smartlockIds", [pulumi.output(lock), Promise.resolve(lock), 18])),
    ).toEqual([17, 17, 18]);
    const ids = [Promise.resolve(17), Promise.resolve(lock).then(({ smartlockId }) => smartlockId)];
    expect(await resolveReference("smartlockId", Promise.resolve(17))).toBe(17);
    expect(await resolved(resolveReference("smartlockIds", ids))).toEqual([17, 17]);
    expect(await resolved(resolveReference("smartlockIds", Promise.all(ids)))).toEqual([17, 17]);
    const listed = pulumi.output([lock, { ...lock, smartlockId: 18 }]);
    expect(await resolved(resolveReference("smartlockIds", listed))).toEqual([17, 18]);
    expect(
      await resolved(
        resolveReference(
          "smartlockIds",
          listed.apply((locks) => locks),
        ),
      ),
    ).toEqual([17, 18]);
  });

  it("may be known later in the settings of a notification, too", async () => {
    const settings = [{ smartlockId: pulumi.output(lock) }, pulumi.output({ smartlockId: lock })];
    const ids = [{ smartlockId: 17 }, { smartlockId: 17 }];
    expect(await resolved(resolveReference("settings", settings))).toEqual(ids);
    expect(await resolved(resolveReference("settings", pulumi.output(settings)))).toEqual(ids);
    expect(
      await resolved(resolveReference("settings", Promise.resolve([{ smartlockId: Promise.resolve(lock) }]))),
    ).toEqual([{ smartlockId: 17 }]);
  });
});

/** Before ids are known, the resources that they come from are compared. */
describe("What a reference comes from", () => {
  beforeAll(() =>
    pulumi.runtime.setMocks({
      newResource: ({ name, inputs }) => ({ id: `${name}-id`, state: inputs as Record<string, unknown> }),
      call: () => ({}),
    }),
  );

  class User extends pulumi.CustomResource {
    readonly accountUserId: pulumi.Output<string>;
    constructor(name: string, parent?: pulumi.Resource) {
      super("test:index:User", name, {}, parent && { parent });
      this.accountUserId = this.id.apply((id) => id);
    }
  }
  class House extends pulumi.ComponentResource {
    readonly user: User;
    constructor(name: string) {
      super("test:index:House", name);
      this.user = new User("user", this);
    }
  }
  const of = (accountUserId: unknown) => referred({ accountUserId })?.["accountUserId"];

  it("is the same for a resource and for its id", () => {
    const anna = new User("anna");
    expect(of(anna)).toEqual({ name: "anna", sameAs: expect.stringContaining("anna") as string });
    expect(of(anna.accountUserId)).toEqual(of(anna));
    expect(of(new User("bob"))?.sameAs).not.toBe(of(anna)?.sameAs);
  });

  it("is not the same for resources of the same name in two components", () => {
    const [one, two] = [new House("one").user, new House("two").user];
    expect([of(one)?.name, of(two)?.name]).toEqual(["user", "user"]);
    expect(of(one)?.sameAs).not.toBe(of(two)?.sameAs);
  });

  it("tells only the name of what is computed from a resource, which may be anything", () => {
    const anna = new User("anna");
    expect(of(anna.id)).toEqual({ name: "anna" });
    expect(of(anna.accountUserId.apply((id) => id))).toEqual({ name: "anna" });
  });

  it("tells nothing of what comes from no resource, or from several, or is no id", () => {
    const [anna, bob] = [new User("anna"), new User("bob")];
    expect(of(17)).toBeUndefined();
    expect(of(pulumi.output(17))).toBeUndefined();
    expect(of(pulumi.all([anna.id, bob.id]).apply(([id]) => id))).toBeUndefined();
    expect(referred({ name: anna })).toBeUndefined();
    expect(referred({ accountUserIdea: anna, "my.accountUserId": anna })).toBeUndefined();
    expect(of(Object.assign(bob, { __name: 7 }))).toBeUndefined();
  });

  it("is read from the state as far as it is there", () => {
    const stored = (one: object) => referredBy({ accountUserId: one }, "accountUserId");
    expect(stored({ name: "anna", sameAs: "a" })).toStrictEqual({ name: "anna", sameAs: "a" });
    expect(stored({ name: "anna" })).toStrictEqual({ name: "anna" });
    expect(stored({ sameAs: "a" })).toStrictEqual({ sameAs: "a" });
  });

  it.each([undefined, "anna", { accountUserId: "anna" }, { accountUserId: { name: 7, sameAs: null } }])(
    "is nothing where somebody edited the state: %j",
    (references) => {
      expect(referredBy(references, "accountUserId")).toStrictEqual({});
    },
  );
});
