import { z } from "zod";
import { CommandError } from "../command-error";
import { readJson } from "../json-file";
import { idInState, objectsOf } from "../preview/objects";
import { partsOfUrn } from "../preview/urn";

/** The resource that manages an authorization, by the id of the authorization. */
export type ManagedBy = ReadonlyMap<string, string>;

const form = z.looseObject({
  deployment: z.looseObject({
    resources: z
      .array(
        z.looseObject({
          urn: z.string(),
          id: z.string().optional(),
          outputs: z.record(z.string(), z.unknown()).default({}),
          delete: z.boolean().optional(),
        }),
      )
      .default([]),
  }),
});

/** Reads what `pulumi stack export` printed, for each stack. */
export function readManagedBy(files: readonly string[]): ManagedBy {
  return new Map(files.flatMap(managedIn));
}

function managedIn(file: string): [string, string][] {
  const given = form.safeParse(readJson(file));
  if (!given.success) {
    throw new CommandError(
      `${file} is not the output of \`pulumi stack export\`. Make one with \`pulumi stack export > state.json\`.`,
    );
  }
  // One that waits to be deleted is not managed any more.
  const managed = given.data.deployment.resources.filter((resource) => resource.delete !== true);
  return managed.flatMap(({ urn, id, outputs }) => {
    const { stack, kind, name } = partsOfUrn(urn);
    return kind === undefined || id === undefined
      ? []
      : objectsOf(kind, { id: idInState(kind, id, outputs), fields: outputs }).map(
          (object): [string, string] => [object, `${stack}: ${name}`],
        );
  });
}
