import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { acts } from "../../../cli/acts/table";
import { type Simulator, startSimulator } from "../../../simulator";
import { fullAccount, secretsIn, writesTo } from "./account";
import { everyLine, type Line } from "./lines";
import { runSmartlock, type Situation } from "./scripted-terminal";

const folder = mkdtempSync(join(tmpdir(), "smartlock-acts-"));
const lines = everyLine(folder);

/** Each command that changes something, over HTTP, against the whole account. */
describe("Every act", () => {
  let simulator: Simulator;
  let account: ReturnType<Simulator["state"]>;

  beforeAll(async () => {
    simulator = await startSimulator({ state: await fullAccount(), token: "an-invented-token" });
    account = simulator.state();
  });
  afterAll(async () => {
    await simulator.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  /** Runs a line, and checks that no output has a secret, except the file or the screen that is meant for it. */
  async function run(line: Line, more: readonly string[], situation: Situation = {}) {
    simulator.setState(line.before?.(account) ?? account);
    simulator.clearRequests();
    const before = simulator.state();
    const stdin = line.stdin?.(before);
    const ended = await runSmartlock(simulator, [...line.args, ...more], {
      ...situation,
      ...(stdin !== undefined && { stdin }),
    });
    const after = simulator.state();
    const allowed = line.givesSecret && situation.shows === true ? newSecrets(before, after) : [];
    const secrets = [...secretsIn(before), ...secretsIn(after), ...(stdin === undefined ? [] : [stdin])];
    for (const secret of secrets.filter((one) => !allowed.includes(one))) {
      expect(ended.stdout + ended.stderr + ended.questions.join()).not.toContain(secret);
    }
    return { ...ended, before, after, writes: writesTo(simulator) };
  }

  function newSecrets(before: typeof account, after: typeof account): string[] {
    const known = secretsIn(before);
    return secretsIn(after).filter((secret) => !known.includes(secret));
  }

  let files = 0;
  function secretFile(line: Line): string[] {
    return line.givesSecret ? ["--secret-file", join(folder, `secret-${files++}`)] : [];
  }

  it("has a line here for each of its operations", () => {
    expect([...new Set(lines.map(({ act }) => act))].sort()).toEqual(acts.map(({ name }) => name).sort());
    const operations = acts.flatMap((act) => act.operations);
    expect(new Set(lines.map(({ sends }) => sends)).size).toBe(operations.length);
    expect(new Set(operations).size).toBe(operations.length);
  });

  describe.each(lines.map((line) => [line.args.join(" ").replaceAll(folder, ""), line] as const))(
    "smartlock %s",
    (_title, line) => {
      it("does what it says, with one request, once it is agreed to", async () => {
        const ended = await run(line, ["--yes", ...secretFile(line)]);
        expect({ code: ended.code, writes: ended.writes }).toEqual({ code: 0, writes: [line.sends] });
        expect(line.done(ended.after, ended.before)).toBe(true);
        expect(ended.stdout).toMatch(/^Accepted by the service: /);
      });

      it("reports it as JSON", async () => {
        const ended = await run(line, ["--yes", "--json", ...secretFile(line)]);
        const [method = "", path = ""] = line.sends.split(" ");
        expect(JSON.parse(ended.stdout)).toMatchObject({
          act: line.act,
          outcome: "accepted",
          deed: expect.stringContaining(line.asks ?? "") as string,
          request: { method, path: expect.stringMatching(pathPattern(path)) as string },
        });
      });

      it("sends nothing in a dry run, and prints the request", async () => {
        const ended = await run(line, ["--dry-run"]);
        expect({ code: ended.code, writes: ended.writes }).toEqual({ code: 0, writes: [] });
        expect(ended.stdout).toMatch(/^This would /);
        expect(ended.stdout).toContain(line.asks ?? "");
        const [method = "", path = ""] = line.sends.split(" ");
        expect(ended.stdout).toMatch(new RegExp(`\n {2}${method} ${pathPattern(path).source.slice(1, -1)}`));
        expect(ended.stdout).toMatch(/\nNothing was sent\.$/);
        expect(unmoved(ended.after)).toEqual(unmoved(ended.before));
      });

      it("is forbidden by readOnly", async () => {
        const ended = await run(line, ["--yes", ...secretFile(line)], {
          variables: { SMARTLOCK_READ_ONLY: "true" },
        });
        expect({ code: ended.code, writes: ended.writes }).toEqual({ code: 2, writes: [] });
        expect(ended.stderr).toContain(
          "changes something, and that is forbidden here. Nothing was sent. readOnly is set by environment variable SMARTLOCK_READ_ONLY.",
        );
      });

      it("asks first if it must, and refuses if there is nobody to ask", async () => {
        const alone = await run(line, secretFile(line));
        if (line.asks === undefined) {
          expect({ code: alone.code, writes: alone.writes }).toEqual({ code: 0, writes: [line.sends] });
          return;
        }
        expect({ code: alone.code, writes: alone.writes }).toEqual({ code: 2, writes: [] });
        expect(alone.stderr).toContain(line.asks);
        expect(alone.stderr).toContain("there is no terminal to ask on");
        expect(alone.stderr).toMatch(/If you mean it, add --yes\.$/);

        const unsure = await run(line, secretFile(line), { answers: ["no"] });
        expect({ code: unsure.code, writes: unsure.writes }).toEqual({ code: 2, writes: [] });
        expect(unsure.stderr).toContain(line.asks);
        expect(unsure.stderr).toContain("the answer was not yes");

        const sure = await run(line, secretFile(line), { answers: ["yes"] });
        expect({ code: sure.code, writes: sure.writes }).toEqual({ code: 0, writes: [line.sends] });
      });

      it("says what was not done, to what and why, if the service refuses it", async () => {
        simulator.setFaults([
          { kind: "error", status: 400, operation: line.sends, message: "not like this" },
        ]);
        const ended = await run(line, ["--yes", ...secretFile(line)]);
        simulator.clearFaults();
        expect(ended.code).toBe(1);
        expect(ended.stderr).toMatch(/^smartlock: It failed to .*The service says: "not like this"/);
        expect(ended.stderr).toContain(line.asks ?? "");
      });

      it("says that nobody knows, if the answer is lost", async () => {
        simulator.setFaults([{ kind: "drop", when: "after", operation: line.sends, count: "always" }]);
        const ended = await run(line, ["--yes", ...secretFile(line)], {
          variables: { SMARTLOCK_TIMEOUT: "2" },
        });
        simulator.clearFaults();
        expect(ended.code).toBe(3);
        expect(ended.stderr).toMatch(
          /^smartlock: The request to .* was sent, but .*Look before you try again\./,
        );
      });
    },
  );

  it.each(lines.filter(({ givesSecret }) => givesSecret).map((line) => [line.act, line] as const))(
    "%s gives its secret only to a screen, or to a new file that only its owner can read",
    async (_title, line) => {
      const piped = await run(line, ["--yes"]);
      expect({ code: piped.code, writes: piped.writes }).toEqual({ code: 2, writes: [] });
      expect(piped.stderr).toContain("--secret-file");

      const json = await run(line, ["--yes", "--json"], { answers: [] });
      expect({ code: json.code, writes: json.writes }).toEqual({ code: 2, writes: [] });

      const seen = await run(line, ["--yes"], { answers: [], shows: true });
      expect(newSecrets(seen.before, seen.after)).toHaveLength(1);
      expect(seen.stdout).toContain(newSecrets(seen.before, seen.after)[0]);

      const file = join(folder, `own-${line.act}`);
      const kept = await run(line, ["--yes", "--json", "--secret-file", file]);
      expect(readFileSync(file, "utf8")).toBe(`${newSecrets(kept.before, kept.after)[0] ?? ""}\n`);
      expect(statSync(file).mode & 0o777).toBe(0o600);
      expect(kept.stderr).toBe(`The secret is in ${file}. Only you can read that file.`);

      const again = await run(line, ["--yes", "--secret-file", file]);
      expect({ code: again.code, writes: again.writes }).toEqual({ code: 2, writes: [] });
      expect(again.stderr).toContain("It exists already, and is not overwritten");
    },
  );
});

/** Without the moment, and without when a token was used last. */
function unmoved(state: ReturnType<Simulator["state"]>): unknown {
  const tokens = state.tokens.map((token) => ({ ...token, lastActiveDate: undefined }));
  return { ...state, savedAt: undefined, tokens };
}

/** A path of the service with any id. */
function pathPattern(path: string): RegExp {
  return new RegExp(`^${path.replace(/\{\w+\}/g, "[^/]+")}$`);
}
