import { type AccountState, type Simulator, startSimulator } from "../../simulator";
import { Project } from "../pulumi/project";
import {
  countsOf,
  eachOnce,
  idsOf,
  madeSince,
  names,
  noneOfThem,
  oneOfEveryKind,
  writesTo,
} from "../scenarios/one-of-every-kind";
import { samples } from "./samples";

const CREW = `new smartlock.AuthorizationSet("crew", {
  smartlockIds: [front, smartlock.getSmartlock({ name: "Garage" })], type: 2, name: "Crew's fob",
  accountUserId: cleaner, remoteAllowed: false,
});`;

/** One of every kind, and a set on two doors, which adds two fobs. */
const PROGRAM = `${oneOfEveryKind()}\n${CREW}`;
const AS_DECLARED = { ...eachOnce(), fob: 3 };
const RESOURCES = [...names, "crew"].sort();

/** The service cannot read these by id. They count as gone if two lists, seconds apart, lack them. */
const BLIND = ["attic", "hook"] as const;

interface Exported {
  readonly deployment: { readonly resources?: readonly { readonly urn: string; readonly id?: string }[] };
}

describe("promise 6, on the real engine: lists that lack every managed object throughout", () => {
  let simulator: Simulator;
  let project: Project;
  let before: AccountState;
  let stateText: string;

  const made = () => madeSince(before, simulator.state());
  const idsByName = () => idsOf(made());

  /** Long enough for every object to be old, and for every lock to have done what it was sent. */
  const age = (): void => simulator.clock.advance(2 * 60 * 60 * 1000);

  /** From now on no list shows anything that the program created. */
  const hideAll = (): void => {
    age();
    const ids = Object.values(idsByName()).flat().map(String);
    simulator.setFaults([{ kind: "lacking", operation: "GET *", count: "always", ids }]);
    simulator.clearRequests();
  };

  /** How many lists have lacked something. */
  const lies = (): number => simulator.firedFaults().reduce((sum, { times }) => sum + times, 0);

  /** The ids in the state, by the name of the resource. */
  const recorded = async (): Promise<Record<string, string>> => {
    stateText = (await project.pulumi("stack", "export")).stdout;
    const { resources = [] } = (JSON.parse(stateText) as Exported).deployment;
    const own = resources.filter(({ urn }) => urn.includes("smartlock:"));
    return Object.fromEntries(own.map(({ urn, id = "" }) => [urn.split("::").at(-1) ?? "", id]));
  };

  beforeAll(async () => {
    simulator = await startSimulator({ seed: "demo", settleMs: 60 });
    before = simulator.state();
    project = new Project({ SMARTLOCK_TOKEN: simulator.token, SMARTLOCK_BASE_URL: simulator.url });
    await project.pulumi("stack", "init", "test");
    project.program(PROGRAM);
    await project.pulumi("up", "--yes", "--skip-preview");
    expect(countsOf(made())).toEqual(AS_DECLARED);
  });

  afterAll(async () => {
    project.remove();
    await simulator.stop();
  });

  it("plain up: one of each is there, and what can be read by its id is the one that was there", async () => {
    const first = idsByName();
    hideAll();
    const { output } = await project.pulumi("up", "--yes", "--skip-preview");
    age();
    expect(countsOf(made())).toEqual(AS_DECLARED);
    const now = idsByName();
    expect(names.filter((name) => now[name].join() !== first[name].join())).toEqual([...BLIND]);
    // The output says that it replaced the old one.
    for (const name of BLIND) {
      expect(output).toMatch(lineAbout(first[name], "no longer exists: it will be created again"));
    }
  });

  it("refresh: the state still knows each, or a line says that it does not", async () => {
    hideAll();
    const known = await recorded();
    const stateBefore = stateText;
    expect(Object.keys(known).sort()).toEqual(RESOURCES);
    const { output } = await project.pulumi("refresh", "--yes", "--skip-preview");
    const left = await recorded();
    expect(writesTo(simulator)).toEqual([]);
    for (const name of BLIND) {
      expect(left).not.toHaveProperty(name);
      expect(output).toMatch(lineAbout(idsByName()[name], "it is removed from the state"));
    }
    expect(known).toMatchObject(left);
    expect(Object.keys(left)).toHaveLength(RESOURCES.length - BLIND.length);
    // A person restores the earlier state.
    project.write("before.json", stateBefore);
    await project.pulumi("stack", "import", "--file", "before.json");
  });

  it("every list has lied", () => {
    const lists = new Set(samples.map(({ list }) => list));
    expect(new Set(simulator.firedFaults().map(({ operation }) => operation))).toEqual(lists);
  });

  it("removed from the program: the account holds none of them, or it is said and the state still knows it", async () => {
    hideAll();
    project.program("");
    const liesBefore = lies();
    // The lists may also lack grants that others gave the user, and units that others added to the address. Those would
    // be deleted too.
    const { code, output } = await project.attempt("up", "--yes", "--skip-preview");
    age();
    expect(code).not.toBe(0);
    expect(output).toContain(
      "it is not known what would be deleted with it: the lists of authorizations leave out some",
    );
    expect(output).toContain(
      "it is not known what would be deleted with it: the list of its units leaves out some",
    );
    expect(countsOf(made())).toEqual({ ...noneOfThem(), cleaner: 1, house: 1 });
    expect(Object.keys(await recorded()).sort()).toEqual(["cleaner", "house"]);
    expect(lies()).toBeGreaterThan(liesBefore);
    simulator.clearFaults();
    await project.pulumi("up", "--yes", "--skip-preview");
    expect(countsOf(made())).toEqual(noneOfThem());
    expect(await recorded()).toEqual({});
  });
});

function lineAbout([id]: readonly (string | number)[], words: string): RegExp {
  return new RegExp(`\\(id [^)]*${id}\\).*${words}`);
}
