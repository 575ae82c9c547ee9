import { type Bag, type Plugin } from "./plugin";
import { UNKNOWN } from "./test-engine";

/** The parts of an engine call that decide what a provider does. */
export interface RecordedCall {
  readonly call: "check" | "diff" | "create" | "read" | "update" | "delete";
  /** The resource's name in the program. */
  readonly of: string;
  /** What the properties show: there were none before, or some are not known yet. */
  readonly with: readonly string[];
}

/** Describes a call. The recorder of the real engine uses the same function, as text. */
export function describeCall(
  call: RecordedCall["call"],
  olds: Bag | undefined,
  news: Bag | undefined,
  unknown: string,
): RecordedCall {
  const owner = String((news ?? olds ?? {})["__owner"]);
  const words = [];
  if (call === "check" && olds !== undefined && Object.keys(olds).length === 0) {
    words.push("empty olds");
  }
  if (JSON.stringify(news ?? {}).includes(unknown)) {
    words.push("unknowns");
  }
  return { call, of: owner.slice(owner.lastIndexOf("::") + 2), with: words };
}

/** A provider that records its calls. */
export function recorded(plugin: Plugin, calls: RecordedCall[]): Plugin {
  const note = (call: RecordedCall["call"], olds: Bag | undefined, news: Bag | undefined): void => {
    calls.push(describeCall(call, olds, news, UNKNOWN));
  };
  return {
    get output() {
      return plugin.output;
    },
    check: (olds, news) => (note("check", olds, news), plugin.check(olds, news)),
    diff: (id, olds, news) => (note("diff", olds, news), plugin.diff(id, olds, news)),
    create: (inputs) => (note("create", undefined, inputs), plugin.create(inputs)),
    read: (id, props) => (note("read", props, undefined), plugin.read(id, props)),
    update: (id, olds, news) => (note("update", olds, news), plugin.update(id, olds, news)),
    delete: (id, props) => (note("delete", props, undefined), plugin.delete(id, props)),
    stop: () => plugin.stop(),
  };
}

/** Loaded into the provider that the real engine starts: writes a line for each call of a handler. */
export const RECORDER = `"use strict";
if ((process.argv[1] ?? "").includes("dynamic-provider")) {
  const Module = require("node:module");
  const { appendFileSync } = require("node:fs");
  const describeCall = ${describeCall.toString()};
  const load = Module._load;
  const known = new WeakSet();
  const note = (...call) =>
    appendFileSync(process.env.RECORDED_CALLS, JSON.stringify(describeCall(...call, "${UNKNOWN}")) + "\\n");
  Module._load = (name, ...rest) => {
    const loaded = load(name, ...rest);
    if (name === "pulumi-smartlock/runtime" && !known.has(loaded)) {
      known.add(loaded);
      for (const handler of Object.values(loaded.handlers)) {
        const { check, diff, create, read, update } = handler;
        const remove = handler.delete;
        handler.check = (olds, news) => (note("check", olds, news), check(olds, news));
        handler.diff = (id, olds, news) => (note("diff", olds, news), diff(id, olds, news));
        handler.create = (inputs) => (note("create", undefined, inputs), create(inputs));
        handler.read = (id, props) => (note("read", props, undefined), read(id, props));
        handler.update = (id, olds, news) => (note("update", olds, news), update(id, olds, news));
        handler.delete = (id, props) => (note("delete", props, undefined), remove(id, props));
      }
    }
    return loaded;
  };
}
`;
