import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const command = resolve(__dirname, "../../dist/cli/main.js");

/** The installed command, in a separate process. */
describe("smartlock simulator", () => {
  let folder: string;
  const running: ChildProcess[] = [];

  beforeEach(() => (folder = mkdtempSync(join(tmpdir(), "smartlock-cli-"))));
  afterEach(() => {
    running.splice(0).forEach((child) => child.kill("SIGKILL"));
    rmSync(folder, { recursive: true, force: true });
  });

  function start(...args: string[]) {
    const child = spawn(process.execPath, [command, "simulator", ...args], {
      stdio: ["ignore", "pipe", "pipe"],
    });
    running.push(child);
    let stdout = "";
    let stderr = "";
    child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
    const listening = new Promise<{ url: string; token: string }>((answer, reject) => {
      child.once("exit", () => reject(new Error(`ended: ${stderr}`)));
      child.stdout.setEncoding("utf8").on("data", (text: string) => {
        stdout += text;
        if (stdout.includes("\n")) {
          answer(JSON.parse(stdout) as { url: string; token: string });
        }
      });
    });
    return { child, listening, said: () => ({ stdout, stderr }) };
  }

  it("says in one JSON line where it listens, and serves the seed with its token", async () => {
    const { listening, said } = start("--port", "0", "--token", "demo-token", "--seed", "fleet:3x2x5");
    const { url, token } = await listening;
    expect(token).toBe("demo-token");
    const answer = await fetch(`${url}/smartlock`, { headers: { authorization: `Bearer ${token}` } });
    expect(await answer.json()).toHaveLength(3);
    expect(said().stdout.trim().split("\n")).toHaveLength(1);
  });

  it("keeps the account in a file and ends cleanly on an interrupt", async () => {
    const file = join(folder, "account.json");
    const first = start("--port", "0", "--seed", "demo", "--state", file);
    const { url, token } = await first.listening;
    await fetch(`${url}/address`, {
      method: "PUT",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
      body: JSON.stringify({ name: "Kept", smartlockIds: [] }),
    });
    first.child.kill("SIGINT");
    const [code] = (await once(first.child, "exit")) as [number];
    expect(code).toBe(0);
    expect(existsSync(file) && readFileSync(file, "utf8")).toContain("Kept");
    const second = start("--port", "0", "--state", file);
    const again = await second.listening;
    const answer = await fetch(`${again.url}/address`, {
      headers: { authorization: `Bearer ${again.token}` },
    });
    expect(JSON.stringify(await answer.json())).toContain("Kept");
  });

  it("says in one line that a port is taken", async () => {
    const other = createServer().listen(0, "127.0.0.1");
    await once(other, "listening");
    const { port } = other.address() as AddressInfo;
    const { child, listening, said } = start("--port", String(port));
    await expect(listening).rejects.toThrow(String(port));
    expect(child.exitCode).toBe(1);
    expect(said().stderr.trim().split("\n")).toHaveLength(1);
    other.close();
  });
});
