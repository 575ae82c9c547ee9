import { z } from "zod";
import { Kind } from "../../provider/engine/kind";
import { numberPart } from "../../provider/engine/object-id";
import type { ResourceSpec } from "../../provider/engine/resource-spec";
import { Session } from "../../provider/engine/session";
import { environmentSource, resolveSettings, type Settings } from "../../provider/engine/settings";
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
  const kind = new Kind({
    type: "Lamp",
    docs: { summary: "", identity: "", notes: [] },
    inputs: z.object({ name: z.string(), colour: z.string() }),
    outputs: z.object({}),
    secrets: [],
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
    accountOf: (live) => (live as Lamp).account,
    createdAt: () => undefined,
    show: ({ name, colour }: Partial<Lamp>) => ({ name, colour }),
    asynchronous: { busy: (live) => (live as Lamp).busy === true, create: true, update: true },
    create: () => Promise.resolve(undefined),
    remove: () => Promise.resolve(),
    ...special,
  });
  return { session, kind, service, notes, account };
}

/** The same kind as if the service did everything at once. */
export function allAtOnce({ spec }: Kind): Kind {
  const rest = Object.entries(spec).filter(([name]) => name !== "asynchronous");
  return new Kind(Object.fromEntries(rest) as unknown as ResourceSpec);
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
