import "../protocol/passing-time";
import { Account } from "../promises/every-kind";
import { registry } from "../../provider/resources";

const fields = Object.entries(registry).flatMap(([kind, { inputs }]) =>
  Object.keys(inputs.shape).map((field) => [kind, field] as const),
);

describe("A field that is left to others", () => {
  let account: Account;
  beforeAll(async () => {
    account = await Account.start({ seed: "demo", settleMs: 20 }, {});
    const { errors } = await account.engine.up(account.program());
    expect(errors).toEqual({});
  });
  afterAll(() => account.stop());

  it.each(fields)("%s %s takes no part in anything", async (kind, field) => {
    const program = account
      .program()
      .map((one) => (one.type === kind ? { ...one, ignoreChanges: [field] } : one));
    const { errors, steps, output } = await account.engine.preview(program);
    expect(errors).toEqual({});
    expect(new Set(Object.values(steps))).toEqual(new Set(["same"]));
    expect(output).toBe("");
  });
});
