import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { answerJson, type LocalServer, startServer } from "../http/local-server";
import { temporaryFolders, writeProgram } from "../scripts/script-module";
import { example, Repository } from "./gitops/repository";
import { run } from "./gitops/run";

const newFolder = temporaryFolders();

describe("scripts/check-deletes.mjs of examples/gitops", () => {
  const urn = (kind: string, name: string): string =>
    `urn:pulumi:production::doors::pulumi-nodejs:dynamic/smartlock:${kind}::${name}`;

  const check = (limit: string | undefined, plans: object, resources: readonly object[] = []) => {
    const folder = newFolder();
    writeFileSync(join(folder, "plan.json"), JSON.stringify({ resourcePlans: plans }));
    return run([process.execPath, join(example, "scripts/check-deletes.mjs"), "plan.json"], {
      folder,
      env: { SMARTLOCK_MAX_DELETES: limit },
      input: JSON.stringify({ deployment: { resources } }),
    });
  };
  const set = {
    urn: urn("AuthorizationSet", "cleaners"),
    outputs: { authorizationIds: { "11": "a", "12": "b", "13": "c" } },
  };

  it("lets a plan pass that deletes as many as allowed, and names them", async () => {
    const { code, output } = await check("1", { [urn("AccountUser", "cleaner")]: { steps: ["delete"] } });
    expect({ code, output }).toEqual({
      code: 0,
      output: "Deletes (1 of at most 1):\n  AccountUser cleaner\n",
    });
  });

  it("counts neither replacements nor what is not a lock's", async () => {
    const plans = {
      [urn("Authorization", "app")]: { steps: ["delete-replaced", "replace", "create-replacement"] },
      "urn:pulumi:production::doors::pulumi:providers:pulumi-nodejs::default": { steps: ["delete"] },
    };
    expect(await check("0", plans)).toEqual({ code: 0, output: "" });
  });

  it("counts each lock of a set that goes", async () => {
    const { code, output } = await check("2", { [set.urn]: { steps: ["delete"] } }, [set]);
    expect(code).toBe(1);
    expect(output).toContain("this plan deletes 3 objects, and SMARTLOCK_MAX_DELETES allows 2");
  });

  it("counts each lock that leaves a set which stays", async () => {
    const goal = { inputDiff: { updates: { smartlockIds: [12, 14] } } };
    const { code, output } = await check("1", { [set.urn]: { steps: ["update"], goal } }, [set]);
    expect(code).toBe(1);
    expect(output).toContain("AuthorizationSet cleaners, lock 11\n  AuthorizationSet cleaners, lock 13\n");
  });

  it.each([undefined, "", "many"])("does not take the limit %p for no limit", async (limit) => {
    const { code, output } = await check(limit, {});
    expect(code).toBe(1);
    expect(output).toContain("not a number: set it in pipeline.env");
  });
});

