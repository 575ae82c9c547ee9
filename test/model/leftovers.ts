import { figures } from "./figures";
import { isHiding, isOutdated, type Lie } from "./lies";
import { type LiveObject, typeOf } from "./objects";

/** What a run was about, and what it said. */
export interface Told {
  /** Identities of which this run had to name what nobody answers for: it compared, read or deleted one of them. */
  readonly met: ReadonlySet<string>;
  /** Everything it said, errors too. */
  readonly said: string;
  /** The objects that lists could show when it began, by key. */
  readonly listed: ReadonlySet<string>;
  readonly lies: readonly Lie[];
}

/** What a command was, as far as it may leave something behind. */
export interface Circumstances {
  readonly said: string;
  readonly listed: ReadonlySet<string>;
  readonly lies: readonly Lie[];
  readonly areRivals: boolean;
}

/**
 * What runs have made and no state has. Nobody may lose an object, or make a second one, but where nobody could know better;
 * and of a second one a run has to tell as soon as it can.
 */
export class Leftovers {
  /** Ids that a run has named. */
  readonly #named = new Set<string>();
  /** Keys of what a run would have named, had a read not hidden it. */
  readonly #hidden = new Set<string>();
  /** Identities of what a run waited for in vain and gave up, aloud. */
  readonly #givenUp = new Set<string>();
  /** Identities of which the notes of a run that died are lost. */
  readonly #unnoted = new Set<string>();
  /** Why there may be a second one, by the key of the one that nobody answers for. */
  readonly #twins = new Map<string, string>();
  readonly #accounted = new Set<string>();

  loseNotes(identities: Iterable<string>): void {
    for (const identity of identities) {
      this.#unnoted.add(identity);
    }
  }

  isNamed({ id, identity }: LiveObject): boolean {
    return this.#named.has(id) || this.#givenUp.has(identity);
  }

  /** No run about it could see it: the first one that can has to name it. */
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

  hear(said: string): void {
    idsIn(said).forEach((id) => this.#named.add(id));
  }

  /** What this run should have named and has not. */
  unnamedBy({ met, said, listed, lies }: Told, loose: readonly LiveObject[]): string[] {
    const named = twinsIn(said);
    const unnamed = loose.filter(
      ({ id, key, identity }) => met.has(identity) && listed.has(key) && !named.includes(id),
    );
    const isHidden = (object: LiveObject): boolean => lies.some((lie) => isHiding(lie, object));
    unnamed.filter(isHidden).forEach(({ key }) => this.#hidden.add(key));
    return unnamed
      .filter((object) => !isHidden(object))
      .map(({ key, identity }) => `${key} is there besides, as ${identity}, and the run has not said so`);
  }

  /** What became somebody's or went is nothing that is left; what is new is judged. */
  judge(
    loose: readonly LiveObject[],
    twins: readonly LiveObject[],
    isInDoubt: (object: LiveObject) => boolean,
    circumstances: Circumstances,
  ): string[] {
    forgetOthers(this.#accounted, loose);
    forgetOthers(this.#twins, twins);
    const lost = loose.filter((object) => !this.#isAccounted(object, isInDoubt, circumstances));
    loose.forEach(({ key }) => this.#accounted.add(key));
    const twice = twins.filter((twin) => !this.#isExcused(twin, twins, circumstances));
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

  #isExcused(twin: LiveObject, twins: readonly LiveObject[], circumstances: Circumstances): boolean {
    const why =
      this.#twins.get(twin.key) ??
      this.#excuse(
        twin,
        twins.filter(({ identity }) => identity === twin.identity),
        circumstances,
      );
    if (why === undefined) {
      return false;
    }
    this.#twins.set(twin.key, why);
    return true;
  }

  #excuse(
    { identity, id, collection }: LiveObject,
    same: readonly LiveObject[],
    { said, listed, lies, areRivals }: Circumstances,
  ): string | undefined {
    if (areRivals) {
      return "two runs of a stack at once";
    }
    if (lies.some((lie) => same.some((object) => isHiding(lie, object)))) {
      return "a read did not show it";
    }
    // To one that is there and does not show what it was sent, it is sent again.
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

/** How a line tells of what nobody answers for. What stands before it is what a stack has. */
const TELLS =
  /(?:has a twin|a twin of it remains|the service has \d+ of them|it exists already|the service already has|new ones).*/g;

/** The ids of those that a line tells of beside the one that it is about. */
export function twinsIn(said: string): string[] {
  return [...said.matchAll(TELLS)].flatMap(([told]) => idsIn(told));
}
