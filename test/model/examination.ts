import type { AccountState, Fault, Simulator } from "../../simulator";
import type { Machine } from "../protocol/provider-in-process";
import { canaries } from "./declaration";
import { differences, differencesAtCreation } from "./compare";
import { Ledger, textOf } from "./ledger";
import { figures } from "./figures";
import { type Kept, notKept, toBeKept } from "./kept";
import { Leftovers, twinsIn } from "./leftovers";
import { isHidden, isOutdated, Lies, type Mark, refusesLocks } from "./lies";
import { isLeaving, type LiveObject, objectsOf } from "./objects";
import type { Expected, Program } from "./program";
import { abandoned, unknownSends, unrevoked } from "./sent";
import type { Ended, Stack } from "./stack";

/** A promise that was broken. */
export class Violation extends Error {}

/**
 * How long a request of a dead run may be delayed. When it arrives, it can create what later runs have created and
 * deleted.
 */
const LATE_MS = 60 * 1000;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Text that no person should have to read. */
const UNREADABLE =
  /undefined|\[object|NaN|TypeError|ReferenceError|RangeError|Cannot read|not a function|not iterable|\.ts:\d|\.js:\d|stackTrace|<html|<!DOCTYPE/i;

export interface Beginning {
  readonly at: number;
  readonly ghosts: readonly string[];
  readonly told: Mark;
  /** The keys of the objects that lists can show. */
  readonly listed: ReadonlySet<string>;
}

interface Success {
  readonly program: Program;
  /** What its state waits for, and what it manages. Nobody keeps the state of the first of two runs at once. */
  readonly unconfirmed: readonly string[];
  readonly keys: readonly string[];
  readonly begun: Beginning;
  readonly said: string;
}

const UNCONFIRMED = "not where the state says that the lock has not confirmed it";

/** The objects that a state manages or waits for. */
export type Had = Pick<Stack, "keys" | "pending" | "waiting">;

export type RunKind = "up" | "preview" | "refresh" | "destroy";

/** Checks everything after each command: what the runs wrote, said and left behind. */
export class Examination {
  readonly ledger: Ledger;
  readonly lies: Lies;
  readonly leftovers = new Leftovers();
  /** Identities for which a crashed or failed run may have created an object that no state has, and since when. */
  readonly #doubts = new Map<string, number>();
  /** Identities in the program of a run that died, or was one of two at once: no run reported what it created. */
  readonly #died = new Set<string>();
  /** Identities with the passwords that a dead run may have set. */
  readonly #passwordsOfDead = new Set<string>();
  readonly #simulator: Simulator;
  readonly #machine: Machine;
  readonly #stacks: readonly Stack[];
  #heard = 0;
  /** Runs that reported success, and how they began. */
  #successes: Success[] = [];
  /** Identities that somebody created, changed or deleted, and when that last happened. */
  readonly #touched = new Map<string, number>();
  /** All keys that a state has ever had. */
  readonly #everRecorded = new Set<string>();
  /** Keys of objects that somebody renamed while no state had them: a run had just created them. */
  readonly #renamed = new Set<string>();
  /** The moment at which the command began. */
  #begun: Beginning;
  #whenSpoiled: ReadonlyMap<string, string> = new Map();
  #unnamed: string[] = [];
  #remade: string[] = [];
  #abandoned: string[] = [];
  /** When a run last died: its requests may still be on their way. */
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

  /** From now on the service lies in another way. It may still show the objects it knew before as they were then. */
  spoil(faults: readonly Fault[]): void {
    this.lies.set(faults);
    this.#whenSpoiled = new Map(
      objectsOf(this.#simulator.state()).map(({ key, record }) => [key, textOf(record)]),
    );
  }

  /** Called before somebody does something: adoptions so far are judged by the objects as they still are. */
  noteAct(): void {
    this.#noteAdoptions(this.#simulator.state(), this.#unheard());
  }

  /** Somebody has created, changed or deleted these. */
  noteTouched(objects: readonly LiveObject[]): void {
    objects.forEach(({ identity }) => this.#touched.set(identity, this.#simulator.clock.now()));
  }

  /** Somebody has given these another identity. */
  noteRenamed(objects: readonly LiveObject[]): void {
    const { recorded } = this;
    objects.filter(({ key }) => !recorded.has(key)).forEach(({ key }) => this.#renamed.add(key));
  }

  /** Everything to remember about the moment at which a run begins. */
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

  /** After any run: checks what it said against what it should have said. `before` is what its stack had at the start. */
  noteRun(stack: Stack, what: RunKind, ended: Ended, begun: Beginning, before: Had): void {
    const { result, isCrashed } = ended;
    if (result === undefined || isCrashed) {
      return;
    }
    const said = [result.output, ...Object.values(result.errors)].join("\n");
    this.leftovers.hear(said);
    this.#noteGivenUp(said);
    this.#noteNames(said);
    if (said.includes("It has been given up: no run looks for it any more.")) {
      this.leftovers.giveUp(before.pending.filter((identity) => !stack.pending.includes(identity)));
    }
    const lies = this.lies.since(begun.told);
    const state = this.#simulator.state();
    this.leftovers.noteDeletedUnseen(
      objectsOf(state).filter(
        (object) => before.keys.includes(object.key) && isLeaving(state, object) && isHidden(lies, object),
      ),
    );
    this.#abandoned.push(...this.#forgotten(stack, what, result.errors, begun, before, said));
    const met = this.#met(stack, what, result.errors, before.keys);
    const told = { met, said, listed: begun.listed, lies };
    // Nobody keeps the state of the first of two runs at once.
    // What a state waits for is looked for by the next update, which deals with all that was sent.
    const loose = this.loose().filter(
      ({ key, identity }) => !stack.keys.includes(key) && !stack.pending.includes(identity),
    );
    this.#unnamed.push(...this.leftovers.unnamedBy(told, loose));
  }

  /** What a run sent, or an earlier one, and no state knows about any more. */
  #forgotten(
    stack: Stack,
    what: RunKind,
    errors: Readonly<Record<string, string>>,
    begun: Beginning,
    before: Had,
    said: string,
  ): string[] {
    const hasLies = this.lies.since(begun.told).length > 0;
    const isOffline = this.#simulator.state().smartlocks.some(({ offline }) => offline);
    const isHonest = !hasLies && !isOffline && Object.keys(errors).length === 0;
    return [
      ...abandoned(before.waiting, stack.waiting, this.loose()),
      ...(isHonest && what !== "preview" && what !== "refresh"
        ? unrevoked(this.#unexplained(), before.pending, begun.listed, twinsIn(said))
        : []),
    ];
  }

  #unknownSends(runs: readonly Ended[]): string[] {
    const isWhole = runs.every(({ result, isCrashed }) => result !== undefined && !isCrashed);
    return isWhole && !this.#areRivals ? unknownSends(this.#unexplained(), this.#known, this.#begun.at) : [];
  }

  /** Objects that no state has, no run has named, and no dead run has left. */
  #unexplained(): LiveObject[] {
    return this.loose().filter((object) => !this.isOfTheDead(object) && !this.leftovers.isNamed(object));
  }

  /** Identities that states have or wait for. */
  get #known(): ReadonlySet<string> {
    const { recorded } = this;
    const had = objectsOf(this.#simulator.state()).filter(({ key }) => recorded.has(key));
    return new Set([...this.#pending, ...had.map(({ identity }) => identity)]);
  }

  /** The objects of the stack whose ids a run must not change. */
  toBeKept(stack: Stack): Kept[] {
    return toBeKept(stack, this.#simulator.state());
  }

  /** After an up: checks that no living object was deleted and created again. */
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

  /** Identities that a run compared, read or deleted without an error about them. */
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

  /** A run died on a machine that nobody returns to. */
  noteLostNotes(): void {
    figures.count("crashes that lost the notes");
    const state = this.#simulator.state();
    const declared = this.#stacks.flatMap(({ program }) => program.expected(state));
    this.leftovers.loseNotes([...this.#doubts.keys(), ...declared.map(({ identity }) => identity)]);
  }

  /** After a run: updates which identities are in doubt. */
  noteUp({ program, unconfirmed, keys }: Stack, { result, isCrashed }: Ended, begun: Beginning): void {
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
      this.#successes.push({ program, unconfirmed, keys, begun, said: result.output });
    }
  }

  /** Nobody can tell any longer that the dead run created them. */
  #disownRenamed(): void {
    this.ledger.disown(this.loose().filter(({ key }) => this.#renamed.has(key)));
  }

  /** Two runs of a stack at once: the objects that the first one created are in no state. */
  noteRivals({ program }: Stack): void {
    const now = this.#simulator.clock.now();
    for (const { identity } of program.expected(this.#simulator.state())) {
      this.#doubts.set(identity, now);
      this.#died.add(identity);
    }
    this.#areRivals = true;
  }

  /** Named duplicates that are in no state. A person has to delete all but one of each identity. */
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

  /** Objects that runs have created and no state has. */
  loose(): LiveObject[] {
    const { recorded } = this;
    return this.ledger.made(this.#simulator.state()).filter(({ key }) => !recorded.has(key));
  }

  /** Duplicates that are in no state. */
  unrecordedTwins(): LiveObject[] {
    const made = this.ledger.made(this.#simulator.state());
    return this.loose().filter(({ key, identity }) =>
      made.some((other) => other.identity === identity && other.key !== key),
    );
  }

  /** The line names an object that somebody created to match one of a program, and keeps. It may appear in every run. */
  isAboutForeignTwin(line: string): boolean {
    return objectsOf(this.#simulator.state()).some(
      (object) => this.ledger.isUnmanaged(object) && twinsIn(line).includes(object.id),
    );
  }

  /** Requests that a crashed or failed run sent for this identity may still be on their way. */
  mayArrive(identity: string): boolean {
    return this.#simulator.clock.now() - (this.#doubts.get(identity) ?? -Infinity) <= LATE_MS;
  }

  /** A crashed or failed run may have created it, and no state has it. */
  isForgotten({ key, identity }: LiveObject): boolean {
    return this.#doubts.has(identity) && !this.recorded.has(key);
  }

  /** Identities that the states wait for. */
  get #pending(): ReadonlySet<string> {
    return new Set(this.#stacks.flatMap(({ pending }) => pending));
  }

  /** A run that died before it could report may have created it. */
  isOfTheDead({ identity }: LiveObject): boolean {
    return this.#died.has(identity);
  }

  /** The keys of all objects in the states. */
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
      ...this.#abandoned.splice(0),
      ...this.#unknownSends(runs),
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

  /** Everything that runs have said since the last examination. */
  #unheard(): string {
    return this.#machine.spoken.slice(this.#heard).join("");
  }

  /** A run that reports success has done its work, whatever happened before. */
  #notDone({ program, unconfirmed, keys, begun, said }: Success, state: AccountState): string[] {
    const made = this.ledger.made(state);
    const recorded = new Set([...this.recorded, ...keys]);
    const lies = this.lies.since(begun.told);
    const doubted = new Set(takenToBeThereIn(said).flatMap((id) => [...this.ledger.identitiesOf(id)]));
    return program.expected(state, this.ledger.everSeen()).flatMap((expected) => {
      const all = made.filter(({ identity }) => identity === expected.identity);
      const own = all.filter(({ key }) => recorded.has(key));
      // A twin that no state has is examined separately.
      const objects = own.length > 0 ? own : all;
      // If the object exists, only reads that hid it keep a run from seeing its state. A replacement for it has to be
      // named.
      const isUnseen = own.every((object) => isHidden(lies, object));
      const why =
        isUnseen && doubted.has(expected.identity)
          ? "not where the run said that it only takes it to be there"
          : unconfirmed.includes(expected.identity)
            ? UNCONFIRMED
            : objects.length === 0 && lies.some(refusesLocks) && saysGoneWithLock(said, expected)
              ? "not where reads deny its lock, and the run said that both are gone"
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

  /** The service never shows a password. Nobody knows about one that a run set and could not record before it died. */
  #knowable({ identity }: Expected, fields: readonly string[], record: LiveObject["record"]): string[] {
    const isOfDead = this.#passwordsOfDead.has(`${identity} ${String(record["password"])}`);
    const unknowable = fields.filter((field) => field === "password" && isOfDead);
    unknowable.forEach(() => figures.count("done means done, not a password that a run which died had set"));
    return fields.filter((field) => !unknowable.includes(field));
  }

  /** Why a run cannot know whether this is as declared; undefined if it can. */
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
    if (this.#stacks.some(({ unconfirmed }) => unconfirmed.includes(identity))) {
      return UNCONFIRMED;
    }
    // A request that a lock was sent before it went offline takes effect when it is back, or never.
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
    // The service still shows what the lock no longer has. Only a sync could tell, and a sync is not a read. The sync
    // of a dead run may also finish after this run has looked.
    if (isMissing && [...begun.ghosts, ...ghostsIn(state)].includes(identity)) {
      return "not where the service shows what the lock no longer has";
    }
    return undefined;
  }

  /** Everything the programs declare, with the objects of each identity that runs have created. */
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

  /** Objects that should not be there: lost by every state, or duplicates. */
  #left(heard: string): string[] {
    const { listed, told } = this.#begun;
    const circumstances = {
      said: heard,
      listed,
      lies: this.lies.since(told),
      areRivals: this.#areRivals,
    };
    this.recorded.forEach((key) => this.#everRecorded.add(key));
    // A request of a dead run may arrive late, and then nobody sees its object while lists hide it.
    const isUnseen = (object: LiveObject): boolean =>
      this.isOfTheDead(object) && !this.#everRecorded.has(object.key) && isHidden(circumstances.lies, object);
    // A twin of what a dead run sent has arrived after the run that made it looked. The next run has to name it.
    const isLate = (object: LiveObject): boolean => this.isOfTheDead(object) && !listed.has(object.key);
    return this.leftovers.judge(
      this.loose(),
      this.unrecordedTwins(),
      this.ledger.made(this.#simulator.state()),
      (object) =>
        this.isForgotten(object) || this.#pending.has(object.identity) || isUnseen(object) || isLate(object),
      circumstances,
    );
  }

  #unreal(): string[] {
    const keys = this.#stacks.flatMap((stack) => stack.keys);
    return keys
      .filter((key) => !this.ledger.hasSeen(key))
      .map((key) => `the state has ${key}, which never was`);
  }

  /** A run may adopt an unmanaged object only where the rules allow it, and only with a message. */
  #noteAdoptions(state: AccountState, heard: string): void {
    const objects = objectsOf(state);
    // What somebody has made with exactly the values that a run sent shortly before cannot be told apart from that.
    for (const [, type = "", id = ""] of heard.matchAll(
      /(\w+) "[^"]*"[^\n]*: (?:adopted the one that the service already has|what was sent earlier has arrived) \(id ([^)]+)\)/g,
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

  /** With `waitFor: "accepted"` a delete on an offline lock gives only a warning, and may never take effect. */
  #noteGivenUp(heard: string): void {
    for (const [, id = ""] of heard.matchAll(
      /Warning: Authorization [^\n]*\(id ([^)]+)\): the service accepted the delete/g,
    )) {
      this.ledger.giveUp(`Authorization ${id}`);
    }
    this.ledger.takeBack(this.#stacks.flatMap(({ keys }) => keys));
  }

  /** A rename by somebody while a run creates the object looks like a name that the service has altered. */
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

/** The ids of objects that a run could not see and did not count as gone either. */
function takenToBeThereIn(said: string): string[] {
  return [...said.matchAll(/\(id ([^)]+)\)[^\n]* (?:counts as existing|is treated as unchanged)/gi)].map(
    ([, id = ""]) => id,
  );
}

/** Whether the run said that this is gone with its lock. */
function saysGoneWithLock(said: string, { fields }: Expected): boolean {
  const named = `"${String(fields["name"])}"`;
  return said
    .split("\n")
    .some((line) => line.includes(named) && line.includes("is not created again: its lock is gone"));
}

/** Identities of objects that only the service still has. */
function ghostsIn(state: AccountState): string[] {
  return objectsOf(state)
    .filter(({ record }) => record["ghost"] === true)
    .map(({ identity }) => identity);
}

/** Finds secrets of programs and of the account in text that must not contain any. */
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
