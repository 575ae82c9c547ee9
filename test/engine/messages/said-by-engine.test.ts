import { forEngine, leaveErrorsToEngine } from "../../../provider/engine/messages/said-by-engine";

/** As Pulumi's server for dynamic resources prints errors. */
function printed(...errors: unknown[]): unknown[][] {
  const lines: unknown[][] = [];
  const output = { error: (...said: unknown[]) => void lines.push(said) };
  leaveErrorsToEngine(output);
  for (const error of errors) {
    output.error(`${String(error)}: ${(error as Error).stack ?? ""}`);
  }
  return lines;
}

describe("An error that the engine shows", () => {
  it("is not printed as well", () => {
    const error = forEngine(new Error("the lock is offline"), []);
    expect(printed(error)).toEqual([]);
    expect(error.message).toBe("the lock is offline");
  });

  it("says where to look, should it be printed in another way", () => {
    expect(String(forEngine(new Error("the lock is offline"), []))).toBe(
      "The error is shown with its resource",
    );
  });

  it("is printed with its places if it is a mistake of the provider", () => {
    expect(printed(forEngine(new TypeError("oh"), ["    at a"]))).toEqual([
      ["Where it happened: \n    at a"],
    ]);
  });
});

describe("What others print", () => {
  it("is printed", () => {
    const lines: unknown[][] = [];
    const output = { error: (...said: unknown[]) => void lines.push(said) };
    leaveErrorsToEngine(output);
    output.error("one", 2);
    output.error();
    output.error("The error is shown with its resource: ", 2);
    expect(lines).toEqual([["one", 2], [], ["The error is shown with its resource: ", 2]]);
  });
});
