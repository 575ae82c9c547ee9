import fc from "fast-check";
import { calls } from "../api/calls";
import { InstantClock } from "../http/instant-clock";
import { knownIds } from "./known-ids";
import { idsOf } from "./known-paths";
import { connect, errorOf, head, json, serve, stopAll, TOKEN } from "./malicious-service";
import { ended, expectError } from "./oracle";
import { holds } from "./runs";
import { hostileText } from "./values";

afterEach(stopAll);

describe("The token", () => {
  const statuses = [
    "201 Created",
    "300 X",
    "301 X",
    "302 X",
    "303 X",
    "304 X",
    "305 X",
    "307 X",
    "308 X",
    "407 X",
  ];
  const operations = [
    "smartlocks.list",
    "addresses.create",
    "addresses.update",
    "addresses.remove",
    "smartlocks.lock",
  ];

  it("goes nowhere else, wherever the service points", async () => {
    const trap = await serve((socket) => socket.write(json("[]")));
    const port = new URL(trap.url).port;
    const targets = [
      trap.url,
      `${trap.url}/smartlock`,
      `//127.0.0.1:${port}/smartlock`,
      `\\\\127.0.0.1:${port}\\smartlock`,
      `http://demo:demo@127.0.0.1:${port}/`,
      "javascript:alert(1)",
      "/other",
      "",
    ];
    let answer = "";
    const server = await serve((socket) => socket.end(answer));
    const pointing = fc.record({
      status: fc.constantFrom(...statuses),
      operation: fc.constantFrom(...operations),
      target: fc.constantFrom(...targets),
      header: fc.oneof(
        fc.constant("location"),
        fc.constantFrom("refresh", "content-location", "alt-svc", "link", "x-accel-redirect"),
      ),
    });
    await holds("redirects", 60, pointing, async ({ status, operation, target, header }) => {
      const value =
        header === "refresh" ? `0; url=${target}` : header === "link" ? `<${target}>; rel=next` : target;
      answer = head(
        status,
        `${header}: ${value}`,
        "set-cookie: session=stolen",
        "content-length: 0",
        "connection: close",
      );
      const client = connect(server.url, { clock: new InstantClock() });
      const before = server.requests.length;
      const outcome = await ended(calls[operation]?.(client, knownIds) ?? Promise.reject(new Error()));
      if ("error" in outcome) {
        expectError(outcome.error);
      }
      for (const request of server.requests.slice(before)) {
        expect(request).not.toMatch(/\r\ncookie:/i);
        expect(request).toContain(`\r\nauthorization: Bearer ${TOKEN}`);
        const [method = "", target = ""] = request.split(" ");
        expect(idsOf(method, target)).toBeDefined();
      }
    });
    expect(trap.connections()).toBe(0);
  });

  it("is not part of anything that the service can have the client say", async () => {
    let said = "";
    const server = await serve((socket, request) => {
      const body = `${said} ${request} ${said}`;
      socket.end(
        head("400 X", `server: ${TOKEN}`, `content-length: ${Buffer.byteLength(body)}`, "connection: close") +
          body,
      );
    });
    await holds("quotes of the token", 40, hostileText, async (text) => {
      said = text.slice(0, 1_000);
      const logged: string[] = [];
      const client = connect(server.url, { log: { write: (line) => void logged.push(line) } });
      const error = await errorOf(client.smartlocks.list());
      for (const shown of [error.message, error.stack ?? "", ...logged]) {
        expect(shown).not.toContain(TOKEN);
      }
    });
  });
});
