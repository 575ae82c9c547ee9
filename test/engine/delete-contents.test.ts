import "../protocol/passing-time";
import { locks, World } from "../contract/world";
import { type Declared, engineOf, UNKNOWN } from "../protocol/test-engine";

describe("deleteContents", () => {
  let world: World;

  beforeEach(async () => {
    world = await World.start();
  });
  afterEach(() => world.stop());

  const anna = (fields: object = {}): Declared => ({
    type: "AccountUser",
    name: "anna",
    inputs: { name: "Anna", email: "anna@example.com", ...fields },
  });
  const house = (fields: object = {}): Declared => ({
    type: "Address",
    name: "house",
    inputs: { name: "House", smartlockIds: [], ...fields },
  });
  const WILL_GO = (what: string): string =>
    `${what}: when it is deleted, everything that it still holds will be deleted with it (deleteContents).\n`;

  /** What somebody else made for the user. */
  const withGrants = async (...smartlockIds: number[]): Promise<void> => {
    const accountUserId = Number(world.engine.state.get("anna")?.id);
    const engine = engineOf(world.environment);
    for (const smartlockId of smartlockIds) {
      const inputs = {
        name: `Key ${smartlockIds.indexOf(smartlockId)}`,
        smartlockId,
        accountUserId,
        remoteAllowed: false,
      };
      expect((await engine.up([{ type: "Authorization", name: "app", inputs }])).errors).toEqual({});
      engine.state.clear();
    }
  };

  it("has a line in the preview in which a program sets it, and in no other", async () => {
    const line = WILL_GO('AccountUser "Anna"');
    expect((await world.engine.preview([anna({ deleteContents: true })])).output).toContain(line);
    const unnamed = await world.engine.preview([
      anna({ name: UNKNOWN, email: UNKNOWN, deleteContents: true }),
    ]);
    expect(unnamed.output).toContain(WILL_GO('AccountUser "anna"'));
    await world.engine.up([anna(), house()]);
    const { output } = await world.engine.preview([
      anna({ deleteContents: true }),
      house({ deleteContents: true }),
    ]);
    expect(output).toBe(`${line}${WILL_GO('Address "House"')}`);
    await world.engine.up([anna({ deleteContents: true })]);
    expect((await world.engine.preview([anna({ deleteContents: true })])).output).toBe("");
    expect((await world.engine.preview([anna()])).output).toBe(
      'AccountUser "Anna": deleteContents false (was true); nothing is sent.\n',
    );
  });

  it("says in the delete what went", async () => {
    await world.engine.up([anna({ deleteContents: true })]);
    await withGrants(locks.front, locks.office);
    const { output, errors } = await world.engine.destroy();
    expect(errors).toEqual({});
    expect(output).toMatch(
      /AccountUser "Anna" \(id \d+\): 2 Authorizations were deleted with it \(deleteContents\): the authorization "Key \d" on (Front door|Office) \(id [^)]*\), the authorization "Key \d" on (Front door|Office) \(id [^)]*\)\.\n/,
    );
    expect(world.simulator.state().users.some(({ name }) => name === "Anna")).toBe(false);
  });

  it("says nothing in the delete where nothing went", async () => {
    await world.engine.up([anna({ deleteContents: true }), house({ deleteContents: true })]);
    expect((await world.engine.destroy()).output).not.toContain("deleteContents");
  });
});
