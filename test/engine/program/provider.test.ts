import type * as pulumi from "@pulumi/pulumi";
import { Provider } from "../../../provider/engine/program/provider";

interface Registration {
  readonly pkg: string;
  readonly name: string;
  readonly props: Record<string, pulumi.Output<unknown>>;
}

const registrations: Registration[] = [];
const stack: Record<string, string> = {};

// Pulumi's own mocks need an engine, so only this mock can see the arguments that register a provider.
jest.mock("@pulumi/pulumi", () => {
  const actual = jest.requireActual<typeof pulumi>("@pulumi/pulumi");
  class ProviderResource {
    readonly isRegistered = true;
    constructor(pkg: string, name: string, props: Registration["props"]) {
      registrations.push({ pkg, name, props });
    }
  }
  class Config {
    constructor(readonly namespace: string) {}
    get(key: string): string | undefined {
      return stack[`${this.namespace}:${key}`];
    }
  }
  return { ...actual, ProviderResource, Config };
});

async function inputsOf(args: ConstructorParameters<typeof Provider>[1]): Promise<{
  readonly known: Record<string, unknown>;
  readonly secret: string[];
}> {
  registrations.length = 0;
  new Provider("emea", args);
  const [{ pkg, name, props } = { pkg: "", name: "", props: {} }] = registrations;
  expect({ pkg, name }).toEqual({ pkg: "pulumi-nodejs", name: "emea" });
  const { isSecret } = jest.requireActual<typeof pulumi>("@pulumi/pulumi");
  const known: Record<string, unknown> = {};
  const secret: string[] = [];
  for (const [key, output] of Object.entries(props)) {
    known[key] = await new Promise((resolve) => output.apply((value) => resolve(value)));
    if (await isSecret(output)) {
      secret.push(key);
    }
  }
  return { known, secret };
}

describe("An explicit provider", () => {
  beforeEach(() => Object.keys(stack).forEach((key) => Reflect.deleteProperty(stack, key)));

  it("is given its settings as texts below the namespace, and says that it is explicit", async () => {
    const { known, secret } = await inputsOf({
      token: "demo-token",
      baseUrl: "https://emea.example.com",
      maxDeletes: 0,
      readOnly: false,
      settleTimeout: undefined,
    });
    expect(known).toEqual({
      "smartlock:token": "demo-token",
      "smartlock:baseUrl": "https://emea.example.com",
      "smartlock:maxDeletes": "0",
      "smartlock:readOnly": "false",
      "smartlock:settleTimeout": undefined,
      "smartlock:explicit": "true",
      "smartlock:inherited": "{}",
    });
    expect(secret).toEqual(["smartlock:token"]);
  });

  it("takes guards and tuning from the stack, and never its token or the place that it is for", async () => {
    stack["smartlock:token"] = "canary";
    stack["smartlock:baseUrl"] = "https://canary.example.com";
    stack["smartlock:maxDeletes"] = "3";
    stack["smartlock:readOnly"] = "true";
    const { known } = await inputsOf({});
    expect(JSON.parse(String(known["smartlock:inherited"]))).toEqual({ maxDeletes: "3", readOnly: "true" });
    expect(JSON.stringify(known)).not.toContain("canary");
  });

  it("tells the program's own lookups what it was given", async () => {
    const provider = new Provider("emea", { token: "demo-token", concurrency: 4, timeout: undefined });
    const settings = await new Promise((resolve) =>
      Provider.settingsOf(provider).apply((known) => resolve(known)),
    );
    expect(settings).toEqual({ token: "demo-token", concurrency: "4", explicit: "true", inherited: "{}" });
  });

  it("has the environment with its own variables in place of the common ones", () => {
    process.env["EMEA_TOKEN"] = "demo-token-2";
    process.env["SMARTLOCK_TEST_KEPT"] = "kept";
    const provider = new Provider(
      "emea",
      {},
      { envVarMappings: { EMEA_TOKEN: "SMARTLOCK_TOKEN", EMEA_ABSENT: "SMARTLOCK_TEST_KEPT" } },
    );
    try {
      expect(Provider.environmentOf(provider)).toMatchObject({
        SMARTLOCK_TOKEN: "demo-token-2",
        SMARTLOCK_TEST_KEPT: "kept",
      });
      expect(Provider.environmentOf(new Provider("plain"))["SMARTLOCK_TEST_KEPT"]).toBe("kept");
    } finally {
      delete process.env["EMEA_TOKEN"];
      delete process.env["SMARTLOCK_TEST_KEPT"];
    }
  });

  it.each([
    ["SMARTLOCK_READ_ONLY", "readOnly"],
    ["SMARTLOCK_MAX_DELETES", "maxDeletes"],
    ["smartlock_max_deletes", "maxDeletes"],
  ])(
    "does not put another variable in the place of %s, which could loosen a guard of the environment",
    (guard, key) => {
      registrations.length = 0;
      const mapped = () =>
        new Provider("emea", {}, { envVarMappings: { EMEA_TOKEN: "SMARTLOCK_TOKEN", EMEA_GUARD: guard } });
      expect(mapped).toThrow(
        `Provider "emea": envVarMappings maps EMEA_GUARD to ${guard}, and could loosen what the environment ` +
          `sets. Leave it out. To make this provider stricter, pass the argument ${key}.`,
      );
      expect(registrations).toEqual([]);
    },
  );

  it.each([
    ["SMARTLOCK_TOKEN", undefined],
    ["SMARTLOCK_BASE_URL", ""],
  ])("does not fall back to the %s of another account", (to, value) => {
    if (value !== undefined) {
      process.env["EMEA_UNSET"] = value;
    }
    expect(() => new Provider("emea", {}, { envVarMappings: { EMEA_UNSET: to } })).toThrow(
      `Provider "emea": envVarMappings maps EMEA_UNSET to ${to}, but EMEA_UNSET is not set. Nothing was done, because ` +
        `the ${to} of another account could be used. Set EMEA_UNSET.`,
    );
    Reflect.deleteProperty(process.env, "EMEA_UNSET");
  });

  it("says where envVarMappings belongs", () => {
    const args = { envVarMappings: { EMEA_TOKEN: "SMARTLOCK_TOKEN" } } as object;
    expect(() => new Provider("emea", args)).toThrow(
      'Provider "emea" has no argument envVarMappings. It is an option: pass it in the third argument.',
    );
  });
});
