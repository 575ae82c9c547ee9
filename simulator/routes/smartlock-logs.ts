import { normalDate } from "../body";
import { answer, queryInteger, queryText, type Answer, type Call, type Handlers } from "../call";
import { invalid } from "../errors";
import type { SmartlockLogRecord } from "../records";
import { lockOrForbidden } from "./smartlocks";

function queryDate(call: Call, name: string): string | undefined {
  const text = queryText(call, name);
  if (text === undefined) {
    return undefined;
  }
  // The "+" of an offset arrives as a space unless the client escaped it.
  const date = normalDate(text.replace(" ", "+"));
  if (date === undefined) {
    throw invalid(name, text);
  }
  return date;
}

/** Latest first. `id` asks for entries older than that one. */
function filtered(call: Call, logs: readonly SmartlockLogRecord[]): Answer {
  const accountUserId = queryInteger(call, "accountUserId");
  const action = queryInteger(call, "action");
  const authId = queryText(call, "authId", "auth_id");
  const from = queryDate(call, "fromDate");
  const to = queryDate(call, "toDate");
  const limit = Math.min(queryInteger(call, "limit") ?? 20, 50);
  const latestFirst = [...logs].reverse().sort((a, b) => b.date.localeCompare(a.date));
  const cursor = queryText(call, "id");
  const older = latestFirst.slice(latestFirst.findIndex(({ id }) => id === cursor) + 1);
  return answer(
    older
      .filter(
        (log) =>
          (accountUserId === undefined || log.accountUserId === accountUserId) &&
          (action === undefined || log.action === action) &&
          (authId === undefined || log.authId === authId) &&
          (from === undefined || log.date >= from) &&
          (to === undefined || log.date <= to),
      )
      .slice(0, Math.max(limit, 0)),
  );
}

export const smartlockLogRoutes = {
  "GET /smartlock/log": (call) => filtered(call, call.account.logs),

  "GET /smartlock/{smartlockId}/log": (call) => {
    const { smartlockId } = lockOrForbidden(call);
    return filtered(
      call,
      call.account.logs.filter((log) => log.smartlockId === smartlockId),
    );
  },
} satisfies Partial<Handlers>;
