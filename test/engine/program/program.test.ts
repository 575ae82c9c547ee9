import type * as pulumi from "@pulumi/pulumi";
import { lookUp, type LookupOptions, lookUpOutput } from "../../../provider/engine/program/lookup";
import { Provider } from "../../../provider/engine/program/provider";
import type { Session } from "../../../provider/engine/run/session";

const stack: Record<string, string> = {};
let program: object | undefined;

// Pulumi's own mocks need an engine.
jest.mock("@pulumi/pulumi", () => {
  const actual = jest.requireActual<typeof pulumi>("@pulumi/pulumi");
  class ProviderResource {
    readonly isRegistered = true;
  }
  class Config {
    constructor(readonly namespace: string) {}
    get(key: string): string | undefined {
      return stack[`${this.namespace}:${key}`];
    }
  }
  return {
    ...actual,
    ProviderResource,
    Config,
    runtime: { ...actual.runtime, getStackResource: () => program },
  };
});

interface Inner {
  promise(): Promise<unknown>;
  readonly isKnown: Promise<boolean>;
  readonly isSecret: Promise<boolean>;
  readonly allResources: () => Promise<unknown>;
}

/** The result of an output: its value, or why there is none. */
async function settled(output: unknown): Promise<{ value?: unknown; reason?: unknown; isSecret?: unknown }> {
  const inner = output as Inner;
  const [value, , isSecret] = await Promise.allSettled([
    inner.promise(),
    inner.isKnown,
    inner.isSecret,
    inner.allResources(),
  ]);
  if (value.status === "rejected") {
    return { reason: value.reason };
  }
  return { value: value.value, ...(isSecret.status === "fulfilled" && { isSecret: isSecret.value }) };
}

async function sessionOf(options: LookupOptions = {}): Promise<Session> {
  let used: Session | undefined;
  const { reason } = await settled(
    lookUpOutput({}, options, (session) => {
      used = session;
      return Promise.resolve(1);
    }),
  );
  if (used === undefined) {
    throw reason;
  }
  return used;
}

