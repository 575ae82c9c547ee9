import * as pulumi from "@pulumi/pulumi";
import * as smartlock from "../../../provider";

interface Registration {
  readonly props: Record<string, unknown>;
  readonly opts: pulumi.CustomResourceOptions;
  /** How many stack frames were kept at the time. */
  readonly frames: number;
}

const registrations: Registration[] = [];
/** The engine's answer about registered resources. */
let registered: Record<string, unknown> = {};

jest.mock("@pulumi/pulumi", () => {
  const actual = jest.requireActual<typeof pulumi>("@pulumi/pulumi");
  class CustomResource {
    readonly id: pulumi.Output<unknown>;
    constructor(
      _type: string,
      _name: string,
      props: Record<string, unknown>,
      opts: pulumi.CustomResourceOptions,
    ) {
      registrations.push({ props, opts, frames: Error.stackTraceLimit });
      if (registered["fails"] !== undefined) {
        throw new Error("refused");
      }
      this.id = actual.output(registered["id"]);
      Object.keys(props).forEach((name) =>
        Object.defineProperty(this, name, { value: actual.output(registered[name]), configurable: true }),
      );
    }
  }
  return { ...actual, CustomResource };
});

function valueOf(output: pulumi.Output<unknown>): Promise<unknown> {
  const { isKnown, isSecret } = output as unknown as Record<"isKnown" | "isSecret", Promise<unknown>>;
  const { promise, allResources } = output as unknown as Record<
    "promise" | "allResources",
    () => Promise<unknown>
  >;
  // An Output has several promises, and all of them fail.
  void Promise.allSettled([isKnown, isSecret, allResources()]);
  return promise();
}

const grant = { smartlockId: 17, type: 13, name: "Cleaner", code: 482913, remoteAllowed: false } as const;

beforeEach(() => {
  registrations.length = 0;
  registered = {};
});

describe("The outputs that are parts of an id", () => {
  it("are made from it, since only the id stays known in a preview", async () => {
    registered = { id: "17/5f3c", smartlockId: 99, authorizationId: "other" };
    const { smartlockId, authorizationId } = new smartlock.Authorization("it", grant);
    expect(await valueOf(smartlockId)).toBe(17);
    expect(await valueOf(authorizationId)).toBe("5f3c");
    registered = { id: "701" };
    expect(await valueOf(new smartlock.Address("it", { name: "a", smartlockIds: [] }).addressId)).toBe(701);
  });

  it("are those of the state while the id is only a handle", async () => {
    registered = { id: "17/pending-0af9", smartlockId: 17, authorizationId: "5f3c" };
    const { smartlockId, authorizationId } = new smartlock.Authorization("it", grant);
    expect(await valueOf(smartlockId)).toBe(17);
    expect(await valueOf(authorizationId)).toBe("5f3c");
  });

  it("fail in words where the id is none", async () => {
    registered = { id: "house" };
    const { addressId } = new smartlock.Address("it", { name: "a", smartlockIds: [] });
    const error = await valueOf(addressId).catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(pulumi.RunError);
    expect((error as Error).message).toBe(
      '"house" is not an id of the service: a whole number was expected.',
    );
  });

  it("can be seen by whoever walks through a resource", () => {
    registered = { id: "701" };
    expect(Object.keys(new smartlock.Address("it", { name: "a", smartlockIds: [] }))).toContain("addressId");
  });
});

