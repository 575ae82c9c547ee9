/** What is printed in place of each text that the program marked as secret, in the whole process. */
const instead = new Map<string, string>();
let pattern: RegExp | undefined;

/** From now on, people see something else in place of this text. */
export function keepSecret(text: string, shown: string): void {
  if (text.trim() === "" || instead.has(text)) {
    return;
  }
  // Names are also printed as JSON, and services drop spaces around them.
  [JSON.stringify(text).slice(1, -1), text, text.trim()].forEach((form) => instead.set(form, shown));
  pattern = undefined;
}

/** The service keeps a text in another form, such as a cut name. If the text is secret, the other form is too. */
export function keepSecretToo(text: unknown, other: unknown): void {
  const shown = typeof text === "string" ? instead.get(text) : undefined;
  if (shown !== undefined && typeof other === "string") {
    keepSecret(other, shown);
  }
}

/** For tests that stand for several processes. */
export function forgetSecrets(): void {
  instead.clear();
  pattern = undefined;
}

/** The text without what the program marked as secret. Only whole words count: a secret "Al" is not in "Also". */
export function withoutSecrets(text: string): string {
  if (instead.size === 0) {
    return text;
  }
  const long = [...instead].filter(([secret]) => secret.length > LONGEST);
  const rest = long.reduce((line, [secret, shown]) => line.replaceAll(secret, () => shown), text);
  pattern ??= patternOf([...instead.keys()].filter((secret) => secret.length <= LONGEST));
  return rest.replace(pattern, (found) => instead.get(found) ?? found);
}

/** A regular expression cannot be of any length. */
const LONGEST = 1_000;

/** Matches the longest text first, so that no part of a secret stays behind. */
function patternOf(texts: readonly string[]): RegExp {
  const longestFirst = [...texts].sort((left, right) => right.length - left.length);
  const escaped = longestFirst.map((text) => text.replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&"));
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${escaped.join("|")})(?![\\p{L}\\p{N}])`, "gu");
}
