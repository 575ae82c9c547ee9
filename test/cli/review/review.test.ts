import { account, frontDoor, live, office, previewOf, reviewed, said, urnOf } from "../previews";
import { inThisAccount } from "../../../cli/preview/this-account";
import type { Account as SubAccount } from "../../../provider/api";

const UNKNOWN = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

const anna = "Anna <anna@example.com>";
const annas = live("aa", { accountUserId: 5 });
const declared = { smartlockId: frontDoor, accountUserId: 5, name: "Anna", remoteAllowed: false };
const stored = { ...declared, type: "app", enabled: true };
const code = live("cc", { type: 13, name: "Guest" });
const declaredCode = {
  smartlockId: frontDoor,
  type: "code",
  code: "[secret]",
  name: "Guest",
  remoteAllowed: false,
};
const was = { id: "1/aa", was: stored };

describe("A review of grants says", () => {
  it("nothing where nothing changes", () => {
    expect(said(reviewed([], [annas]))).toEqual({});
  });

  it("who gains access, and who is invited", () => {
    expect(said(reviewed([{ op: "create", wants: { ...declared, smartlockId: office } }], [annas]))).toEqual({
      gains: [{ who: anna, lock: "Office", before: [], after: ["app, always"] }],
      invitations: { [anna]: 1 },
    });
  });

  it("of an update how it was, and nobody is invited", () => {
    const wants = { ...declared, allowedFromTime: "08:00", allowedUntilTime: "16:00" };
    expect(said(reviewed([{ op: "update", ...was, wants }], [annas]))).toEqual({
      changes: [{ who: anna, lock: "Front door", before: ["app, always"], after: ["app, 08:00–16:00"] }],
    });
  });

  it("that somebody is invited again by a replacement", () => {
    const steps = [
      { op: "create-replacement", ...was },
      { op: "replace", ...was, wants: declared },
      { op: "delete-replaced", ...was },
    ];
    expect(said(reviewed(steps, [annas]))).toEqual({ invitations: { [anna]: 1 } });
  });

  it("that somebody is invited to what is created disabled, and not to what is enabled again", () => {
    const disabled = live("aa", { accountUserId: 5, enabled: false });
    const steps = [
      { op: "update", ...was, wants: declared },
      { op: "create", name: "bob", wants: { ...declared, accountUserId: 6, enabled: false } },
    ];
    expect(said(reviewed(steps, [disabled]))).toEqual({
      gains: [{ who: anna, lock: "Front door", before: [], after: ["app, always"] }],
      invitations: { "Bob <bob@example.com>": 1 },
    });
  });

  it("that a second code in the same words is one more way in", () => {
    expect(said(reviewed([{ op: "create", name: "guest", wants: declaredCode }], [code]))).toEqual({
      changes: [
        {
          who: "Guest",
          lock: "Front door",
          before: ["code, always"],
          after: ["code, always", "code, always"],
        },
      ],
    });
  });

  it("that what a create takes over is not there twice, and that nobody is invited to it", () => {
    const wants = { ...declared, allowedFromTime: "08:00", allowedUntilTime: "16:00" };
    expect(said(reviewed([{ op: "create", wants }], [annas]))).toEqual({
      changes: [{ who: anna, lock: "Front door", before: ["app, always"], after: ["app, 08:00–16:00"] }],
    });
  });

  it("what fields that the program ignores are at the door, not what they once were", () => {
    const shown = live("aa", {
      accountUserId: 5,
      allowedFromDate: "2026-01-01T00:00:00Z",
      allowedFromTime: 480,
      allowedUntilTime: 960,
    });
    const wants = {
      ...declared,
      name: "Anna B.",
      __ignore: ["allowedFromDate", "allowedFromTime", "allowedUntilTime"],
    };
    expect(said(reviewed([{ op: "update", ...was, wants }], [shown]))).toEqual({});
  });

  it("that a code keeps its user where the program no longer names one", () => {
    const own = live("cc", { type: 13, name: "Guest", accountUserId: 5 });
    const step = {
      op: "update",
      id: "1/cc",
      was: { ...declaredCode, accountUserId: 5 },
      wants: declaredCode,
    };
    expect(said(reviewed([step], [own]))).toEqual({});
  });

  it("the resource where the name is a secret", () => {
    const wants = { ...declaredCode, name: "[secret]" };
    expect(reviewed([{ op: "create", name: "guest", wants }], [annas]).gains).toMatchObject([
      { who: "guest (name kept secret by the program)" },
    ]);
  });

  it("which fields nobody knows before the run", () => {
    const wants = { ...declaredCode, remoteAllowed: "[secret]", allowedUntilDate: UNKNOWN };
    expect(said(reviewed([{ op: "create", wants }], [annas]))).toEqual({
      gains: [
        {
          who: "Guest",
          lock: "Front door",
          before: [],
          after: [
            "code, allowedUntilDate not known before the run, remoteAllowed kept secret by the program",
          ],
        },
      ],
    });
  });
});

