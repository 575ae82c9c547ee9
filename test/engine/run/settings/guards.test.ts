import fc from "fast-check";
import { Session } from "../../../../provider/engine/run/session";
import { environmentSource, sourcesOf, stackSource } from "../../../../provider/engine/run/settings/sources";
import { resolveSettings, type Settings } from "../../../../provider/engine/run/settings/settings";

interface Words {
  readonly maxDeletes?: number;
  readonly readOnly?: boolean;
}

const texts = (words: Words): Record<string, string> =>
  Object.fromEntries(Object.entries(words).map(([key, word]) => [key, String(word)]));
const stack = (words: Words) => stackSource((key) => texts(words)[key]);
const environment = ({ maxDeletes, readOnly }: Words) =>
  environmentSource({
    SMARTLOCK_TOKEN: "demo-token",
    ...(maxDeletes !== undefined && { SMARTLOCK_MAX_DELETES: String(maxDeletes) }),
    ...(readOnly !== undefined && { SMARTLOCK_READ_ONLY: String(readOnly) }),
  });

/** The settings of an explicit provider with arguments, an environment, and what it inherited from the stack. */
const explicit = (args: object, variables: Record<string, string> = {}, inherited: object = {}) => {
  const given: Record<string, string> = {
    explicit: "true",
    inherited: JSON.stringify(inherited),
    token: "demo-token",
    ...(args as Record<string, string>),
  };
  return resolveSettings(sourcesOf(variables, (key) => given[key]));
};

describe("The strictest guard holds", () => {
  it.each<[string, Words, Words, number | undefined, boolean]>([
    ["nobody sets one", {}, {}, undefined, false],
    ["only the environment does", { maxDeletes: 3, readOnly: true }, {}, 3, true],
    ["only the stack does", {}, { maxDeletes: 0, readOnly: true }, 0, true],
    [
      "the environment is stricter",
      { maxDeletes: 1, readOnly: true },
      { maxDeletes: 5, readOnly: false },
      1,
      true,
    ],
    ["the stack is stricter", { maxDeletes: 5, readOnly: false }, { maxDeletes: 1, readOnly: true }, 1, true],
    ["both allow to write", { readOnly: false }, { readOnly: false }, undefined, false],
  ])("where %s", (_words, inEnvironment, inStack, most, isReadOnly) => {
    const settings = resolveSettings([environment(inEnvironment), stack(inStack)]);
    expect(settings.maxDeletes?.most).toBe(most);
    expect(settings.readOnly !== undefined).toBe(isReadOnly);
  });

  it("so an explicit provider does not loosen what the environment says", () => {
    const settings = explicit(
      { maxDeletes: "1000", readOnly: "false" },
      { SMARTLOCK_MAX_DELETES: "2", SMARTLOCK_READ_ONLY: "true" },
    );
    expect(settings.maxDeletes).toMatchObject({
      most: 2,
      setBy: [{ source: "environment variable SMARTLOCK_MAX_DELETES" }],
    });
    expect(settings.readOnly).toMatchObject({
      setBy: [{ source: "environment variable SMARTLOCK_READ_ONLY" }],
    });
  });

  it("nor what it took over from the stack; and it may be stricter than both", () => {
    expect(
      explicit({ maxDeletes: "9" }, { SMARTLOCK_MAX_DELETES: "5" }, { maxDeletes: "4" }).maxDeletes,
    ).toMatchObject({ most: 4, setBy: [{ source: "stack configuration smartlock:maxDeletes" }] });
    expect(
      explicit({ maxDeletes: "0" }, { SMARTLOCK_MAX_DELETES: "5" }, { maxDeletes: "4" }).maxDeletes,
    ).toMatchObject({ most: 0, setBy: [{ source: "argument maxDeletes of the explicit provider" }] });
  });

  it("and all that are equally strict are named, since each of them has to change", () => {
    const { maxDeletes, readOnly } = resolveSettings([
      environment({ maxDeletes: 2, readOnly: true }),
      stack({ maxDeletes: 2, readOnly: true }),
    ]);
    expect(maxDeletes?.setBy.map(({ source }) => source)).toEqual([
      "environment variable SMARTLOCK_MAX_DELETES",
      "stack configuration smartlock:maxDeletes",
    ]);
    expect(readOnly?.setBy).toHaveLength(2);
  });

  it("whatever the sources are, and in whatever order", () => {
    const words = fc.record(
      { maxDeletes: fc.nat({ max: 5 }), readOnly: fc.boolean() },
      { requiredKeys: [] },
    ) as fc.Arbitrary<Words>;
    const token = stackSource((key) => (key === "token" ? "demo-token" : undefined));
    const sourcesInTwoOrders = fc
      .array(words, { maxLength: 5 })
      .chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })));
    fc.assert(
      fc.property(sourcesInTwoOrders, ([all, shuffled]) => {
        const guardsOf = (sources: Words[]) => {
          const { maxDeletes, readOnly } = resolveSettings([token, ...sources.map(stack)]);
          return { most: maxDeletes?.most, isReadOnly: readOnly !== undefined };
        };
        const { most = Infinity, isReadOnly } = guardsOf(all);
        for (const { maxDeletes = Infinity, readOnly = false } of all) {
          expect(most).toBeLessThanOrEqual(maxDeletes);
          expect(isReadOnly || !readOnly).toBe(true);
        }
        // And it is no stricter than the strictest source.
        expect(all.some(({ maxDeletes = Infinity }) => maxDeletes === most) || most === Infinity).toBe(true);
        expect(!isReadOnly || all.some(({ readOnly }) => readOnly === true)).toBe(true);
        expect(guardsOf(shuffled)).toEqual(guardsOf(all));
      }),
    );
  });
});

