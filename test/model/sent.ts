import type { Had } from "./examination";
import type { LiveObject } from "./objects";

/** A resource that goes on waiting for one thing that it sent does not forget another one that is on the door. */
export function abandoned(
  before: Had["waiting"],
  after: Had["waiting"],
  loose: readonly LiveObject[],
): string[] {
  return [...before].flatMap(([handle, identities]) => {
    const still = after.get(handle) ?? [];
    const forgotten = identities.filter((identity) => still.length > 0 && !still.includes(identity));
    return loose
      .filter(({ identity }) => forgotten.includes(identity))
      .map(
        ({ key, identity }) =>
          `${key} was sent as ${identity}, and a state that goes on waiting has forgotten it`,
      );
  });
}

/** Whatever happened to the answers, a run that ends knows about each grant that it sent. */
export function unknownSends(
  loose: readonly LiveObject[],
  known: ReadonlySet<string>,
  begunAt: number,
): string[] {
  return loose
    .filter(
      ({ collection, identity, record }) =>
        collection === "authorizations" &&
        Date.parse(String(record["creationDate"])) >= begunAt &&
        !known.has(identity),
    )
    .map(({ key, identity }) => `${key} was sent as ${identity} in this run, and no state knows about it`);
}

/** A run that was not lied to and that succeeds has dealt with all that its stack waited for. */
export function unrevoked(
  loose: readonly LiveObject[],
  awaited: readonly string[],
  listed: ReadonlySet<string>,
  named: readonly string[],
): string[] {
  return loose
    .filter(({ key, id, identity }) => awaited.includes(identity) && listed.has(key) && !named.includes(id))
    .map(({ key, identity }) => `${key} was awaited as ${identity}, and is left without a word`);
}
