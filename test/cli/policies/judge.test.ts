import type { z } from "zod";
import type { Access } from "../../../cli/access/access";
import { policiesForm } from "../../../cli/policies/file";
import { compare } from "../../../cli/policies/judge";
import { type Login, loginOf, type Logins, type Scene } from "../../../cli/policies/scene";
import type { Smartlock } from "../../../provider/api";
import type { Grant } from "../../../provider/resources/authorization/grant";

type File = z.input<typeof policiesForm>;

const locks = [
  { smartlockId: 1, name: "Front door" },
  { smartlockId: 2, name: "Office" },
] as Smartlock[];

/** Of a guest, if nothing else is said. */
function access(grant: Partial<Grant>, name = "Guest", email?: string, lockName = "Front door"): Access {
  const lock = locks.find((one) => one.name === lockName);
  return {
    source: `${lockName} ${name}`,
    person: { key: name, name, ...(email !== undefined && { email }) },
    lock: { id: String(lock?.smartlockId), name: lockName },
    grant: { name, remoteAllowed: false, ...grant },
  };
}

const all = (known: readonly Login[]): Logins => ({ known, areAll: true });

const nothing: Scene = { access: [], locks, logins: all([]), now: Date.parse("2026-11-19T12:00:00Z") };

/** As if all of the scene were new. */
function judged(file: File, scene: Partial<Scene>) {
  return compare(nothing, { ...nothing, ...scene }, policiesForm.parse(file));
}

function against(rules: File["rules"], all: readonly Access[], staff: string[] = []): readonly string[] {
  return judged({ rules, staff }, { access: all }).blocked;
}

function rulesIn(blocked: readonly string[]): (string | undefined)[] {
  return blocked.map((words) => /\(([a-z-]+)\)\. /.exec(words)?.[1]);
}

describe("The rule guest-codes-end", () => {
  const rules = { "guest-codes-end": {} };

  it("names a code of a guest that never ends, and says what to change", () => {
    expect(against(rules, [access({ type: "code" })])).toEqual([
      "Guest on Front door (code, always) is a guest's keypad code with no end date (guest-codes-end). " +
        "Declare allowedUntilDate, or name this person under staff.",
    ]);
  });

  it.each<[string, Access]>([
    ["a code that ends", access({ type: "code", allowedUntilDate: "2027-01-01T00:00:00Z" })],
    ["an app", access({ type: "app" })],
    ["a code of staff by name", access({ type: "code" }, "Caretaker")],
    ["a code of staff by e-mail address", access({ type: "code" }, "Anna", "ANNA@example.com")],
  ])("allows %s", (_, one) => {
    expect(against(rules, [one], ["caretaker", "*@example.com"])).toEqual([]);
  });

  it("is only for its locks", () => {
    const both = [access({ type: "code" }), access({ type: "code" }, "Guest", undefined, "Office")];
    expect(against({ "guest-codes-end": { locks: ["Off*"] } }, both)).toEqual([
      expect.stringMatching(/^Guest on Office /),
    ]);
  });
});

describe("The rule longest-stay", () => {
  const rules = { "longest-stay": { days: 30 } };

  it.each<[string, Partial<Grant>]>([
    ["lasts 31 days", { allowedUntilDate: "2026-12-20T12:00:00Z" }],
    ["lasts 31 days", { allowedUntilDate: "2026-12-19T12:00:01Z" }],
    ["lasts 61 days", { allowedFromDate: "2026-10-20T12:00:00Z", allowedUntilDate: "2026-12-20T12:00:00Z" }],
    ["never ends", {}],
    ["never ends", { allowedFromDate: "2026-10-20T12:00:00Z" }],
    ["never ends", { allowedUntilDate: "soon" }],
  ])("names what %s: %j", (lasts, grant) => {
    expect(against(rules, [access(grant)])).toEqual([
      expect.stringContaining(`) ${lasts}; guests may have at most 30 days (longest-stay)`),
    ]);
  });

  it("allows what lasts no longer, wherever it lies, and what staff have", () => {
    const stay = { allowedFromDate: "2027-05-01T12:00:00Z", allowedUntilDate: "2027-05-31T12:00:00Z" };
    const rest = { allowedUntilDate: "2026-12-19T12:00:00Z" };
    expect(against(rules, [access(stay), access(rest), access({}, "Caretaker")], ["Caretaker"])).toEqual([]);
  });
});

