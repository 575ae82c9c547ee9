import type { IdParts, IdValues } from "./resource-spec";

/** `12`, or `12/5f3c…` where an id has two parts: what the state, `get` and import hold. */
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

/** Part of an id that the service numbers. */
export function numberPart(text: string): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(value)) {
    throw new Error(`"${text}" is not an id of the service: a whole number was expected.`);
  }
  return value;
}
