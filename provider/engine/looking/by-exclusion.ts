import { momentInWords } from "../../http";
import type { Sent } from "../journal/journal";
import { type IsAltered, isAsSent, isSurelyAltered } from "../kind/altered";
import type { Kind } from "../kind/kind";
import type { Listing } from "../lists/listing";
import type { BoundKind } from "../run/bound-kind";
import { type Bag, ownerOf, pick } from "../values/bag";
import { isBusy } from "./settle";

/** The service gives times to the second. */
export const CLOCK_TOLERANCE_MS = 2_000;

/** No clock that an object got its creation date from is wrong by more than this. */
const WRONG_CLOCK_MS = 24 * 3_600_000;

/** The names of objects that may be what was sent. Each is empty if there are none. */
export interface MayBe {
  /** New since then. */
  readonly since: string;
  /** Equal, but dated before it was sent. If a lock's clock is wrong, one of them is it. */
  readonly older: string;
}

export const NOTHING_MAY_BE: MayBe = { since: "", older: "" };

export function isNothing({ since, older }: MayBe): boolean {
  return since === "" && older === "";
}

/**
 * Finds what a create made if the service alters its identity: an object that is new in the right place, belongs to
 * nobody else, and is equal in everything that cannot have been altered.
 */
export class Exclusion {
  readonly #kind: BoundKind;
  readonly #owner: string;
  readonly #wanted: Bag;
  readonly #there: ReadonlySet<string>;
  readonly #at: number;

  /** For a create that is about to be sent at this moment, with the list from before it. */
  constructor(kind: BoundKind, owner: string, wanted: Bag, before: Listing<object>, at: number) {
    this.#kind = kind;
    this.#owner = owner;
    this.#wanted = wanted;
    this.#there = new Set(this.isPossible ? this.#alike(before).map(([id]) => id) : []);
    this.#at = at;
    kind.session.creates.begin(kind, wanted);
  }

  /** Whether the service may alter the object's identity. */
  get isPossible(): boolean {
    return this.#kind.isIdentityAlterable(this.#wanted);
  }

  /** The create made this, which no other create can take from here on; or it has definitely failed. */
  end(made?: object): void {
    if (made !== undefined) {
      this.#kind.session.claims.made(this.#kind.object(this.#kind.idOf(made)), this.#owner);
    }
    this.#kind.session.creates.end(this.#kind, this.#wanted);
  }

