import type { SmartlockClient } from "../api";
import type { Bag } from "./bag";
import { Lane } from "./lane";
import type { IdParts, IdValues, ResourceSpec } from "./resource-spec";
import type { Traffic } from "./traffic";

interface Change {
  readonly live: object;
  readonly wanted: Bag;
}

/** Sends the writes of one kind: many in one request if the service accepts that, otherwise each by itself. */
export class Writer {
  readonly #api: SmartlockClient;
  readonly #spec: ResourceSpec;
  readonly #lanes:
    | {
        readonly create: Lane<Bag>;
        readonly update: Lane<Change>;
        readonly remove: Lane<IdValues<IdParts>>;
      }
    | undefined;

  constructor(api: SmartlockClient, spec: ResourceSpec, traffic: Traffic, most: number) {
    this.#api = api;
    this.#spec = spec;
    const { bulk } = spec;
    this.#lanes = bulk && {
      create: new Lane({
        traffic,
        most,
        groupOf: (wanted) => bulk.sameCreate(wanted),
        sendOne: (wanted) => spec.create(api, wanted),
        sendMany: (all) => bulk.create(api, all),
      }),
      update: new Lane({
        traffic,
        most,
        groupOf: () => "",
        sendOne: ({ live, wanted }) => Promise.resolve(spec.update?.(api, live, wanted, [])),
        sendMany: (all) => bulk.update(api, all),
      }),
      remove: new Lane({
        traffic,
        most,
        groupOf: () => "",
        sendOne: (id) => spec.remove(api, id),
        sendMany: (all) => bulk.remove(api, all),
      }),
    };
  }

  /** Returns the object, or undefined if the service shows it only later. */
  async create(wanted: Bag): Promise<object | undefined> {
    return this.#lanes === undefined
      ? this.#spec.create(this.#api, wanted)
      : this.#lanes.create.send(wanted).then(() => undefined);
  }

  /** Returns the updated object, or undefined if the service shows it only later. */
  async update(live: object, wanted: Bag, changed: readonly string[]): Promise<object | undefined> {
    return this.#lanes === undefined
      ? this.#spec.update?.(this.#api, live, wanted, changed)
      : this.#lanes.update.send({ live, wanted }).then(() => undefined);
  }

  /** Sent together with others if the service accepts that, or alone. */
  async remove(id: IdValues<IdParts>, how: "together" | "alone" = "together"): Promise<void> {
    await (this.#lanes === undefined || how === "alone"
      ? this.#spec.remove(this.#api, id)
      : this.#lanes.remove.send(id));
  }
}
