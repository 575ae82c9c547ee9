/** Texts that people do not see, and what is printed in place of each, in the whole process. */
class HiddenTexts {
  readonly #instead = new Map<string, string>();
  #pattern: RegExp | undefined;

  /** The first name that a text gets stays, but a stopgap gives way to a name. */
  hide(text: string, shown: string, stopgap?: string): void {
    const before = this.#instead.get(text);
    if (text.trim() === "" || (before !== undefined && before !== stopgap)) {
      return;
    }
    // Names are also printed as JSON, and services drop spaces around them.
    [JSON.stringify(text).slice(1, -1), text, text.trim()].forEach((form) => this.#instead.set(form, shown));
    this.#pattern = undefined;
  }

  /** What is printed in place of this text, if it is hidden. */
  shownFor(text: string): string | undefined {
    return this.#instead.get(text);
  }

  forget(): void {
    this.#instead.clear();
    this.#pattern = undefined;
  }

  /** Only whole words count: a hidden "Al" is not in "Also". */
  without(text: string): string {
    if (this.#instead.size === 0) {
      return text;
    }
    const long = [...this.#instead].filter(([hidden]) => hidden.length > MAX_IN_PATTERN);
    const rest = long.reduce((line, [hidden, shown]) => line.replaceAll(hidden, () => shown), text);
    this.#pattern ??= patternOf(
      [...this.#instead.keys()].filter((hidden) => hidden.length <= MAX_IN_PATTERN),
    );
    return rest.replace(this.#pattern, (found) => this.#instead.get(found) ?? found);
  }
}

/** A regular expression cannot be of any length. */
const MAX_IN_PATTERN = 1_000;

/** Matches the longest text first, so that no part of a secret stays behind. */
function patternOf(texts: readonly string[]): RegExp {
  const longestFirst = [...texts].sort((left, right) => right.length - left.length);
  const escaped = longestFirst.map((text) => text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&"));
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${escaped.join("|")})(?![\\p{L}\\p{N}])`, "gu");
}

/** What the program marked as secret: in no line and no error. */
const secrets = new HiddenTexts();

/** With `words=off`, what names people: in no line, but in errors. */
const people = new HiddenTexts();
let arePeopleNamed = true;

/** Whether lines may name people. */
export function namePeople(isWanted: boolean): void {
  arePeopleNamed = isWanted;
}

/** In place of what names somebody whom no resource of the program stands for. */
const NOT_NAMED = "[not named]";

/** Whether they do not. */
export function isNobodyNamed(): boolean {
  return !arePeopleNamed;
}

/** From now on, people see something else in place of this text. */
export function keepSecret(text: string, shown: string): void {
  secrets.hide(text, shown);
}

/** The same for a text that names a person, in lines that name nobody. The resource that has the name is named instead. */
export function keepUnnamed(text: string, resource = ""): void {
  if (!arePeopleNamed) {
    people.hide(text, resource === "" ? NOT_NAMED : resource, NOT_NAMED);
  }
}

/** The service keeps a text in another form, such as a cut name. If the text is hidden, the other form is too. */
export function keepSecretToo(text: unknown, other: unknown): void {
  for (const hidden of [secrets, people]) {
    const shown = typeof text === "string" ? hidden.shownFor(text) : undefined;
    if (shown !== undefined && typeof other === "string") {
      hidden.hide(other, shown);
    }
  }
}

/** For tests that stand for several processes. */
export function forgetSecrets(): void {
  secrets.forget();
  people.forget();
}

/** The text without what the program marked as secret. */
export function withoutSecrets(text: string): string {
  return secrets.without(text);
}

/** A line without people, if they are not to be named. */
export function withoutPeople(line: string): string {
  return arePeopleNamed ? line : people.without(line);
}
