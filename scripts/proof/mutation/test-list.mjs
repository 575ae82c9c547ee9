// The part of jest's API that the tests use, so that they can run one by one, any number of times, in one process.
import { ModernFakeTimers } from "@jest/fake-timers";
import { expect } from "expect";
import { bind } from "jest-each";
import { ModuleMocker } from "jest-mock";
import { performance } from "node:perf_hooks";

/** @typedef {() => unknown} Step */
/** @typedef {"beforeAll" | "beforeEach" | "afterEach" | "afterAll"} HookName */

/** @typedef {{ readonly name: string, readonly body: Step, readonly block: Block }} Test */

class Block {
  /** @type {Record<HookName, Step[]>} */
  hooks = { beforeAll: [], beforeEach: [], afterEach: [], afterAll: [] };
  /** @type {(Block | Test)[]} */
  children = [];

  /** @param {string} name @param {Block | undefined} parent */
  constructor(name, parent) {
    this.name = name;
    this.parent = parent;
  }

  /** @returns {Block[]} outermost first */
  chain() {
    return this.parent === undefined ? [this] : [...this.parent.chain(), this];
  }
}

/**
 * The smallest thing that runs alone: a test, or a block with `beforeAll` or `afterAll`, whose tests share what these set up.
 * @typedef {{ readonly id: string, readonly file: string, readonly content: Block | Test }} Unit
 */

const mocker = new ModuleMocker(globalThis);
const timers = new ModernFakeTimers({
  config: /** @type {never} */ ({ fakeTimers: {} }),
  global: globalThis,
});
// kept because tests may fake them
const realSetInterval = globalThis.setInterval;
const realClearInterval = globalThis.clearInterval;

/** Defines jest's globals; calls of `describe` and `it` add to what `collect` is collecting. */
export class TestList {
  #block = new Block("", undefined);

