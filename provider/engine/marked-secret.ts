import * as pulumi from "@pulumi/pulumi";

/**
 * The fields whose values the program marked as secret, with `pulumi.secret` or in the resource's options. The provider
 * gets the values in the clear, and nobody else tells it.
 */
export async function markedSecret(
  props: Readonly<Record<string, unknown>>,
  alsoSecret: readonly string[] = [],
): Promise<string[] | undefined> {
  const marked = await Promise.all(
    Object.entries(props).map(async ([field, value]) =>
      value !== undefined && (alsoSecret.includes(field) || (await isMarked(value))) ? [field] : [],
    ),
  );
  const fields = marked.flat();
  return fields.length === 0 ? undefined : fields;
}

/** A value that fails makes the registration fail, which reports it. */
async function isMarked(value: unknown): Promise<boolean> {
  // Plain values are not marked. There may be thousands of them.
  if (typeof value !== "object" || value === null) {
    return false;
  }
  if (pulumi.Output.isInstance(value)) {
    return pulumi.isSecret(value).catch(() => false);
  }
  if (value instanceof Promise) {
    return value.then(isMarked, () => false);
  }
  const parts = Object.values(value).filter((part) => typeof part === "object");
  return (await Promise.all(parts.map(isMarked))).includes(true);
}
