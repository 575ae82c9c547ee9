import { interfaceList } from "../api/interface-list";

const templates = interfaceList.map(([method, template]) => ({
  method,
  // An id is encoded, so it holds no slash; and it is no step that leads elsewhere.
  pattern: new RegExp(`^${template.replace(/\{\w+\}/g, "(?!\\.{1,2}(?:/|$))([\\w.~!*'()%-]+)")}$`),
}));

/** The ids in a request, as they were meant; undefined if the service has no such operation. */
export function idsOf(method: string, target: string): string[] | undefined {
  const path = target.split("?")[0] ?? "";
  const found = templates
    // A word of a path such as "auth" is no id: the template with fewer ids says what it is.
    .map((template) => (template.method === method ? template.pattern.exec(path) : null))
    .filter((match) => match !== null)
    .sort((left, right) => left.length - right.length)[0];
  return found?.slice(1).map(decodeURIComponent);
}
