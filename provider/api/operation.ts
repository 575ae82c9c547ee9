import type { z } from "zod";
import type { CallOptions, Method, OperationClass } from "../http";

/** What a token may be allowed to do. Each operation needs one of the scopes it names. */
export type Scope =
  | "account"
  | "notification"
  | "smartlock"
  | "smartlock.readOnly"
  | "smartlock.action"
  | "smartlock.auth"
  | "smartlock.config"
  | "smartlock.log"
  | "smartlock.create"
  | "webhook.decentral";

/** The answer of an operation that returns nothing. JSON that the service sends anyway is ignored. */
export const none = "none";

/**
 * One operation of the service, declared once. The typed method, the types of its arguments and answer, the check
 * before sending and the check of the answer all derive from it.
 */
export interface Operation {
  readonly method: Method;
  /** Path template. Every `{name}` in it is a key of `ids`, and vice versa. */
  readonly path: string;
  readonly ids?: Readonly<Record<string, z.ZodType>>;
  readonly body?: z.ZodType;
  readonly query?: z.ZodType;
  readonly answer: z.ZodType | typeof none;
  readonly class: OperationClass;
  /** The token needs one of these scopes. Empty if the service requires none. */
  readonly scopes: readonly Scope[];
}

type IdNames<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? Name | IdNames<Rest>
  : never;

type IdsOf<Path extends string, Ids> = [IdNames<Path>] extends [never]
  ? { readonly ids?: never }
  : {
      readonly ids: { readonly [Name in IdNames<Path>]: z.ZodType } & {
        readonly [Name in Exclude<keyof Ids, IdNames<Path>>]: never;
      };
    };

/** Declares an operation. Ids that the path does not name, or names without an id, do not compile. */
export function operation<const O extends Operation>(declaration: O & IdsOf<O["path"], O["ids"]>): O {
  return declaration;
}

type IdArguments<O> = O extends { readonly ids: infer I extends Readonly<Record<string, z.ZodType>> }
  ? [ids: { readonly [Name in keyof I]: z.input<I[Name]> }]
  : [];

type BodyArguments<O> = O extends { readonly body: infer B extends z.ZodType }
  ? undefined extends z.input<B>
    ? [body?: z.input<B>]
    : [body: z.input<B>]
  : [];

type QueryArguments<O> = O extends { readonly query: infer Q extends z.ZodType }
  ? Partial<z.input<Q>> extends z.input<Q>
    ? [query?: z.input<Q>]
    : [query: z.input<Q>]
  : [];

/** The answer of an operation. */
export type AnswerOf<O> = O extends { readonly answer: infer A extends z.ZodType } ? z.output<A> : undefined;

/**
 * An operation as a method. First come the ids of the path, by name, so that two numbers cannot be swapped. Then come
 * the body and the query, each only if the operation has one, and the options.
 */
export type MethodOf<O> = (
  ...args: [...IdArguments<O>, ...BodyArguments<O>, ...QueryArguments<O>, options?: CallOptions]
) => Promise<AnswerOf<O>>;

/** The operations of one area as methods. */
export type MethodsOf<Area> = { readonly [Name in keyof Area]: MethodOf<Area[Name]> };
