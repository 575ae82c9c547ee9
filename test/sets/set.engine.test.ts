import { type Simulator, startSimulator } from "../../simulator";
import { until } from "../promises/every-kind";
import { Project } from "../pulumi/project";

/** Pulumi's mark of a secret in JSON: it is encrypted in the state. */
const secretSig = { key: "4dabf18193072939515e22adb298388d", value: "1b47061264138c4ac30d75fd1eb44270" };

interface Exported {
  readonly deployment: {
    readonly resources: readonly {
      readonly id?: string;
      readonly outputs: { readonly __members?: Readonly<Record<string, object>> };
    }[];
  };
}

const codes = { first: 593_174, second: 684_275 };
const setId = "0123456789abcdef";

describe("A set on the Pulumi engine", () => {
  let simulator: Simulator;
  let project: Project;

  const lockId = (name: string): number =>
    simulator.state().smartlocks.find((lock) => lock.name === name)?.smartlockId ?? 0;
  const guests = () => simulator.state().authorizations.filter(({ name }) => name === "Guest");
  const ids = () => Object.fromEntries(guests().map(({ smartlockId, id }) => [smartlockId, id]));
  const exported = async (): Promise<string> => (await project.pulumi("stack", "export")).stdout;
  const writes = () => simulator.requests().filter(({ method }) => method !== "GET");

  const program = (args: string, locks = ["Front door", "Office"], options = "{}"): void =>
    project.program(`
      const locks = ${JSON.stringify(locks)}.map((name) => smartlock.getSmartlock({ name }));
      const guests = new smartlock.AuthorizationSet("guests", {
        name: "Guest", type: 13, remoteAllowed: false, smartlockIds: locks, waitFor: "accepted", settleTimeout: 10,
        ${args}
      }, ${options});
      exports.ids = guests.authorizationIds;
      exports.set = guests.authorizationSetId;
      guests.authorizationIds.apply(() => console.log("the ids are known"));
      guests.authorizationSetId.apply(() => console.log("its own is known"));
    `);

  beforeAll(async () => {
    simulator = await startSimulator({ seed: "demo", settleMs: 20 });
    const grant = { name: "Guest", type: 13, code: codes.first, remoteAllowed: false };
    for (const lock of ["Front door", "Office"]) {
      await fetch(`${simulator.url}/smartlock/${lockId(lock)}/auth`, {
        method: "PUT",
        headers: { authorization: `Bearer ${simulator.token}`, "content-type": "application/json" },
        body: JSON.stringify(grant),
      });
    }
    simulator.clock.advance(365 * 24 * 3_600_000);
    project = new Project({ SMARTLOCK_TOKEN: simulator.token, SMARTLOCK_BASE_URL: simulator.url });
    const inputs = {
      name: grant.name,
      type: grant.type,
      remoteAllowed: grant.remoteAllowed,
      smartlockIds: [lockId("Front door"), lockId("Office")].sort((left, right) => left - right),
      waitFor: "accepted",
      settleTimeout: 10,
      __provider: 'exports.handler = () => require("pulumi-smartlock/runtime").handlers.AuthorizationSet;',
    };
    const type = "pulumi-nodejs:dynamic/smartlock:AuthorizationSet";
    const outputs = { ...inputs, authorizationIds: ids() };
    const entry = { type, name: "guests", id: setId, inputs: { ...inputs, __import: ids() }, outputs };
    project.write("import.json", JSON.stringify({ resources: [entry] }));
    await project.pulumi("stack", "init", "test");
    simulator.clearRequests();
  });

  afterAll(async () => {
    project.remove();
    await simulator.stop();
  });

  it("is imported from a file, with its code encrypted, and then is what the service holds", async () => {
    const options = ["--yes", "--skip-preview", "--protect=false", "--generate-code=false"];
    await project.pulumi("import", "--file", "import.json", ...options);
    program(`code: ${codes.first}`);
    await project.pulumi("up", "--yes", "--skip-preview");
    await project.pulumi("preview", "--expect-no-changes");
    await project.pulumi("refresh", "--yes", "--skip-preview");
    await project.pulumi("preview", "--expect-no-changes");
    expect(writes()).toEqual([]);
    expect(await exported()).not.toContain(String(codes.first));
    const outputs: unknown = JSON.parse((await project.pulumi("stack", "output", "--json")).stdout);
    expect(outputs).toEqual({ ids: ids(), set: setId });
  });

  it("leaves its locks as they were declared where changes of them are ignored", async () => {
    program(`code: ${codes.first}`, ["Front door"], '{ ignoreChanges: ["smartlockIds"] }');
    const { output } = await project.pulumi("preview", "--expect-no-changes");
    expect(output).toContain("the ids are known");
  });

  it("does not tell the ids in the preview of a change, since they may change, but its own", async () => {
    program(`code: ${codes.first}, allowedUntilTime: "16:00"`);
    const { output } = await project.pulumi("preview");
    expect(output).not.toContain("the ids are known");
    expect(output).toContain("its own is known");
  });

  it("keeps codes encrypted, also one that only one lock still has", async () => {
    const before = ids();
    simulator.lock(lockId("Office")).goOffline("pending");
    program(`code: ${codes.second}, waitFor: "confirmed"`);
    const { code, output } = await project.attempt("up", "--yes", "--skip-preview");
    const state = await exported();
    for (const text of [output, state]) {
      for (const value of Object.values(codes)) {
        expect(text).not.toContain(String(value));
      }
    }
    // That code is still in the state: otherwise nobody could find it on the lock.
    const { resources } = (JSON.parse(state) as Exported).deployment;
    const stored = resources.find(({ id }) => id === setId)?.outputs.__members?.[lockId("Office")];
    expect(stored).toMatchObject({ code: { [secretSig.key]: secretSig.value } });
    expect(code).not.toBe(0);
    expect(guests().map((live) => live.code)).toEqual([codes.second, codes.first]);
    simulator.lock(lockId("Office")).goOnline();
    await until(() => guests().every((live) => live.code === codes.second && live.operationId === undefined));
    await project.pulumi("up", "--yes", "--skip-preview");
    await project.pulumi("preview", "--expect-no-changes");
    expect(ids()).toEqual(before);
    expect(await exported()).not.toContain(String(codes.second));
  });

  it("is destroyed by the ids it holds", async () => {
    await project.pulumi("destroy", "--yes", "--skip-preview");
    expect(guests()).toEqual([]);
  });
});
