import type { AccountState, Fault } from "../../simulator";
import { deleteObjects, perform } from "./app";
import type { Act, Command, Crash, History, Spoiling } from "./command";
import { canaries, identitiesOf } from "./declaration";
import { figures } from "./figures";
import { Examination, type RunKind } from "./examination";
import { heal } from "./heal";
import { countWork } from "./leftovers";
import { shownBy } from "./lies";
import { comingTo, type LiveObject, objectsOf } from "./objects";
import { Program } from "./program";
import { Stack, type Ended } from "./stack";
import { hosts, World } from "./world";

type Addition = Extract<Act, { act: "add" }>;

const STACKS = [
  { name: "a", firstIdentity: 0 },
  { name: "b", firstIdentity: 3 },
] as const;

/** Longer than a lock takes for anything it was sent. */
const SETTLED_MS = 60_000;

/** Replays a history and examines the account after each command. Then it heals the account and examines it again. */
export class Replay {
  readonly stacks: readonly Stack[];
  readonly examination: Examination;

  private constructor(
    readonly world: World,
    history: History,
  ) {
    const machine = world.begin(history);
    this.stacks = STACKS.map(
      ({ name, firstIdentity }) => new Stack(new Program(name, firstIdentity), world, machine),
    );
    this.examination = new Examination(world.simulator, machine, this.stacks);
  }

  static async of(world: World, history: History): Promise<void> {
    const replay = new Replay(world, history);
    try {
      for (const command of history.commands) {
        await replay.#do(command);
      }
      await heal(replay);
    } finally {
      // Leaves nothing of it under way.
      world.simulator.clearFaults();
      await world.pass(60 * 60_000);
    }
  }

