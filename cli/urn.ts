/** What the name that Pulumi gives a resource says: `urn:pulumi:stack::project::type::name`. */
export interface UrnParts {
  readonly stack: string;
  /** Such as `Authorization`; undefined if the resource is not of this package. */
  readonly kind: string | undefined;
  /** What the program calls it. */
  readonly name: string;
}

export function partsOfUrn(urn: string): UrnParts {
  const [stack = "", , type = "", ...name] = urn.split("::");
  return {
    stack: stack.replace(/^urn:pulumi:/, ""),
    kind: /pulumi-nodejs:dynamic\/smartlock:(\w+)$/.exec(type)?.[1],
    name: name.join("::"),
  };
}
