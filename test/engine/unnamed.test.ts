import "../protocol/passing-time";
import { forgetSecrets } from "../../provider/engine/messages/kept-secret";
import { locks, person, World } from "../contract/world";
import type { Declared, RunResult } from "../protocol/test-engine";

/** The names and addresses of people, in the program and in the account. */
const NAMES = /Cleaner|Cleo|Person|Porter|example\.com|Night/;

describe("With words off, lines name resources and doors, but no people:", () => {
  let world: World;
  const off = { SMARTLOCK_WORDS: "off" };

  beforeEach(async () => {
    forgetSecrets();
    world = await World.start();
  });
  afterEach(async () => {
    forgetSecrets();
    await world.stop();
  });

  const quietly = async (...program: Declared[]): Promise<string> => {
    const { errors, output } = await world.engineWith(off).preview(program);
    expect(errors).toEqual({});
    return output;
  };
  const app = (fields: object = {}): Declared => ({
    type: "Authorization",
    name: "app-front",
    inputs: {
      smartlockId: locks.front,
      accountUserId: person(1),
      name: "Cleaner",
      remoteAllowed: false,
      ...fields,
    },
  });
  const user = (name: string, email: string): Declared => ({
    type: "AccountUser",
    name: "cleo",
    inputs: { name, email },
  });

  it("what somebody else changed", async () => {
    await world.engine.up([app(), user("Cleo", "cleo@example.com")]);
    world.outside(({ authorizations, users }) => {
      authorizations
        .filter(({ name }) => name === "Cleaner")
        .forEach((one) => Object.assign(one, { name: "Night porter", remoteAllowed: true }));
      users.filter(({ name }) => name === "Cleo").forEach((one) => (one.name = "Porter"));
    });
    const output = await quietly(app(), user("Cleo", "cleo@example.com"));
    expect(output).not.toMatch(NAMES);
    const lines = output.split("\n").filter((line) => line !== "");
    expect(lines).toEqual([
      'Authorization "app-front" on Front door: name differs from what is declared.',
      'Authorization "app-front" on Front door: remoteAllowed is true, declared false.',
      'AccountUser "cleo": name differs from what is declared.',
    ]);
  });

  it("another person, whom only an id declares", async () => {
    const fob = app({ type: "fob" });
    await world.engine.up([fob]);
    world.outside(({ authorizations }) =>
      authorizations
        .filter(({ name }) => name === "Cleaner")
        .forEach((one) => Object.assign(one, { accountUserId: person(2) })),
    );
    const output = await quietly(fob);
    expect(output).toContain('Authorization "app-front" on Front door: accountUserId is');
    expect(output).not.toMatch(NAMES);
    expect(await quietly(app({ type: "fob", accountUserId: person(3) }))).not.toMatch(NAMES);
  });

  it("what is adopted, and what is taken", async () => {
    await world.engine.up([app(), user("Cleo", "cleo@example.com")]);
    world.engine.state.clear();
    const output = await quietly(app(), user("Night", "person-3@example.com"));
    expect(output).not.toMatch(NAMES);
    expect(output).toContain(
      'Authorization "app-front" on Front door: the one that the service already has (id',
    );
    expect(output).toMatch(
      /Warning: AccountUser "cleo" will not be created .* is taken by AccountUser "\[not named\]"/,
    );
  });

  it("each by its own name, where several are about one person", async () => {
    const both = [user("Cleaner", "cleaner@example.com"), app()];
    await world.engine.up(both);
    world.outside((state) => {
      state.authorizations = state.authorizations.filter(({ name }) => name !== "Cleaner");
    });
    const output = await quietly(...both);
    expect(output).not.toMatch(NAMES);
    expect(output).toMatch(/^Authorization "app-front" on Front door \(id .*\) no longer exists/m);
    expect(output).not.toContain('Authorization "cleo"');
  });

  it("but errors do", async () => {
    world.simulator.lock(locks.front).goOffline("pending");
    const { errors }: RunResult = await world.engineWith(off).up([app()]);
    expect(errors["app-front"]).toMatch(/^Authorization "Cleaner" on Front door was not created/);
  });
});
