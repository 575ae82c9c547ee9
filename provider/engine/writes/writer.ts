import type { SmartlockClient } from "../../api";
import type { IdParts, IdValues } from "../kind/listed";
import type { ResourceSpec } from "../kind/spec";
import type { Bag } from "../values/bag";
import { Batch } from "./batch";
import type { BatchTiming } from "./batch-timing";

interface Change {
  readonly live: object;
  readonly wanted: Bag;
}

/** Sends the writes of one kind: many in one request if the service accepts that, otherwise each by itself. */
export class Writer {
  readonly #api: SmartlockClient;
  readonly #spec: ResourceSpec;
  readonly #batches:
    | {
        readonly create: Batch<Bag>;
        readonly update: Batch<Change>;
        readonly remove: Batch<IdValues<IdParts>>;
      }
    | undefined;

  constructor(api: SmartlockClient, spec: ResourceSpec, timing: BatchTiming, most: number) {
    this.#api = api;
    this.#spec = spec;
    const { bulk } = spec;
    this.#batches = bulk && {
      create: new Batch({
        timing,
        most,
        groupOf: (wanted) => bulk.sameCreate(wanted),
        sendOne: (wanted) => spec.create(api, wanted),
        sendMany: (all) => bulk.create(api, all),
      }),
      update: new Batch({
        timing,
        most,
        groupOf: () => "",
        sendOne: ({ live, wanted }) => Promise.resolve(spec.update?.(api, live, wanted, [])),
        sendMany: (all) => bulk.update(api, all),
      }),
      remove: new Batch({
        timing,
        most,
        groupOf: () => "",
        sendOne: (id) => spec.remove(api, id),
        sendMany: (all) => bulk.remove(api, all),
      }),
    };
  }

  /** Returns the object, or undefined if the service shows it only later. */
  async create(wanted: Bag): Promise<object | undefined> {
    return this.#batches === undefined
      ? this.#spec.create(this.#api, wanted)
      : this.#batches.create.send(wanted).then(() => undefined);
  }

  /** Returns the updated object, or undefined if the service shows it only later. */
  async update(live: object, wanted: Bag, changed: readonly string[]): Promise<object | undefined> {
    return this.#batches === undefined
      ? this.#spec.update?.(this.#api, live, wanted, changed)
      : this.#batches.update.send({ live, wanted }).then(() => undefined);
  }

  /** Sent together with others if the service accepts that, or alone. */
  async remove(id: IdValues<IdParts>, how: "together" | "alone" = "together"): Promise<void> {
    await (this.#batches === undefined || how === "alone"
      ? this.#spec.remove(this.#api, id)
      : this.#batches.remove.send(id));
  }
}
