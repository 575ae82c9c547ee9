import { asSent } from "./as-sent";
import type { Bag } from "./plugin";

export const UNKNOWN = "04da6b54-80e4-46f7-96ec-b56ff0331ba9";

export type Outputs = Readonly<Record<string, Bag>>;

export interface Declared {
  /** For example `Address`. */
  readonly type: string;
  readonly name: string;
  /** A function if values come from resources declared before. It gets their outputs by name. */
  readonly inputs: Bag | ((outputs: Outputs) => Bag);
  readonly ignoreChanges?: readonly string[];
  readonly replaceOnChanges?: readonly string[];
  /** A former name of the resource. */
  readonly alias?: string;
  /** Like `pulumi up --replace`. */
  readonly forceReplace?: boolean;
}

export interface Evaluated {
  readonly inputs: Bag;
  /** The fields that come from other resources, with the names of those resources. */
  readonly refers: Readonly<Record<string, readonly string[]>>;
}

/** The inputs of a resource as its class sends them, and where they come from. */
export function evaluated(declared: Declared, outputs: Outputs): Evaluated {
  const { type, name, ignoreChanges, replaceOnChanges } = declared;
  const used = new Set<string>();
  const plain = valueOf(declared, watched(outputs, used));
  const refers: Record<string, string[]> = {};
  for (const source of used) {
    const without = valueOf(declared, { ...outputs, [source]: unknownOutputs() });
    for (const [field, value] of Object.entries(without)) {
      if (JSON.stringify(value) !== JSON.stringify(plain[field])) {
        refers[field] = [...(refers[field] ?? []), source];
      } else if (value === UNKNOWN) {
        refers[field] = [...(refers[field] ?? []), source];
      }
    }
  }
  return {
    refers,
    inputs: {
      ...asSent(type, name, plain),
      ...(ignoreChanges && { __ignore: ignoreChanges }),
      ...(replaceOnChanges && { __replaceOn: replaceOnChanges }),
    },
  };
}

function valueOf({ inputs }: Declared, outputs: Outputs): Bag {
  return typeof inputs === "function" ? inputs(outputs) : inputs;
}

function watched(outputs: Outputs, used: Set<string>): Outputs {
  return new Proxy(outputs, {
    get: (all, name) => {
      used.add(String(name));
      return all[String(name)];
    },
  });
}

/** Nothing is known about an object that does not exist yet. */
export function unknownOutputs(): Bag {
  return new Proxy({}, { get: () => UNKNOWN });
}

/** Before an update, only the id is known, and the outputs that the class takes from it. */
export function updatedOutputs(id: string, outputs: Bag): Bag {
  const parts = id.split("/");
  return new Proxy(outputs, {
    get: (known, key) =>
      key === "id" ? id : parts.includes(String(known[String(key)])) ? known[String(key)] : UNKNOWN,
  });
}

/** The engine does not go on with a resource that depends on a failed one. */
export function failedOutputs(failed: string): Bag {
  return new Proxy(
    {},
    {
      get: () => {
        throw new Error(`not done, because ${failed} failed`);
      },
    },
  );
}
