import type { AccountUser, Smartlock } from "../../provider/api";

type Named = Pick<AccountUser, "name" | "email">;

/** What the locks and the users of an account are called. */
export class Names {
  readonly #locks: ReadonlyMap<string, string>;
  readonly #users: ReadonlyMap<string, Named>;
  /** Whether the token may read users. */
  readonly hasUsers: boolean;

  /** @param users undefined if the token may not read them */
  constructor(locks: readonly Smartlock[], users: readonly AccountUser[] | undefined) {
    this.#locks = new Map(locks.map(({ smartlockId, name }) => [String(smartlockId), name]));
    this.#users = new Map((users ?? []).map((user) => [String(user.accountUserId), user]));
    this.hasUsers = users !== undefined;
  }

  lock(id: string): string {
    return this.#locks.get(id) ?? `lock ${id}`;
  }

  hasLock(id: string): boolean {
    return this.#locks.has(id);
  }

  user(id: number | string): Named | undefined {
    return this.#users.get(String(id));
  }
}
