/** What is deleted together with something: `With it go 2 tokens: Bookings, Nightly run.` */
export function goesAlong(noun: string, names: readonly string[]): string {
  const [only, ...others] = names;
  if (only === undefined) {
    return `No ${noun} goes with it.`;
  }
  return others.length === 0
    ? `With it goes 1 ${noun}: ${only}.`
    : `With it go ${names.length} ${noun}s: ${names.join(", ")}.`;
}