describe("A review of what leaves the program says", () => {
  it("that a grant is deleted, and that nobody can open the door any more", () => {
    expect(said(reviewed([{ op: "delete", ...was }], [annas]))).toEqual({
      loses: [{ who: anna, lock: "Front door", before: ["app, always"], after: [] }],
      deletes: ["Anna on Front door (Authorization anna)"],
      blocked: [
        expect.stringMatching(/^Nobody has an authorization for Front door \(every-lock-opens\)\. Keep one/),
      ],
    });
  });

  it("that a grant stays at the door with retainOnDelete", () => {
    expect(said(reviewed([{ op: "delete", ...was, retain: true }], [annas]))).toEqual({
      notes: ["Authorization anna leaves the program and stays as it is on Front door (retainOnDelete)."],
    });
  });

  it("that an update changes a grant with retainOnDelete as any other", () => {
    const step = { op: "update", ...was, retain: true, wants: { ...declared, enabled: false } };
    expect(said(reviewed([step], [annas, code]))).toEqual({
      loses: [{ who: anna, lock: "Front door", before: ["app, always"], after: [] }],
    });
  });

  it("what goes because what it depends on is replaced", () => {
    const steps = [
      { op: "delete-replaced", ...was },
      { op: "delete-replaced", kind: "AccountUser", name: "anna", id: "5", was: { name: "Anna" } },
      {
        op: "replace",
        kind: "AccountUser",
        name: "anna",
        id: "5",
        was: { name: "Anna" },
        wants: { name: "Anna", email: "anna@example.com" },
      },
    ];
    expect(said(reviewed(steps, [annas, code]))).toEqual({
      loses: [{ who: anna, lock: "Front door", before: ["app, always"], after: [] }],
      deletes: ["Anna on Front door (Authorization anna)"],
    });
  });

  it("that a grant goes that was recorded before the service showed it", () => {
    const step = { op: "delete", id: "1/pending-0a1b2c", was: { ...stored, authorizationId: "aa" } };
    expect(said(reviewed([step], [annas, code]))).toEqual({
      loses: [{ who: anna, lock: "Front door", before: ["app, always"], after: [] }],
      deletes: ["Anna on Front door (Authorization anna)"],
    });
  });

  it("nothing against as many deletes as smartlock:maxDeletes allows", () => {
    const limit = { deletes: { most: 1, wayOut: "" } };
    expect(reviewed([{ op: "delete", ...was }], [annas, code], limit).blocked).toEqual([]);
  });

  it("that one object counts once, and different ones with equal ids each", () => {
    const user = {
      op: "delete",
      kind: "AccountUser",
      name: "anna",
      id: "5",
      was: { name: "Anna", email: "anna@example.com", deleteContents: true },
    };
    const address = { op: "delete", kind: "Address", name: "house", id: "5", was: { name: "House" } };
    const { deletes } = reviewed([user, address, { op: "delete", ...was }], [annas]);
    expect(deletes).toEqual([
      "Anna <anna@example.com> (AccountUser anna)",
      "Anna on Front door (Authorization anna)",
      "House (Address house)",
    ]);
  });

  it("each pending grant of each set", () => {
    const set = (name: string) => ({
      op: "delete",
      kind: "AuthorizationSet",
      name,
      id: name,
      was: { name, pending: { "1": "h" } },
    });
    expect(reviewed([set("one"), set("two")], [annas]).deletes).toEqual([
      "one on Front door (AuthorizationSet one)",
      "two on Front door (AuthorizationSet two)",
    ]);
  });

  it("that this is more than smartlock:maxDeletes allows", () => {
    const { blocked } = reviewed([{ op: "delete", ...was }], [annas, code], {
      deletes: { most: 0, wayOut: "Raise it." },
    });
    expect(blocked).toEqual(["This deletes 1 object, and smartlock:maxDeletes allows 0. Raise it."]);
  });
});

