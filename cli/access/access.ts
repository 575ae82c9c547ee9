import type { AccountUser, Authorization, Smartlock } from "../../provider/api";
import { isOver, speakWindow } from "../../provider/resources/authorization/access-window";
import { type Grant, shownGrant } from "../../provider/resources/authorization/grant";
import { isForSomebody, type Person, personInWords, personOf } from "./people";

/** That somebody can open a lock, in one way. */
export interface Access {
  readonly person: Person;
  readonly lock: { readonly id: string; readonly name: string };
  readonly grant: Partial<Grant>;
}

/** What the account says about the people and the locks of grants. */
export interface Names {
  readonly locks: readonly Smartlock[];
  /** Undefined if the token may not read them. */
  readonly users: readonly AccountUser[] | undefined;
}

/** The access that these grants give now or later: nothing that is disabled, over, or a part of the lock. */
export function accessOf(grants: readonly Authorization[], names: Names, now: number): Access[] {
  return grants.filter(isForSomebody).flatMap((live) => {
    const grant: Partial<Grant> = shownGrant(live);
    const lock = { id: String(live.smartlockId), name: nameOfLock(String(live.smartlockId), names) };
    return opensAtAll(grant, now) ? [{ person: personOf(live, names.users), lock, grant }] : [];
  });
}

export function opensAtAll(grant: Partial<Grant>, now: number): boolean {
  return grant.enabled !== false && !isOver(grant, now);
}

/** Such as `app, mon–fri 08:00–16:00, also remotely`. */
export function wayIn({ grant }: Pick<Access, "grant">): string {
  const type = typeOf(grant);
  const way = type === "fob" ? `fob "${grant.name}"` : type;
  return `${way}, ${speakWindow(grant)}${grant.remoteAllowed === true ? ", also remotely" : ""}`;
}

/** At runtime, a type of the service for which there is no word is a number. */
export function typeOf({ type = "app" }: Partial<Grant>): string {
  return type;
}

export function nameOfLock(id: string, { locks }: Pick<Names, "locks">): string {
  return locks.find(({ smartlockId }) => String(smartlockId) === id)?.name ?? `lock ${id}`;
}

/** `Anna <anna@example.com> on Front door (app, always)` */
export function accessInWords(access: Access): string {
  return `${personInWords(access.person)} on ${access.lock.name} (${wayIn(access)})`;
}