describe("A lookup of a program", () => {
  let before: NodeJS.ProcessEnv;

  beforeEach(() => {
    before = { ...process.env };
    delete process.env["SMARTLOCK_TOKEN"];
    program = {};
    Object.keys(stack).forEach((key) => Reflect.deleteProperty(stack, key));
    stack["smartlock:token"] = "demo-token";
    stack["smartlock:baseUrl"] = "https://stack.example.com";
  });
  afterEach(() => {
    for (const name of ["SMARTLOCK_TOKEN", "SMARTLOCK_MAX_DELETES", "EMEA_TOKEN", "EMEA_URL"]) {
      if (before[name] === undefined) {
        Reflect.deleteProperty(process.env, name);
      } else {
        process.env[name] = before[name];
      }
    }
  });

  it("is given its arguments, known, and answers with what is found", async () => {
    const args = Promise.resolve({ name: "Door" });
    const found = lookUpOutput(args, {}, (_session, { name }) => Promise.resolve(`found ${name}`));
    expect(await settled(found)).toEqual({ value: "found Door", isSecret: false });
  });

  it("asks with the configuration of the stack, and the environment before it", async () => {
    process.env["SMARTLOCK_MAX_DELETES"] = "3";
    const { settings } = await sessionOf();
    expect(settings).toMatchObject({ baseUrl: "https://stack.example.com", maxDeletes: { most: 3 } });
    expect(settings.token.source).toBe("stack configuration smartlock:token");
  });

  it("asks with what an explicit provider was given, and its own variables", async () => {
    process.env["EMEA_TOKEN"] = "demo-token-2";
    process.env["EMEA_URL"] = "https://emea.example.com";
    const provider = new Provider(
      "emea",
      {},
      { envVarMappings: { EMEA_TOKEN: "SMARTLOCK_TOKEN", EMEA_URL: "SMARTLOCK_BASE_URL" } },
    );
    const { settings } = await sessionOf({ provider });
    expect(settings.baseUrl).toBe("https://emea.example.com");
    expect(settings.token.reveal()).toBe("demo-token-2");
  });

  it("does not ask where only the stack or an argument says with a token from the environment", async () => {
    process.env["SMARTLOCK_TOKEN"] = "demo-token-3";
    await expect(sessionOf()).rejects.toThrow(
      "The token from environment variable SMARTLOCK_TOKEN is not sent to https://stack.example.com, which stack " +
        "configuration smartlock:baseUrl names",
    );
    const provider = new Provider("emea", { baseUrl: "https://emea.example.com" });
    await expect(sessionOf({ provider })).rejects.toThrow(
      "The token from environment variable SMARTLOCK_TOKEN is not sent to https://emea.example.com, which argument " +
        "baseUrl of the explicit provider names",
    );
  });

  it("finds nothing secret although the token is", async () => {
    const provider = new Provider("emea", { token: "demo-token-2" });
    const found = lookUpOutput({}, { provider }, ({ settings }) => Promise.resolve(settings.token.source));
    expect(await settled(found)).toEqual({
      value: "argument token of the explicit provider",
      isSecret: false,
    });
  });

  it("shares its session with the others of the same program and account only", async () => {
    const first = await sessionOf();
    expect(await sessionOf()).toBe(first);
    const provider = new Provider("emea", { token: "demo-token-2" });
    const explicit = await sessionOf({ provider });
    expect(explicit).not.toBe(first);
    expect(await sessionOf({ provider })).toBe(explicit);
    program = {};
    expect(await sessionOf()).not.toBe(first);
  });

  it("has a session of its own where there is no program", async () => {
    program = undefined;
    const first = await sessionOf();
    expect(await sessionOf()).not.toBe(first);
  });

  it.each<[string, unknown, string]>([
    ["an error", new TypeError("the lock is offline"), "the lock is offline"],
    ["anything else", "a text", "a text"],
  ])("fails with the words of %s alone", async (_words, thrown, message) => {
    const { reason } = await settled(lookUpOutput({}, {}, () => Promise.reject(thrown as Error)));
    expect(reason).toMatchObject({ message, stack: message });
    const { RunError } = jest.requireActual<typeof pulumi>("@pulumi/pulumi");
    expect(RunError.isInstance(reason)).toBe(true);
  });

  it("fails with the same error object as the others of its program that fail with the same words", async () => {
    const refused = () => Promise.reject(new Error("the token is wrong"));
    const reasonOf = async (find: () => Promise<number> = refused): Promise<unknown> =>
      (await settled(lookUpOutput({}, {}, find))).reason;
    const first = await reasonOf();
    expect(await reasonOf()).toBe(first);
    await expect(lookUp("getThing", {}, {}, refused)).rejects.toBe(first);
    const provider = new Provider("emea", { token: "demo-token-2" });
    await expect(lookUp("getThing", {}, { provider }, refused)).rejects.toBe(first);
    expect(await reasonOf(() => Promise.reject(new Error("the lock is offline")))).not.toBe(first);
    program = {};
    const ofAnother = await reasonOf();
    expect(ofAnother).not.toBe(first);
    expect(ofAnother).toMatchObject({ message: "the token is wrong" });
    program = undefined;
    expect(await reasonOf()).toMatchObject({ message: "the token is wrong" });
  });

  it("is a promise where everything is known", async () => {
    const find = (_session: Session, { name }: { name: string }) => Promise.resolve(`found ${name}`);
    expect(await lookUp("getThing", { name: "Door" }, {}, find)).toBe("found Door");
    const provider = new Provider("emea", { token: "demo-token-2" });
    const source = ({ settings }: Session) => Promise.resolve(settings.token.source);
    expect(await lookUp("getThing", {}, { provider }, source)).toBe(
      "argument token of the explicit provider",
    );
    await expect(lookUp("getThing", {}, {}, () => Promise.reject(new Error("no")))).rejects.toThrow("no");
  });

  it("fails as a promise where the settings of its provider are not known yet, and names the other form", async () => {
    const { Output } = jest.requireActual<typeof pulumi>("@pulumi/pulumi");
    const unknown = new (Output as unknown as new (...parts: unknown[]) => pulumi.Output<string>)(
      [],
      Promise.resolve(undefined),
      Promise.resolve(false),
      Promise.resolve(false),
      Promise.resolve([]),
    );
    const provider = new Provider("emea", { token: unknown });
    await expect(lookUp("getThing", {}, { provider }, () => Promise.resolve(1))).rejects.toThrow(
      "getThing needs the settings of its provider now, and some of them are known only once another resource exists. " +
        "Use getThingOutput, which waits for them.",
    );
  });

  it("fails without a token, and says how to give one", async () => {
    Reflect.deleteProperty(stack, "smartlock:token");
    const { reason } = await settled(lookUpOutput({}, {}, () => Promise.resolve(1)));
    expect(reason).toMatchObject({
      message: expect.stringMatching(/^No token for the smart lock service\./) as unknown,
    });
  });
});
