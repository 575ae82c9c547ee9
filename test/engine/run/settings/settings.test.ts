import { environmentSource, sourcesOf, stackSource } from "../../../../provider/engine/run/settings/sources";
import {
  inheritable,
  resolveSettings,
  settingNames,
} from "../../../../provider/engine/run/settings/settings";

const stack = (values: Record<string, string>) => stackSource((key) => values[key]);

describe("settings", () => {
  it("have safe defaults", () => {
    const settings = resolveSettings([stack({ token: "demo-token" })]);
    expect(settings).toMatchObject({
      baseUrl: "https://api.nuki.io",
      adopt: "recover",
      diff: "live",
      readOnly: undefined,
    });
  });

  it("ask for no device before a create unless that is wanted", () => {
    const asked = (syncBeforeCreate?: string) =>
      resolveSettings([stack({ token: "demo-token", ...(syncBeforeCreate && { syncBeforeCreate }) })])
        .syncBeforeCreate;
    expect([asked(), asked("false"), asked("true")]).toEqual([false, false, true]);
  });

  it("take a folder for notes only by its full path, and say why", () => {
    expect(() => resolveSettings([stack({ token: "demo-token", notes: "notes" })])).toThrow(
      "must be a full path: another run may start in another folder",
    );
  });

  it("take each key from the first source that has it", () => {
    const settings = resolveSettings([
      environmentSource({
        SMARTLOCK_BASE_URL: "https://one.example.com",
        SMARTLOCK_REQUESTS_PER_SECOND: "5",
      }),
      stack({ token: "demo-token", baseUrl: "https://two.example.com", concurrency: "4" }),
    ]);
    expect(settings).toMatchObject({
      baseUrl: "https://one.example.com",
      requestsPerSecond: 5,
      concurrency: 4,
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

  it("know where the base URL is set, for errors about it", () => {
    const baseUrl = "https://stack.example.com";
    const settings = resolveSettings([stack({ token: "demo-token", baseUrl })]);
    expect(settings.baseUrlSource).toBe("stack configuration smartlock:baseUrl");
  });

  it("are these, and nothing is tuned unless somebody says so", () => {
    const { token, ...rest } = resolveSettings([stack({ token: "demo-token" })]);
    expect(token.reveal()).toBe("demo-token");
    expect(rest).toEqual({
      baseUrl: "https://api.nuki.io",
      baseUrlSource: "the default; smartlock:baseUrl changes it",
      bulkSize: 100,
      timeout: 60,
      adopt: "recover",
      diff: "live",
      preflight: "on",
      words: "on",
      settleTimeout: 120,
      notes: undefined,
      syncBeforeCreate: false,
    });
    expect(inheritable).toEqual(settingNames.filter((name) => !["token", "baseUrl"].includes(name)));
    expect(inheritable).toHaveLength(settingNames.length - 2);
  });

  it.each([
    ["SMARTLOCK_CONCURRENCY", "concurrency", "1", 1, ["0", "257", "1.5"]],
    ["SMARTLOCK_REQUESTS_PER_SECOND", "requestsPerSecond", "0.5", 0.5, ["0", "-1"]],
    ["SMARTLOCK_BULK_SIZE", "bulkSize", "1", 1, ["0", "1001", "2.5"]],
    ["SMARTLOCK_TIMEOUT", "timeout", "0.3", 0.3, ["0", "soon"]],
    ["SMARTLOCK_ADOPT", "adopt", "never", "never", ["ever"]],
    ["SMARTLOCK_DIFF", "diff", "state", "state", ["none"]],
    ["SMARTLOCK_PREFLIGHT", "preflight", "off", "off", ["no"]],
    ["SMARTLOCK_SETTLE_TIMEOUT", "settleTimeout", "5", 5, ["0"]],
    ["SMARTLOCK_MAX_DELETES", "maxDeletes", "0", { most: 0 }, ["-1", "0.5"]],
    ["SMARTLOCK_READ_ONLY", "readOnly", "false", undefined, ["yes", "1"]],
    ["SMARTLOCK_SYNC_BEFORE_CREATE", "syncBeforeCreate", "true", true, ["yes", "1"]],
    [
      "SMARTLOCK_NOTES",
      "notes",
      "/mnt/notes",
      { path: "/mnt/notes", source: "environment variable SMARTLOCK_NOTES" },
      ["notes", "./notes", "~/notes"],
    ],
  ])("take %s, and say where a wrong one is from", (variable, key, text, value, wrong) => {
    const from = (given: string) => () =>
      resolveSettings([environmentSource({ SMARTLOCK_TOKEN: "demo-token", [variable]: given })]);
    expect(from(text)()).toMatchObject({ [key]: value });
    for (const given of wrong) {
      expect(from(given)).toThrow(
        new RegExp(
          `^The configuration of the smart lock provider is wrong: environment variable ${variable} [^.]+.*\\.$`,
        ),
      );
    }
  });

  it.each([
    ["concurrency", "many", 'is "many", but must be a whole number, from 1 to 256'],
    ["concurrency", "-1.5", 'is "-1.5", but must be a whole number, from 1 to 256'],
    ["requestsPerSecond", "1/s", 'is "1/s", but must be a number above 0'],
    ["bulkSize", "0", 'is "0", but must be a whole number, from 1 to 1000'],
    ["timeout", "1m", 'is "1m", but must be a number above 0'],
    ["adopt", "maybe", 'is "maybe", but must be one of recover, same, always, never'],
    ["diff", "none", 'is "none", but must be one of live, state'],
    ["preflight", "no", 'is "no", but must be one of on, off'],
    ["settleTimeout", "2m", 'is "2m", but must be a number above 0, at most 86400'],
    ["maxDeletes", "few", 'is "few", but must be a whole number, 0 or more'],
    ["readOnly", "yes", 'is "yes", but must be true or false'],
    ["syncBeforeCreate", "1", 'is "1", but must be true or false'],
    ["notes", "./notes", 'is "./notes", but must be a full path: another run may start in another folder'],
    ["adopt", "demo-token\n", 'is "[secret]\\u000a", but must be one of recover, same, always, never'],
    ["notes", "x".repeat(13), "must be a full path: another run may start in another folder"],
    ["diff", "just-a-state", 'is "just-a-state", but must be one of live, state'],
    // It may be a token that was put in the wrong place.
    ["diff", "another-token", "must be one of live, state"],
    [
      "baseUrl",
      "api.example.test",
      "cannot be used: it is not an absolute URL, which begins with https:// and the name of a host",
    ],
    // Short, and still not shown: it may contain credentials.
    [
      "baseUrl",
      "a:b@c.test",
      "cannot be used: it is not an absolute URL, which begins with https:// and the name of a host",
    ],
    [
      "baseUrl",
      "https://user:canary@api.example.test",
      "cannot be used: it holds credentials (host api.example.test); set the token by itself instead",
    ],
  ])("say of %s %j what was given and what is allowed", (key, given, words) => {
    expect(() => resolveSettings([stack({ token: "demo-token", [key]: given })])).toThrow(
      new Error(
        `The configuration of the smart lock provider is wrong: stack configuration smartlock:${key} ${words}.`,
      ),
    );
  });

  it.each([
    ["adopt", ["recover", "same", "always", "never"]],
    ["diff", ["live", "state"]],
    ["preflight", ["on", "off"]],
    ["words", ["on", "off"]],
  ])("take every word that %s has", (key, words) => {
    const taken = words.map((word) => resolveSettings([stack({ token: "demo-token", [key]: word })]));
    expect(taken).toMatchObject(words.map((word) => ({ [key]: word })));
  });

  it.each([
    ["concurrency", 256],
    ["bulkSize", 1000],
    ["settleTimeout", 86_400],
  ])("take as %s up to %d, and no more", (key, most) => {
    const given = (value: number) => () => resolveSettings([stack({ token: "t", [key]: String(value) })]);
    expect(given(most)()).toMatchObject({ [key]: most });
    expect(given(most + 1)).toThrow(`stack configuration smartlock:${key} is "${most + 1}", but must be `);
  });

  it("tell every mistake, each with its source", () => {
    expect(() => resolveSettings([stack({ token: "t", adopt: "maybe", diff: "no" })])).toThrow(
      /wrong: stack configuration smartlock:adopt is .*; stack configuration smartlock:diff is /,
    );
  });

  it.each([
    ["nothing at all", []],
    ["everything but a token", [stack({ concurrency: "4", adopt: "same" })]],
  ])("say, word by word, how to give a token where there is %s", (_words, sources) => {
    expect(() => resolveSettings(sources)).toThrow(
      new Error(
        "No token for the smart lock service. Set it with `pulumi config set --secret smartlock:token`, or in the " +
          "environment variable SMARTLOCK_TOKEN.",
      ),
    );
  });

  describe("of an explicit provider", () => {
    const given: Record<string, string | null> = {
      explicit: "true",
      inherited: JSON.stringify({ maxDeletes: "3", concurrency: "2", token: "" }),
      token: "demo-token",
    };
    const get = (values: Record<string, string | null>) => (key: string) => values[key] ?? undefined;

    it("come from it, then the environment, then what it took over from the stack", () => {
      const settings = resolveSettings(
        sourcesOf({ SMARTLOCK_CONCURRENCY: "9", SMARTLOCK_TOKEN: "other" }, get(given)),
      );
      expect(settings).toMatchObject({ concurrency: 9, maxDeletes: { most: 3 } });
      expect(settings.token.reveal()).toBe("demo-token");
      expect(settings.token.source).toBe("argument token of the explicit provider");
    });

    it("do without what it took over", () => {
      const settings = resolveSettings(sourcesOf({}, get({ explicit: "true", token: "demo-token" })));
      expect(settings.maxDeletes).toBeUndefined();
    });

    it("are not those of the stack, which come after the environment", () => {
      const values = { token: "demo-token", concurrency: "2", inherited: '{"maxDeletes":"3"}' };
      const settings = resolveSettings(sourcesOf({ SMARTLOCK_CONCURRENCY: "9" }, get(values)));
      expect(settings).toMatchObject({ concurrency: 9 });
      expect(settings.maxDeletes).toBeUndefined();
      expect(settings.token.source).toBe("stack configuration smartlock:token");
    });

    it("take an argument that is null as absent, as a secret one without a value arrives", () => {
      const source = stackSource(() => null as unknown as string);
      expect(source.get("token")).toBeUndefined();
    });
  });
});
