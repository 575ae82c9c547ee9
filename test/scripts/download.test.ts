import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { type LocalServer, startServer } from "../http/local-server";
import { evaluate, temporaryFolders, writeProgram } from "./script-module";

const newFolder = temporaryFolders();
const ARCHIVE = `pulumi-v3.259.0-${process.platform}-${process.arch}.tar.gz`;
const SUMS = "pulumi-3.259.0-checksums.txt";
const WRONG = "0".repeat(64);

/** A release as its vendor packs it. The CLI in it leaves a mark when it runs. */
function pack(mark: string): Buffer {
  const folder = newFolder();
  mkdirSync(join(folder, "pulumi"));
  writeProgram(join(folder, "pulumi"), "pulumi", [`echo ran > ${mark}`, "echo v3.259.0"]);
  writeProgram(join(folder, "pulumi"), "pulumi-language-nodejs", []);
  execFileSync("tar", ["-czf", ARCHIVE, "pulumi"], { cwd: folder });
  return readFileSync(join(folder, ARCHIVE));
}

/** A PATH with the programs that unpack an archive, and nothing else. */
function pathToUnpack(): string {
  const folder = newFolder();
  for (const program of ["tar", "gzip"]) {
    const file = execFileSync("sh", ["-c", `command -v ${program}`], { encoding: "utf8" }).trim();
    symlinkSync(file, join(folder, program));
  }
  return folder;
}

describe("the download of the Pulumi CLI", () => {
  let host: LocalServer;
  /** The files on the host, by name. */
  let files: Record<string, Buffer | string>;
  /** The host hangs up after this many bytes. */
  let cutAt: number | undefined;
  let cache: string;
  let mark: string;
  let sum: string;

  beforeAll(async () => {
    host = await startServer((response, _index, { url }) => {
      const content = Buffer.from(files[url.slice("/sdk/".length)] ?? "");
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
    const folder = newFolder();
    cache = join(folder, "cache");
    mark = join(folder, "mark");
    const archive = pack(mark);
    sum = createHash("sha256").update(archive).digest("hex");
    files = { [ARCHIVE]: archive, [SUMS]: `${WRONG}  another.tar.gz\n${sum}  ${ARCHIVE}\n` };
    cutAt = undefined;
    host.seen.splice(0);
  });

  /** Asks for the CLI on a machine with no CLI on PATH and no Go toolchain. */
  const getCli = (pinned?: string) =>
    evaluate(
      "pulumi-cli/get.mjs",
      `return script.getPulumiCli(process.env, ${JSON.stringify(`${host.url}/sdk/`)})`,
      {
        PATH: pathToUnpack(),
        SMARTLOCK_CLI_CACHE: cache,
        ...(pinned === undefined ? {} : { SMARTLOCK_CLI_SHA256: pinned }),
      },
    );

  const leftInCache = () => (existsSync(cache) ? readdirSync(cache) : []);

  it("takes a release whose checksum is the one that its maker publishes", async () => {
    const { value, error } = await getCli();
    expect(error).toBeUndefined();
    const folder = join(cache, `pulumi-v3.259.0-${process.platform}-${process.arch}`);
    expect(value).toEqual({ pulumi: join(folder, "pulumi"), version: "v3.259.0" });
    expect(readdirSync(folder).sort()).toEqual(["pulumi", "pulumi-language-nodejs"]);
  });

  it("takes it with the right pinned checksum too, in either case of letters", async () => {
    expect((await getCli(sum.toUpperCase())).error).toBeUndefined();
    expect(existsSync(mark)).toBe(true);
  });

  it("stops at another checksum than the published one, and runs nothing of it", async () => {
    files[SUMS] = `${WRONG}  ${ARCHIVE}\n`;
    const { error, printed } = await getCli();
    expect(error).toBe(
      `${host.url}/sdk/${ARCHIVE} is not what it should be: its SHA-256 is ${sum}, but ${host.url}/sdk/${SUMS} ` +
        `says ${WRONG}. None of it was run, and it is deleted. Run the command again. If it fails in the same way, ` +
        "do not use this download: tell the maker of the CLI, and install the CLI in another way.",
    );
    expect(printed).not.toContain("build with Go");
    expect(existsSync(mark)).toBe(false);
    expect(leftInCache()).toEqual([]);
  });

  it("stops at another checksum than the pinned one, though the published one fits", async () => {
    const { error } = await getCli(WRONG);
    expect(error).toContain(`its SHA-256 is ${sum}, but SMARTLOCK_CLI_SHA256 says ${WRONG}.`);
    expect(existsSync(mark)).toBe(false);
    expect(leftInCache()).toEqual([]);
  });

  it("takes no pinned checksum that is none", async () => {
    const { error } = await getCli("sha256:abc");
    expect(error).toContain('SMARTLOCK_CLI_SHA256 is "sha256:abc", not a SHA-256 checksum (64 hex digits)');
    expect(host.seen).toEqual([]);
  });

  it("takes no release that the published checksums do not name", async () => {
    files[SUMS] = `${sum}  ${ARCHIVE}.sig\n`;
    const { error } = await getCli();
    expect(error).toContain(`official download: ${host.url}/sdk/${SUMS} has no checksum for ${ARCHIVE}`);
    expect(existsSync(mark)).toBe(false);
  });

  it("takes no release whose maker publishes no checksums", async () => {
    files[SUMS] = "";
    const { error } = await getCli();
    expect(error).toContain(
      `official download: ${host.url}/sdk/${SUMS} could not be downloaded: the answer was 404`,
    );
    expect(existsSync(mark)).toBe(false);
  });

  it("takes no release that was cut off on the way", async () => {
    cutAt = 100;
    const { error } = await getCli();
    expect(error).toContain(`official download: ${host.url}/sdk/${ARCHIVE} could not be downloaded: `);
    expect(existsSync(mark)).toBe(false);
    expect(leftInCache()).toEqual([]);
  });

  it("gives up on a host that falls silent", async () => {
    const silent = await startServer(() => undefined);
    const { error } = await evaluate(
      "pulumi-cli/fetch.mjs",
      `return script.fetchText(${JSON.stringify(silent.url)}, 200)`,
    );
    await silent.stop();
    expect(error).toBe(`${silent.url} could not be downloaded: it took longer than 0.2 s`);
  });
});

describe("the name of a release", () => {
  const name = async (platform: string, arch: string) =>
    evaluate("pulumi-cli/release.mjs", `return script.archiveName("${platform}", "${arch}")`);

  it.each([
    ["linux", "x64", "pulumi-v3.259.0-linux-x64.tar.gz"],
    ["linux", "arm64", "pulumi-v3.259.0-linux-arm64.tar.gz"],
    ["darwin", "x64", "pulumi-v3.259.0-darwin-x64.tar.gz"],
    ["darwin", "arm64", "pulumi-v3.259.0-darwin-arm64.tar.gz"],
    ["win32", "x64", "pulumi-v3.259.0-windows-x64.zip"],
    ["win32", "arm64", "pulumi-v3.259.0-windows-arm64.zip"],
  ])("for %s on %s is %s", async (platform, arch, expected) => {
    expect((await name(platform, arch)).value).toBe(expected);
  });

  it("is none where there is no release", async () => {
    expect((await name("freebsd", "x64")).error).toBe(
      "there is no release of the Pulumi CLI for freebsd on x64",
    );
    expect((await name("linux", "s390x")).error).toBe(
      "there is no release of the Pulumi CLI for linux on s390x",
    );
  });
});