describe("The rule staff-only-at-night", () => {
  const night = { "staff-only-at-night": { from: "22:00", until: "06:00" } };
  const noon = { "staff-only-at-night": { from: "12:00", until: "14:00" } };

  it.each<[string, Partial<Grant>, File["rules"]]>([
    ["is always open", {}, night],
    ["begins too early", { allowedFromTime: "05:59", allowedUntilTime: "12:00" }, night],
    ["ends too late", { allowedFromTime: "08:00", allowedUntilTime: "22:01" }, night],
    ["lies within the night", { allowedFromTime: "23:00", allowedUntilTime: "23:30" }, night],
    ["goes over midnight", { allowedFromTime: "20:00", allowedUntilTime: "02:00" }, noon],
    [
      "has no start date, so that the lock ignores the times",
      { allowedFromDate: "missing", allowedFromTime: "08:00", allowedUntilTime: "16:00" },
      night,
    ],
    ["is around a night within one day", { allowedFromTime: "08:00", allowedUntilTime: "16:00" }, noon],
  ])("names what %s", (_, grant, rules) => {
    expect(against(rules, [access(grant)])).toEqual([
      expect.stringMatching(
        /\) is valid between \d\d:00 and \d\d:00, when only staff may enter \(staff-only-at-night\)/,
      ),
    ]);
    expect(against(rules, [access(grant, "Caretaker")], ["Caretaker"])).toEqual([]);
  });

  it.each<[string, string, File["rules"]]>([
    ["06:00", "22:00", night],
    ["14:00", "16:00", noon],
    ["08:00", "12:00", noon],
  ])("allows %s to %s", (allowedFromTime, allowedUntilTime, rules) => {
    expect(against(rules, [access({ allowedFromTime, allowedUntilTime })])).toEqual([]);
  });
});

describe("The rule no-remote-codes", () => {
  it("names codes with remote access, of staff as well, and nothing else", () => {
    const all = [
      access({ type: "code", remoteAllowed: true }, "Caretaker"),
      access({ type: "code" }),
      access({ type: "app", remoteAllowed: true }),
    ];
    expect(against({ "no-remote-codes": {} }, all, ["Caretaker"])).toEqual([
      "Caretaker on Front door (code, always, also remotely) is a keypad code with remote access (no-remote-codes). " +
        "Declare remoteAllowed: false.",
    ]);
  });
});

describe("The rule every-lock-opens", () => {
  const office = access({}, "Guest", undefined, "Office");
  const words =
    "Nobody has an authorization for Office (every-lock-opens). Keep one. If nobody should have one, add an " +
    "exception to the policies file.";
  const lose = (file: File) =>
    compare(
      { ...nothing, access: [access({}), office] },
      { ...nothing, access: [access({})] },
      policiesForm.parse(file),
    );

  it("names a lock that nobody can open any more, also where no file names the rule", () => {
    expect(lose({ rules: { "every-lock-opens": {} } }).blocked).toEqual([words]);
    expect(lose({ rules: {} }).blocked).toEqual([words]);
    expect(lose({ rules: { "every-lock-opens": { locks: ["Front*"] } } }).blocked).toEqual([]);
  });

  it("can be allowed for a door that is taken out of use", () => {
    const allowed = [{ rule: "every-lock-opens" as const, lock: "Office", why: "walled up" }];
    expect(lose({ rules: {}, allowed })).toEqual({
      blocked: [],
      existingBreaches: [],
      allowed: ["Nobody has an authorization for Office (every-lock-opens). Allowed: walled up"],
      notes: [],
    });
  });

  it("names locks that nobody could open before only if a file names the rule", () => {
    const unchanged = (file: File) => compare(nothing, nothing, policiesForm.parse(file));
    expect(unchanged({ rules: { "every-lock-opens": {} } })).toMatchObject({
      blocked: [],
      existingBreaches: [expect.stringContaining("Front door"), words],
    });
    expect(unchanged({ rules: {} })).toMatchObject({ blocked: [], existingBreaches: [] });
  });
});

describe("The rule managers", () => {
  const login = (email: string, rights: number): Login => loginOf({ name: null, email, rights });
  const file = { rules: { managers: { people: ["anna@example.com"] } } };

  it("names a sub-account that may manage something and is not listed", () => {
    const logins = all([
      login("anna@example.com", 127),
      login("bob@example.com", 18),
      login("eve@example.com", 10),
    ]);
    expect(judged(file, { logins }).blocked).toEqual([
      "Sub-account eve@example.com has the rights authorizations but is not in rules.managers.people (managers). " +
        "Remove these rights, or add the person there.",
    ]);
  });

  it("names rights for which there is no word, and rights that nobody knows before the run", () => {
    const eve = { name: "Eve", rights: { unknown: "kept secret by the program" } };
    expect(judged(file, { logins: all([login("eve@example.com", 1024), eve]) }).blocked).toEqual([
      expect.stringContaining("has the rights 1024 but"),
      expect.stringContaining("Sub-account Eve has rights that are kept secret by the program, but"),
    ]);
  });

  it("judges what the change makes even if the token may not read sub-accounts, and says what it could not check", () => {
    const logins = { known: [login("eve@example.com", 8)], areAll: false };
    const { blocked, notes } = judged(file, { logins });
    expect(blocked).toEqual([expect.stringContaining("eve@example.com")]);
    expect(notes).toEqual([
      "The token may not read sub-accounts, so the rule managers was checked only for sub-accounts in this change. " +
        "Use a token with the account scope.",
    ]);
  });

  it("names a sub-account that gets more rights, and one whose rights shrink only as what was there before", () => {
    const little = { ...nothing, logins: all([login("eve@example.com", 8)]) };
    const more = { ...nothing, logins: all([login("eve@example.com", 12)]) };
    expect(compare(little, more, policiesForm.parse(file)).blocked).toHaveLength(1);
    expect(compare(more, little, policiesForm.parse(file))).toMatchObject({
      blocked: [],
      existingBreaches: [expect.any(String)],
    });
  });
});

