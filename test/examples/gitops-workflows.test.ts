import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { example } from "./gitops/repository";

const folder = join(example, ".github/workflows");
const workflows = readdirSync(folder).map(
  (file) => [file, readFileSync(join(folder, file), "utf8")] as const,
);

/** All values of a key, wherever it is; the workflows keep each on one line. */
function values(text: string, key: string): string[] {
  return [...text.matchAll(new RegExp(`^\\s*(?:- )?${key}: *(.*)$`, "gm"))].map(([, value = ""]) => value);
}

/** The lines below a key, up to the next line that is not deeper. */
function block(text: string, key: string): string[] {
  const lines = text.split("\n");
  const start = lines.findIndex((line) => line.trim() === `${key}:`);
  const depth = lines[start]?.search(/\S/) ?? 0;
  const rest = lines.slice(start + 1);
  const end = rest.findIndex((line) => line.trim() !== "" && line.search(/\S/) <= depth);
  return rest.slice(0, end).map((line) => line.trim());
}

describe("the workflows of examples/gitops", () => {
  it("are a preview, an apply and a drift check", () => {
    expect(workflows.map(([file]) => file).sort()).toEqual(["apply.yml", "drift.yml", "preview.yml"]);
  });

  describe.each(workflows)("%s", (file, text) => {
    it("only calls scripts of the example", () => {
      const steps = values(text, "run");
      expect(steps.length).toBeGreaterThan(0);
      for (const step of steps) {
        expect(step).toMatch(/^(bash scripts\/[\w-]+\.sh|node scripts\/[\w-]+\.mjs)$/);
        expect(existsSync(join(example, step.split(" ")[1] ?? ""))).toBe(true);
      }
    });

    it("uses actions of GitHub alone, each by its full commit, with the version beside it", () => {
      for (const action of values(text, "uses")) {
        expect(action).toMatch(/^actions\/[a-z-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/);
      }
    });

    it("asks GitHub for reading alone, once, for the whole workflow", () => {
      expect(values(text, "permissions")).toEqual([""]);
      const expected = file === "apply.yml" ? ["actions: read", "contents: read"] : ["contents: read"];
      expect(block(text, "permissions").filter((line) => line !== "")).toEqual(expected);
    });

    it("gives secrets to the one step that runs Pulumi, from an environment of its own", () => {
      const steps = text.split(/^ {6}- /m).slice(1);
      const knowing = steps.filter((step) => step.includes("secrets."));
      expect(knowing.map((step) => step.split("\n")[0])).toEqual([
        `run: bash scripts/${file.replace(".yml", ".sh")}`,
      ]);
      expect(values(text, "environment")).toHaveLength(1);
    });

    it("has a time limit, a fixed runner and a concurrency group", () => {
      expect(values(text, "runs-on")).toEqual(["ubuntu-24.04"]);
      expect(values(text, "timeout-minutes")).toHaveLength(1);
      // Only a preview may be cancelled, since it writes nothing.
      expect(values(text, "cancel-in-progress")).toEqual([String(file === "preview.yml")]);
      expect(values(text, "group")).toHaveLength(1);
    });

    it("puts nothing that a pull request can choose into a command", () => {
      expect(values(text, "run").join()).not.toContain("${{");
      expect(text).not.toContain("pull_request_target");
    });
  });

  it.each(["preview.sh", "drift.sh"])("%s sets the guard against writes itself", (script) => {
    expect(readFileSync(join(example, "scripts", script), "utf8")).toMatch(
      /^export SMARTLOCK_READ_ONLY=true\b/m,
    );
  });

  it("never share a concurrency group: a waiting apply would be dropped for a drift check", () => {
    const groups = workflows.flatMap(([, text]) => values(text, "group"));
    expect(new Set(groups).size).toBe(workflows.length);
  });

  it("give a pull request other secrets than main, and none to a fork", () => {
    const environments = Object.fromEntries(
      workflows.map(([file, text]) => [file, values(text, "environment")[0]]),
    );
    expect(environments).toEqual({
      "apply.yml": "main-write",
      "drift.yml": "main-read",
      "preview.yml": "${{ github.event_name == 'pull_request' && 'pull-request' || 'main-read' }}",
    });
    const onlyMain = "github.ref == 'refs/heads/main'";
    const conditions = Object.fromEntries(workflows.map(([file, text]) => [file, values(text, "if")]));
    expect(conditions).toEqual({
      "apply.yml": [onlyMain],
      "drift.yml": [onlyMain],
      "preview.yml": [`${onlyMain} || github.event.pull_request.head.repo.full_name == github.repository`],
    });
  });
});
