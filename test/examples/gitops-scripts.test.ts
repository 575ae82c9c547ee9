import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
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
  it("installs the packages of the lock file, and keeps the Pulumi CLI of pipeline.env", async () => {
    const folder = newFolder();
    const programs = newFolder();
    cpSync(join(example, "scripts"), join(folder, "scripts"), { recursive: true });
    cpSync(join(example, "pipeline.env"), join(folder, "pipeline.env"));
    const version = /PULUMI_CLI_VERSION=(.*)/.exec(readFileSync(join(folder, "pipeline.env"), "utf8"))?.[1];
    // The real CLI of the tests may be another version; the real one of the example would be a download.
    writeProgram(programs, "pulumi", [`echo v${version}`]);
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
    const { code, output } = await run(["bash", "scripts/install.sh"], {
      folder,
      env: { ...process.env, PATH: `${programs}${delimiter}${process.env["PATH"]}` },
    });
    expect(output).toContain(`Pulumi ${version} is installed.`);
    expect(code).toBe(0);
    expect(existsSync(join(folder, "node_modules/doorbell/package.json"))).toBe(true);
  });
});

describe("scripts/find-plan.mjs of examples/gitops", () => {
  let repository: Repository;
  let server: LocalServer;
  let folder: string;
  let tree: string;
  let status: number;
  let artifacts: object[];

  const artifact = (id: number, more: object = {}) => ({
    expired: false,
    created_at: `2030-06-01T0${id}:00:00Z`,
    workflow_run: { id, repository_id: 1, head_repository_id: 1 },
    ...more,
  });

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
    server = await startServer((response) => answerJson(response, status, { artifacts }));
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
    artifacts = [];
  });

  it("takes the newest plan of this commit's content", async () => {
    artifacts = [artifact(3), artifact(5), artifact(4)];
    const { code, outputs } = await find();
    expect({ code, outputs }).toEqual({ code: 0, outputs: `artifact=plan-${tree}\nrun=5\n` });
    const { url, headers } = server.seen.at(-1) ?? {};
    expect(url).toBe(`/repos/example/doors/actions/artifacts?name=plan-${tree}&per_page=100`);
    expect(headers?.authorization).toBe("Bearer demo-token");
  });

  it("takes neither what has expired nor what a fork has uploaded", async () => {
    artifacts = [
      artifact(3),
      artifact(4, { workflow_run: { id: 4, repository_id: 1, head_repository_id: 2 } }),
      artifact(5, { expired: true }),
    ];
    expect((await find()).outputs).toContain("run=3\n");
  });

  it("refuses when there is none, and says what to do", async () => {
    const { code, output, outputs } = await find();
    expect({ code, outputs }).toEqual({ code: 1, outputs: "" });
    expect(output).toContain("no plan was made for this commit");
    expect(output).toContain("Run the preview on main, read it, and apply again.");
  });

  it("does not take a refusal of GitHub for the absence of a plan", async () => {
    status = 403;
    const { code, output } = await find();
    expect(code).toBe(1);
    expect(output).toContain("GitHub answered 403");
    expect(output).not.toContain("no plan was made");
  });
});
