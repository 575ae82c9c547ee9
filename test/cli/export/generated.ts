import { dirname, join } from "node:path";
import { transformSync } from "@swc/core";
import * as pulumi from "@pulumi/pulumi";
import * as smartlock from "../../../provider";
import type { ImportEntry } from "../../../cli/export/import-file";
import { asKept } from "../../protocol/as-kept";
import type { Bag } from "../../protocol/plugin";

/** A resource as a program registers it. */
export interface Registered {
  readonly type: string;
  readonly name: string;
  /** With what its class adds. */
  readonly inputs: Bag;
}

export interface Running {
  readonly files: ReadonlyMap<string, string>;
  readonly project: string;
  readonly entries: readonly ImportEntry[];
  /** The configuration of the stack, without the name of the project. */
  readonly config: Readonly<Record<string, string>>;
}

/**
 * Runs a program with Pulumi's own SDK and the classes of the package. In place of the engine, the entries of the import
 * answer: a resource has the id and the outputs that it would have after the import.
 */
export async function registeredBy({ files, project, entries, config }: Running): Promise<Registered[]> {
  const registered: Registered[] = [];
  const byName = new Map(entries.map((entry) => [`${entry.type} ${entry.name}`, entry]));
  await pulumi.runtime.setMocks(
    {
      newResource: ({ type, name, inputs }) => {
        const entry = byName.get(`${type} ${name}`);
        if (entry === undefined) {
          throw new Error(`The program declares ${type} ${name}, and the import file has no entry for it.`);
        }
        registered.push({ type, name, inputs: asKept(inputs as Bag) });
        return { id: entry.id, state: outputsOf(entry) };
      },
      call: ({ token }) => {
        throw new Error(`The program calls ${token}.`);
      },
    },
    project,
    "main",
    false,
  );
  pulumi.runtime.setAllConfig(
    Object.fromEntries(Object.entries(config).map(([key, value]) => [`${project}:${key}`, value])),
  );
  evaluate(files, "index");
  await pulumi.runtime.disconnect();
  return registered;
}

/** Secrets in the clear, as the provider gets them. */
export function outputsOf({ outputs }: ImportEntry): Bag {
  return Object.fromEntries(
    Object.entries(outputs).map(([field, value]) => [
      field,
      typeof value === "object" && value !== null && "plaintext" in value
        ? (JSON.parse(String(value.plaintext)) as unknown)
        : value,
    ]),
  );
}

/** Only these can be loaded: whatever else a program wants comes from a name that has become code. */
function evaluate(files: ReadonlyMap<string, string>, main: string): void {
  const loaded = new Map<string, { exports: object }>();
  const load = (from: string, wanted: string): object => {
    if (wanted === "@pulumi/pulumi") {
      return pulumi;
    }
    if (wanted === "pulumi-smartlock") {
      return smartlock;
    }
    const path = join(dirname(from), wanted);
    const known = loaded.get(path);
    if (known !== undefined) {
      return known.exports;
    }
    const source = files.get(`${path}.ts`);
    if (source === undefined) {
      throw new Error(`The program has no file ${path}.ts.`);
    }
    const { code } = transformSync(source, {
      filename: `${path}.ts`,
      jsc: { parser: { syntax: "typescript" }, target: "es2022" },
      module: { type: "commonjs" },
    });
    const module = { exports: {} };
    loaded.set(path, module);
    // The program of an account is to be run as it is.
    // eslint-disable-next-line @typescript-eslint/no-implied-eval, @typescript-eslint/no-unsafe-call
    new Function("module", "exports", "require", "process", code)(
      module,
      module.exports,
      (inner: string) => load(path, inner),
      undefined,
    );
    return module.exports;
  };
  load("", main);
}
