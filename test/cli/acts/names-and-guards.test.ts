import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { callbackAnswered } from "../../../cli/acts/callback";
import { type Simulator, startSimulator } from "../../../simulator";
import { fullAccount, SERVICE_CREDENTIAL, writesTo } from "./account";
import { type Ended, runSmartlock, type Situation } from "./scripted-terminal";

type State = ReturnType<Simulator["state"]>;

describe("What an act refuses before anything is sent", () => {
  let simulator: Simulator;
  let account: State;

  beforeAll(async () => {
    simulator = await startSimulator({ state: await fullAccount(), token: "an-invented-token" });
    account = simulator.state();
  });
  beforeEach(() => {
    simulator.setState(account);
    simulator.clearRequests();
  });
  afterAll(() => simulator.stop());

  async function refused(args: readonly string[], situation?: Situation): Promise<Ended> {
    const ended = await runSmartlock(simulator, [...args, "--yes"], situation);
    expect({ args, writes: writesTo(simulator) }).toEqual({ args, writes: [] });
    expect(ended.code).not.toBe(0);
    return ended;
  }

  it.each<[string, readonly string[], (state: State) => State, RegExp]>([
    [
      "lock",
      ["unlock", "Garage"],
      (state) => ({ ...state, smartlocks: state.smartlocks.map((lock) => ({ ...lock, name: "Garage" })) }),
      /6 locks are called "Garage"\. Name one by its id: \d+, \d+, \d+, \d+, \d+, \d+\.$/,
    ],
    [
      "address",
      ["issue", "Harbour Street 5", "Guest B"],
      (state) => ({
        ...state,
        addresses: [...state.addresses, ...state.addresses.map((one) => ({ ...one, addressId: 702 }))],
      }),
      /2 addresses are called "Harbour Street 5"\. Name one by its id: 701, 702\.$/,
    ],
    [
      "reservation",
      ["revoke", "Harbour Street 5", "Guest B"],
      (state) => ({ ...state, reservations: state.reservations.map((one) => ({ ...one, name: "Guest B" })) }),
      /2 reservations are called "Guest B"\. Name one by its id: 68f000000000000000000001 \(20.* to 20.*\), 68f000000000000000000002 \(/,
    ],
    [
      "unit",
      ["delete-units", "Harbour Street 5", "Apartment"],
      (state) => ({
        ...state,
        addressUnits: state.addressUnits.map((one) => ({ ...one, name: "Apartment" })),
      }),
      /2 units are called "Apartment"\. Name one by its id: 67d000000000000000000001, 67d000000000000000000002\.$/,
    ],
    [
      "user",
      ["grant-advanced", "Guest A", "Garage"],
      (state) => ({ ...state, users: state.users.map((one) => ({ ...one, name: "Guest A" })) }),
      /3 users are called "Guest A"\. Name one by its id: 4001 \(Guest A <cleaning@example\.com>\), 4002 \(/,
    ],
    [
      "API key",
      ["delete-api-key", "Bookings"],
      (state) => ({ ...state, apiKeys: state.apiKeys.map((one) => ({ ...one, description: "Bookings" })) }),
      /\d API keys are called "Bookings"\. Name one by its id: .*9001, 9002\.$/,
    ],
    [
      "token",
      ["delete-api-token", "Bookings", "Old app"],
      (state) => ({ ...state, tokens: state.tokens.map((one) => ({ ...one, description: "Old app" })) }),
      /2 tokens are called "Old app"\. Name one by its id: aaaaaaaaaaaaaaaaaaaaaa01, aaaaaaaaaaaaaaaaaaaaaa02\.$/,
    ],
    [
      "integration",
      ["delete-integration", "Bookings"],
      (state) => state,
      /2 integrations are called "Bookings"\. Name one by its id: aaaaaaaaaaaaaaaaaaaaaa01 \(Bookings, Nightly run\)/,
    ],
  ])("an ambiguous name of a %s, with the ids", async (_title, args, change, words) => {
    simulator.setState(change(account));
    const { stderr, code } = await refused(args);
    expect(stderr).toMatch(words);
    expect(code).toBe(1);
  });

  it("a name that is the id of something else", async () => {
    const [door, garage] = account.smartlocks;
    const name = String(garage?.smartlockId);
    simulator.setState({
      ...account,
      smartlocks: account.smartlocks.map((lock) => (lock === door ? { ...lock, name } : lock)),
    });
    expect((await refused(["unlock", name])).stderr).toContain(`2 locks are called "${name}"`);
  });

  it.each([
    [["unlock", "Front dor"], 'No lock is called "Front dor". Did you mean "Front door"?'],
    [["action", "Key box", "lock"], 'Key box has no action "lock". Its actions are: unlock.'],
    [["lock", "Key box"], "Key box has no such action. Its actions are: unlock."],
    [
      ["action", "Garage", "explode"],
      "Its actions are: unlock, lock, unlatch, lock-n-go, lock-n-go-unlatch.",
    ],
    [["issue", "Harbour Street 5", "Somebody"], "The reservations are Guest B, Guest C."],
    [["link", "nobody"], "The services are airbnb, guesty, smoobu."],
    [
      ["access-times", "701", "Guest B", "--check-in", "25:00", "--check-out", "10:00"],
      "--check-in must be a time",
    ],
    [["change-email", "nowhere"], "email: not an e-mail address"],
    [["redeem", "--address", "Harbour Street 5"], "--address and --unit belong together"],
    [["set-pin", "Garage"], "There is no terminal to ask on for the admin PIN of Garage."],
    [["share-key", "Garage", "Plumber", "--days", "mo"], "--days "],
    [
      ["share-key", "Garage", "Plumber", "--from", "tomorrow"],
      "--from must be a date and time with an offset",
    ],
    [
      ["share-key", "Garage", "Plumber", "--from-time", "16:00", "--until-time", "08:00"],
      "--until-time must be after",
    ],
    [
      ["share-key", "Garage", "Plumber", "--from", "2027-01-02T00:00Z", "--until", "2027-01-01T00:00Z"],
      "--until must be after --from",
    ],
    [["configure", "Garage", "ledBrightnes=3"], "Did you mean ledBrightness?"],
    [["configure", "Garage", "keypadPaired=true"], "is reported by the lock and cannot be set"],
    [["configure", "Garage", "ledBrightness=3", "autoLock=true"], "Use a command for each."],
    [["configure", "Garage", "ledBrightness"], "Write name=value"],
    [["configure", "Garage", "ledBrightness=bright"], "ledBrightness"],
    [["battery-mails", "maybe", "Garage"], "must be one of on, off"],
    [
      [
        "change-advanced-key",
        "Bookings",
        "--webhook-url",
        "http://x.example.com",
        "--feature",
        "DEVICE_LOGS",
      ],
      "https",
    ],
    [
      ["change-advanced-key", "Bookings", "--webhook-url", "https://x.example.com", "--feature", "X"],
      "no feature",
    ],
    [["change-account"], "Say what to change"],
  ])("%j", async (args, words) => {
    expect((await refused(args)).stderr).toContain(words);
  });

  it("a PIN that is none, without repeating it", async () => {
    const { stderr } = await refused(["set-pin", "Garage", "--stdin"], { stdin: "73519" });
    expect(stderr).toContain("An admin PIN has at most four digits.");
    expect(stderr).not.toContain("73519");
  });

  it("a file for a service that holds no JSON object, without repeating what it holds", async () => {
    const folder = mkdtempSync(join(tmpdir(), "smartlock-acts-"));
    const file = join(folder, "request.json");
    writeFileSync(file, SERVICE_CREDENTIAL);
    const { stderr } = await refused(["link", "guesty", "--request", file]);
    rmSync(folder, { recursive: true });
    expect(stderr).toContain("does not hold a JSON object");
    expect(stderr).not.toContain(SERVICE_CREDENTIAL);
  });

  it.each([
    [["remove-device", "Garage"], 3],
    [["delete-units", "Harbour Street 5", "Apartment 1", "Apartment 2"], 2],
    [["delete-api-key", "Bookings"], 3],
    [["delete-integration", "Bookings", "--all"], 2],
  ])("%j, if maxDeletes allows fewer than its %i deletes", async (args, deletes) => {
    const { stderr, code } = await refused(args, {
      variables: { SMARTLOCK_MAX_DELETES: String(deletes - 1) },
    });
    expect(stderr).toContain(
      `would delete ${deletes} object${deletes === 1 ? "" : "s"}. maxDeletes allows ${deletes - 1}, as set by`,
    );
    expect(code).toBe(2);
    const allowed = await runSmartlock(simulator, [...args, "--yes"], {
      variables: { SMARTLOCK_MAX_DELETES: String(deletes) },
    });
    expect(allowed.code).toBe(0);
  });

  it("everything, if a guard is misspelt: it would be off", async () => {
    const { stderr } = await refused(["lock", "Garage"], { variables: { SMARTLOCK_READONLY: "true" } });
    expect(stderr).toContain("the guard is called SMARTLOCK_READ_ONLY");
  });

  it("a dry run says what guards would refuse", async () => {
    const ended = await runSmartlock(simulator, ["remove-device", "Garage", "--dry-run"], {
      variables: { SMARTLOCK_READ_ONLY: "true", SMARTLOCK_MAX_DELETES: "0" },
    });
    expect(ended.code).toBe(0);
    expect(ended.stdout).toContain("It would be refused: readOnly is set by environment variable");
    expect(ended.stdout).toContain("It would be refused, because it would delete 3 objects.");
  });

  it("shows names that could repaint a terminal as what they are", async () => {
    simulator.setState({
      ...account,
      smartlocks: account.smartlocks.map((lock) => ({ ...lock, name: `${lock.name}\u001b[2J` })),
    });
    const id = String(account.smartlocks[0]?.smartlockId);
    const ended = await runSmartlock(simulator, ["unlock", id, "--yes"]);
    expect(ended.stdout).toContain("Front door\\u001b[2J");
    expect(ended.stdout).not.toContain("\u001b");
  });

  it("says that the device is offline before it asks", async () => {
    const ended = await runSmartlock(simulator, ["unlock", "Cellar"], { answers: ["no"] });
    expect(ended.stderr).toContain("It is offline: nobody knows when this reaches it");
  });

  it("an answer that refuses a part at once is a failure", () => {
    // The simulator has no such answer, so this is about the words alone.
    expect(() => callbackAnswered({ requestId: "r1", error: "Garage: ff" })).toThrow(
      "The service refuses it, or a part of it, at once: Garage: ff. Request r1.",
    );
  });
});
