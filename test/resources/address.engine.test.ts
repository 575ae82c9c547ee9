import { type Simulator, startSimulator } from "../../simulator";
import { Project } from "../pulumi/project";

/** The whole life of an address on the real Pulumi engine, as a user sees it. */
describe("Address on the Pulumi engine", () => {
  let simulator: Simulator;
  let project: Project;

  const declare = (fields: string): void =>
    project.program(`
      const front = smartlock.getSmartlock({ name: "Front door" });
      const garage = smartlock.getSmartlock({ name: "Garage" });
      const house = new smartlock.Address("house", { ${fields} });
      exports.addressId = house.addressId;
      exports.name = house.name;
    `);
  const addresses = () => simulator.state().addresses;
  const house = () => addresses().find((address) => address.name.startsWith("Beach house"));
  const writes = () => simulator.requests().filter(({ method }) => method !== "GET");
  const lockId = (name: string) =>
    simulator.state().smartlocks.find((lock) => lock.name === name)?.smartlockId;

  beforeAll(async () => {
    simulator = await startSimulator({ seed: "demo" });
    project = new Project({ SMARTLOCK_TOKEN: simulator.token, SMARTLOCK_BASE_URL: simulator.url });
    await project.pulumi("stack", "init", "test");
  });

  afterAll(async () => {
    project.remove();
    await simulator.stop();
  });

  it("previews a new address, and creates it, settings included", async () => {
    declare(`name: "Beach house", smartlockIds: [front, garage], settings: { wifi: "guests" }`);
    const before = addresses().length;
    const { output } = await project.pulumi("up", "--yes");
    expect(output).toMatch(/\+.*Address.*house.*create\s[^]*\+.*Address.*house.*created/);
    expect(addresses()).toHaveLength(before + 1);
    expect(house()).toMatchObject({
      name: "Beach house",
      smartlockIds: expect.arrayContaining([lockId("Front door"), lockId("Garage")]) as unknown,
      settings: { wifi: "guests" },
    });
    const { stdout } = await project.pulumi("stack", "output", "--json");
    expect(JSON.parse(stdout)).toEqual({ addressId: house()?.addressId, name: "Beach house" });
  });

  it("is silent while nothing changed, whatever the order of the locks", async () => {
    declare(`name: "Beach house", smartlockIds: [garage, front], settings: { wifi: "guests" }`);
    simulator.clearRequests();
    await project.pulumi("preview", "--expect-no-changes");
    const listed = simulator.requests().filter(({ operation }) => operation === "GET /address");
    expect(listed).toHaveLength(1);
    expect(writes()).toEqual([]);
  });

  it("updates in place", async () => {
    declare(`name: "Beach house 2", smartlockIds: [front], settings: { wifi: "guests" }`);
    const id = house()?.addressId;
    const up = await project.pulumi("up", "--yes", "--skip-preview");
    expect(up.output).toMatch(/~.*Address.*house.*updated/);
    expect(house()).toMatchObject({
      addressId: id,
      name: "Beach house 2",
      smartlockIds: [lockId("Front door")],
    });
  });

  it("shows in words what somebody changed outside, without --refresh, and sets it right", async () => {
    const state = simulator.state();
    state.addresses = state.addresses.map((address) =>
      address.name === "Beach house 2"
        ? { ...address, name: "Beach house by hand", settings: { wifi: "open", extra: 1 } }
        : address,
    );
    simulator.setState(state);
    const up = await project.pulumi("up", "--yes");
    expect(up.output).toContain(
      'Address "Beach house by hand": name is "Beach house by hand", declared "Beach house 2".',
    );
    expect(up.output).toContain('settings is {"wifi":"open"}, declared {"wifi":"guests"}.');
    expect(house()).toMatchObject({ name: "Beach house 2", settings: { wifi: "guests", extra: 1 } });
  });

  it("takes over with refresh what is there", async () => {
    const state = simulator.state();
    state.addresses = state.addresses.map((address) =>
      address.name === "Beach house 2" ? { ...address, name: "Beach house refreshed" } : address,
    );
    simulator.setState(state);
    const refresh = await project.pulumi("refresh", "--yes", "--skip-preview");
    expect(refresh.output).toMatch(/~.*Address.*house.*updated/);
    const { stdout } = await project.pulumi("stack", "export");
    const resources = (
      JSON.parse(stdout) as {
        deployment: { resources: { type: string; inputs?: object; outputs?: object }[] };
      }
    ).deployment.resources;
    const saved = resources.find(({ type }) => type === "pulumi-nodejs:dynamic/smartlock:Address");
    expect(saved?.inputs).toMatchObject({ name: "Beach house refreshed" });
    expect(saved?.outputs).toMatchObject({ name: "Beach house refreshed" });
    await project.pulumi("up", "--yes", "--skip-preview");
    expect(house()?.name).toBe("Beach house 2");
  });

  it("creates again what was deleted outside, once that is proven", async () => {
    const state = simulator.state();
    state.addresses = state.addresses.filter((address) => !address.name.startsWith("Beach house")).concat();
    simulator.setState(state);
    simulator.clock.advance(60 * 60 * 1000);
    const { output } = await project.pulumi("up", "--yes");
    expect(output).toContain("no longer exists: it will be created again.");
    expect(house()).toMatchObject({ name: "Beach house 2" });
    await project.pulumi("preview", "--expect-no-changes");
  });

  it("destroys what it made and leaves the rest alone", async () => {
    const others = addresses().filter((address) => !address.name.startsWith("Beach house"));
    await project.pulumi("destroy", "--yes", "--skip-preview");
    expect(addresses()).toEqual(others);
  });

  it("reads an existing address with get, and fails clearly on an absent one", async () => {
    const [existing] = addresses();
    project.program(`exports.name = smartlock.Address.get("seen", "${String(existing?.addressId)}").name;`);
    await project.pulumi("up", "--yes", "--skip-preview");
    const { stdout } = await project.pulumi("stack", "output", "name");
    expect(stdout.trim()).toBe(existing?.name);
    project.program(`exports.name = smartlock.Address.get("absent", "987654").name;`);
    const failed = await project.attempt("preview");
    expect(failed.code).not.toBe(0);
    expect(failed.output).toContain("Address.get: the service has no Address with the id 987654.");
  });

  it("reports every mistake at once, before anything is sent", async () => {
    project.program(`new smartlock.Address("bad", { name: "", smartlockIds: [5, 5], setings: {} });`);
    simulator.clearRequests();
    const failed = await project.attempt("preview");
    expect(failed.code).not.toBe(0);
    expect(failed.output).toContain("name must not be empty.");
    expect(failed.output).toContain("smartlockIds must not name a lock twice.");
    expect(failed.output).toContain("setings is not a field of Address");
    expect(writes()).toEqual([]);
  });
});