describe("A review of people says", () => {
  const user = {
    kind: "AccountUser",
    name: "anna",
    id: "5",
    was: { name: "Anna", email: "anna@example.com" },
  };

  it("who a user of the same program is", () => {
    const bea = {
      op: "create",
      kind: "AccountUser",
      name: "bea",
      wants: { name: "Bea", email: "bea@example.com" },
    };
    const wants = { ...declared, accountUserId: UNKNOWN };
    const refersTo = { accountUserId: [urnOf("AccountUser", "bea")] };
    const other = {
      op: "create",
      kind: "AccountUser",
      name: "component/bea",
      wants: { name: "Ben", email: "ben@example.com" },
    };
    expect(said(reviewed([other, bea, { op: "create", wants, refersTo }], [annas]))).toEqual({
      gains: [{ who: "Bea <bea@example.com>", lock: "Front door", before: [], after: ["app, always"] }],
      invitations: { "Bea <bea@example.com>": 1 },
    });
  });

  it("that another e-mail address may be another person, whom rules judge then", () => {
    const step = { op: "update", ...user, wants: { name: "Anna", email: "guest@example.net" } };
    const policies = { staff: ["*@example.com"], rules: { "longest-stay": { days: 3 } } };
    const review = reviewed([step], [annas], { policies });
    expect(review.newHolders).toEqual([
      `${anna} becomes Anna <guest@example.net>, with all that this user has`,
    ]);
    expect(review.blocked).toEqual([
      expect.stringContaining("Anna <guest@example.net> on Front door (app, always) never ends"),
    ]);
  });

  it("nothing of a user who gets another name", () => {
    expect(
      said(
        reviewed([{ op: "update", ...user, wants: { name: "Anna B.", email: "Anna@example.com" } }], [annas]),
      ),
    ).toEqual({});
  });

  it("that a user cannot be deleted who has what this run does not delete", () => {
    const own = live("bb", { accountUserId: 5, smartlockId: office, name: "By hand" });
    const { blocked } = reviewed(
      [
        { op: "delete", ...user },
        { op: "delete", ...was },
      ],
      [annas, own, code],
    );
    expect(blocked).toEqual([
      expect.stringMatching(
        /^Anna <anna@example.com> is to be deleted \(AccountUser anna\), but .*: By hand on Office\.$/,
      ),
    ]);
  });

  it("the same of a user who is replaced", () => {
    const steps = [
      { op: "create-replacement", ...user },
      { op: "replace", ...user, wants: { name: "Anna", email: "anna@example.com" } },
    ];
    expect(reviewed(steps, [annas]).blocked).toEqual([
      expect.stringContaining("is to be deleted (AccountUser anna)"),
    ]);
  });

  it("that the same person has the grant that is made again with the user", () => {
    const steps = [
      { op: "replace", ...user, wants: { name: "Anna", email: "anna@example.com" } },
      {
        op: "replace",
        ...was,
        wants: { ...declared, accountUserId: UNKNOWN },
        refersTo: { accountUserId: [urnOf("AccountUser", "anna")] },
      },
      { op: "delete-replaced", ...was },
    ];
    expect(said(reviewed(steps, [annas]))).toMatchObject({ invitations: { [anna]: 1 } });
    expect(said(reviewed(steps, [annas]))).not.toHaveProperty("loses");
  });
});

