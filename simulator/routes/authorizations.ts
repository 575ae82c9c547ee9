import type { Account } from "../account";
import { alteredGrant } from "../alterations";
import { authorizationJson, authorizationView } from "../authorization-store";
import {
  checkCodeIsFree,
  checkRoom,
  readLimits,
  readName,
  readUpdate,
  readWanted,
  type WantedAuthorization,
} from "../authorization-rules";
import { asInteger, asTexts, BodyFields } from "../body";
import {
  absent,
  answer,
  answerJoined,
  fieldsOf,
  integerParam,
  noContent,
  queryBoolean,
  queryInteger,
  queryText,
  textParam,
  type Call,
  type Handlers,
} from "../call";
import { conflict, forbidden, invalid, notFound, unprocessable } from "../errors";
import { objectId } from "../ids";
import type { AuthorizationRecord, SmartlockRecord } from "../records";
import type { Simulation } from "../simulation";

export function findLock(account: Account, smartlockId: number): SmartlockRecord | undefined {
  return account.smartlocks.find((lock) => lock.smartlockId === smartlockId);
}

function lockOfPath(call: Call): SmartlockRecord {
  const lock = findLock(call.account, integerParam(call, "smartlockId"));
  if (lock === undefined) {
    throw forbidden();
  }
  return lock;
}

function recordOfPath(call: Call): AuthorizationRecord {
  const lock = lockOfPath(call);
  const record = call.account.authorizations.get(textParam(call, "id"));
  if (record?.smartlockId !== lock.smartlockId) {
    throw absent(call, "id");
  }
  return record;
}

/** Filters by `types=0,2,13` and by `accountUserId`. A negative `accountUserId` means "without a user". */
function filtered(call: Call, records: readonly AuthorizationRecord[]): AuthorizationRecord[] {
  const types = queryText(call, "types")?.split(",").map(asInteger);
  const user = queryInteger(call, "accountUserId");
  return records.filter(
    (record) =>
      (types === undefined || types.includes(record.type)) &&
      (user === undefined || (user < 0 ? record.accountUserId === undefined : record.accountUserId === user)),
  );
}

function newRecord(
  simulation: Simulation,
  lock: SmartlockRecord,
  wanted: WantedAuthorization,
): AuthorizationRecord {
  const now = simulation.clock.iso();
  return {
    id: objectId(simulation.account.ids),
    smartlockId: lock.smartlockId,
    ...alteredGrant(wanted, simulation.account.behaviour.alters),
    enabled: true,
    lockCount: 0,
    creationDate: now,
    updateDate: now,
  };
}

/** Queues the creation and returns the id, which the service does not put in its answer. */
export function queueCreate(
  simulation: Simulation,
  lock: SmartlockRecord,
  wanted: WantedAuthorization,
  requestId?: string,
): string {
  const record = newRecord(simulation, lock, wanted);
  simulation.queue.add(lock, { kind: "create", authorizationId: record.id, record, requestId });
  return record.id;
}

/** The grant must be valid for every lock, or nothing is queued at all. */
export function createOnMany(call: Call, fields: BodyFields, requestId?: string): void {
  const smartlockIds = fields.integers("smartlockIds", "smartlock_ids");
  if (smartlockIds === undefined || smartlockIds.length === 0) {
    throw invalid("smartlockIds", null);
  }
  const wanted = readWanted(fields, call.account);
  const locks = [...new Set(smartlockIds)].map((smartlockId) => {
    const lock = findLock(call.account, smartlockId);
    if (lock === undefined) {
      throw invalid("smartlockIds", smartlockId);
    }
    checkRoom(call.account, lock, wanted);
    return lock;
  });
  for (const lock of locks) {
    queueCreate(call.simulation, lock, wanted, requestId);
  }
}

/** Checks an update without queueing it. Returns undefined for an update that the service accepts and drops. */
function checkedUpdate(
  call: Call,
  current: AuthorizationRecord,
  fields: BodyFields,
): AuthorizationRecord | undefined {
  const lock = findLock(call.account, current.smartlockId);
  if (lock === undefined) {
    throw forbidden();
  }
  const updated = alteredGrant(readUpdate(fields, call.account, current), call.account.behaviour.alters);
  if (current.operationId !== undefined) {
    if (!call.simulation.queue.dropsUpdate(lock, current)) {
      throw call.simulation.locked();
    }
    return undefined;
  }
  if (updated.code !== current.code) {
    checkCodeIsFree(call.account, lock, updated.code, current.id);
  }
  return updated;
}

function queueUpdate(call: Call, updated: AuthorizationRecord): void {
  const lock = findLock(call.account, updated.smartlockId);
  if (lock !== undefined) {
    call.simulation.queue.add(lock, { kind: "update", authorizationId: updated.id, record: updated });
  }
}

function queueDelete(call: Call, record: AuthorizationRecord): void {
  const lock = findLock(call.account, record.smartlockId);
  if (lock === undefined) {
    return;
  }
  const leavesGhost = call.leavesGhost || undefined;
  call.simulation.queue.add(lock, { kind: "delete", authorizationId: record.id, leavesGhost });
}

