/**
 * What each resource declares that no other resource of the program may declare. An error names both of the resources
 * that collide.
 */
export class Collisions {
  readonly #declared = new Map<string, string>();
  readonly #keys = new Map<string, Set<string>>();

  /** Another resource that declares the same; undefined if there is none. */
  declare(key: string, owner: string): string | undefined {
    const first = this.#declared.get(key);
    if (first === undefined || first === owner) {
      this.#declared.set(key, owner);
      this.#keys.set(owner, (this.#keys.get(owner) ?? new Set()).add(key));
      return undefined;
    }
    return first;
  }

  /** A resource is checked again, so what it declared before no longer counts. */
  forget(owner: string): void {
    for (const key of this.#keys.get(owner) ?? []) {
      this.#declared.delete(key);
    }
    this.#keys.delete(owner);
  }
}

/** `Address "house"`, from a URN. */
export function ownerName(urn: string): string {
  const [, , types = ""] = urn.split("::");
  const type = types.split(/[:/$]/).at(-1) ?? "";
  return `${type} "${nameIn(urn) || urn}"`;
}

/** `house`, from `urn:pulumi:stack::project::types::house`. The name may contain anything. */
export function nameIn(urn: string): string {
  return urn.split("::").slice(3).join("::");
}
