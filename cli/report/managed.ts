import { z } from "zod";
import { CommandError } from "../command-error";
import { readJson } from "../json-file";
import { objectsOf } from "../access/objects";
import { partsOfUrn } from "../urn";

/** The resource that manages an authorization, by the id of the authorization. */
export type Managers = ReadonlyMap<string, string>;

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
export function readManagers(files: readonly string[]): Managers {
  return new Map(files.flatMap(managersIn));
}

function managersIn(file: string): [string, string][] {
  const given = form.safeParse(readJson(file));
  if (!given.success) {
    throw new CommandError(
      `${file} is not the output of \`pulumi stack export\`. Make one with \`pulumi stack export > ${file}\`.`,
    );
  }
  // One that waits to be deleted is not managed any more.
  const managed = given.data.deployment.resources.filter((resource) => resource.delete !== true);
  return managed.flatMap(({ urn, id, outputs }) => {
    const { stack, kind, name } = partsOfUrn(urn);
    return kind === undefined || id === undefined
      ? []
      : objectsOf(kind, { id, fields: outputs }).map((object): [string, string] => [
          object,
          `${stack}: ${name}`,
        ]);
  });
}
