import type { Reader } from "../../engine/kind/listed";
import type { Counts, Preflight } from "../../engine/kind/preflight";
import { accountUser } from "../account-user";
import { findLock, hasKeypad, isReachable } from "../locks";
import { isOver } from "./access-window";
import { authorizationsOf, authorizationsOnLock } from "./authorization-list";
import type { Grant } from "./grant";
import { grantType } from "./grant-types";

const MAX_AUTHORIZATIONS = 200;

const MAX_CODES = 100;

/** The checks of a grant on one lock that are possible before anything is written. */
export async function preflightOnLock<W extends Grant>(
  asked: Preflight<W>,
  smartlockId: number,
  lockField: string,
): Promise<void> {
  const { reader, wanted } = asked;
  const lock = await findLock(reader, smartlockId);
  if (lock === undefined) {
    asked.fail([lockField], `names a lock that the account does not have (${smartlockId})`);
    return;
  }
  if (wanted.type === "code" && !hasKeypad(lock)) {
    asked.fail([lockField, "type"], `names ${lock.name}, which has no keypad for a code`);
  }
  if (!isReachable(lock)) {
    asked.warnOnce(
      `${lock.name} is offline and cannot confirm anything: changes there fail until it is back, unless waitFor is "accepted"`,
    );
  }
  const onLock = authorizationsOnLock(await authorizationsOf(reader, smartlockId).known(), smartlockId);
  const codes = onLock.filter((live) => grantType.say(live.type) === "code");
  const isHere: Counts = (shown) => shown["smartlockId"] === smartlockId;
  const isCodeHere: Counts = (shown) => isHere(shown) && shown["type"] === "code";
  if (onLock.length >= MAX_AUTHORIZATIONS && (await asked.isOneMore(isHere))) {
    asked.fail([lockField], `names ${lock.name}, which is full: it has ${onLock.length} authorizations`);
  } else if (wanted.type === "code" && codes.length >= MAX_CODES && (await asked.isOneMore(isCodeHere))) {
    asked.fail([lockField], `names ${lock.name}, which is full: it has ${codes.length} keypad codes`);
  }
}

/** The checks of a grant that do not depend on the lock. */
export async function preflightGrant<W extends Grant>(asked: Preflight<W>): Promise<void> {
  const { reader, wanted } = asked;
  if (wanted.accountUserId !== undefined && (await isUserMissing(reader, wanted.accountUserId))) {
    asked.fail(["accountUserId"], `names a user that the account does not have (${wanted.accountUserId})`);
  }
  if (isOver(wanted, reader.api.serviceTime())) {
    const reason = "is in the past: the authorization would open nothing";
    // A grant that is there may open the door for longer, so its end has to be sent.
    if (asked.isNew) {
      asked.fail(["allowedUntilDate"], reason);
    } else {
      asked.warn(`allowedUntilDate ${reason}`);
    }
  }
}

function isUserMissing(reader: Reader, accountUserId: number): Promise<boolean> {
  return reader.collection(accountUser, {}).collection.seemsMissing(String(accountUserId));
}
