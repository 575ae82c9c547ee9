import { environmentSource, sourcesOf, stackSource } from "../../../../provider/engine/run/settings/sources";
import { resolveSettings } from "../../../../provider/engine/run/settings/settings";

const PLACE = "https://locks.example.com/v1";
const OTHER = "https://other.example.com";

type Texts = Readonly<Record<string, string>>;

const ofStack = (environment: Texts, stack: Texts) =>
  resolveSettings([environmentSource(environment), stackSource((key) => stack[key])]);
const ofProvider = (environment: Texts, args: Texts, inherited: Texts = {}) => {
  const given: Texts = { explicit: "true", inherited: JSON.stringify(inherited), ...args };
  return resolveSettings(sourcesOf(environment, (key) => given[key]));
};

const SMARTLOCK_TOKEN = "invented-token-of-the-environment";
const token = "invented-token-of-its-own";

const refusal = (place: string, source: string) =>
  new Error(
    `The token from environment variable SMARTLOCK_TOKEN is not sent to ${place}, which ${source} names: a token goes only where ` +
      "its own source or the environment says, to the default, or to this machine. If it belongs there, set SMARTLOCK_BASE_URL " +
      "to the same URL. If not, remove it from environment variable SMARTLOCK_TOKEN, and give the right one where the base URL is given.",
  );

describe("A token from the environment", () => {
  it("is not sent where only the stack's configuration says", () => {
    expect(() => ofStack({ SMARTLOCK_TOKEN }, { baseUrl: PLACE })).toThrow(
      refusal(PLACE, "stack configuration smartlock:baseUrl"),
    );
  });

  it("is not sent there although the stack has a token too: the environment's is the one in force", () => {
    expect(() => ofStack({ SMARTLOCK_TOKEN }, { baseUrl: PLACE, token })).toThrow(
      "environment variable SMARTLOCK_TOKEN is not sent",
    );
  });

  it("is not sent where only an argument says, whatever the environment names beside it", () => {
    const refused = refusal(PLACE, "argument baseUrl of the explicit provider");
    expect(() => ofProvider({ SMARTLOCK_TOKEN }, { baseUrl: PLACE })).toThrow(refused);
    for (const SMARTLOCK_BASE_URL of [OTHER, "https://locks.example.com", `${PLACE}/more`, "no URL", ""]) {
      expect(() => ofProvider({ SMARTLOCK_TOKEN, SMARTLOCK_BASE_URL }, { baseUrl: PLACE })).toThrow(refused);
    }
  });

  it("is not sent where a state says that was changed by hand", () => {
    expect(() => ofProvider({ SMARTLOCK_TOKEN }, {}, { baseUrl: PLACE })).toThrow(
      refusal(PLACE, "stack configuration smartlock:baseUrl"),
    );
  });

  it.each([PLACE, `${PLACE}/`, "https://LOCKS.example.com:443/v1"])(
    "goes where the environment says too, as %s",
    (SMARTLOCK_BASE_URL) => {
      expect(ofProvider({ SMARTLOCK_TOKEN, SMARTLOCK_BASE_URL }, { baseUrl: PLACE }).baseUrl).toBe(PLACE);
      const settings = ofStack({ SMARTLOCK_TOKEN, SMARTLOCK_BASE_URL }, { baseUrl: OTHER });
      expect(settings.baseUrl).toBe(SMARTLOCK_BASE_URL);
    },
  );

  it.each([
    "https://api.nuki.io",
    "https://API.nuki.io:443/",
    "http://127.0.0.1:8080",
    "https://127.9.8.7",
    "http://[::1]:8080",
    "http://localhost:8080/prefix",
  ])("goes to the default and to this machine, whoever says so: %s", (baseUrl) => {
    expect(ofStack({ SMARTLOCK_TOKEN }, { baseUrl }).baseUrl).toBe(baseUrl);
    expect(ofProvider({ SMARTLOCK_TOKEN }, { baseUrl }).baseUrl).toBe(baseUrl);
  });

  it("goes to the default where nobody says anything", () => {
    expect(ofStack({ SMARTLOCK_TOKEN }, {}).baseUrl).toBe("https://api.nuki.io");
  });

  it.each([
    "https://api.nuki.io.example.com",
    "https://api.nuki.io:8443",
    "https://api.nuki.io/elsewhere",
    "https://localhost.example.com",
    "https://127.0.0.1.example.com",
    "https://10.0.0.1",
    "https://[::2]",
  ])("does not go to what only looks like one of them: %s", (baseUrl) => {
    expect(() => ofStack({ SMARTLOCK_TOKEN }, { baseUrl })).toThrow("SMARTLOCK_TOKEN is not sent to");
  });
});

describe("A token of another source", () => {
  it("goes where its own source says, the environment, or nobody", () => {
    const SMARTLOCK_BASE_URL = OTHER;
    expect(ofStack({}, { token, baseUrl: PLACE }).baseUrl).toBe(PLACE);
    expect(ofStack({ SMARTLOCK_BASE_URL }, { token, baseUrl: PLACE }).baseUrl).toBe(OTHER);
    expect(ofStack({}, { token }).baseUrl).toBe("https://api.nuki.io");
    expect(ofProvider({ SMARTLOCK_TOKEN }, { token, baseUrl: PLACE }).token.reveal()).toBe(token);
    expect(ofProvider({ SMARTLOCK_TOKEN, SMARTLOCK_BASE_URL }, { token }).baseUrl).toBe(OTHER);
  });

  it("is not mixed up by a state that was changed by hand", () => {
    expect(() => ofProvider({}, { token }, { baseUrl: PLACE })).toThrow(
      `The token from argument token of the explicit provider is not sent to ${PLACE}, which stack configuration smartlock:baseUrl names`,
    );
    expect(() => ofProvider({}, { baseUrl: PLACE }, { token })).toThrow(
      "The token from stack configuration smartlock:token is not sent",
    );
  });
});

describe("A base URL that cannot be used", () => {
  it("is refused for what it is, and its credentials are not repeated", () => {
    const wrong = () => ofStack({ SMARTLOCK_TOKEN }, { baseUrl: "https://someone:canary@locks.example.com" });
    expect(wrong).toThrow(/holds credentials \(host locks\.example\.com\)/);
    expect(wrong).not.toThrow("canary");
  });
});
