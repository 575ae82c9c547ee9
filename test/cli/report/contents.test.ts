import { inThisAccount } from "../../../cli/preview/this-account";
import { aftermathOf } from "../../../cli/preview/aftermath";
import { reportOf, type Subject } from "../../../cli/report/report";
import { reportForm } from "../../../cli/report/form";
import type { Address, Authorization, Smartlock } from "../../../provider/api";
import { account, frontDoor, type GivenStep, live, office, previewOf } from "../previews";

function report(
  grants: readonly Authorization[],
  known: Partial<Subject> & { steps?: readonly GivenStep[]; account?: object } = {},
) {
  const { steps, account: more, ...rest } = known;
  const own = account(grants, more);
  const preview = steps && inThisAccount(previewOf(steps), own, false);
  const made = reportOf(own, {
    idle: new Set(),
    notes: [],
    aftermath: preview && aftermathOf(preview, own),
    ...rest,
  });
  return reportForm.parse(made);
}

/** Who has what, with the marks. */
function marks(...args: Parameters<typeof report>): string[] {
  return report(...args).access.map((one) => `${one.who}, ${one.lock}, ${one.type}: ${one.marks.join(", ")}`);
}

function findings(about: RegExp, ...args: Parameters<typeof report>): string[] {
  return report(...args)
    .findings.filter((one) => about.test(one.about))
    .map(({ words }) => words);
}

const ends = { allowedUntilDate: "2027-01-01T00:00:00Z" };
const annas = live("aa", { accountUserId: 5, ...ends });

describe("A report", () => {
  it("says who has what on which lock, when, and never a code", () => {
    const code = live("cc", {
      type: 13,
      name: "Guest",
      code: 345678,
      remoteAllowed: true,
      lastActiveDate: "2026-11-01T08:00:00Z",
      ...ends,
    });
    const { access } = report([annas, code], { managedBy: new Map([["1/cc", "homes: guest"]]) });
    expect(access).toEqual([
      {
        person: "user 5",
        who: "Anna",
        email: "anna@example.com",
        lock: "1",
        lockName: "Front door",
        type: "app",
        name: "Anna",
        words: "app, until 2027-01-01 00:00 UTC",
        window: "until 2027-01-01 00:00 UTC",
        remote: false,
        marks: ["not managed"],
      },
      {
        person: "called Guest",
        who: "Guest",
        lock: "1",
        lockName: "Front door",
        type: "code",
        name: "Guest",
        words: "code, until 2027-01-01 00:00 UTC, also remotely",
        window: "until 2027-01-01 00:00 UTC",
        remote: true,
        lastUsed: "2026-11-01T08:00:00Z",
        managedBy: "homes: guest",
        marks: [],
      },
    ]);
    expect(JSON.stringify(access)).not.toContain("345678");
  });

  it("leaves out parts of a lock", () => {
    expect(report([live("kk", { type: 3, name: "Keypad" })]).access).toEqual([]);
  });

  it("says where a lock is and how it is", () => {
    const locks = [
      { smartlockId: 1, name: "Front door", serverState: 0, config: { keypadPaired: true } },
      { smartlockId: 2, name: "Office", serverState: 4, state: { batteryCritical: true } },
    ] as unknown as Smartlock[];
    const addresses = [{ name: "House", smartlockIds: [1] }] as Address[];
    expect(report([annas], { account: { locks, addresses } }).locks).toEqual([
      { id: "1", name: "Front door", addresses: ["House"], online: true, keypad: true, battery: "ok" },
      { id: "2", name: "Office", addresses: [], online: false, keypad: false, battery: "nearly empty" },
    ]);
    const about = (title: RegExp) => findings(title, [annas], { account: { locks, addresses } });
    expect(about(/^Offline$/)).toEqual([expect.stringMatching(/^Office is offline/)]);
    expect(about(/^Battery/)).toEqual(["The battery of Office is nearly empty. Change it."]);
    expect(about(/^Nobody/)).toEqual(["Office"]);
    expect(about(/keypad/)).toEqual(["Office"]);
  });

  it.each<[string, Partial<Authorization>, string]>([
    ["never ends", { allowedUntilDate: null }, "never ends"],
    ["is over", { allowedUntilDate: "2026-11-01T00:00:00Z" }, "over"],
    ["is disabled", { enabled: false, allowedUntilDate: null }, "disabled"],
    ["is not confirmed", { operationId: "op" }, "not confirmed"],
  ])("marks what %s", (_, more, mark) => {
    expect(marks([{ ...annas, ...more }])).toEqual([`Anna, 1, app: ${mark}`]);
  });

  it("marks what nobody has used", () => {
    expect(marks([annas], { idle: new Set(["1/aa"]) })).toEqual(["Anna, 1, app: not used"]);
    expect(findings(/^Not used for 90 days$/, [annas], { idle: new Set(["1/aa"]) })).toEqual([
      "Anna <anna@example.com>: Front door (app, until 2027-01-01 00:00 UTC)",
    ]);
  });

  it("marks what one person has twice on one lock, but not two fobs with names, nor what is over", () => {
    const fob = (id: string, name: string) => live(id, { accountUserId: 5, type: 2, name, ...ends });
    const over = live("o", { accountUserId: 5, allowedUntilDate: "2026-01-01T00:00:00Z" });
    expect(
      marks([annas, live("bb", { accountUserId: 5, ...ends }), fob("f1", "Blue"), fob("f2", "Red"), over]),
    ).toEqual([
      "Anna, 1, app: duplicated",
      "Anna, 1, app: duplicated",
      "Anna, 1, fob: ",
      "Anna, 1, fob: ",
      "Anna, 1, app: over",
    ]);
    expect(
      marks([
        annas,
        live("bb", { accountUserId: 5, smartlockId: office, ...ends }),
        live("cc", { accountUserId: 6, ...ends }),
      ]),
    ).toEqual(["Anna, 1, app: ", "Anna, 2, app: ", "Bob, 1, app: "]);
  });

  it("does not say that anything is not managed if nobody named a stack", () => {
    expect(marks([annas])).toEqual(["Anna, 1, app: "]);
  });

  it("says what the token may not read", () => {
    expect(report([annas], { account: { addresses: undefined }, notes: ["so much"] }).notes).toEqual([
      "The token may not read addresses, so the locks have none here.",
      "so much",
      expect.stringContaining("The account's owner"),
    ]);
  });
});