  /** @param {import("./sources.mjs").Sources} sources */
  constructor(sources) {
    /** @param {string} name @param {Step} body */
    const describe = (name, body) => {
      const outer = this.#block;
      this.#block = new Block(name, outer);
      outer.children.push(this.#block);
      body();
      this.#block = outer;
    };
    /** @param {string} name @param {Step} body */
    const it = (name, body) => void this.#block.children.push({ name, body, block: this.#block });
    /** @param {HookName} name @returns {(step: Step) => void} */
    const hook = (name) => (step) => void this.#block.hooks[name].push(step);
    Object.assign(globalThis, {
      describe: Object.assign(describe, { each: bind(/** @type {never} */ (describe), false) }),
      it: Object.assign(it, { each: bind(/** @type {never} */ (it), false) }),
      beforeAll: hook("beforeAll"),
      beforeEach: hook("beforeEach"),
      afterEach: hook("afterEach"),
      afterAll: hook("afterAll"),
      expect,
      jest: {
        mock: sources.replace.bind(sources),
        requireActual: sources.actual.bind(sources),
        fn: mocker.fn.bind(mocker),
        spyOn: mocker.spyOn.bind(mocker),
        restoreAllMocks: mocker.restoreAllMocks.bind(mocker),
        setTimeout: () => undefined,
        useFakeTimers: timers.useFakeTimers.bind(timers),
        useRealTimers: timers.useRealTimers.bind(timers),
        advanceTimersByTimeAsync: timers.advanceTimersByTimeAsync.bind(timers),
      },
    });
  }

  /** The units that a file declares while `load` runs. @param {string} file @param {() => void} load @returns {readonly Unit[]} */
  collect(file, load) {
    this.#block = new Block("", undefined);
    const root = this.#block;
    load();
    /** @type {Map<string, number>} */
    const seen = new Map();
    return unitsOf(root).map((content) => {
      const title = `${file}: ${titleOf(content)}`;
      const count = (seen.get(title) ?? 0) + 1;
      seen.set(title, count);
      return { id: count === 1 ? title : `${title} (${count})`, file, content };
    });
  }
}

/** @param {Block} block @returns {(Block | Test)[]} */
function unitsOf(block) {
  if (block.hooks.beforeAll.length + block.hooks.afterAll.length > 0) {
    return [block];
  }
  return block.children.flatMap((child) => (child instanceof Block ? unitsOf(child) : [child]));
}

/** @param {Block | Test} content */
function titleOf(content) {
  const blocks = content instanceof Block ? content.chain() : content.block.chain();
  const names = [...blocks.map(({ name }) => name), content instanceof Block ? "" : content.name];
  return names.filter((name) => name !== "").join(" › ");
}

/**
 * What a unit costs, in milliseconds: processor time, and time spent waiting for something to happen. Neither grows when the machine
 * has other work.
 * @typedef {{ cpu: number, idle: number }} Cost
 */

const LOOK_EVERY_MS = 200;

/**
 * Runs a unit with all its hooks.
 * @param {Unit} unit @param {Cost} limit @param {ReadonlySet<string>} leftOut titles of tests
 * @returns {Promise<{ error: unknown, late: boolean, failed: string, ms: number, cost: Cost }>} `error` is undefined if the unit
 *   passed; `failed` is the title of the test that failed
 */
export async function runUnit(unit, limit, leftOut) {
  const environment = { ...process.env };
  const began = performance.now();
  const cpuBefore = process.cpuUsage();
  const loopBefore = performance.eventLoopUtilization();
  /** @returns {Cost} */
  const costSoFar = () => {
    const { user, system } = process.cpuUsage(cpuBefore);
    return { cpu: (user + system) / 1000, idle: performance.eventLoopUtilization(loopBefore).idle };
  };
  /** @type {unknown} */
  let error;
  let late = false;
  let current = "";
  /** @type {string | undefined} */
  let failed;
  /** @param {unknown} reason */
  const fail = (reason) => {
    error ??= reason ?? new Error("failed without a reason");
    failed ??= current;
  };
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  const end = new Promise((resolve) => {
    timer = realSetInterval(() => {
      const { cpu, idle } = costSoFar();
      if (cpu > limit.cpu || idle > limit.idle) {
        late = true;
        fail(new Error(`not done after ${Math.round(cpu)} ms of work and ${Math.round(idle)} ms of waiting`));
        resolve(undefined);
      }
    }, LOOK_EVERY_MS);
  });
  /** After a failure no further steps run, except those that clean up. @param {Step[]} steps @param {boolean} always */
  const perform = async (steps, always) => {
    for (const step of steps) {
      if (error !== undefined && !always) {
        return;
      }
      try {
        await Promise.race([step(), end]);
      } catch (reason) {
        fail(reason);
      }
    }
  };
  /** @param {Block | Test} content @returns {Promise<void>} */
  const run = async (content) => {
    if (content instanceof Block) {
      await perform(content.hooks.beforeAll, false);
      for (const child of content.children) {
        if (error === undefined) {
          await run(child);
        }
      }
      await perform(content.hooks.afterAll, true);
    } else if (!leftOut.has(`${unit.file}: ${titleOf(content)}`)) {
      current = `${unit.file}: ${titleOf(content)}`;
      const chain = content.block.chain();
      await perform([...chain.flatMap(({ hooks }) => hooks.beforeEach), content.body], false);
      await perform(
        chain.toReversed().flatMap(({ hooks }) => hooks.afterEach),
        true,
      );
      timers.useRealTimers();
      mocker.restoreAllMocks();
    }
  };
  process.on("uncaughtException", fail);
  process.on("unhandledRejection", fail);
  await run(unit.content);
  process.off("uncaughtException", fail);
  process.off("unhandledRejection", fail);
  realClearInterval(timer);
  const cost = costSoFar();
  for (const name of Object.keys(process.env)) {
    if (!(name in environment)) {
      Reflect.deleteProperty(process.env, name);
    }
  }
  Object.assign(process.env, environment);
  return { error, late, failed: failed ?? "", ms: performance.now() - began, cost };
}