describe("What was against a rule before", () => {
  const rules = { "guest-codes-end": {}, "longest-stay": { days: 30 }, "no-remote-codes": {} };
  const endless = access({ type: "code" });
  const change = (before: readonly Access[], after: readonly Access[]) => {
    const { blocked, existingBreaches: old } = compare(
      { ...nothing, access: before },
      { ...nothing, access: after },
      policiesForm.parse({ rules }),
    );
    return { blocked: rulesIn(blocked), existingBreaches: rulesIn(old) };
  };
  const until = (allowedUntilDate: string): Access => access({ type: "code", allowedUntilDate });

  it.each<[string, Access, (string | undefined)[], (string | undefined)[]]>([
    ["stays as it is", endless, [], ["guest-codes-end", "longest-stay"]],
    ["gets better, but not good", until("2027-06-01T00:00:00Z"), [], ["longest-stay"]],
    [
      "breaks another rule as well",
      access({ type: "code", remoteAllowed: true }),
      ["no-remote-codes"],
      ["guest-codes-end", "longest-stay"],
    ],
    [
      "goes to somebody else",
      { ...endless, person: { key: "user 7", name: "Guest", email: "other@example.com" } },
      ["guest-codes-end", "longest-stay"],
      [],
    ],
    [
      "is there a second time, in the same words",
      { ...endless, source: "another" },
      ["guest-codes-end", "longest-stay"],
      [],
    ],
  ])("and %s", (_, after, blocked, old) => {
    expect(change([endless], [after])).toEqual({ blocked, existingBreaches: old });
  });

  it("and gets worse is a problem", () => {
    const [march, june] = [until("2027-03-01T00:00:00Z"), until("2027-06-01T00:00:00Z")];
    expect(change([march], [june])).toEqual({ blocked: ["longest-stay"], existingBreaches: [] });
    expect(change([june], [march])).toEqual({ blocked: [], existingBreaches: ["longest-stay"] });
  });
});

describe("What is open at night", () => {
  const rules = { "staff-only-at-night": { from: "22:00", until: "06:00" } };
  const times = { allowedFromTime: "21:00", allowedUntilTime: "23:00" };
  const one = access(times);
  const worse = (before: Access, after: Access) =>
    compare({ ...nothing, access: [before] }, { ...nothing, access: [after] }, policiesForm.parse({ rules }))
      .blocked.length;

  it.each<[string, Access]>([
    ["later", access({ ...times, allowedUntilTime: "24:00" })],
    ["always", access({})],
  ])("is worse if it is open %s, and not the other way round", (_, other) => {
    expect(worse(one, other)).toBe(1);
    expect(worse(other, one)).toBe(0);
  });

  it("is worse on more days, and for longer", () => {
    const weekend = access({ ...times, allowedWeekDays: ["sat", "sun"] });
    expect([worse(weekend, one), worse(one, weekend)]).toEqual([1, 0]);
    const today = access({ ...times, allowedUntilDate: "2026-11-20T12:00:00Z" });
    expect([worse(today, one), worse(one, today)]).toEqual([1, 0]);
  });
});

