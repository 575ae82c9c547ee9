import { execFileSync } from "node:child_process";
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";

export const PASSWORD = "invented-password";
const DEBIAN = "/usr/lib/postgresql";

/** The folder of PostgreSQL's programs: on PATH or, on Debian, one folder for each version. */
function findPrograms(): string | undefined {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    ...(process.env["PATH"] ?? "").split(delimiter),
    ...versions.map((version) => join(DEBIAN, version, "bin")),
  ];
  return folders.find((folder) => existsSync(join(folder, "initdb")) && existsSync(join(folder, "pg_ctl")));
}

const programs = findPrograms();
const MISSING =
  `its programs initdb and pg_ctl are neither on PATH nor in ${DEBIAN}/<version>/bin; ` +
  "to get them, for example: apt-get install postgresql";

/**
 * `describe` if PostgreSQL is installed. Otherwise the suite is skipped with a message, or fails with REQUIRE_POSTGRES,
 * which CI sets.
 */
export function describeWithPostgres(name: string, suite: () => void): void {
  if (programs !== undefined || process.env["REQUIRE_POSTGRES"] !== undefined) {
    describe(name, suite);
    return;
  }
  process.stderr.write(`Skipped: "${name}", because PostgreSQL is missing: ${MISSING}.\n`);
  describe.skip(name, suite);
}

/** A PostgreSQL server for one test, in a temporary folder. It listens only on a socket in that folder. */
export class PostgresServer {
  readonly #programs: string;
  readonly #account: { uid: number; gid: number } | undefined;
  readonly #folder: string;

  constructor() {
    if (programs === undefined) {
      throw new Error(`PostgreSQL is required here (REQUIRE_POSTGRES is set), but ${MISSING}.`);
    }
    this.#programs = programs;
    this.#account = serverAccount();
    this.#folder = mkdtempSync(join(tmpdir(), "smartlock-postgres-"));
    if (this.#account !== undefined) {
      chownSync(this.#folder, this.#account.uid, this.#account.gid);
    }
    const passwordFile = join(this.#folder, "password");
    writeFileSync(passwordFile, PASSWORD, { mode: 0o644 });
    const access = ["--username=fleet", "--auth=scram-sha-256", "--pwfile", passwordFile];
    this.#run("initdb", ...access, "--locale=C", "--encoding=UTF8", "--no-sync");
    const options = `-c listen_addresses='' -c unix_socket_directories='${this.#folder}' -c fsync=off`;
    this.#run("pg_ctl", "start", "--wait", "--log", join(this.#folder, "log"), "--options", options);
  }

  /** In the form that Pulumi accepts, with a separate table for each name. */
  backendUrl(table: string): string {
    return `postgres://fleet:${PASSWORD}@/postgres?host=${encodeURIComponent(this.#folder)}&table=${table}`;
  }

  stop(): void {
    this.#run("pg_ctl", "stop", "--wait", "--mode", "immediate");
    rmSync(this.#folder, { recursive: true, force: true });
  }

  #run(program: string, ...args: string[]): void {
    execFileSync(join(this.#programs, program), ["--pgdata", join(this.#folder, "data"), ...args], {
      cwd: this.#folder,
      stdio: ["ignore", "ignore", "inherit"],
      ...this.#account,
    });
  }
}

/** The server refuses to run as root. Then it runs as the user of Debian's package. */
function serverAccount(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) {
    return undefined;
  }
  const id = (flag: string): number => Number(execFileSync("id", [flag, "postgres"], { encoding: "utf8" }));
  return { uid: id("-u"), gid: id("-g") };
}
