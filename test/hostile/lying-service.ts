import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import fc from "fast-check";
import { jsonOf, spoilt, untrue } from "./values";

export interface Asked {
  readonly method: string;
  readonly target: string;
  readonly body: unknown;
}

/** A proxy in front of the simulator that spoils its answers. */
export class LyingService {
  readonly url: string;
  readonly #server: Server;
  asked: Asked[] = [];
  /** Ids that it gave to objects it was asked to create. */
  given: string[] = [];
  /** Everything it showed in its lists. */
  shown: unknown[] = [];
  /** Its answer instead of the true one. */
  lie: (asked: Asked, truth: unknown) => unknown = (_asked, truth) => truth;

  private constructor(
    server: Server,
    readonly token: string,
  ) {
    this.#server = server;
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  static async start(honest: { readonly url: string; readonly token: string }): Promise<LyingService> {
    const server = createServer();
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const service = new LyingService(server, honest.token);
    server.on("request", (request, response) => {
      void (async () => {
        const chunks: Buffer[] = [];
        for await (const chunk of request) {
          chunks.push(chunk as Buffer);
        }
        const body = Buffer.concat(chunks).toString("utf8");
        const { method = "", url = "", headers } = request;
        const asked = { method, target: url, body: body === "" ? undefined : (JSON.parse(body) as unknown) };
        service.asked.push(asked);
        const answer = await fetch(`${honest.url}${url}`, {
          method,
          headers: { authorization: headers.authorization ?? "", "content-type": "application/json" },
          ...(body !== "" && { body }),
        });
        const text = await answer.text();
        response.writeHead(answer.status, {
          "content-type": "application/json",
          date: answer.headers.get("date") ?? "",
        });
        response.end(answer.ok && text !== "" ? service.#spoil(asked, text) : text);
      })();
    });
    return service;
  }

  #spoil(asked: Asked, text: string): string {
    const told = this.lie(asked, JSON.parse(text));
    if (asked.method !== "GET" && typeof told === "object" && told !== null) {
      // A given id is a string or a number; other values may not even convert to a string.
      this.given.push(
        ...Object.values(told)
          .filter((one) => typeof one !== "object")
          .map(String),
      );
    }
    if (asked.method === "GET" && Array.isArray(told)) {
      this.shown.push(...(told as unknown[]));
    }
    return jsonOf(told);
  }

  async stop(): Promise<void> {
    this.#server.close();
    this.#server.closeAllConnections();
    await once(this.#server, "close");
  }
}

/** A random lie: the same request gets the same answer. */
export function drawnLie(seed: number): LyingService["lie"] {
  return ({ target }, truth) =>
    fc.sample(
      // An answer in the wrong form is refused at once; one in the right form gets further.
      fc.oneof({ arbitrary: untrue(truth), weight: 4 }, { arbitrary: spoilt(truth), weight: 1 }),
      { numRuns: 1, seed: Buffer.from(target).reduce((sum, byte) => (sum * 31 + byte) | 0, seed) },
    )[0];
}
