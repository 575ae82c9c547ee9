import { z } from "zod";
import {
  AnswerError,
  type CallOptions,
  type HttpAnswer,
  type HttpClient,
  type HttpRequest,
  InvalidRequestError,
  type Path,
  pathFrom,
  type PathId,
  type QueryValue,
} from "../http";
import { requestObject } from "./fields";
import { type MethodsOf, none, type Operation } from "./operation";
import { describeIssues, firstFew, sayMissing } from "./problems";

/** Creates the methods of an area. Each one checks its arguments, sends the request and checks the answer. */
export function methodsOf<Area extends Readonly<Record<string, Operation>>>(
  http: HttpClient,
  areaName: string,
  area: Area,
): MethodsOf<Area> {
  const methods = Object.entries(area).map(([name, operation]) => [
    name,
    methodOf(http, `${areaName}.${name}`, operation),
  ]);
  // Object.entries loses which name has which operation. Each method takes and returns what its declaration says.
  return Object.fromEntries(methods) as MethodsOf<Area>;
}

function methodOf(http: HttpClient, name: string, operation: Operation) {
  const idsSchema = operation.ids === undefined ? undefined : requestObject(operation.ids);
  return async (...args: readonly unknown[]): Promise<unknown> => {
    const given = [...args];
    const problems: string[] = [];
    const checked = (group: string, schema: z.ZodType | undefined, absent?: unknown): unknown => {
      if (schema === undefined) {
        return undefined;
      }
      const result = schema.safeParse(given.shift() ?? absent, { error: sayMissing });
      if (result.success) {
        return result.data;
      }
      problems.push(...describeIssues(result.error.issues, group));
      return undefined;
    };

    const ids = checked("ids", idsSchema) as Record<string, PathId> | undefined;
    const body = checked("body", operation.body);
    const query = checked("query", operation.query, {}) as Record<string, QueryValue> | undefined;
    if (problems.length > 0) {
      throw refusal(name, operation, problems);
    }

    const request: HttpRequest = {
      operation: name,
      operationClass: operation.class,
      scopes: operation.scopes,
      method: operation.method,
      path: pathOf(name, operation, ids ?? {}),
      ...(query !== undefined && { query }),
      ...(operation.query !== undefined && { querySchema: operation.query }),
      ...(body !== undefined && { body }),
      ...(operation.body !== undefined && { bodySchema: operation.body }),
      ...(operation.answer !== none && {
        answerSchema: operation.answer,
        answersText: isText(operation.answer),
      }),
    };
    const answer = await http.send(request, given.shift() as CallOptions | undefined);
    return operation.answer === none ? undefined : parsed(request, operation.answer, answer);
  };
}

function isText(answer: z.ZodType): boolean {
  return answer.safeParse("a text").success;
}

function refusal(name: string, operation: Operation, problems: readonly string[]): InvalidRequestError {
  return new InvalidRequestError(`it was not sent: ${problems.join("; ")}`, {
    operation: name,
    object: `${operation.method} ${operation.path}`,
    nextStep: "Correct the arguments and call it again.",
    attempts: 0,
    outcomeUnknown: false,
  });
}

function pathOf(name: string, operation: Operation, ids: Readonly<Record<string, PathId>>): Path {
  try {
    return pathFrom(operation.path, ids);
  } catch (error) {
    if (error instanceof TypeError) {
      throw refusal(name, operation, [error.message]);
    }
    throw error;
  }
}

/** How many elements of a list are checked at a time. */
const TOGETHER = 500;

/** zod reports every problem of every element. So a list is checked in pieces, up to the first piece with a problem. */
function check(
  schema: z.ZodType,
  body: unknown,
): { readonly value: unknown } | { readonly problems: readonly string[] } {
  const isList = schema instanceof z.ZodArray && Array.isArray(body);
  const pieces = isList ? Math.ceil(body.length / TOGETHER) : 0;
  if (!isList || pieces <= 1) {
    const result = schema.safeParse(body, { error: sayMissing });
    return result.success
      ? { value: result.data }
      : { problems: describeIssues(result.error.issues, "answer") };
  }
  const value: unknown[] = [];
  for (let from = 0; from < body.length; from += TOGETHER) {
    const result = schema.safeParse(body.slice(from, from + TOGETHER), { error: sayMissing });
    if (!result.success) {
      return { problems: describeIssues(result.error.issues, "answer", from) };
    }
    for (const element of result.data) {
      value.push(element);
    }
  }
  return { value };
}

function parsed(request: HttpRequest, schema: z.ZodType, answer: HttpAnswer): unknown {
  const checked = check(schema, answer.body);
  if ("value" in checked) {
    return checked.value;
  }
  const changed = request.operationClass !== "read";
  throw new AnswerError(`the answer does not have the expected form: ${firstFew(checked.problems)}`, {
    operation: request.operation,
    object: `${request.method} ${request.path.shown}`,
    status: answer.status,
    nextStep: changed
      ? "Check what the service holds now before you try again, and report the fields named here."
      : "Try again. If this happens again, the service has changed: report the fields named here.",
    attempts: 1,
    outcomeUnknown: changed,
  });
}
