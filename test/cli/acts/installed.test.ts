import { spawn } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { acts } from "../../../cli/acts/table";
import { type Simulator, startSimulator } from "../../../simulator";
import { oneTimePassword } from "../../one-time-password";
import { smartlock } from "../run";
import { writesTo } from "./account";

const command = resolve(__dirname, "../../../dist/cli/main.js");

/** The installed command, in a process of its own, without a terminal. */
describe("An act of the installed command", () => {
  let simulator: Simulator;
  let variables: Record<string, string>;

  beforeAll(async () => {
    simulator = await startSimulator({ seed: "demo", token: "an-invented-token" });
    variables = { SMARTLOCK_TOKEN: simulator.token, SMARTLOCK_BASE_URL: simulator.url };
  });
  beforeEach(() => simulator.reset());
  afterAll(() => simulator.stop());

  it("is done with --yes, and ends with 0", async () => {
    const { stdout, stderr, code } = await smartlock(["unlock", "Front door", "--yes", "--wait"], variables);
    expect(stdout).toMatch(
      /^Accepted by the service: unlock Front door \(\d+\)\.\nConfirmed: the log of Front door/,
    );
    expect({ stderr, code }).toEqual({ stderr: "", code: 0 });
  });

  it("is refused without --yes, and ends with 2", async () => {
    const { stdout, stderr, code } = await smartlock(["unlock", "Front door"], variables);
    expect(stderr).toMatch(/^smartlock: Nothing was sent\. This would unlock Front door .* add --yes\.\n$/);
    expect({ stdout, code, writes: writesTo(simulator) }).toEqual({ stdout: "", code: 2, writes: [] });
  });

  it("reads a secret from the standard input, once it is told to", async () => {
    simulator.setState({
      ...simulator.state(),
      otp: { secret: "ABCDEFGHIJKLMNOPABCDEFGHIJKLMNOP", failures: 0 },
    });
    const child = spawn(process.execPath, [command, "otp", "enable", "--stdin", "--yes"], {
      stdio: ["pipe", "ignore", "inherit"],
      env: { ...process.env, ...variables },
    });
    child.stdin.end(`${oneTimePassword("ABCDEFGHIJKLMNOPABCDEFGHIJKLMNOP", Date.now())}\n`);
    expect(await once(child, "close")).toEqual([0, null]);
    expect(simulator.state().otp?.enabledDate).toBeDefined();
  });

  it("says what is wrong with its arguments, and ends with 1", async () => {
    const missing = await smartlock(["unlock"], variables);
    expect(missing.stderr).toBe("error: missing required argument 'lock'\n");
    const timeout = await smartlock(["unlock", "Front door", "--timeout", "5", "--yes"], variables);
    expect(timeout.stderr).toBe("smartlock: --timeout is only for --wait.\n");
    const never = await smartlock(["unlock", "Front door", "--wait", "--timeout", "0", "--yes"], variables);
    expect(never.stderr).toContain("It must be a number above 0");
    expect([missing.code, timeout.code, never.code]).toEqual([1, 1, 1]);
    expect(writesTo(simulator)).toEqual([]);
  });

  it("takes no token as an argument, and says so", async () => {
    const { stderr, code } = await smartlock(["unlock", "Front door", "--yes"], {
      SMARTLOCK_BASE_URL: simulator.url,
    });
    expect(stderr).toContain("No token. Set SMARTLOCK_TOKEN");
    expect(code).toBe(1);
  });

  it("has help with an example and the exit codes", async () => {
    for (const name of ["unlock", "otp create"]) {
      const { stdout, code } = await smartlock([...name.split(" "), "--help"], {});
      expect(stdout).toContain(`smartlock ${acts.find((act) => act.name === name)?.example ?? "?"}`);
      expect(stdout).toContain(
        "  4  the service accepted it, but the wait ended before the lock confirmed it",
      );
      expect(stdout).toContain("It is never an argument,");
      expect(code).toBe(0);
    }
  });
});
