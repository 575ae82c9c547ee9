import type { Socket } from "node:net";
import { SmartlockClient, SmartlockError } from "../../provider/api";
import { ended, expectError } from "./oracle";
import { type RawServer, startRawServer } from "./raw-server";
import { count } from "./runs";

export const TOKEN = "demo-token";
export const MEGABYTE = 1024 * 1024;

const open: (() => Promise<void>)[] = [];

/** Stops the servers and clients of a test; call it in `afterEach`. */
export async function stopAll(): Promise<void> {
  for (const stop of open.splice(0).reverse()) {
    await stop();
  }
}

export async function serve(
  answer: (socket: Socket, request: string, index: number) => void,
): Promise<RawServer> {
  const server = await startRawServer(answer);
  open.push(() => server.stop());
  return server;
}

export function connect(
  url: string,
  options: Partial<ConstructorParameters<typeof SmartlockClient>[0]> = {},
) {
  const client = new SmartlockClient({ token: TOKEN, baseUrl: url, ...options });
  open.push(() => client.close());
  return client;
}

export async function errorOf(promise: Promise<unknown>): Promise<SmartlockError> {
  const outcome = await ended(promise);
  const error = "error" in outcome ? outcome.error : new Error("it did not fail");
  expectError(error);
  expect(error).toBeInstanceOf(SmartlockError);
  return error as SmartlockError;
}

/** The same, counted as a trick. */
export async function failureOf(promise: Promise<unknown>): Promise<SmartlockError> {
  count("tricks of a malicious service", 1);
  return errorOf(promise);
}

export const head = (status: string, ...headers: readonly string[]): string =>
  [`HTTP/1.1 ${status}`, ...headers, "", ""].join("\r\n");

export const json = (body: string): string =>
  head("200 OK", "content-type: application/json", `content-length: ${Buffer.byteLength(body)}`) + body;

export async function until(condition: () => boolean): Promise<void> {
  while (!condition()) {
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
