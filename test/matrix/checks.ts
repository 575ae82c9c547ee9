import type { Bag } from "../protocol/plugin";
import type { RunResult } from "../protocol/test-engine";
import { type Account, settings, token } from "./account";
import { isBelievedGone } from "./believed";
import type { Column } from "./columns";
import { isReading, type Operation } from "./operations";
import { unreadable } from "./readable";
import type { Row } from "./rows";
import { changedParts, type Unmanaged, unmanaged } from "./unmanaged";

/** Conditions that hold whatever went wrong. Each method returns what is wrong. */
export class Checks {
  readonly #account: Account;
  readonly #column: Column;
  readonly #theirIds: ReadonlySet<string>;
  readonly #theirs: Unmanaged;

  /** No program manages what the account holds at this time. */
  constructor(account: Account, column: Column) {
    this.#account = account;
    this.#column = column;
    this.#theirIds = new Set(account.records().map((record) => column.idOf(record)));
    this.#theirs = unmanaged(account.simulator.state(), column, () => false);
  }

  /** The current ids of the program's objects. */
  ids(): string[] {
    return this.#ours().map((record) => this.#column.idOf(record));
  }

  #ours(): Bag[] {
    return this.#account.records().filter((record) => !this.#theirIds.has(this.#column.idOf(record)));
  }

  #idsInState(): string[] {
    const { engine } = this.#account;
    const stored = [...engine.state.values(), ...engine.condemned.map((leaving) => leaving.stored)];
    return stored.flatMap((one) => this.#column.idsIn(one));
  }

  broken(row: Row, operation: Operation, run: RunResult & { readonly seconds: number }): string[] {
    const { engine } = this.#account;
    const problems = this.#untouched();
    const error = said(run);
    if (isReading(operation) && this.#account.writes().length > 0) {
      problems.push(`a ${operation} wrote: ${this.#account.writes().join(", ")}`);
    }
    const step = run.steps["ours"];
    // If an object was changed after its creation, a list that lags behind shows its old values. Values that the
    // service altered may differ too.
    const isOld =
      (row.fault?.kind === "stale" || row.fault?.kind === "old values" || row.alters !== undefined) &&
      step === "update";
    const isBelieved = isBelievedGone(row, operation, this.#column, run);
    if (isReading(operation) && step !== "same" && step !== "failed" && !isOld && !isBelieved) {
      problems.push(`a ${operation} of something unchanged says ${step}`);
    }
    if (isReading(operation) && !engine.state.has("ours") && !isBelieved) {
      problems.push("a failed read looked like a deletion");
    }
    const ours = this.#ours();
    const most = this.#column.wanted(this.#column.program).length;
    const isCreateFirst = operation === "replace" && this.#column.type === "Webhook";
    if (ours.length > (isCreateFirst ? 2 * most : most)) {
      problems.push(`there are ${ours.length} of it`);
    }
    const told = this.#idsInState();
    const real = ours.map((record) => this.#column.idOf(record));
    const lost = real.filter((id) => !told.includes(id));
    const isPending = [...engine.state.values()].some(({ outputs }) => outputs["pending"] !== undefined);
    const words = isBelieved ? run.output : error;
    const isSaid = /may have taken effect/.test(error) || lost.every((id) => words.includes(id));
    if (lost.length > 0 && !isPending && !isSaid) {
      problems.push(`ids are lost and nobody says that it may be there: ${lost.join(", ")}`);
    }
    if (operation === "create" && told.some((id) => !real.includes(id))) {
      problems.push("the state tells an id that the service never gave");
    }
    if (error !== "" && isOpen(row) && !/may have taken effect|was created \(id/.test(error)) {
      problems.push(`nobody says that it may be done: ${error}`);
    }
    problems.push(...Object.values(run.errors).flatMap(unreadable));
    const bound = 4 * (settings.settleTimeout + settings.timeout);
    if (run.seconds > bound) {
      problems.push(`it took ${run.seconds} s, and ${bound} s bound it`);
    }
    return problems;
  }

  refused(refusal: string): string[] {
    const problems = unreadable(refusal);
    const ours = this.#ours();
    const told = this.#idsInState();
    const id = ours.map((record) => this.#column.idOf(record)).find((one) => !told.includes(one));
    if (this.#column.wayOut === undefined) {
      problems.push(`nobody has to decide about it, and it is refused: ${refusal}`);
    }
    if (id === undefined || !refusal.includes(id)) {
      problems.push(`the refusal does not name ${id}: ${refusal}`);
    }
    if (this.#account.writes().length > 0) {
      problems.push(`it was refused, and yet it wrote: ${this.#account.writes().join(", ")}`);
    }
    return [...problems, ...this.#untouched()];
  }

  #untouched(): string[] {
    const now = unmanaged(
      this.#account.simulator.state(),
      this.#column,
      (record) => !this.#theirIds.has(this.#column.idOf(record)),
    );
    return changedParts(this.#theirs, now).map((part) => `something unmanaged changed: ${part}`);
  }

  /** The service holds exactly this, and the state has its ids. */
  exact(wanted: readonly Bag[]): string[] {
    const problems = this.#untouched();
    const ours = this.#ours();
    const missing = wanted.filter((fields) => !ours.some((record) => holds(record, fields)));
    if (ours.length !== wanted.length || missing.length > 0) {
      problems.push(
        `the service does not hold what is declared: ${JSON.stringify(ours)} instead of ${JSON.stringify(wanted)}`,
      );
    }
    const real = ours.map((record) => this.#column.idOf(record)).sort();
    const told = this.#idsInState().sort();
    if (JSON.stringify(real) !== JSON.stringify(told)) {
      problems.push(`the state tells the ids ${told.join(", ")}, and the service has ${real.join(", ")}`);
    }
    return problems;
  }

  silent({ steps, errors, output }: RunResult): string[] {
    const problems = Object.values(errors).map((why) => `the preview fails: ${why}`);
    if (Object.values(steps).some((step) => step !== "same") || output !== "") {
      problems.push(`the preview is not silent: ${JSON.stringify(steps)} ${output}`);
    }
    if (this.#account.writes().length > 0) {
      problems.push(`a preview wrote: ${this.#account.writes().join(", ")}`);
    }
    return problems;
  }

  secrets(): string[] {
    const seen = this.#account.machine.spoken.join("\n");
    const bags = [
      ...this.#ours(),
      this.#column.program.inputs as Bag,
      this.#column.replaced.inputs as Bag,
      ...this.#column.neighbours,
    ];
    const values = bags.flatMap((bag) => this.#column.secrets.map((field) => bag[field]));
    const secrets = [token, ...values.filter((value) => value !== undefined).map(String)];
    return [...new Set(secrets)]
      .filter((secret) => new RegExp(`(?<![0-9])${escaped(secret)}(?![0-9])`).test(seen))
      .map((secret) => `a secret was seen: ${secret}`);
  }
}

/** The write took effect, and nobody was told. */
function isOpen({ trouble, course }: Row): boolean {
  return (
    trouble.endsWith("after the effect") && (course === "one write" || course === "outage from a write on")
  );
}

export function said({ errors }: RunResult): string {
  return Object.values(errors).join("\n");
}

function escaped(text: string): string {
  return text.replace(/[^A-Za-z0-9]/g, "\\$&");
}

function holds(record: Bag, fields: Bag): boolean {
  return Object.entries(fields).every(([field, value]) => same(record[field], value));
}

/** In any order: the service does not keep the order of a list. */
function same(left: unknown, right: unknown): boolean {
  return inOrder(left) === inOrder(right);
}

function inOrder(value: unknown): string | undefined {
  return JSON.stringify(Array.isArray(value) ? value.map((item) => JSON.stringify(item)).sort() : value);
}
