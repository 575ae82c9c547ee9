import fc from "fast-check";
import type { World } from "../contract/world";
import { changedSince, type Managed, manageOneOfEach, objectsOf, recordsOf } from "./managed";
import { ended, expectError, expectPlain, expectReadable } from "./oracle";
import { HostileRun } from "./provider";
import { holds } from "./runs";
import { type Bag, hostileText, spoiltBag } from "./values";

/** A program or a state file with errors, passed to every operation of every kind. */
describe("Whatever a program declares and a state file holds", () => {
  let world: World;
  let managed: Managed[];
  let account: ReturnType<World["simulator"]["state"]>;
  let records: Map<string, string>;
  const unhandled: unknown[] = [];
  const note = (reason: unknown): void => void unhandled.push(reason);

  beforeAll(async () => {
    process.on("unhandledRejection", note);
    ({ world, managed } = await manageOneOfEach());
    account = world.simulator.state();
    world.simulator.setState(account);
    records = recordsOf(world.simulator);
  });

  afterAll(async () => {
    process.off("unhandledRejection", note);
    await world.stop();
    expect(unhandled).toEqual([]);
  });

  /** One call in its own run, on the original account. */
  async function call<T>(work: (run: HostileRun) => Promise<T>): Promise<{ value: T } | { error: unknown }> {
    if (world.writes().length > 0) {
      world.simulator.setState(account);
    }
    world.simulator.clearRequests();
    const run = new HostileRun(world.simulator);
    try {
      return await ended(work(run));
    } finally {
      await run.end();
    }
  }

  /** The name of one managed object, and the values drawn for it. */
  const drawn = <T>(values: (about: Managed) => fc.Arbitrary<T>): fc.Arbitrary<T & { name: string }> =>
    fc
      .constantFrom(...managed)
      .chain((about) => values(about).map((value) => ({ ...value, name: about.name })));
  const find = (name: string): Managed => {
    const found = managed.find((one) => one.name === name);
    if (found === undefined) {
      throw new Error(`There is no ${name}.`);
    }
    return found;
  };

  it("check names every mistake in words, or gives inputs that it takes again as they are; it writes nothing", async () => {
    const hostile = drawn(({ inputs, outs }) =>
      fc.record({
        news: spoiltBag(inputs),
        olds: fc.oneof(fc.constant({}), fc.constant(inputs), spoiltBag(outs)),
      }),
    );
    await holds("inputs for check", 150, hostile, async ({ name, olds, news }) => {
      const { kind } = find(name);
      const outcome = await call(async ({ handlers }) => {
        const first = await handlers[kind].check(olds, news);
        const again = first.failures.length > 0 ? undefined : await handlers[kind].check(olds, first.inputs);
        return { first, again };
      });
      expect(world.writes()).toEqual([]);
      if ("error" in outcome) {
        expectError(outcome.error);
        return;
      }
      const { first, again } = outcome.value;
      expectPlain(first.inputs);
      expect(first.failures.length).toBeLessThanOrEqual(200);
      for (const { property, reason } of first.failures) {
        expectReadable(reason);
        if (property.trim() !== "") {
          expectReadable(property);
        }
      }
      if (again !== undefined) {
        expect(again).toEqual(first);
        expect(JSON.parse(JSON.stringify(first.inputs))).toEqual(first.inputs);
      }
    });
  });

  it("diff tells whether there is a change, or says in words why not; it writes nothing", async () => {
    const hostile = drawn(({ id, inputs, outs }) =>
      fc.oneof(
        fc.record({ handle: fc.constant(id), olds: spoiltBag(outs), news: fc.constant(inputs) }),
        fc.record({ handle: fc.constant(id), olds: fc.constant(outs), news: spoiltBag(inputs) }),
        fc.record({ handle: fc.constant(id), olds: spoiltBag(outs), news: spoiltBag(inputs) }),
        fc.record({ handle: ids(id), olds: fc.constant(outs), news: fc.constant(inputs) }),
      ),
    );
    await holds("states and inputs for diff", 120, hostile, async ({ name, handle, olds, news }) => {
      const { kind } = find(name);
      const outcome = await call(({ handlers }) => handlers[kind].diff(handle, olds, news));
      expect(world.writes()).toEqual([]);
      if ("error" in outcome) {
        expectError(outcome.error);
        return;
      }
      const { changes, replaces, deleteBeforeReplace } = outcome.value;
      expect([typeof changes, typeof deleteBeforeReplace]).toEqual(["boolean", "boolean"]);
      replaces.forEach((field) => expectReadable(field));
    });
  });

  it("read gives a state that survives JSON, or says in words why not; it writes nothing", async () => {
    const hostile = drawn(({ id, outs }) =>
      fc.oneof(
        fc.record({ handle: fc.constant(id), state: spoiltBag(outs) }),
        fc.record({ handle: ids(id), state: fc.constant(outs) }),
        fc.record({ handle: ids(id), state: spoiltBag(outs) }),
      ),
    );
    await holds("states for read", 100, hostile, async ({ name, handle, state }) => {
      const { kind } = find(name);
      const outcome = await call(({ handlers }) => handlers[kind].read(handle, state));
      expect(world.writes()).toEqual([]);
      if ("error" in outcome) {
        expectError(outcome.error);
        return;
      }
      const { id: found, props = {}, inputs = {} } = outcome.value;
      if (found !== undefined) {
        expect(typeof found).toBe("string");
      }
      expectPlain(props);
      expectPlain(inputs);
    });
  });

  it("update touches the object that the state is about, and no other", async () => {
    const hostile = drawn((about) =>
      fc.record({
        olds: fc.oneof(fc.constant(about.outs), spoiltBag(about.outs), mixedUp(about)),
        declared: spoiltBag(about.inputs),
      }),
    );
    await holds("states and inputs for update", 80, hostile, async ({ name, olds, declared }) => {
      const about = find(name);
      const { kind, id, inputs } = about;
      const outcome = await call(async ({ handlers }) => {
        const checked = await handlers[kind].check(inputs, declared);
        const news = checked.failures.length === 0 && !holdsUnknown(checked.inputs) ? checked.inputs : inputs;
        return { news, ...(await handlers[kind].update(id, olds, news)) };
      });
      if ("error" in outcome) {
        expectFailedWrite(outcome.error);
      } else {
        expectPlain(outcome.value.outs);
      }
      // A set also creates and deletes objects when its places change.
      const others =
        kind === "AuthorizationSet"
          ? unmanaged()
          : everything().filter((key) => !objectsOf(about).includes(key));
      expect(changedSince(records, world.simulator).filter((key) => others.includes(key))).toEqual([]);
    });
  });

  it("delete takes away the object of the id, and no other", async () => {
    const hostile = drawn((about) =>
      fc.oneof(
        fc.record({ handle: fc.oneof(fc.constant(about.id), ids(about.id)), state: spoiltBag(about.outs) }),
        // With a pending id the object's id comes from the state, so mixed-up states are tried only with the real id.
        fc.record({ handle: fc.constant(about.id), state: mixedUp(about) }),
      ),
    );
    await holds("states for delete", 80, hostile, async ({ name, handle, state }) => {
      const about = find(name);
      const outcome = await call(({ handlers }) => handlers[about.kind].delete(handle, state));
      if ("error" in outcome) {
        expectFailedWrite(outcome.error);
      }
      const touched = changedSince(records, world.simulator).filter((key) => !objectsOf(about).includes(key));
      // With deleteContents an address is deleted with its units, and a user with its grants.
      if (state["deleteContents"] !== true) {
        expect(touched).toEqual([]);
      }
    });
  });

  it("create makes one object of what check let pass, or says in words why not", async () => {
    const hostile = drawn(({ inputs }) => fc.record({ declared: spoiltBag(inputs) }));
    await holds("inputs for create", 60, hostile, async ({ name, declared }) => {
      const { kind } = find(name);
      const outcome = await call(async ({ handlers }) => {
        const checked = await handlers[kind].check({}, declared);
        return checked.failures.length > 0 || holdsUnknown(checked.inputs)
          ? undefined
          : handlers[kind].create(checked.inputs);
      });
      if ("error" in outcome) {
        expectFailedWrite(outcome.error);
      } else if (outcome.value !== undefined) {
        expectPlain(outcome.value.outs);
        expect(outcome.value.id).toMatch(/^[\w/-]+$/);
      }
      expect(changedSince(records, world.simulator).filter((key) => unmanaged().includes(key))).toEqual([]);
    });
  });

  const everything = (): string[] => [...records.keys()];
  const unmanaged = (): string[] => {
    const own = new Set(managed.flatMap(objectsOf));
    return everything().filter((key) => !own.has(key));
  };
});

