import { z } from "zod";
import { shown } from "../../provider/http";
import { CommandError } from "../command-error";
import { readJson } from "../json-file";

/** What a program wants of a resource, or what the state says of it. */
export type Fields = Readonly<Record<string, unknown>>;

/** What a preview says about one resource of this package. */
export interface Step {
  /** Such as `Authorization`. */
  readonly type: string;
  /** What the program calls it. */
  readonly name: string;
  /** What is there before, with its id. */
  readonly before?: { readonly id: string; readonly fields: Fields };
  /** What the program wants. */
  readonly wanted?: Fields;
  /** Nothing takes its place. */
  readonly isDeleted: boolean;
  /** Another one takes its place. */
  readonly isReplaced: boolean;
}

export interface Preview {
  readonly steps: readonly Step[];
  /** What the provider said about it: one line for each change, and warnings. */
  readonly lines: readonly string[];
}

const fields = z.record(z.string(), z.unknown());

const state = z.looseObject({
  id: z.string().optional(),
  inputs: fields.optional(),
  outputs: fields.optional(),
  retainOnDelete: z.boolean().optional(),
});

const form = z.looseObject({
  steps: z
    .array(
      z.looseObject({
        op: z.string(),
        urn: z.string(),
        oldState: state.nullish(),
        newState: state.nullish(),
      }),
    )
    .optional(),
  diagnostics: z.array(z.looseObject({ message: z.string(), severity: z.string() })).optional(),
  changeSummary: z.record(z.string(), z.number()),
});

type GivenStep = NonNullable<z.infer<typeof form>["steps"]>[number];

/** Operations after which the object is as the program wants it, and those after which it is no longer as it was. */
const MAKES = ["create", "replace", "update", "import"];
const ENDS = ["delete", "replace", "update"];

const MAX_TEXT = 500;

/** Reads what `pulumi preview --json` printed. */
export function readPreview(file: string): Preview {
  const given = form.safeParse(readJson(file));
  if (!given.success) {
    throw new CommandError(
      `${file} is not the output of \`pulumi preview --json\`. Make one with \`pulumi preview --json > ${file}\`. ` +
        "A plan that `--save-plan` wrote says less, and cannot be read here.",
    );
  }
  const { steps = [], diagnostics = [] } = given.data;
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  if (errors.length > 0) {
    const words = errors.map(({ message }) => `  ${shown(message.trim(), MAX_TEXT)}`);
    throw new CommandError(`This preview failed, so it does not say what would happen:\n${words.join("\n")}`);
  }
  return {
    steps: steps.flatMap(stepOf),
    lines: diagnostics.flatMap(({ message }) => message.split("\n")).filter((line) => line.trim() !== ""),
  };
}

function stepOf({ op, urn, oldState, newState }: GivenStep): Step[] {
  const [, , type = "", ...name] = urn.split("::");
  const kind = /pulumi-nodejs:dynamic\/smartlock:(\w+)$/.exec(type)?.[1];
  const before = ENDS.includes(op) && oldState?.retainOnDelete !== true ? oldState : undefined;
  const wanted = MAKES.includes(op) ? newState : undefined;
  // An import takes over something that is there already.
  const id = before?.id ?? (op === "import" ? newState?.id : undefined);
  if (kind === undefined || (id === undefined && wanted === undefined)) {
    return [];
  }
  const was = before?.outputs ?? before?.inputs ?? {};
  return [
    {
      type: kind,
      name: name.join("::"),
      ...(id !== undefined && { before: { id, fields: was } }),
      ...(wanted?.inputs !== undefined && { wanted: wanted.inputs }),
      isDeleted: op === "delete" && before !== undefined,
      isReplaced: op === "replace",
    },
  ];
}

export function asFields(value: unknown): Fields {
  return typeof value === "object" && value !== null ? (value as Fields) : {};
}
