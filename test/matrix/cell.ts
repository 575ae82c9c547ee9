import type { Fault, RecordedRequest } from "../../simulator";
import type { Declared } from "../protocol/declared";
import type { Bag } from "../protocol/plugin";
import type { RunResult } from "../protocol/test-engine";
import { Account, type Scene } from "./account";
import { alteredFields, type Alters, kept } from "./alters";
import { isBelievedGone } from "./believed";
import { Checks, said } from "./checks";
import type { Column } from "./columns";
import { isReading, type Operation, programAfter, start } from "./operations";
import { faultsOf, type Row, type Target } from "./rows";
import { without } from "./without";

export type End =
  /** It succeeded despite the fault. */
  | "ok"
  /** It failed or believed a lie, and the next run reached the declared state. */
  | "healed"
  /** It failed, and a person has to decide. */
  | "refused"
  /** It fails in every run and says why, until the program declares the values that the service stores. */
  | "told"
  | "impossible";

export interface Ended {
  readonly end: End;
  /** Why it is impossible, or what the error said. */
  readonly why: string;
  /** Promises that were broken. */
  readonly problems: readonly string[];
  /** How long the run took by the service's clock. */
  readonly seconds: number;
}

const HOUR_MS = 3_600_000;
const MOMENT_MS = 1_000;

/** All cells of an operation on one kind, run one after the other on one account. */
export class Cells {
  readonly #account: Account;
  readonly #column: Column;
  readonly #operation: Operation;
  readonly #checks: Checks;
  readonly #empty: Scene;
  /** The account and the state before the operation. */
  readonly #before: Scene;
  /** The account with other values, if the service can change them. */
  readonly #changed: Scene;
  readonly #target: Target;

  private constructor(
    account: Account,
    operation: Operation,
    parts: { checks: Checks; empty: Scene; before: Scene; changed: Scene; target: Target },
  ) {
    this.#account = account;
    this.#column = account.column;
    this.#operation = operation;
    this.#checks = parts.checks;
    this.#empty = parts.empty;
    this.#before = parts.before;
    this.#changed = parts.changed;
    this.#target = parts.target;
  }

  /** The requests of the operation when nothing goes wrong. */
  get requests(): readonly RecordedRequest[] {
    return this.#target.requests;
  }

  static async start(column: Column, operation: Operation): Promise<Cells> {
    const account = await Account.start(column);
    const checks = new Checks(account, column);
    const empty = account.scene();
    const mustWork = async (run: Promise<RunResult>): Promise<void> => {
      const error = said(await account.pass(run));
      if (error !== "") {
        throw new Error(`Without any fault ${operation} of ${column.name} fails: ${error}`);
      }
    };
    if (operation !== "create") {
      await mustWork(account.engine.up([column.program]));
      // Lists that lag behind have their own row.
      account.simulator.clock.advance(2 * HOUR_MS);
    }
    const before = account.scene();
    const ids = checks.ids().map(onWire);
    account.simulator.clearRequests();
    await mustWork(start(operation, account));
    const requests = account.simulator.requests();
    // A created object gets the same id in every cell.
    const allIds = [...new Set([...ids, ...checks.ids().map(onWire)])];
    await mustWork(account.engine.up([column.changed ?? column.program]));
    const changed = account.scene();
    const target = { requests, ids, allIds, readById: column.readById };
    return new Cells(account, operation, { checks, empty, before, changed, target });
  }

  stop(): Promise<void> {
    return this.#account.stop();
  }

