import { countDeletes } from "../../provider/engine/set/delete";
import { failures } from "../engine/shelf";
import { lampSets, type RoomLamp } from "./lamp-sets";

describe("What the objects of a set count for the guard", () => {
  const declared = { roomIds: [1, 2], name: "Porch", lampIds: { "1": "11", "2": "12" } };
  const guarded = () => {
    const world = lampSets({}, { maxDeletes: { most: 0, setBy: [] } });
    const lamp = (roomId: number): RoomLamp => ({ roomId, lampId: 10 + roomId, name: "Porch" });
    world.service.lamps = [lamp(1), lamp(2)];
    return { ...world, members: [...world.set.members(declared).values()] };
  };

  it.each([
    [1, 'Porch" on 1 place.'],
    [2, 'Porch" on 2 places.'],
  ])("is told: %d", async (count, words) => {
    const { set, members } = guarded();
    await expect(countDeletes(set, declared, members.slice(0, count))).rejects.toThrow(words);
  });

  it("is told of the places alone where something is to go", async () => {
    const { session, set, members } = guarded();
    session.claims.made("Lamp 1/11", "another");
    await expect(countDeletes(set, declared, members)).rejects.toThrow('Porch" on 1 place.');
  });

  describe("that were sent in other forms before", () => {
    const made = "2030-01-01T10:00:00.000Z";
    const form = (name: string) => ({
      form: { roomId: 1, name },
      since: made,
      until: "2030-01-01T10:00:01.000Z",
      notIt: [],
    });
    const forms = {
      ...declared,
      __account: 7,
      __members: { "1": { __earlier: [form("Hall"), form("Attic")] } },
    };
    const world = (most: number, special: Parameters<typeof lampSets>[0] = {}) => {
      const all = lampSets(
        { origin: () => ({ createdAt: made }), ...special },
        { maxDeletes: { most, setBy: [] } },
      );
      all.service.account = 7;
      all.service.lamps = ["Porch", "Hall", "Attic"].map((name, index): RoomLamp => ({
        roomId: 1,
        lampId: 11 + index,
        name,
      }));
      return { ...all, members: [...all.set.members(forms).values()].slice(0, 1) };
    };

    it("is each of these as well", async () => {
      const { set, members } = world(2);
      await expect(countDeletes(set, forms, members)).rejects.toThrow("these 3 would exceed that");
    });

    it("is only what the state knows by its id where lists fail", async () => {
      const { session, set, members } = world(1, {
        list: () => Promise.reject(failures.trouble),
        get: () => Promise.resolve({ roomId: 1, lampId: 11, name: "Porch" }),
      });
      await expect(countDeletes(set, forms, members)).resolves.toBeUndefined();
      expect(() => session.deleteGuard.count(["another"], "some")).toThrow("allows 1 delete");
    });
  });

  it("leaves out what a read by its id does not find, and counts that too once such reads are known to be wrong", async () => {
    const gone = () => {
      const world = guarded();
      Object.assign(world.service, { lamps: [] });
      return world;
    };
    const { session, set, members } = gone();
    await countDeletes(set, declared, members);
    expect(["Lamp 1/11", "Lamp 2/12"].map((object) => session.deleteGuard.isLeftOut(object))).toEqual([
      true,
      true,
    ]);
    const wrong = gone();
    wrong.session.deleteGuard.distrustReads();
    await expect(countDeletes(wrong.set, declared, wrong.members)).rejects.toThrow(
      "these 2 would exceed that",
    );
  });

  it("is nothing where none is to go, also when too many are deleted already", async () => {
    const { session, set } = guarded();
    session.deleteGuard.countAfter("another");
    await expect(countDeletes(set, declared, [])).resolves.toBeUndefined();
  });
});
