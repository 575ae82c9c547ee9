import { type AccountState, type Simulator, startSimulator } from "../../simulator";
import { idsOf, madeSince, writesTo } from "../scenarios/one-of-every-kind";
import { type Kill, type Week } from "./campaign";
import { KillableProject } from "./killable-project";
import { addNeighbours } from "./neighbours";
import { deleteByHand, isNamed, type Twin, twinsIn, untilQuiet } from "./twins";
import { unmanaged } from "./unmanaged";
import { objectsBeyond, objectsOf, programOf, RESOURCES } from "./weeks";

/** Older objects no longer count as late. */
const YOUNG_MS = 10 * 60_000;
const TAKEN_TO_BE_THERE = "was created only minutes ago and the service does not show it";

/** Keeps short how long a run waits before it believes that a dead run's create never arrived. */
const SETTLE_SECONDS = "10";

export interface Healing {
  /** Descriptions of everything that is wrong. */
  readonly wrong: readonly string[];
  /** Twins that a line named and a person has deleted. */
  readonly twins: readonly Twin[];
  /** Doors that a twin invited somebody to once more. */
  readonly doors: readonly string[];
  /** Whether the person had to run again after ten minutes. */
  readonly isLater: boolean;
}

/** An account, and a project that takes it from week to week through runs that are killed. */
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

  /** Reaches a week without a kill. Returns the output. */
  async reach(week: number): Promise<string> {
    this.project.program(programOf(week));
    const start = Date.now();
    const { output } = await this.project.pulumi("up", "--yes", "--skip-preview");
    this.#usualMs = Date.now() - start;
    return output;
  }

  /**
   * The same when notes were lost: nothing shows that a dead run has deleted a young object. The run reports that it
   * counts as existing, and the person runs again after ten minutes, as the line says.
   */
  async #reachWithoutNotes(week: number): Promise<{ said: string; isLater: boolean }> {
    this.project.program(programOf(week));
    const { code, output } = await this.project.attempt("up", "--yes", "--skip-preview");
    if (output.includes(TAKEN_TO_BE_THERE)) {
      this.simulator.clock.advance(YOUNG_MS);
      return { said: output + (await this.reach(week)), isLater: true };
    }
    if (code !== 0) {
      throw new Error(`pulumi up ended with ${code}:\n${output}`);
    }
    return { said: output, isLater: false };
  }

  /** False if the run ended before its moment came. */
  async kill(week: number, { command, victim, checkpoints, moment, losesNotes }: Kill): Promise<boolean> {
    this.project.program(programOf(week));
    this.simulator.clearRequests();
    const isTheMoment = moment.watch(this.simulator, this.#usualMs);
    const isKilled = await this.project.runUntilKilled({ command, victim, checkpoints, isTheMoment });
    if (losesNotes) {
      this.project.loseNotes();
    }
    return isKilled;
  }

  /**
   * Runs the same program to its end. If notes were lost there is one object, or a twin that this run or the next
   * preview names. The person deletes the twin.
   */
  async heal({ week, kills }: Week): Promise<Healing> {
    this.project.setCheckpoints(kills.at(-1)?.checkpoints ?? true);
    const mayTwin = kills.some(({ losesNotes }) => losesNotes);
    const { said, isLater } = mayTwin
      ? await this.#reachWithoutNotes(week)
      : { said: await this.reach(week), isLater: false };
    await untilQuiet(this.simulator);
    this.simulator.clearRequests();
    const preview = await this.project.attempt("preview", "--expect-no-changes", "--diff");
    const writes = writesTo(this.simulator);
    const state = this.simulator.state();
    const twins = mayTwin
      ? twinsIn(this.before, state, this.#recorded()).filter((twin) => isNamed(twin, said + preview.output))
      : [];
    await deleteByHand(this.simulator, twins);
    const wrong = [
      ...difference("in the account", objectsBeyond(this.before, this.simulator.state()), objectsOf(week)),
      ...difference("among the ids of the state", this.#recorded(), this.#given()),
      ...this.harmed(),
      ...writes.map((write) => `the preview sent ${write}`),
      ...(preview.code === 0 ? [] : [`the preview is not silent:\n${preview.output}`]),
    ];
    // Adds the output, to show what was said besides the missing lines.
    const lines =
      mayTwin && wrong.length > 0 ? [`the up said:\n${said}`, `the preview said:\n${preview.output}`] : [];
    return { wrong: [...wrong, ...lines], twins, doors: doorsOf(state, twins), isLater };
  }

  /** Objects that nobody here created and that are no longer as they were. */
  harmed(): string[] {
    const lines = (state: AccountState): string[] =>
      Object.entries(unmanaged(this.before, state)).flatMap(([kind, all]) =>
        all.map((object) => `${kind}: ${JSON.stringify(object)}`),
      );
    return difference("of what is unmanaged", lines(this.simulator.state()), lines(this.before));
  }

  /** Doors that somebody was invited to more than once since this number of e-mails, and not by a twin. */
  invitedTwice(mailsBefore: number, byTwins: readonly string[]): string[] {
    const doors = this.simulator
      .state()
      .mails.slice(mailsBefore)
      .filter(({ kind }) => kind === "invitation")
      .map(({ to, smartlockId }) => door(to, smartlockId));
    const twice = doors.filter((one, index) => doors.indexOf(one) < index);
    return difference("of invitations", twice, byTwins).filter((line) => line.includes("too much"));
  }

  /** The service's ids, first as the account has them, then as the state of the stack has them. */
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

function door(email: string | undefined, smartlockId: number | undefined): string {
  return `${email} to ${smartlockId}`;
}

/** The doors that twins invited somebody to. */
function doorsOf({ authorizations, users }: AccountState, twins: readonly Twin[]): string[] {
  const apps = twins.filter(({ kind }) => kind === "app").map(({ id }) => id);
  return authorizations
    .filter(({ id }) => apps.includes(id))
    .map(({ accountUserId, smartlockId }) =>
      door(users.find((user) => user.accountUserId === accountUserId)?.email, smartlockId),
    );
}

/** Every line that only one side has, or has more often. */
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
