import type { AuthorizationRecord } from "./records";

/**
 * The service's copy of all authorizations. A record is never changed, only replaced. So its JSON is made once, and a
 * list of 20,000 only needs to join strings.
 */
export class AuthorizationStore {
  readonly #byId = new Map<string, AuthorizationRecord>();
  readonly #byLock = new Map<number, Map<string, AuthorizationRecord>>();

  constructor(records: readonly AuthorizationRecord[]) {
    for (const record of records) {
      this.put(record);
      // Done before the first list, so that it is no slower than the next.
      authorizationJson(record);
    }
  }

  all(): AuthorizationRecord[] {
    return [...this.#byId.values()];
  }

  get(id: string): AuthorizationRecord | undefined {
    return this.#byId.get(id);
  }

  ofLock(smartlockId: number): AuthorizationRecord[] {
    return [...(this.#byLock.get(smartlockId)?.values() ?? [])];
  }

  put(record: AuthorizationRecord): void {
    this.#byId.set(record.id, record);
    const ofLock = this.#byLock.get(record.smartlockId) ?? new Map<string, AuthorizationRecord>();
    ofLock.set(record.id, record);
    this.#byLock.set(record.smartlockId, ofLock);
  }

  remove(id: string): void {
    const record = this.#byId.get(id);
    if (record === undefined) {
      return;
    }
    this.#byId.delete(id);
    this.#byLock.get(record.smartlockId)?.delete(id);
  }

  removeLock(smartlockId: number): void {
    for (const record of this.ofLock(smartlockId)) {
      this.remove(record.id);
    }
  }
}

/** The record without the fields that only the simulator knows. */
export function authorizationView(record: AuthorizationRecord): Record<string, unknown> {
  const { smartActionsEnabled, ghost, ...shown } = record;
  return smartActionsEnabled === undefined && ghost === undefined ? record : shown;
}

const rendered = new WeakMap<AuthorizationRecord, string>();

/** The record as the service returns it. */
export function authorizationJson(record: AuthorizationRecord): string {
  let text = rendered.get(record);
  if (text === undefined) {
    text = JSON.stringify(authorizationView(record));
    rendered.set(record, text);
  }
  return text;
}
