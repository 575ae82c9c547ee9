import type { Authorization } from "../../provider/api";
import { isOver, speakWindow, windowFields } from "../../provider/resources/authorization/access-window";
import { type Grant, shownGrant } from "../../provider/resources/authorization/grant";
import type { Names } from "./names";
import { isForSomebody, type Person, personInWords, personOf } from "./people";

/** That somebody can open a lock, in one way. */
export interface Access {
  /** What gives it: the id of an authorization or, before there is one, the resource that will make it. */
  readonly source: string;
  readonly person: Person;
  readonly lock: { readonly id: string; readonly name: string; readonly isUnknown?: boolean };
  /** Without the fields that nobody knows. */
  readonly grant: Partial<Grant>;
  /** Why nobody knows a field before the run, by field. */
  readonly unknown?: ReadonlyMap<string, string>;
  /** When it was made, in milliseconds since 1970; undefined if it is only about to be. */
  readonly since?: number;
}

/** All that these grants give to people, also what is disabled or over. */
export function everyAccess(grants: readonly Authorization[], names: Names): Access[] {
  return grants.filter(isForSomebody).map((live) => {
    const id = String(live.smartlockId);
    const since = Date.parse(live.creationDate ?? "");
    return {
      source: idOf(live),
      person: personOf(live, names),
      lock: { id, name: names.lock(id) },
      grant: shownGrant(live),
      ...(!Number.isNaN(since) && { since }),
    };
  });
}

export function opensAtAll({ grant }: Access, now: number): boolean {
  return grant.enabled !== false && !isOver(grant, now);
}

/** The same for all access that one person has to one lock. */
export function pairKey({ person, lock }: Access): string {
  return `${person.key} ${lock.id}`;
}

/** Such as `app, mon–fri 08:00–16:00, also remotely`. */
export function wayIn(access: Access): string {
  const { grant, unknown } = access;
  const type = typeOf(access);
  const way = type === "fob" ? `fob "${grant.name}"` : type;
  const remote = grant.remoteAllowed === true ? ["also remotely"] : [];
  const not = [...(unknown ?? [])].filter(([field]) => !isOfWindow(field)).map((one) => one.join(" "));
  return [way, windowOf(access), ...remote, ...not].join(", ");
}

/** When it opens, as far as anybody knows. */
export function windowOf({ grant, unknown }: Access): string {
  const window = speakWindow(grant);
  const not = [...(unknown ?? [])].filter(([field]) => isOfWindow(field)).map((one) => one.join(" "));
  return not.length === 0 ? window : [...(window === "always" ? [] : [window]), ...not].join(", ");
}

function isOfWindow(field: string): boolean {
  return (windowFields as readonly string[]).includes(field);
}

/** At runtime, a type of the service for which there is no word is a number. */
export function typeOf({ grant: { type = "app" }, unknown }: Access): string {
  return unknown?.has("type") === true ? "of a type not known" : type;
}

/** The id that a resource of it has, such as `17698070561/8f7fb13e721bdcb3`. */
export function idOf({ smartlockId, id }: Authorization): string {
  return `${smartlockId}/${id}`;
}

/** `Anna <anna@example.com> on Front door (app, always)` */
export function accessInWords(access: Access): string {
  return `${personInWords(access.person)} on ${access.lock.name} (${wayIn(access)})`;
}
