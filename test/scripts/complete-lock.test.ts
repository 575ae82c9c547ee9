import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { answerJson, type LocalServer, startServer } from "../http/local-server";
import { run } from "../examples/gitops/run";
import { temporaryFolders } from "./script-module";

const root = join(__dirname, "..", "..");
const temporaryFolder = temporaryFolders();

interface Locked {
  readonly link?: boolean;
  readonly integrity?: string;
  readonly resolved?: string;
}
type Packages = Record<string, Locked>;

const { packages: locked } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")) as {
  packages: Packages;
};
/** Packages from a registry: neither workspaces nor links to one. */
const fetched = Object.entries(locked).filter(
  ([path, { link }]) => path.includes("node_modules/") && link !== true,
);

describe("the lock file", () => {
  let registry: LocalServer;
  /** The checksums in the registry, by package. */
  let checksums: Record<string, string>;

  beforeAll(async () => {
    registry = await startServer((response, _index, { url }) => {
      const name = decodeURIComponent(url.slice(1));
      const integrity = checksums[name];
      const version = { name, version: "1.2.3", dist: { integrity, tarball: `${registry.url}/package.tgz` } };
      answerJson(response, integrity === undefined ? 404 : 200, {
        name,
        "dist-tags": { latest: "1.2.3" },
        versions: { "1.2.3": version },
      });
    });
  });

  afterAll(() => registry.stop());

  beforeEach(() => {
    checksums = {};
    registry.seen.splice(0);
  });

  /** Completes a lock file with the real npm, and returns the result. */
  const complete = async (packages: Packages) => {
    const folder = temporaryFolder();
    const file = join(folder, "package-lock.json");
    writeFileSync(file, JSON.stringify({ packages }));
    const { code, output } = await run([process.execPath, join(root, "scripts/complete-lock.mjs"), file], {
      folder,
      env: {
        PATH: process.env["PATH"],
        HOME: folder,
        npm_config_registry: `${registry.url}/`,
        npm_config_cache: join(folder, "npm"),
        npm_config_fetch_retries: "0",
      },
    });
    const after = JSON.parse(readFileSync(file, "utf8")) as { packages: Packages };
    return { code, output, packages: after.packages };
  };

  it("names the binaries for every platform, or npm ci refuses it (cure: node scripts/complete-lock.mjs)", async () => {
    const checked = fetched.map(([path, entry]) => [path, { integrity: "sha512-any", ...entry }] as const);
    const { output } = await complete({ ...locked, ...Object.fromEntries(checked) });
    expect(output).toMatch(/^0 packages and 0 checksums added/);
    expect(registry.seen).toEqual([]);
  });

  it("has the checksum of every package (cure: node scripts/complete-lock.mjs)", () => {
    const without = fetched.filter(([, { integrity }]) => !/^sha512-/.test(integrity ?? ""));
    expect(without.map(([path]) => path)).toEqual([]);
  });

  it("names no registry", () => {
    expect(fetched.filter(([, { resolved }]) => resolved !== undefined)).toEqual([]);
  });

  it("gets what a mirror lacks from the package that asks for it, and its checksum from the registry", async () => {
    const optionalDependencies = {
      "@x/core-linux-x64-gnu": "1.2.3",
      "@x/core-linux-x64-musl": "1.2.3",
      "@x/core-win32-x64-msvc": "1.2.3",
    };
    const present = { version: "1.2.3", integrity: "sha512-present" };
    const core = { version: "1.2.3", integrity: "sha512-core", dev: true, optionalDependencies };
    checksums = { "@x/core-linux-x64-musl": "sha512-musl==" };
    const { code, output, packages } = await complete({
      "node_modules/@x/core": core,
      "node_modules/@x/core-linux-x64-gnu": present,
    });
    expect(code).toBe(0);
    expect(output).toMatch(/^2 packages and 1 checksums added/);
    expect(output).toContain("1 packages stay without a checksum");
    expect(output).toContain("@x/core-win32-x64-msvc@1.2.3: the registry in use does not have it");
    expect(packages).toEqual({
      "node_modules/@x/core": core,
      "node_modules/@x/core-linux-x64-gnu": present,
      "node_modules/@x/core-linux-x64-musl": {
        version: "1.2.3",
        integrity: "sha512-musl==",
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
    });
  });

  it("asks for the checksum of a package that is there without one, and of no workspace", async () => {
    checksums = { inner: "sha512-inner" };
    const { packages } = await complete({
      "examples/one": { version: "0.0.0" } as Locked,
      "node_modules/one": { resolved: "examples/one", link: true },
      "node_modules/outer/node_modules/inner": { version: "1.2.3" } as Locked,
    });
    expect(packages["node_modules/outer/node_modules/inner"]).toEqual({
      version: "1.2.3",
      integrity: "sha512-inner",
    });
    expect(packages["examples/one"]).toEqual({ version: "0.0.0" });
    expect(registry.seen.map(({ url }) => url)).toEqual(["/inner"]);
  });

  it("does not take for a checksum what is none", async () => {
    checksums = { inner: "sha1-weak" };
    const { output, packages } = await complete({ "node_modules/inner": { version: "1.2.3" } as Locked });
    expect(output).toContain('inner@1.2.3: the registry in use says "sha1-weak", not a SHA-512 checksum');
    expect(packages["node_modules/inner"]).toEqual({ version: "1.2.3" });
  });
});
