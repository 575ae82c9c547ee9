import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

/** A proxy in front of the simulator that records request bodies, which the simulator itself does not keep. */
export class RecordingProxy {
  readonly bodies: { readonly request: string; readonly body: string }[] = [];
  readonly url: string;
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  static async start(target: string): Promise<RecordingProxy> {
    const server = createServer();
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const proxy = new RecordingProxy(server);
    server.on("request", (request, response) => {
      void (async () => {
        const chunks: Buffer[] = [];
        for await (const chunk of request) {
          chunks.push(chunk as Buffer);
        }
        const body = Buffer.concat(chunks).toString("utf8");
        const { method = "", url = "", headers } = request;
        proxy.bodies.push({ request: `${method} ${url}`, body });
        const answer = await fetch(`${target}${url}`, {
          method,
          headers: { authorization: headers.authorization ?? "", "content-type": "application/json" },
          ...(body !== "" && { body }),
        });
        response.writeHead(answer.status, {
          "content-type": answer.headers.get("content-type") ?? "application/json",
          date: answer.headers.get("date") ?? "",
        });
        response.end(Buffer.from(await answer.arrayBuffer()));
      })();
    });
    return proxy;
  }

  async stop(): Promise<void> {
    this.#server.close();
    this.#server.closeAllConnections();
    await once(this.#server, "close");
  }
}
