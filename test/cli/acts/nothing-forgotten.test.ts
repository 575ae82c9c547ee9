import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { acts, families } from "../../../cli/acts/table";
import { operations } from "../../../provider/api";

const root = resolve(__dirname, "../../..");

const CLIENT_ONLY = ["account.remove", "account.resetPassword"];

/** What the code of resources calls. */
function calledByResources(): string[] {
  const folder = join(root, "provider/resources");
  const sources = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".ts"),
  );
  return sources.flatMap((name) =>
    [...readFileSync(join(folder, name), "utf8").matchAll(/\bapi\.(\w+)\.(\w+)\(/g)].map(
      ([, area, method]) => `${String(area)}.${String(method)}`,
    ),
  );
}

interface Row {
  readonly path: string;
  readonly operation: string;
  readonly how: string;
}

function rowsOfPage(): Row[] {
  const page = readFileSync(join(root, "docs/guides/acts.md"), "utf8");
  return [...page.matchAll(/^\| `((?:PUT|POST|DELETE) [^`]+)` +\| `([\w.]+)` +\| (.+?) +\|$/gm)].map(
    ([, path = "", operation = "", how = ""]) => ({ path, operation, how }),
  );
}

describe("Every operation that changes something", () => {
  const changing = Object.entries(operations)
    .filter(([, { class: kind }]) => kind !== "read")
    .map(([name]) => name)
    .sort();

  it("is an act, or what a resource does, or only for the client, for a reason", () => {
    const known = [...acts.flatMap((act) => act.operations), ...calledByResources(), ...CLIENT_ONLY];
    expect(changing.filter((name) => !known.includes(name))).toEqual([]);
  });

  it("is an act only if there is such an operation, and only one act sends it", () => {
    const sent = acts.flatMap((act) => act.operations);
    expect(sent.filter((name) => !changing.includes(name))).toEqual([]);
    expect(new Set(sent).size).toBe(sent.length);
    expect(sent.filter((name) => CLIENT_ONLY.includes(name))).toEqual([]);
  });

  it("has a row on the page, with the command that sends it", () => {
    const rows = rowsOfPage();
    expect(rows.map(({ operation }) => operation).sort()).toEqual(changing);
    for (const { operation, path, how } of rows) {
      const declared = operations[operation];
      expect(path).toBe(`${String(declared?.method)} ${String(declared?.path)}`);
      const act = acts.find((one) => one.operations.includes(operation));
      const wanted =
        act !== undefined
          ? `\`smartlock ${act.name}`
          : CLIENT_ONLY.includes(operation)
            ? "only the client: "
            : "resource `";
      expect({ operation, how: how.slice(0, wanted.length) }).toEqual({ operation, how: wanted });
    }
  });

  it("has a help with an example that is a line of that command", () => {
    for (const { name, example, summary } of acts) {
      expect(example.startsWith(name)).toBe(true);
      expect(summary).toMatch(/^[A-Z].*\.$/);
    }
  });
});

describe("The first word of acts that have two", () => {
  it("has one sentence in the help, and no other word has one", () => {
    const first = acts.flatMap(({ name }) => (name.includes(" ") ? [name.replace(/ .*/, "")] : []));
    expect(Object.keys(families).sort()).toEqual([...new Set(first)].sort());
    Object.values(families).forEach((words) => expect(words).toMatch(/^[A-Z][^.]*\.$/));
  });
});
