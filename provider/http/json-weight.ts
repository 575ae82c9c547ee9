/** Deeper than any answer of the service. Code that walks through an answer needs a place on the stack for each level. */
const MAX_DEPTH = 64;
/** As many as the largest accepted answer can hold if its values have a realistic size. Empty ones cost as much memory. */
const MAX_VALUES = 4_000_000;

/** Whether JSON is heavier than its length suggests. Finds out without parsing it. */
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
      default:
    }
    if (depth > MAX_DEPTH || values > MAX_VALUES) {
      return true;
    }
  }
  return false;
}

function endOfText(json: string, start: number): number {
  for (let end = json.indexOf('"', start + 1); end >= 0; end = json.indexOf('"', end + 1)) {
    let slashes = 0;
    while (json[end - 1 - slashes] === "\\") {
      slashes += 1;
    }
    if (slashes % 2 === 0) {
      return end;
    }
  }
  return json.length;
}