describe("A review of sets says", () => {
  const set = {
    kind: "AuthorizationSet",
    name: "guest",
    id: "s",
    was: { ...declaredCode, smartlockIds: [1, 2], authorizationIds: { "1": "cc", "2": "dd" } },
  };
  const both = [code, live("dd", { type: 13, name: "Guest", smartlockId: office }), annas];

  it("which lock it loses", () => {
    expect(
      said(
        reviewed(
          [{ op: "update", ...set, wants: { ...declaredCode, smartlockIds: [1] } }],
          [...both, live("ee", { accountUserId: 5, smartlockId: office })],
        ),
      ),
    ).toEqual({
      loses: [{ who: "Guest", lock: "Office", before: ["code, always"], after: [] }],
      deletes: ["Guest on Office (AuthorizationSet guest)"],
    });
  });

  it("that it is not known which locks it gets, and shows those that it has", () => {
    const wants = { ...declaredCode, smartlockIds: UNKNOWN };
    expect(said(reviewed([{ op: "update", ...set, wants }], both))).toEqual({
      gains: [
        {
          who: "Guest",
          lock: "a lock that is not known before the run",
          before: [],
          after: ["code, always"],
        },
      ],
      notes: [
        "The locks of AuthorizationSet guest are not known before the run. This review assumes that it keeps those that it has.",
      ],
    });
  });

  it("what is against a rule for the lock that it gets, and not for the one that it has", () => {
    const had = { ...set, was: { ...set.was, smartlockIds: [1], authorizationIds: { "1": "cc" } } };
    const step = { op: "update", ...had, wants: { ...declaredCode, smartlockIds: [1, 2] } };
    const { blocked, existingBreaches } = reviewed([step], [code], {
      policies: { rules: { "guest-codes-end": {} } },
    });
    expect(blocked).toEqual([
      expect.stringContaining("Guest on Office (code, always) is a guest's keypad code"),
    ]);
    expect(existingBreaches).toEqual([
      expect.stringContaining("Guest on Front door (code, always) is a guest's keypad code"),
    ]);
  });
});

describe("A review of what the provider would refuse says", () => {
  it("that a move waits for a lock that is offline", () => {
    const step = { op: "update", ...was, wants: { ...declared, smartlockId: office } };
    expect(said(reviewed([step], [annas]))).toEqual({
      blocked: [
        expect.stringMatching(
          /^Authorization anna cannot move from Front door to Office while one of them is offline\./,
        ),
      ],
    });
  });

  it("that an address still has units", () => {
    const house = { op: "delete", kind: "Address", name: "house", id: "7", was: { name: "House" } };
    const unitsOf = new Map([
      [
        "7",
        [
          { id: "7/u1", name: "Flat 1" },
          { id: "7/u2", name: "Flat 2" },
        ],
      ],
    ]);
    const flat = { op: "delete", kind: "AddressUnit", name: "flat", id: "7/u1", was: { name: "Flat 1" } };
    expect(reviewed([house, flat], [annas], { account: { unitsOf } }).blocked).toEqual([
      expect.stringMatching(
        /^Address house is to be deleted, but still has units that this run does not delete.*: Flat 2\.$/,
      ),
    ]);
    const all = { ...house, was: { name: "House", deleteContents: true } };
    expect(reviewed([all, flat], [annas], { account: { unitsOf } }).blocked).toEqual([]);
    expect(reviewed([house], [annas]).blocked).toEqual([
      expect.stringContaining("this token may not read its units"),
    ]);
  });

  it("that a preview may be out of date, if it changes what the account does not show", () => {
    const gone = { op: "update", name: "gone", id: "1/zz", was: stored, wants: declared };
    const user = { op: "delete", kind: "AccountUser", name: "nobody", id: "77", was: { name: "Nobody" } };
    const pending = { op: "delete", name: "pending", id: "1/pending-0a1b", was: stored };
    expect(reviewed([gone, user, pending], [annas]).notes).toEqual([
      expect.stringMatching(
        /^The account does not show Authorization gone, AccountUser nobody, although this preview changes or deletes them\. .* make it again\.$/,
      ),
    ]);
  });

  it("that a lock is not in the account", () => {
    expect(reviewed([{ op: "create", wants: { ...declared, smartlockId: 99 } }], [annas]).blocked).toEqual([
      "Authorization anna names a lock that this account does not have (99).",
    ]);
  });
});

