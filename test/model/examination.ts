import type { AccountState, Simulator } from "../../simulator";
import type { Machine } from "../protocol/provider-in-process";
import { canaries } from "./declaration";
import { differences, differencesAtCreation } from "./compare";
import { Ledger } from "./ledger";
import { figures } from "./figures";
import { isOutdated, Lies, type Mark } from "./lies";
import { type LiveObject, objectsOf } from "./objects";
import type { Expected, Program } from "./program";
import type { Ended, Stack } from "./stack";

/** A promise that was broken. */
export class Violation extends Error {}

/** How long an object counts as young, and a little longer. */
const YOUNG_MS = 11 * 60 * 1000;
/** A request of a run that died may be held up so long on its way, and then makes what later runs have made and deleted. */
const LATE_MS = 60 * 1000;
const DAY_MS = 24 * 60 * 60 * 1000;

/** What no person should have to read. */
const UNREADABLE =
  /undefined|\[object|NaN|TypeError|ReferenceError|RangeError|Cannot read|not a function|not iterable|\.ts:\d|\.js:\d|stackTrace|<html|<!DOCTYPE/i;

interface Beginning {
  readonly at: number;
  readonly ghosts: readonly string[];
  readonly told: Mark;
}

/** Looks at everything after each command: what the runs wrote, said and left. */
export class Examination {
  readonly ledger: Ledger;
  readonly lies: Lies;
  /** Identities of which a run that crashed or failed may have made an object that nobody recorded, and since when. */
  readonly #doubts = new Map<string, number>();
  readonly #simulator: Simulator;
  readonly #machine: Machine;
  readonly #stacks: readonly Stack[];
  #heard = 0;
  /** Runs that said they are done, and how they began. */
  #successes: { readonly program: Program; readonly begun: Beginning }[] = [];
  /** Identities that somebody made, changed or deleted, and when for the last time. */
  readonly #touched = new Map<string, number>();

  constructor(simulator: Simulator, machine: Machine, stacks: readonly Stack[]) {
    this.#simulator = simulator;
    this.#machine = machine;
    this.#stacks = stacks;
    this.ledger = new Ledger(simulator.state());
    this.lies = new Lies(simulator);
  }

  /** Somebody is about to do something: what was taken over until now was so as it still is. */
  noteAct(): void {
    this.#noteAdoptions(this.#simulator.state(), this.#unheard());
  }

  /** Somebody has done something to these. */
  noteTouched(objects: readonly LiveObject[]): void {
    objects.forEach(({ identity }) => this.#touched.set(identity, this.#simulator.clock.now()));
  }

  /** What has to be remembered of the moment at which a run begins. */
  beginning(): Beginning {
    return {
      at: this.#simulator.clock.now(),
      ghosts: ghostsIn(this.#simulator.state()),
      told: this.lies.mark(),
    };
  }

  /** After a run: what is in doubt from now on, and what no longer is. */
  noteUp({ program }: Stack, { result, isCrashed }: Ended, begun: Beginning): void {
    const now = this.#simulator.clock.now();
    for (const { name, identity } of program.expected(this.#simulator.state())) {
      if (result === undefined || isCrashed || result.errors[name] !== undefined) {
        this.#doubts.set(identity, now);
      } else if (now - (this.#doubts.get(identity) ?? now) > LATE_MS) {
        this.#doubts.delete(identity);
      }
    }
    if (isCrashed || result === undefined || Object.keys(result.errors).length > 0) {
      program.attempted();
    } else {
      program.applied();
      this.#successes.push({ program, begun });
    }
  }

  /** Two runs of a stack at once: what the first one made is in no state. */
  noteRivals({ program }: Stack): void {
    const now = this.#simulator.clock.now();
    program.expected(this.#simulator.state()).forEach(({ identity }) => this.#doubts.set(identity, now));
    this.#successes = [];
  }

  /**
   * What exists twice and only a person can clear up: a list lacked it while its resource got a new name, so that nobody
   * could see it when it was made again; or a run that died has left it, and another was changed into the same, aloud.
   */
  twinsForAPerson(): LiveObject[] {
    const twins = this.unrecordedTwins();
    const told = this.#unheard();
    return this.lies.areSet ? twins : twins.filter((twin) => isTwinIn(told, twin));
  }

  /** What exists twice and is in no state. */
  unrecordedTwins(): LiveObject[] {
    const made = this.ledger.made(this.#simulator.state());
    const { recorded } = this;
    const isTwin = ({ key, identity }: LiveObject): boolean =>
      made.some((other) => other.identity === identity && other.key !== key);
    return made.filter((object) => isTwin(object) && !recorded.has(object.key));
  }

  /** It names what somebody made just like something of a program, and keeps: that is true in every run. */
  isAboutForeignTwin(line: string): boolean {
    return objectsOf(this.#simulator.state()).some(
      (object) => this.ledger.isUnmanaged(object) && isTwinIn(line, object),
    );
  }

  /** What a run that crashed or failed has sent for this identity may still be on its way. */
  mayArrive(identity: string): boolean {
    return this.#simulator.clock.now() - (this.#doubts.get(identity) ?? -Infinity) <= LATE_MS;
  }

  /** A run that crashed or failed may have made it, and nobody recorded it. */
  isForgotten({ key, identity }: LiveObject): boolean {
    return this.#doubts.has(identity) && !this.recorded.has(key);
  }

  /** What the states know. */
  get recorded(): ReadonlySet<string> {
    return new Set(this.#stacks.flatMap(({ keys }) => keys));
  }

  examine(what: string, runs: readonly Ended[]): void {
    const state = this.#simulator.state();
    const heard = this.#unheard();
    this.#heard = this.#machine.spoken.length;
    this.ledger.see(state);
    this.#noteAdoptions(state, heard);
    this.#noteGivenUp(heard);
    const errors = runs.flatMap(({ result }) => Object.values(result?.errors ?? {}));
    const wrong = [
      ...this.#written(what),
      ...this.ledger.harmed(state),
      ...this.#twice(state),
      ...this.#unreal(),
      ...this.#successes.splice(0).flatMap(({ program, begun }) => this.#notDone(program, state, begun)),
      ...[heard, ...errors, ...runs.map(({ result }) => result?.output ?? "")].flatMap((text) =>
        secretsIn(text, state),
      ),
      ...errors.filter((text) => text === "" || UNREADABLE.test(text)).map((text) => `not readable: ${text}`),
    ];
    if (wrong.length > 0) {
      throw new Violation(`After ${what}: ${wrong.join("; ")}`);
    }
  }

  /** What runs have said since the last look. */
  #unheard(): string {
    return this.#machine.spoken.slice(this.#heard).join("");
  }

  /** A run that says it is done has done it, whatever happened before. */
  #notDone(program: Program, state: AccountState, begun: Beginning): string[] {
    const made = this.ledger.made(state);
    const { recorded } = this;
    return program.expected(state).flatMap((expected) => {
      const all = made.filter(({ identity }) => identity === expected.identity);
      const own = all.filter(({ key }) => recorded.has(key));
      // A twin that no run answers for is looked at by itself.
      const objects = own.length > 0 ? own : all;
      const why = this.#whyNotDone(program, state, begun, expected, objects.length === 0);
      figures.count(`done means done, ${why ?? "examined"}`);
      if (why !== undefined) {
        return [];
      }
      return objects.length === 0
        ? [`there is no ${expected.identity}, although the run was a success`]
        : objects.flatMap(({ key, record }) =>
            differences(expected, record).map(
              (field) =>
                `${expected.name}: ${field} of ${key} is ${JSON.stringify(record[field])}, although the run was a success`,
            ),
          );
    });
  }

  /** Why a run cannot know whether this is as declared, if it cannot. */
  #whyNotDone(
    program: Program,
    state: AccountState,
    begun: Beginning,
    { name, identity, collection, fields }: Expected,
    isMissing: boolean,
  ): string | undefined {
    const touchedAt = this.#touched.get(identity) ?? -Infinity;
    if (touchedAt >= begun.at) {
      return "not where somebody did something to it during the run";
    }
    if (program.resources.some((placed) => placed.name === name && placed.resource.patient)) {
      return "not where the program is content with the service's word";
    }
    // What a lock was sent before it went offline happens when it is back, or never.
    if (state.smartlocks.some((lock) => lock.smartlockId === fields["smartlockId"] && lock.offline)) {
      return "not where the lock is offline";
    }
    if (this.lies.since(begun.told).some((lie) => isOutdated(lie, collection))) {
      return "not where the service told of another time";
    }
    // Something young that somebody deleted counts as not listed yet.
    if (isMissing && begun.at - touchedAt < YOUNG_MS) {
      return "not where something young was deleted";
    }
    // What the lock no longer has and the service still shows: only a sync could tell, and that is no read. The sync of a run
    // that died may also come to its end after this run has looked.
    if (isMissing && [...begun.ghosts, ...ghostsIn(state)].includes(identity)) {
      return "not where the service shows what the lock no longer has";
    }
    return undefined;
  }

  /** What the programs declare, with the objects of each identity that runs have made. */
  declared(state: AccountState): { readonly expected: Expected; readonly objects: LiveObject[] }[] {
    const made = this.ledger.made(state);
    return this.#stacks
      .flatMap(({ program }) => program.expected(state))
      .map((expected) => ({
        expected,
        objects: made.filter(({ identity }) => identity === expected.identity),
      }));
  }

  #written(what: string): string[] {
    return what === "preview" || what === "refresh"
      ? this.#simulator
          .requests()
          .filter(({ method }) => method !== "GET")
          .map(({ method, path }) => `wrote ${method} ${path}`)
      : [];
  }

  #twice(state: AccountState): string[] {
    // Pulumi deletes last: where a run died, one that is to become another and that other are both there, and both in a state.
    const several = new Set(this.unrecordedTwins().map(({ identity }) => identity));
    return this.ledger
      .made(state)
      .filter(({ identity }) => several.has(identity))
      .map(({ key, identity }) => `${key} is one of several ${identity}`);
  }

  #unreal(): string[] {
    const keys = this.#stacks.flatMap((stack) => stack.keys);
    return keys
      .filter((key) => !this.ledger.hasSeen(key))
      .map((key) => `the state has ${key}, which never was`);
  }

  /** Taking over what nobody manages is allowed by rule only, and only aloud. */
  #noteAdoptions(state: AccountState, heard: string): void {
    const objects = objectsOf(state);
    for (const [, type = "", id = ""] of heard.matchAll(
      /(\w+) "[^"]*"[^\n]*: adopted the one that the service already has \(id ([^)]+)\)/g,
    )) {
      const object = objects.find(({ key }) => key === `${type} ${id}`);
      if (object !== undefined && this.ledger.isUnmanaged(object)) {
        if (!this.#mayBeAdopted(state, object)) {
          throw new Violation(`${object.key} was adopted, although it is not what is declared`);
        }
        this.ledger.adopt(object);
      }
    }
  }

  /** With `waitFor: "accepted"` the delete on a lock that is offline is only a warning: it may come to nothing. */
  #noteGivenUp(heard: string): void {
    for (const [, id = ""] of heard.matchAll(
      /Warning: Authorization [^\n]*\(id ([^)]+)\): the service accepted the delete/g,
    )) {
      this.ledger.giveUp(`Authorization ${id}`);
    }
    this.ledger.takeBack(this.#stacks.flatMap(({ keys }) => keys));
  }

  #mayBeAdopted(state: AccountState, { identity, record }: LiveObject): boolean {
    const expected = this.#stacks.flatMap(({ program }) => program.expected(state));
    const created = Date.parse(String(record["creationDate"]));
    const isYoung = Number.isNaN(created) || this.#simulator.clock.now() - created <= DAY_MS;
    return (
      isYoung &&
      expected.some((each) => each.identity === identity && differencesAtCreation(each, record).length === 0)
    );
  }
}

