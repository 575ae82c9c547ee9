import { mkdirSync, readdirSync, symlinkSync, utimesSync } from "node:fs";
import { basename, join } from "node:path";
import { evaluate, temporaryFolders, writeProgram } from "./script-module";

const temporaryFolder = temporaryFolders();

/** Two folders: `bin`, the only one on PATH, and `cache`. */
function machine() {
  const folder = temporaryFolder();
  const place = { bin: join(folder, "bin"), cache: join(folder, "cache") };
  mkdirSync(place.bin);
  mkdirSync(place.cache);
  return place;
}

type Machine = ReturnType<typeof machine>;

/** Asks for the CLI on a machine without network, `times` times at once. */
async function getCli({ bin, cache }: Machine, times = 1) {
  return evaluate(
    "pulumi-cli/get.mjs",
    `globalThis.fetch = () => Promise.reject(new Error("no network here"));
     const env = process.env;
     const clis = await Promise.all(Array.from({ length: ${times} }, () => script.getPulumiCli(env)));
     return ${times} === 1 ? clis[0] : clis;`,
    { PATH: bin, SMARTLOCK_CLI_CACHE: cache },
  );
}

function installPulumi(folder: string, version: string, companions = true): void {
  mkdirSync(folder, { recursive: true });
  writeProgram(folder, "pulumi", [`echo ${version}`]);
  if (companions) {
    writeProgram(folder, "pulumi-language-nodejs", []);
    writeProgram(folder, "pulumi-resource-pulumi-nodejs", []);
  }
}

/** A Go toolchain whose builds are programs that print a version. */
function installGo(bin: string, { version = "go1.99.0", building = "true" } = {}): void {
  writeProgram(bin, "go", [
    `if [ "$1" = env ]; then`,
    `  case "$GOTOOLCHAIN:${version}" in local:*|*:go1.99.0) echo ${version}; exit 0;; esac`,
    `  echo "go: toolchain not available" >&2; exit 1`,
    `fi`,
    `while [ "$1" != -o ]; do shift; done`,
    `printf '#!/bin/sh\\necho v3.259.0\\n' > "$2"`,
    `/bin/chmod 755 "$2"`,
    building,
  ]);
}

function cached({ cache }: Machine): string {
  return join(cache, `pulumi-v3.259.0-${process.platform}-${process.arch}`);
}

describe("the search for the Pulumi CLI", () => {
  it("takes the one on PATH when it is new enough and complete", async () => {
    const place = machine();
    installPulumi(place.bin, "v3.216.0");
    installPulumi(cached(place), "v3.259.0");
    expect((await getCli(place)).value).toEqual({ pulumi: join(place.bin, "pulumi"), version: "v3.216.0" });
  });

  it.each([
    ["is too old", "v3.215.0", true, /says it is version "v3\.215\.0", 3\.216\.0 or later is needed/],
    ["says no version", "broken", true, /says it is version "broken"/],
    ["lacks the language host", "v3.259.0", false, /has no pulumi-language-nodejs beside it or on PATH/],
  ])("takes the cached one when the one on PATH %s", async (_case, version, companions, reason) => {
    const place = machine();
    installPulumi(place.bin, version, companions);
    installPulumi(cached(place), "v3.259.0");
    const { value, printed } = await getCli(place);
    expect(value).toEqual({ pulumi: join(cached(place), "pulumi"), version: "v3.259.0" });
    expect(printed).toMatch(reason);
  });

  it("builds with Go when nothing else works, and finds the result in the cache afterwards", async () => {
    const place = machine();
    installGo(place.bin);
    const built = await getCli(place);
    expect(built.value).toEqual({ pulumi: join(cached(place), "pulumi"), version: "v3.259.0" });
    expect(built.printed).toContain("(build with Go)");
    expect(readdirSync(cached(place)).sort()).toEqual([
      "pulumi",
      "pulumi-language-nodejs",
      "pulumi-resource-pulumi-nodejs",
    ]);
    expect((await getCli(place)).printed).toContain("(cache)");
  });

  it("replaces a cached one that no longer works", async () => {
    const place = machine();
    installGo(place.bin);
    mkdirSync(cached(place));
    writeProgram(cached(place), "pulumi", ["exit 1"]);
    const { value, printed } = await getCli(place);
    expect(value).toEqual({ pulumi: join(cached(place), "pulumi"), version: "v3.259.0" });
    expect(printed).toMatch(/cache: .* ended with code 1/);
  });

  it("leaves nothing that looks finished when a build fails half-way", async () => {
    const place = machine();
    installGo(place.bin, { building: `case "$3" in */cmd/pulumi) echo "disk full" >&2; exit 1;; esac` });
    expect((await getCli(place)).error).toContain("disk full");
    expect(readdirSync(place.cache)).toEqual([]);
  });

  it("removes what a killed build left a day ago, and nothing younger", async () => {
    const place = machine();
    installGo(place.bin);
    const yesterday = Date.now() / 1000 - 25 * 60 * 60;
    mkdirSync(join(place.cache, "unfinished-old"));
    utimesSync(join(place.cache, "unfinished-old"), yesterday, yesterday);
    mkdirSync(join(place.cache, "unfinished-young"));
    // Listed, but gone at the next look. A run sees this when another run finishes at that moment.
    symlinkSync(join(place.cache, "nowhere"), join(place.cache, "unfinished-gone"));
    expect((await getCli(place)).error).toBeUndefined();
    expect(readdirSync(place.cache)).toEqual([
      basename(cached(place)),
      "unfinished-gone",
      "unfinished-young",
    ]);
  });

  it("survives several runs at the same time", async () => {
    const place = machine();
    installGo(place.bin);
    const { value } = await getCli(place, 6);
    const expected = { pulumi: join(cached(place), "pulumi"), version: "v3.259.0" };
    expect(value).toEqual(Array.from({ length: 6 }, () => expected));
    expect(readdirSync(place.cache)).toEqual([basename(cached(place))]);
  });

  it("says what was tried, why each failed and what to do, when none works", async () => {
    const place = machine();
    installPulumi(place.bin, "v3.1.0");
    const { error } = await getCli(place);
    expect(error?.replaceAll(place.bin, "BIN").replaceAll(place.cache, "CACHE")).toMatchInlineSnapshot(`
      "The Pulumi CLI could not be found, downloaded or built.
        1. PATH: BIN/pulumi says it is version "v3.1.0", 3.216.0 or later is needed
        2. cache: CACHE holds no Pulumi CLI v3.259.0
        3. official download: https://get.pulumi.com/releases/sdk/pulumi-3.259.0-checksums.txt could not be downloaded: no network here
        4. build with Go: there is no Go toolchain: go could not be started: spawn go ENOENT
      Any one of these helps:
        - install the Pulumi CLI 3.216.0 or later (https://www.pulumi.com/docs/iac/download-install/) so that \`pulumi version\` works;
        - connect this machine to the internet and run the command again;
        - install a current Go toolchain (https://go.dev/dl/) that reaches a Go module proxy, and run the command again."
    `);
  });

  it("says which Go is needed when the one it finds is too old", async () => {
    const place = machine();
    installGo(place.bin, { version: "go1.21.0" });
    expect((await getCli(place)).error).toMatch(/Go 1\.25\S* or later is needed, this is go1\.21\.0/);
  });
});