describe("A review of sub-accounts says", () => {
  const wants = { name: "Eve", email: "eve@example.com", password: "[secret]" };
  const eve = "Eve <eve@example.com>";

  it("that one with the right to operate opens every lock", () => {
    const step = { op: "create", kind: "SubAccount", name: "eve", wants: { ...wants, rights: ["operate"] } };
    const logs = { op: "create", kind: "SubAccount", name: "log", wants: { ...wants, rights: ["logs"] } };
    expect(said(reviewed([step, logs], [annas]))).toEqual({
      gains: [{ who: eve, lock: "every lock", before: [], after: ["sub-account with the right to operate"] }],
    });
  });

  it("that one loses it, or may have it", () => {
    const had = { kind: "SubAccount", name: "eve", id: "9", was: { ...wants, rights: ["operate", "logs"] } };
    expect(
      said(reviewed([{ op: "update", ...had, wants: { ...wants, rights: ["logs"] } }], [annas])),
    ).toEqual({
      loses: [{ who: eve, lock: "every lock", before: ["sub-account with the right to operate"], after: [] }],
    });
    const secret = { op: "create", kind: "SubAccount", name: "eve", wants: { ...wants, rights: "[secret]" } };
    expect(reviewed([secret], [annas]).gains).toEqual([
      { who: eve, lock: "every lock", before: [], after: ["sub-account, rights kept secret by the program"] },
    ]);
  });

  it("that one that may manage is not named as a manager", () => {
    const policies = { rules: { managers: { people: [] } } };
    const subAccounts = [{ accountId: 9, name: "Eve", email: "eve@example.com", rights: 2 } as SubAccount];
    const step = {
      op: "update",
      kind: "SubAccount",
      name: "eve",
      id: "9",
      was: { ...wants, rights: ["operate"] },
      wants: { ...wants, rights: ["operate", "manageLocks"] },
    };
    expect(reviewed([step], [annas], { policies, account: { subAccounts } }).blocked).toEqual([
      expect.stringMatching(/^Sub-account Eve <eve@example.com> has the rights manageLocks but is not/),
    ]);
    expect(reviewed([], [annas], { policies, account: { subAccounts } }).blocked).toEqual([]);
  });
});

describe("A review of a user who goes says nothing against", () => {
  const user = {
    kind: "AccountUser",
    name: "anna",
    id: "5",
    was: { name: "Anna", email: "anna@example.com" },
  };
  const wants = { name: "Anna", email: "anna@example.com" };
  const own = live("cc", { type: 13, name: "Guest", accountUserId: 5 });
  const codes = { op: "update", name: "guest", id: "1/cc", was: { ...declaredCode, accountUserId: 5 } };

  it("a grant that is made again for the new user", () => {
    const steps = [
      { op: "create-replacement", ...user },
      { op: "replace", ...user, wants },
      { op: "replace", ...was, wants: { ...declared, accountUserId: UNKNOWN } },
    ];
    expect(reviewed(steps, [annas]).blocked).toEqual([]);
  });

  it("a code that another user gets, but does against one that keeps its user", () => {
    const passed = { ...codes, wants: { ...declaredCode, accountUserId: 6 } };
    expect(reviewed([{ op: "delete", ...user }, passed], [own]).blocked).toEqual([]);
    const kept = { ...codes, wants: declaredCode };
    expect(reviewed([{ op: "delete", ...user }, kept], [own]).blocked).toEqual([
      expect.stringContaining("is to be deleted (AccountUser anna)"),
    ]);
  });

  it("a grant that is deleted, but does against one that Pulumi leaves to the delete of the user (deletedWith)", () => {
    const grant = { op: "delete", ...was };
    expect(reviewed([{ op: "delete", ...user }, grant], [annas, code]).blocked).toEqual([]);
    const left = { ...grant, deletedWith: urnOf("AccountUser", "anna") };
    expect(reviewed([{ op: "delete", ...user }, left], [annas, code]).blocked).toEqual([
      expect.stringContaining("is to be deleted (AccountUser anna)"),
    ]);
    expect(reviewed([left], [annas, code]).blocked).toEqual([]);
  });

  it("what it holds with deleteContents, which goes and counts", () => {
    const all = { op: "delete", ...user, was: { ...user.was, deleteContents: true } };
    const { blocked, loses, deletes } = reviewed([all], [annas, code]);
    expect(blocked).toEqual([]);
    expect(loses).toMatchObject([{ who: anna, lock: "Front door" }]);
    expect(deletes).toEqual([
      "Anna <anna@example.com> (AccountUser anna)",
      "Anna on Front door (with AccountUser anna)",
    ]);
  });
});

