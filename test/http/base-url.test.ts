import { ConfigurationError, HttpClient, Secret } from "../../provider/http";
import { parseBaseUrl } from "../../provider/http/base-url";

describe("base URL", () => {
  it.each([
    ["https://api.nuki.io", "https://api.nuki.io", ""],
    ["https://api.nuki.io/", "https://api.nuki.io", ""],
    ["https://gateway.example.com:8443/locks/v1/", "https://gateway.example.com:8443", "/locks/v1"],
    ["http://localhost:8080", "http://localhost:8080", ""],
    ["http://127.0.0.1:8080/", "http://127.0.0.1:8080", ""],
    ["http://127.9.8.7", "http://127.9.8.7", ""],
    ["http://127.10.11.12", "http://127.10.11.12", ""],
    ["https://gateway.example.com/locks//", "https://gateway.example.com", "/locks"],
    ["http://127.1:80", "http://127.0.0.1", ""],
    ["http://[::1]:8080", "http://[::1]:8080", ""],
  ])("takes %s", (text, origin, prefix) => {
    expect(parseBaseUrl(text)).toEqual({ origin, prefix, shown: origin + prefix });
  });

  it.each([
    ["http://api.nuki.io", "unencrypted"],
    ["http://localhost.example.com", "unencrypted"],
    ["http://127.0.0.1.example.com", "unencrypted"],
    ["http://192.168.1.5", "unencrypted"],
    ["http://0.0.0.0", "unencrypted"],
    ["http://[::2]", "unencrypted"],
    ["ftp://api.nuki.io", "unencrypted"],
    ["ftp://localhost", "unencrypted"],
    ["file:///etc/hosts", "unencrypted"],
    ["https://someone:canary@api.nuki.io", "credentials"],
    ["https://canary@api.nuki.io", "credentials"],
    ["https://:canary@api.nuki.io", "credentials"],
    ["https://api.nuki.io?token=canary", "query"],
    ["https://api.nuki.io/?", "query"],
    ["https://api.nuki.io/#canary", "fragment"],
    ["api.nuki.io", "not an absolute URL"],
    ["localhost:8080", "not an absolute URL"],
    ["canary:8080/", "not an absolute URL"],
    ["https://", "not an absolute URL"],
    ["mailto:https://canary", "not an absolute URL"],
    ["", "not an absolute URL"],
  ])("refuses %s", (text, why) => {
    expect(() => parseBaseUrl(text)).toThrow(ConfigurationError);
    expect(() => parseBaseUrl(text)).toThrow(why);
    expect(() => parseBaseUrl(text)).not.toThrow("canary");
  });

  it("says why one cannot be used, and what one looks like", () => {
    expect(() => parseBaseUrl("api.nuki.io")).toThrow(
      /The base URL cannot be used: it is not an absolute URL, which begins with https:\/\/ and the name of a host\. Set it to something like https:\/\/api\.nuki\.io\.$/,
    );
  });
});

describe("client options", () => {
  const make = (options: Partial<ConstructorParameters<typeof HttpClient>[0]>) => () =>
    new HttpClient({
      baseUrl: "https://api.nuki.io",
      token: new Secret("demo-token", "the test"),
      ...options,
    });

  it.each([
    ["http to another machine", { baseUrl: "http://api.nuki.io" }, "unencrypted"],
    ["an empty token", { token: new Secret("", "the test") }, "the token from the test is empty"],
    ["a token with a line break", { token: new Secret("canary\n", "the test") }, "line break"],
    ["a token with a blank", { token: new Secret("Bearer canary", "the test") }, "space"],
    ["a token beyond ASCII", { token: new Secret("canarÿ", "the test") }, "character"],
    ["no concurrency", { concurrency: 0 }, "concurrency must be a number above zero, not 0"],
    ["no time", { headersTimeoutMs: 0 }, "headersTimeoutMs"],
    ["endless time", { budgetMs: Number.POSITIVE_INFINITY }, "budgetMs"],
    ["a negative pace", { requestsPerSecond: -1 }, "requestsPerSecond"],
    ["not a number", { maxAnswerBytes: Number.NaN }, "maxAnswerBytes"],
  ])("refuses %s", (_name, options, why) => {
    expect(make(options)).toThrow(ConfigurationError);
    expect(make(options)).toThrow(why);
    expect(make(options)).not.toThrow("canary");
  });
});
