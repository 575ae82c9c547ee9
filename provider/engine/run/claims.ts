import { ownerName } from "../values/urn";
import { passCurrentWrite } from "../writes/batch-timing";

/**
 * Which resource is responsible for which object, within one run. Without this, renaming a resource without an alias
 * would adopt its object under the new name and then delete it under the old one. So would a replacement that creates
 * first. An owner is the URN of a resource. An object is a kind and the service's id.
 */
export class Claims {
  readonly #checked = new Set<string>();
  readonly #places = new Map<string, ReadonlySet<string>>();
  readonly #owners = new Map<string, Set<string>>();
  /** What owners were called when their states were last written. Without an alias, another resource may have that name now. */
  readonly #formerNames = new Map<string, Set<string>>();
  readonly #givenUp = new Map<string, Set<string>>();
  readonly #deletingFirst = new Set<string>();
  readonly #made = new Set<string>();
  readonly #adopted = new Set<string>();
  readonly #staying = new Set<string>();
  readonly #replaced = new Set<string>();
  readonly #leaving = new Map<string, Promise<void>>();

  /** The program declares this owner in this run. A refresh alone also asks for diffs, but claims nothing. */
  checked(owner: string): void {
    this.#checked.add(owner);
  }

  /** The same for a set, at these places. */
  checkedAt(places: readonly string[], owner: string): void {
    this.checked(owner);
    this.#places.set(owner, new Set(places));
  }

  isChecked(owner: string): boolean {
    return this.#checked.has(owner);
  }

  /**
   * Whether the program declares the object's owner, under this name or, with an alias, under a new one. If so, a
   * delete is part of a replacement.
   */
  isDeclared(object: string, owner: string): boolean {
    return this.#checked.has(this.#ownerNow(object, owner));
  }

  /** The same for the object of a set at one place. */
  isDeclaredAt(place: string, object: string, owner: string): boolean {
    return this.#places.get(this.#ownerNow(object, owner))?.has(place) ?? false;
  }

  #ownerNow(object: string, owner: string): string {
    return [...(this.#owners.get(object) ?? [])].find((one) => this.#checked.has(one)) ?? owner;
  }

  /** The object belongs to this owner. With an alias, an object has an old and a new owner, which count as one. */
  claim(object: string, owner: string, formerOwner: string): void {
    if (!this.#checked.has(owner)) {
      return;
    }
    addTo(this.#owners, object, owner);
    if (formerOwner !== "") {
      addTo(this.#formerNames, object, formerOwner);
    }
  }

  /**
   * The owner gets another object instead, and Pulumi deletes this one with the old state. That state has the owner's
   * former name, or none: an imported state names its owner only after an update.
   */
  givesUp(object: string, owner: string, formerOwner: string): void {
    if (this.#checked.has(owner)) {
      addTo(this.#givenUp, object, formerOwner);
    }
  }

  /** What the owner has now is deleted before the new one is created. */
  deletesFirst(owner: string): void {
    this.#deletingFirst.add(owner);
  }

  isDeletingFirst(owner: string): boolean {
    return this.#deletingFirst.has(owner);
  }

  /** A create of this run returned the object, new or adopted. */
  made(object: string, owner: string): void {
    this.#made.add(object);
    this.#replaced.delete(object);
    this.#formerNames.delete(object);
    this.#owners.set(object, new Set([owner]));
  }

  /** A create of this run took the object over. Something else had sent it. */
  adopted(object: string, owner: string): void {
    this.made(object, owner);
    this.#adopted.add(object);
  }

  isAdopted(object: string): boolean {
    return this.#adopted.has(object);
  }

  /**
   * The object is the one that its owner has now, and it stays. This matters after a replacement that created first,
   * adopted the same object and did not get to its delete: it leaves that delete to the next run.
   */
  stays(object: string, owner: string): void {
    if (this.#checked.has(owner)) {
      this.#staying.add(object);
      this.#replaced.delete(object);
    }
  }

  /** The object is replaced by one that is created first. It is deleted at the end of the run, after everything is created. */
  replaced(object: string, owner: string): void {
    if (this.#checked.has(owner)) {
      this.#replaced.add(object);
    }
  }

  /** Whether the object belongs to another owner, which gets a new object in its place in this run. */
  isLeftByAnother(object: string, owner: string): boolean {
    return this.#replaced.has(object) && this.otherOwner(object, owner) !== undefined;
  }

  /** Whether the object belongs to this owner. */
  owns(object: string, owner: string): boolean {
    const isFormer = this.#formerNames.get(object)?.has(owner) === true && !this.#checked.has(owner);
    return isFormer || this.#owners.get(object)?.has(owner) === true;
  }

  /** The owner of the object, if it is another one than this. */
  otherOwner(object: string, owner: string): string | undefined {
    return this.owns(object, owner) ? undefined : [...(this.#owners.get(object) ?? [])][0];
  }

  /** Another resource of the program that has the object now, so that the former owner needs an object of its own. */
  successor(object: string, owner: string, formerOwner: string): string | undefined {
    // A former name that the program uses for another resource says nothing about this one.
    const isJoined = !this.#checked.has(formerOwner) && this.owns(object, formerOwner);
    return this.#checked.has(owner) && !isJoined ? this.otherOwner(object, owner) : undefined;
  }

  /** Another owner that has the object and has not given it up. */
  keeper(object: string, owner: string): string | undefined {
    const isFree = this.#made.has(object) || this.#givenUp.get(object)?.has(owner) === true;
    return isFree ? undefined : this.otherOwner(object, owner);
  }

  /** Why the object must stay although this owner is to be deleted; undefined if it may be deleted. */
  whyKept(object: string, owner: string): string | undefined {
    if (this.#made.has(object)) {
      return "this run has just created or adopted it";
    }
    const other = this.keeper(object, owner);
    if (other !== undefined) {
      return `it belongs to ${ownerName(other)} now`;
    }
    return this.#staying.has(object) ? "the program still declares it" : undefined;
  }

  /** Remembers a delete in progress until it has ended, whether it succeeded or not. */
  async leaving(object: string, deletion: Promise<void>): Promise<void> {
    const ended = deletion.catch(() => undefined);
    this.#leaving.set(object, ended);
    try {
      await deletion;
    } finally {
      this.#leaving.delete(object);
    }
  }

  /** Waits until a delete in progress has ended, and returns whether there was one. */
  async waitForDeletion(object: string): Promise<boolean> {
    const deletion = this.#leaving.get(object);
    if (deletion !== undefined) {
      passCurrentWrite();
    }
    await deletion;
    return deletion !== undefined;
  }
}

function addTo(sets: Map<string, Set<string>>, key: string, value: string): void {
  sets.set(key, (sets.get(key) ?? new Set<string>()).add(value));
}
