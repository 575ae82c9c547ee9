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
