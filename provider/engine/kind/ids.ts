import type { Bag } from "../values/bag";
import type { IdParts, IdValues, Listed } from "./listed";

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

/** The id of an object of a kind. */
export function idOf<P extends IdParts, L extends object>(kind: Listed<P, L>, live: L): string {
  return joinId(kind.id, kind.idOf(live));
}

/** The parts of the id of an object of a kind. */
export function partsOf<P extends IdParts>({ type, id: parts }: Listed<P>, id: string): IdValues<P> {
  return splitId(type, parts, id);
}

/** An object's name in claims: its kind and its id. */
export function claimOf({ type }: Pick<Listed, "type">, id: string): string {
  return `${type} ${id}`;
}

/** A part of an id that is a number given by the service. */
export function numberPart(text: string): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(value)) {
    throw new Error(`"${text}" is not an id of the service: a whole number was expected.`);
  }
  return value;
}

const PENDING = /(^|\/)pending-[0-9a-f]+$/;

/**
 * The service's id for the object of a state. Usually it is the state's own id. If the object was recorded before the
 * service showed it, Pulumi keeps the handle from then, and the id is in the outputs. Undefined while nobody knows it.
 */
export function serviceId(
  { id: idParts }: Pick<Listed, "id">,
  handle: string,
  state: Bag,
): string | undefined {
  if (!PENDING.test(handle)) {
    return handle;
  }
  const parts = Object.keys(idParts).map((part) => state[part]);
  const known = parts.every((part) => typeof part === "string" || typeof part === "number");
  return known ? joinId(idParts, state as Record<string, string | number>) : undefined;
}

export function isPendingHandle(handle: string): boolean {
  return PENDING.test(handle);
}
