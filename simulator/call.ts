import type { Account } from "./account";
import { asInteger, BodyFields } from "./body";
import { forbidden, invalid, notFound, type ServiceError } from "./errors";
import type { ApiTokenRecord } from "./records";
import type { OperationName } from "./operations";
import type { Simulation } from "./simulation";

/** One request as a handler sees it, after the token check. */
export interface Call {
  simulation: Simulation;
  /** The account that a handler reads. For a stale answer it is an older copy. */
  account: Account;
  params: Readonly<Record<string, string>>;
  query: URLSearchParams;
  /** The parsed JSON, or undefined if none was sent. */
  body: unknown;
  token: ApiTokenRecord | undefined;
  /** Whether a fault makes this delete leave a ghost. */
  leavesGhost: boolean;
}

export interface Answer {
  status: number;
  json?: string;
}

export type Handler = (call: Call) => Answer;
export type Handlers = Record<OperationName, Handler>;

export function answer(value: unknown): Answer {
  return { status: 200, json: JSON.stringify(value) };
}

/** A list of objects that are already JSON. */
export function answerJoined(items: readonly string[]): Answer {
  return { status: 200, json: `[${items.join(",")}]` };
}

export function noContent(): Answer {
  return { status: 204 };
}

export function fieldsOf(call: Call): BodyFields {
  return new BodyFields(call.body === undefined ? {} : call.body);
}

export function textParam(call: Call, name: string): string {
  return call.params[name] ?? "";
}

export function integerParam(call: Call, name: string): number {
  const value = asInteger(textParam(call, name));
  if (value === undefined) {
    throw invalid(name, textParam(call, name));
  }
  return value;
}

/** The error for an object that does not exist, where none is documented. The account's behaviour decides. */
export function absent(call: Call, parameter: string, id = textParam(call, parameter)): ServiceError {
  switch (call.account.behaviour.absentStatus) {
    case 400:
      return invalid(parameter, id);
    case 403:
      return forbidden();
    case 404:
      return notFound("Object");
  }
}

/** A query parameter under any of its spellings. */
export function queryText(call: Call, ...names: string[]): string | undefined {
  for (const name of names) {
    const value = call.query.get(name);
    if (value !== null && value !== "") {
      return value;
    }
  }
  return undefined;
}

export function queryInteger(call: Call, ...names: string[]): number | undefined {
  const text = queryText(call, ...names);
  if (text === undefined) {
    return undefined;
  }
  const value = asInteger(text);
  if (value === undefined) {
    throw invalid(names[0] ?? "", text);
  }
  return value;
}

export function queryBoolean(call: Call, ...names: string[]): boolean | undefined {
  const text = queryText(call, ...names);
  return text === undefined ? undefined : text.toLowerCase() === "true";
}
