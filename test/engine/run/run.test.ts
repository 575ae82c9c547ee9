import { Kind } from "../../../provider/engine/kind/kind";
import { Run } from "../../../provider/engine/run/run";
import type { Surroundings } from "../../../provider/engine/run/environment";
import { forgetSecrets, withoutSecrets } from "../../../provider/engine/messages/kept-secret";
import { systemClock } from "../../../provider/http";
import { address } from "../../../provider/resources/address";
import { authorization } from "../../../provider/resources/authorization/authorization";
import { notesIn } from "../../protocol/notes-in-memory";

/** Surroundings whose engine dies when the functions in `die` are called. */
function mortal(environment: NodeJS.ProcessEnv = {}): { surroundings: Surroundings; die: (() => void)[] } {
  const die: (() => void)[] = [];
  const surroundings: Surroundings = {
    environment,
    clock: systemClock,
    openNotes: () => notesIn(new Map()),
    onEngineDeath: (callback) => void die.push(callback),
    atEnd: () => undefined,
  };
  return { surroundings, die };
}

const environment = { SMARTLOCK_TOKEN: "demo-token", SMARTLOCK_BASE_URL: "http://127.0.0.1:9" };
const over = new Error("The Pulumi engine has ended; nothing more is sent to the service.");

describe("A run", () => {
  it("watches its engine once, however often it is configured", () => {
    const { surroundings, die } = mortal();
    const run = new Run(surroundings);
    expect(die).toHaveLength(0);
    run.configure(() => undefined);
    run.configure(() => undefined);
    expect(die).toHaveLength(1);
  });

  it("reads its configuration below its own namespace", async () => {
    const stack = new Map([
      ["smartlock:token", "demo-token"],
      ["smartlock:baseUrl", "http://127.0.0.1:9"],
      ["concurrency", "7"],
    ]);
    const run = new Run(mortal().surroundings);
    await expect(run.configured({ config: { get: (key) => stack.get(key) } })).resolves.toBeUndefined();
    const { settings } = run.session();
    expect(settings.token.reveal()).toBe("demo-token");
    expect(settings.baseUrl).toBe("http://127.0.0.1:9");
    expect(settings.concurrency).toBeUndefined();
  });

  it("has no configuration but the environment before it is configured", () => {
    expect(() => new Run(mortal().surroundings).session()).toThrow("No token for the smart lock service.");
    const { settings } = new Run(mortal(environment).surroundings).session();
    expect(settings.token.source).toBe("environment variable SMARTLOCK_TOKEN");
  });

  it("has one session, with the configuration of when it was first asked for", () => {
    const run = new Run(mortal(environment).surroundings);
    const session = run.session();
    run.configure((key) => (key === "concurrency" ? "7" : undefined));
    expect(run.session()).toBe(session);
  });

  it("knows the secrets of all that it is called with", () => {
    const run = new Run(mortal(environment).surroundings);
    const { session } = run.bind(new Kind(authorization))(
      { name: "Cleaner", code: 111222 },
      { code: 333444 },
      {},
      { __earlier: [{ form: { code: 555666 } }, { form: "edited" }, "edited"] },
    );
    expect(session).toBe(run.session());
    expect([...session.secrets]).toEqual(["111222", "333444", "555666"]);
  });

  it("keeps what the program marked as secret out of what the service quotes, also times and numbers within", () => {
    const run = new Run(mortal(environment).surroundings);
    const { session } = run.bind(new Kind(authorization))({
      allowedFromTime: "09:23",
      allowedWeekDays: ["mon"],
      type: "code",
      __secret: ["allowedFromTime", "allowedWeekDays", "type"],
    });
    expect([...session.secrets]).toEqual(["09:23"]);
    run.bind(new Kind(address))({ settings: { pin: 559911, floor: 3 }, __secret: ["settings"] });
    expect([...session.secrets]).toEqual(["09:23", "559911"]);
    expect(withoutSecrets("pin 559911 on floor 3 at 09:23")).toBe("pin [secret] on floor 3 at 09:23");
    forgetSecrets();
  });

  it("sends nothing more when its engine has died, and ends what is under way", () => {
    const { surroundings, die } = mortal(environment);
    const run = new Run(surroundings);
    run.configure(() => undefined);
    const close = jest.spyOn(run.session().api, "close");
    die.forEach((end) => end());
    expect(close).toHaveBeenCalledTimes(1);
    expect(() => run.session()).toThrow(over);
  });

  it("begins nothing when its engine has died before", () => {
    const { surroundings, die } = mortal(environment);
    const run = new Run(surroundings);
    run.configure(() => undefined);
    die.forEach((end) => end());
    expect(() => run.session()).toThrow(over);
  });
});
