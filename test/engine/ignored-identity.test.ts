import "../protocol/passing-time";
import { canaries, Account } from "../promises/every-kind";
import { registry } from "../../provider/resources";
import type { Declared } from "../protocol/test-engine";

const fields = Object.entries(registry).flatMap(([kind, { inputs }]) =>
  Object.keys(inputs.shape).map((field) => [kind, field] as const),
);

describe("A field that is left to others", () => {
  let account: Account;
  let program: Declared[];

  beforeAll(async () => {
    account = await Account.start({ seed: "demo", settleMs: 20 }, {});
    const code = { type: "code", remoteAllowed: false };
    const [front, office] = [account.lockId("Front door"), account.lockId("Office")];
    program = [
      ...account.program(),
      {
        type: "Authorization",
        name: "other code",
        inputs: { ...code, name: "Evening code", code: canaries.otherCode, smartlockId: front },
      },
      {
        type: "AuthorizationSet",
        name: "crew",
        inputs: { ...code, name: "Crew", code: 613748, smartlockIds: [front, office] },
      },
    ];
    const { errors } = await account.engine.up(program);
    expect(errors).toEqual({});
  });
  afterAll(() => account.stop());

  it("is one of every kind", () => {
    expect(new Set(program.map(({ type }) => type))).toEqual(new Set(Object.keys(registry)));
  });

  describe.each(["without a refresh", "after a refresh"])("%s", (when) => {
    beforeAll(async () => {
      if (when === "after a refresh") {
        expect((await account.engine.refresh()).errors).toEqual({});
      }
    });

    it.each(fields)("%s %s takes no part in anything", async (kind, field) => {
      const ignoring = program.map((one) => (one.type === kind ? { ...one, ignoreChanges: [field] } : one));
      const { errors, steps, output } = await account.engine.preview(ignoring);
      expect(errors).toEqual({});
      expect(new Set(Object.values(steps))).toEqual(new Set(["same"]));
      expect(output).toBe("");
    });
  });
});
