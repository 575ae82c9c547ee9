import { createServer, type Socket } from "node:net";
import type { AddressInfo } from "node:net";

export interface RawServer {
  readonly url: string;
  /** The first line and the headers of each request, unchanged. */
  readonly requests: string[];
  /** How many connections were made. */
  readonly connections: () => number;
  /** Bytes written to the connections so far. */
  readonly bytesSent: () => number;
  /** How many of the connections that sent a request are still open. */
  readonly open: () => number;
  readonly stop: () => Promise<void>;
}

/** A server below HTTP: it can answer in ways that no HTTP library allows. */
export async function startRawServer(
  answer: (socket: Socket, request: string, index: number) => void,
): Promise<RawServer> {
  const requests: string[] = [];
  const sockets = new Set<Socket>();
  const asked = new Set<Socket>();
  let connections = 0;
  let sentOnClosed = 0;
  const server = createServer((socket) => {
    connections += 1;
    sockets.add(socket);
    let received = "";
    socket.on("data", (chunk) => {
      received += chunk.toString("latin1");
      // Bodies in these tests contain no empty line, so waiting for the head is enough.
      for (let end = received.indexOf("\r\n\r\n"); end >= 0; end = received.indexOf("\r\n\r\n")) {
        const head = received.slice(0, end);
        const length = Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0);
        if (received.length < end + 4 + length) {
          return;
        }
        received = received.slice(end + 4 + length);
        requests.push(head);
        asked.add(socket);
        answer(socket, head, requests.length - 1);
      }
    });
    socket.on("error", () => undefined);
    socket.on("close", () => {
      sentOnClosed += socket.bytesWritten;
      sockets.delete(socket);
      asked.delete(socket);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    connections: () => connections,
    bytesSent: () => sentOnClosed + [...sockets].reduce((sum, socket) => sum + socket.bytesWritten, 0),
    open: () => asked.size,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        sockets.forEach((socket) => socket.destroy());
      }),
  };
}

/** Writes the same piece again and again, as fast as it is accepted, until the other side has had enough. */
export function pour(socket: Socket, piece: Buffer | string, most = Infinity): void {
  let written = 0;
  const more = (): void => {
    while (!socket.destroyed && socket.writable) {
      if (written >= most) {
        socket.end();
        return;
      }
      written += piece.length;
      if (!socket.write(piece)) {
        socket.once("drain", more);
        return;
      }
    }
  };
  more();
}
