import type { Account, Smartlock } from "../../provider/api";
import { accountRights } from "../../provider/resources/account-rights";
import type { Access } from "../access/access";
import type { Person } from "../access/people";

/** All that policies judge. */
export interface Scene {
  readonly access: readonly Access[];
  readonly locks: readonly Smartlock[];
  readonly logins: Logins;
  /** In milliseconds since 1970. */
  readonly now: number;
}

export interface Logins {
  readonly known: readonly Login[];
  /** Whether the token may read sub-accounts. */
  readonly areAll: boolean;
}

/** A sub-account: somebody who can sign in to this account. */
export interface Login extends Pick<Person, "name" | "email"> {
  /** In the words of `SubAccount`; if nobody knows them before the run, why. */
  readonly rights: readonly string[] | { readonly unknown: string };
}

export function loginOf({ name, email, rights }: Pick<Account, "name" | "email" | "rights">): Login {
  const said: unknown = accountRights.say(rights ?? 0);
  return { name: name ?? email, email, rights: Array.isArray(said) ? said.map(String) : [String(said)] };
}
