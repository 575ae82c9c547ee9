import type { SmartlockClient } from "../api";
import type { Bag } from "./bag";
import { Lane } from "./lane";
import type { IdParts, IdValues, ResourceSpec } from "./resource-spec";
import type { Traffic } from "./traffic";

interface Change {
  readonly live: object;
  readonly wanted: Bag;
}

/** Sends the writes of one kind: many of them in one request where the service takes that, else each by itself. */
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

  /** The object, or undefined where the service will show it later. */
  async create(wanted: Bag): Promise<object | undefined> {
    return this.#lanes === undefined
      ? this.#spec.create(this.#api, wanted)
      : this.#lanes.create.send(wanted).then(() => undefined);
  }

  /** The object as it is then, or undefined where the service will show it later. */
  async update(live: object, wanted: Bag, changed: readonly string[]): Promise<object | undefined> {
    return this.#lanes === undefined
      ? this.#spec.update?.(this.#api, live, wanted, changed)
      : this.#lanes.update.send({ live, wanted }).then(() => undefined);
  }

  /** Together with others where the service takes that, or by itself. */
  async remove(id: IdValues<IdParts>, how: "together" | "alone" = "together"): Promise<void> {
    await (this.#lanes === undefined || how === "alone"
      ? this.#spec.remove(this.#api, id)
      : this.#lanes.remove.send(id));
  }
}
