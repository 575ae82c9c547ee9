import { objectId } from "./ids";
import type { SmartlockRecord } from "./records";
import type { Simulation } from "./simulation";
import { logDelivery } from "./webhook-log";

export const opener = 2;
export const box = 1;

/** The state after an action. An action that is not listed here leaves the state as it is. */
const lockStates: Readonly<Record<number, number>> = { 1: 3, 2: 1, 3: 5, 4: 1, 5: 1 };
const openerStates: Readonly<Record<number, number>> = { 1: 3, 2: 1, 3: 1 };
const continuousMode: Readonly<Record<number, number>> = { 6: 3, 7: 2 };

/** Which actions a device knows. A box has no lock action, and only an opener has a continuous mode. */
export function knowsAction(type: number, action: number): boolean {
  if (type === opener) {
    return [1, 2, 3, 6, 7].includes(action);
  }
  if (type === box) {
    return action === 1;
  }
  return action >= 1 && action <= 5;
}

/** Performs the action: updates the state of the lock and adds to its log. */
export function performAction(
  simulation: Simulation,
  lock: SmartlockRecord,
  action: number,
  requestId: string | undefined,
): void {
  const { account, clock } = simulation;
  const states = lock.type === opener ? openerStates : lockStates;
  const { smartlockId, serverState, adminPinState } = lock;
  const mode = lock.type === opener ? continuousMode[action] : undefined;
  lock.state = {
    ...lock.state,
    state: states[action] ?? lock.state["state"],
    mode: mode ?? lock.state["mode"],
    lastAction: Math.min(action, 5),
    trigger: 0,
  };
  lock.updateDate = clock.iso();
  const entry = {
    id: objectId(account.ids),
    smartlockId,
    deviceType: lock.type === box ? 0 : lock.type,
    name: account.account.name,
    action,
    trigger: 4,
    state: 0,
    autoUnlock: false,
    date: clock.iso(),
    source: 0,
  };
  account.logs.push(entry);
  logDelivery(
    simulation,
    "DEVICE_STATUS",
    { smartlockId, state: lock.state, serverState, adminPinState },
    requestId,
  );
  logDelivery(simulation, "DEVICE_LOGS", { smartlockLog: entry }, requestId);
}
