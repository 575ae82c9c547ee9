import { type AccountState, type Simulator, startSimulator } from "../../simulator";
import { idsOf, madeSince, writesTo } from "../scenarios/one-of-every-kind";
import { type Kill, type Week } from "./campaign";
import { KillableProject } from "./killable-project";
import { addNeighbours } from "./neighbours";
import { unmanaged } from "./unmanaged";
import { objectsBeyond, objectsOf, programOf, RESOURCES } from "./weeks";

/** So that a run does not wait for long until it believes that a create of a dead run never arrived. */
const SETTLE_SECONDS = "10";

/** An account and a project that brings it from week to week, through runs that are killed. */
export class House {
  /** How long the last run took that was not killed. */
  #usualMs = 9_000;

  private constructor(
    readonly simulator: Simulator,
    readonly project: KillableProject,
    readonly before: AccountState,
  ) {}

  static async start(): Promise<House> {
    const simulator = await startSimulator({ seed: "demo", latencyMs: 40, settleMs: 60 });
    await addNeighbours(simulator);
    const project = new KillableProject({
      SMARTLOCK_TOKEN: simulator.token,
      SMARTLOCK_BASE_URL: simulator.url,
      SMARTLOCK_SETTLE_TIMEOUT: SETTLE_SECONDS,
    });
    await project.pulumi("stack", "init", "test");
    return new House(simulator, project, simulator.state());
  }

  async stop(): Promise<void> {
    await this.simulator.stop();
    this.project.remove();
  }

  /** Reaches a week without a kill. */
  async reach(week: number): Promise<void> {
    this.project.program(programOf(week));
    const start = Date.now();
    await this.project.pulumi("up", "--yes", "--skip-preview");
    this.#usualMs = Date.now() - start;
  }

  /** False if the run had ended before its moment came. */
  async kill(week: number, { command, victim, checkpoints, moment }: Kill): Promise<boolean> {
    this.project.program(programOf(week));
    this.simulator.clearRequests();
    const isTheMoment = moment.watch(this.simulator, this.#usualMs);
    return this.project.runUntilKilled({ command, victim, checkpoints, isTheMoment });
  }

  /** Runs the same program to its end. What is then not as it should be, in words. */
  async heal({ week, kills }: Week): Promise<string[]> {
    this.project.setCheckpoints(kills.at(-1)?.checkpoints ?? true);
    await this.reach(week);
    this.simulator.clearRequests();
    const preview = await this.project.attempt("preview", "--expect-no-changes", "--diff");
    const wrong = [
      ...difference("in the account", objectsBeyond(this.before, this.simulator.state()), objectsOf(week)),
      ...difference("among the ids of the state", this.#recorded(), this.#given()),
      ...this.harmed(),
      ...writesTo(this.simulator).map((write) => `the preview sent ${write}`),
    ];
    return preview.code === 0 ? wrong : [...wrong, `the preview is not silent:\n${preview.output}`];
  }

  /** What nobody here made, and is not as it was. */
  harmed(): string[] {
    const lines = (state: AccountState): string[] =>
      Object.entries(unmanaged(this.before, state)).flatMap(([kind, all]) =>
        all.map((object) => `${kind}: ${JSON.stringify(object)}`),
      );
    return difference("of what is unmanaged", lines(this.simulator.state()), lines(this.before));
  }

  /** Doors to which somebody was invited more than once since there were this many e-mails. */
  invitedTwice(mailsBefore: number): string[] {
    const doors = this.simulator
      .state()
      .mails.slice(mailsBefore)
      .filter(({ kind }) => kind === "invitation")
      .map(({ to, smartlockId }) => `${to} was invited twice to ${smartlockId}`);
    return doors.filter((door, index) => doors.indexOf(door) < index);
  }

  /** The service's ids, as the account has them and as the state of the stack has them. */
  #given(): string[] {
    return Object.values(idsOf(madeSince(this.before, this.simulator.state())))
      .flat()
      .map(String);
  }

  #recorded(): string[] {
    const own = this.project.savedResources();
    if (own.length !== RESOURCES) {
      throw new Error(`The state has ${own.length} resources, declared are ${RESOURCES}.`);
    }
    return own.flatMap(({ id = "", outputs }) =>
      Object.values(outputs?.authorizationIds ?? [id.split("/").at(-1) ?? ""]),
    );
  }
}

/** Each line that only one of two has, or one has more often. */
function difference(where: string, is: readonly string[], shouldBe: readonly string[]): string[] {
  const missing = [...shouldBe];
  const extra = is.filter((line) => {
    const index = missing.indexOf(line);
    if (index >= 0) {
      missing.splice(index, 1);
    }
    return index < 0;
  });
  return [
    ...extra.map((line) => `${where} too much: ${line}`),
    ...missing.map((line) => `${where} missing: ${line}`),
  ];
}