  #spoil(faults: readonly Spoiling[]): void {
    const state = this.world.simulator.state();
    this.examination.spoil(faults.map((fault) => aimed(fault, state)));
  }

  /** The service works again. */
  mend(): void {
    this.#spoil([]);
  }

  /** Somebody in the app does something. */
  act(act: Act): void {
    const { simulator } = this.world;
    this.examination.noteAct();
    const { ledger } = this.examination;
    ledger.see(simulator.state());
    const before = objectsOf(simulator.state());
    const forgotten = before.filter((object) => this.examination.isForgotten(object));
    this.world.edit((state) => {
      const shifted = act.act === "add" ? this.#shifted(act) : act;
      const done = perform(state, shifted, simulator.clock.iso());
      ledger.noteDone(done);
      const touched = [...done.added, ...done.changed, ...done.deleted];
      const were = before.filter(({ key }) => touched.some((object) => object.key === key));
      this.examination.noteTouched([...were, ...touched]);
      const renamed = done.changed.filter(({ key, identity }) =>
        before.some((object) => object.key === key && object.identity !== identity),
      );
      // Nobody can tell any longer that a dead run created it.
      ledger.disown(renamed.filter(({ key }) => forgotten.some((object) => object.key === key)));
      this.examination.noteRenamed(renamed);
    });
  }

  /** While a run creates an object, nobody could tell it from an identical one that somebody else creates. */
  #meanwhile(act: Act): void {
    const state = this.world.simulator.state();
    const declared = this.stacks.flatMap(({ program }) => program.expected(state));
    if (!this.#makes(act, isOneOf(declared))) {
      this.act(act);
    }
  }

  /** The same holds while a request of a dead run is on its way, or a lock still has to create the object. */
  #actOnRest(act: Act): void {
    const isComing = isOneOf(comingTo(this.world.simulator.state()));
    if (!this.#makes(act, (identity) => isComing(identity) || this.examination.mayArrive(identity))) {
      this.act(act);
    }
  }

  #makes(act: Act, isMeant: (identity: string) => boolean): boolean {
    return act.act === "add" && identitiesOf(this.#shifted(act).resource, {}).some(isMeant);
  }

  /** A person decides to delete these. */
  deleteInApp(objects: readonly LiveObject[]): void {
    const keys = objects.map(({ key }) => key);
    this.world.edit((state) => this.examination.ledger.noteDone(deleteObjects(state, keys)));
  }

  async #do(command: Command): Promise<void> {
    const { simulator } = this.world;
    simulator.clearRequests();
    this.examination.begin();
    const runs = await this.#happen(command);
    // Requests that are on their way arrive.
    await this.world.pass(1);
    const crash = "crash" in command ? command.crash : undefined;
    if (crash?.isWaitedFor === true) {
      await this.#untilQuiet();
    }
    figures.count("commands");
    figures.count("runs", runs.length);
    figures.count("crashes", runs.filter(({ isCrashed }) => isCrashed).length);
    this.examination.lies.count();
    this.examination.examine(command.do, runs);
    await this.clearUpTwins();
  }

  /** A person deletes the twins that a run has named. No run may do that. */
  async clearUpTwins(): Promise<void> {
    const { examination } = this;
    if (examination.twinsForAPerson().length > 0) {
      await this.world.pass(SETTLED_MS);
      const twins = examination.twinsForAPerson();
      for (const twin of twins) {
        countWork(`a twin that a line named: ${examination.leftovers.whyTwice(twin)}`, [twin]);
      }
      this.deleteInApp(twins);
    }
  }

  /** Waits until every online lock has done what it was sent. */
  async #untilQuiet(): Promise<void> {
    const isBusy = (): boolean =>
      this.world.simulator
        .state()
        .smartlocks.some(({ queue, offline }) => queue.length > 0 && offline === undefined);
    while (isBusy()) {
      await this.world.pass(1_000);
    }
  }

  /** Returns the runs of the command. */
  async #happen(command: Command): Promise<readonly Ended[]> {
    const { simulator } = this.world;
    switch (command.do) {
      case "up": {
        const stack = this.#stack(command.stack);
        stack.edit(command.edits);
        if (command.faults !== undefined) {
          this.#spoil(command.faults);
        }
        if (command.meanwhile !== undefined) {
          const { afterMs, act } = command.meanwhile;
          this.world.time.after(afterMs, () => this.#meanwhile(act));
        }
        return [await this.up(stack, command.crash)];
      }
      case "both up": {
        const [one, other] = [this.#stack(0), this.#stack(1)];
        one.edit(command.edits);
        other.edit(command.otherEdits);
        return this.#atOnce(one, other, command.afterMs);
      }
      case "twice up": {
        const stack = this.#stack(command.stack);
        stack.edit(command.edits);
        const ended = await this.#atOnce(stack.copied(), stack, command.afterMs);
        // Only the lock of the stack keeps two runs from creating the same objects.
        this.examination.noteRivals(stack);
        await this.world.pass(SETTLED_MS);
        return ended;
      }
      case "destroy":
        return [await this.destroy(this.#stack(command.stack), command.crash)];
      case "preview":
        this.#stack(command.stack).edit(command.edits);
        return [await this.preview(this.#stack(command.stack))];
      case "refresh":
        return [
          await this.world.until(this.#noted(this.#stack(command.stack), "refresh", (own) => own.refresh())),
        ];
      case "import":
        this.#stack(command.stack).forgetOwners();
        return [];
      case "app":
        this.#actOnRest(command.act);
        return [];
      case "faults":
        this.#spoil(command.faults);
        return [];
      case "offline":
        simulator.lock(lockId(command.lock)).goOffline(command.how);
        return [];
      case "online":
        simulator.lock(lockId(command.lock)).goOnline();
        return [];
      case "ghosts":
        simulator.lock(lockId(command.lock)).leaveGhosts(command.on);
        return [];
      case "wait":
        await this.world.pass(command.minutes * 60_000);
        return [];
    }
  }

  up(stack: Stack, crash?: Crash): Promise<Ended> {
    return this.world.until(this.#up(stack, crash));
  }

  destroy(stack: Stack, crash?: Crash): Promise<Ended> {
    return this.world.until(this.#noted(stack, "destroy", (own) => own.destroy(crash), crash));
  }

  preview(stack: Stack): Promise<Ended> {
    return this.world.until(this.#noted(stack, "preview", (own) => own.preview()));
  }

  async #up(stack: Stack, crash?: Crash): Promise<Ended> {
    const begun = this.examination.beginning();
    const ended = await this.#noted(stack, "up", (own) => own.up(crash), crash);
    this.examination.noteUp(stack, ended, begun);
    return ended;
  }

  async #noted(
    stack: Stack,
    what: RunKind,
    run: (stack: Stack) => Promise<Ended>,
    crash?: Crash,
  ): Promise<Ended> {
    const begun = this.examination.beginning();
    const { keys, pending, waiting } = stack;
    const kept = what === "up" ? this.examination.toBeKept(stack) : [];
    const ended = await run(stack);
    this.examination.noteKept(stack, ended, begun, kept);
    if (ended.isCrashed && crash?.losesNotes === true) {
      this.examination.noteLostNotes();
    }
    this.examination.noteRun(stack, what, ended, begun, { keys, pending, waiting });
    return ended;
  }

  #atOnce(one: Stack, other: Stack, afterMs: number): Promise<Ended[]> {
    const later = new Promise<void>((resolve) => this.world.time.after(afterMs, resolve));
    return this.world.until(Promise.all([this.#up(one), later.then(() => this.#up(other))]));
  }

  #stack(number: number): Stack {
    const stack = this.stacks[number];
    if (stack === undefined) {
      throw new RangeError(`There is no stack ${number}.`);
    }
    return stack;
  }

  /** Somebody adds an object that a stack may also declare. */
  #shifted(act: Addition): Addition {
    const n = act.resource.n + (STACKS[act.stack]?.firstIdentity ?? 0);
    return { ...act, resource: { ...act.resource, n } };
  }
}

/** A "lacking" list lacks some of the existing objects, counted from the newest. If none exist, it lacks nothing. */
function aimed({ which, ...fault }: Spoiling, state: AccountState): Fault {
  if (fault.kind !== "lacking" || which === undefined) {
    return fault;
  }
  const shown = shownBy(fault.operation);
  const ids =
    shown === "smartlocks"
      ? hosts.map(({ smartlockId }) => String(smartlockId))
      : objectsOf(state)
          .filter(({ collection }) => collection === shown)
          .map(({ id }) => id.split("/").at(-1) ?? "")
          .reverse();
  const own = which.map((number) => ids[number % ids.length] ?? "none");
  return { ...fault, ids: [...new Set(own)] };
}

function isOneOf(objects: readonly { readonly identity: string }[]): (identity: string) => boolean {
  return (own) => objects.some(({ identity }) => identity === own);
}

let world: Promise<World> | undefined;

/** Replays the history, on a service that is started only once. */
export async function replay(history: History): Promise<void> {
  world ??= World.start(canaries.token);
  await Replay.of(await world, history);
}

export async function stopWorld(): Promise<void> {
  await (await world)?.stop();
  world = undefined;
}

export function lockId(number: number): number {
  return hosts[number % hosts.length]?.smartlockId ?? 0;
}
