import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { SmartlockClient } from "../../provider/api";

export interface SeenRequest {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  /** Parsed JSON; undefined if nothing was sent. */
  readonly body: unknown;
}

export interface GivenAnswer {
  readonly status?: number;
  /** Sent as JSON; nothing is sent if absent. */
  readonly body?: unknown;
  /** Sent as it is, as plain text, in place of a body. */
  readonly text?: string;
  /** The time at the service; by default the server's own time. */
  readonly date?: Date;
}

/** A real HTTP server that records its requests and answers as the test tells it to. */
export interface FakeService {
  readonly client: SmartlockClient;
  readonly url: string;
  readonly requests: SeenRequest[];
  answer: (request: SeenRequest) => GivenAnswer;
  stop(): Promise<void>;
}

export async function startFakeService(): Promise<FakeService> {
  const requests: SeenRequest[] = [];
  const server = createServer((incoming, outgoing) => {
    void read(incoming).then((request) => {
      requests.push(request);
      const { text, body, date = new Date(), status } = service.answer(request);
      const sent = text ?? (body === undefined ? undefined : JSON.stringify(body));
      outgoing.writeHead(status ?? (sent === undefined ? 204 : 200), {
        "content-type": text === undefined ? "application/json" : "text/plain",
        date: date.toUTCString(),
      });
      outgoing.end(sent);
    });
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  const client = new SmartlockClient({ token: "demo-token", baseUrl: url });
  const service: FakeService = {
    client,
    url,
    requests,
    answer: () => ({}),
    stop: async () => {
      await client.close();
      await new Promise((closed) => server.close(closed));
    },
  };
  return service;
}

async function read(incoming: IncomingMessage): Promise<SeenRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) {
    chunks.push(chunk as Buffer);
  }
  const text = Buffer.concat(chunks).toString();
  const url = new URL(incoming.url ?? "", "http://127.0.0.1");
  return {
    method: incoming.method ?? "",
    path: url.pathname,
    query: Object.fromEntries(url.searchParams),
    body: text === "" ? undefined : JSON.parse(text),
  };
}

/** The error a promise was rejected with. */
export async function failure(promise: Promise<unknown>): Promise<Error> {
  const outcome = await promise.then(
    () => new Error("it was expected to fail, and did not"),
    (error: unknown) => error,
  );
  return outcome as Error;
}