describe("What nobody knows before the run", () => {
  const unknown = (...fields: string[]): Access => ({
    ...access({}),
    unknown: new Map(fields.map((field) => [field, "kept secret by the program"])),
  });

  it.each<[string, File["rules"]]>([
    ["type", { "guest-codes-end": {} }],
    ["allowedFromDate", { "longest-stay": { days: 30 } }],
    ["allowedUntilDate", { "longest-stay": { days: 30 } }],
    ...["allowedFromDate", "allowedWeekDays", "allowedFromTime", "allowedUntilTime"].map(
      (field): [string, File["rules"]] => [
        field,
        { "staff-only-at-night": { from: "22:00", until: "06:00" } },
      ],
    ),
    ["type", { "no-remote-codes": {} }],
  ])("counts as against the rule: %s", (field, rules) => {
    expect(against(rules, [unknown(field)])).toEqual([
      expect.stringMatching(
        new RegExp(
          `cannot be judged, because ${field} is kept secret by the program \\(.*Declare it as a plain value`,
        ),
      ),
    ]);
  });

  it.each<[string, File["rules"]]>([
    ["allowedUntilDate", { "guest-codes-end": {} }],
    ["remoteAllowed", { "no-remote-codes": {} }],
  ])("counts as against the rule for a code: %s", (field, rules) => {
    const one = { ...unknown(field), grant: { type: "code" as const, name: "Guest" } };
    expect(against(rules, [one])).toEqual([
      expect.stringContaining(`cannot be judged, because ${field} is kept secret`),
    ]);
  });

  it("includes the lock, which could be any", () => {
    const somewhere = { id: "?", name: "a lock that is not known before the run", isUnknown: true };
    const rules = { "no-remote-codes": { locks: ["Office"] } };
    expect(
      against(rules, [{ ...access({ type: "code", remoteAllowed: true }), lock: somewhere }]),
    ).toHaveLength(1);
  });
});

describe("A pattern for locks", () => {
  it("that fits none is a problem, because the rule would hold for nothing", () => {
    expect(against({ "no-remote-codes": { locks: ["Ofice*", "Front*", "2"] } }, [])).toEqual([
      'rules.no-remote-codes.locks: "Ofice*" matches no lock of this account. Correct the pattern, or remove it.',
    ]);
  });
});

describe("What a reviewer allowed", () => {
  const rules = { "guest-codes-end": {}, "longest-stay": { days: 30 } };
  const why = "agreed with the owner";
  const code = [access({ type: "code" })];
  const rulesFound = (file: File): (string | undefined)[] => rulesIn(judged(file, { access: code }).blocked);

  it("is no finding of that rule, and is listed with its reason", () => {
    const allowed = [
      { rule: "guest-codes-end" as const, who: "guest", lock: "Front*", until: "2026-12-31", why },
      { rule: "guest-codes-end" as const, lock: "1", why: "covers the same" },
    ];
    const { blocked, allowed: said, notes } = judged({ rules, allowed }, { access: code });
    expect(rulesIn(blocked)).toEqual(["longest-stay"]);
    expect(said).toEqual([
      expect.stringMatching(
        /with no end date \(guest-codes-end\)\. Allowed until 2026-12-31: agreed with the owner$/,
      ),
    ]);
    expect(notes).toEqual([]);
  });

  it.each([
    ["of somebody else", { who: "Bob" }],
    ["of another lock", { lock: "Office" }],
  ])("does not cover what is %s, and is named because it covers nothing", (_, more) => {
    const file = { rules, allowed: [{ rule: "guest-codes-end" as const, why, ...more }] };
    expect(rulesFound(file)).toEqual(["guest-codes-end", "longest-stay"]);
    expect(judged(file, { access: code }).notes).toEqual([
      expect.stringMatching(
        /^The exception from guest-codes-end .* covers nothing\. Remove it from "allowed"\.$/,
      ),
    ]);
  });

  it("does not cover a lock that nobody knows yet, if it is for one lock", () => {
    const somewhere = { id: "?", name: "a lock that is not known before the run", isUnknown: true };
    const file = { rules, allowed: [{ rule: "guest-codes-end" as const, lock: "Front door", why }] };
    const { blocked } = judged(file, { access: [{ ...access({ type: "code" }), lock: somewhere }] });
    expect(rulesIn(blocked)).toContain("guest-codes-end");
  });

  it("is a problem once its time is over, even if nothing has changed", () => {
    const file = policiesForm.parse({
      rules,
      allowed: [{ rule: "guest-codes-end", until: "2026-11-17", why }],
    });
    const scene = { ...nothing, access: code };
    const { blocked, existingBreaches: old, notes } = compare(scene, scene, file);
    expect(blocked).toEqual([
      expect.stringContaining("(guest-codes-end). It was allowed until 2026-11-17. "),
    ]);
    expect(rulesIn(old)).toEqual(["longest-stay"]);
    expect(notes).toEqual([]);
  });

  it("holds throughout its last day, anywhere on earth", () => {
    const file = { rules, allowed: [{ rule: "guest-codes-end" as const, until: "2026-11-18", why }] };
    const rulesAt = (now: string) => rulesIn(judged(file, { access: code, now: Date.parse(now) }).blocked);
    expect(rulesAt("2026-11-19T11:59:59Z")).toEqual(["longest-stay"]);
    expect(rulesAt("2026-11-19T12:00:00Z")).toEqual(["guest-codes-end", "longest-stay"]);
  });
});
