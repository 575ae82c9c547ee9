import type { Account } from "../../cli/review/account";
import { Names } from "../../cli/access/names";
import type { Step } from "../../cli/review/preview";
import { reviewOf } from "../../cli/review/review";
import { form } from "../../cli/policies/file";
import type { Authorization, Smartlock } from "../../provider/api";

/** What a preview adds must not happen; what was there before is only named. */
describe("A review with policies", () => {
  const locks = [
    { smartlockId: 1, name: "Front door" },
    { smartlockId: 2, name: "Office" },
  ] as Smartlock[];
  const guest = {
    smartlockId: 1,
    id: "aa",
    name: "Guest",
    type: 13,
    enabled: true,
    remoteAllowed: false,
  } as Authorization;
  const account: Account = {
    locks,
    grants: [guest],
    names: new Names(locks, []),
    subAccounts: [],
    unitsOf: new Map(),
    now: Date.parse("2026-11-19T12:00:00Z"),
  };
  const declared = { smartlockId: 1, name: "Guest", type: "code", enabled: true, remoteAllowed: false };
  const words =
    "Guest on Front door (code, always) is a code of a guest that never ends (guest-codes-end). " +
    "Declare allowedUntilDate, or name this person under staff.";

  function reviewed(steps: readonly Partial<Step>[], rules = { "guest-codes-end": {} }) {
    const all = steps.map((step) => ({
      type: "Authorization",
      name: "guest",
      isDeleted: false,
      isReplaced: false,
      ...step,
    }));
    const { problems, against } = reviewOf({ steps: all, lines: [] }, account, {
      policies: form.parse({ rules }),
    });
    return { problems, against };
  }
  const before = { id: "1/aa", fields: declared };

  it("names a breach that was there before", () => {
    expect(reviewed([])).toEqual({ problems: [], against: [words] });
  });

  it("fails for a second grant that is against a rule in the same words as one that was there before", () => {
    expect(reviewed([{ wanted: declared }])).toEqual({ problems: [words], against: [words] });
  });

  it("does not fail for a grant that only changes in what the rule does not judge", () => {
    expect(reviewed([{ before, wanted: { ...declared } }])).toEqual({ problems: [], against: [words] });
  });

  it("fails for a change to a grant that leaves it against the rule in another way", () => {
    const { problems, against } = reviewed([{ before, wanted: { ...declared, remoteAllowed: true } }]);
    expect(problems).toEqual([
      expect.stringContaining("Guest on Front door (code, always, also remotely) is a code of a guest"),
    ]);
    expect(against).toEqual([]);
  });

  it("knows each lock of a set that stays, and fails for the one that it gets", () => {
    const set = { authorizationIds: { "1": "aa" }, smartlockIds: [1] };
    const wanted = { ...declared, smartlockIds: [1, 2] };
    const { problems, against } = reviewed([
      { type: "AuthorizationSet", before: { id: "set", fields: set }, wanted },
    ]);
    expect(problems).toEqual([words.replace("Front door", "Office")]);
    expect(against).toEqual([words]);
  });
});
