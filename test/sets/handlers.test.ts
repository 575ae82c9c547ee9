import type { Bag } from "../../provider/engine/values/bag";
import type { Kind } from "../../provider/engine/kind/kind";
import { BoundKind } from "../../provider/engine/run/bound-kind";
import type { Run } from "../../provider/engine/run/run";
import { handlersOfSet } from "../../provider/engine/set/handlers";
import { lampSets, type RoomLamp } from "./lamp-sets";

const OWN = "urn:pulumi:s::p::smartlock:LampSet::own";
const declared = { roomIds: [1], name: "Porch", colour: "red", code: "demo-code", __owner: OWN };
const lamp: RoomLamp = { roomId: 1, lampId: 11, name: "Porch", colour: "red", code: "demo-code" };
const state = {
  ...declared,
  lampIds: { "1": "11" },
  __members: { "1": { code: "other-demo-code" } },
  __declared: ["roomIds", "name", "colour", "code"],
  __version: 2,
};

/** The handlers that Pulumi's server calls, and the values that the session is told about. */
function served() {
  const done: string[] = [];
  const told: Bag[] = [];
  const configured: unknown[] = [];
  const world = lampSets({
    asynchronous: { busy: () => false, create: false, update: false },
    create: () => Promise.resolve(done.push("create") > 0 ? lamp : undefined),
    update: (_api, live, wanted) => {
      done.push("update");
      world.service.lamps = [{ ...(live as RoomLamp), ...wanted }];
      return Promise.resolve({ ...(live as RoomLamp), ...wanted });
    },
    remove: () => {
      done.push("remove");
      world.service.lamps = [];
      return Promise.resolve();
    },
  });
  const run = {
    bind:
      (kind: Kind) =>
      (...bags: Bag[]) => {
        told.push(...bags);
        return new BoundKind(kind, world.session);
      },
    configured: (request: unknown) => void configured.push(request),
  } as unknown as Run;
  return { ...world, done, told, configured, handlers: handlersOfSet(world.set.spec, run) };
}

describe("The handlers of a set", () => {
  it("make, read, compare, change and delete it", async () => {
    const { handlers, service, done } = served();
    expect((await handlers.check({}, declared)).failures).toEqual([]);
    expect(await handlers.create(declared)).toMatchObject({ outs: { lampIds: { "1": "11" } } });
    service.lamps = [lamp];
    expect(await handlers.read("a", state)).toMatchObject({ id: "a", props: { roomIds: [1] } });
    expect(await handlers.diff("a", { ...state, __members: {} }, declared)).toMatchObject({ changes: false });
    const blue = { ...declared, colour: "blue" };
    expect(await handlers.diff("a", state, blue)).toMatchObject({ changes: true });
    expect(await handlers.update("a", state, blue)).toMatchObject({ outs: { colour: "blue" } });
    expect(done).toEqual(["create", "update"]);
    const later = served();
    later.service.lamps = [lamp];
    await later.handlers.delete("a", state);
    expect(later.done).toEqual(["remove"]);
  });

  it("refuse an entry of an import that names no objects", async () => {
    const entry = { roomIds: [1], name: "Porch", colour: "red", __provider: "exports.handler = …" };
    await expect(served().handlers.check(entry, entry)).rejects.toThrow(
      'its inputs must have "__import" with the same value as lampIds in the outputs',
    );
  });

  it("tell the session what each object has for itself: a secret of one of them may be quoted", async () => {
    const { handlers, service, told } = served();
    service.lamps = [lamp];
    await handlers.read("a", state);
    expect(told.map(({ code }) => code)).toEqual(["demo-code", "other-demo-code"]);
  });

  it("pass the configuration on", async () => {
    const { handlers, configured } = served();
    const request = { config: {} };
    await handlers.configure(request as never);
    expect(configured).toEqual([request]);
  });
});
