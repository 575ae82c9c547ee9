import { evaluate } from "./script-module";

describe("the environment of a demo or a test", () => {
  it("leaves out the user's own Pulumi and lock account, and keeps the rest", async () => {
    const own = {
      HOME: "/home/someone",
      PATH: "/usr/bin",
      PULUMI_ACCESS_TOKEN: "own-login",
      PULUMI_HOME: "/home/someone/.pulumi",
      PULUMI_ORG: "own",
      SMARTLOCK_TOKEN: "own-token",
      SMARTLOCK_BASE_URL: "https://own.example.com",
    };
    const place = { cliFolder: "/cli", home: "/demo/home", backend: "/demo/state" };
    const { value } = await evaluate(
      "pulumi-cli/environment.mjs",
      `return script.pulumiEnvironment(${JSON.stringify(place)}, ${JSON.stringify(own)})`,
    );
    expect(value).toEqual({
      HOME: "/home/someone",
      PATH: "/cli:/usr/bin",
      PULUMI_HOME: "/demo/home",
      PULUMI_BACKEND_URL: "file:///demo/state",
      PULUMI_CONFIG_PASSPHRASE: "demo-passphrase",
      PULUMI_SKIP_UPDATE_CHECK: "true",
      PULUMI_DISABLE_AUTOMATIC_PLUGIN_ACQUISITION: "true",
    });
  });

  it("leaves PATH in the user's order when it has the CLI already", async () => {
    const { value } = await evaluate(
      "pulumi-cli/environment.mjs",
      `return script.pathWith("/usr/local/bin", "/chosen/node:/usr/local/bin")`,
    );
    expect(value).toBe("/chosen/node:/usr/local/bin");
  });
});
