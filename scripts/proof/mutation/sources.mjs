// Loads the project's TypeScript with require(), as jest does, and can forget it again.
import { transformFileSync } from "@swc/core";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import Module, { createRequire } from "node:module";
import { join, relative, sep } from "node:path";

/**
 * @typedef {NodeJS.Module & { _compile(code: string, file: string): void }} CompilingModule
 * @typedef {(request: string, parent: NodeJS.Module | undefined, isMain: boolean) => unknown} Load
 * @typedef {{ _extensions: Record<string, (module: CompilingModule, file: string) => void>, _load: Load }} Loader
 */

export class Sources {
  #require;
  #root;
  #compiled;
  /** @type {Map<string, string>} */
  #codes = new Map();
  /** @type {Map<string, unknown>} */
  #instead = new Map();
  /** @type {[string, NodeJS.Module | undefined][]} */
  #before = [];

  /** @param {string} root the folder of the instrumented copy */
  constructor(root) {
    this.#root = root;
    this.#compiled = join(root, ".compiled");
    mkdirSync(this.#compiled, { recursive: true });
    this.#require = createRequire(join(root, "package.json"));
    const loader = /** @type {Loader} */ (/** @type {unknown} */ (Module));
    const load = loader._load;
    loader._load = (request, parent, isMain) =>
      this.#instead.has(request) && parent?.filename.endsWith(".ts") === true
        ? this.#instead.get(request)
        : load(request, parent, isMain);
    loader._extensions[".ts"] = (module, file) => module._compile(this.#compile(file), file);
  }

  /** @param {string} file */
  load(file) {
    try {
      this.#require(file);
    } finally {
      if (this.#instead.size > 0) {
        this.#instead.clear();
        this.forget();
        this.#before.forEach(([name, module]) => (this.#require.cache[name] = module));
      }
    }
  }

  /** Replaces a package for the file being loaded and the sources that it loads again. @param {string} name @param {() => unknown} make */
  replace(name, make) {
    if (this.#instead.size === 0) {
      this.#before = this.forget();
    }
    this.#instead.set(name, make());
  }

  /** @param {string} name @returns {unknown} */
  actual(name) {
    return this.#require(name);
  }

  /** The compiled code of everything loaded so far, by path from the root. */
  compiled() {
    return this.#codes.entries();
  }

  /** Makes the next load evaluate all sources again; packages stay as they are. @returns {[string, NodeJS.Module | undefined][]} */
  forget() {
    /** @type {[string, NodeJS.Module | undefined][]} */
    const forgotten = [];
    for (const [file, module] of Object.entries(this.#require.cache)) {
      if (file.startsWith(this.#root + sep) && file.endsWith(".ts")) {
        forgotten.push([file, module]);
        Reflect.deleteProperty(this.#require.cache, file);
      }
    }
    return forgotten;
  }

  /** @param {string} file */
  #compile(file) {
    const path = relative(this.#root, file);
    const code = this.#codes.get(path) ?? this.#fromDisk(path);
    this.#codes.set(path, code);
    return code;
  }

  /** Kept on disk because every process that replaces one that hung needs the same code. @param {string} path */
  #fromDisk(path) {
    const kept = join(this.#compiled, `${path.replaceAll(sep, "__")}.js`);
    if (existsSync(kept)) {
      return readFileSync(kept, "utf8");
    }
    const { code } = transformFileSync(join(this.#root, path), {
      jsc: {
        parser: { syntax: "typescript" },
        target: "es2022",
        // lifts jest.mock above the imports, as @swc/jest does
        transform: /** @type {object} */ ({ hidden: { jest: true } }),
      },
      module: { type: "commonjs" },
      swcrc: false,
    });
    writeFileSync(kept, code);
    return code;
  }
}
