import * as pulumi from "@pulumi/pulumi";
import { isBag } from "../values/bag";
import type { Referred } from "../values/references";

/** Something that has the id as a property: a resource of this package, or the result of a lookup. */
type Holder<Name extends string, Id> = { readonly [K in Name]: Id };

/** One input of both: a promise made with `.then` takes its type from here, and would be of an id or a holder. */
type IdOrHolder<Name extends string, Id> =
  pulumi.Input<Id | Holder<Name, Id>> | Holder<Name, pulumi.Input<Id>>;

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
    return later(value, (known) => (Array.isArray(known) ? known.map(idsOfPart) : known));
  }
  return field === name ? idIn(name, value) : idsIn(name, value);
}

/** An object in a list, such as one of the settings of a notification, has fields for ids as well. */
function idsOfPart(part: unknown): unknown {
  return later(part, (known) =>
    isBag(known)
      ? Object.fromEntries(
          Object.entries(known).map(([key, value]) => [key, /^\w+Id$/.test(key) ? idIn(key, value) : value]),
        )
      : known,
  );
}

/** Converts a value, now or once it is known. */
function later(value: unknown, convert: (known: unknown) => unknown): unknown {
  if (pulumi.Output.isInstance(value)) {
    return value.apply(convert);
  }
  return value instanceof Promise ? value.then(convert) : convert(value);
}

/** A list, of which each part or the whole may come from a resource or a lookup. */
function idsIn(name: string, value: unknown): unknown {
  return later(value, (known) => (Array.isArray(known) ? known.map((item) => idIn(name, item)) : known));
}

function idIn(name: string, value: unknown): unknown {
  return later(value, (known) =>
    typeof known === "object" && known !== null && name in known
      ? (known as Record<string, unknown>)[name]
      : known,
  );
}

/** The resources whose ids are declared, by field. A preview needs them while the ids are not known yet. */
export function referred(args: Readonly<Record<string, unknown>>): Record<string, Referred> | undefined {
  const found = Object.entries(args).flatMap(([field, value]) => {
    const one = /^\w+Id$/.test(field) ? referredIn(field, value) : undefined;
    return one === undefined ? [] : [[field, one] as const];
  });
  return found.length === 0 ? undefined : Object.fromEntries(found);
}

/**
 * A value that comes from exactly one resource has that resource's name. Only the resource itself, or its property with
 * the id, stands for the id: a program can compute anything else from a resource.
 */
function referredIn(field: string, value: unknown): Referred | undefined {
  const resource = resourceIn(value);
  const name = resource && nameOfResource(resource);
  if (resource === undefined || name === undefined) {
    return undefined;
  }
  const isId = value === resource || value === (resource as unknown as Record<string, unknown>)[field];
  return { name, ...(isId && { sameAs: pathOf(resource) }) };
}

function resourceIn(value: unknown): pulumi.Resource | undefined {
  if (pulumi.Resource.isInstance(value)) {
    return value;
  }
  if (!pulumi.Output.isInstance(value)) {
    return undefined;
  }
  const [resource, ...others] = (value as unknown as { resources(): Set<pulumi.Resource> }).resources();
  return others.length > 0 ? undefined : resource;
}

/** What the SDK knows about a resource. It has no public way to this that does not wait for the registration. */
interface Known {
  readonly __name?: unknown;
  readonly __pulumiType?: unknown;
  readonly __parentResource?: pulumi.Resource | undefined;
}

function nameOfResource(resource: pulumi.Resource): string | undefined {
  const { __name: name } = resource as Known;
  return typeof name === "string" ? name : undefined;
}

/** Types and names from the stack down: two components may each have a resource with the same name. */
function pathOf(resource: pulumi.Resource): string {
  const { __name: name, __pulumiType: type, __parentResource: parent } = resource as Known;
  return JSON.stringify([...(parent === undefined ? [] : [pathOf(parent)]), type, name]);
}
