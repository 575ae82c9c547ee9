import { environmentSource, resolveSettings, stackSource } from "../../provider/engine/settings";

const stack = (values: Record<string, string>) => stackSource((key) => values[key]);

describe("settings", () => {
  it("have safe defaults", () => {
    const settings = resolveSettings([stack({ token: "demo-token" })]);
    expect(settings).toMatchObject({
      baseUrl: "https://api.nuki.io",
      adopt: "recover",
      diff: "live",
      readOnly: false,
    });
  });

  it("take each key from the first source that has it", () => {
    const settings = resolveSettings([
      environmentSource({
        SMARTLOCK_BASE_URL: "https://one.example.com",
        SMARTLOCK_REQUESTS_PER_SECOND: "5",
      }),
      stack({ token: "demo-token", baseUrl: "https://two.example.com", concurrency: "4", readOnly: "true" }),
    ]);
    expect(settings).toMatchObject({
      baseUrl: "https://one.example.com",
      requestsPerSecond: 5,
      concurrency: 4,
      readOnly: true,
    });
  });

  it("know where the token came from, and do not show it", () => {
    const settings = resolveSettings([
      environmentSource({ SMARTLOCK_TOKEN: "demo-token" }),
      stack({ token: "other" }),
    ]);
    expect(settings.token.source).toBe("environment variable SMARTLOCK_TOKEN");
    expect(settings.token.reveal()).toBe("demo-token");
    expect(JSON.stringify(settings)).not.toContain("demo-token");
  });

  it("take an empty variable as absent", () => {
    const settings = resolveSettings([
      environmentSource({ SMARTLOCK_TOKEN: "" }),
      stack({ token: "demo-token" }),
    ]);
    expect(settings.token.source).toBe("stack configuration smartlock:token");
  });

  it("say how to give a token when there is none", () => {
    expect(() => resolveSettings([stack({})])).toThrow(
      /pulumi config set --secret smartlock:token.*SMARTLOCK_TOKEN/,
    );
  });

  it("name the source of every value that is wrong", () => {
    const wrong = () =>
      resolveSettings([
        environmentSource({ SMARTLOCK_CONCURRENCY: "many" }),
        stack({ token: "t", adopt: "maybe", readOnly: "yes" }),
      ]);
    expect(wrong).toThrow(/SMARTLOCK_CONCURRENCY/);
    expect(wrong).toThrow(/smartlock:adopt.*recover/);
    expect(wrong).toThrow(/smartlock:readOnly/);
  });
});
