import { type AccountState, type Simulator, startSimulator } from "../../simulator";
import { KillableProject } from "../crash/killable-project";
import { unmanaged } from "../crash/unmanaged";
import { until } from "../crash/until";
import { madeSince } from "../scenarios/one-of-every-kind";
import { arrived, parkWrites, releaseWrites } from "./parked";

const stacks = ["north", "south"] as const;
type Stack = (typeof stacks)[number];

const CONTESTED_CODE = 593174;
const ownCode = { north: 611111, south: 622222 };

/** Both want the same e-mail address, the same code at a door and an equal user; each also has its own code there. */
function programOf(stack: Stack): string {
  return `
    const front = smartlock.getSmartlock({ name: "Front door" });
    const code = { smartlockId: front, type: 13, remoteAllowed: false };
    new smartlock.AccountUser("cleaner", { email: "cleaner@example.com", name: "Cleaner of ${stack}", language: "en" });
    new smartlock.Authorization("contested", { ...code, code: ${CONTESTED_CODE}, name: "Code of ${stack}" });
    new smartlock.Authorization("own", { ...code, code: ${ownCode[stack]}, name: "Own of ${stack}" });
    new smartlock.AccountUser("shared", { email: "shared@example.com", name: "Shared", language: "en" }, { retainOnDelete: true });
  `;
}

describe("two stacks at once on one account, which want the same", () => {
  let simulator: Simulator;
  let before: AccountState;
  const projects = {} as Record<Stack, KillableProject>;
  const outputs = {} as Record<Stack, string>;

  const made = () => madeSince(before, simulator.state());
  const cleaners = () => made().cleaner.filter(({ email }) => email === "cleaner@example.com");
  const withCode = (code: number) => made().code.filter((grant) => grant.code === code);
  const winnerOf = (name = ""): Stack => (name.endsWith("north") ? "north" : "south");
  const other = (stack: Stack): Stack => (stack === "north" ? "south" : "north");

  beforeAll(async () => {
    simulator = await startSimulator({ seed: "demo", settleMs: 50 });
    before = simulator.state();
    await Promise.all(
      stacks.map(async (stack) => {
        // Each has its own notes, as on two machines.
        const project = new KillableProject({
          SMARTLOCK_TOKEN: simulator.token,
          SMARTLOCK_BASE_URL: simulator.url,
          SMARTLOCK_SETTLE_TIMEOUT: "10",
        });
        projects[stack] = project;
        project.program(programOf(stack));
        await project.pulumi("stack", "init", "test");
      }),
    );
    parkWrites(simulator);
    const ups = stacks.map(async (stack) => {
      const { output } = await projects[stack].attempt(
        "up",
        "--yes",
        "--skip-preview",
        "--continue-on-error",
      );
      outputs[stack] = output;
    });
    // Both have looked, seen nothing, and sent the create.
    await until(
      () => arrived(simulator, "PUT", /^\/account\/user$/) >= 4 && arrived(simulator, "PUT", /\/auth$/) >= 4,
    );
    releaseWrites(simulator);
    await Promise.all(ups);
  });

  afterAll(async () => {
    await simulator.stop();
    stacks.forEach((stack) => projects[stack].remove());
  });

  it("one gets it, and the other is told which object it is that is in the way", () => {
    const [cleaner, ...moreCleaners] = cleaners();
    expect(moreCleaners).toEqual([]);
    expect(outputs[other(winnerOf(cleaner?.name))]).toContain(`id ${cleaner?.accountUserId}`);

    const [grant, ...moreGrants] = withCode(CONTESTED_CODE);
    expect(moreGrants).toEqual([]);
    expect(outputs[other(winnerOf(grant?.name))]).toContain(grant?.id);
  });

  it("what is equal is taken by both, and the one that did not make it says so", () => {
    const [shared, ...more] = made().cleaner.filter(({ email }) => email === "shared@example.com");
    expect(more).toEqual([]);
    expect(Object.values(outputs).join("\n")).toMatch(
      new RegExp(`AccountUser "Shared": .*id ${shared?.accountUserId}`),
    );
  });

  it("what only one wants it gets, and what nobody here made stays as it was", () => {
    expect(Object.values(ownCode).map((code) => withCode(code).length)).toEqual([1, 1]);
    expect(unmanaged(before, simulator.state())).toEqual(unmanaged(before, before));
  });

  it("destroying one leaves what the other has, which then gets the rest", async () => {
    const ofNorth = [...cleaners(), ...withCode(CONTESTED_CODE), ...withCode(ownCode.north)].filter(
      ({ name }) => name.endsWith("north"),
    );
    await projects.south.pulumi("destroy", "--yes", "--skip-preview");
    expect([...cleaners(), ...withCode(CONTESTED_CODE), ...withCode(ownCode.north)]).toEqual(ofNorth);

    await projects.north.pulumi("up", "--yes", "--skip-preview");
    const { cleaner, code } = made();
    expect(cleaner.map(({ name }) => name).sort()).toEqual(["Cleaner of north", "Shared"]);
    expect(code.map(({ name }) => name).sort()).toEqual(["Code of north", "Own of north"]);
    expect(unmanaged(before, simulator.state())).toEqual(unmanaged(before, before));
  });
});
