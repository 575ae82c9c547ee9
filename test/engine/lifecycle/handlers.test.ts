import type { Bag } from "../../../provider/engine/values/bag";
import { handlersOf } from "../../../provider/engine/lifecycle/handlers";
import type { Run } from "../../../provider/engine/run/run";
import { address } from "../../../provider/resources/address";
import { failures, Shelf } from "../shelf";

describe("The handlers of a resource", () => {
  it("pass the configuration on", async () => {
    const configured: unknown[] = [];
    const run = {
      bind: () => () => undefined,
      configured: (request: unknown) => configured.push(request),
    };
    const request = { config: {} };
    await handlersOf(address, run as unknown as Run).configure(request as never);
    expect(configured).toEqual([request]);
  });

  it("name what readOnly has kept from being done, and to which object", async () => {
    const shelf = new Shelf();
    const keepBack = (): never => {
      throw failures.keptBack;
    };
    Object.assign(shelf, { onCreate: keepBack, onUpdate: keepBack, onRemove: keepBack });
    const run = { bind: () => () => shelf.kind } as unknown as Run;
    const handlers = handlersOf(shelf.kind.spec, run);
    const lamp: Bag = { shelfId: 1, name: "Lamp", size: 3, __owner: "a" };
    const refused = (done: string): Error =>
      new Error(`Thing "Lamp" was not ${done}: ${failures.keptBack.message}`);
    await expect(handlers.create(lamp)).rejects.toThrow(refused("created"));
    shelf.put({ size: 3 });
    await shelf.kind.collection(lamp).fresh();
    await expect(handlers.update("1/5", lamp, { ...lamp, size: 4 })).rejects.toThrow(refused("changed"));
    await expect(handlers.delete("1/5", lamp)).rejects.toThrow(refused("deleted"));
  });
});

describe("The check of a resource", () => {
  it("refuses an entry of an import from a file that names no object, and only that", async () => {
    const shelf = new Shelf();
    const run = { bind: () => () => shelf.kind } as unknown as Run;
    const handlers = handlersOf(shelf.kind.spec, run);
    const entry: Bag = { shelfId: 1, name: "Lamp", __provider: "code" };
    await expect(handlers.check(entry, entry)).rejects.toThrow("__import");
    expect(await handlers.check({}, { ...entry, __program: true })).toMatchObject({ failures: [] });
  });
});
