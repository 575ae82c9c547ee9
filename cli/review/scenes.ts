import type { Access } from "../access/access";
import { type Login, loginOf, type Scene } from "../policies/scene";
import type { Account } from "./account";
import type { Around } from "./access";
import type { Preview } from "./preview";

/** What policies judge before a preview is applied, and afterwards. */
export function scenesAround(
  preview: Preview,
  account: Account,
  { before, after }: Around,
): { readonly before: Scene; readonly after: Scene } {
  const { locks, now, subAccounts } = account;
  const scene = (access: readonly Access[], logins: readonly Login[] | undefined): Scene => ({
    access,
    locks,
    now,
    logins,
  });
  return {
    before: scene(before, subAccounts?.map(loginOf)),
    after: scene(after, loginsAfterwards(preview, account)),
  };
}

function loginsAfterwards({ steps }: Preview, { subAccounts }: Account): Login[] | undefined {
  const ofSubAccounts = steps.filter(({ type }) => type === "SubAccount");
  const changed = new Set(ofSubAccounts.map(({ before }) => before?.id));
  const kept = subAccounts?.filter(({ accountId }) => !changed.has(String(accountId))).map(loginOf);
  const made = ofSubAccounts.flatMap(({ wanted }) => {
    if (wanted === undefined) {
      return [];
    }
    const { name, email, rights } = wanted;
    return [
      { name: String(name), email: String(email), rights: Array.isArray(rights) ? rights.map(String) : [] },
    ];
  });
  return kept && [...kept, ...made];
}
