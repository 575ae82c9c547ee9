/** What Pulumi hands to the provider and keeps in the state: plain JSON. */
export type Bag = Record<string, unknown>;

/**
 * Keys that start with `__` are the provider's own: never compared, never shown in a diff, never in a
 * request to the service.
 */
export const hidden = {
  /** The code that loads the handlers; Pulumi needs it in every bag it stores. */
  provider: "__provider",
  /** URN of the resource that declares the object. */
  owner: "__owner",
  /** The resource's `ignoreChanges`, which Pulumi does not tell the provider. */
  ignore: "__ignore",
  /** The resource's `replaceOnChanges`, likewise. */
  replaceOn: "__replaceOn",
  /** Present in the props of `Type.get`: something absent must then be an error. */
  get: "__get",
  /** Names of the fields that the program declared. */
  declared: "__declared",
  /** The account that the object lives in. */
  account: "__account",
  /** When a run made or adopted an object of which the service tells no date of creation. */
  madeAt: "__madeAt",
  /** What the service made of declared values that it keeps in another form. */
  altered: "__altered",
  /** Fields that the service never shows, of which nobody knows what an update that failed has made. */
  unsure: "__unsure",
  /** Of something pending: ids that were there before, so that it cannot have become one of these. */
  notIt: "__notIt",
  /** What each object of a set has for itself, by place. */
  members: "__members",
  /** Version of the stored form. */
  version: "__version",
} as const;

export function isHidden(key: string): boolean {
  // What JavaScript itself has under this name is no key of ours.
  return key.startsWith("__") && key !== "__proto__";
}

export function visible(bag: Bag): Bag {
  return Object.fromEntries(Object.entries(bag).filter(([key]) => !isHidden(key)));
}

export function pick(bag: Bag, keys: Iterable<string>): Bag {
  const own = [...keys].filter((key) => Object.hasOwn(bag, key));
  // Defined, not assigned: a key may be called __proto__.
  return Object.fromEntries(own.map((key) => [key, bag[key]]));
}

/** A list of names out of a bag that somebody may have edited by hand. */
export function names(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((name): name is string => typeof name === "string") : [];
}

/** URN of the resource that a bag belongs to; empty for one that was made without. */
export function ownerOf(bag: Bag): string {
  const owner = bag[hidden.owner];
  return typeof owner === "string" ? owner : "";
}
