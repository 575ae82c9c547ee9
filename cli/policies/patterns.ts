/** Whether one of the patterns fits one of the names. `*` stands for any text; upper and lower case count as the same. */
export function fits(patterns: readonly string[], names: readonly (string | undefined)[]): boolean {
  return patterns.some((pattern) => names.some((name) => name !== undefined && fitsOne(pattern, name)));
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
