import type { AccountUser, Smartlock } from "../../provider/api";

/** What the locks and the users of an account are called. */
export class Names {
  readonly #locks: ReadonlyMap<string, string>;
  readonly #users: ReadonlyMap<number, AccountUser>;

  /** @param users undefined if the token may not read them */
  constructor(locks: readonly Smartlock[], users: readonly AccountUser[] | undefined) {
    this.#locks = new Map(locks.map(({ smartlockId, name }) => [String(smartlockId), name]));
    this.#users = new Map((users ?? []).map((user) => [user.accountUserId, user]));
  }

  lock(id: string): string {
    return this.#locks.get(id) ?? `lock ${id}`;
  }

  user(id: number): AccountUser | undefined {
    return this.#users.get(id);
  }
}
