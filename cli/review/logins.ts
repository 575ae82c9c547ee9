import type { Account } from "../access/account";
import { personInWords } from "../access/people";
import { type Login, loginOf, type Logins } from "../policies/scene";
import { whyNotKnown } from "../preview/not-known";
import type { Preview, Step } from "../preview/preview";
import type { Difference } from "./difference";

/** Who can sign in to the account before a preview is applied, and afterwards. */
export function loginsAround(
  { steps }: Preview,
  { subAccounts }: Account,
): { readonly before: Logins; readonly after: Logins } {
  const areAll = subAccounts !== undefined;
  const present = (subAccounts ?? []).map((login) => [String(login.accountId), loginOf(login)] as const);
  const own = steps.filter(isSubAccount);
  const changed = new Set(own.map(({ before }) => before?.id));
  const kept = present.filter(([id]) => !changed.has(id));
  const made = own.flatMap(({ wanted }) => loginIn(wanted) ?? []);
  return {
    before: { known: present.map(([, login]) => login), areAll },
    after: { known: [...kept.map(([, login]) => login), ...made], areAll },
  };
}

/** A sub-account with this right opens every lock, without an authorization. */
const OPENS = "operate";

/** Sub-accounts that can open every lock before a preview is applied or afterwards, and not at both times. */
export function differencesOfLogins({ steps }: Preview, { subAccounts }: Account): Difference[] {
  const live = new Map((subAccounts ?? []).map((login) => [String(login.accountId), loginOf(login)]));
  return steps.filter(isSubAccount).flatMap(({ before, wanted }): Difference[] => {
    const was = live.get(before?.id ?? "") ?? loginIn(before?.fields);
    const [had, gets] = [was, loginIn(wanted)].map(waysOf);
    const who = loginIn(wanted) ?? was;
    return who === undefined || had?.join() === gets?.join()
      ? []
      : [{ who: personInWords(who), lock: "every lock", before: had ?? [], after: gets ?? [] }];
  });
}

function isSubAccount({ kind }: Step): boolean {
  return kind === "SubAccount";
}

function loginIn(fields: Readonly<Record<string, unknown>> | undefined): Login | undefined {
  if (fields === undefined) {
    return undefined;
  }
  const { name, email, rights } = fields;
  const why = whyNotKnown(rights);
  return {
    name: String(name),
    email: String(email),
    rights: why === undefined ? (Array.isArray(rights) ? rights.map(String) : []) : { unknown: why },
  };
}

function waysOf(login: Login | undefined): string[] {
  if (login === undefined) {
    return [];
  }
  const { rights } = login;
  const opens = "unknown" in rights || rights.includes(OPENS);
  return opens
    ? [`sub-account${"unknown" in rights ? `, rights ${rights.unknown}` : " with the right to operate"}`]
    : [];
}
