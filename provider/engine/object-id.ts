import type { IdParts, IdValues } from "./resource-spec";

/** `12`, or `12/5f3c…` for an id with two parts. This is the form in the state, in `get` and in an import. */
export function joinId<P extends IdParts>(parts: P, values: IdValues<P>): string {
  return Object.keys(parts)
    .map((part) => String(values[part]))
    .join("/");
}

export function splitId<P extends IdParts>(type: string, parts: P, id: string): IdValues<P> {
  const names = Object.keys(parts);
  const texts = id.split("/");
  if (texts.length !== names.length || texts.some((text) => text === "")) {
    throw new Error(`${type}: the id "${id}" is not of the form ${names.join("/")}.`);
  }
  const values = Object.entries(parts).map(
    ([name, parse], index) => [name, parse(texts[index] ?? "")] as const,
  );
  return Object.fromEntries(values) as IdValues<P>;
}

/** A part of an id that is a number given by the service. */
export function numberPart(text: string): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(value)) {
    throw new Error(`"${text}" is not an id of the service: a whole number was expected.`);
  }
  return value;
}