describe("scripts/install.sh of examples/gitops", () => {
  const settings = readFileSync(join(example, "pipeline.env"), "utf8");
  const version = /PULUMI_CLI_VERSION=(.*)/.exec(settings)?.[1] ?? "";
  const archive = `pulumi-v${version}-linux-x64.tar.gz`;
  const sums = `pulumi-${version}-checksums.txt`;
  const wrong = "0".repeat(64);

  let host: LocalServer;
  /** The files on the vendor's host, by path. */
  let files: Record<string, Buffer | string>;
  /** The host hangs up after this many bytes. */
  let cutAt: number | undefined;
  let sum: string;
  let folder: string;
  let programs: string;

  beforeAll(async () => {
    host = await startServer((response, _index, { url }) => {
      const content = Buffer.from(files[url] ?? "");
      response.writeHead(content.length > 0 ? 200 : 404, { "content-length": content.length });
      if (cutAt === undefined || url.endsWith(".txt")) {
        response.end(content);
      } else {
        response.write(content.subarray(0, cutAt), () => response.destroy());
      }
    });
  });

  afterAll(() => host.stop());

  beforeEach(() => {
    folder = newFolder();
    programs = newFolder();
    cpSync(join(example, "scripts"), join(folder, "scripts"), { recursive: true });
    cpSync(join(example, "pipeline.env"), join(folder, "pipeline.env"));
    mkdirSync(join(folder, "doorbell"));
    writeFileSync(
      join(folder, "doorbell/package.json"),
      JSON.stringify({ name: "doorbell", version: "1.0.0" }),
    );
    const root = { name: "doors", dependencies: { doorbell: "file:doorbell" } };
    const packages = {
      "": root,
      doorbell: { version: "1.0.0" },
      "node_modules/doorbell": { resolved: "doorbell", link: true },
    };
    writeFileSync(join(folder, "package.json"), JSON.stringify(root));
    writeFileSync(join(folder, "package-lock.json"), JSON.stringify({ lockfileVersion: 3, packages }));

    const release = newFolder();
    mkdirSync(join(release, "pulumi"));
    writeProgram(join(release, "pulumi"), "pulumi", [`echo v${version}`]);
    execFileSync("tar", ["-czf", archive, "pulumi"], { cwd: release });
    const content = readFileSync(join(release, archive));
    sum = createHash("sha256").update(content).digest("hex");
    files = {
      [`/releases/sdk/${archive}`]: content,
      [`/releases/sdk/${sums}`]: `${wrong}  ${archive}.sig\n${sum}  ${archive}\n`,
    };
    cutAt = undefined;
    // The real curl, redirected to the local host.
    const curl = execFileSync("bash", ["-c", "command -v curl"], { encoding: "utf8" }).trim();
    const led = `args=("\${@/#https:\\/\\/get.pulumi.com/${host.url.replaceAll("/", "\\/")}}")`;
    writeProgram(programs, "curl", [
      `exec bash -c '${led}; exec ${curl} "\${args[@]/#=https/=http}"' curl "$@"`,
    ]);
    writeProgram(programs, "pulumi", ["echo v0.0.1"]);
  });

  const install = async () => {
    const ended = await run(["bash", "scripts/install.sh"], {
      folder,
      env: { ...process.env, HOME: folder, PATH: `${programs}${delimiter}${process.env["PATH"]}` },
    });
    const cli = join(folder, ".cache/pulumi-cli", version);
    return { ...ended, cli: existsSync(cli) ? readdirSync(cli) : [] };
  };

  const pin = (checksum: string) =>
    writeFileSync(
      join(folder, "pipeline.env"),
      settings.replace(/^PULUMI_CLI_SHA256=.*$/m, `PULUMI_CLI_SHA256=${checksum}`),
    );

  it("installs the packages of the lock file, and keeps the Pulumi CLI of pipeline.env", async () => {
    writeProgram(programs, "pulumi", [`echo v${version}`]);
    const { code, output } = await install();
    expect(output).toContain(`Pulumi ${version} is installed.`);
    expect(code).toBe(0);
    expect(existsSync(join(folder, "node_modules/doorbell/package.json"))).toBe(true);
  });

  it("gets the Pulumi CLI if its checksum is the one that its maker publishes", async () => {
    const { code, output, cli } = await install();
    expect(output).toContain(`Pulumi ${version} is in ${folder}/.cache/pulumi-cli/${version}`);
    expect({ code, cli }).toEqual({ code: 0, cli: ["pulumi"] });
    expect(existsSync(join(folder, "node_modules/doorbell/package.json"))).toBe(true);
  });

  it("gets it with the right pinned checksum too", async () => {
    pin(sum.toUpperCase());
    expect(await install()).toMatchObject({ code: 0, cli: ["pulumi"] });
  });

  it("refuses another checksum than the published one, and unpacks nothing", async () => {
    files[`/releases/sdk/${sums}`] = `${wrong}  ${archive}\n`;
    const { code, output, cli } = await install();
    expect(output).toContain(
      `Refused: ${archive} is not what it should be: its SHA-256 is ${sum}, but https://get.pulumi.com/releases/sdk/${sums} says ${wrong}. None of it was run.`,
    );
    expect({ code, cli }).toEqual({ code: 1, cli: [] });
    expect(existsSync(join(folder, "node_modules"))).toBe(false);
  });

  it("refuses another checksum than the pinned one, though the published one fits", async () => {
    pin(wrong);
    const { code, output, cli } = await install();
    expect(output).toContain(`its SHA-256 is ${sum}, but PULUMI_CLI_SHA256 in pipeline.env says ${wrong}.`);
    expect({ code, cli }).toEqual({ code: 1, cli: [] });
  });

  it("refuses a release that the published checksums do not name", async () => {
    files[`/releases/sdk/${sums}`] = `${sum}  ${archive}.sig\n`;
    const { code, output, cli } = await install();
    expect(output).toContain(`${sums} has no checksum for ${archive}`);
    expect({ code, cli }).toEqual({ code: 1, cli: [] });
  });

  it.each([
    ["checksums that are not there", sums],
    ["a release that is not there", archive],
  ])("refuses %s", async (_case, name) => {
    files[`/releases/sdk/${name}`] = "";
    const { code, output, cli } = await install();
    expect(output).toContain(`Refused: https://get.pulumi.com/releases/sdk/${name} could not be downloaded`);
    expect({ code, cli }).toEqual({ code: 1, cli: [] });
  });

  it("refuses a release that was cut off on the way", async () => {
    cutAt = 100;
    const { code, output, cli } = await install();
    expect(output).toContain(`${archive} could not be downloaded`);
    expect({ code, cli }).toEqual({ code: 1, cli: [] });
  });
});

