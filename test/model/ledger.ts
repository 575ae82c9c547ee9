import type { AccountState } from "../../simulator";
import type { Stored } from "../protocol/engine-state";
import type { Bag } from "../protocol/plugin";
import type { Done } from "./app";
import { comingTo, identityOf, isLeaving, type LiveObject, objectsOf } from "./objects";

/** Who answers for which object of the account: the programs, or nobody. */
export class Ledger {
  /** Objects of nobody, as they are. */
  readonly #unmanaged = new Map<string, string>();
  /** Objects of others that a run has taken over, aloud. */
  readonly #adopted = new Set<string>();
  /** What a run was told to delete and gave up, aloud: the lock may still have it. */
  readonly #givenUp = new Set<string>();
  /** Everything that ever was, as it was last. */
  readonly #seen = new Map<string, LiveObject>();
  /** What each of them, by its id, was over time. */
  readonly #identities = new Map<string, Set<string>>();
  /** Objects of runs that are nobody's since somebody renamed them. */
  readonly #disowned = new Set<string>();
  /** Names that a run has found instead of what it declared, and taken for the service's form of it, aloud. */
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

  /** Everything that the object with this id ever was. */
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

  /** Not a program's: somebody else's once, or given up. */
  isForeign(object: LiveObject): boolean {
    return this.isUnmanaged(object) || this.wasAdopted(object) || this.isGivenUp(object);
  }

  isGivenUp({ key }: LiveObject): boolean {
    return this.#givenUp.has(key);
  }

  giveUp(key: string): void {
    this.#givenUp.add(key);
  }

  /** A state has it again. */
  takeBack(keys: readonly string[]): void {
    keys.forEach((key) => this.#givenUp.delete(key));
  }

  /** It is nobody's from now on. */
  disown(objects: readonly LiveObject[]): void {
    for (const { key, record } of objects) {
      this.#unmanaged.set(key, textOf(record));
      this.#disowned.add(key);
    }
  }

  /** What nobody had is a program's from now on. */
  adopt({ key }: LiveObject): void {
    this.#unmanaged.delete(key);
    this.#adopted.add(key);
  }

  /** What somebody made is nobody's, and stays as somebody changed it. */
  noteDone({ added, changed, deleted }: Done): void {
    [...added, ...changed].forEach((object) => this.#note(object));
    for (const { key, record } of [...added, ...changed]) {
      if (this.#unmanaged.has(key) || added.some((object) => object.key === key)) {
        this.#unmanaged.set(key, textOf(record));
      }
    }
    deleted.forEach(({ key }) => this.#unmanaged.delete(key));
  }

  /** A run has said of an object that its name is what the service made of the declared one. */
  noteName({ key, id }: Pick<LiveObject, "key" | "id">, declared: string, shown: string): void {
    this.#names.set(id, { declared, shown });
    // A run has made it, and another one has found it again.
    if (this.#disowned.delete(key)) {
      this.#unmanaged.delete(key);
    }
  }

  /** As its program knows it: nobody can tell who gave it another name before the run had seen it. */
  #asDeclared(object: LiveObject): LiveObject {
    const name = this.#names.get(object.id);
    if (name === undefined || object.record["name"] !== name.shown) {
      return object;
    }
    const record = { ...object.record, name: name.declared };
    return { ...object, record, identity: identityOf(object.collection, record) };
  }

  /** What belongs to nobody and is not as it was. */
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

  /** Objects that runs have made, listed or on their way, and not those that are about to go. */
  made(state: AccountState): LiveObject[] {
    return [...objectsOf(state), ...comingTo(state)]
      .filter((object) => !this.isUnmanaged(object) && !this.isGivenUp(object) && !isLeaving(state, object))
      .map((object) => this.#asDeclared(object));
  }
}

/** The service keeps no order of fields. */
export function textOf(record: Bag): string {
  return JSON.stringify(
    Object.fromEntries(Object.entries(record).sort(([one], [other]) => (one < other ? -1 : 1))),
  );
}

/** Everything but the objects, and but what time, reading and reporting change. */
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

/** The objects that a stored resource answers for, by type and id. Those that are pending have none yet. */
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

/** Identities of what a stored resource has sent to locks, and of which it has no id yet. */
export function pendingOf({ type, id, inputs, outputs }: Stored): string[] {
  const places = type === "AuthorizationSet" ? Object.keys(outputs["pending"] ?? {}) : [];
  const sent = [...places, ...(id.includes("pending-") ? [outputs["smartlockId"]] : [])];
  return sent.map((smartlockId) => identityOf("authorizations", { ...inputs, ...outputs, smartlockId }));
}
