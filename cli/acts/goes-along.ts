/** What is deleted together with something: `2 tokens are deleted with it: Bookings, Nightly run.` */
export function goesAlong(noun: string, names: readonly string[]): string {
  const [only, ...others] = names;
  if (only === undefined) {
    return `No ${noun} is deleted with it.`;
  }
  return others.length === 0
    ? `1 ${noun} is deleted with it: ${only}.`
    : `${names.length} ${noun}s are deleted with it: ${names.join(", ")}.`;
}
