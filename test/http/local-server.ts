import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";

export interface SeenRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

export interface LocalServer {
  readonly url: string;
  readonly seen: SeenRequest[];
  /** Connections made so far. */
  readonly connections: () => number;
  readonly stop: () => Promise<void>;
}

/** Answers the n-th request (from 0), after reading all of it. */
export type Answering = (response: ServerResponse, index: number, request: SeenRequest) => void;

export async function startServer(answering: Answering): Promise<LocalServer> {
  const seen: SeenRequest[] = [];
  const sockets = new Set<Socket>();
  const listener: RequestListener = (request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const { method = "", url = "", headers } = request;
      const one = { method, url, headers, body: Buffer.concat(chunks).toString("utf8") };
      seen.push(one);
      answering(response, seen.length - 1, one);
    });
  };
  const server = createServer(listener);
  server.on("connection", (socket) => sockets.add(socket));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    connections: () => sockets.size,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        sockets.forEach((socket) => socket.destroy());
      }),
  };
}

export function answerJson(
  response: ServerResponse,
  status: number,
  body?: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(body === undefined ? undefined : JSON.stringify(body));
}
