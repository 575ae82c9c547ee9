/** More than any answer of the service has; each level costs whoever walks through it a place on the stack. */
const DEEPEST = 64;
/** What the largest answer that is accepted can hold if its values are of an honest size; empty ones cost as much memory. */
const MOST_VALUES = 4_000_000;

/** Whether JSON is heavier than its length tells, found out without making anything of it. */
export function isTooHeavy(json: string): boolean {
  let depth = 0;
  let values = 1;
  for (let at = 0; at < json.length; at += 1) {
    switch (json[at]) {
      case '"':
        at = endOfText(json, at);
        break;
      case "[":
      case "{":
        depth += 1;
        values += 1;
        break;
      case "]":
      case "}":
        depth -= 1;
        break;
      case ",":
        values += 1;
        break;
    }
    if (depth > DEEPEST || values > MOST_VALUES) return true;
  }
  return false;
}

function endOfText(json: string, start: number): number {
  for (let end = json.indexOf('"', start + 1); end >= 0; end = json.indexOf('"', end + 1)) {
    let slashes = 0;
    while (json[end - 1 - slashes] === "\\") slashes += 1;
    if (slashes % 2 === 0) return end;
  }
  return json.length;
}
