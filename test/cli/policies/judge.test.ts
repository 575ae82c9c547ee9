import type { z } from "zod";
import type { Access } from "../../../cli/access/access";
import { form } from "../../../cli/policies/file";
import { judge } from "../../../cli/policies/judge";
import { type Login, loginOf, type Scene } from "../../../cli/policies/scene";
import type { Smartlock } from "../../../provider/api";
import type { Grant } from "../../../provider/resources/authorization/grant";

type File = z.input<typeof form>;

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

function judged(file: File, scene: Partial<Scene>) {
  const now = Date.parse("2026-11-19T12:00:00Z");
  return judge({ access: [], locks, logins: [], now, ...scene }, form.parse(file));
}

function against(rules: File["rules"], all: readonly Access[], staff: string[] = []): string[] {
  return judged({ rules, staff }, { access: all }).findings.map(({ words }) => words);
}

describe("The rule guest-codes-end", () => {
  const rules = { "guest-codes-end": {} };

  it("names a code of a guest that never ends, and says what to change", () => {
    expect(against(rules, [access({ type: "code" })])).toEqual([
      "Guest on Front door (code, always) is a code of a guest that never ends (guest-codes-end). " +
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
      expect.stringContaining(`) ${lasts}, and guests have at most 30 (longest-stay)`),
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
      expect.stringContaining("opens at night, and only staff may then (staff-only-at-night)"),
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
      "Caretaker on Front door (code, always, also remotely) is a code with remote access (no-remote-codes). " +
        "Declare remoteAllowed: false.",
    ]);
  });
});

describe("The rule every-lock-opens", () => {
  it("names a lock that nobody can open", () => {
    expect(against({ "every-lock-opens": {} }, [access({})])).toEqual([
      "Nobody has an authorization for Office (every-lock-opens). Declare one, or leave this lock out of the rule.",
    ]);
    expect(against({ "every-lock-opens": { locks: ["Front*"] } }, [access({})])).toEqual([]);
  });
});

describe("The rule managers", () => {
  const login = (email: string, rights: number): Login => loginOf({ name: null, email, rights });
  const file = { rules: { managers: { people: ["anna@example.com"] } } };

  it("names a sub-account that may manage something and is not listed", () => {
    const logins = [
      login("anna@example.com", 127),
      login("bob@example.com", 18),
      login("eve@example.com", 10),
    ];
    expect(judged(file, { logins }).findings).toEqual([
      {
        rule: "managers",
        about: "login eve@example.com",
        words:
          "Sub-account eve@example.com has the right to authorizations, and is not named as a manager (managers). " +
          "Take these rights away, or name it under people of this rule.",
      },
    ]);
  });

  it("names rights for which there is no word", () => {
    const { findings } = judged(file, { logins: [login("eve@example.com", 1024)] });
    expect(findings.map(({ words }) => words)).toEqual([expect.stringContaining("has the right to 1024,")]);
  });

  it("says that it was not checked if the token may not read sub-accounts", () => {
    const { findings, notes } = judged(file, { logins: undefined });
    expect(findings).toEqual([]);
    expect(notes).toEqual(["The token may not read sub-accounts, so the rule managers was not checked."]);
  });
});

describe("What a reviewer allowed", () => {
  const rules = { "guest-codes-end": {}, "longest-stay": { days: 30 } };
  const why = "agreed with the owner";
  const code = [access({ type: "code" })];
  const rulesFound = (file: File): string[] =>
    judged(file, { access: code }).findings.map(({ rule }) => rule);

  it("is no finding of that rule, and is listed with its reason", () => {
    const allowed = [
      { rule: "guest-codes-end" as const, who: "guest", lock: "Front*", until: "2026-12-31", why },
    ];
    const { findings, allowed: said, notes } = judged({ rules, allowed }, { access: code });
    expect(findings.map(({ rule }) => rule)).toEqual(["longest-stay"]);
    expect(said).toEqual([
      expect.stringMatching(
        /never ends \(guest-codes-end\)\. Allowed until 2026-12-31: agreed with the owner$/,
      ),
    ]);
    expect(notes).toEqual([]);
  });

  it.each([
    ["of somebody else", { who: "Bob" }],
    ["of another lock", { lock: "Office" }],
    ["until a day that is over", { until: "2026-11-17" }],
  ])("does not cover what is %s, and is named because it allows nothing", (_, more) => {
    const file = { rules, allowed: [{ rule: "guest-codes-end" as const, why, ...more }] };
    expect(rulesFound(file)).toEqual(["guest-codes-end", "longest-stay"]);
    expect(judged(file, { access: code }).notes).toEqual([
      expect.stringMatching(/^The exception from guest-codes-end .* allows nothing now: remove it\.$/),
    ]);
  });

  it("holds throughout its last day, anywhere on earth", () => {
    const file = { rules, allowed: [{ rule: "guest-codes-end" as const, until: "2026-11-18", why }] };
    const rulesAt = (now: string): string[] =>
      judged(file, { access: code, now: Date.parse(now) }).findings.map(({ rule }) => rule);
    expect(rulesAt("2026-11-19T11:59:59Z")).toEqual(["longest-stay"]);
    expect(rulesAt("2026-11-19T12:00:00Z")).toEqual(["guest-codes-end", "longest-stay"]);
  });
});
