import type { AccountState, Fault, Simulator } from "../../simulator";
import type { Machine } from "../protocol/provider-in-process";
import { canaries } from "./declaration";
import { differences, differencesAtCreation } from "./compare";
import { Ledger, textOf } from "./ledger";
import { figures } from "./figures";
import { type Kept, notKept, toBeKept } from "./kept";
import { Leftovers, twinsIn } from "./leftovers";
import { isHiding, isOutdated, Lies, type Mark } from "./lies";
import { type LiveObject, objectsOf } from "./objects";
import type { Expected, Program } from "./program";
import type { Ended, Stack } from "./stack";

/** A promise that was broken. */
export class Violation extends Error {}

/** A request of a run that died may be held up so long on its way, and then makes what later runs have made and deleted. */
const LATE_MS = 60 * 1000;
const DAY_MS = 24 * 60 * 60 * 1000;

/** What no person should have to read. */
const UNREADABLE =
  /undefined|\[object|NaN|TypeError|ReferenceError|RangeError|Cannot read|not a function|not iterable|\.ts:\d|\.js:\d|stackTrace|<html|<!DOCTYPE/i;

export interface Beginning {
  readonly at: number;
  readonly ghosts: readonly string[];
  readonly told: Mark;
  /** The keys of what lists can show. */
  readonly listed: ReadonlySet<string>;
}

interface Success {
  readonly program: Program;
  readonly begun: Beginning;
  readonly said: string;
}

/** What a state answers for. */
export type Had = Pick<Stack, "keys" | "pending">;

export type RunKind = "up" | "preview" | "refresh" | "destroy";

/** Looks at everything after each command: what the runs wrote, said and left. */
export class Examination {
  readonly ledger: Ledger;
  readonly lies: Lies;
  readonly leftovers = new Leftovers();
  /** Identities of which a run that crashed or failed may have made an object that nobody recorded, and since when. */
  readonly #doubts = new Map<string, number>();
  /** Identities that a run was about which died, or was one of two at once: nobody has told what it made. */
  readonly #died = new Set<string>();
  /** Identities with the passwords that a run which died may have set. */
  readonly #passwordsOfDead = new Set<string>();
  readonly #simulator: Simulator;
  readonly #machine: Machine;
  readonly #stacks: readonly Stack[];
  #heard = 0;
  /** Runs that said they are done, and how they began. */
  #successes: Success[] = [];
  /** Identities that somebody made, changed or deleted, and when for the last time. */
  readonly #touched = new Map<string, number>();
  /** Keys that a state ever had. */
  readonly #everRecorded = new Set<string>();
  /** Keys of what somebody has given another name while no state had it: a run had just made it. */
  readonly #renamed = new Set<string>();
  /** The beginning of the command. */
  #begun: Beginning;
  #whenSpoiled: ReadonlyMap<string, string> = new Map();
  #unnamed: string[] = [];
  #remade: string[] = [];
  /** When a run died for the last time: what it has sent may still be on its way. */
  #lastDeath = -Infinity;
  #areRivals = false;

  constructor(simulator: Simulator, machine: Machine, stacks: readonly Stack[]) {
    this.#simulator = simulator;
    this.#machine = machine;
    this.#stacks = stacks;
    this.ledger = new Ledger(simulator.state());
    this.lies = new Lies(simulator);
    this.#begun = this.beginning();
  }

  /** The service lies in another way from now on. What it knew before it may tell as it was. */
  spoil(faults: readonly Fault[]): void {
    this.lies.set(faults);
    this.#whenSpoiled = new Map(
      objectsOf(this.#simulator.state()).map(({ key, record }) => [key, textOf(record)]),
    );
  }

  /** Somebody is about to do something: what was taken over until now was so as it still is. */
  noteAct(): void {
    this.#noteAdoptions(this.#simulator.state(), this.#unheard());
  }

  /** Somebody has done something to these. */
  noteTouched(objects: readonly LiveObject[]): void {
    objects.forEach(({ identity }) => this.#touched.set(identity, this.#simulator.clock.now()));
  }

  /** Somebody has made something else of these. */
  noteRenamed(objects: readonly LiveObject[]): void {
    const { recorded } = this;
    objects.filter(({ key }) => !recorded.has(key)).forEach(({ key }) => this.#renamed.add(key));
  }

  /** What has to be remembered of the moment at which a run begins. */
  beginning(): Beginning {
    const state = this.#simulator.state();
    return {
      at: this.#simulator.clock.now(),
      ghosts: ghostsIn(state),
      told: this.lies.mark(),
      listed: new Set(objectsOf(state).map(({ key }) => key)),
    };
  }

  /** A command begins. */
  begin(): void {
    this.#begun = this.beginning();
    this.#areRivals = false;
  }

  /** After any run: what it said, and should have said. `before` is what its stack had when it began. */
  noteRun(stack: Stack, what: RunKind, ended: Ended, begun: Beginning, before: Had): void {
    const { result, isCrashed } = ended;
    if (result === undefined || isCrashed) {
      return;
    }
    const said = [result.output, ...Object.values(result.errors)].join("\n");
    this.leftovers.hear(said);
    this.#noteGivenUp(said);
    this.#noteNames(said);
    if (said.includes("It is given up; nothing was deleted.")) {
      this.leftovers.giveUp(before.pending.filter((identity) => !stack.pending.includes(identity)));
    }
    const met = this.#met(stack, what, result.errors, before.keys);
    const told = { met, said, listed: begun.listed, lies: this.lies.since(begun.told) };
    // The state of the first of two runs at once is kept by nobody.
    const loose = this.loose().filter(({ key }) => !stack.keys.includes(key));
    this.#unnamed.push(...this.leftovers.unnamedBy(told, loose));
  }

  /** What the stack has and a run must leave the id that it has. */
  toBeKept(stack: Stack): Kept[] {
    return toBeKept(stack, this.#simulator.state());
  }

  /** After an up: no living object was deleted and made anew. */
  noteKept(stack: Stack, { isCrashed }: Ended, begun: Beginning, all: readonly Kept[]): void {
    const untouched = all.filter(
      ({ object }) => (this.#touched.get(object.identity) ?? -Infinity) < begun.at,
    );
    if (begun.at - this.#lastDeath > LATE_MS) {
      const lost = notKept(untouched, stack, this.#simulator.state(), this.lies.since(begun.told));
      this.#remade.push(
        ...lost.map(({ name, object }) => `${name}: ${object.key} is gone, although it was as declared`),
      );
    }
    if (isCrashed) {
      this.#lastDeath = this.#simulator.clock.now();
    }
  }

  /** Identities that a run without an error about them has compared, read or deleted. */
  #met(
    { program, keys }: Stack,
    what: RunKind,
    errors: Readonly<Record<string, string>>,
    before: readonly string[],
  ): Set<string> {
    const state = this.#simulator.state();
    const identityOf = new Map(this.ledger.everSeen().map(({ key, identity }) => [key, identity]));
    const had = new Set(before.map((key) => identityOf.get(key) ?? key));
    const declared = program
      .expected(state)
      .filter(({ name, identity }) => errors[name] === undefined && (what === "up" || had.has(identity)))
      .map(({ identity }) => identity);
    const isWhole = Object.keys(errors).length === 0;
    const left = before.filter((key) => !keys.includes(key)).map((key) => identityOf.get(key) ?? key);
    switch (what) {
      case "refresh":
        return isWhole ? had : new Set();
      case "preview":
        return new Set(declared);
      case "up":
        return new Set([...declared, ...(isWhole ? left : [])]);
      case "destroy":
        return new Set(isWhole ? left : []);
    }
  }

  /** A run died on a machine that nobody comes back to. */
  noteLostNotes(): void {
    figures.count("crashes that lost the notes");
    const state = this.#simulator.state();
    const declared = this.#stacks.flatMap(({ program }) => program.expected(state));
    this.leftovers.loseNotes([...this.#doubts.keys(), ...declared.map(({ identity }) => identity)]);
  }

  /** After a run: what is in doubt from now on, and what no longer is. */
  noteUp({ program }: Stack, { result, isCrashed }: Ended, begun: Beginning): void {
    const now = this.#simulator.clock.now();
    for (const { name, identity, fields } of program.expected(this.#simulator.state())) {
      if (result === undefined || isCrashed || result.errors[name] !== undefined) {
        this.#doubts.set(identity, now);
        if (isCrashed) {
          this.#died.add(identity);
          this.#passwordsOfDead.add(`${identity} ${String(fields["password"])}`);
        }
      } else if (now - (this.#doubts.get(identity) ?? now) > LATE_MS) {
        this.#doubts.delete(identity);
      }
    }
    if (isCrashed) {
      this.#disownRenamed();
    }
    if (isCrashed || result === undefined || Object.keys(result.errors).length > 0) {
      program.attempted();
    } else {
      program.applied();
      this.#successes.push({ program, begun, said: result.output });
    }
  }

  /** Nobody can tell any more that the run which died has made them. */
  #disownRenamed(): void {
    this.ledger.disown(this.loose().filter(({ key }) => this.#renamed.has(key)));
  }

  /** Two runs of a stack at once: what the first one made is in no state. */
  noteRivals({ program }: Stack): void {
    const now = this.#simulator.clock.now();
    for (const { identity } of program.expected(this.#simulator.state())) {
      this.#doubts.set(identity, now);
      this.#died.add(identity);
    }
    this.#areRivals = true;
  }

  /** What exists twice, is in no state and was named: all but one of an identity are to be deleted. */
  twinsForAPerson(): LiveObject[] {
    const { recorded } = this;
    const made = this.ledger.made(this.#simulator.state());
    const named = this.unrecordedTwins().filter((twin) => this.leftovers.isNamed(twin));
    return named.filter(({ identity, key }) => {
      const same = made.filter((object) => object.identity === identity);
      const kept = same.find((object) => recorded.has(object.key)) ?? same[0];
      return kept?.key !== key;
    });
  }

  /** What runs have made and no state has. */
  loose(): LiveObject[] {
    const { recorded } = this;
    return this.ledger.made(this.#simulator.state()).filter(({ key }) => !recorded.has(key));
  }

  /** What exists twice and is in no state. */
  unrecordedTwins(): LiveObject[] {
    const made = this.ledger.made(this.#simulator.state());
    return this.loose().filter(({ key, identity }) =>
      made.some((other) => other.identity === identity && other.key !== key),
    );
  }

  /** It names what somebody made just like something of a program, and keeps: that is true in every run. */
  isAboutForeignTwin(line: string): boolean {
    return objectsOf(this.#simulator.state()).some(
      (object) => this.ledger.isUnmanaged(object) && twinsIn(line).includes(object.id),
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

  /** Identities that states wait for. */
  get #pending(): ReadonlySet<string> {
    return new Set(this.#stacks.flatMap(({ pending }) => pending));
  }

  /** A run may have made it that died before it could tell. */
  isOfTheDead({ identity }: LiveObject): boolean {
    return this.#died.has(identity);
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
      ...this.#left(heard),
      ...this.#unnamed.splice(0),
      ...this.#remade.splice(0),
      ...this.#unreal(),
      ...this.#successes.splice(0).flatMap((success) => this.#notDone(success, state)),
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
  #notDone({ program, begun, said }: Success, state: AccountState): string[] {
    const made = this.ledger.made(state);
    const { recorded } = this;
    const lies = this.lies.since(begun.told);
    const doubted = new Set(takenToBeThereIn(said).flatMap((id) => [...this.ledger.identitiesOf(id)]));
    return program.expected(state, this.ledger.everSeen()).flatMap((expected) => {
      const all = made.filter(({ identity }) => identity === expected.identity);
      const own = all.filter(({ key }) => recorded.has(key));
      // A twin that no run answers for is looked at by itself.
      const objects = own.length > 0 ? own : all;
      // Where it is there, only reads that hid it keep a run from seeing how it is. What took its place has to be named.
      const isUnseen = own.every((object) => lies.some((lie) => isHiding(lie, object)));
      const why =
        isUnseen && doubted.has(expected.identity)
          ? "not where the run said that it only takes it to be there"
          : this.#whyNotDone(state, begun, expected, objects);
      figures.count(`done means done, ${why ?? "examined"}`);
      if (why !== undefined) {
        return [];
      }
      return objects.length === 0
        ? [`there is no ${expected.identity}, although the run was a success`]
        : objects.flatMap(({ key, record }) =>
            this.#knowable(expected, differences(expected, record), record).map(
              (field) =>
                `${expected.name}: ${field} of ${key} is ${JSON.stringify(record[field])}, although the run was a success`,
            ),
          );
    });
  }

  /** The service never shows a password: nobody knows of one that a run has set which died before it could record that. */
  #knowable({ identity }: Expected, fields: readonly string[], record: LiveObject["record"]): string[] {
    const isOfDead = this.#passwordsOfDead.has(`${identity} ${String(record["password"])}`);
    const unknowable = fields.filter((field) => field === "password" && isOfDead);
    unknowable.forEach(() => figures.count("done means done, not a password that a run which died had set"));
    return fields.filter((field) => !unknowable.includes(field));
  }

  /** Why a run cannot know whether this is as declared, if it cannot. */
  #whyNotDone(
    state: AccountState,
    begun: Beginning,
    { identity, collection, fields }: Expected,
    objects: readonly LiveObject[],
  ): string | undefined {
    const isMissing = objects.length === 0;
    const touchedAt = this.#touched.get(identity) ?? -Infinity;
    if (touchedAt >= begun.at) {
      return "not where somebody did something to it during the run";
    }
    if (this.#pending.has(identity)) {
      return "not where the state says that the lock has not confirmed it";
    }
    // What a lock was sent before it went offline happens when it is back, or never.
    if (state.smartlocks.some((lock) => lock.smartlockId === fields["smartlockId"] && lock.offline)) {
      return "not where the lock is offline";
    }
    const isAsItWas = ({ key, record }: LiveObject): boolean => this.#whenSpoiled.get(key) === textOf(record);
    if (
      this.lies.since(begun.told).some((lie) => isOutdated(lie, collection)) &&
      (isMissing || !objects.every(isAsItWas))
    ) {
      return "not where the service told how it was at another time";
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

  /** What no state has, or exists twice, and should not. */
  #left(heard: string): string[] {
    const { listed, told } = this.#begun;
    const circumstances = {
      said: heard,
      listed,
      lies: this.lies.since(told),
      areRivals: this.#areRivals,
    };
    this.recorded.forEach((key) => this.#everRecorded.add(key));
    // What a run that died has sent may arrive late, and then nobody sees it while lists hide it.
    const isUnseen = (object: LiveObject): boolean =>
      this.isOfTheDead(object) &&
      !this.#everRecorded.has(object.key) &&
      circumstances.lies.some((lie) => isHiding(lie, object));
    return this.leftovers.judge(
      this.loose(),
      this.unrecordedTwins(),
      (object) => this.isForgotten(object) || this.#pending.has(object.identity) || isUnseen(object),
      circumstances,
    );
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

  /** What somebody renames while a run makes it looks like a name that the service has altered. */
  #noteNames(said: string): void {
    for (const [, type = "", id = "", shown = "", declared = ""] of said.matchAll(
      /(\w+) "[^\n]*\(id ([^)]+)\): the service keeps name as "([^"]*)", declared "([^"]*)"/g,
    )) {
      this.ledger.noteName({ key: `${type} ${id}`, id }, declared, shown);
    }
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

/** The ids of what a run could not see and did not take for gone either. */
function takenToBeThereIn(said: string): string[] {
  return [...said.matchAll(/\(id ([^)]+)\)[^\n]* is taken to be there/gi)].map(([, id = ""]) => id);
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