  /** The only new object there, if nothing else is being created there. */
  onlyIn(listed: Listing<object>, isAltered: IsAltered = () => true): object | undefined {
    return this.#kind.session.creates.isAlone(this.#kind, this.#wanted)
      ? onlyEqual(this.#kind, this.#newIn(listed), this.#wanted, isAltered)
      : undefined;
  }

  /**
   * The same, if its name is one that a service makes by cutting. Then nobody has to wait for another object. Another run
   * can have made something with a short name that ours begins with, and ours would follow.
   */
  plausibleIn(listed: Listing<object>): object | undefined {
    return this.isPossible ? this.onlyIn(listed, isSurelyAltered) : undefined;
  }

  /** Whether the object equals what was sent in everything that the service cannot have altered. */
  isEqual(live: object): boolean {
    return isAsSent(this.#kind, live, this.#wanted, () => this.isPossible);
  }

  /** All objects that may be it. */
  mayBeIn(listed: Listing<object>): MayBe {
    const isOlder = (live: object): boolean => this.#isOlder(live);
    const older = olderEqual(this.#kind, this.#unknownIn(listed), this.#wanted, isOlder);
    return { since: named(this.#kind, this.#newIn(listed)), older: dated(this.#kind, older) };
  }

  #alike(listed: Listing<object>): [string, object][] {
    return this.#kind.alike(listed, this.#wanted, this.#kind.fixedIdentity(this.#wanted));
  }

  #isOlder(live: object): boolean {
    return isSurelyOlder(this.#kind, live, this.#at);
  }

  #newIn(listed: Listing<object>): [string, object][] {
    return this.#unknownIn(listed).filter(([, live]) => !this.#isOlder(live));
  }

  /** What no list showed before. */
  #unknownIn(listed: Listing<object>): [string, object][] {
    return this.isPossible
      ? ofNobody(this.#kind, this.#alike(listed), this.#owner).filter(([id]) => !this.#there.has(id))
      : [];
  }
}

/** What an object sent by an earlier run may have become. */
export interface WhatBecame {
  /** The only new one, if it equals what was sent. */
  readonly live: object | undefined;
  /** The only one, if it equals what was sent but is dated before that. Only a person can tell whether it is it. */
  readonly onlyOlder: object | undefined;
  readonly mayBe: MayBe;
}

/**
 * What an object sent by an earlier run may have become, under another name or changed by somebody: objects that are
 * new since then and belong to nobody else. One is taken only if the service can have made its name from the declared
 * one, because anybody may have created it since. What is older counts too if it equals what was sent and was not there
 * before: the lock that dated it may have a wrong clock.
 */
export function becomeSince(
  kind: BoundKind,
  listed: Listing<object>,
  inputs: Bag,
  { at, notIt, until = Infinity }: Sent & { readonly until?: number },
): WhatBecame {
  const wanted = kind.wanted(inputs);
  const alike = kind.alike(listed, wanted, kind.fixedIdentity(wanted));
  const candidates = ofNobody(kind, alike, ownerOf(inputs)).filter(
    ([id, live]) => !notIt.includes(id) && canBe(kind, live, wanted),
  );
  const since = candidates.filter(
    ([, live]) => isMadeSince(kind, live, at) && !isMadeAfter(kind, live, until),
  );
  const older = olderEqual(kind, candidates, wanted, (live) => isMadeBefore(kind, live, at));
  return {
    live: onlyEqual(kind, since, wanted, isSurelyAltered),
    onlyOlder: since.length === 0 ? onlyEqual(kind, older, wanted, isSurelyAltered) : undefined,
    mayBe: { since: named(kind, since), older: dated(kind, older) },
  };
}

/**
 * Ids of objects that nobody could later tell from what is sent now: where the service may alter names, those that were
 * just made; where it makes another one each time, those that are equal, whatever their age.
 */
export function alikeBefore(kind: Kind, listed: Listing<object>, wanted: Bag, now: number): string[] {
  const isMistakable = (live: object): boolean =>
    (kind.isIdentityAlterable(wanted) && isMadeSince(kind, live, now)) ||
    (!kind.isUnique(wanted) && isAsSent(kind, live, wanted, isSurelyAltered));
  return kind
    .alike(listed, wanted, kind.fixedIdentity(wanted))
    .filter(([, live]) => isMistakable(live))
    .map(([id]) => id);
}

function isMadeSince(kind: Kind, live: object, since: number): boolean {
  return Date.parse(kind.createdAt(live) ?? "") >= since - CLOCK_TOLERANCE_MS;
}

/** Whether the object is dated before this moment. What has no date is not. */
export function isMadeBefore(kind: Kind, live: object, moment: number): boolean {
  return Date.parse(kind.createdAt(live) ?? "") < moment - CLOCK_TOLERANCE_MS;
}

/** Whether the object was made well before this moment, whether or not a list showed it then. */
export function isSurelyOlder(kind: Kind, live: object, moment: number): boolean {
  return Date.parse(kind.createdAt(live) ?? "") < moment - WRONG_CLOCK_MS;
}

/** Whether somebody else made the object after this moment, or may have: nobody knows the age of an object without a date. */
export function isMadeAfter(kind: Kind, live: object, until: number): boolean {
  const isInTime = Date.parse(kind.createdAt(live) ?? "") <= until + CLOCK_TOLERANCE_MS;
  return until !== Infinity && !isInTime;
}

/** Whether this can be the wanted object. Fields that can never change tell it from what somebody else made there. */
export function canBe(kind: Kind, live: object, wanted: Bag): boolean {
  const fixed = pick(wanted, kind.replacedBy(wanted));
  return kind.differences(fixed, kind.show(live)).every((field) => kind.alterable.includes(field));
}

function ofNobody(kind: BoundKind, objects: readonly [string, object][], owner: string): [string, object][] {
  return objects.filter(([id]) => kind.session.claims.otherOwner(kind.object(id), owner) === undefined);
}

function onlyEqual(
  kind: Kind,
  candidates: readonly [string, object][],
  wanted: Bag,
  isAltered: IsAltered,
): object | undefined {
  const [only, ...others] = candidates;
  return only !== undefined &&
    others.length === 0 &&
    !isBusy(kind, only[1]) &&
    isAsSent(kind, only[1], wanted, isAltered)
    ? only[1]
    : undefined;
}

function olderEqual(
  kind: Kind,
  candidates: readonly [string, object][],
  wanted: Bag,
  isOlder: (live: object) => boolean,
): [string, object][] {
  return candidates.filter(([, live]) => isOlder(live) && isAsSent(kind, live, wanted, isSurelyAltered));
}

function dated(kind: Kind, candidates: readonly [string, object][]): string {
  return candidates
    .map((one) => `${named(kind, [one])}, dated ${momentInWords(Date.parse(kind.createdAt(one[1]) ?? ""))}`)
    .join(", ");
}

export function named(kind: Kind, candidates: readonly [string, object][]): string {
  return candidates.map(([id, live]) => `${kind.label(kind.show(live))} (id ${id})`).join(", ");
}
