import { SECRET_MARK } from "./secret";

/** Replaces every secret in a text, in every form in which a service or a library may repeat it. */
export function scrub(text: string, secrets: readonly string[]): string {
  return scrubber(secrets)(text);
}

interface Node {
  readonly next: Map<string, Node>;
  /** A form of a secret ends here. */
  end: boolean;
}

/**
 * The same for many texts. A list of thousands of authorizations has as many codes, and each name in it is
 * searched for all of them: a trie keeps that linear. There is one pass, longest match first, so that a secret
 * such as "e" is never searched for in the marks that replace the others.
 */
export function scrubber(secrets: readonly string[]): (text: string) => string {
  const root: Node = { next: new Map(), end: false };
  for (const secret of secrets) {
    for (const form of formsOf(secret)) {
      insert(root, form);
    }
  }
  if (root.next.size === 0) {
    return (text) => text;
  }
  return (text) => {
    let result = "";
    let kept = 0;
    for (let at = 0; at < text.length;) {
      const length = longestMatch(root, text, at);
      if (length === 0) {
        at += 1;
      } else {
        result += text.slice(kept, at) + SECRET_MARK;
        at += length;
        kept = at;
      }
    }
    return result + text.slice(kept);
  };
}

function insert(root: Node, form: string): void {
  let node = root;
  // by code unit, just as the text is read: a secret may hold half of a surrogate pair
  for (let index = 0; index < form.length; index += 1) {
    const unit = form.charAt(index);
    let next = node.next.get(unit);
    if (next === undefined) {
      next = { next: new Map(), end: false };
      node.next.set(unit, next);
    }
    node = next;
  }
  node.end = true;
}

function longestMatch(root: Node, text: string, from: number): number {
  let longest = 0;
  let node = root.next.get(text.charAt(from));
  for (let length = 1; node !== undefined; length += 1) {
    if (node.end) {
      longest = length;
    }
    node = node.next.get(text.charAt(from + length));
  }
  return longest;
}

function formsOf(secret: string): string[] {
  const bytes = Buffer.from(secret, "utf8");
  const base64 = bytes.toString("base64");
  // toString() repairs what encodeURIComponent would throw on
  const percent = encodeURIComponent(bytes.toString("utf8"));
  const json = JSON.stringify(secret).slice(1, -1);
  const forms = [
    secret,
    json,
    json.replaceAll("/", "\\/"),
    percent,
    percent.replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()),
    percent.replaceAll("%20", "+"),
    htmlEscaped(secret),
    base64,
    base64.replace(/=+$/, ""),
    bytes.toString("base64url"),
  ];
  // A keypad code looks the same in most of these forms.
  return [...new Set(forms)].filter((form) => form !== "");
}

function htmlEscaped(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");
}
