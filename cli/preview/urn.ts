import { nameIn } from "../../provider/engine/values/urn";

/** What the name that Pulumi gives a resource says: `urn:pulumi:stack::project::type::name`. */
interface UrnParts {
  readonly stack: string;
  /** Such as `Authorization`; undefined if the resource is not of this package. */
  readonly kind: string | undefined;
  /** What the program calls it. */
  readonly name: string;
}

export function partsOfUrn(urn: string): UrnParts {
  const [stack = "", , type = ""] = urn.split("::");
  return {
    stack: stack.replace(/^urn:pulumi:/, ""),
    kind: /pulumi-nodejs:dynamic\/smartlock:(\w+)$/.exec(type)?.[1],
    name: nameIn(urn),
  };
}
