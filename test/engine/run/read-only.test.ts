import "../../protocol/passing-time";
import { isKeptBack } from "../../../provider/engine/run/read-only";
import { NotAllowedError, UnreachableError } from "../../../provider/http";
import { locks, World } from "../../contract/world";
import type { Declared } from "../../protocol/test-engine";

describe("With readOnly, an adoption that changes something", () => {
  let world: World;

  beforeEach(async () => {
    world = await World.start();
  });
  afterEach(() => world.stop());

  const code = { type: "code", name: "Guest", code: 593847, remoteAllowed: false };
  const grant = (fields: object): Declared => ({
    type: "Authorization",
    name: "guest",
    inputs: { ...code, smartlockId: locks.front, ...fields },
  });
  const set = (fields: object): Declared => ({
    type: "AuthorizationSet",
    name: "guests",
    inputs: { ...code, smartlockIds: [locks.front], ...fields },
  });
  const withoutState = async (declared: Declared) => {
    await world.engine.up([declared]);
    world.engine.state.clear();
    return world.engineWith({ SMARTLOCK_READ_ONLY: "true" });
  };
  const kinds: [string, (fields: object) => Declared][] = [
    ["of a grant", grant],
    ["of a set", set],
  ];

  it.each(kinds)("%s is foretold as refused", async (_kind, declare) => {
    const engine = await withoutState(declare({}));
    const { output } = await engine.preview([declare({ adopt: "always", remoteAllowed: true })]);
    expect(output).toContain("`pulumi up` would refuse these changes");
  });

  it.each(kinds)("%s is not refused if it changes nothing", async (_kind, declare) => {
    const engine = await withoutState(declare({}));
    const { output } = await engine.preview([declare({ adopt: "always" })]);
    expect(output).toContain("will be adopted");
    expect(output).not.toContain("would refuse");
  });

  it("is refused by a run, which names it", async () => {
    const engine = await withoutState(grant({}));
    const { errors } = await engine.up([grant({ adopt: "always", remoteAllowed: true })]);
    expect(errors["guest"]).toMatch(
      /^Authorization "Guest" on Front door: authorizations\.\w+ failed \(POST .*only reading/,
    );
  });
});

describe("A write was kept back by readOnly", () => {
  const facts = { operation: "update", object: "POST /address/7", nextStep: "", outcomeUnknown: false };
  const notAllowed = (attempts: number) => new NotAllowedError("no", { ...facts, attempts });

  it.each<[string, unknown, boolean]>([
    ["if it was refused before it was sent", notAllowed(0), true],
    ["but not if the service refused it", notAllowed(1), false],
    [
      "nor if it was not sent for another reason",
      new UnreachableError("no", { ...facts, attempts: 0 }, false),
      false,
    ],
    ["nor if anything else failed", new Error("no"), false],
  ])("%s", (_when, error, isKept) => {
    expect(isKeptBack(error)).toBe(isKept);
  });
});
