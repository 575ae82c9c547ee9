import { grantType } from "../../provider/resources/authorization/grant-types";
import type { Names } from "./names";

/** Who holds a grant. */
export interface Person {
  /** The same for every grant of one person. A code or a fob without a user is a person of its own. */
  readonly key: string;
  readonly name: string;
  readonly email?: string;
}

interface Holder {
  readonly accountUserId?: number | null | undefined;
  readonly name?: string | undefined;
}

export function personOf({ accountUserId, name = "" }: Holder, names: Names): Person {
  if (typeof accountUserId !== "number") {
    return { key: `called ${name}`, name };
  }
  const key = `user ${accountUserId}`;
  const user = names.user(accountUserId);
  return user === undefined ? { key, name: key } : { key, name: user.name, email: user.email };
}

/** `Anna <anna@example.com>` */
export function personInWords({ name, email }: { name: string; email?: string | undefined }): string {
  return email === undefined || email === name ? name : `${name} <${email}>`;
}

/** Parts of the lock itself, which let nobody in. */
const DEVICES: readonly unknown[] = ["bridge", "keypad"];

/** Whether a grant is for somebody, and not for a part of the lock. */
export function isForSomebody({ type }: { readonly type: number }): boolean {
  return !DEVICES.includes(grantType.say(type));
}
