import { account, frontDoor, live, office, previewOf, reviewed, said, urnOf } from "./world";
import { inThisAccount } from "../../../cli/review/this-account";
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

  it("which fields nobody knows before the run", () => {
    const wants = { ...declaredCode, remoteAllowed: "[secret]", allowedUntilDate: UNKNOWN };
    expect(said(reviewed([{ op: "create", wants }], [annas]))).toEqual({
      gains: [
        {
          who: "Guest",
          lock: "Front door",
          before: [],
          after: [
            "code, always, remoteAllowed kept secret by the program, allowedUntilDate not known before the run",
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
      problems: [
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
      { op: "delete-replaced", type: "AccountUser", name: "anna", id: "5", was: { name: "Anna" } },
      {
        op: "replace",
        type: "AccountUser",
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

  it("that one object counts once, and different ones with equal ids each", () => {
    const user = {
      op: "delete",
      type: "AccountUser",
      name: "anna",
      id: "5",
      was: { name: "Anna", email: "anna@example.com", deleteContents: true },
    };
    const address = { op: "delete", type: "Address", name: "house", id: "5", was: { name: "House" } };
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
      type: "AuthorizationSet",
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
    const { problems } = reviewed([{ op: "delete", ...was }], [annas, code], {
      deletes: { most: 0, wayOut: "Raise it." },
    });
    expect(problems).toEqual(["This deletes 1 objects, and smartlock:maxDeletes allows 0. Raise it."]);
  });
});

describe("A review of people says", () => {
  const user = {
    type: "AccountUser",
    name: "anna",
    id: "5",
    was: { name: "Anna", email: "anna@example.com" },
  };

  it("who a user of the same program is", () => {
    const bea = {
      op: "create",
      type: "AccountUser",
      name: "bea",
      wants: { name: "Bea", email: "bea@example.com" },
    };
    const wants = { ...declared, accountUserId: UNKNOWN };
    const refersTo = { accountUserId: [urnOf("AccountUser", "bea")] };
    const other = {
      op: "create",
      type: "AccountUser",
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
    const review = reviewed([step], [annas], { rules: policies.rules });
    expect(review.passes).toEqual([`${anna} becomes Anna <guest@example.net>, with all that this user has`]);
    expect(review.problems).toEqual([
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
    const { problems } = reviewed(
      [
        { op: "delete", ...user },
        { op: "delete", ...was },
      ],
      [annas, own, code],
    );
    expect(problems).toEqual([
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
    expect(reviewed(steps, [annas]).problems).toEqual([
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
    type: "AuthorizationSet",
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
        "The locks of AuthorizationSet guest are not known before the run. It is shown as if it kept those that it has.",
      ],
    });
  });

  it("what is against a rule for the lock that it gets, and not for the one that it has", () => {
    const had = { ...set, was: { ...set.was, smartlockIds: [1], authorizationIds: { "1": "cc" } } };
    const step = { op: "update", ...had, wants: { ...declaredCode, smartlockIds: [1, 2] } };
    const { problems, against } = reviewed([step], [code], { rules: { "guest-codes-end": {} } });
    expect(problems).toEqual([
      expect.stringContaining("Guest on Office (code, always) is a guest's keypad code"),
    ]);
    expect(against).toEqual([
      expect.stringContaining("Guest on Front door (code, always) is a guest's keypad code"),
    ]);
  });
});

describe("A review of what the provider would refuse says", () => {
  it("that a move waits for a lock that is offline", () => {
    const step = { op: "update", ...was, wants: { ...declared, smartlockId: office } };
    expect(said(reviewed([step], [annas]))).toEqual({
      problems: [
        expect.stringMatching(
          /^Authorization anna cannot move from Front door to Office while one of them is offline\./,
        ),
      ],
    });
  });

  it("that an address still has units", () => {
    const house = { op: "delete", type: "Address", name: "house", id: "7", was: { name: "House" } };
    const unitsOf = new Map([
      [
        "7",
        [
          { id: "7/u1", name: "Flat 1" },
          { id: "7/u2", name: "Flat 2" },
        ],
      ],
    ]);
    const flat = { op: "delete", type: "AddressUnit", name: "flat", id: "7/u1", was: { name: "Flat 1" } };
    expect(reviewed([house, flat], [annas], { account: { unitsOf } }).problems).toEqual([
      expect.stringMatching(
        /^Address house is to be deleted, but still has units that this run does not delete.*: Flat 2\.$/,
      ),
    ]);
    const all = { ...house, was: { name: "House", deleteContents: true } };
    expect(reviewed([all, flat], [annas], { account: { unitsOf } }).problems).toEqual([]);
    expect(reviewed([house], [annas]).problems).toEqual([
      expect.stringContaining("this token may not read its units"),
    ]);
  });

  it("that a lock is not in the account", () => {
    expect(reviewed([{ op: "create", wants: { ...declared, smartlockId: 99 } }], [annas]).problems).toEqual([
      "Authorization anna names a lock that this account does not have (99).",
    ]);
  });
});

describe("A review of sub-accounts says", () => {
  const wants = { name: "Eve", email: "eve@example.com", password: "[secret]" };
  const eve = "Eve <eve@example.com>";

  it("that one with the right to operate opens every lock", () => {
    const step = { op: "create", type: "SubAccount", name: "eve", wants: { ...wants, rights: ["operate"] } };
    const logs = { op: "create", type: "SubAccount", name: "log", wants: { ...wants, rights: ["logs"] } };
    expect(said(reviewed([step, logs], [annas]))).toEqual({
      gains: [{ who: eve, lock: "every lock", before: [], after: ["sub-account with the right to operate"] }],
    });
  });

  it("that one loses it, or may have it", () => {
    const had = { type: "SubAccount", name: "eve", id: "9", was: { ...wants, rights: ["operate", "logs"] } };
    expect(
      said(reviewed([{ op: "update", ...had, wants: { ...wants, rights: ["logs"] } }], [annas])),
    ).toEqual({
      loses: [{ who: eve, lock: "every lock", before: ["sub-account with the right to operate"], after: [] }],
    });
    const secret = { op: "create", type: "SubAccount", name: "eve", wants: { ...wants, rights: "[secret]" } };
    expect(reviewed([secret], [annas]).gains).toEqual([
      { who: eve, lock: "every lock", before: [], after: ["sub-account, rights kept secret by the program"] },
    ]);
  });

  it("that one that may manage is not named as a manager", () => {
    const rules = { managers: { people: [] } };
    const subAccounts = [{ accountId: 9, name: "Eve", email: "eve@example.com", rights: 2 } as SubAccount];
    const step = {
      op: "update",
      type: "SubAccount",
      name: "eve",
      id: "9",
      was: { ...wants, rights: ["operate"] },
      wants: { ...wants, rights: ["operate", "manageLocks"] },
    };
    expect(reviewed([step], [annas], { rules, account: { subAccounts } }).problems).toEqual([
      expect.stringMatching(/^Sub-account Eve <eve@example.com> has the rights manageLocks but is not/),
    ]);
    expect(reviewed([], [annas], { rules, account: { subAccounts } }).problems).toEqual([]);
  });
});

describe("A preview", () => {
  it("that replaces something must say what else goes", () => {
    expect(() => previewOf([{ op: "replace", ...was, wants: declared }])).toThrow(
      /^This preview replaces anna, and does not say what is deleted on the way\. Make it again with `pulumi preview --json --show-replacement-steps > /,
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
      /^This token is for another account than that of Authorization other, Authorization made\..*--this-account/;
    expect(() => inThisAccount(preview, account([annas]), false)).toThrow(words);
    expect(inThisAccount(preview, account([annas]), true).steps.map(({ name }) => name)).toEqual(["anna"]);
    expect(inThisAccount(previewOf([{ op: "delete", ...was }]), account([annas]), false).steps).toHaveLength(
      1,
    );
  });
});