describe("A registration", () => {
  it("marks a secret where there is one, and nothing where there is none", async () => {
    registered = { id: "17/5f3c" };
    new smartlock.Authorization("it", grant);
    new smartlock.Authorization("it", { ...grant, type: 2, code: undefined, accountUserId: 5 });
    const [withCode, without] = registrations.map(({ props }) => props["code"]);
    expect(pulumi.Output.isInstance(withCode)).toBe(true);
    expect(await pulumi.isSecret(withCode as pulumi.Output<unknown>)).toBe(true);
    expect(without).toBeUndefined();
  });

  it("tells which fields the program marked as secret", async () => {
    registered = { id: "701" };
    const marked = (args: object, opts?: pulumi.CustomResourceOptions): unknown => {
      new smartlock.Address("it", { name: "a", smartlockIds: [], ...args }, opts);
      return registrations.at(-1)?.props["__secret"];
    };
    expect(await marked({})).toBeUndefined();
    expect(await marked({ name: pulumi.output("a") })).toBeUndefined();
    expect(await marked({ name: pulumi.secret("a") })).toEqual(["name"]);
    expect(await marked({ settings: { wifi: pulumi.secret("a") } })).toEqual(["settings"]);
    expect(
      await marked({ settings: { wifi: "a" } }, { additionalSecretOutputs: ["name", "settings"] }),
    ).toEqual(["name", "settings"]);
    expect(await marked({ settings: Promise.resolve({ wifi: pulumi.secret("a") }) })).toEqual(["settings"]);
    expect(await marked({ name: Promise.reject(new Error("no name")) })).toBeUndefined();
    const deep: unknown = JSON.parse("[".repeat(20_000) + "]".repeat(20_000));
    const circle: { self?: unknown; wifi?: unknown } = { wifi: pulumi.secret("a") };
    circle.self = circle;
    expect(await marked({ settings: { deep } })).toBeUndefined();
    expect(await marked({ settings: circle })).toEqual(["settings"]);
    registered = { id: "17/5f3c" };
    new smartlock.Authorization("it", { ...grant, name: pulumi.secret("Anna") });
    expect(await registrations.at(-1)?.props["__secret"]).toEqual(["name"]);
  });

  it("keeps no stacks, which cost most of a preview, and leaves the limit as it was", () => {
    const before = Error.stackTraceLimit;
    Error.stackTraceLimit = 7;
    registered = { id: "701" };
    new smartlock.Address("it", { name: "a", smartlockIds: [] });
    expect(registrations[0]?.frames).toBe(0);
    expect(Error.stackTraceLimit).toBe(7);
    registered = { fails: true };
    expect(() => new smartlock.Address("it", { name: "a", smartlockIds: [] })).toThrow("refused");
    expect(Error.stackTraceLimit).toBe(7);
    Error.stackTraceLimit = before;
  });

  it("keeps the order of a replacement, whatever the options are", () => {
    registered = { id: "701" };
    const hook = { webhookUrl: "https://example.com", webhookFeatures: ["DEVICE_LOGS" as const] };
    const options = {
      deleteBeforeReplace: undefined,
      protect: true,
    } as unknown as pulumi.CustomResourceOptions;
    new smartlock.Address("it", { name: "a", smartlockIds: [] }, options);
    expect(registrations[0]?.opts).toEqual({
      deleteBeforeReplace: true,
      protect: true,
      additionalSecretOutputs: [],
    });
    new smartlock.Webhook("it", hook, { deleteBeforeReplace: false });
    expect(registrations[1]?.opts).toMatchObject({ deleteBeforeReplace: false });
    expect(() => new smartlock.Webhook("it", hook, { deleteBeforeReplace: true })).toThrow(
      'new smartlock.Webhook("it", …): deleteBeforeReplace cannot be true: leave it out. A replacement creates the new one first',
    );
    expect(
      () => new smartlock.Address("it", { name: "a", smartlockIds: [] }, { deleteBeforeReplace: false }),
    ).toThrow(
      'new smartlock.Address("it", …): deleteBeforeReplace cannot be false: leave it out. A replacement deletes the old one first',
    );
  });

  it("of a get has nothing but the mark, and the id that was given", () => {
    registered = { id: "701" };
    smartlock.Address.get("it", "701", { protect: true });
    const { props, opts } = registrations[0] ?? { props: {}, opts: {} };
    expect(opts).toMatchObject({ id: "701", protect: true });
    const given = Object.entries(props).filter(([, value]) => value !== undefined);
    expect(given.map(([name]) => name).sort()).toEqual(["__get", "__provider"]);
  });

  it("passes empty lists of options on as none, and names the resource by its URN", async () => {
    registered = { id: "701" };
    new smartlock.Address("it", { name: "a", smartlockIds: [] }, { ignoreChanges: [], replaceOnChanges: [] });
    const props = registrations[0]?.props ?? {};
    expect([props["__ignore"], props["__replaceOn"]]).toEqual([undefined, undefined]);
    expect(await props["__owner"]).toMatch(/::pulumi-nodejs:dynamic\/smartlock:Address::it$/);
  });

  it("marks what a program sends", () => {
    registered = { id: "701" };
    new smartlock.Address("it", { name: "a", smartlockIds: [] });
    expect(registrations[0]?.props).toHaveProperty("__program", true);
  });

  it("lets Pulumi ignore all changes of what is declared, and none of what it sends itself", () => {
    registered = { id: "17/5f3c" };
    new smartlock.AddressUnit("it", { addressId: 1, name: "a" }, { ignoreChanges: ["*", "other"] });
    const { props, opts } = registrations[0] ?? { props: {}, opts: {} };
    expect(opts.ignoreChanges).toEqual(expect.arrayContaining(["addressId", "name", "adopt", "other"]));
    expect(opts.ignoreChanges?.filter((path) => /^__|[*]/.test(path))).toEqual([]);
    expect(props).toHaveProperty("__ignore", ["*", "other"]);
  });

  it("makes no secret of a secret that is not declared", () => {
    registered = { id: "17/5f3c" };
    new smartlock.Authorization("it", {
      smartlockId: 17,
      name: "App",
      accountUserId: 4,
      remoteAllowed: true,
    });
    expect(registrations[0]?.props).toHaveProperty("code", undefined);
  });
});

