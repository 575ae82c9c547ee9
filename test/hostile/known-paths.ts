import { interfaceList } from "../api/interface-list";

const templates = interfaceList.map(([method, template]) => ({
  method,
  // An id is encoded, so it has no slash, and it is not a dot segment that leads elsewhere.
  pattern: new RegExp(`^${template.replace(/\{\w+\}/g, "(?!\\.{1,2}(?:/|$))([\\w.~!*'()%-]+)")}$`),
}));

/** The decoded ids in a request; undefined if the service has no such operation. */
export function idsOf(method: string, target: string): string[] | undefined {
  const path = target.split("?")[0] ?? "";
  const found = templates
    // A word in a path, such as "auth", is not an id: the template with fewer ids is the right one.
    .map((template) => (template.method === method ? template.pattern.exec(path) : null))
    .filter((match) => match !== null)
    .sort((left, right) => left.length - right.length)[0];
  return found?.slice(1).map(decodeURIComponent);
}
