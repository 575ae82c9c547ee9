import * as pulumi from "@pulumi/pulumi";

/** Something that has the id as a property: a resource of this package, or the result of a lookup. */
type Holder<Name extends string, Id> = { readonly [K in Name]: Id };

type IdOrHolder<Name extends string, Id> =
  | pulumi.Input<Id>
  | Holder<Name, pulumi.Input<Id>>
  | Promise<Holder<Name, Id>>
  | pulumi.OutputInstance<Holder<Name, Id>>;

/** `smartlockIds` and `accountUserId` also take objects that have a `smartlockId` or an `accountUserId`. */
export type Reference<Field, Value> = Field extends `${infer Name}Ids`
  ? pulumi.Input<
      readonly IdOrHolder<`${Name}Id`, NonNullable<Value> extends readonly (infer Id)[] ? Id : never>[]
    >
  : Field extends `${infer Name}Id`
    ? IdOrHolder<`${Name}Id`, Value>
    : never;

/** Replaces an object that has the id with the id. */
export function resolveReference(field: string, value: unknown): unknown {
  const name = /^(\w+Id)s?$/.exec(field)?.[1];
  if (name === undefined) {
    return value;
  }
  return field === name ? idIn(name, value) : idsIn(name, value);
}

/** A list, of which each part or the whole may come from a resource or a lookup. */
function idsIn(name: string, value: unknown): unknown {
  if (pulumi.Output.isInstance(value)) {
    return value.apply((resolved) => idsIn(name, resolved));
  }
  if (value instanceof Promise) {
    return value.then((resolved) => idsIn(name, resolved));
  }
  return Array.isArray(value) ? value.map((item) => idIn(name, item)) : value;
}

function idIn(name: string, value: unknown): unknown {
  if (pulumi.Output.isInstance(value)) {
    return value.apply((resolved) => idIn(name, resolved));
  }
  if (value instanceof Promise) {
    return value.then((resolved) => idIn(name, resolved));
  }
  return typeof value === "object" && value !== null && name in value
    ? (value as Record<string, unknown>)[name]
    : value;
}

/** The names of the resources whose ids are declared, by field. A preview needs them while the ids are not known yet. */
export function referredNames(args: Readonly<Record<string, unknown>>): Record<string, string> | undefined {
  const named = Object.entries(args).flatMap(([field, value]) => {
    const name = /^\w+Id$/.test(field) ? nameIn(value) : undefined;
    return name === undefined ? [] : [[field, name] as const];
  });
  return named.length === 0 ? undefined : Object.fromEntries(named);
}

/** A value that comes from exactly one resource has that resource's name. */
function nameIn(value: unknown): string | undefined {
  if (pulumi.Resource.isInstance(value)) {
    return nameOfResource(value);
  }
  if (!pulumi.Output.isInstance(value)) {
    return undefined;
  }
  const [resource, ...others] = (value as unknown as { resources(): Set<pulumi.Resource> }).resources();
  return resource === undefined || others.length > 0 ? undefined : nameOfResource(resource);
}

/** The SDK has no public way to a resource's name that does not wait for its registration. */
function nameOfResource(resource: pulumi.Resource): string | undefined {
  const { __name: name } = resource as { readonly __name?: unknown };
  return typeof name === "string" ? name : undefined;
}
