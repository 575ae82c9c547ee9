import { execFileSync } from "node:child_process";
import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { temporaryFolders } from "./script-module";

const root = join(__dirname, "..", "..");
const temporaryFolder = temporaryFolders();

function complete(file: string): string {
  return execFileSync(process.execPath, [join(root, "scripts", "complete-lock.mjs"), file], {
    encoding: "utf8",
  });
}

describe("the lock file", () => {
  it("names the binaries for every platform, or npm ci refuses it (cure: node scripts/complete-lock.mjs)", () => {
    const copy = join(temporaryFolder(), "package-lock.json");
    copyFileSync(join(root, "package-lock.json"), copy);
    expect(complete(copy)).toMatch(/^0 packages added/);
  });

  it("gets what a mirror lacks from the package that asks for it", () => {
    const file = join(temporaryFolder(), "package-lock.json");
    const optionalDependencies = {
      "@x/core-linux-x64-gnu": "1.2.3",
      "@x/core-linux-x64-musl": "1.2.3",
      "@x/core-win32-x64-msvc": "1.2.3",
    };
    const present = { version: "1.2.3", integrity: "sha512-present" };
    const core = { version: "1.2.3", dev: true, optionalDependencies };
    writeFileSync(
      file,
      JSON.stringify({
        packages: { "node_modules/@x/core": core, "node_modules/@x/core-linux-x64-gnu": present },
      }),
    );
    expect(complete(file)).toMatch(/^2 packages added/);
    expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({
      packages: {
        "node_modules/@x/core": core,
        "node_modules/@x/core-linux-x64-gnu": present,
        "node_modules/@x/core-linux-x64-musl": {
          version: "1.2.3",
          cpu: ["x64"],
          dev: true,
          libc: ["musl"],
          optional: true,
          os: ["linux"],
        },
        "node_modules/@x/core-win32-x64-msvc": {
          version: "1.2.3",
          cpu: ["x64"],
          dev: true,
          optional: true,
          os: ["win32"],
        },
      },
    });
  });
});
