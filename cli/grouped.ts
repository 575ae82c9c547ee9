/** The things that have the same key, by that key. */
export function grouped<Thing, Key>(
  things: readonly Thing[],
  keyOf: (thing: Thing) => Key,
): Map<Key, Thing[]> {
  const groups = new Map<Key, Thing[]>();
  for (const thing of things) {
    const own = groups.get(keyOf(thing));
    if (own === undefined) {
      groups.set(keyOf(thing), [thing]);
    } else {
      own.push(thing);
    }
  }
  return groups;
}
