/** The order of names for people, the same on every machine. */
export function inOrder(left: string, right: string): number {
  return collator.compare(left, right);
}

const collator = new Intl.Collator("en", { numeric: true });
