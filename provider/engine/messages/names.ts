/** The names of the things that ids stand for: the name that people gave it or, if nobody knows one, the id. */
export type Names = (field: string, id: unknown) => string;

/** The name or, if nobody knows one, the id with its noun, if it has one: `lock 17179869185`. */
export function nameOrId(names: Names, field: string, id: unknown, noun: string | undefined): string {
  const name = names(field, id);
  return name === String(id) && noun !== undefined ? `${noun} ${name}` : name;
}

/** More names than this are counted. */
const MAX_NAMES = 5;

/** `Front door, Garage and 12 more` */
export function manyOf(names: readonly string[]): string {
  const rest = names.length - MAX_NAMES;
  const named = names.slice(0, MAX_NAMES).join(", ");
  return rest > 0 ? `${named} and ${rest} more` : names.length === 0 ? "no lock" : named;
}
