/** Whether one of the patterns fits one of the texts. `*` stands for any text; upper and lower case count as the same. */
export function fits(patterns: readonly string[], texts: readonly (string | undefined)[]): boolean {
  return patterns.some((pattern) => texts.some((text) => text !== undefined && fitsOne(pattern, text)));
}

/** A pattern with an @ is for e-mail addresses alone, because a code can have any name. */
export function fitsPerson(
  patterns: readonly string[],
  { name, email }: { readonly name: string; readonly email?: string },
): boolean {
  return patterns.some((pattern) => fits([pattern], [pattern.includes("@") ? email : name]));
}

/** By its name or its id. One that nobody knows yet could be any. */
export function fitsLock(
  patterns: readonly string[],
  { id, name, isUnknown }: { readonly id: string; readonly name: string; readonly isUnknown?: boolean },
): boolean {
  return isUnknown === true || fits(patterns, [name, id]);
}

function fitsOne(pattern: string, name: string): boolean {
  const [first = "", ...others] = pattern.toLowerCase().split("*");
  const text = name.toLowerCase();
  const last = others.pop();
  if (last === undefined) {
    return text === first;
  }
  if (!text.startsWith(first)) {
    return false;
  }
  let at = first.length;
  for (const part of others) {
    const found = text.indexOf(part, at);
    if (found === -1) {
      return false;
    }
    at = found + part.length;
  }
  return text.length - last.length >= at && text.endsWith(last);
}
