/** The same without some of its fields. */
export function without<T extends object, Field extends string>(
  bag: T,
  fields: readonly Field[],
): Omit<T, Field> {
  const kept = Object.entries(bag).filter(([field]) => !(fields as readonly string[]).includes(field));
  return Object.fromEntries(kept) as Omit<T, Field>;
}
