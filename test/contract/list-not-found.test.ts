import type { OperationName } from "../../simulator";
import "../protocol/passing-time";
import { Account } from "../promises/every-kind";
import { names, samples } from "../promises/samples";

/**
 * A list always exists: a 404 for it says nothing about its contents. If it counted as empty, everything would look
 * deleted, and a create would duplicate what already exists.
 */
describe("a list that the service says is not there", () => {
  let account: Account;
  const lists: readonly (readonly [OperationName, readonly string[]])[] = [
    ...[...new Set(samples.map(({ list }) => list))].map(
      (list) => [list, samples.filter((sample) => sample.list === list).map(({ name }) => name)] as const,
    ),
    // a grant counts as gone when its lock is gone
    ["GET /smartlock", ["app", "fob", "code"]],
  ];

  beforeAll(async () => {
    account = await Account.start();
    expect((await account.engine.up(account.independentProgram())).errors).toEqual({});
    account.age();
  });

  afterAll(() => account.stop());

  afterEach(() => account.simulator.clearFaults());

  describe.each(lists)("%s", (list, resources) => {
    const failed = Object.fromEntries(
      resources.map((name) => [name, expect.stringContaining("404") as string]),
    );

    beforeEach(() => {
      account.simulator.setFaults([{ kind: "error", status: 404, operation: list, count: "always" }]);
      account.simulator.clearRequests();
    });

    it("is an error of a refresh, which forgets nothing", async () => {
      const engine = account.engineWith({});
      const { errors, steps } = await engine.refresh();
      expect(errors).toMatchObject(failed);
      expect(Object.values(steps)).not.toContain("delete");
      expect([...engine.state.keys()].sort()).toEqual([...names].sort());
    });

    it("is an error of a preview, which replaces nothing", async () => {
      const { errors, steps } = await account.engineWith({}).preview(account.independentProgram());
      expect(errors).toMatchObject(failed);
      expect(Object.values(steps).filter((step) => step !== "same" && step !== "failed")).toEqual([]);
    });

    it("is an error of a create, which makes nothing", async () => {
      const program = account.independentProgram().filter(({ name }) => resources.includes(name));
      const { errors } = await account.newEngine().up(program);
      expect(errors).toEqual(failed);
      expect(account.writes()).toEqual([]);
    });
  });
});
