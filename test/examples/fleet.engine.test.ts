import { existsSync } from "node:fs";
import { join } from "node:path";
import type { Site } from "../../examples/fleet/fleet-file";
import { type Simulator, startSimulator } from "../../simulator";
import { type FleetResult, FleetRunner } from "./fleet/runner";

/** The example as a user tries it: sites in a file, state in a folder, a simulated account. */
describe("examples/fleet", () => {
  let simulator: Simulator;
  let runner: FleetRunner;

  /** Who may open each door, according to the service. */
  const grants = () => {
    const { smartlocks, authorizations, users } = simulator.state();
    return authorizations
      .map(({ smartlockId, accountUserId, allowedFromTime }) => {
        const door = smartlocks.find((lock) => lock.smartlockId === smartlockId)?.name ?? "";
        const user = users.find((each) => each.accountUserId === accountUserId)?.email ?? "";
        return `${door}: ${user} from ${allowedFromTime ?? "any time"}`;
      })
      .sort();
  };
  /** Runs a command on a different fleet from the one of the other tests. */
  const runWith = async (fleet: unknown, run: () => Promise<FleetResult>): Promise<FleetResult> => {
    const usual = runner.fleet;
    runner.fleet = fleet;
    try {
      return await run();
    } finally {
      runner.fleet = usual;
    }
  };
  const changeSite = (name: string, change: (site: Site) => Partial<Site>): void => {
    const { fleet } = runner;
    const sites = fleet.sites.map((site) => (site.site === name ? { ...site, ...change(site) } : site));
    runner.fleet = { ...fleet, sites };
  };

  beforeAll(async () => {
    simulator = await startSimulator({ seed: "fleet:8x0x0", settleMs: 50 });
    runner = new FleetRunner(simulator);
    // Two of its three sites are enough.
    runner.fleet = { ...runner.fleet, sites: runner.fleet.sites.slice(0, 2) };
  });

  afterAll(async () => {
    await simulator.stop();
    runner.remove();
  });

  it("refuses a wrong file before anything is sent, and says which site, which field and what is allowed", async () => {
    const { fleet } = runner;
    const [first, second] = fleet.sites;
    const misspelt = [
      { ...first, access: [{ crew: "cleaning", form: "08:00" }] },
      { ...second, site: "Mill Lane" },
      { ...second, site: "mill-lane-2", doors: ["Door 0009"], access: [{ crew: "cleaning", from: "8" }] },
    ];
    const { code, output } = await runWith({ ...fleet, sites: misspelt }, () => runner.npm("up"));
    expect(code).toBe(1);
    expect(output).toContain('site "harbour-street", access[0]: Unrecognized key: "form"');
    expect(output).toContain('site "Mill Lane", site: must be lower-case letters, digits and hyphens');
    expect(output).toContain('site "mill-lane-2", access[0].from: must be a time such as "08:00"');
    expect(simulator.requests()).toEqual([]);

    const contradicting = [
      { ...first, access: [{ crew: "gardening" }] },
      { ...second, doors: ["Door 0001"] },
    ];
    const again = await runWith({ ...fleet, sites: contradicting }, () => runner.run("up"));
    expect(again.output).toContain('no crew is called "gardening"; there are cleaning, security');
    expect(again.output).toContain(
      'site "mill-lane", doors[0]: "Door 0001" is already at site "harbour-street"',
    );
    expect(simulator.requests()).toEqual([]);
  });

  it("previews all sites before the crews exist, and sends no write", async () => {
    const { code, output } = await runner.run("preview");
    expect(output).toContain("3 of 3 stacks succeeded, 0 failed; 7 to create");
    expect(output).toContain("create AuthorizationSet cleaning");
    expect(code).toBe(0);
    expect(new Set(simulator.requests().map(({ method }) => method))).toEqual(new Set(["GET"]));
  });

  it("makes every site as declared, but for one that fails alone and says why", async () => {
    changeSite("mill-lane", ({ doors }) => ({ doors: [...doors, "Back door"] }));
    const { code, output } = await runner.run("up");
    expect(code).toBe(1);
    expect(output).toMatch(/\[\d\/3\] harbour-street +3 created/);
    expect(output).toMatch(/\[\d\/3\] mill-lane +FAILED, no change/);
    expect(output).toContain("2 of 3 stacks succeeded, 1 failed; 5 created");
    expect(output).toContain('mill-lane failed:\n  no lock of the account is called "Back door"');
    expect(grants()).toHaveLength(6);

    changeSite("mill-lane", ({ doors }) => ({ doors: doors.slice(0, -1) }));
    const mended = await runner.run("up", "--sites", "mill-lane");
    expect(mended.output).toContain("1 of 1 stacks succeeded, 0 failed; 2 created");
    expect(mended.code).toBe(0);
    expect(grants()).toContain("Door 0004: cleaning@example.com from 540");
    expect(grants()).toContain("Door 0003: night-watch@example.com from any time");
    expect(grants()).toHaveLength(8);
    expect(existsSync(join(runner.folder, ".fleet/state/.pulumi"))).toBe(true);
  });

  it("finds no drift where there is none, and keeps stacks that run at once within the limits of the account", async () => {
    const { fleet } = runner;
    const limits = { requestsPerSecond: 2, concurrency: 2 };
    simulator.clearRequests();
    const { code, output } = await runWith({ ...fleet, limits }, () =>
      runner.run("drift", "--sites", "harbour-street,mill-lane"),
    );
    expect(output).toContain("2 of 2 stacks succeeded, 0 failed; no change");
    expect(code).toBe(0);

    // Leaves out the list of all doors, which is read before the stacks run. Each of the two stacks may send its first
    // request at once.
    const times = simulator.requests().map(({ time }) => Date.parse(time) / 1000);
    times.shift();
    const seconds = Math.max(...times) - Math.min(...times);
    expect(times.length).toBeGreaterThan(4);
    // A tenth of a second for the way to the service, which varies from request to request.
    expect(seconds + 0.1).toBeGreaterThan((times.length - 2) / limits.requestsPerSecond);
  });

  it("tells in words what was changed by hand, with exit code 2", async () => {
    const state = simulator.state();
    const lock = state.smartlocks.find(({ name }) => name === "Door 0005");
    for (const authorization of state.authorizations) {
      if (authorization.smartlockId === lock?.smartlockId) {
        authorization.allowedUntilTime = 18 * 60;
      }
    }
    simulator.setState(state);
    const found = await runner.run("drift", "--sites", "mill-lane");
    expect(found.output).toContain("allowedUntilTime is 18:00, declared 12:00");
    expect(found.output).toContain("The account is not as declared");
    expect(found.code).toBe(2);
  });

  it("takes a crew that leaves away everywhere, and the user too, in one run", async () => {
    const { fleet } = runner;
    const crews = fleet.crews.filter(({ crew }) => crew !== "security");
    const sites = fleet.sites.map((site) => ({
      ...site,
      access: site.access.filter(({ crew }) => crew !== "security"),
    }));
    runner.fleet = { ...fleet, crews, sites };
    const { code, output } = await runner.run("up");
    expect(output).toContain("people: failed; will try again after the sites");
    expect(output).toContain("3 of 3 stacks succeeded, 0 failed; 1 updated, 2 deleted");
    expect(code).toBe(0);
    expect(grants().filter((grant) => grant.includes("night-watch"))).toEqual([]);
    expect(simulator.state().users.map(({ email }) => email)).toEqual(["cleaning@example.com"]);
  });

  it("says when a site left the file but not its doors, and takes it away when told to", async () => {
    const { fleet } = runner;
    runner.fleet = { ...fleet, sites: fleet.sites.filter(({ site }) => site !== "mill-lane") };
    const { output } = await runner.run("preview", "--sites", "people");
    expect(output).toContain("Deployed, but no longer in fleet.json: mill-lane.");
    expect(grants().filter((grant) => grant.startsWith("Door 0004"))).toHaveLength(1);

    const destroyed = await runner.run("destroy", "--sites", "mill-lane");
    expect(destroyed.output).toContain("1 of 1 stacks succeeded, 0 failed; 2 deleted");
    expect(destroyed.code).toBe(0);
    expect(grants().filter((grant) => /^Door 000[45]/.test(grant))).toEqual([]);
    expect(grants()).toHaveLength(3);
  });
});
