import type { AccountState } from "../../simulator";
import type { Stored } from "../protocol/engine-state";
import { asKept } from "../protocol/as-kept";
import type { Bag } from "../protocol/plugin";
import type { Done } from "./app";
import { comingTo, identityOf, isLeaving, type LiveObject, objectsOf } from "./objects";

/** Keeps track of who manages which object of the account: the programs, or nobody. */
export class Ledger {
  /** Objects that nobody manages, as they are. */
  readonly #unmanaged = new Map<string, string>();
  /** Objects of others that a run has adopted with a message. */
  readonly #adopted = new Set<string>();
  /** Objects that a run should delete and gave up on with a warning: the lock may still have them. */
  readonly #givenUp = new Set<string>();
  /** Every object that ever existed, in its last form. */
  readonly #seen = new Map<string, LiveObject>();
  /** All identities that each of them, by id, has had over time. */
  readonly #identities = new Map<string, Set<string>>();
  /** Objects of runs that nobody manages since somebody renamed them. */
  readonly #disowned = new Set<string>();
  /** Names that a run found instead of the declared ones, and reported as the service's form of them. */
  readonly #names = new Map<string, { readonly declared: string; readonly shown: string }>();
  readonly #rest: string;

  constructor(state: AccountState) {
    objectsOf(state).forEach((object) => this.#unmanaged.set(object.key, textOf(object.record)));
    this.#rest = restOf(state);
    this.see(state);
  }

  see(state: AccountState): void {
    objectsOf(state).forEach((object) => this.#note(object));
  }

  #note(object: LiveObject): void {
    this.#seen.set(object.key, object);
    this.#identities.set(object.id, this.identitiesOf(object.id).add(object.identity));
  }

  /** All identities that the object with this id has ever had. */
  identitiesOf(id: string): Set<string> {
    return new Set(this.#identities.get(id));
  }

  everSeen(): LiveObject[] {
    return [...this.#seen.values()];
  }

  hasSeen(key: string): boolean {
    return this.#seen.has(key);
  }

  isUnmanaged({ key }: LiveObject): boolean {
    return this.#unmanaged.has(key);
  }

  wasAdopted({ key }: LiveObject): boolean {
    return this.#adopted.has(key);
  }

  /** Not an object of a program: it once belonged to somebody else, or was given up. */
  isForeign(object: LiveObject): boolean {
    return this.isUnmanaged(object) || this.wasAdopted(object) || this.isGivenUp(object);
  }

  isGivenUp({ key }: LiveObject): boolean {
    return this.#givenUp.has(key);
  }

  giveUp(key: string): void {
    this.#givenUp.add(key);
  }

  /** A state has them again. */
  takeBack(keys: readonly string[]): void {
    keys.forEach((key) => this.#givenUp.delete(key));
  }

  /** From now on nobody manages them. */
  disown(objects: readonly LiveObject[]): void {
    for (const { key, record } of objects) {
      this.#unmanaged.set(key, textOf(record));
      this.#disowned.add(key);
    }
  }

  /** From now on a program manages what nobody managed before. */
  adopt({ key }: LiveObject): void {
    this.#unmanaged.delete(key);
    this.#adopted.add(key);
  }

  /** Nobody manages what somebody created, and it has to stay as somebody changed it. */
  noteDone({ added, changed, deleted }: Done): void {
    [...added, ...changed].forEach((object) => this.#note(object));
    for (const { key, record } of [...added, ...changed]) {
      if (this.#unmanaged.has(key) || added.some((object) => object.key === key)) {
        this.#unmanaged.set(key, textOf(record));
      }
    }
    deleted.forEach(({ key }) => this.#unmanaged.delete(key));
  }

  /** A run has reported that the object's name is the service's form of the declared one. */
  noteName({ key, id }: Pick<LiveObject, "key" | "id">, declared: string, shown: string): void {
    this.#names.set(id, { declared, shown });
    // A run created it, and another run found it again.
    if (this.#disowned.delete(key)) {
      this.#unmanaged.delete(key);
    }
  }

  /** The object as its program knows it: nobody can tell who renamed it before the run saw it. */
  #asDeclared(object: LiveObject): LiveObject {
    const name = this.#names.get(object.id);
    if (name === undefined || object.record["name"] !== name.shown) {
      return object;
    }
    const record = { ...object.record, name: name.declared };
    return { ...object, record, identity: identityOf(object.collection, record) };
  }

  /** Unmanaged objects that are no longer as they were. */
  harmed(state: AccountState): string[] {
    const live = new Map(objectsOf(state).map(({ key, record }) => [key, textOf(record)]));
    const objects = [...this.#unmanaged].flatMap(([key, before]) => {
      const now = live.get(key);
      return now === before ? [] : [`${key} was ${before} and is ${now ?? "gone"}`];
    });
    return restOf(state) === this.#rest
      ? objects
      : [...objects, "the account around the objects has changed"];
  }

  /** Objects that runs have created, listed or still on their way, without those that are about to go. */
  made(state: AccountState): LiveObject[] {
    return [...objectsOf(state), ...comingTo(state)]
      .filter((object) => !this.isUnmanaged(object) && !this.isGivenUp(object) && !isLeaving(state, object))
      .map((object) => this.#asDeclared(object));
  }
}

/** The order of fields does not matter to the service. */
export function textOf(record: Bag): string {
  return JSON.stringify(
    Object.fromEntries(Object.entries(record).sort(([one], [other]) => (one < other ? -1 : 1))),
  );
}

/** Everything but the objects, and without the parts that time, reads and reports change. */
function restOf(state: AccountState): string {
  return JSON.stringify({
    account: state.account,
    settings: state.settings,
    apiKeys: state.apiKeys,
    tokens: state.tokens.map((token) => ({ ...token, lastActiveDate: undefined })),
    smartlocks: state.smartlocks.map((lock) => ({
      ...lock,
      queue: [],
      offline: undefined,
      ghosts: undefined,
      serverState: 0,
      operationId: undefined,
    })),
    services: state.services,
  });
}

/** The objects that a stored resource manages, by type and id. Pending ones have no id yet. */
export function keysOf({ type, id, outputs }: Stored): string[] {
  if (type === "AuthorizationSet") {
    const ids = (outputs["authorizationIds"] ?? {}) as Record<string, string>;
    return Object.entries(ids).map(([lock, own]) => `Authorization ${lock}/${own}`);
  }
  if (!/(^|\/)pending-/.test(id)) {
    return [`${type} ${id}`];
  }
  const { smartlockId, authorizationId } = outputs;
  return typeof authorizationId === "string" ? [`${type} ${String(smartlockId)}/${authorizationId}`] : [];
}

/** Identities of what a stored resource has sent to locks and has no id for yet. */
export function unconfirmedOf({ type, id, inputs, outputs: stored }: Stored): string[] {
  const outputs = asKept(stored);
  const places = type === "AuthorizationSet" ? Object.keys(outputs["pending"] ?? {}) : [];
  const sent = [...places, ...(id.includes("pending-") ? [outputs["smartlockId"]] : [])];
  return sent.map((smartlockId) => identityOf("authorizations", { ...inputs, ...outputs, smartlockId }));
}

/** The same in all forms in which it was sent and that nobody has seen. */
export function pendingOf(stored: Stored): string[] {
  const outputs = asKept(stored.outputs);
  const members = Object.values((outputs["__members"] ?? {}) as Record<string, Bag>);
  const earlier = [...members, outputs].flatMap(
    (bag) => (bag["__earlier"] ?? []) as { readonly form: Bag }[],
  );
  return [...unconfirmedOf(stored), ...earlier.map(({ form }) => identityOf("authorizations", form))];
}
