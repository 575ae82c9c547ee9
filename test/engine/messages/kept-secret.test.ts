import { sayAltered } from "../../../provider/engine/lifecycle/create";
import {
  forgetSecrets,
  keepSecret,
  keepSecretToo,
  keepUnnamed,
  namePeople,
  withoutPeople,
  withoutSecrets,
} from "../../../provider/engine/messages/kept-secret";
import { Kind } from "../../../provider/engine/kind/kind";
import { Run } from "../../../provider/engine/run/run";
import { machine } from "../../../provider/engine/run/environment";
import { accountUser } from "../../../provider/resources/account-user";
import { authorization } from "../../../provider/resources/authorization/authorization";
import { subAccount } from "../../../provider/resources/sub-account";
import { listening } from "../shelf";

describe("What the program marked as secret", () => {
  beforeAll(() => {
    keepSecret("Mara", "guest");
    keepSecret("Mara Lind", "guest-2");
    keepSecret('Ivo "the (*) one"', "[secret]");
    keepSecret("mara.l+a@example.com", "[secret]");
    keepSecret(" ", "[secret]");
  });

  it.each([
    ['Authorization "Mara" on Front door.', 'Authorization "guest" on Front door.'],
    ["Mara: Front door, Mara's key.", "guest: Front door, guest's key."],
    ["Mara Lind gets Office.", "guest-2 gets Office."],
    ["Marathon, Samara, Mara2, Márá", "Marathon, Samara, Mara2, Márá"],
    ['AccountUser "Ivo \\"the (*) one\\"".', 'AccountUser "[secret]".'],
    ['Ivo "the (*) one" is there', "[secret] is there"],
    ["(mara.l+a@example.com)", "([secret])"],
    ["maraXl+a@example.com", "maraXl+a@example.com"],
    ["nothing of that", "nothing of that"],
  ])("is not in %j", (text, shown) => {
    expect(withoutSecrets(text)).toBe(shown);
  });

  it("keeps its first name for people", () => {
    keepSecret("Mara", "another");
    expect(withoutSecrets("Mara")).toBe("guest");
  });

  it("is also secret in the form that the service keeps", () => {
    keepSecretToo("Mara Lind", "Mara Li");
    keepSecretToo("nobody's secret", "nobody's");
    keepSecretToo("Mara Lind", undefined);
    expect(withoutSecrets("Mara Li, nobody's")).toBe("guest-2, nobody's");
    keepSecret("nobody's", "somebody's");
    expect(withoutSecrets("nobody's")).toBe("somebody's");
  });

  it.each(Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)))(
    "may contain %j",
    (sign) => {
      keepSecret(`Eva${sign}Sign`, "sign");
      expect(withoutSecrets(`"Eva${sign}Sign" opens`)).toBe('"sign" opens');
    },
  );

  it("may be very long, or have spaces around it", () => {
    keepSecret("x".repeat(100_000), "long");
    keepSecret("y".repeat(1_000), "shorter");
    expect(withoutSecrets("y".repeat(1_000))).toBe("shorter");
    expect(withoutSecrets("y".repeat(1_001))).toBe("y".repeat(1_001));
    keepSecret(" Elsa ", "spaced");
    expect(withoutSecrets(`${"x".repeat(100_000)}, Elsa.`)).toBe("long, spaced.");
  });

  it("ends with the process", () => {
    forgetSecrets();
    expect(withoutSecrets("Mara")).toBe("Mara");
  });
});

describe("A name that is secret", () => {
  const heard = listening();
  beforeEach(forgetSecrets);

  it("is not printed where the service keeps another form of it", () => {
    const thing = new Kind(authorization);
    keepSecret("Ottilie", "guest");
    const shown = { declared: "Ottilie", shown: "OTTILIE" };
    sayAltered(thing, { name: "Ottilie" }, { id: "a", smartlockId: 1 }, { name: shown });
    expect(heard().join()).toContain('the service keeps name as "guest", declared "guest"');
  });

  const kind = new Kind(authorization);
  const owner = "urn:pulumi:stack::project::type::guest";
  const marked = { __owner: owner, __secret: ["name"], name: "Ottilie" };

  it.each<[string, object]>([
    ["was sent earlier", { __earlier: [{ form: { name: "Walburga" } }] }],
    [
      "was sent earlier to a lock of a set",
      { __members: { "1": { __earlier: [{ form: { name: "Walburga" } }] } } },
    ],
    [
      "is kept by the service in another form",
      { __altered: { name: { declared: "Ottilie", shown: "Walburga" } } },
    ],
  ])("is not printed if it %s", (_where, state) => {
    const run = new Run({ ...machine(), environment: { SMARTLOCK_TOKEN: "demo-token" } });
    run.bind(kind)({ ...marked, ...state });
    expect(withoutSecrets("Ottilie, Walburga")).toBe("guest, guest");
  });

  it("is hidden also if nobody knows which resource has it", () => {
    const run = new Run({ ...machine(), environment: { SMARTLOCK_TOKEN: "demo-token" } });
    run.bind(kind)({ __secret: ["name"], name: "Ottilie" });
    expect(withoutSecrets("Ottilie")).toBe("[secret]");
  });
});

describe("What names a person, where words are off,", () => {
  beforeEach(forgetSecrets);
  afterEach(() => {
    forgetSecrets();
    namePeople(true);
  });

  const owner = "urn:pulumi:stack::project::type::guest";
  const run = (words: string): Run =>
    new Run({ ...machine(), environment: { SMARTLOCK_TOKEN: "demo-token", SMARTLOCK_WORDS: words } });
  const person = { __owner: owner, name: "Cleo", email: "cleo@example.com" };
  const named = "Cleo <cleo@example.com>";

  it("is the name of its resource in a line, and nothing in place of an address", () => {
    run("off").bind(new Kind(accountUser))(person);
    expect(withoutPeople(named)).toBe("guest <[not named]>");
  });

  it("is not named in the form that the service keeps either", () => {
    const altered = {
      name: { declared: "Cleo", shown: "CLEO" },
      email: { declared: "cleo@example.com", shown: "c@example.com" },
    };
    run("off").bind(new Kind(accountUser))({ ...person, __altered: altered });
    expect(withoutPeople("CLEO <c@example.com>")).toBe("guest <[not named]>");
  });

  it("may be anything that is said of a person with a login", () => {
    run("off").bind(new Kind(subAccount))({ ...person, profile: { city: "Inventville" } });
    expect(withoutPeople(`${named}, Inventville`)).toBe("guest <[not named]>, [not named]");
  });

  it("is not told of a grant", () => {
    run("off").bind(new Kind(authorization))({ __owner: owner, name: "Cleo" });
    expect(withoutPeople("Cleo")).toBe("guest");
  });

  it("stays in a line where words are on", () => {
    run("on").bind(new Kind(accountUser))(person);
    expect(withoutPeople(named)).toBe(named);
  });

  it("gets the name of a resource as soon as one is known, and keeps it", () => {
    namePeople(false);
    keepUnnamed("Cleo");
    expect(withoutPeople("Cleo")).toBe("[not named]");
    keepUnnamed("Cleo", "guest");
    expect(withoutPeople("Cleo")).toBe("guest");
    keepUnnamed("Cleo", "another");
    keepUnnamed("Cleo");
    expect(withoutPeople("Cleo")).toBe("guest");
  });
});
