import { spawn } from "node:child_process";
import { join } from "node:path";
import { serve, stopAll } from "./clients";
import { answerJson } from "./local-server";

afterEach(stopAll);

/** Runs the sources as jest does, in a separate process. */
const program = `
  const { transformFileSync } = require("@swc/core");
  require.extensions[".ts"] = (module, file) => module._compile(transformFileSync(file, {
    jsc: { parser: { syntax: "typescript" }, target: "es2022" }, module: { type: "commonjs" } }).code, file);
  const { HttpClient, Secret, path } = require(process.argv[1]);
  const client = new HttpClient({ baseUrl: process.argv[2], token: new Secret("demo-token", "the test") });
  const request = { operation: "addresses.list", operationClass: "read", scopes: [], method: "GET", path: path\`/address\` };
  client.send(request).then(({ body }) => {
    const done = performance.now();
    process.on("exit", () => console.log(JSON.stringify({ body, lingeredMs: performance.now() - done })));
  });
`;

describe("a program that used the client", () => {
  it("ends by itself, without closing it and without waiting for idle connections", async () => {
    const server = await serve((response) => answerJson(response, 200, [7]));
    const root = join(__dirname, "..", "..");
    const child = spawn(
      process.execPath,
      ["-e", program, join(root, "provider", "http", "index.ts"), server.url],
      {
        cwd: root,
        stdio: ["ignore", "pipe", "inherit"],
      },
    );
    let output = "";
    child.stdout.on("data", (chunk: Buffer) => (output += chunk.toString()));
    const code = await new Promise((resolve) => child.on("close", resolve));
    expect(code).toBe(0);
    const { body, lingeredMs } = JSON.parse(output) as { body: unknown; lingeredMs: number };
    expect(body).toEqual([7]);
    // an idle connection would have kept it alive for four seconds
    expect(lingeredMs).toBeLessThan(2000);
  });
});
