import { handlersOf } from "../../provider/engine/handlers";
import { migrate } from "../../provider/engine/migrate";
import { Run } from "../../provider/engine/run";
import { address } from "../../provider/resources/address";

describe("migrate", () => {
  it.each([[{ name: "x" }], [{ name: "x", __version: 1 }]])("takes %j as it is", (state) => {
    expect(migrate(state)).toEqual(state);
  });

  it("refuses the state of a later release, in every verb that gets state", async () => {
    const run = new Run();
    run.configure((key) =>
      key === "token" ? "demo-token" : key === "baseUrl" ? "http://127.0.0.1:9" : undefined,
    );
    const handlers = handlersOf(address, run);
    const later = { name: "x", __version: 99 };
    for (const call of [
      handlers.diff("1", later, { name: "x" }),
      handlers.read("1", later),
      handlers.update("1", later, { name: "x" }),
      handlers.delete("1", later),
    ]) {
      await expect(call).rejects.toThrow(/later release.*Nothing was changed/);
    }
  });

  it.each(["2", null, undefined, {}])("takes what it is where the form %j is no number", (__version) => {
    const state = { name: "x", __version };
    expect(migrate(state)).toBe(state);
  });
});
