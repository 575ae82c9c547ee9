import { figures } from "./figures";
import { isHidden, isOutdated, type Lie } from "./lies";
import { type LiveObject, typeOf } from "./objects";

/** What a run dealt with, and what it said. */
export interface Told {
  /** Identities that this run compared, read or deleted: it has to name unmanaged objects that have one of them. */
  readonly met: ReadonlySet<string>;
  /** Everything it said, including errors. */
  readonly said: string;
  /** The keys of the objects that lists could show when it began. */
  readonly listed: ReadonlySet<string>;
  readonly lies: readonly Lie[];
}

/** The parts of a command that explain why something may be left behind. */
export interface Circumstances {
  readonly said: string;
  readonly listed: ReadonlySet<string>;
  readonly lies: readonly Lie[];
  readonly areRivals: boolean;
}

/**
 * Objects that runs have created and no state has. No run may lose an object or create a second one, unless it could
 * not know better. A run has to report a second one as soon as it can.
 */
export class Leftovers {
  /** Ids that a run has named. */
  readonly #named = new Set<string>();
  /** Keys of objects that a run would have named if a read had not hidden them. */
  readonly #hidden = new Set<string>();
  /** Identities that a run waited for until it gave up with a message. */
  readonly #givenUp = new Set<string>();
  /** Identities for which the notes of a dead run are lost. */
  readonly #unnoted = new Set<string>();
  /** Why there may be a second object, by the key of the unmanaged one. */
  readonly #twins = new Map<string, string>();
  readonly #accounted = new Set<string>();
  /** Keys of objects whose delete was accepted while reads hid them: a lock may lose it after the run. */
  readonly #deletedUnseen = new Set<string>();

  noteDeletedUnseen(objects: readonly LiveObject[]): void {
    objects.forEach(({ key }) => this.#deletedUnseen.add(key));
  }

  loseNotes(identities: Iterable<string>): void {
    for (const identity of identities) {
      this.#unnoted.add(identity);
    }
  }

  isNamed({ id, identity }: LiveObject): boolean {
    return this.#named.has(id) || this.#givenUp.has(identity);
  }

  /** No run that dealt with it could see it: the first run that can has to name it. */
  isHidden({ key }: LiveObject): boolean {
    return this.#hidden.has(key);
  }

  giveUp(identities: Iterable<string>): void {
    for (const identity of identities) {
      this.#givenUp.add(identity);
    }
  }

  /** Why there may be two of it, in words. */
  whyTwice({ key }: LiveObject): string {
    return this.#twins.get(key) ?? "for no reason";
  }

  /** A line that says an object stays with its owner does not tell anyone to look after it. */
  hear(said: string): void {
    const lines = said.split("\n").filter((line) => !/ is kept: /.test(line));
    lines.flatMap(idsIn).forEach((id) => this.#named.add(id));
  }

  /** Objects that this run should have named and did not. */
  unnamedBy({ met, said, listed, lies }: Told, loose: readonly LiveObject[]): string[] {
    const named = twinsIn(said);
    const unnamed = loose.filter(
      ({ id, key, identity }) => met.has(identity) && listed.has(key) && !named.includes(id),
    );
    const isUnseen = (object: LiveObject): boolean => isHidden(lies, object);
    unnamed.filter(isUnseen).forEach(({ key }) => this.#hidden.add(key));
    return unnamed
      .filter((object) => !isUnseen(object))
      .map(({ key, identity }) => `${key} is there besides, as ${identity}, and the run has not said so`);
  }

  /** Objects that were adopted or deleted are no longer leftovers; new ones are judged. */
  judge(
    loose: readonly LiveObject[],
    twins: readonly LiveObject[],
    /** Everything that runs have created, also what a state has. */
    made: readonly LiveObject[],
    isInDoubt: (object: LiveObject) => boolean,
    circumstances: Circumstances,
  ): string[] {
    forgetOthers(this.#accounted, loose);
    forgetOthers(this.#twins, twins);
    const lost = loose.filter((object) => !this.#isAccounted(object, isInDoubt, circumstances));
    loose.forEach(({ key }) => this.#accounted.add(key));
    const twice = twins.filter((twin) => !this.#isExcused(twin, made, circumstances));
    return [
      ...lost.map(({ key }) => `${key} is in no state any more, and nobody has said so`),
      ...twice.map(({ key, identity }) => `${key} is one of several ${identity}`),
    ];
  }

  #isAccounted(
    object: LiveObject,
    isInDoubt: (object: LiveObject) => boolean,
    { areRivals }: Circumstances,
  ): boolean {
    return this.#accounted.has(object.key) || areRivals || isInDoubt(object) || this.isNamed(object);
  }

  #isExcused(twin: LiveObject, made: readonly LiveObject[], circumstances: Circumstances): boolean {
    const why =
      this.#twins.get(twin.key) ??
      this.#excuse(
        twin,
        made.filter(({ identity }) => identity === twin.identity),
        circumstances,
      );
    if (why === undefined) {
      return false;
    }
    this.#twins.set(twin.key, why);
    return true;
  }

  #excuse(
    { identity, id, key: own, collection }: LiveObject,
    same: readonly LiveObject[],
    { said, listed, lies, areRivals }: Circumstances,
  ): string | undefined {
    if (areRivals) {
      return "two runs of a stack at once";
    }
    if (this.#deletedUnseen.has(own) || same.some((object) => isHidden(lies, object))) {
      return "a read did not show it";
    }
    // If a lock is online and does not show what it was sent, the request is sent again.
    if (collection === "authorizations" && lies.some((lie) => isOutdated(lie, "smartlocks"))) {
      return "a read told that the lock is there";
    }
    if (this.#unnoted.has(identity) && same.some(({ key }) => !listed.has(key))) {
      return "notes were lost while it was on its way";
    }
    return twinsIn(said).includes(id) ? "another was changed into it" : undefined;
  }
}

/** A person has deleted these. */
export function countWork(why: string, objects: readonly LiveObject[]): void {
  objects.forEach(({ collection }) => figures.count(`work of a person, ${why}, ${typeOf(collection)}`));
}

function forgetOthers(
  kept: Set<string> | Map<string, string>,
  objects: readonly { readonly key: string }[],
): void {
  const keys = new Set(objects.map(({ key }) => key));
  [...kept.keys()].filter((key) => !keys.has(key)).forEach((key) => kept.delete(key));
}

/** Every id that a line or an error names. */
export function idsIn(said: string): string[] {
  return [...said.matchAll(/\bids? ([^();,\s]+(?:, (?:id )?[^();,\s]+)*)/g)].flatMap(([, ids = ""]) =>
    ids.split(/, (?:id )?/),
  );
}

/** How a line reports unmanaged objects. The text before it is about an object of a stack. */
const TELLS =
  /(?:has a twin|a twin of it remains|the service has \d+ of them|it already exists|the service already has|new ones).*/g;

/** The ids of the other objects that a line reports, besides the one it is about. */
export function twinsIn(said: string): string[] {
  return [...said.matchAll(TELLS)].flatMap(([told]) => idsIn(told));
}
