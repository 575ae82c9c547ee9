import type { Task } from "./account";
import type { Simulation } from "./simulation";
import { logDelivery } from "./webhook-log";

/** Tasks outside the locks' queues that become due. They are part of the account's state, but their timers are not. */
export class Agenda {
  readonly #cancels = new Map<Task, () => void>();

  constructor(private readonly simulation: Simulation) {}

  plan(task: Task): void {
    this.simulation.account.tasks.push(task);
    this.#time(task);
  }

  /** Sets the timers for a state that was just loaded. */
  resume(): void {
    for (const task of this.simulation.account.tasks) {
      this.#time(task);
    }
  }

  abandon(): void {
    for (const cancel of this.#cancels.values()) {
      cancel();
    }
    this.#cancels.clear();
  }

  #time(task: Task): void {
    const cancel = this.simulation.clock.at(task.due, () => {
      this.#cancels.delete(task);
      const { tasks } = this.simulation.account;
      tasks.splice(tasks.indexOf(task), 1);
      this.#run(task);
    });
    this.#cancels.set(task, cancel);
  }

  #run(task: Task): void {
    const { account } = this.simulation;
    switch (task.kind) {
      case "remove user": {
        const user = account.users.find(({ accountUserId }) => accountUserId === task.id);
        if (user === undefined) {
          return;
        }
        account.users.splice(account.users.indexOf(user), 1);
        logDelivery(this.simulation, "ACCOUNT_USER", { deleted: true, accountUser: user });
        return;
      }
      case "remove unit": {
        const unit = account.addressUnits.find(({ id }) => id === task.id);
        if (unit === undefined) {
          return;
        }
        account.addressUnits.splice(account.addressUnits.indexOf(unit), 1);
        account.addressTokens = account.addressTokens.filter(({ id }) => id !== unit.addressTokenId);
        return;
      }
      case "finish issuing":
      case "finish revoking": {
        const reservation = account.reservations.find(({ id }) => id === task.id);
        if (reservation === undefined) {
          return;
        }
        const issued = task.kind === "finish issuing";
        reservation.isCurrentlyIssuingAuth = false;
        reservation.isCurrentlyRevokingAuth = false;
        reservation.guestsIssued = issued ? reservation.guests : 0;
        reservation.keypadIssued = issued && reservation.authorizationIds.length > 0;
        if (!issued) {
          reservation.authorizationIds = [];
        }
        reservation.updateDate = this.simulation.clock.iso();
        return;
      }
      case "forget operation": {
        const record = account.authorizations.get(String(task.id));
        if (record?.operationId === undefined || record.operationId !== task.operationId) {
          return;
        }
        // Without the device's own number it was a create: there is nothing to go back to.
        if (record.authId === undefined) {
          account.authorizations.remove(record.id);
        } else {
          account.authorizations.put({ ...record, operationId: undefined });
        }
        return;
      }
    }
  }
}
