import { SmartlockClient } from "../../provider/api";
import type { AccountState, Simulator } from "../../simulator";
import { idsOf, madeSince, type Name, names } from "../scenarios/one-of-every-kind";
import { until } from "./until";

/** An object that was created and that no resource of the stack has. */
export interface Twin {
  readonly kind: Name;
  readonly id: string;
}

/** New objects in the account, without these ids. */
export function twinsIn(before: AccountState, now: AccountState, recorded: readonly string[]): Twin[] {
  const ids = idsOf(madeSince(before, now));
  return names.flatMap((kind) =>
    ids[kind]
      .map(String)
      .filter((id) => !recorded.includes(id))
      .map((id) => ({ kind, id })),
  );
}

/** How a line reports unmanaged objects. The text before it is about an object of the stack. */
const TELLS = /(?:has a twin|a twin of it remains).*/;

/** Whether a line names the id of this one. */
export function isNamed({ id }: Twin, said: string): boolean {
  return said.split("\n").some((line) => {
    const [told = ""] = TELLS.exec(line) ?? [];
    return [...told.matchAll(/id ([^),\s]+)/g)].some(([, named = ""]) => named.split("/").at(-1) === id);
  });
}

/** Does what a person who has read the line does in the app. */
export async function deleteByHand(simulator: Simulator, twins: readonly Twin[]): Promise<void> {
  const app = new SmartlockClient({ token: simulator.token, baseUrl: simulator.url });
  for (const { kind, id } of twins) {
    await deleteOne(app, simulator.state(), kind, id);
  }
  await app.close();
  await untilQuiet(simulator);
  // A unit is deleted a moment later, without a lock.
  const ids = twins.map(({ id }) => id);
  await until(() => simulator.state().addressUnits.every(({ id }) => !ids.includes(id)));
}

async function deleteOne(
  app: SmartlockClient,
  state: AccountState,
  kind: Name,
  id: string,
): Promise<unknown> {
  switch (kind) {
    case "house":
      return app.addresses.remove({ addressId: Number(id) });
    case "attic": {
      const { addressId = 0 } = state.addressUnits.find((unit) => unit.id === id) ?? {};
      return app.addresses.removeUnit({ addressId, id });
    }
    case "hook":
      return app.webhooks.remove({ id: Number(id) });
    case "bell":
      return app.notifications.remove({ notificationId: id });
    case "app":
    case "fob":
    case "code": {
      const { smartlockId = 0 } = state.authorizations.find((grant) => grant.id === id) ?? {};
      return app.authorizations.remove({ smartlockId, id });
    }
    case "cleaner":
    case "desk":
      throw new Error(`The service has each e-mail address once, and ${kind} ${id} is a twin.`);
  }
}

/** Waits until no lock has anything left to do, so that everything accepted is done. */
export function untilQuiet(simulator: Simulator): Promise<void> {
  return until(() => simulator.state().smartlocks.every(({ queue }) => queue.length === 0));
}
