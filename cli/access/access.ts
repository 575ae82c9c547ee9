import type { Authorization } from "../../provider/api";
import { isOver, speakWindow } from "../../provider/resources/authorization/access-window";
import { type Grant, shownGrant } from "../../provider/resources/authorization/grant";
import type { Names } from "./names";
import { isForSomebody, type Person, personInWords, personOf } from "./people";

/** That somebody can open a lock, in one way. */
export interface Access {
  /** What gives it: the id of an authorization or, before there is one, the resource that will make it. */
  readonly source: string;
  readonly person: Person;
  readonly lock: { readonly id: string; readonly name: string };
  readonly grant: Partial<Grant>;
}

/** The access that these grants give now or later: nothing that is disabled, over, or a part of the lock. */
export function accessOf(grants: readonly Authorization[], names: Names, now: number): Access[] {
  return grants.filter(isForSomebody).flatMap((live) => {
    const grant: Partial<Grant> = shownGrant(live);
    const id = String(live.smartlockId);
    return opensAtAll(grant, now)
      ? [{ source: idOf(live), person: personOf(live, names), lock: { id, name: names.lock(id) }, grant }]
      : [];
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

/** The id that a resource of it has, such as `17698070561/8f7fb13e721bdcb3`. */
export function idOf({ smartlockId, id }: Authorization): string {
  return `${smartlockId}/${id}`;
}

/** `Anna <anna@example.com> on Front door (app, always)` */
export function accessInWords(access: Access): string {
  return `${personInWords(access.person)} on ${access.lock.name} (${wayIn(access)})`;
}
