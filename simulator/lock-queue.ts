import { authorizationView } from "./authorization-store";
import { objectId } from "./ids";
import { performAction } from "./lock-actions";
import type { AuthorizationRecord, LockOperation, SmartlockRecord } from "./records";
import type { Simulation } from "./simulation";
import { logDelivery } from "./webhook-log";

/**
 * A lock performs one operation after the other, and each takes the settle time. The queue is part of the lock's
 * state. Only the timers live here.
 */
export class LockQueue {
  readonly #cancels = new Map<LockOperation, (() => void)[]>();

  constructor(private readonly simulation: Simulation) {}

  /** Accepts an operation: from now on its object is busy. */
  add(lock: SmartlockRecord, wanted: Omit<LockOperation, "operationId">): string {
    const { account } = this.simulation;
    const operation: LockOperation = { ...wanted, operationId: objectId(account.ids) };
    const record = account.authorizations.get(operation.authorizationId ?? "");
    if (record !== undefined) {
      account.authorizations.put({ ...record, operationId: operation.operationId });
    }
    if (lock.offline === "lost") {
      this.#lose(operation);
    } else {
      lock.queue.push(operation);
      this.#next(lock);
    }
    return operation.operationId;
  }

  /**
   * After several quick updates the service accepts some, then answers 423, and the one that stays need not be the last
   * one accepted. Here the first one stays, and as many as the account's behaviour says are accepted and dropped.
   */
  dropsUpdate(lock: SmartlockRecord, record: AuthorizationRecord): boolean {
    const running = lock.queue.find(({ operationId }) => operationId === record.operationId);
    if (running?.kind !== "update") {
      return false;
    }
    const dropped = running.droppedUpdates ?? 0;
    if (dropped >= this.simulation.account.behaviour.updatesAcceptedWhileBusy) {
      return false;
    }
    running.droppedUpdates = dropped + 1;
    return true;
  }

  /** Continues with the queue after a state was loaded, or the lock went online or offline. */
  resume(lock: SmartlockRecord): void {
    for (const operation of lock.queue) {
      this.#cancel(operation);
    }
    if (lock.offline !== undefined) {
      for (const operation of lock.queue) {
        operation.startedAt = undefined;
      }
    }
    if (lock.offline === "lost") {
      for (const operation of lock.queue.splice(0)) {
        this.#lose(operation);
      }
    }
    this.#next(lock);
  }

  /** The lock leaves the account: none of its queued operations happen any more. */
  forgetLock(lock: SmartlockRecord): void {
    for (const operation of lock.queue.splice(0)) {
      this.#cancel(operation);
    }
  }

  abandon(): void {
    for (const operation of [...this.#cancels.keys()]) {
      this.#cancel(operation);
    }
  }

  /** A lost operation keeps its object busy for a while, but has no effect. */
  #lose(operation: LockOperation): void {
    if (operation.authorizationId === undefined) {
      return;
    }
    this.simulation.agenda.plan({
      due: this.simulation.clock.now() + this.simulation.account.behaviour.forgetMs,
      kind: "forget operation",
      id: operation.authorizationId,
      operationId: operation.operationId,
    });
  }

  #cancel(operation: LockOperation): void {
    for (const cancel of this.#cancels.get(operation) ?? []) {
      cancel();
    }
    this.#cancels.delete(operation);
  }

  #next(lock: SmartlockRecord): void {
    const operation = lock.queue[0];
    if (operation === undefined || lock.offline !== undefined || this.#cancels.has(operation)) {
      return;
    }
    const { clock, account } = this.simulation;
    const { settleMs, listedAfter } = account.behaviour;
    const startedAt = (operation.startedAt ??= clock.now());
    const cancels: (() => void)[] = [];
    if (operation.kind === "create" && listedAfter < 1) {
      cancels.push(clock.at(startedAt + settleMs * listedAfter, () => this.#list(operation)));
    }
    cancels.push(clock.at(startedAt + settleMs, () => this.#finish(lock, operation)));
    this.#cancels.set(operation, cancels);
  }

  /** A created authorization shows up before the lock has confirmed it. */
  #list({ record, operationId }: LockOperation): void {
    if (record !== undefined) {
      this.simulation.account.authorizations.put({ ...record, operationId });
    }
  }

  #finish(lock: SmartlockRecord, operation: LockOperation): void {
    this.#cancels.delete(operation);
    lock.queue.shift();
    this.#apply(lock, operation);
    this.#next(lock);
  }

  #apply(lock: SmartlockRecord, operation: LockOperation): void {
    const { authorizations } = this.simulation.account;
    const current = authorizations.get(operation.authorizationId ?? "");
    switch (operation.kind) {
      case "create":
        if (operation.record !== undefined) {
          this.#confirmCreate(lock, operation.record, operation.requestId);
        }
        return;
      case "update":
        if (current === undefined || operation.record === undefined) {
          return;
        }
        if (current.ghost === true) {
          authorizations.put({ ...current, operationId: undefined });
        } else {
          this.#confirm(lock, { ...operation.record, updateDate: this.simulation.clock.iso() });
        }
        return;
      case "delete":
        if (current === undefined) {
          return;
        }
        if (operation.leavesGhost === true || lock.ghosts === true || current.ghost === true) {
          authorizations.put({ ...current, operationId: undefined, ghost: true });
          return;
        }
        authorizations.remove(current.id);
        logDelivery(this.simulation, "DEVICE_AUTHS", {
          deleted: true,
          smartlockAuth: authorizationView(current),
        });
        return;
      case "sync":
        this.#sync(lock);
        return;
      case "action":
        performAction(this.simulation, lock, operation.action ?? 0, operation.requestId);
        return;
    }
  }

  #confirmCreate(lock: SmartlockRecord, record: AuthorizationRecord, requestId: string | undefined): void {
    const { account } = this.simulation;
    const taken = account.authorizations.ofLock(record.smartlockId).map(({ authId }) => authId ?? 0);
    this.#confirm(lock, { ...record, authId: Math.max(0, ...taken) + 1 }, requestId);
    // The service invites the person to the app by mail, once for each lock.
    const user = account.users.find(({ accountUserId }) => accountUserId === record.accountUserId);
    if (record.type === 0 && user !== undefined) {
      const { smartlockId } = record;
      this.simulation.mail("invitation", user.email, { smartlockId, accountUserId: user.accountUserId });
    }
  }

  #confirm(lock: SmartlockRecord, record: AuthorizationRecord, requestId?: string): void {
    // Its user may be leaving the account. Then a delete is already waiting behind this operation.
    const next = lock.queue.find(({ authorizationId }) => authorizationId === record.id);
    const confirmed = { ...record, operationId: next?.operationId };
    this.simulation.account.authorizations.put(confirmed);
    const body = { deleted: false, smartlockAuth: authorizationView(confirmed) };
    logDelivery(this.simulation, "DEVICE_AUTHS", body, requestId);
  }

  /** The service reads the lock again. Ghosts disappear, and operations that only seemed to be under way are forgotten. */
  #sync(lock: SmartlockRecord): void {
    const { authorizations } = this.simulation.account;
    const queued = new Set(lock.queue.map(({ operationId }) => operationId));
    for (const record of authorizations.ofLock(lock.smartlockId)) {
      if (record.ghost === true) {
        authorizations.remove(record.id);
      } else if (record.operationId !== undefined && !queued.has(record.operationId)) {
        authorizations.put({ ...record, operationId: undefined });
      }
    }
  }
}
