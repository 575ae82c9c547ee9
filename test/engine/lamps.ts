import { z } from "zod";
import { Kind } from "../../provider/engine/kind/kind";
import { numberPart } from "../../provider/engine/kind/ids";
import { BoundKind } from "../../provider/engine/run/bound-kind";
import type { ResourceSpec } from "../../provider/engine/kind/spec";
import { Session } from "../../provider/engine/run/session";
import { environmentSource } from "../../provider/engine/run/settings/sources";
import { resolveSettings, type Settings } from "../../provider/engine/run/settings/settings";
import { systemClock } from "../../provider/http";
import { notesIn } from "../protocol/notes-in-memory";
import { failures } from "./shelf";

/** An object of a kind that no service has. */
export interface Lamp {
  readonly lampId: number;
  readonly name: string;
  readonly colour?: string;
  readonly busy?: boolean;
  readonly account?: number;
}

/** A session with a service that is a list in memory, and the kind of the objects in it. */
export function lamps(special: Partial<ResourceSpec> = {}, settings: Partial<Settings> = {}) {
  const notes = new Map<string, string>();
  const service = { lamps: [] as Lamp[], asked: 0, read: 0, account: undefined as number | undefined };
  const session = new Session(
    {
      ...resolveSettings([
        environmentSource({ SMARTLOCK_TOKEN: "demo-token", SMARTLOCK_BASE_URL: "https://api.example.com" }),
      ]),
      ...settings,
    },
    {
      environment: {},
      clock: systemClock,
      openNotes: () => notesIn(notes),
      onEngineDeath: () => undefined,
      atEnd: () => undefined,
    },
  );
  const account = jest.spyOn(session, "account").mockImplementation(() => Promise.resolve(service.account));
  const spec: ResourceSpec = {
    type: "Lamp",
    docs: { summary: "", all: "all lamps", identity: "", notes: [] },
    inputs: z.object({ name: z.string(), colour: z.string() }),
    outputs: z.object({}),
    fields: {},
    id: { lampId: numberPart },
    identity: () => ["name"],
    list: () => {
      service.asked += 1;
      return Promise.resolve([...service.lamps]);
    },
    get: (_api, { lampId }) => {
      service.read += 1;
      const lamp = service.lamps.find((other) => other.lampId === lampId);
      return lamp === undefined ? Promise.reject(failures.missing) : Promise.resolve(lamp);
    },
    idOf: (live) => ({ lampId: (live as Lamp).lampId }),
    origin: (live) => ({ account: (live as Lamp).account }),
    show: ({ name, colour }: Partial<Lamp>) => ({ name, colour }),
    asynchronous: { busy: (live) => (live as Lamp).busy === true, create: true, update: true },
    create: () => Promise.resolve(undefined),
    remove: () => Promise.resolve(),
    ...special,
  };
  const kind = new BoundKind(new Kind(spec), session);
  return { session, kind, service, notes, account };
}

/** The same kind as if the service did everything at once. */
export function allAtOnce({ spec, session }: BoundKind): BoundKind {
  const without = (fields: object, what: string): object =>
    Object.fromEntries(Object.entries(fields).filter(([name]) => name !== what));
  const parent = spec.parent && { parent: without(spec.parent, "device") };
  return new BoundKind(new Kind({ ...without(spec, "asynchronous"), ...parent } as ResourceSpec), session);
}

/** Everything said while the work is done. */
export async function said(work: () => Promise<unknown>): Promise<string> {
  const lines: string[] = [];
  const write = jest
    .spyOn(process.stdout, "write")
    .mockImplementation((line) => lines.push(String(line)) > 0);
  try {
    await work();
  } finally {
    write.mockRestore();
  }
  return lines.join("");
}