/** A run has said that it changed something into what this one is already. */
function isTwinIn(text: string, { key }: LiveObject): boolean {
  return [...text.matchAll(/has a twin: another (\w+) with [^\n]* \(id ([^)]+)\)\./g)].some(
    ([, type, id]) => `${type} ${id}` === key,
  );
}

/** Identities of what only the service still has. */
function ghostsIn(state: AccountState): string[] {
  return objectsOf(state)
    .filter(({ record }) => record["ghost"] === true)
    .map(({ identity }) => identity);
}

/** Secrets of programs and of the account, where they must not be. */
function secretsIn(text: string, state: AccountState): string[] {
  const numbers = Array.from({ length: 6 }, (_, n) => String(canaries.code(n)));
  const found = [
    ...["canary-token", "canary-password", "canary-push", "ca4a4ac0de"].filter((secret) =>
      text.includes(secret),
    ),
    ...numbers.filter((code) => new RegExp(`(?<![0-9a-f])${code}(?![0-9a-f])`).test(text)),
    ...state.webhooks.map(({ secret }) => secret).filter((secret) => text.includes(secret)),
    ...state.addressUnits.map(({ addressTokenId }) => addressTokenId).filter((token) => text.includes(token)),
  ];
  return found.map((secret) => `the secret ${secret} was said: ${lineWith(text, secret)}`);
}

function lineWith(text: string, part: string): string {
  return text.split("\n").find((line) => line.includes(part)) ?? "";
}
