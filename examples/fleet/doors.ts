import { Secret, type Smartlock, SmartlockClient } from "pulumi-smartlock/client";
import type { Site } from "./fleet-file";
import { PlainError } from "./failures";

export type Doors = ReadonlyMap<string, readonly Smartlock[]>;

/** All locks of the account, by name. This is one request for the whole fleet; a lookup in each stack would be one for each. */
export async function listDoors(): Promise<Doors> {
  const text = process.env["SMARTLOCK_TOKEN"] ?? "";
  if (text === "") {
    throw new PlainError(
      "The token of the account is missing. Set it in the environment variable SMARTLOCK_TOKEN.",
    );
  }
  const token = new Secret(text, "environment variable SMARTLOCK_TOKEN");
  const client = new SmartlockClient({ token, baseUrl: process.env["SMARTLOCK_BASE_URL"] });
  try {
    const doors = new Map<string, Smartlock[]>();
    for (const lock of await client.smartlocks.list()) {
      doors.set(lock.name, [...(doors.get(lock.name) ?? []), lock]);
    }
    return doors;
  } finally {
    await client.close();
  }
}

/** The ids of a site's doors. Fails if no lock has a name, or if more than one lock has it. */
export function doorIds(site: Site, locks: Doors): number[] {
  const problems: string[] = [];
  const ids = site.doors.flatMap((door) => {
    const found = locks.get(door) ?? [];
    if (found.length === 0) {
      problems.push(`no lock of the account is called "${door}"`);
    }
    if (found.length > 1) {
      problems.push(`${found.length} locks are called "${door}"`);
    }
    return found.map(({ smartlockId }) => smartlockId);
  });
  if (problems.length > 0) {
    throw new PlainError(
      `${problems.join("; ")}. Correct the site's doors in fleet.json, or rename the lock.`,
    );
  }
  return ids;
}
