import { isBag } from "./bag";

/** The resource that a declared id comes from. */
export interface Referred {
  /** Its name in the program. */
  readonly name: string;
  /** Tells the id before it is known: two fields with the same text here have the same id. Absent if that is not known. */
  readonly sameAs?: string;
}

/** What was stored under `__references` for a field. Somebody may have edited the state. */
export function referredBy(references: unknown, field: string): Partial<Referred> {
  const one = isBag(references) ? references[field] : undefined;
  const text = (key: string): string | undefined =>
    isBag(one) && typeof one[key] === "string" ? one[key] : undefined;
  const [name, sameAs] = [text("name"), text("sameAs")];
  return { ...(name !== undefined && { name }), ...(sameAs !== undefined && { sameAs }) };
}
