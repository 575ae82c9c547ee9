import * as pulumi from "@pulumi/pulumi";
import type { z } from "zod";
import { fieldsThat } from "../kind/field-facts";
import { isPendingHandle, splitId } from "../kind/ids";
import type { IdParts, IdValues } from "../kind/listed";
import type { Declaration } from "../kind/spec";
import type { SteeringField } from "../kind/steering";
import { hidden } from "../values/bag";
import { isEverything } from "../values/property-path";
import { requireArguments } from "./arguments";
import { markedSecret } from "./marked-secret";
import { programError } from "./program-error";
import { type Reference, referred, resolveReference } from "./reference";
import { refuseUnknownSettings } from "./unknown-settings";

/** A value in a program. Each part of it may come from another resource. */
type Parts<T> = T extends readonly (infer Item)[]
  ? readonly pulumi.Input<Parts<Item>>[]
  : T extends Record<string, unknown>
    ? { readonly [K in keyof T]: K extends `${string}Id` ? Reference<K, T[K]> : pulumi.Input<Parts<T[K]>> }
    : T;

type Declared<I extends z.ZodObject> = z.input<I>;

/** The arguments of a resource's constructor. Instead of an id, the object that has the id can be passed. */
export type ArgsOf<S> =
  S extends Declaration<infer I>
    ? {
        [K in keyof Declared<I>]: Reference<K, Declared<I>[K]> extends never
          ? pulumi.Input<Parts<Declared<I>[K]>>
          : Reference<K, Declared<I>[K]>;
      }
    : never;

/** The outputs of a resource: the declared values, in the service's form, and the values that the service added. */
export type OutputsOf<S> =
  S extends Declaration<infer I, infer O, infer P>
    ? { readonly [K in Exclude<keyof z.output<I>, SteeringField>]: pulumi.Output<z.output<I>[K]> } & {
        readonly [K in keyof z.output<O>]-?: pulumi.Output<z.output<O>[K]>;
      } & { readonly [K in keyof P]: pulumi.Output<IdValues<P>[K]> }
    : never;

export interface ResourceClass<Args, Outputs> {
  new (name: string, args: Args, opts?: pulumi.CustomResourceOptions): pulumi.CustomResource & Outputs;
  /** Reads an object of the service that this program does not manage. */
  get(
    name: string,
    id: pulumi.Input<string>,
    opts?: pulumi.CustomResourceOptions,
  ): pulumi.CustomResource & Outputs;
}

/**
 * The class that a program uses. It only passes on what is declared. It must not be extended by another one: the SDK
 * takes the second caller of its own class for the line of the program.
 */
export function resourceClass<I extends z.ZodObject, O extends z.ZodObject, P extends IdParts>(
  spec: Declaration<I, O, P>,
): ResourceClass<ArgsOf<Declaration<I, O, P>>, OutputsOf<Declaration<I, O, P>>> {
  const type = `pulumi-nodejs:dynamic/smartlock:${spec.type}`;

  class Shell extends pulumi.CustomResource {
    constructor(name: string, args: Record<string, unknown>, opts: pulumi.CustomResourceOptions = {}) {
      refuseUnknownSettings();
      requireArguments(spec, name, args, opts);
      const secrets = fieldsThat(spec, "isSecret");
      const props: Record<string, unknown> = {};
      /** What is secret only if the program says so. */
      const open: Record<string, unknown> = {};
      // Output fields exist only for names that the constructor passes on.
      for (const field of [spec.id, spec.outputs.shape, spec.inputs.shape].flatMap(Object.keys)) {
        props[field] = undefined;
      }
      for (const [field, value] of Object.entries(args)) {
        const resolved = resolveReference(field, value);
        if (secrets.includes(field) && resolved !== undefined) {
          props[field] = pulumi.secret(resolved);
        } else {
          props[field] = open[field] = resolved;
        }
      }
      // A constant: no closure is stored, so a newer release also works with older state, and nothing can be captured.
      props[hidden.provider] =
        `exports.handler = () => require("pulumi-smartlock/runtime").handlers.${spec.type};`;
      if (opts.id === undefined) {
        props[hidden.program] = true;
        props[hidden.owner] = urnOf(type, name, opts.parent);
        props[hidden.ignore] = nonEmpty(opts.ignoreChanges);
        props[hidden.replaceOn] = nonEmpty(opts.replaceOnChanges);
        props[hidden.references] = referred(args);
        props[hidden.secret] = markedSecret(open, opts.additionalSecretOutputs);
      } else {
        props[hidden.get] = true;
      }
      // The SDK keeps a stack trace for each promise behind each property, to find leaks. With a thousand resources,
      // that took two thirds of the time of a preview. Where the SDK needs a source position, it sets its own limit.
      const limit = Error.stackTraceLimit;
      Error.stackTraceLimit = 0;
      try {
        super(type, name, props, {
          ...opts,
          // A forced replacement never asks for a diff. Only this makes it delete first.
          deleteBeforeReplace: spec.createFirst !== true,
          ...(opts.ignoreChanges && { ignoreChanges: onlyVisible(spec, opts.ignoreChanges) }),
          additionalSecretOutputs: [...secrets, ...(opts.additionalSecretOutputs ?? [])],
        });
      } finally {
        Error.stackTraceLimit = limit;
      }
      // In a preview, only the id of a changed resource stays known, so the parts of the id are taken from it. Only a
      // resource that was recorded before the service showed it has a handle instead. Its id is in the outputs.
      for (const part of Object.keys(spec.id)) {
        const told = (this as unknown as Record<string, pulumi.Output<unknown>>)[part];
        const value = this.id.apply((id) => (isPendingHandle(id) ? told : partOf(spec, id, part)));
        Object.defineProperty(this, part, { value, enumerable: true });
      }
    }

    static get(name: string, id: pulumi.Input<string>, opts?: pulumi.CustomResourceOptions): Shell {
      return new this(name, {}, { ...opts, id });
    }
  }
  Object.defineProperty(Shell, "name", { value: spec.type });
  // The fields of the class come from the specification; TypeScript cannot see properties made in a loop.
  return Shell as unknown as ResourceClass<ArgsOf<Declaration<I, O, P>>, OutputsOf<Declaration<I, O, P>>>;
}

function partOf(spec: { type: string; id: IdParts }, id: string, part: string): unknown {
  try {
    return splitId(spec.type, spec.id, id)[part];
  } catch (error) {
    throw programError(error instanceof Error ? error.message : String(error));
  }
}

/** Returned as a promise, because an Output would make the resources of one component wait for each other. */
function urnOf(type: string, name: string, parent: pulumi.Resource | undefined): Promise<string> {
  const urn = pulumi.createUrn(name, type, parent) as pulumi.Output<string> & { promise(): Promise<string> };
  return urn.promise();
}

/** `*` would also undo what the class itself sends. Then no `check` could tell a program from an import. */
function onlyVisible({ inputs }: Pick<Declaration, "inputs">, ignored: readonly string[]): string[] {
  return ignored.flatMap((path) => (isEverything(path) ? Object.keys(inputs.shape) : [path]));
}

function nonEmpty(names: string[] | undefined): string[] | undefined {
  return names === undefined || names.length === 0 ? undefined : names;
}
