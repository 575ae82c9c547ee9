/** More changes than this are another word. */
const MAX_CHANGES = 2;

/** The word that was probably meant, if any is close enough. Upper and lower case count as the same. */
export function nearest<Word extends string>(written: string, words: readonly Word[]): Word | undefined {
  const [found] = words
    .map((word) => ({ word, changes: changesBetween(written.toLowerCase(), word.toLowerCase()) }))
    .filter(({ word, changes }) => changes <= MAX_CHANGES && changes < word.length)
    .sort((left, right) => left.changes - right.changes);
  return found?.word;
}

/** A key of the program can be of any length, and the work grows with it. */
const MAX_LENGTH = 100;

/** How many letters must be added, dropped or replaced to make one word of the other. */
export function changesBetween(one: string, other: string): number {
  if (Math.max(one.length, other.length) > MAX_LENGTH) {
    return Infinity;
  }
  let row = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (const [index, letter] of Array.from(one).entries()) {
    const next = [index + 1];
    for (const [column, otherLetter] of Array.from(other).entries()) {
      next.push(
        Math.min(
          (next[column] ?? 0) + 1,
          (row[column + 1] ?? 0) + 1,
          (row[column] ?? 0) + (letter === otherLetter ? 0 : 1),
        ),
      );
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