describe("A review of what is renamed in the program says", () => {
  it("nothing: the new resource takes over what the old one had, and the provider keeps it", () => {
    const steps = [
      { op: "create", name: "new", wants: declared },
      { op: "delete", ...was },
    ];
    const rules = { "longest-stay": { days: 3 } };
    const review = reviewed(steps, [annas], { policies: { rules }, deletes: { most: 0, wayOut: "" } });
    expect(said(review)).toEqual({ existingBreaches: [expect.stringContaining("never ends")] });
  });

  it("nothing against a stay that has begun long ago, with the days that it has had", () => {
    const ends = { allowedUntilDate: "2026-11-25T12:00:00Z" };
    const steps = [{ op: "create", name: "new", wants: { ...declared, ...ends } }];
    const old = live("aa", { accountUserId: 5, creationDate: "2026-09-01T12:00:00Z", ...ends });
    const { existingBreaches } = reviewed(steps, [old], {
      policies: { rules: { "longest-stay": { days: 30 } } },
    });
    expect(existingBreaches).toEqual([expect.stringContaining("lasts 85 days")]);
  });
});

describe("A review of addresses says", () => {
  const house = { kind: "Address", name: "house", id: "7", was: { name: "House" }, wants: { name: "House" } };
  const unitsOf = new Map([["7", [{ id: "7/u1", name: "Flat 1" }]]]);

  it("that one that is replaced still has units, and which go with it", () => {
    const replaced = [
      { op: "create-replacement", ...house },
      { op: "replace", ...house },
    ];
    expect(reviewed(replaced, [annas], { account: { unitsOf } }).blocked).toEqual([
      expect.stringMatching(/: Flat 1\.$/),
    ]);
    const all = { ...house, was: { name: "House", deleteContents: true } };
    const { blocked, deletes } = reviewed(
      [
        { op: "create-replacement", ...all },
        { op: "replace", ...all },
      ],
      [annas],
      {
        account: { unitsOf },
      },
    );
    expect({ blocked, deletes }).toEqual({ blocked: [], deletes: ["Flat 1 (a unit, with Address house)"] });
  });

  it("nothing against an update", () => {
    expect(reviewed([{ op: "update", ...house }], [annas], { account: { unitsOf } }).blocked).toEqual([]);
  });

  it("that units that nobody can read cannot be counted for smartlock:maxDeletes", () => {
    const step = { op: "delete", ...house, wants: undefined, was: { name: "House", deleteContents: true } };
    expect(reviewed([step], [annas]).blocked).toEqual([]);
    expect(reviewed([step], [annas], { deletes: { most: 9, wayOut: "" } }).blocked).toEqual([
      expect.stringMatching(/^Address house is to be deleted with its units, .* cannot be counted/),
    ]);
  });
});

describe("A review of what nobody knows says", () => {
  it("that it is not sure that a door can be opened whose only grant may be disabled", () => {
    const step = { op: "update", ...was, wants: { ...declared, enabled: "[secret]" } };
    expect(reviewed([step], [annas]).blocked).toEqual([
      expect.stringMatching(
        /^It is not known whether anybody can open Front door, because enabled is kept secret by the program/,
      ),
    ]);
  });

  it("nobody's name for a user whose name is a secret, and keeps a name that the program ignores", () => {
    const user = {
      kind: "AccountUser",
      name: "Caretaker",
      id: "5",
      was: { name: "Anna", email: "anna@example.com" },
    };
    const policies = { staff: ["Caretaker", "*@company.example"], rules: { "longest-stay": { days: 3 } } };
    const secret = { op: "update", ...user, wants: { name: "[secret]", email: "[secret]" } };
    expect(reviewed([secret], [annas], { policies }).blocked).toHaveLength(1);
    const ignoring = { name: "Caretaker", email: "anna@company.example", __ignore: ["name", "email"] };
    const { newHolders, existingBreaches, blocked } = reviewed(
      [{ op: "update", ...user, wants: ignoring }],
      [annas],
      { policies },
    );
    expect({ newHolders, blocked }).toEqual({ newHolders: [], blocked: [] });
    expect(existingBreaches).toHaveLength(1);
  });

  it("that a sub-account may operate, and what it could do before by what the account shows", () => {
    const wants = { name: "Eve", email: "eve@example.com" };
    const step = { kind: "SubAccount", name: "eve", id: "9", was: { ...wants, rights: ["logs"] } };
    const subAccounts = [{ accountId: 9, name: "Eve", email: "eve@example.com", rights: 2 } as SubAccount];
    const partly = { op: "update", ...step, wants: { ...wants, rights: ["logs", UNKNOWN] } };
    expect(reviewed([partly], [annas]).gains).toMatchObject([
      { after: ["sub-account, rights not known before the run"] },
    ]);
    expect(reviewed([{ op: "delete", ...step }], [annas], { account: { subAccounts } }).loses).toMatchObject([
      { lock: "every lock", before: ["sub-account with the right to operate"] },
    ]);
    const imported = {
      op: "import",
      kind: "SubAccount",
      name: "eve",
      id: "9",
      wants: { ...wants, rights: ["operate"] },
    };
    expect(said(reviewed([imported], [annas], { account: { subAccounts } }))).toEqual({});
  });

  it("no more than the host of a webhook, whose address may have a token in it", () => {
    const hook = {
      op: "delete",
      kind: "Webhook",
      name: "hook",
      id: "3",
      was: { webhookUrl: "https://hooks.example.com/T0/secret" },
    };
    expect(reviewed([hook], [annas]).deletes).toEqual(["hooks.example.com (Webhook hook)"]);
  });

  it("invitations also for people with names that JavaScript uses itself", () => {
    const names = ["toString", "__proto__"];
    const steps = names.flatMap((name) => [
      { op: "create", kind: "AccountUser", name, wants: { name } },
      {
        op: "create",
        name,
        wants: { ...declared, accountUserId: UNKNOWN },
        refersTo: { accountUserId: [urnOf("AccountUser", name)] },
      },
    ]);
    expect(Object.entries(reviewed(steps, []).invitations)).toEqual([
      ["__proto__", 1],
      ["toString", 1],
    ]);
  });
});

