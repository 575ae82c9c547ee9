import { z } from "zod";
import { numberPart } from "../../provider/engine/kind/ids";
import type { ResourceSpec } from "../../provider/engine/kind/spec";
import { BoundKind } from "../../provider/engine/run/bound-kind";
import { BoundSet, SetKind } from "../../provider/engine/set/members";
import { type Lamp, lamps } from "../engine/lamps";
import { parentThat } from "../engine/shelf";

export interface RoomLamp extends Lamp {
  readonly roomId: number;
  readonly code?: string;
}

/** A session, and a set of lamps, each in a different room. */
export function lampSets(special: Partial<ResourceSpec> = {}, settings: Parameters<typeof lamps>[1] = {}) {
  const world = lamps(
    {
      inputs: z.object({ roomId: z.number(), name: z.string(), colour: z.string(), code: z.string() }),
      id: { roomId: numberPart, lampId: String },
      identity: () => ["roomId", "name"],
      idOf: (live) => ({ roomId: (live as RoomLamp).roomId, lampId: String((live as RoomLamp).lampId) }),
      show: ({ roomId, name, colour, code }: Partial<RoomLamp>) => ({ roomId, name, colour, code }),
      ...special,
      fields: { code: { isSecret: true }, ...special.fields },
    },
    settings,
  );
  const kind = new SetKind({
    type: "LampSet",
    docs: { summary: "", all: "all lamps", identity: "", notes: [] },
    inputs: z.object({
      roomIds: z.array(z.number()),
      name: z.string(),
      colour: z.string(),
      code: z.string(),
    }),
    outputs: z.object({}),
    fields: { code: { isSecret: true }, name: { replaces: true } },
    id: { setId: String },
    each: world.kind.spec,
    places: { field: "roomIds", of: "roomId" },
    idsAs: "lampIds",
  });
  const set = new BoundSet(kind, new BoundKind(kind.member, world.session));
  return { ...world, set };
}

/** Deletes a lamp at once, and records it. */
export function removeLamp(
  service: { lamps: Lamp[] },
  done: string[],
  { roomId, lampId }: Readonly<Record<string, unknown>>,
): Promise<void> {
  done.push(`remove ${String(roomId)}`);
  service.lamps = service.lamps.filter((one) => String(one.lampId) !== lampId);
  return Promise.resolve();
}

/** Lists by room, which cost less than the whole list for up to two rooms. Records the requests. */
export function inParts(
  asked: string[],
  all: () => readonly Lamp[],
): Pick<ResourceSpec, "parent" | "byParent" | "list"> {
  const room = parentThat(() => false, { noun: "room", keyFrom: ({ roomId }) => String(roomId) });
  const rooms = [{ key: "1" }, { key: "2" }, { key: "3" }];
  return {
    parent: { ...room, kind: { ...room.kind, list: () => Promise.resolve(rooms) } },
    byParent: {
      list: (_api, part) => {
        asked.push(part);
        return Promise.resolve([]);
      },
      areCheaper: (_reader, count) => Promise.resolve(count < 3),
    },
    list: () => {
      asked.push("all");
      return Promise.resolve([...all()]);
    },
  };
}
