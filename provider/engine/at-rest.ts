import type { Kind } from "./kind";
import { Remembered } from "./remembered";
import { hostOf, isBusy, settleIdle } from "./settle";
import { settleTimeoutMs } from "./settle-timeout";
import type { Session } from "./session";

/** Until when the comparisons of a run wait. They share one deadline, because they come one after the other. */
const deadlines = new WeakMap<Session, number>();

/**
 * The object once no operation is in progress on it; undefined if it is gone by then. What a killed run asked for may
 * still happen. If an object were compared while its delete is in progress, an unchanged program would seem to be done,
 * and a moment later the door would no longer open. There is no wait for a device that cannot make progress.
 */
export async function atRest(
  session: Session,
  kind: Kind,
  id: string,
  live: object,
): Promise<object | undefined> {
  if (!isBusy(kind, live)) {
    return live;
  }
  const host = await hostOf(session, kind, kind.parts(id));
  const label = kind.labelOn(kind.show(live), host);
  if (host?.online === false) {
    session.sayOnce(
      `Warning: ${label}: a change sent earlier has not reached the lock, which is offline. ` +
        "It may still take effect when the lock is back.",
    );
    return live;
  }
  session.sayOnce(`${label}: a change sent earlier is still under way; waiting for it to end.`);
  const deadline = deadlines.get(session) ?? session.clock.now() + settleTimeoutMs(session, {});
  deadlines.set(session, deadline);
  const restMs = deadline - session.clock.now();
  if (restMs <= 0) {
    return asListedLate(session, kind, id);
  }
  const idle = await settleIdle(session, kind, id, restMs);
  return idle === undefined ? live : idle.live;
}

/** Lists that are taken after other comparisons have used up the time. */
const lateLists = new WeakMap<Session, Remembered<string, unknown>>();

/** What has become of the object while others were waited for. One more list for each place is enough for all of them. */
async function asListedLate(session: Session, kind: Kind, id: string): Promise<object | undefined> {
  const view = session.collection(kind, kind.parts(id));
  const lists = lateLists.get(session) ?? new Remembered<string, unknown>();
  lateLists.set(session, lists);
  const place = JSON.stringify([kind.spec.type, kind.listedBy(kind.parts(id)), view.part ?? null]);
  await lists.of(place, () => view.fresh());
  return (await view.known()).get(id);
}
