import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Simulator, type SimulatorOptions, startSimulator } from "../../../simulator";
import { type Ended, smartlock } from "../run";

/** The installed command against a service, in a process of its own. */
describe("smartlock export", () => {
  let folder: string;
  let out: string;
  const simulators: Simulator[] = [];

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "smartlock-export-"));
    out = join(folder, "my-locks");
  });
  afterEach(async () => {
    rmSync(folder, { recursive: true, force: true });
    await Promise.all(simulators.splice(0).map((simulator) => simulator.stop()));
  });

  async function exported(options: SimulatorOptions, ...args: string[]): Promise<Ended> {
    const simulator = await startSimulator({ seed: "demo", ...options });
    simulators.push(simulator);
    return smartlock(
      ["export", ...args],
      { SMARTLOCK_TOKEN: simulator.token, SMARTLOCK_BASE_URL: simulator.url },
      folder,
    );
  }
  const text = (file: string): string => readFileSync(join(out, file), "utf8");

  it("writes a project with GET only, and tells what it reads, what is in it, what is not, and what is next", async () => {
    const { stdout, stderr, code } = await exported({ token: "an-invented-token" }, "--out", "my-locks");
    expect({ code, stderr: stderr.split("\n")[0] }).toEqual({
      code: 0,
      stderr: "Reading the account. Nothing is changed.",
    });
    expect(stderr).toContain("Read 6 locks.");
    expect(stderr).toContain("Read 8 authorizations.");
    expect(new Set(simulators[0]?.requests().map(({ method }) => method))).toEqual(new Set(["GET"]));
    expect(readdirSync(out).sort()).toEqual([
      ".gitignore",
      "Pulumi.main.yaml",
      "Pulumi.yaml",
      "across-addresses.ts",
      "harbour-street-5.ts",
      "import.json",
      "index.ts",
      "locks.ts",
      "not-exported.md",
      "other-locks.ts",
      "package.json",
      "tsconfig.json",
      "users.ts",
    ]);
    expect(text("users.ts")).toContain('export const caretaker = new smartlock.AccountUser("caretaker", {');
    expect(text("harbour-street-5.ts")).toContain("smartlockIds: [locks.frontDoor, locks.streetEntrance],");
    expect(text("across-addresses.ts")).toContain('new smartlock.AuthorizationSet("caretaker-doors", {');
    expect(text("across-addresses.ts")).toContain("accountUserId: users.caretaker,");
    expect(stdout).toContain(
      "my-locks has a program with 6 resources: 3 AccountUser, 1 Address, 1 AuthorizationSet, 1 Authorization.",
    );
    expect(stdout).toContain('Authorization "Cleaning crew" on Office');
    expect(text("not-exported.md")).toContain("It is a grant by code");
    expect(stdout).toContain("pulumi import --file import.json --yes --generate-code=false");
    const all = [stdout, stderr, ...readdirSync(out).map(text)].join("\n");
    expect(all).not.toMatch(/an-invented-token|482913|739164|67e000/);
  });

  it("writes the words of people in place of numbers", async () => {
    await exported({}, "--out", "my-locks", "--only", "Harbour Street 5");
    expect(existsSync(join(out, "other-locks.ts"))).toBe(false);
    expect(text("harbour-street-5.ts")).toContain("accountUserId: users.caretaker,");
    expect(text("users.ts")).not.toContain("Guest A");
    expect(text("index.ts")).toBe('import "./users";\nimport "./harbour-street-5";\n');
  });

  it("refuses a folder that exists before it reads anything, and changes nothing in it", async () => {
    mkdirSync(out);
    const { stdout, stderr, code } = await exported({}, "--out", "my-locks");
    expect({ stdout, code }).toEqual({ stdout: "", code: 1 });
    expect(stderr).toContain(
      "my-locks exists, and an export does not change what is there. Choose another folder with --out",
    );
    expect(readdirSync(out)).toEqual([]);
    expect(simulators[0]?.requests()).toEqual([]);
  });

  it("leaves no folder if the account cannot be read", async () => {
    const wrong = await exported({}, "--out", "my-locks", "--only", "Harbour Street 6");
    expect(wrong.stderr).toContain(
      'No address and no lock is called "Harbour Street 6". Did you mean "Harbour Street 5"?',
    );
    const refused = await smartlock(
      ["export", "--out", "my-locks"],
      { SMARTLOCK_TOKEN: "another-token", SMARTLOCK_BASE_URL: simulators[0]?.url },
      folder,
    );
    expect(refused.stderr).toMatch(/^Reading the account.*\nsmartlock: /);
    expect(refused.stderr).not.toContain("another-token");
    expect([wrong.code, refused.code, existsSync(out)]).toEqual([1, 1, false]);
  });

  it("lists what the token may not read, with the scope", async () => {
    const { stdout, code } = await exported({ scopes: ["smartlock", "smartlock.auth"] }, "--out", "my-locks");
    expect(code).toBe(0);
    for (const line of [
      "addresses: a token with the scope account can read them",
      "notifications: a token with the scope smartlock.log can read them",
      "webhooks: a token with the scope webhook.decentral can read them",
    ]) {
      expect(stdout).toContain(`  ${line}`);
    }
    expect(text("not-exported.md")).toContain(
      "- webhooks: a token with the scope `webhook.decentral` can read them",
    );
  });

  it("needs the Pulumi CLI for secrets, says so before it reads anything, and writes nothing", async () => {
    const simulator = await startSimulator({ seed: "demo" });
    simulators.push(simulator);
    const { stderr, code } = await smartlock(
      ["export", "--out", "my-locks", "--with-secrets"],
      { SMARTLOCK_TOKEN: simulator.token, SMARTLOCK_BASE_URL: simulator.url, PATH: "/nowhere" },
      folder,
    );
    expect(stderr).toContain("--with-secrets needs the Pulumi CLI, which encrypts the secrets");
    expect([code, existsSync(out), simulator.requests()]).toEqual([1, false, []]);
  });

  it("prints JSON for a program", async () => {
    const { stdout } = await exported({}, "--out", "my-locks", "--json");
    expect(JSON.parse(stdout)).toMatchObject({
      folder: out,
      resources: { AccountUser: 3, Address: 1 },
      notReadable: [],
    });
  });

  it("lets others read the project if there is no secret in it", async () => {
    await exported({}, "--out", "my-locks");
    expect(statSync(join(out, "import.json")).mode & 0o777).toBe(
      statSync(join(out, "index.ts")).mode & 0o777,
    );
  });

  it("has help with an example", async () => {
    const { stdout, code } = await smartlock(["export", "--help"], {});
    expect(stdout).toContain("smartlock export --out my-locks");
    expect(stdout).toContain("It is never an argument.");
    expect(code).toBe(0);
  });
});
