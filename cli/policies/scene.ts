import type { Account, Smartlock } from "../../provider/api";
import { accountRights } from "../../provider/resources/account-rights";
import type { Access } from "../access/access";
import type { Person } from "../access/people";

/** All that policies judge. */
export interface Scene {
  readonly access: readonly Access[];
  readonly locks: readonly Smartlock[];
  /** Undefined if the token may not read sub-accounts. */
  readonly logins: readonly Login[] | undefined;
  /** In milliseconds since 1970. */
  readonly now: number;
}

/** A sub-account: somebody who can sign in to this account. */
export interface Login extends Pick<Person, "name" | "email"> {
  /** In the words of `SubAccount`. */
  readonly rights: readonly string[];
}

export function loginOf({ name, email, rights }: Pick<Account, "name" | "email" | "rights">): Login {
  const said: unknown = accountRights.say(rights ?? 0);
  return { name: name ?? email, email, rights: Array.isArray(said) ? said.map(String) : [String(said)] };
}
