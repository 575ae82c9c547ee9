import { readSet } from "../../provider/engine/set/read";
import { parentThat } from "../engine/shelf";
import { lampSets } from "./lamp-sets";

const lamp = (roomId: number, colour = "red") => ({ roomId, lampId: 10 + roomId, name: "Porch", colour });
const state = {
  roomIds: [1, 2],
  name: "Porch",
  colour: "red",
  lampIds: { "1": "11", "2": "12" },
  __members: {},
  __declared: ["roomIds", "name"],
  __account: 5,
  __owner: "urn",
};

function world(...listed: ReturnType<typeof lamp>[]) {
  const all = lampSets();
  all.service.lamps = listed;
  all.service.account = 5;
  return all;
}

describe("Reading a set", () => {
  it("shows what the service holds of each object, and as inputs what is declared", async () => {
    const { set } = world(lamp(1, "blue"), lamp(2, "blue"));
    const { id, props, inputs } = await readSet(set, "a", state);
    expect(id).toBe("a");
    expect(props).toMatchObject({ roomIds: [1, 2], colour: "blue", __account: 5 });
    expect(inputs).toEqual({ roomIds: [1, 2], name: "Porch", __owner: "urn" });
  });

  it("drops the object that is gone", async () => {
    const { set } = world(lamp(2));
    const { id, props, inputs } = await readSet(set, "a", state);
    expect(id).toBe("a");
    expect(props).toMatchObject({ roomIds: [2], lampIds: { "2": "12" } });
    expect(inputs).toEqual({ roomIds: [2], name: "Porch", __owner: "urn" });
  });

  it("takes the set for gone where all its objects are", async () => {
    const { set } = world();
    expect(await readSet(set, "a", state)).toEqual({});
  });

  it("keeps a set that never had an object, and its account", async () => {
    const { set } = world();
    const { id, props } = await readSet(set, "a", { ...state, roomIds: [], lampIds: {} });
    expect(id).toBe("a");
    expect(props).toMatchObject({ roomIds: [], lampIds: {}, __account: 5 });
  });

  it("expects all its objects before it asks for one", async () => {
    const asked: string[] = [];
    const { set } = lampSets({
      parent: parentThat(() => false, { noun: "room", keyFrom: ({ roomId }) => String(roomId) }),
      byParent: {
        list: (_api, part) => {
          asked.push(part);
          return Promise.resolve([lamp(Number(part))]);
        },
        areCheaper: (_reader, count) => Promise.resolve(count < 2),
      },
      list: () => {
        asked.push("all");
        return Promise.resolve([lamp(1), lamp(2)]);
      },
    });
    await readSet(set, "a", { ...state, __account: undefined });
    expect(asked).toEqual(["all"]);
  });

  it("is refused by `get`", async () => {
    const { set } = world();
    await expect(readSet(set, "a", { ...state, __get: true })).rejects.toThrow(
      new Error("LampSet has no get: the service knows its objects, not the set."),
    );
  });
});