describe("A report on a preview", () => {
  const declared = { smartlockId: frontDoor, accountUserId: 5, name: "Anna", remoteAllowed: false, ...ends };
  const was = { id: "1/aa", was: { ...declared, type: "app", enabled: true } };

  it("marks who gains, who loses, and what changes", () => {
    const bobs = live("bb", { accountUserId: 6, ...ends });
    const steps: GivenStep[] = [
      { op: "update", ...was, wants: { ...declared, allowedFromTime: "08:00" } },
      { op: "delete", name: "bob", id: "1/bb", was: { ...declared, accountUserId: 6, type: "app" } },
      { op: "create", name: "office", wants: { ...declared, smartlockId: office } },
    ];
    const whole = report([annas, bobs], { steps });
    expect(whole.title).toBe("Who can open what after this change");
    expect(whole.access.map((one) => [one.who, one.lock, one.window, one.was, one.marks])).toEqual([
      ["Anna", "1", "08:00–24:00 until 2027-01-01 00:00 UTC", "app, until 2027-01-01 00:00 UTC", ["changed"]],
      ["Anna", "2", "until 2027-01-01 00:00 UTC", undefined, ["gained"]],
      ["Bob", "1", "until 2027-01-01 00:00 UTC", undefined, ["lost"]],
    ]);
    expect(whole.findings.filter(({ words }) => words.includes("Bob"))).toEqual([]);
  });

  it("marks nothing that stays as it is, and not what a program is about to make as not managed", () => {
    const step = { op: "create", name: "office", wants: { ...declared, smartlockId: office } };
    expect(marks([annas], { steps: [step], managedBy: new Map([["1/aa", "homes: anna"]]) })).toEqual([
      "Anna, 1, app: ",
      "Anna, 2, app: gained",
    ]);
  });

  it("names a user as the program does, and marks one way in of two that is lost, and a second one that is gained", () => {
    const fob = live("ff", { accountUserId: 5, type: 2, name: "Blue", ...ends });
    const user = {
      kind: "AccountUser",
      name: "anna",
      id: "5",
      was: { name: "Anna", email: "anna@example.com" },
    };
    const steps: GivenStep[] = [
      { op: "update", ...user, wants: { name: "Anna B.", email: "anna@example.com" } },
      { op: "delete", ...was },
    ];
    expect(marks([annas, fob], { steps })).toEqual(["Anna, 1, app: lost", "Anna B., 1, fob: "]);
    const code = live("cc", { type: 13, name: "Guest", ...ends });
    const second = {
      op: "create",
      name: "guest",
      wants: { ...declared, accountUserId: undefined, type: "code", name: "Guest" },
    };
    expect(marks([code], { steps: [second] })).toEqual([
      "Guest, 1, code: duplicated",
      "Guest, 1, code: gained, duplicated",
    ]);
  });

  it("marks nothing as gained that opens nothing, and nothing as endless whose end is a secret", () => {
    const steps: GivenStep[] = [
      { op: "create", name: "closed", wants: { ...declared, smartlockId: office, enabled: false } },
      {
        op: "create",
        name: "secret",
        wants: { ...declared, accountUserId: 6, allowedUntilDate: "[secret]" },
      },
    ];
    expect(marks([annas], { steps })).toEqual([
      "Anna, 1, app: ",
      "Anna, 2, app: disabled",
      "Bob, 1, app: gained",
    ]);
    expect(report([annas], { steps }).access.map(({ window }) => window)).toContain(
      "allowedUntilDate kept secret by the program",
    );
  });
});
