import { BodyFields } from "../body";
import { answer, fieldsOf, type Answer, type Call, type Handlers } from "../call";
import { invalid, notAllowed } from "../errors";
import { uuid } from "../ids";
import { knowsAction } from "../lock-actions";
import { createOnMany } from "./authorizations";
import { queueAction, wantedAction } from "./smartlock-configs";
import { lockOrInvalid } from "./smartlocks";

/** The answer of the calls that return a request id and report by webhook when the lock is done. */
function accepted(requestId: string): Answer {
  return answer({ requestId });
}

function simpleAction(call: Call, action: number): Answer {
  const lock = lockOrInvalid(call);
  if (!knowsAction(lock.type, action)) {
    throw notAllowed("This device does not know this action");
  }
  const requestId = uuid(call.account.ids);
  queueAction(call, lock, action, requestId);
  return accepted(requestId);
}

export const advancedRoutes = {
  "PUT /smartlock/auth/advanced": (call) => {
    if (fieldsOf(call).integer("accountUserId") === undefined) {
      throw invalid("accountUserId", null);
    }
    // It only creates app authorizations. A type or a code is an unknown field here, and is ignored.
    const fields = new BodyFields({ ...(call.body as object), type: undefined, code: undefined });
    const requestId = uuid(call.account.ids);
    createOnMany(call, fields, requestId);
    return accepted(requestId);
  },

  "POST /smartlock/{smartlockId}/action/advanced": (call) => {
    const lock = lockOrInvalid(call);
    const action = wantedAction(call, lock);
    const requestId = uuid(call.account.ids);
    queueAction(call, lock, action, requestId);
    return accepted(requestId);
  },

  "POST /smartlock/{smartlockId}/action/lock/advanced": (call) => simpleAction(call, 2),
  "POST /smartlock/{smartlockId}/action/unlock/advanced": (call) => simpleAction(call, 1),
} satisfies Partial<Handlers>;
