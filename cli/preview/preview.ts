import { z } from "zod";
import { shown } from "../../provider/http";
import { CommandError } from "../command-error";
import { readJson } from "../json-file";
import { notKnownOf } from "./not-known";
import { asFields, type Fields, idInState, type Stored } from "./objects";
import { partsOfUrn } from "./urn";

/** What a preview says about one resource of this package. */
export interface Step {
  readonly urn: string;
  /** Such as `Authorization`. */
  readonly kind: string;
  /** What the program calls it. */
  readonly name: string;
  /** The URN of its provider. */
  readonly provider: string;
  /** What is there before and does not stay as it is, with its id. */
  readonly before?: Stored;
  /** What leaves the program, and stays at the doors. */
  readonly retained?: Stored;
  /** What the program wants. */
  readonly wanted?: Fields;
  /** The resources that a field of it refers to, by URN. */
  readonly refersTo: Readonly<Record<string, readonly string[]>>;
  /** The resource with which it goes: Pulumi does not delete it by itself then. */
  readonly goesWith?: string;
  /** Nothing takes its place. */
  readonly isDeleted: boolean;
  /** Another one takes its place. */
  readonly isReplaced: boolean;
}

export interface Preview {
  readonly stack: string;
  readonly steps: readonly Step[];
  /** What was said in the preview: the provider's line for each change, and warnings. */
  readonly lines: readonly string[];
}

const fields = z.record(z.string(), z.unknown());

const state = z.looseObject({
  id: z.string().optional(),
  inputs: fields.optional(),
  outputs: fields.optional(),
  retainOnDelete: z.boolean().optional(),
  deletedWith: z.string().nullish(),
  propertyDependencies: z.record(z.string(), z.array(z.string()).nullish()).nullish(),
});

const form = z
  .looseObject({
    steps: z
      .array(
        z.looseObject({
          op: z.string(),
          urn: z.string(),
          provider: z.string().optional(),
          oldState: state.nullish(),
          newState: state.nullish(),
        }),
      )
      .optional(),
    diagnostics: z.array(z.looseObject({ message: z.string(), severity: z.string() })).optional(),
    changeSummary: z.record(z.string(), z.number()).optional(),
  })
  // A preview without any of these does not exist, and a plan has none of them.
  .refine((given) => given.steps ?? given.diagnostics ?? given.changeSummary)
  .refine(
    ({ steps, changeSummary = {} }) => steps ?? Object.keys(changeSummary).every((op) => op === "same"),
  );

type GivenStep = NonNullable<z.infer<typeof form>["steps"]>[number];

/** Operations after which the object is as the program wants it, and those after which it is no longer as it was. */
const OPS_THAT_MAKE = ["create", "replace", "update", "import"];
const OPS_THAT_END = ["delete", "delete-replaced", "replace", "update"];

/** Reads what `pulumi preview --json` printed. */
export function readPreview(file: string): Preview {
  const given = form.safeParse(readJson(file));
  if (!given.success) {
    throw new CommandError(
      `${file} is not the output of \`pulumi preview --json\`. Make one with \`pulumi preview --json --show-replacement-steps > preview.json\`. ` +
        "A plan that `--save-plan` wrote says less, and cannot be read here.",
    );
  }
  const { steps = [], diagnostics = [] } = given.data;
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  if (errors.length > 0) {
    const words = errors.map(({ message }) => `  ${shown(message.trim(), MAX_TEXT)}`);
    throw new CommandError(`This preview failed, so it does not say what would happen:\n${words.join("\n")}`);
  }
  requireReplacementSteps(steps);
  // Of a replacement, Pulumi tells the delete as well, under the same name.
  const nameOf = ({ urn, oldState }: GivenStep): string => `${urn} ${oldState?.id ?? ""}`;
  const replaced = new Set(steps.filter(({ op }) => op === "replace").map(nameOf));
  return {
    stack: partsOfUrn(steps[0]?.urn ?? "").stack,
    steps: steps
      .filter((step) => step.op !== "delete-replaced" || !replaced.has(nameOf(step)))
      .flatMap(stepOf),
    lines: diagnostics.flatMap(({ message }) => message.split("\n")).filter((line) => line.trim() !== ""),
  };
}

const MAX_TEXT = 500;

/** Where something is replaced, Pulumi leaves out the deletes of what depends on it, unless it is asked for them. */
function requireReplacementSteps(steps: readonly GivenStep[]): void {
  const replaced = steps.find(({ op }) => op === "replace");
  if (
    replaced !== undefined &&
    !steps.some(({ op }) => op === "create-replacement" || op === "delete-replaced")
  ) {
    throw new CommandError(
      `This preview replaces ${partsOfUrn(replaced.urn).name}, and does not say what is deleted as a result. Make it again with ` +
        `\`pulumi preview --json --show-replacement-steps > preview.json\`.`,
    );
  }
}

function stepOf({ op, urn, provider = "", oldState, newState }: GivenStep): Step[] {
  const { kind, name } = partsOfUrn(urn);
  const isKept = oldState?.retainOnDelete === true && op !== "update";
  const ended = OPS_THAT_END.includes(op) ? oldState : undefined;
  const wanted = OPS_THAT_MAKE.includes(op) ? newState : undefined;
  // An import takes over something that is there already.
  const id = ended?.id ?? (op === "import" ? newState?.id : undefined);
  if (kind === undefined || (id === undefined && wanted === undefined)) {
    return [];
  }
  const was = asFields(ended?.outputs ?? ended?.inputs);
  const stored = id === undefined ? undefined : { id: idInState(kind, id, was), fields: was };
  const refersTo = Object.entries(newState?.propertyDependencies ?? {});
  return [
    {
      urn,
      kind,
      name,
      provider,
      ...(stored !== undefined && (isKept ? { retained: stored } : { before: stored })),
      ...(wanted?.inputs !== undefined && { wanted: notKnownOf(wanted.inputs) }),
      ...(typeof oldState?.deletedWith === "string" &&
        oldState.deletedWith !== "" && { goesWith: oldState.deletedWith }),
      refersTo: Object.fromEntries(refersTo.map(([field, urns]) => [field, urns ?? []])),
      isDeleted: !isKept && (op === "delete" || op === "delete-replaced"),
      isReplaced: !isKept && op === "replace",
    },
  ];
}
