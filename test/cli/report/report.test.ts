import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { reportForm } from "../../../cli/report/form";
import { type Simulator, startSimulator } from "../../../simulator";
import { smartlock } from "../run";

describe("smartlock report", () => {
  const folder = mkdtempSync(join(tmpdir(), "smartlock-report-"));
  const now = new Date("2026-11-19T12:00:00Z");
  let simulator: Simulator;
  beforeAll(async () => {
    simulator = await startSimulator({ seed: "demo", token: "an-invented-token", now });
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true });
    await simulator.stop();
  });

  const report = (args: readonly string[], variables = {}) =>
    smartlock(["report", ...args], {
      SMARTLOCK_TOKEN: simulator.token,
      SMARTLOCK_BASE_URL: simulator.url,
      ...variables,
    });

  it("says who can open what, lock by lock, and what is worth a look", async () => {
    const { stdout, stderr, code } = await report([]);
    expect(stdout).toMatch(/^Who can open what\n\n2 people with 7 authorizations for 6 locks, 20\d\d-/);
    expect(stdout).toContain(
      "Front door, at Harbour Street 5 (2):\n  Caretaker <caretaker@example.com>: app, always, also remotely\n" +
        "  Cleaning crew <cleaning@example.com>: code, mon–fri 08:00–16:00 from",
    );
    expect(stdout).toMatch(/^Offline \(1\):\n {2}Cellar is offline/m);
    expect(stdout).not.toMatch(/482913|739164/);
    expect({ stderr, code }).toEqual({ stderr: "", code: 0 });
  });

  it("marks what was not used for 90 days, neither by the service's date nor by the activity log", async () => {
    const state = simulator.state();
    const [caretaker, crew] = state.authorizations;
    const [log] = state.logs;
    if (caretaker === undefined || crew === undefined || log === undefined) {
      throw new Error("the demo has grants and a log");
    }
    const recent = new Date(now.getTime() - 86_400_000).toISOString();
    simulator.setState({
      ...state,
      authorizations: state.authorizations.map((one) =>
        one.id === crew.id ? { ...one, lastActiveDate: recent } : one,
      ),
      logs: [{ ...log, smartlockId: caretaker.smartlockId, authId: caretaker.id, date: recent }],
    });
    const { stdout } = await report(["--json"]);
    const { access } = reportForm.parse(JSON.parse(stdout));
    const front = access.filter(({ lock }) => lock === String(caretaker.smartlockId));
    expect(front.filter(({ marks }) => marks.includes("not used"))).toEqual([]);
    expect(front).toHaveLength(2);
    expect(access.filter(({ marks }) => marks.includes("not used"))).toHaveLength(5);
  });

  it("marks what no stack manages", async () => {
    const [grant] = simulator.state().authorizations;
    const urn = "urn:pulumi:homes::program::pulumi-nodejs:dynamic/smartlock:Authorization::caretaker";
    const id = `${grant?.smartlockId}/${grant?.id}`;
    const file = join(folder, "state.json");
    writeFileSync(
      file,
      JSON.stringify({ version: 3, deployment: { resources: [{ urn, id, outputs: {} }] } }),
    );
    const { stdout } = await report(["--json", "--state", file]);
    const { access } = reportForm.parse(JSON.parse(stdout));
    expect(access.filter(({ managedBy }) => managedBy === "homes: caretaker")).toHaveLength(1);
    expect(access.filter(({ marks }) => marks.includes("not managed"))).toHaveLength(6);
  });

  it("writes Markdown, and a report on a saved preview", async () => {
    const [grant] = simulator.state().authorizations;
    const urn = "urn:pulumi:homes::program::pulumi-nodejs:dynamic/smartlock:Authorization::caretaker";
    const file = join(folder, "preview.json");
    const oldState = { id: `${grant?.smartlockId}/${grant?.id}`, outputs: { name: "Caretaker" } };
    writeFileSync(file, JSON.stringify({ steps: [{ op: "delete", urn, oldState }] }));
    const { stdout, code } = await report(["--markdown", "--preview", file]);
    expect(stdout).toMatch(/^Who can open what after this change\n\n2 people with 6 authorizations/);
    expect(stdout).toContain(
      "### Loses access (1)\n\n- `Caretaker <caretaker@example.com>: Front door (app, always, also remotely)`",
    );
    expect(code).toBe(0);
  });

  it("writes a page", async () => {
    const file = join(folder, "doors.html");
    const { stdout, code } = await report(["--html", file]);
    expect(stdout).toBe(
      `Written to ${file}. It names people: store it where only the right people can read it.\n`,
    );
    expect(code).toBe(0);
    expect(readFileSync(file, "utf8")).toContain("Cleaning crew");
  });

  it.each([
    [
      "a state that is a preview",
      ["--state", "FILE"],
      { steps: [] },
      /is not the output of `pulumi stack export`/,
    ],
    [
      "a preview that is a state",
      ["--preview", "FILE"],
      { deployment: {} },
      /is not the output of `pulumi preview --json`/,
    ],
    [
      "--this-account without a preview",
      ["--this-account"],
      {},
      /--this-account is about a preview: name one with --preview/,
    ],
    [
      "a page where no file can be",
      ["--html", "/nowhere/doors.html"],
      {},
      /^smartlock: \/nowhere\/doors\.html cannot be written: ENOENT/,
    ],
    ["two forms at once", ["--json", "--markdown"], {}, /'--markdown' cannot be used with option '--json'/],
  ])("refuses %s", async (_, args, content, words) => {
    const file = join(folder, "given.json");
    writeFileSync(file, JSON.stringify(content));
    const { stdout, stderr, code } = await report(args.map((arg) => (arg === "FILE" ? file : arg)));
    expect(stderr).toMatch(words);
    expect({ stdout, code }).toEqual({ stdout: "", code: 1 });
  });
});