/**
 * The state of one object with values stored for another. A set knows its objects only from its state, so it keeps its
 * own.
 */
function mixedUp({ kind, outs, twin }: Managed): fc.Arbitrary<Bag> {
  return kind === "AuthorizationSet"
    ? fc.constant(outs)
    : fc
        .subarray(Object.keys(twin), { minLength: 1 })
        .map((fields) => ({ ...outs, ...Object.fromEntries(fields.map((field) => [field, twin[field]])) }));
}

/** Ids that lead elsewhere or nowhere if they are trusted. */
function ids(valid: string): fc.Arbitrary<string> {
  return fc.oneof(
    hostileText,
    hostileText.map((text) => `${valid}/${text}`),
    hostileText.map((text) => `${valid}${text}`),
    fc.constantFrom(
      `${valid}/`,
      `/${valid}`,
      ` ${valid}`,
      valid.replace("/", "//"),
      `${valid.split("/")[0]}/pending-0`,
    ),
  );
}

/** The engine keeps the properties that such an error carries. */
function expectFailedWrite(error: unknown): void {
  expectError(error);
  const { id, properties, reasons } = error as Error & { id?: unknown; properties?: Bag; reasons?: string[] };
  if (id !== undefined) {
    expect(typeof id === "string" && id !== "").toBe(true);
    // The code that loads the provider is Pulumi's own and unchanged.
    expectPlain({ ...properties, __provider: null });
    reasons?.forEach((reason) => expectReadable(reason, { lines: true }));
  }
}

function holdsUnknown(inputs: Bag): boolean {
  return JSON.stringify(inputs).includes("04da6b54-80e4-46f7-96ec-b56ff0331ba9");
}
