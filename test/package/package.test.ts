import { spawnSync } from "node:child_process";
import { join, resolve } from "node:path";
import { tarball } from "./user-folder";

const modules = resolve(__dirname, "../../node_modules");

/** Checks for problems that the makers of these tools have seen in packages. */
describe("The packed package", () => {
  it("has what users need, and not what the build keeps for itself", () => {
    const { stdout } = spawnSync("tar", ["-tzf", tarball()], { encoding: "utf8" });
    const files = stdout.split("\n");
    expect(files).toContain("package/dist/provider/index.js");
    expect(files.filter((file) => file.endsWith(".tsbuildinfo"))).toEqual([]);
  });

  it.each([
    ["publint", "src/cli.js", ["run", "--strict"]],
    ["@arethetypeswrong/cli", "dist/index.js", ["--no-emoji", "--no-color"]],
  ])("passes the checks of %s", (name, file, args) => {
    const script = join(modules, name, file);
    const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args, tarball()], {
      encoding: "utf8",
    });
    expect({ status, said: status === 0 ? "" : `${stdout}${stderr}` }).toEqual({ status: 0, said: "" });
  });
});
