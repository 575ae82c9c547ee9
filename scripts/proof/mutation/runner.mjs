// The test runner that Stryker uses: it runs the jest tests in one process, one by one.
//
// Stryker's own runner starts jest again for every mutant, which costs seconds each time. Here sources and tests are loaded once, the
// mutant is switched on, and the tests that reach it run, the fastest first, until one fails.
import { commonTokens, declareClassPlugin, PluginKind, tokens } from "@stryker-mutator/api/plugin";
import {
  determineHitLimitReached,
  DryRunStatus,
  MutantRunStatus,
  TestStatus,
} from "@stryker-mutator/api/test-runner";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { Sources } from "./sources.mjs";
import { TestList, runUnit } from "./test-list.mjs";
import { beforeTests, testFiles, testsLeftOut } from "./tests.mjs";

/**
 * @typedef {import("@stryker-mutator/api/test-runner").DryRunResult} DryRunResult
 * @typedef {import("@stryker-mutator/api/test-runner").MutantRunOptions} MutantRunOptions
 * @typedef {import("@stryker-mutator/api/test-runner").MutantRunResult} MutantRunResult
 * @typedef {import("@stryker-mutator/api/core").InstrumenterContext} InstrumenterContext
 * @typedef {import("./test-list.mjs").Unit} Unit
 * @typedef {import("./test-list.mjs").Cost} Cost
 * @typedef {{ cost: Record<string, Cost>, reaching: Record<string, string[]>, leftOut: string[] }} Record_ from the run without mutants: what
 *   each unit costs, the units that reach each source file, and the titles of tests that judge no mutant
 */

/** A mutant that takes this much more than the run without mutants is assumed never to end. @param {Cost} cost @returns {Cost} */
const limitOf = ({ cpu, idle }) => ({ cpu: 2_000 + 10 * cpu, idle: 3_000 + 5 * idle });
/** What a mutant may cost: one that survives this much testing counts as alive, although slower tests might find it. */
const MOST_CPU_MS = Number(process.env["SMARTLOCK_MUTANT_CPU_MS"] ?? 4_000);
/** The limit for tests of a single unit; all of them together cost less than one test that starts a service. */
const CHEAP_CPU_MS = 8;
/** Tests that are named after the file come first; those that cost more than this come after all cheap ones. */
const NAMED_CPU_MS = 50;
/** How many recent finders run first: the same test mostly finds neighbouring mutants too. */
const MOST_PROVEN = 5;
/** @type {Cost} */
const FIRST_LIMIT = { cpu: 60_000, idle: 20_000 };

class OneProcessRunner {
  static inject = tokens(commonTokens.logger);

  #root = process.cwd();
  #sources = new Sources(this.#root);
  #list = new TestList(this.#sources);
  /** @type {Map<string, readonly Unit[]>} */
  #loaded = new Map();
  /** @type {Map<string, string[]>} */
  #killers = new Map();
  #runs = 0;
  #dirty = false;
  #temporary = mkdtempSync(join(tmpdir(), "smartlock-mutation-"));
  /** @type {Record_ | undefined} */
  #record;
  #log;

  /** @param {import("@stryker-mutator/api/logging").Logger} log */
  constructor(log) {
    this.#log = log;
    // notes that a mutant leaves behind must not reach later processes
    process.env["TMPDIR"] = this.#temporary;
    // work that a test leaves running may fail when there is no test to blame
    process.on("uncaughtException", () => undefined);
    process.on("unhandledRejection", () => undefined);
  }

  capabilities() {
    return { reloadEnvironment: true };
  }