describe("scripts/find-plan.mjs of examples/gitops", () => {
  const PREVIEW = 77;
  let repository: Repository;
  let server: LocalServer;
  let folder: string;
  let tree: string;
  let status: number;
  /** GitHub's answers, by the path below `actions`. */
  let answers: Record<string, object>;

  /** Uploads of runs: each has the id of its run, and was created at that hour. */
  const artifact = (id: number, more: object = {}) => ({
    expired: false,
    created_at: `2030-06-01T0${id}:00:00Z`,
    workflow_run: { id },
    ...more,
  });

  /** A run as GitHub shows it after the merge, when its pull request is no longer listed. */
  const previewRun = (more: object = {}) => ({
    workflow_id: PREVIEW,
    path: ".github/workflows/preview.yml",
    event: "pull_request",
    conclusion: "success",
    head_branch: "access",
    head_commit: { tree_id: tree },
    repository: { id: 1 },
    head_repository: { id: 1 },
    pull_requests: [],
    ...more,
  });

  const github = (artifacts: readonly object[], runs: Readonly<Record<number, object>>) => {
    answers = {
      [`artifacts?name=plan-${tree}&per_page=100`]: { artifacts },
      "workflows/preview.yml": { id: PREVIEW },
      ...Object.fromEntries(Object.entries(runs).map(([id, run]) => [`runs/${id}`, run])),
    };
  };

  const find = async () => {
    const outputs = join(newFolder(), "outputs");
    writeFileSync(outputs, "");
    const ended = await run([process.execPath, "scripts/find-plan.mjs"], {
      folder,
      env: {
        PATH: process.env["PATH"],
        GITHUB_API_URL: server.url,
        GITHUB_REPOSITORY: "example/doors",
        GITHUB_TOKEN: "demo-token",
        GITHUB_OUTPUT: outputs,
      },
    });
    return { ...ended, outputs: readFileSync(outputs, "utf8") };
  };

  beforeAll(async () => {
    repository = new Repository();
    server = await startServer((response, _index, { url }) => {
      const answer = answers[url.replace("/repos/example/doors/actions/", "")];
      answerJson(response, answer === undefined ? 404 : status, answer);
    });
    repository.push("main", { "NOTES.md": "A commit.\n" });
    folder = repository.checkOutMain();
    tree = execFileSync("git", ["rev-parse", "HEAD^{tree}"], { cwd: folder, encoding: "utf8" }).trim();
  });

  afterAll(async () => {
    await server.stop();
    repository.remove();
  });

  beforeEach(() => {
    status = 200;
    server.seen.splice(0);
  });

  it("takes the newest plan of this commit's content", async () => {
    github([artifact(3), artifact(5), artifact(4)], { 3: previewRun(), 4: previewRun(), 5: previewRun() });
    const { code, outputs } = await find();
    expect({ code, outputs }).toEqual({ code: 0, outputs: `artifact=plan-${tree}\nrun=5\n` });
    for (const { headers } of server.seen) {
      expect(headers.authorization).toBe("Bearer demo-token");
    }
  });

  it.each([
    ["of a pull request that is open", { pull_requests: [{ base: { ref: "main" } }] }],
    ["of main itself", { event: "workflow_dispatch", head_branch: "main" }],
  ])("takes the plan of a preview run %s", async (_case, more) => {
    github([artifact(5)], { 5: previewRun(more) });
    expect(await find()).toMatchObject({ code: 0, outputs: expect.stringContaining("run=5\n") as unknown });
  });

  const other = { workflow_id: 78, path: ".github/workflows/preview.yml@other.yml" };
  it.each<[string, object, string]>([
    [
      "another workflow of the repository uploaded",
      other,
      "it is a run of .github/workflows/preview.yml@other.yml, not of the preview workflow",
    ],
    ["a fork uploaded", { head_repository: { id: 2 } }, "it ran the code of a fork"],
    ["a fork that is gone uploaded", { head_repository: null }, "it ran the code of a fork"],
    ["a failed run left", { conclusion: "failure" }, "it ended with failure, not with success"],
    ["a run that goes on has uploaded", { conclusion: null }, "it has not ended"],
    [
      "a pull request into another branch made",
      { pull_requests: [{ base: { ref: "main" } }, { base: { ref: "elsewhere" } }] },
      "neither by a pull request into main nor on main",
    ],
    [
      "a run by hand on a branch made",
      { event: "workflow_dispatch" },
      "it was started by workflow_dispatch on access, neither by a pull request into main nor on main",
    ],
    [
      "an event that the workflow does not have made",
      { event: "push", head_branch: "main" },
      "it was started by push on main, neither",
    ],
    [
      "a branch with other content made under this name",
      { head_commit: { tree_id: "another" } },
      "its branch did not have the content that main has now",
    ],
  ])("refuses what %s, and says so", async (_case, more, words) => {
    github([artifact(5)], { 5: previewRun(more) });
    const { code, output, outputs } = await find();
    expect({ code, outputs }).toEqual({ code: 1, outputs: "" });
    expect(output).toContain(`The plan-${tree} of run 5 is not taken: `);
    expect(output).toContain(words);
    expect(output).toContain("Run the preview on main, read it, and apply again.");
  });

  it("passes over what it refuses, and takes an older plan that it trusts", async () => {
    github([artifact(3), artifact(5)], { 3: previewRun(), 5: previewRun(other) });
    const { code, output, outputs } = await find();
    expect({ code, outputs }).toEqual({ code: 0, outputs: `artifact=plan-${tree}\nrun=3\n` });
    expect(output).toContain("of run 5 is not taken");
  });

  it("does not take what has expired", async () => {
    github([artifact(3), artifact(5, { expired: true })], { 3: previewRun(), 5: previewRun() });
    expect((await find()).outputs).toContain("run=3\n");
  });

  it("refuses when there is none, and says what to do", async () => {
    github([], {});
    const { code, output, outputs } = await find();
    expect({ code, outputs }).toEqual({ code: 1, outputs: "" });
    expect(output).toContain("no plan was made for this commit");
    expect(output).toContain("Run the preview on main, read it, and apply again.");
  });

  it("does not take a refusal of GitHub for the absence of a plan", async () => {
    github([], {});
    status = 403;
    const { code, output } = await find();
    expect(code).toBe(1);
    expect(output).toContain("GitHub answered 403");
    expect(output).not.toContain("no plan was made");
  });
});
