import { SECRET_MARK } from "../../http";
import { alteredIn } from "../kind/altered";
import type { Kind } from "../kind/kind";
import { keepSecret, keepUnnamed } from "../messages/kept-secret";
import { valuesIn } from "../values/stored-values";
import { type Bag, hidden, names, ownerOf } from "../values/bag";
import { partsWithin, UNKNOWN } from "../values/unknown";
import { nameIn } from "../values/urn";
import { BoundKind } from "./bound-kind";
import { machine, type Surroundings } from "./environment";
import { Session } from "./session";
import { resolveSettings } from "./settings/settings";
import { sourcesOf } from "./settings/sources";
import { refuseMisspeltGuards } from "./settings/unknown-variables";

export interface ConfigureRequest {
  readonly config: { get(key: string): string | undefined };
}

/** Instead of a name, people see the name of the resource in the program. */
function keepMarked(kind: BoundKind, owner: string, bag: Bag, marked: Iterable<string>): void {
  for (const field of marked) {
    const shown = field === "name" ? nameIn(owner) : "";
    for (const value of [bag[field], alteredIn(bag)[field]?.shown]) {
      for (const text of kind.textsIn(field, value, "with numbers")) {
        kind.session.secrets.add(text);
        keepSecret(text, shown === "" ? SECRET_MARK : shown);
      }
      // A time of day may be in many lines, but the service need not quote it.
      tellingIn(value).forEach((text) => kind.session.secrets.add(text));
    }
  }
}

/** Values that tell something on their own, such as `09:23`. A word such as `code` or a small number does not. */
function tellingIn(value: unknown): string[] {
  return partsWithin(value)
    .filter((part) => typeof part === "string" || typeof part === "number")
    .map(String)
    .filter((text) => text !== UNKNOWN && text.length >= MIN_TELLING && /\d/.test(text));
}

const MIN_TELLING = 4;

/** The same for what names people, in lines that name nobody. */
function keepPeople(kind: Kind, owner: string, bag: Bag): void {
  const altered = Object.entries(alteredIn(bag)).map(([field, { shown }]) => [field, shown] as const);
  for (const fields of [bag, Object.fromEntries(altered)]) {
    kind
      .peopleIn(fields)
      .forEach(([field, text]) => keepUnnamed(text, field === "name" ? nameIn(owner) : ""));
  }
}

/** The provider's process: configured by the engine once, connected at first use. */
export class Run {
  readonly #surroundings: Surroundings;
  #config: (key: string) => string | undefined = () => undefined;
  #session: Session | undefined;
  #isWatching = false;
  #engineIsDead = false;

  constructor(surroundings: Surroundings = machine()) {
    this.#surroundings = surroundings;
  }

  /** Must not throw and must not wait: the engine's other calls do not wait for it. */
  configure(config: (key: string) => string | undefined): void {
    this.#config = config;
    this.#stopWithEngine();
  }

  #stopWithEngine(): void {
    if (this.#isWatching) {
      return;
    }
    this.#isWatching = true;
    this.#surroundings.onEngineDeath(() => {
      this.#engineIsDead = true;
      void this.#session?.api.close();
    });
  }

  configured({ config }: ConfigureRequest): Promise<void> {
    this.configure((key) => config.get(`smartlock:${key}`));
    return Promise.resolve();
  }

  /** Binds a kind to this run's session for a call, and tells the session the secrets in the arguments of that call. */
  bind(kind: Kind): (...bags: Bag[]) => BoundKind {
    return (...bags) => {
      const marked = new Set(bags.flatMap((bag) => names(bag[hidden.secret])));
      const bound = new BoundKind(kind, this.session(), marked);
      const { session } = bound;
      const all = bags.flatMap(valuesIn);
      all.flatMap((bag) => kind.secretsIn(bag)).forEach((secret) => session.secrets.add(secret));
      const owner = bags.map(ownerOf).find((urn) => urn !== "") ?? "";
      all.forEach((bag) => keepMarked(bound, owner, bag, marked));
      all.forEach((bag) => keepPeople(kind, owner, bag));
      return bound;
    };
  }

  session(): Session {
    if (this.#engineIsDead) {
      throw new Error("The Pulumi engine has ended; nothing more is sent to the service.");
    }
    this.#session ??= this.#connected();
    return this.#session;
  }

  #connected(): Session {
    const { environment } = this.#surroundings;
    refuseMisspeltGuards(environment);
    return new Session(resolveSettings(sourcesOf(environment, this.#config)), this.#surroundings);
  }
}
