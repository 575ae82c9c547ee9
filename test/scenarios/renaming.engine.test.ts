import { type AccountState, type Simulator, startSimulator } from "../../simulator";
import { Project } from "../pulumi/project";
import {
  countsOf,
  eachOnce,
  idsOf,
  madeSince,
  type Name,
  names,
  noneOfThem,
  oneOfEveryKind,
  typeOf,
  type Variation,
  writesTo,
} from "./one-of-every-kind";

const HOUR = 60 * 60 * 1000;

/** Nobody knows the age of these, so they are never too old. */
const WITHOUT_AGE: readonly Name[] = ["hook", "bell"];

const component = `
  class Property extends pulumi.ComponentResource {
    constructor(name, opts) { super("test:index:Property", name, {}, opts); }
  }
  const property = new Property("property");
`;

/** Moved into a component: the parent is part of the URN. */
const moved: Variation = {
  logicalName: (name) => (name === "house" || name === "app" ? name : `new-${name}`),
  options: (name) => (name === "house" || name === "app" ? "{ parent: property }" : "{}"),
};

const urn = (name: Name, logicalName: string = name): string =>
  `urn:pulumi:test::program::pulumi-nodejs:dynamic/smartlock:${typeOf[name]}::${logicalName}`;

/** What happens to the objects when their names in the program change, and when a person forces a replacement. */
describe("renaming and forced replacement on the Pulumi engine", () => {
  let simulator: Simulator;
  let project: Project;
  let before: AccountState;
  let ids: ReturnType<typeof idsOf>;
  const made = () => madeSince(before, simulator.state());

  beforeAll(async () => {
    simulator = await startSimulator({ seed: "demo", settleMs: 100 });
    before = simulator.state();
    project = new Project({ SMARTLOCK_TOKEN: simulator.token, SMARTLOCK_BASE_URL: simulator.url });
    await project.pulumi("stack", "init", "test");
    project.program(oneOfEveryKind());
    await project.pulumi("up", "--yes", "--skip-preview");
    ids = idsOf(made());
    expect(countsOf(made())).toEqual(eachOnce());
  });

  afterAll(async () => {
    project.remove();
    await simulator.stop();
  });

  it("adopts young objects that were renamed or moved into a component, and keeps them when the old names go", async () => {
    project.program(component + oneOfEveryKind(moved));
    const refused = await project.attempt("up", "--yes", "--skip-preview");
    expect(refused.code).not.toBe(0);
    expect(refused.output).toMatch(/SubAccount .* was not created: it already exists \(id \d+\)/);
    expect(idsOf(made())).toEqual(ids);

    project.program(
      component +
        oneOfEveryKind({
          ...moved,
          options: (name) =>
            name === "desk" ? '{ aliases: [{ name: "desk" }] }' : (moved.options?.(name) ?? "{}"),
        }),
    );
    const { output } = await project.pulumi("up", "--yes", "--skip-preview");
    for (const name of names.filter((other) => other !== "desk")) {
      const object = `${typeOf[name]} ".*"`;
      const id = `\\(id .*${ids[name][0]}\\)`;
      // Some were adopted before the first run failed: the second run knows who owns them.
      expect(refused.output + output).toMatch(
        new RegExp(`${object}( on .*)?: adopted the one that the service already has ${id}`),
      );
      expect(output).toMatch(
        new RegExp(
          `${object}( on Front door)? ${id} is kept: (this run has just created or adopted it|it belongs to ${typeOf[name]} "${moved.logicalName?.(name)}" now)`,
        ),
      );
    }
    expect(idsOf(made())).toEqual(ids);
    await project.pulumi("preview", "--expect-no-changes");
  });

  it("refuses to adopt old ones, tells the ways out, and keeps the objects", async () => {
    simulator.clock.advance(25 * HOUR);
    simulator.clearRequests();
    project.program(
      component +
        oneOfEveryKind({
          ...moved,
          logicalName: (name) => (WITHOUT_AGE.includes(name) ? `new-${name}` : `old-${name}`),
          options: () => "{}",
        }),
    );
    const { code, output } = await project.attempt("up", "--yes", "--skip-preview", "--continue-on-error");
    expect(code).not.toBe(0);
    for (const name of ["house", "cleaner", "desk", "code"] as const) {
      expect(output).toMatch(
        new RegExp(`${typeOf[name]} .*was not created: it already exists \\(id .*${ids[name][0]}\\)`),
      );
    }
    expect(output).toMatch(
      /set adopt: "same".*or import it; if the resource was renamed in the program, give it an alias/,
    );
    expect(idsOf(made())).toEqual(ids);
    expect(writesTo(simulator)).toEqual([]);
  });

  it("is silent with aliases", async () => {
    project.program(
      component +
        oneOfEveryKind({
          logicalName: (name) => `newer-${name}`,
          options: (name) =>
            name === "house" || name === "app"
              ? `{ aliases: [{ name: "${name}", parent: property }] }`
              : `{ aliases: [{ name: "new-${name}" }] }`,
        }),
    );
    await project.pulumi("up", "--yes", "--skip-preview", "--expect-no-changes");
    expect(idsOf(made())).toEqual(ids);
  });

  it("ends a forced replacement of every kind with one object", async () => {
    const targets = names.flatMap((name) => ["--replace", urn(name, `newer-${name}`)]);
    simulator.clearRequests();
    // One request for each write, so that they can be counted.
    project.setVariable("SMARTLOCK_BULK_SIZE", "1");
    const { output } = await project.pulumi("up", "--yes", "--skip-preview", ...targets);
    project.setVariable("SMARTLOCK_BULK_SIZE", undefined);
    expect(countsOf(made())).toEqual(eachOnce());
    // Create-first: the new one finds the old one, and only keeping it misses no event.
    expect(made().hook.map(({ id }) => id)).toEqual(ids.hook);
    expect(output).toMatch(/Webhook .*is kept: this run has just created or adopted it/);
    const replaced = names.length - 1;
    expect(writesTo(simulator).filter((request) => request.startsWith("DELETE"))).toHaveLength(replaced);
    expect(writesTo(simulator).filter((request) => request.startsWith("PUT"))).toHaveLength(replaced);
    await project.pulumi("preview", "--expect-no-changes");
    ids = idsOf(made());
  });

  it("obeys protect and retainOnDelete", async () => {
    project.program(
      oneOfEveryKind({
        logicalName: (name) => `newer-${name}`,
        options: (name) =>
          name === "house"
            ? "{ protect: true }"
            : name === "code" || name === "hook"
              ? "{ retainOnDelete: true }"
              : "{}",
      }),
    );
    await project.pulumi("up", "--yes", "--skip-preview");
    expect(idsOf(made())).toEqual(ids);
    const refused = await project.attempt("destroy", "--yes", "--skip-preview");
    expect(refused.code).not.toBe(0);
    expect(refused.output).toContain("protect");
    expect(made().house).toHaveLength(1);
    await project.pulumi("state", "unprotect", "--all", "--yes");
    await project.pulumi("destroy", "--yes", "--skip-preview");
    expect(countsOf(made())).toEqual({ ...noneOfThem(), code: 1, hook: 1 });
  });
});