  dispose() {
    rmSync(this.#temporary, { recursive: true, force: true });
    return Promise.resolve();
  }

  /** @returns {Promise<DryRunResult>} */
  async dryRun() {
    const context = contextOfMutants();
    const units = testFiles(this.#root)
      .flatMap((file) => this.#units(file))
      .filter(({ id }) => !testsLeftOut.includes(id));
    /** @type {Record_} */
    const record = { cost: {}, reaching: {}, leftOut: [...testsLeftOut] };
    const results = [];
    for (const unit of units) {
      // never unset again: work that a test leaves running must not count as loading
      context.currentTestId = unit.id;
      const passed = await this.#passing(unit, record);
      if (passed === undefined) {
        continue;
      }
      record.cost[unit.id] = passed.cost;
      const { id, file } = unit;
      results.push({ id, name: id, fileName: file, timeSpentMs: passed.ms, status: TestStatus.Success });
    }
    const mutantCoverage = context.mutantCoverage ?? { static: {}, perTest: {} };
    record.reaching = reaching(this.#sources, mutantCoverage.perTest);
    writeFileSync(this.#recordFile(), JSON.stringify(record));
    return { status: DryRunStatus.Complete, tests: /** @type {never} */ (results), mutantCoverage };
  }

  /**
   * Runs a unit without those of its tests that fail although nothing is mutated: instrumented sources are slow, and a test may
   * measure time. `npm test` still checks these; here they judge no mutant.
   * @param {Unit} unit @param {Record_} record
   */
  async #passing(unit, record) {
    for (let tries = 0; tries < 6; tries += 1) {
      const run = await runUnit(unit, FIRST_LIMIT, new Set(record.leftOut));
      if (run.error === undefined) {
        return run;
      }
      this.#log.warn(
        `left out, since it fails without a mutant: ${run.failed || unit.id}: ${messageOf(run.error)}`,
      );
      record.leftOut.push(run.failed || unit.id);
      if (run.failed === unit.id || run.failed === "") {
        return undefined;
      }
    }
    return undefined;
  }

  /** @param {MutantRunOptions} options @returns {Promise<MutantRunResult>} */
  async mutantRun({ activeMutant, testFilter, hitLimit, reloadEnvironment, sandboxFileName }) {
    // rejecting makes Stryker continue in a new process
    if (this.#dirty) {
      throw new Error("an earlier mutant left something behind");
    }
    this.#runs += 1;
    const record = this.#readRecord();
    const context = contextOfMutants();
    const wanted = testFilter ?? candidates(relative(this.#root, sandboxFileName), record);
    const leftOut = new Set(record.leftOut);
    const ids = this.#order(wanted, sandboxFileName, record.cost);
    const isStatic = reloadEnvironment;
    context.hitCount = 0;
    context.hitLimit = hitLimit;
    if (isStatic) {
      this.#forget();
      context.activeMutant = activeMutant.id;
    }
    try {
      // If everything is evaluated again, a test file is loaded only when its turn comes: the first ones mostly decide.
      if (!isStatic) {
        this.#find(ids);
      }
      context.activeMutant = activeMutant.id;
      for (const [index, id] of ids.entries()) {
        const [test] = this.#find([id]);
        if (test === undefined) {
          continue;
        }
        const limit = limitOf(record.cost[test.id] ?? { cpu: 0, idle: 0 });
        const { error, late } = await runUnit(test, limit, leftOut);
        const tooOften = determineHitLimitReached(context.hitCount, hitLimit);
        if (error === undefined && tooOften === undefined) {
          continue;
        }
        context.activeMutant = undefined;
        if (!isStatic && this.#isDoubtful(late) && !(await this.#passes(test, limit, leftOut))) {
          if (this.#runs > 1) {
            throw new Error(`${test.id} fails without a mutant too`);
          }
          this.#dirty = true;
        }
        if (tooOften !== undefined) {
          return { status: MutantRunStatus.Timeout, reason: tooOften.reason ?? "" };
        }
        this.#killers.set(sandboxFileName, [
          test.id,
          ...(this.#killers.get(sandboxFileName) ?? []).filter((id) => id !== test.id),
        ]);
        if (late) {
          return { status: MutantRunStatus.Timeout, reason: messageOf(error) };
        }
        return {
          status: MutantRunStatus.Killed,
          killedBy: [test.id],
          failureMessage: messageOf(error),
          nrOfTests: index + 1,
        };
      }
      return { status: MutantRunStatus.Survived, nrOfTests: ids.length };
    } catch (error) {
      if (context.activeMutant === undefined) {
        throw error;
      }
      // with this mutant the sources cannot even be loaded
      return { status: MutantRunStatus.Killed, killedBy: [], failureMessage: messageOf(error), nrOfTests: 0 };
    } finally {
      context.activeMutant = undefined;
      context.hitCount = undefined;
      if (isStatic) {
        this.#forget();
      }
    }
  }

  /** Late ones may be the machine's fault; checking one in four of the others shows whether mutants leave something behind. @param {boolean} late */
  #isDoubtful(late) {
    return late || this.#runs === 1 || this.#runs % 4 === 0;
  }

  /** Whether the mutant can be to blame: the unit passes without it. @param {Unit} test @param {Cost} limit @param {ReadonlySet<string>} leftOut */
  async #passes(test, limit, leftOut) {
    const { error } = await runUnit(test, limit, leftOut);
    if (error !== undefined) {
      this.#log.info(`${test.id} without a mutant: ${messageOf(error)}`);
    }
    return error === undefined;
  }

  /**
   * Tests that found the last mutants of the same file, then those named after that file, then all that cost next to nothing,
   * then the expensive ones named after that file, then the cheapest of each remaining group, then the next of each group:
   * tests in the same group mostly miss the same mutants.
   * @param {readonly string[]} ids @param {string} file @param {Readonly<Record<string, Cost>>} cost
   */
  #order(ids, file, cost) {
    const cpu = (/** @type {string} */ id) => cost[id]?.cpu ?? 0;
    const reachable = new Set(ids);
    const proven = (this.#killers.get(file) ?? []).filter((id) => reachable.has(id)).slice(0, MOST_PROVEN);
    /** @type {Map<string, number>} */
    const seen = new Map();
    const ranked = ids
      .toSorted((a, b) => cpu(a) - cpu(b))
      .map((id) => {
        const [group = ""] = id.split(" › ");
        const rank = seen.get(group) ?? 0;
        seen.set(group, rank + 1);
        return { id, rank };
      });
    // within a rank, sorting keeps the cheaper ones first
    const inTurn = ranked.toSorted((a, b) => a.rank - b.rank).map(({ id }) => id);
    // cheapest first: tests of a single unit must not come after a thousand that only pass through it
    const cheap = ids.filter((id) => cpu(id) <= CHEAP_CPU_MS).toSorted((a, b) => cpu(a) - cpu(b));
    const named = ids.filter((id) => isNamedAfter(id, file)).toSorted((a, b) => cpu(a) - cpu(b));
    const early = named.filter((id) => cpu(id) <= NAMED_CPU_MS);
    let spent = 0;
    // A test that costs too much is skipped, and takes nothing from the budget of those after it.
    return [...new Set([...proven, ...early, ...cheap, ...named, ...inTurn])].filter((id, index) => {
      const isPaid = index === 0 || spent + cpu(id) <= MOST_CPU_MS;
      if (isPaid) {
        spent += cpu(id);
      }
      return isPaid;
    });
  }

  #forget() {
    this.#sources.forget();
    this.#loaded.clear();
  }

  /** @param {string} file */
  #units(file) {
    const known = this.#loaded.get(file);
    if (known !== undefined) {
      return known;
    }
    beforeTests.forEach((before) => this.#sources.load(join(this.#root, before)));
    const tests = this.#list.collect(file, () => this.#sources.load(join(this.#root, file)));
    this.#loaded.set(file, tests);
    return tests;
  }

  /** @param {readonly string[]} ids */
  #find(ids) {
    return ids.flatMap(
      (id) => this.#units(id.slice(0, id.indexOf(": "))).find((test) => test.id === id) ?? [],
    );
  }

