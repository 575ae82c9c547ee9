/** What Pulumi hands to the provider and keeps in the state: plain JSON. */
export type Bag = Record<string, unknown>;

/** Keys that start with `__` are the provider's own. They are never compared, shown in a diff or sent to the service. */
export const hidden = {
  /** The code that loads the handlers; Pulumi needs it in every bag it stores. */
  provider: "__provider",
  /** In what a program sends, and nowhere else: `check` takes it off, so no state has it, and no copy of a state. */
  program: "__program",
  /** URN of the resource that declares the object. */
  owner: "__owner",
  /** The resource's `ignoreChanges`, which Pulumi does not pass to the provider. */
  ignore: "__ignore",
  /** The resource's `replaceOnChanges`, which Pulumi does not pass to the provider either. */
  replaceOn: "__replaceOn",
  /** The resources whose ids are declared, by field. Before they exist, their ids are not known. */
  references: "__references",
  /** The fields whose values the program marked as secret, which Pulumi does not pass to the provider. */
  secret: "__secret",
  /** Present in the props of `Type.get`. A missing object must then be an error. */
  get: "__get",
  /** In the inputs of an entry of an import: the id of the object, or those of a set by place. */
  import: "__import",
  /** Names of the fields that the program declared. */
  declared: "__declared",
  /** The account that the object lives in. */
  account: "__account",
  /** When a run created or adopted an object, if the service gives no creation date. */
  madeAt: "__madeAt",
  /** What the service made of declared values that it stores in another form. */
  altered: "__altered",
  /** Fields that the service never shows and that a failed update may have set. */
  unsure: "__unsure",
  /** The operation of an update that nobody has confirmed. It may still happen. */
  underWay: "__underWay",
  /** For a pending object: ids that existed before, so that it cannot be one of them. */
  notIt: "__notIt",
  /** Other forms in which the object was sent and that nobody has seen. */
  earlier: "__earlier",
  /** What each object of a set has of its own, by place. */
  members: "__members",
  /** Version of the stored form. */
  version: "__version",
} as const;

export function isBag(value: unknown): value is Bag {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function isHidden(key: string): boolean {
  // JavaScript itself uses this name. It is not a key of ours.
  return key.startsWith("__") && key !== "__proto__";
}

export function visible(bag: Bag): Bag {
  return Object.fromEntries(Object.entries(bag).filter(([key]) => !isHidden(key)));
}

export function pick(bag: Bag, keys: Iterable<string>): Bag {
  const own = [...keys].filter((key) => Object.hasOwn(bag, key));
  // Properties are defined, not assigned, because a key may be called __proto__.
  return Object.fromEntries(own.map((key) => [key, bag[key]]));
}

/** A list of names from a bag that somebody may have edited by hand. */
export function names(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((name): name is string => typeof name === "string") : [];
}

/** Whether no run has written this state since it was imported from a file, which has only what people put into it. */
export function isImported(state: Bag): boolean {
  return state[hidden.owner] === undefined && state[hidden.get] === undefined;
}

/** URN of the resource that a bag belongs to; empty if the bag has none. */
export function ownerOf(bag: Bag): string {
  const owner = bag[hidden.owner];
  return typeof owner === "string" ? owner : "";
}