describe("A guard that is misspelt is an error of its source, however strict another one is", () => {
  it.each([
    ["SMARTLOCK_MAX_DELETES", "ten", {}],
    ["SMARTLOCK_MAX_DELETES", "-1", { maxDeletes: 0 }],
    ["SMARTLOCK_READ_ONLY", "yes", { readOnly: true }],
  ])("%s=%s in the environment", (variable, text, inStack) => {
    const sources = [environmentSource({ SMARTLOCK_TOKEN: "demo-token", [variable]: text }), stack(inStack)];
    const wrong = new RegExp(`provider is wrong: environment variable ${variable} is `);
    expect(() => resolveSettings(sources)).toThrow(wrong);
    expect(() => resolveSettings(sources.reverse())).toThrow(wrong);
  });

  it("in the stack's configuration, below a variable that is right", () => {
    const misspelt = stackSource((key) => ({ maxDeletes: "1o", readOnly: "True" })[key]);
    expect(() => resolveSettings([environment({ maxDeletes: 0, readOnly: true }), misspelt])).toThrow(
      /wrong: stack configuration smartlock:maxDeletes is .*; stack configuration smartlock:readOnly is /,
    );
  });

  it("among the arguments of an explicit provider, and in what it took over", () => {
    expect(() => explicit({ readOnly: "no" }, { SMARTLOCK_READ_ONLY: "true" })).toThrow(
      "argument readOnly of the explicit provider is ",
    );
    expect(() => explicit({ maxDeletes: "0" }, {}, { maxDeletes: "few" })).toThrow(
      "stack configuration smartlock:maxDeletes is ",
    );
  });
});

describe("A refusal names the strictest source, and how to change that one", () => {
  const saved =
    "`pulumi destroy`, and any run of a program that declares nothing any more, use what an earlier `pulumi up` saved in " +
    "the state, so run `pulumi up` first, or `pulumi destroy --run-program`, with a program that declares something.";

  /** How the refusals of both guards end. */
  const refusals = async (settings: Settings): Promise<{ deletes: string; writes: string }> => {
    const session = new Session(settings);
    const thrown = (error: unknown) => (error as Error).message;
    let deletes = "";
    try {
      session.deleteGuard.count(
        Array.from({ length: 100 }, (_, n) => `Address ${n}`),
        "some",
      );
    } catch (error) {
      deletes = thrown(error);
    }
    const writes = await session.api.addresses.remove({ addressId: 1 }).then(() => "", thrown);
    await session.api.close();
    return {
      deletes: deletes.replace(
        /^smartlock:maxDeletes allows 2 deletes in a run, .* They were not deleted\. So far this run has deleted 0\. /,
        "",
      ),
      writes: writes.replace(/^.*: only reading is allowed now \(readOnly\), so nothing was sent\. /, ""),
    };
  };

  it("the environment", async () => {
    const guards = { SMARTLOCK_MAX_DELETES: "2", SMARTLOCK_READ_ONLY: "true" };
    expect(await refusals(explicit({ maxDeletes: "5" }, guards, { readOnly: "false" }))).toEqual({
      deletes:
        "The limit is set by environment variable SMARTLOCK_MAX_DELETES. If you do want to delete this many, change or unset " +
        "SMARTLOCK_MAX_DELETES in the environment.",
      writes:
        "readOnly is set by environment variable SMARTLOCK_READ_ONLY. To let changes through, change or unset " +
        "SMARTLOCK_READ_ONLY in the environment.",
    });
  });

  it("the stack's configuration, which may be a saved one", async () => {
    const said = {
      deletes:
        "The limit is set by stack configuration smartlock:maxDeletes. If you do want to delete this many, change " +
        `smartlock:maxDeletes with \`pulumi config set\`: ${saved}`,
      writes:
        "readOnly is set by stack configuration smartlock:readOnly. To let changes through, change " +
        `smartlock:readOnly with \`pulumi config set\`: ${saved}`,
    };
    const guards = { maxDeletes: 2, readOnly: true };
    expect(await refusals(resolveSettings([environment({ maxDeletes: 3 }), stack(guards)]))).toEqual(said);
    expect(await refusals(explicit({ maxDeletes: "9" }, {}, texts(guards)))).toEqual(said);
  });

  it("an argument of an explicit provider, which is saved as well", async () => {
    expect(await refusals(explicit({ maxDeletes: "2", readOnly: "true" }))).toEqual({
      deletes:
        "The limit is set by argument maxDeletes of the explicit provider. If you do want to delete this many, change the " +
        `argument maxDeletes in the program: ${saved}`,
      writes:
        "readOnly is set by argument readOnly of the explicit provider. To let changes through, change the " +
        `argument readOnly in the program: ${saved}`,
    });
  });

  it("all that are equally strict", async () => {
    const guards = { maxDeletes: 2, readOnly: true };
    const { deletes, writes } = await refusals(resolveSettings([environment(guards), stack(guards)]));
    expect(deletes).toMatch(
      /set by environment variable SMARTLOCK_MAX_DELETES and stack configuration smartlock:maxDeletes\. .*change or unset SMARTLOCK_MAX_DELETES in the environment; and change smartlock:maxDeletes with /,
    );
    expect(writes).toMatch(/SMARTLOCK_READ_ONLY and stack configuration smartlock:readOnly\. /);
  });
});
