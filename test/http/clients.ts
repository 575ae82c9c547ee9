import { HttpClient, path, Secret, type HttpClientOptions, type HttpRequest } from "../../provider/http";
import { InstantClock } from "./instant-clock";
import { startServer, type Answering, type LocalServer } from "./local-server";

export const TOKEN = "canary-token-9f2c";
export const TOKEN_SOURCE = "environment variable SMARTLOCK_TOKEN";

export interface Pair {
  readonly client: HttpClient;
  readonly server: LocalServer;
  readonly clock: InstantClock;
  readonly logged: string[];
}

const open: (() => Promise<void>)[] = [];

/** Stops the servers and clients of a test; call it in `afterEach`. */
export async function stopAll(): Promise<void> {
  for (const stop of open.splice(0).reverse()) {
    await stop();
  }
}

export async function serve(answering: Answering): Promise<LocalServer> {
  const server = await startServer(answering);
  open.push(() => server.stop());
  return server;
}

export function connect(baseUrl: string, options: Partial<HttpClientOptions> = {}): Omit<Pair, "server"> {
  const clock = new InstantClock();
  const logged: string[] = [];
  const client = new HttpClient({
    baseUrl,
    token: new Secret(TOKEN, TOKEN_SOURCE),
    clock,
    random: () => 0.5,
    log: { write: (line) => void logged.push(line) },
    ...options,
  });
  open.push(() => client.close());
  return { client, clock, logged };
}

export async function pair(answering: Answering, options: Partial<HttpClientOptions> = {}): Promise<Pair> {
  const server = await serve(answering);
  return { server, ...connect(server.url, options) };
}

export function read(fields: Partial<HttpRequest> = {}): HttpRequest {
  return {
    operation: "addresses.list",
    operationClass: "read",
    scopes: ["account"],
    method: "GET",
    path: path`/address`,
    ...fields,
  };
}

export function create(fields: Partial<HttpRequest> = {}): HttpRequest {
  return { ...read(), operation: "addresses.create", operationClass: "create", method: "PUT", ...fields };
}

export function write(fields: Partial<HttpRequest> = {}): HttpRequest {
  return { ...read(), operation: "addresses.update", operationClass: "write", method: "POST", ...fields };
}

export function action(fields: Partial<HttpRequest> = {}): HttpRequest {
  return { ...read(), operation: "smartlocks.act", operationClass: "action", method: "POST", ...fields };
}

/** The error a promise was rejected with; fails if it was not rejected. */
export async function failure<E extends Error>(
  promise: Promise<unknown>,
  kind: abstract new (...args: never[]) => E,
): Promise<E> {
  const error: unknown = await promise.then(
    () => new Error("it did not fail"),
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(kind);
  return error as E;
}