export const authorizationRoutes = {
  "GET /smartlock/auth": (call) =>
    answerJoined(filtered(call, call.account.authorizations.all()).map(authorizationJson)),

  "GET /smartlock/auth/paged": (call) => {
    const page = queryInteger(call, "page") ?? 0;
    const size = queryInteger(call, "size") ?? 100;
    if (page < 0) {
      throw invalid("page", page);
    }
    if (size < 1) {
      throw invalid("size", size);
    }
    const all = filtered(call, call.account.authorizations.all());
    const totalPages = Math.ceil(all.length / size);
    const link = (to: number): string => `/smartlock/auth/paged?page=${to}&size=${size}`;
    const pagination = {
      totalItems: all.length,
      totalPages,
      currentPage: page,
      nextPage: page + 1 < totalPages ? link(page + 1) : null,
      prevPage: page > 0 ? link(page - 1) : null,
      pageSize: size,
    };
    const results = all.slice(page * size, (page + 1) * size).map(authorizationJson);
    return {
      status: 200,
      json: `{"results":[${results.join(",")}],"pagination":${JSON.stringify(pagination)}}`,
    };
  },

  "PUT /smartlock/auth": (call) => {
    createOnMany(call, fieldsOf(call));
    return noContent();
  },

  "POST /smartlock/auth": (call) => {
    if (!Array.isArray(call.body)) {
      throw unprocessable("The body must be an array of updates");
    }
    const codes = new Set<string>();
    const updates = call.body.map((item: unknown) => {
      const fields = new BodyFields(item);
      const id = fields.requiredText("id");
      const current = call.account.authorizations.get(id);
      if (current === undefined) {
        throw absent(call, "id", id);
      }
      const updated = checkedUpdate(call, current, fields);
      if (updated?.code !== undefined) {
        const key = `${updated.smartlockId}/${updated.code}`;
        if (codes.has(key)) {
          throw conflict(`The code occurs twice for smartlock ${updated.smartlockId}`);
        }
        codes.add(key);
      }
      return updated;
    });
    for (const updated of updates) {
      if (updated !== undefined) {
        queueUpdate(call, updated);
      }
    }
    return noContent();
  },

  "DELETE /smartlock/auth": (call) => {
    const ids = [...new Set(asTexts(call.body, "ids"))];
    const records = ids.map((id) => {
      const record = call.account.authorizations.get(id);
      if (record === undefined) {
        throw absent(call, "id", id);
      }
      return record;
    });
    if (records.some(({ operationId }) => operationId !== undefined)) {
      throw call.simulation.locked();
    }
    for (const record of records) {
      queueDelete(call, record);
    }
    return noContent();
  },

  "GET /smartlock/{smartlockId}/auth": (call) => {
    const records = filtered(call, call.account.authorizations.ofLock(lockOfPath(call).smartlockId));
    if (queryBoolean(call, "includeEmail") !== true) {
      return answerJoined(records.map(authorizationJson));
    }
    const emails = new Map(call.account.users.map(({ accountUserId, email }) => [accountUserId, email]));
    return answer(
      records.map((record) => ({
        ...authorizationView(record),
        email: emails.get(record.accountUserId ?? -1),
      })),
    );
  },

  "PUT /smartlock/{smartlockId}/auth": (call) => {
    const smartlockId = integerParam(call, "smartlockId");
    const lock = findLock(call.account, smartlockId);
    if (lock === undefined) {
      throw invalid("smartlockId", smartlockId);
    }
    const wanted = readWanted(fieldsOf(call), call.account);
    checkRoom(call.account, lock, wanted);
    queueCreate(call.simulation, lock, wanted);
    return noContent();
  },

  "GET /smartlock/{smartlockId}/auth/{id}": (call) => ({
    status: 200,
    json: authorizationJson(recordOfPath(call)),
  }),

  "POST /smartlock/{smartlockId}/auth/{id}": (call) => {
    const updated = checkedUpdate(call, recordOfPath(call), fieldsOf(call));
    if (updated !== undefined) {
      queueUpdate(call, updated);
    }
    return noContent();
  },

  "DELETE /smartlock/{smartlockId}/auth/{id}": (call) => {
    const record = recordOfPath(call);
    if (record.operationId !== undefined) {
      throw call.simulation.locked();
    }
    queueDelete(call, record);
    return noContent();
  },

  "POST /smartlock/{smartlockId}/auth/advanced/sharedkey": (call) => {
    const lock = findLock(call.account, integerParam(call, "smartlockId"));
    if (lock === undefined) {
      throw notFound("Smartlock");
    }
    const fields = fieldsOf(call);
    const accountUserId = fields.integer("accountUserId") ?? undefined;
    const known = call.account.users.some((user) => user.accountUserId === accountUserId);
    if (accountUserId !== undefined && !known) {
      throw invalid("accountUserId", accountUserId);
    }
    const wanted = {
      name: readName(fields, 0),
      type: 0,
      accountUserId,
      remoteAllowed: true,
      ...readLimits(fields),
    };
    checkRoom(call.account, lock, wanted);
    // The answer shows the new authorization, so it is listed from now on and busy until the lock confirms it.
    const record = newRecord(call.simulation, lock, wanted);
    call.account.authorizations.put(record);
    call.simulation.queue.add(lock, { kind: "create", authorizationId: record.id, record });
    return answerJoined([authorizationJson(call.account.authorizations.get(record.id) ?? record)]);
  },
} satisfies Partial<Handlers>;
