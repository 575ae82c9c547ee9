import { type Bag, hidden } from "./bag";
import type { Kind } from "./kind";
import type { Session } from "./session";

/** The account that an object is in: as it says itself, as what it is part of says, or that of the token. */
export async function accountOf(
  session: Session,
  kind: Kind,
  fields: Bag,
  live: object | undefined,
): Promise<number | undefined> {
  const told = live && kind.spec.accountOf(live);
  return told ?? (await kind.spec.accountFrom?.(session, fields)) ?? session.account();
}

/**
 * The account to record with an object. Not knowing it must not lose the object, which may have been made just now,
 * nor what an earlier run knew.
 */
export async function accountToKeep(
  session: Session,
  kind: Kind,
  live: object | undefined,
  fields: Bag,
): Promise<number | undefined> {
  const account = await accountOf(session, kind, fields, live).catch(() => undefined);
  const before = fields[hidden.account];
  return account ?? (typeof before === "number" ? before : undefined);
}

/** A stray token must not make everything look deleted. */
export async function requireAccount(
  session: Session,
  kind: Kind,
  id: string,
  state: Bag,
  live: object | undefined,
): Promise<void> {
  const expected = state[hidden.account];
  if (typeof expected !== "number") {
    return;
  }
  const fields = kind.parts(id);
  const account = await (live === undefined ? session.account() : accountOf(session, kind, fields, live));
  if (account === expected) {
    return;
  }
  const { token, baseUrl } = session.settings;
  const found = account === undefined ? "shows no account" : `belongs to account ${account}`;
  throw new Error(
    `${kind.spec.type} ${id} is in account ${expected}, but the token from ${token.source} at ${baseUrl} ${found}. ` +
      "Nothing was changed. Use the token of the account in which the stack was deployed.",
  );
}