describe("The classes", () => {
  it("have the names of what they make, which a debugger and an error show", () => {
    expect([smartlock.Address.name, smartlock.Authorization.name]).toEqual(["Address", "Authorization"]);
  });
});

describe("The class of a set", () => {
  it("says in words why it has no get", () => {
    const set = smartlock.AuthorizationSet as unknown as { get(): never };
    expect(() => set.get()).toThrow(
      new pulumi.RunError(
        "AuthorizationSet has no get: the service knows the objects, not the set. Use Authorization.get for one of them.",
      ),
    );
  });
});

describe("A constructor in a program that nothing checks", () => {
  const make = (...given: unknown[]) => {
    const Address = smartlock.Address as unknown as new (...given: unknown[]) => unknown;
    return () => new Address(...given);
  };
  const noFields =
    'new smartlock.Address("it", …): the second argument must be an object with the fields of the resource. Required: ' +
    "name, smartlockIds.";

  it.each<[string, unknown[], string]>([
    [
      "no name",
      [],
      'new smartlock.Address(…): the first argument must be the name of the resource, such as "front-door".',
    ],
    ["an empty name", ["", {}], "new smartlock.Address(…): the first argument must be the name"],
    ["no fields", ["it"], noFields],
    ["null", ["it", null], noFields],
    ["a text", ["it", "name"], noFields],
    ["a list", ["it", []], noFields],
    ["fields that come later", ["it", Promise.resolve({})], noFields],
    ["fields that another resource makes", ["it", pulumi.output({})], noFields],
    [
      "options that are none",
      ["it", { name: "a", smartlockIds: [] }, null],
      'new smartlock.Address("it", …): the third argument must be an object with options, or left out.',
    ],
  ])("fails in words with %s", (_words, given, message) => {
    registered = { id: "701" };
    expect(make(...given)).toThrow(message);
    expect(make(...given)).toThrow(pulumi.RunError);
    expect(registrations).toEqual([]);
  });
});
