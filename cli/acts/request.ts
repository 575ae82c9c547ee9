import { operations, type SmartlockClient } from "../../provider/api";
import { describeIssues } from "../../provider/api/problems";
import { pathFrom, type PathId, redact } from "../../provider/http";
import { CommandError } from "../command-error";

type Area = Exclude<keyof SmartlockClient, "serviceTime" | "quoted" | "close">;

type ArgsOf<Method> = Method extends (...args: infer Args) => unknown ? Args : never;

type AnswerOf<Method> = Method extends (...args: never) => Promise<infer Answer> ? Answer : never;

/** One request that changes something: told before it is sent. */
export interface ActRequest<Answer = unknown> {
  /** Such as `smartlocks.unlock`. */
  readonly operation: string;
  readonly args: readonly unknown[];
  send(client: SmartlockClient): Promise<Answer>;
}

/** A request as a person may see it: nothing in it is secret. */
export interface ShownRequest {
  readonly operation: string;
  readonly method: string;
  readonly path: string;
  readonly query?: unknown;
  readonly body?: unknown;
}

/** The arguments are those of the client's method: ids, then body and query, each only if the operation has one. */
export function request<A extends Area, Name extends keyof SmartlockClient[A] & string>(
  area: A,
  name: Name,
  ...args: ArgsOf<SmartlockClient[A][Name]>
): ActRequest<AnswerOf<SmartlockClient[A][Name]>> {
  return {
    operation: `${area}.${name}`,
    args,
    send: (client) => {
      // The compiler does not connect the name of a method with its arguments. The types above do.
      const methods = client[area] as unknown as Readonly<
        Record<string, (...given: readonly unknown[]) => Promise<AnswerOf<SmartlockClient[A][Name]>>>
      >;
      const method = methods[name];
      if (method === undefined) {
        throw new Error(`The client has no ${area}.${name}.`);
      }
      return method(...(args as readonly unknown[]));
    },
  };
}

/** Checks the request as the client will, and shows it. A mistake is found before anybody is asked. */
export function showRequest({ operation, args }: ActRequest): ShownRequest {
  const declared = operations[operation];
  if (declared === undefined) {
    throw new Error(`There is no operation ${operation}.`);
  }
  const given = [...args];
  const ids = (declared.ids === undefined ? {} : given.shift()) as Readonly<Record<string, unknown>>;
  const checked = Object.entries(declared.ids ?? {}).map(
    ([key, schema]) => [key, accepted(schema, ids[key], key)] as const,
  );
  const body = declared.body && accepted(declared.body, given.shift(), "body");
  const query = declared.query && accepted(declared.query, given.shift() ?? {}, "query");
  return {
    operation,
    method: declared.method,
    path: pathFrom(declared.path, Object.fromEntries(checked) as Record<string, PathId>).shown,
    ...(hasFields(query) && { query: redact(declared.query, query) }),
    ...(body !== undefined && { body: redact(declared.body, body) }),
  };
}

type Schema = NonNullable<(typeof operations)[string]["body"]>;

function accepted(schema: Schema, value: unknown, group: string): unknown {
  const result = schema.safeParse(value);
  if (result.success) {
    return result.data;
  }
  const problems = describeIssues(result.error.issues, group).map((problem) =>
    problem.replace(/^body\./, ""),
  );
  throw new CommandError(`Nothing was sent, because this is wrong: ${problems.join("; ")}.`);
}

function hasFields(query: unknown): boolean {
  return Object.values((query ?? {}) as Record<string, unknown>).some((value) => value !== undefined);
}
