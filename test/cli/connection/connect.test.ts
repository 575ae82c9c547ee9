import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { CommandError } from "../../../cli/command-error";
import { connectionOf, sourcesIn } from "../../../cli/connection/connect";
import { smartlock } from "../run";

/** With a `pulumi` that prints what a test wants, and a terminal at which a token is typed. */
describe("The connection of a command", () => {
  const { env } = process;
  const { stdin } = process;
  let folder: string;
  let asked: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "smartlock-connection-"));
    asked = "";
    process.env = { ...env, PATH: folder };
    for (const name of Object.keys(process.env).filter((one) => one.startsWith("SMARTLOCK_"))) {
      process.env[name] = undefined;
      Reflect.deleteProperty(process.env, name);
    }
    jest.spyOn(process.stderr, "write").mockImplementation((text) => {
      asked += String(text);
      return true;
    });
  });
  afterEach(() => {
    jest.restoreAllMocks();
    process.env = env;
    Object.defineProperty(process, "stdin", { value: stdin, configurable: true });
    rmSync(folder, { recursive: true, force: true });
  });

  it("says in few words how to change what the stack sets", () => {
    const { ofStack } = sourcesIn(
      Object.assign(new Map<string, string>(), { inPlainText: new Set<string>() }),
    );
    expect(ofStack.howToChange("maxDeletes")).toBe("change smartlock:maxDeletes with `pulumi config set`");
  });

  function pulumiPrints(text: string): void {
    writeFileSync(join(folder, "printed"), text);
    writeFileSync(join(folder, "pulumi"), `#!/bin/sh\n/bin/cat '${join(folder, "printed")}'\n`);
    chmodSync(join(folder, "pulumi"), 0o700);
  }

  function stackHas(values: Readonly<Record<string, string>>): void {
    const entries = Object.entries(values).map(([key, value]) => [`smartlock:${key}`, { value }]);
    pulumiPrints(JSON.stringify(Object.fromEntries(entries)));
  }

  function type(line: string): void {
    const terminal = Object.assign(new PassThrough(), { isTTY: true });
    terminal.end(line);
    Object.defineProperty(process, "stdin", { value: terminal, configurable: true });
  }

  it("takes a token that is typed, and says where it came from", async () => {
    type("typed-token\n");
    const { settings } = await connectionOf({});
    expect(settings.token.reveal()).toBe("typed-token");
    expect(settings.token.source).toBe("the terminal");
    expect(asked).toContain("API token of the account (not shown): ");
    expect(asked).not.toContain("typed-token");
  });

  it.each([
    ["this machine", { baseUrl: "http://127.0.0.1:8080" }],
    ["the default", {}],
  ])("asks for a token if the stack names %s", async (_title, values) => {
    stackHas(values);
    type("typed-token\n");
    const { settings } = await connectionOf({ stack: "homes" });
    expect(settings.token.reveal()).toBe("typed-token");
  });

  it("asks for a token if the environment names the base URL of the stack too", async () => {
    stackHas({ baseUrl: "https://locks.example.com" });
    process.env["SMARTLOCK_BASE_URL"] = "https://locks.example.com";
    type("typed-token\n");
    expect((await connectionOf({ stack: "homes" })).settings.baseUrl).toContain("locks.example.com");
  });

  it.each<[string, Record<string, string>, string]>([
    [
      "a base URL that only the stack names",
      { baseUrl: "https://locks.example.com" },
      'The stack "homes" names the base URL https://locks.example.com, but has no smartlock:token. A token from elsewhere ' +
        "is not sent there. Set smartlock:token in that stack, or set SMARTLOCK_BASE_URL to the same URL.",
    ],
    [
      "a base URL that cannot be used",
      { baseUrl: "ftp://locks.example.com" },
      "smartlock:baseUrl cannot be used",
    ],
    [
      "a setting that cannot be used",
      { timeout: "soon" },
      'smartlock:timeout is "soon", but must be a number above 0',
    ],
  ])("refuses %s before it asks for a token", async (_title, values, words) => {
    stackHas(values);
    type("typed-token\n");
    const failed = connectionOf({ stack: "homes" });
    await expect(failed).rejects.toThrow(CommandError);
    await expect(failed).rejects.toThrow(words);
    expect(asked).toBe("");
  });

  it.each([
    [
      undefined,
      "No token. Set SMARTLOCK_TOKEN, pass --stack with the name of a stack that has one, or type it at a terminal.",
    ],
    [
      "homes",
      'The stack "homes" has no smartlock:token. Set SMARTLOCK_TOKEN, pass --stack with the name of a stack that has one, or type it at a terminal.',
    ],
  ])("says of the stack %s that there is no token", async (stack, words) => {
    stackHas({});
    type("\n");
    await expect(connectionOf(stack === undefined ? {} : { stack })).rejects.toThrow(new CommandError(words));
  });

  it.each([
    ["text", "secret-token"],
    ["half of it", '{"smartlock:token": {"value": "secret-token'],
    ["a list", '["secret-token"]'],
    ["nothing", ""],
    ["values of another form", '{"smartlock:token": "secret-token"}'],
  ])("says in one line, and without a secret, that the CLI printed %s", async (_title, printed) => {
    pulumiPrints(printed);
    const { stdout, stderr, code } = await smartlock(["who", "--lock", "Garage", "--stack", "homes"], {
      PATH: folder,
    });
    expect(stderr).toBe(
      'smartlock: The configuration of the stack "homes" cannot be read: the Pulumi CLI printed something other than expected. ' +
        "Check that `pulumi config --stack homes --json` prints JSON, or set SMARTLOCK_TOKEN instead.\n",
    );
    expect({ stdout, code }).toEqual({ stdout: "", code: 1 });
  });
});