  /** Runs one cell, with the faults of its row or with others. `isDestroyed`: whether it ends with a destroy. */
  async run(row: Row, isDestroyed: boolean, others?: readonly Fault[]): Promise<Ended> {
    if (row.alters !== undefined) {
      return this.#runAltered(row, row.alters);
    }
    const faults = others ?? faultsOf(row, this.#target);
    const operation = this.#operation;
    const { engine } = await this.#stage(row);
    const firedBefore = this.#fired(row);
    const disarm = this.#arm(row, faults);
    const broken = await this.#account.pass(start(operation, this.#account));
    disarm();
    if (row.course === "all lists" || row.course === "reads by id") {
      // If nothing shows the object, nobody can wait until it is gone: an accepted delete is done a moment later.
      this.#account.simulator.clock.advance(MOMENT_MS);
    }
    const problems = this.#checks.broken(row, operation, broken);
    if (others === undefined && faults.length > 0 && this.#fired(row) === firedBefore) {
      problems.push("the fault changed no answer");
    }
    const why = said(broken);
    const isBelieved = isBelievedGone(row, operation, this.#column, broken);
    if (why === "" && !isBelieved && isReading(operation) && broken.steps["ours"] === "update") {
      // The list lagged behind, so the refresh recorded old values. The next run corrects them.
      await this.#account.pass(engine.up(this.#after()));
    }
    const { end, after } =
      why === "" && !isBelieved
        ? { end: "ok" as const, after: this.#after() }
        : await this.#heal(problems, isReading(operation) && engine.state.has("ours"));
    problems.push(...this.#checks.exact(after.flatMap((declared) => this.#column.wanted(declared))));
    // If there was nothing to do, the healing run itself was already silent.
    if (end === "ok" || isBelieved || !isReading(operation)) {
      this.#account.simulator.clearRequests();
      problems.push(...this.#checks.silent(await this.#account.pass(engine.preview(after))));
    }
    // Notes about deleted objects stay for a while.
    if (!["delete", "replace"].includes(operation) && this.#account.machine.files.size > 0) {
      problems.push("a note about a create is left");
    }
    if (isDestroyed && after.length > 0) {
      const destroyed = await this.#account.pass(engine.destroy());
      problems.push(...Object.values(destroyed.errors).map((error) => `it cannot be destroyed: ${error}`));
      problems.push(...this.#checks.exact([]));
    }
    problems.push(...this.#checks.secrets());
    return { end, why, problems, seconds: broken.seconds };
  }

  /** Runs one cell in an account that stores something other than it was sent. */
  async #runAltered(row: Row, alters: Alters): Promise<Ended> {
    const operation = this.#operation;
    this.#account.restore(this.#empty);
    const { engine, simulator } = this.#account;
    const state = simulator.state();
    simulator.setState({ ...state, behaviour: { ...state.behaviour, alters } });
    // Runs never add another object, and the state has every one.
    const bounded = (program: readonly Declared[]): string[] => {
      const wanted = program.flatMap((declared) => this.#column.wanted(declared));
      return this.#checks.exact(wanted.map((fields) => kept(fields, this.#column, alters)));
    };
    const problems: string[] = [];
    if (operation !== "create") {
      await this.#account.pass(engine.up([this.#column.program]));
      simulator.clock.advance(2 * HOUR_MS);
      problems.push(...bounded([this.#column.program]));
    }
    simulator.clearRequests();
    const first = await this.#account.pass(start(operation, this.#account));
    problems.push(...this.#checks.broken(row, operation, first));
    const spoken = isReading(operation) ? this.#checks.silent(first) : [];
    const after = this.#after();
    problems.push(...bounded(after));
    const again = await this.#account.pass(engine.up(after));
    problems.push(...this.#checks.broken(row, "update", again), ...bounded(after));
    const why = said(again);
    const end = why !== "" ? "told" : said(first) !== "" ? "healed" : "ok";
    if (end === "told") {
      const untold = alteredFields(this.#column, alters).filter((field) => !why.includes(field));
      problems.push(...untold.map((field) => `nobody says what became of ${field}: ${why}`));
    }
    if (end === "ok") {
      simulator.clearRequests();
      problems.push(...spoken, ...this.#checks.silent(await this.#account.pass(engine.preview(after))));
    }
    const destroyed = await this.#account.pass(engine.destroy());
    problems.push(...Object.values(destroyed.errors).map((error) => `it cannot be destroyed: ${error}`));
    problems.push(...this.#checks.exact([]), ...this.#checks.secrets());
    return { end, why, problems, seconds: first.seconds };
  }

  #after(): Declared[] {
    return programAfter(this.#operation, this.#column).map((declared) => without(declared, ["forceReplace"]));
  }

  /** Runs once more without the fault, and then again if a person has to decide. */
  async #heal(problems: string[], isSilent: boolean): Promise<{ end: End; after: Declared[] }> {
    const { engine } = this.#account;
    const after = this.#after();
    this.#account.simulator.clearRequests();
    const healed = await this.#account.pass(engine.up(after));
    const refusal = said(healed);
    if (isSilent) {
      problems.push(...this.#checks.silent(healed));
    }
    if (refusal === "") {
      return { end: "healed", after };
    }
    problems.push(...this.#checks.refused(refusal));
    const decided = after.map((declared) => ({
      ...declared,
      inputs: { ...(declared.inputs as Bag), adopt: this.#column.wayOut },
    }));
    const { errors } = await this.#account.pass(engine.up(decided));
    problems.push(...Object.values(errors).map((error) => `the way out does not lead out: ${error}`));
    return { end: "refused", after: decided };
  }

  async #stage({ fault }: Row): Promise<Account> {
    const isYoung = fault?.kind === "stale" && isReading(this.#operation);
    this.#account.restore(isYoung ? this.#empty : this.#before);
    if (fault?.kind === "stale") {
      // A request that needs no history makes the simulator forget the history of the cell before.
      await fetch(`${this.#account.simulator.url}/opener/brand`);
    }
    if (isYoung) {
      // A list can be stale for an object that was just created.
      this.#account.simulator.setFaults([
        { kind: "stale", operation: "GET *", count: "always", skip: 1_000 },
      ]);
      await this.#account.pass(this.#account.engine.up([this.#column.program]));
    }
    this.#account.simulator.clearRequests();
    return this.#account;
  }

  /** Sets up the trouble; the returned function removes it. */
  #arm(row: Row, faults: readonly Fault[]): () => void {
    const { simulator } = this.#account;
    if (row.fault?.kind === "old values" && isReading(this.#operation)) {
      // Old values are those from the time when the fault was set.
      const now = simulator.state();
      simulator.setState(this.#changed.account);
      simulator.setFaults(faults);
      simulator.setState(now);
    } else {
      simulator.setFaults(faults);
    }
    const lives = row.course === "the lock" ? this.#column.locks : [];
    const how = row.trouble.includes("lost") ? "lost" : "pending";
    const goOffline = (): void => lives.forEach((id) => simulator.lock(id).goOffline(how));
    let isOver = false;
    if (row.trouble.startsWith("goes")) {
      void this.#onFirstWrite(goOffline, () => isOver);
    } else {
      goOffline();
    }
    return () => {
      isOver = true;
      simulator.clearFaults();
      lives.forEach((id) => simulator.lock(id).goOnline());
    };
  }

  /** How often the fault of a row has changed an answer so far. */
  #fired({ fault }: Row): number {
    return this.#account.simulator
      .firedFaults()
      .filter(({ kind }) => kind === fault?.kind)
      .reduce((sum, { times }) => sum + times, 0);
  }

  async #onFirstWrite(act: () => void, isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      if (this.#account.writes().length > 0) {
        act();
        return;
      }
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
}

/** The id without the ids of its parents. */
function onWire(id: string): string {
  return id.slice(id.lastIndexOf("/") + 1);
}
