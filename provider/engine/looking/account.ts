import type { BoundKind } from "../run/bound-kind";
import { type Bag, hidden } from "../values/bag";

/** The account of an object: as the object names it, as its parent names it, or the account of the token. */
export async function accountOf(
  kind: BoundKind,
  fields: Bag,
  live: object | undefined,
): Promise<number | undefined> {
  const told = live && kind.spec.origin?.(live).account;
  return told ?? (await kind.accountOfParent(fields)) ?? kind.session.account();
}

/**
 * The account to record with an object. If it cannot be found, the object, which may just have been created, must not
 * be lost, nor what an earlier run recorded.
 */
export async function accountToKeep(
  kind: BoundKind,
  live: object | undefined,
  fields: Bag,
): Promise<number | undefined> {
  const account = await accountOf(kind, fields, live).catch(() => undefined);
  const before = fields[hidden.account];
  return account ?? (typeof before === "number" ? before : undefined);
}

/** A token for the wrong account must not make everything look deleted. */
export async function requireAccount(
  kind: BoundKind,
  id: string,
  state: Bag,
  live: object | undefined,
): Promise<void> {
  const expected = state[hidden.account];
  if (typeof expected !== "number") {
    return;
  }
  const account = await (live === undefined ? kind.session.account() : accountOf(kind, kind.parts(id), live));
  if (account === expected) {
    return;
  }
  const { token, baseUrl } = kind.session.settings;
  const found = account === undefined ? "shows no account" : `belongs to account ${account}`;
  throw new Error(
    `${kind.label(state)} (id ${id}) is in account ${expected}, but the token from ${token.source} at ${baseUrl} ${found}. ` +
      "Nothing was changed. Use the token of the account in which the stack was deployed.",
  );
}
