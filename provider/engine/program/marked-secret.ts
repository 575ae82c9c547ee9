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

/** A value that fails makes the registration fail, which reports it, and so does one that contains itself. */
async function isMarked(value: unknown): Promise<boolean> {
  // Each part once, and without recursion: a program may pass a value of any depth, such as a resource with its parents.
  const parts = new Set([value]);
  const open: Promise<boolean>[] = [];
  for (const part of parts) {
    if (pulumi.Output.isInstance(part)) {
      open.push(pulumi.isSecret(part).catch(() => false));
    } else if (part instanceof Promise) {
      open.push(part.then(isMarked, () => false));
    } else if (typeof part === "object" && part !== null) {
      Object.values(part).forEach((inner) => parts.add(inner));
    }
  }
  return (await Promise.all(open)).includes(true);
}
