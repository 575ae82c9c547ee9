import type { Bag } from "../../../provider/engine/values/bag";
import { guarded } from "../../../provider/engine/lifecycle/guarded";
import type { Handlers } from "../../../provider/engine/lifecycle/guarded";
import { LinesError } from "../../../provider/engine/messages/lines";

const fit: Bag = { name: "a" };
const news: Bag = { name: "b" };
const unfit = JSON.parse('{"name":{"__proto__":{}}}') as Bag;
const config = { config: { get: () => undefined } };

/** Handlers that answer with their arguments. */
function echo(calls: unknown[][]): Handlers {
  const answer =
    (verb: string) =>
    (...given: unknown[]): Promise<never> => {
      calls.push([verb, ...given]);
      return Promise.resolve({ verb } as never);
    };
  return {
    configure: answer("configure"),
    check: answer("check"),
    diff: answer("diff"),
    create: answer("create"),
    read: answer("read"),
    update: answer("update"),
    delete: answer("delete"),
  };
}

/** Handlers with a read that fails. */
function failing(error: Error): Handlers {
  return guarded({ ...echo([]), read: () => Promise.reject(error) });
}

describe("Guarded handlers", () => {
  it.each<[string, (handlers: Handlers) => Promise<unknown>, unknown[]]>([
    ["configure", (handlers) => handlers.configure(config), [config]],
    ["check", (handlers) => handlers.check(fit, news), [fit, news]],
    ["diff", (handlers) => handlers.diff("7", fit, news), ["7", fit, news]],
    ["create", (handlers) => handlers.create(news), [news]],
    ["read", (handlers) => handlers.read("7", fit), ["7", fit]],
    ["update", (handlers) => handlers.update("7", fit, news), ["7", fit, news]],
    ["delete", (handlers) => handlers.delete("7", fit), ["7", fit]],
  ])("pass on what %s is called with, and what it answers", async (verb, call, given) => {
    const calls: unknown[][] = [];
    expect(await call(guarded(echo(calls)))).toEqual({ verb });
    expect(calls).toEqual([[verb, ...given]]);
  });

  it.each<[string, (handlers: Handlers) => Promise<unknown>]>([
    ["the state that check gets", (handlers) => handlers.check(unfit, news)],
    ["the state that diff gets", (handlers) => handlers.diff("7", unfit, news)],
    ["the inputs that diff gets", (handlers) => handlers.diff("7", fit, unfit)],
    ["the inputs that create gets", (handlers) => handlers.create(unfit)],
    ["the state that read gets", (handlers) => handlers.read("7", unfit)],
    ["the state that update gets", (handlers) => handlers.update("7", unfit, news)],
    ["the inputs that update gets", (handlers) => handlers.update("7", fit, unfit)],
    ["the state that delete gets", (handlers) => handlers.delete("7", unfit)],
  ])("refuse %s if no provider can have written it, and do nothing", async (_words, call) => {
    const calls: unknown[][] = [];
    await expect(call(guarded(echo(calls)))).rejects.toThrow(
      "The saved state of this resource is broken: name holds the key __proto__, which cannot be stored.",
    );
    expect(calls).toEqual([]);
  });

  it("leave to check what is wrong with the program", async () => {
    const calls: unknown[][] = [];
    await guarded(echo(calls)).check(fit, unfit);
    expect(calls).toEqual([["check", fit, unfit]]);
  });

  it("throw the same error with its words made visible, and nothing else to print", async () => {
    const error = Object.assign(new Error("red\u001b[31m"), { id: "7" });
    await expect(failing(error).read("7", fit)).rejects.toBe(error);
    expect(error).toMatchObject({ id: "7", message: "red\\u001b[31m", stack: "" });
    expect(Object.keys(error)).toEqual(["id"]);
  });

  it("keep the places of a mistake of the provider, made visible, for the report", async () => {
    const error = new TypeError("no such thing");
    error.stack = [
      "TypeError: no such thing",
      "what is no place    at all",
      " at no place either",
      "    at first (a.ts:1:1)",
      "    at \u001b[31m (b.ts:2:2)",
    ].join("\n");
    await expect(failing(error).read("7", fit)).rejects.toBe(error);
    expect(error.message).toBe(
      "This is a mistake in pulumi-smartlock itself: no such thing. Nothing more was done. Please report it.",
    );
    // As Pulumi's server prints it.
    expect(`${String(error)}: ${error.stack}`).toBe(
      "Where it happened: \n    at first (a.ts:1:1)\n    at \\u001b[31m (b.ts:2:2)",
    );
  });

  it("say the same of an error that several resources share", async () => {
    const error = new TypeError("no such thing");
    await expect(failing(error).read("7", fit)).rejects.toBe(error);
    const { message, stack } = error;
    await expect(failing(error).read("8", fit)).rejects.toBe(error);
    expect({ message, stack }).toEqual({ message: error.message, stack: error.stack });
    expect(message).toMatch(/^This is a mistake in pulumi-smartlock itself: no such thing\./);
  });

  it("do without a stack where a mistake has none", async () => {
    const error = new TypeError("no such thing");
    delete error.stack;
    await expect(failing(error).read("7", fit)).rejects.toBe(error);
    expect(error.stack).toBe("");
  });

  it("make an error of anything else that is thrown", async () => {
    await expect(failing("two\nlines" as unknown as Error).read("7", fit)).rejects.toEqual(
      new Error("two\\u000alines"),
    );
  });

  it("keep the lines of an error that has several", async () => {
    await expect(failing(new LinesError(["one", "two"])).read("7", fit)).rejects.toThrow(/^one\ntwo$/);
  });
});