describe("A preview", () => {
  it("that counts changes and does not tell them is refused", () => {
    expect(() => previewOf([], { steps: undefined, changeSummary: { create: 5 } })).toThrow(
      "is not the output of",
    );
    expect(previewOf([], { steps: undefined, changeSummary: { same: 5 } }).steps).toEqual([]);
  });

  it("tells what an earlier run left to delete, beside what replaces it again", () => {
    const steps = [
      { op: "create-replacement", ...was },
      { op: "replace", ...was, wants: declared },
      { op: "delete-replaced", ...was },
      { op: "delete-replaced", ...was, id: "1/bb" },
    ];
    expect(previewOf(steps).steps.map(({ before, isDeleted }) => [before?.id, isDeleted])).toEqual([
      ["1/aa", false],
      ["1/bb", true],
    ]);
  });

  it("that replaces something must say what else goes", () => {
    expect(() => previewOf([{ op: "replace", ...was, wants: declared }])).toThrow(
      /^This preview replaces anna, and does not say what is deleted as a result\. Make it again with `pulumi preview --json --show-replacement-steps > /,
    );
  });

  it("that failed early is refused with what went wrong", () => {
    expect(() =>
      previewOf([], {
        steps: undefined,
        changeSummary: undefined,
        diagnostics: [{ severity: "error", message: "no such lock" }],
      }),
    ).toThrow("This preview failed, so it does not say what would happen:\n  no such lock");
  });

  it("of an account that no lock tells is taken as it is", () => {
    const preview = previewOf([{ op: "delete", ...was }]);
    expect(inThisAccount(preview, account([annas], { id: undefined }), false).steps).toHaveLength(1);
    const kept = previewOf([{ op: "delete", ...was, was: { ...stored, __account: 200 }, retain: true }]);
    expect(() => inThisAccount(kept, account([annas]), false)).toThrow("not in the account of this token");
  });

  it("of another account is refused, and one of several accounts unless only a part is wanted", () => {
    const other = {
      op: "update",
      name: "other",
      id: "3/aa",
      was: { ...stored, __account: 200 },
      wants: declared,
      provider: "b",
    };
    const made = { op: "create", name: "made", wants: declared, provider: "b" };
    const preview = previewOf([{ op: "delete", ...was }, other, made]);
    const words =
      /^Authorization other, Authorization made: not in the account of this token\..*--this-account/;
    expect(() => inThisAccount(preview, account([annas]), false)).toThrow(words);
    expect(inThisAccount(preview, account([annas]), true).steps.map(({ name }) => name)).toEqual(["anna"]);
    expect(inThisAccount(previewOf([{ op: "delete", ...was }]), account([annas]), false).steps).toHaveLength(
      1,
    );
  });
});
