import { type Simulator, startSimulator } from "../../simulator";
import { type CliResult, Project } from "../pulumi/project";

/** What Pulumi lists at the end. Above it, the engine's own progress repeats the errors while the run goes on. */
function diagnosticsOf({ output }: CliResult): string {
  const [, after = ""] = output.split("Diagnostics:\n");
  return after.split("\nResources:\n")[0] ?? "";
}

/** The lines of the diagnostics that say something, without the headings. */
function linesOf(result: CliResult): string[] {
  return diagnosticsOf(result)
    .split("\n")
    .filter((line) => line.startsWith("    "))
    .map((line) => line.trim());
}

/** Each error is shown once, in words, and without a stack. */
describe("errors on the Pulumi engine", () => {
  let simulator: Simulator;
  let project: Project;

  beforeAll(async () => {
    simulator = await startSimulator({ seed: "demo" });
    project = new Project({ SMARTLOCK_TOKEN: simulator.token, SMARTLOCK_BASE_URL: simulator.url });
    await project.pulumi("stack", "init", "test");
  });

  afterAll(async () => {
    project.remove();
    await simulator.stop();
  });

  const failed = async (body: string, ...args: string[]): Promise<string[]> => {
    project.program(body);
    const result = await project.attempt(...(args.length === 0 ? ["preview"] : args));
    expect(result.code).not.toBe(0);
    expect(result.output).not.toMatch(/^.*\s{4}at \S+ \(.*:\d+:\d+\)/m);
    return linesOf(result);
  };

  it("name a wrong field without its value", async () => {
    const lines = await failed(
      'new smartlock.Address("house", { name: 5, smartlockIDs: [403118962], smartlockId: 403118962 });',
    );
    const problem = "error: pulumi-nodejs:dynamic/smartlock:Address resource 'house' has a problem: ";
    expect(new Set(lines)).toEqual(
      new Set([
        `${problem}name must be text.`,
        `${problem}smartlockIds is required.`,
        `${problem}smartlockIDs is not a field of Address. Did you mean smartlockIds?`,
        `${problem}smartlockId is not a field of Address. Did you mean smartlockIds?`,
      ]),
    );
    expect(lines).toHaveLength(4);
  });

  it("are clear about a constructor without arguments", async () => {
    expect(await failed('new smartlock.Address("house");')).toEqual([
      'error: new smartlock.Address("house", …): the second argument must be an object with the fields of the resource. ' +
        "Required: name, smartlockIds.",
    ]);
  });

  it.each([
    ["a lookup", 'module.exports = smartlock.getSmartlock({ name: "Attic" });'],
    [
      "an output of a lookup",
      'new smartlock.Address("house", { name: "a", smartlockIds: [smartlock.getSmartlockOutput({ name: "Attic" }).smartlockId] });',
    ],
  ])("of %s say what was looked for, and what there is", async (_words, body) => {
    expect(await failed(body)).toEqual([
      'error: getSmartlock: no lock has the name "Attic". The account has "Front door", "Garage", "Office", "Cellar", ' +
        '"Street entrance", "Key box".',
    ]);
  });

  it("of lookups that fail for the same reason are shown once, beside that of a resource", async () => {
    project.setVariable("SMARTLOCK_TOKEN", "a-wrong-token");
    const lines = await failed(
      [
        'smartlock.getSmartlock({ name: "Front door" });',
        'const garage = smartlock.getSmartlockOutput({ name: "Garage" });',
        "smartlock.listSmartlocks({});",
        'new smartlock.Address("house", { name: "Beach house", smartlockIds: [garage.smartlockId] });',
        'new smartlock.Address("hut", { name: "Hut", smartlockIds: [] });',
      ].join("\n"),
    );
    project.setVariable("SMARTLOCK_TOKEN", simulator.token);
    expect(lines.filter((line) => line.startsWith("error: smartlocks.list failed"))).toHaveLength(1);
    expect(lines).toHaveLength(new Set(lines).size);
    expect(lines.length).toBeLessThanOrEqual(2);
  });

  it("of check, diff, read and delete are shown once", async () => {
    const house = 'new smartlock.Address("house", { name: "Beach house", smartlockIds: [] });';
    const wrong = `${simulator.url}/v1`;
    const error =
      'error: addresses.list failed (GET /address): there is nothing at this path (404). The service says: "Path not found". ' +
      `Check the base URL. It is ${wrong} (environment variable SMARTLOCK_BASE_URL). The service is at https://api.nuki.io.`;
    const noUpdate = "error: update failed";
    project.setVariable("SMARTLOCK_BASE_URL", wrong);
    expect(await failed(house)).toEqual([error]);
    project.setVariable("SMARTLOCK_BASE_URL", simulator.url);
    await project.pulumi("up", "--yes", "--skip-preview");
    project.setVariable("SMARTLOCK_BASE_URL", wrong);
    expect(await failed(house)).toEqual([error]);
    expect((await failed(house, "refresh", "--yes", "--skip-preview")).sort()).toEqual([error, noUpdate]);
    expect((await failed(house, "destroy", "--yes", "--skip-preview")).sort()).toEqual([
      error.replace(
        "addresses.list failed (GET /address)",
        'Address "Beach house": account.get failed (GET /account)',
      ),
      noUpdate,
    ]);
    project.setVariable("SMARTLOCK_BASE_URL", simulator.url);
    await project.pulumi("destroy", "--yes", "--skip-preview");
  });

  it("of create and update are shown once", async () => {
    const house = (name: string) => `new smartlock.Address("house", { name: "${name}", smartlockIds: [] });`;
    project.program(house("Beach house"));
    await project.pulumi("up", "--yes", "--skip-preview");
    simulator.setFaults([
      { kind: "error", status: 403, operation: "PUT /address", count: "always" },
      { kind: "error", status: 403, operation: "POST /address/{addressId}", count: "always" },
    ]);
    const forbidden = "the service does not allow this here (403)";
    const lines = await failed(
      `${house("Sea house")} new smartlock.Address("other", { name: "Other", smartlockIds: [] });`,
      "up",
      "--yes",
      "--skip-preview",
      "--continue-on-error",
    );
    simulator.clearFaults();
    expect(lines.filter((line) => line.includes(forbidden))).toHaveLength(2);
    expect(
      lines.filter((line) =>
        line.startsWith('error: Address "Other" was not created: addresses.create failed'),
      ),
    ).toHaveLength(1);
    expect(
      lines.filter((line) =>
        line.startsWith('error: Address "Beach house" was not changed: addresses.update failed'),
      ),
    ).toHaveLength(1);
    await project.pulumi("destroy", "--yes", "--skip-preview");
  });

  describe("about settings that do not exist", () => {
    const everything = [
      'const emea = new smartlock.Provider("emea", { token: "demo-token" });',
      "smartlock.listSmartlocks({});",
      'new smartlock.Address("one", { name: "One", smartlockIds: [] });',
      'new smartlock.Address("two", { name: "Two", smartlockIds: [] });',
    ];

    afterEach(async () => {
      await project.attempt("config", "rm", "smartlock:readonly");
      await project.attempt("config", "rm", "smartlock:colour");
    });

    it.each([
      ["a provider", everything],
      ["a lookup", everything.slice(1)],
      ["a resource", everything.slice(2)],
    ])("stop a program that begins with %s, once", async (_words, parts) => {
      await project.pulumi("config", "set", "smartlock:readonly", "true");
      expect(await failed(parts.join("\n"))).toEqual([
        "error: The stack's configuration has smartlock:readonly, which is not a setting of pulumi-smartlock. Did you mean " +
          "smartlock:readOnly? To remove it: pulumi config rm smartlock:readonly",
      ]);
    });

    it("warn about variables, once", async () => {
      project.setVariable("SMARTLOCK_TIMEOUTS", "9");
      project.program(everything.slice(1).join("\n"));
      const lines = linesOf(await project.pulumi("preview"));
      project.setVariable("SMARTLOCK_TIMEOUTS", undefined);
      expect(lines.filter((line) => line.startsWith("warning:"))).toEqual([
        "warning: The environment variable SMARTLOCK_TIMEOUTS is set, but it is not a setting of " +
          "pulumi-smartlock. Did you mean SMARTLOCK_TIMEOUT?",
      ]);
    });

    it("stop every command if a variable looks like a guard", async () => {
      project.program('new smartlock.Address("one", { name: "One", smartlockIds: [] });');
      await project.pulumi("up", "--yes", "--skip-preview");
      project.setVariable("SMARTLOCK_READONLY", "true");
      const [preview, destroy] = [
        await project.attempt("preview"),
        await project.attempt("destroy", "--yes", "--skip-preview"),
      ];
      project.setVariable("SMARTLOCK_READONLY", undefined);
      for (const { code, output } of [preview, destroy]) {
        expect(code).not.toBe(0);
        expect(output).toContain(
          "The environment variable SMARTLOCK_READONLY is set, but pulumi-smartlock does not read it: the guard is called " +
            "SMARTLOCK_READ_ONLY. The run stops, because the guard would be off. Rename the variable to " +
            "SMARTLOCK_READ_ONLY, or unset it.",
        );
      }
      expect(simulator.state().addresses.map(({ name }) => name)).toContain("One");
      await project.pulumi("destroy", "--yes", "--skip-preview");
    });

    it("leave a project called smartlock its own keys, but not misspelt guards", async () => {
      const own = new Project({ SMARTLOCK_TOKEN: simulator.token, SMARTLOCK_BASE_URL: simulator.url });
      own.write(
        "Pulumi.yaml",
        "name: smartlock\nruntime:\n  name: nodejs\n  options:\n    typescript: false\n",
      );
      own.program('new smartlock.Address("one", { name: "One", smartlockIds: [] });');
      await own.pulumi("stack", "init", "test");
      await own.pulumi("config", "set", "colour", "red");
      await own.pulumi("config", "set", "tokn", "x");
      const lines = linesOf(await own.pulumi("preview"));
      expect(lines.filter((line) => line.startsWith("warning:"))).toEqual([
        "warning: smartlock:tokn is not a setting of pulumi-smartlock. Did you mean smartlock:token?",
      ]);
      await own.pulumi("config", "set", "maxDelete", "3");
      const refused = await own.attempt("preview");
      own.remove();
      expect(refused.code).not.toBe(0);
      expect(linesOf(refused).join()).toContain("Did you mean smartlock:maxDeletes?");
    });
  });
});