  #recordFile() {
    return join(this.#root, ".compiled", "record.json");
  }

  #readRecord() {
    this.#record ??= /** @type {Record_} */ (JSON.parse(readFileSync(this.#recordFile(), "utf8")));
    return this.#record;
  }
}

/**
 * The object that the instrumented sources read.
 * @returns {{ [Key in keyof InstrumenterContext]: InstrumenterContext[Key] | undefined }}
 */
function contextOfMutants() {
  const holder = /** @type {{ __stryker__?: InstrumenterContext }} */ (globalThis);
  holder.__stryker__ ??= {};
  return holder.__stryker__;
}

/**
 * Which tests reach which source file.
 * @param {Sources} sources @param {Record<string, Record<string, number>>} perTest
 */
function reaching(sources, perTest) {
  /** @type {Map<string, string>} */
  const fileOf = new Map();
  for (const [file, code] of sources.compiled()) {
    for (const [, id = ""] of code.matchAll(/stryMutAct_\w+\("(\d+)"\)/g)) {
      fileOf.set(id, file);
    }
  }
  /** @type {Record<string, string[]>} */
  const result = {};
  for (const [test, mutants] of Object.entries(perTest)) {
    for (const file of new Set(Object.keys(mutants).map((id) => fileOf.get(id) ?? ""))) {
      (result[file] ??= []).push(test);
    }
  }
  return result;
}

/**
 * The tests that can notice a mutant in code that runs while loading: those that run something in the file, and those of its layer, which
 * may only look at what loading made.
 * @param {string} file @param {Record_} record @returns {string[]}
 */
function candidates(file, { reaching: byFile, cost }) {
  const beside = `${file.split("/").slice(0, 2).join("/").replace("provider/", "test/")}/`;
  const known = Object.keys(cost);
  return [...new Set([...known.filter((id) => id.startsWith(beside)), ...(byFile[file] ?? known)])];
}

/** As `creation.test.ts` is named after `create.ts`, and `test/sets/read.test.ts` after `set/read.ts`. @param {string} test @param {string} file */
function isNamedAfter(test, file) {
  const [, folder = "", name = ""] = /([^/]+)\/([^/]+)\.test\.ts: /.exec(test) ?? [];
  const [unit = "", ...rooms] = file.replace(/\.ts$/, "").split("/").reverse();
  return rooms.some((room) => folder.startsWith(room)) && name.startsWith(unit.slice(0, 5));
}

/** @param {unknown} error */
function messageOf(error) {
  return error instanceof Error ? error.message : String(error);
}

export const strykerPlugins = [declareClassPlugin(PluginKind.TestRunner, "one-process", OneProcessRunner)];
