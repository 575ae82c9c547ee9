import { countDeletes } from "../../provider/engine/set/remove";
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
    const { session, set, members } = guarded();
    await expect(countDeletes(session, set, declared, members.slice(0, count))).rejects.toThrow(words);
  });

  it("is nothing where none is to go, also when too many are deleted already", async () => {
    const { session, set } = guarded();
    session.deleteGuard.countAfter("another");
    await expect(countDeletes(session, set, declared, [])).resolves.toBeUndefined();
  });
});
