import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { evaluate, temporaryFolders } from "./script-module";

const temporaryFolder = temporaryFolders();

/** Stands in for npm: it does the same to node_modules as `npm ci`, records that it ran, and exits with a code. */
function fakeNpm(folder: string, code: number): string {
  const file = join(folder, "npm-cli.js");
  writeFileSync(
    file,
    `const fs = require("node:fs");
     fs.appendFileSync("calls", process.argv.slice(2).join(" ") + "\\n");
     fs.rmSync("node_modules", { recursive: true, force: true });
     fs.mkdirSync("node_modules");
     process.exit(${code});`,
  );
  return file;
}

async function install(root: string, npm: string) {
  return evaluate("bootstrap/install.mjs", `await script.installPackages(${JSON.stringify(root)})`, {
    npm_execpath: npm,
  });
}

function calls(root: string): string[] {
  const file = join(root, "calls");
  return existsSync(file) ? readFileSync(file, "utf8").trim().split("\n") : [];
}

describe("installing the packages", () => {
  it("runs npm ci once, and again only when the lock file changed", async () => {
    const root = temporaryFolder();
    const npm = fakeNpm(root, 0);
    writeFileSync(join(root, "package-lock.json"), "one");
    await install(root, npm);
    await install(root, npm);
    expect(calls(root)).toEqual([expect.stringMatching(/^ci --include=dev /)]);

    writeFileSync(join(root, "package-lock.json"), "two");
    await install(root, npm);
    expect(calls(root)).toHaveLength(2);
  });

  it("does not count a failed npm ci as done", async () => {
    const root = temporaryFolder();
    writeFileSync(join(root, "package-lock.json"), "one");
    const { error } = await install(root, fakeNpm(root, 3));
    expect(error).toContain("npm ci ended with code 3");

    await install(root, fakeNpm(root, 0));
    expect(calls(root)).toHaveLength(2);
  });
});
