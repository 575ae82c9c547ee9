import { mkdtemp, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { CommandError } from "../../cli/command-error";
import { runSimulator, simulatorCommand, type SimulatorCommandOptions } from "../../cli/simulator";
import { simulators, speakTo } from "./speak";

const start = simulators();
const basic: SimulatorCommandOptions = { port: 0, host: "127.0.0.1", seed: "demo" };

/** Runs the command, does something with its output, and ends it. */
async function during<T>(
  options: SimulatorCommandOptions,
  act: (printed: { url: string; token: string }) => Promise<T>,
): Promise<T> {
  let stop = (): void => undefined;
  const stopped = new Promise<void>((resolve) => (stop = resolve));
  const lines: string[] = [];
  let printed = (): void => undefined;
  const listening = new Promise<void>((resolve) => (printed = resolve));
  const running = runSimulator(options, stopped, (line) => {
    lines.push(line);
    printed();
  });
  try {
    await Promise.race([listening, running]);
    return await act(JSON.parse(lines[0] ?? "") as { url: string; token: string });
  } finally {
    stop();
    await running;
    expect(lines).toHaveLength(1);
  }
}

describe("smartlock simulator", () => {
  let folder = "";
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "smartlock-"));
  });
  afterAll(async () => {
    await rm(folder, { recursive: true });
  });

  it("has the options of its documentation", () => {
    const command = simulatorCommand();
    expect(command.options.map(({ long }) => long)).toEqual([
      "--port",
      "--host",
      "--token",
      "--seed",
      "--latency",
      "--settle",
      "--state",
    ]);
    expect(command.opts()).toMatchObject({ port: 8080, host: "127.0.0.1", seed: "demo" });
  });

  it("prints one line of JSON when it listens, and is gone when it ends", async () => {
    const { url } = await during({ ...basic, token: "my-token", settle: 5, latency: 1 }, async (printed) => {
      expect(printed.token).toBe("my-token");
      expect((await speakTo(printed.url, "my-token").get("/smartlock")).body).toHaveLength(6);
      const { body } = await speakTo(printed.url).get("/_simulator/state");
      expect(body).toMatchObject({ behaviour: { settleMs: 5, latencyMs: 1 } });
      return printed;
    });
    await expect(fetch(url)).rejects.toThrow();
  });

  it("saves the account at the end, for its owner only, and goes on from it", async () => {
    const state = join(folder, "account.json");
    const options = { ...basic, state };
    await during(options, async ({ url, token }) => {
      await speakTo(url, token).put("/address", { name: "Pier 7", smartlockIds: [] });
    });
    expect((await stat(state)).mode & 0o777).toBe(0o600);
    expect(JSON.parse(await readFile(state, "utf8"))).toMatchObject({ addresses: [{}, { name: "Pier 7" }] });
    await during(options, async ({ url, token }) => {
      expect((await speakTo(url, token).get("/address")).body).toHaveLength(2);
    });
  });

  it("says in one line that the port is in use", async () => {
    const other = await start();
    const port = Number(new URL(other.url).port);
    const failure = await runSimulator({ ...basic, port }, Promise.resolve(), () => undefined).catch(
      (error: unknown) => error,
    );
    expect(failure).toBeInstanceOf(CommandError);
    expect((failure as Error).message).toMatch(/^Port \d+ on 127\.0\.0\.1 is in use\. [^\n]*--port[^\n]*$/);
  });

  it.each([
    ["not JSON", "{", /Cannot read the state file .*broken\.json/],
    ["not an account", '{"smartlocks": 1}', /broken\.json does not hold the state of a simulated account/],
  ])("refuses a state file that is %s, and leaves it as it is", async (_, text, message) => {
    const state = join(folder, "broken.json");
    await writeFile(state, text);
    await expect(runSimulator({ ...basic, state }, Promise.resolve(), () => undefined)).rejects.toThrow(
      message,
    );
    expect(await readFile(state, "utf8")).toBe(text);
  });

  it("names the seeds when it does not know one", async () => {
    const run = runSimulator({ ...basic, seed: "castle" }, Promise.resolve(), () => undefined);
    await expect(run).rejects.toThrow(CommandError);
    await expect(run).rejects.toThrow("demo, empty, or fleet:");
  });
});
