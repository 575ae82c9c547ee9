import { join } from "node:path";
import { type Simulator, startSimulator } from "../../../simulator";
import { Project } from "../../pulumi/project";
import { type Ended, smartlock } from "../run";

/** The installed command with real previews. */
describe("smartlock review", () => {
  let simulator: Simulator;
  let project: Project;

  const people = `
    const crew = new smartlock.AccountUser("crew", { name: "Crew", email: "crew@example.com" });
    const house = new smartlock.Address("house", { name: "Lake house", smartlockIds: [frontDoor] });`;
  const before = `
    const frontDoor = smartlock.getSmartlock({ name: "Front door" });
    const garage = smartlock.getSmartlock({ name: "Garage" });
    const office = smartlock.getSmartlock({ name: "Office" });
    ${people}
    new smartlock.AddressUnit("flat", { addressId: house, name: "Flat 1" });
    const day = { remoteAllowed: false, allowedFromTime: "08:00", allowedUntilTime: "16:00" };
    new smartlock.Authorization("crew-garage", { smartlockId: garage, accountUserId: crew, name: "Crew", ...day });
    new smartlock.AuthorizationSet("bob", { smartlockIds: [frontDoor, office], type: "code", code: pulumi.secret(345678), name: "Bob", remoteAllowed: false });
    new smartlock.Authorization("guest", { smartlockId: frontDoor, type: "code", code: pulumi.secret(456789), name: "Guest", remoteAllowed: false });`;

  beforeAll(async () => {
    simulator = await startSimulator({ seed: "demo", token: "an-invented-token" });
    project = new Project({ SMARTLOCK_TOKEN: simulator.token, SMARTLOCK_BASE_URL: simulator.url });
    await project.pulumi("stack", "init", "homes");
    project.program(before);
    await project.pulumi("up", "--yes", "--skip-preview");
  });
  afterAll(async () => {
    project.remove();
    await simulator.stop();
  });

  async function review(program: string, args: readonly string[] = [], variables = {}): Promise<Ended> {
    project.program(program);
    const { stdout } = await project.attempt("preview", "--json", "--show-replacement-steps");
    project.write("preview.json", stdout);
    return smartlock(["review", join(project.folder, "preview.json"), ...args], {
      SMARTLOCK_TOKEN: simulator.token,
      SMARTLOCK_BASE_URL: simulator.url,
      ...variables,
    });
  }

  it("says that nobody gains or loses anything where nothing changes", async () => {
    const { stdout, stderr, code } = await review(before);
    expect({ stdout: stdout.trim(), stderr, code }).toEqual({
      stdout: "Nobody gains or loses access, and nothing is deleted.",
      stderr: "",
      code: 0,
    });
  });

  const after = before
    .replace("garage, accountUserId: crew", "office, accountUserId: crew")
    .replace("[frontDoor, office]", "[frontDoor]")
    .replace(/ {4}new smartlock\.Authorization\("guest".*/, "")
    .replace(/ {4}new smartlock\.AddressUnit.*/, "")
    .replace(/.*smartlock\.Address\(.*/, "").concat(`
    const anna = new smartlock.AccountUser("anna", { name: "Anna", email: "anna@example.com" });
    new smartlock.Authorization("anna", { smartlockId: garage, accountUserId: anna, name: "Anna", remoteAllowed: true });`);

  it("says who gains and who loses which door, who is invited, and what is deleted, and shows no code", async () => {
    const { stdout, stderr, code } = await review(after, [], { SMARTLOCK_MAX_DELETES: "9" });
    expect(stdout.slice(0, stdout.indexOf("\n\nWhat the preview says")).split("\n")).toEqual([
      "Gains access (2):",
      "  Anna <anna@example.com>: Garage (app, always, also remotely)",
      "  Crew <crew@example.com>: Office (app, 08:00–16:00)",
      "",
      "Loses access (3):",
      "  Bob: Office (was code, always)",
      "  Crew <crew@example.com>: Garage (was app, 08:00–16:00)",
      "  Guest: Front door (was code, always)",
      "",
      "Invitations (2):",
      "  Anna <anna@example.com>",
      "  Crew <crew@example.com>",
      "",
      "Deleted (4):",
      "  Bob on Office (AuthorizationSet bob)",
      "  Flat 1 (AddressUnit flat)",
      "  Guest on Front door (Authorization guest)",
      "  Lake house (Address house)",
    ]);
    expect(stdout).toContain("Anna gets Garage by app, always, also remotely");
    expect(stdout).not.toMatch(/345678|456789/);
    expect({ stderr, code }).toEqual({ stderr: "", code: 0 });
  });

  it("ends with 2 if more is deleted than allowed, and says who allows how many", async () => {
    const { stdout, code } = await review(after, [], { SMARTLOCK_MAX_DELETES: "3" });
    expect(stdout).toMatch(
      /^Blocked \(1\):\n {2}This deletes 4 objects, and smartlock:maxDeletes allows 3\. .*SMARTLOCK_MAX_DELETES/,
    );
    expect(code).toBe(2);
  });

  it("ends with 2 if nobody could open a door any more, or a user is to go who has other grants", async () => {
    const program = before
      .replace(people, people.replace(/.*AccountUser.*/, ""))
      .replace(/ {4}new smartlock\.Authorization\("crew-garage".*/, "");
    const state = simulator.state();
    const [garage, office] = ["Garage", "Office"].map((door) =>
      state.smartlocks.find(({ name }) => name === door),
    );
    const crew = state.users.find(({ name }) => name === "Crew");
    const own = state.authorizations.find(({ accountUserId }) => accountUserId === crew?.accountUserId);
    if (garage === undefined || office === undefined || own === undefined) {
      throw new Error("the demo has these locks, and Crew has the garage");
    }
    simulator.setState({
      ...state,
      authorizations: [
        ...state.authorizations.filter(
          ({ smartlockId, id }) => smartlockId !== garage.smartlockId || id === own.id,
        ),
        { ...own, id: "65a0000000000000000000aa", smartlockId: office.smartlockId, name: "By hand" },
      ],
    });
    const { stdout, code } = await review(program);
    expect(stdout).toContain(
      "Crew <crew@example.com> is to be deleted (AccountUser crew), but still has authorizations that this run does not delete",
    );
    expect(stdout).toContain("before you remove it: By hand on Office.");
    expect(stdout).toContain("Nobody has an authorization for Garage (every-lock-opens).");
    expect(code).toBe(2);
  });

  it("ends with 2 if the preview adds something against the policies, and only names what was there before", async () => {
    project.write(
      "policies.json",
      JSON.stringify({ rules: { "guest-codes-end": {}, "no-remote-codes": {} } }),
    );
    const policies = ["--policies", join(project.folder, "policies.json")];
    const unchanged = await review(before, policies);
    expect(unchanged.stdout).toMatch(
      /^Already broke a rule \(\d+\):\n.*Guest on Front door \(code, always\) is a guest's keypad code with no end date/s,
    );
    expect(unchanged.code).toBe(0);
    const remote = before.replace(/(name: "Guest", remoteAllowed: )false/, "$1true");
    const { stdout, code } = await review(remote, policies);
    expect(stdout).toMatch(
      /^Blocked \(1\):\n {2}Guest on Front door \(code, always, also remotely\) is a keypad code with remote access \(no-remote-codes\)\. Declare remoteAllowed: false\.\n/,
    );
    expect(stdout).toMatch(
      /Already broke a rule.*Guest on Front door \(code, always, also remotely\) is a guest's keypad code with no end date/s,
    );
    expect(code).toBe(2);
  });

  it("writes Markdown in which a name is no markup, and JSON for a program", async () => {
    const program = `${before}
    new smartlock.Authorization("odd", { smartlockId: garage, accountUserId: crew, type: "fob", name: "[a](b) @all", remoteAllowed: false });`;
    const markdown = await review(program, ["--markdown"]);
    expect(markdown.stdout).toContain("### Access changes (1)\n\n- `Crew <crew@example.com>: Garage");
    expect(markdown.stdout).toContain('fob "[a](b) @all"');
    const json = await review(program, ["--json"]);
    expect(JSON.parse(json.stdout)).toMatchObject({
      gains: [],
      loses: [],
      deletes: [],
      blocked: [],
      invitations: {},
    });
  });

  it("knows what goes with a user that is replaced", async () => {
    const program = before.replace(/ {4}new smartlock\.Authorization\("crew-garage".*/, "");
    project.program(program);
    const crew = "urn:pulumi:homes::program::pulumi-nodejs:dynamic/smartlock:AccountUser::crew";
    const { stdout: preview } = await project.attempt(
      "preview",
      "--json",
      "--show-replacement-steps",
      "--replace",
      crew,
    );
    project.write("preview.json", preview);
    const { stdout } = await smartlock(["review", join(project.folder, "preview.json")], {
      SMARTLOCK_TOKEN: simulator.token,
      SMARTLOCK_BASE_URL: simulator.url,
    });
    expect(stdout).toContain("Loses access (1):\n  Crew <crew@example.com>: Garage (was app, 08:00–16:00)");
    expect(stdout).toContain("Deleted (1):\n  Crew on Garage (Authorization crew-garage)");
  });

  it("refuses a preview of another stack, in words", async () => {
    const { stderr, code } = await review(before, ["--stack", "organization/program/other"]);
    expect(stderr).toBe(
      'smartlock: This is a preview of the stack "homes", but --stack names "organization/program/other".\n',
    );
    expect(code).toBe(1);
  });

  it("is not begun while a guard has a wrong name", async () => {
    const { stderr, code } = await review(after, [], { SMARTLOCK_MAX_DELETE: "3" });
    expect(stderr).toMatch(/^smartlock: Nothing was reviewed\. .*SMARTLOCK_MAX_DELETE/);
    expect(code).toBe(1);
  });

  it("refuses a preview that failed, and says why it did", async () => {
    const { stderr, code } = await review(before.replace('"Front door"', '"Front dor"'));
    expect(stderr).toMatch(
      /^smartlock: This preview failed, so it does not say what would happen:\n.*Front dor/s,
    );
    expect(code).toBe(1);
  });
});
