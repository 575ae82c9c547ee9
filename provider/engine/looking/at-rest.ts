import type { BoundKind } from "../run/bound-kind";
import type { Session } from "../run/session";
import { Remembered } from "../values/remembered";
import { settleTimeoutMs } from "./patience";
import { isBusy, settleIdle } from "./settle";

/** Until when the comparisons of a run wait. They share one deadline, because they come one after the other. */
const deadlines = new WeakMap<Session, number>();

/**
 * The object once no operation is in progress on it; undefined if it is gone by then. What a killed run asked for may
 * still happen. If an object were compared while its delete is in progress, an unchanged program would seem to be done,
 * and a moment later the door would no longer open. There is no wait for a device that cannot make progress.
 */
export async function atRest(kind: BoundKind, id: string, live: object): Promise<object | undefined> {
  if (!isBusy(kind, live)) {
    return live;
  }
  const device = await kind.deviceOf(kind.parts(id));
  const label = kind.labelOn(kind.show(live), device);
  if (device?.online === false) {
    kind.session.sayOnce(
      `Warning: ${label}: a change sent earlier has not reached the lock, which is offline. ` +
        "It may still take effect when the lock is back.",
    );
    return live;
  }
  kind.session.sayOnce(`${label}: a change sent earlier is still under way; waiting for it to end.`);
  const deadline =
    deadlines.get(kind.session) ?? kind.session.clock.now() + settleTimeoutMs(kind.session, {});
  deadlines.set(kind.session, deadline);
  const restMs = deadline - kind.session.clock.now();
  if (restMs <= 0) {
    return asListedLate(kind, id);
  }
  const idle = await settleIdle(kind, id, restMs);
  return idle === undefined ? live : idle.live;
}

/** Lists that are taken after other comparisons have used up the time. */
const lateLists = new WeakMap<Session, Remembered<string, unknown>>();

/** What has become of the object while others were waited for. One more list for each place is enough for all of them. */
async function asListedLate(kind: BoundKind, id: string): Promise<object | undefined> {
  const view = kind.collection(kind.parts(id));
  const lists = lateLists.get(kind.session) ?? new Remembered<string, unknown>();
  lateLists.set(kind.session, lists);
  const place = JSON.stringify([kind.spec.type, kind.parentOf(kind.parts(id)) ?? null]);
  await lists.of(place, () => view.fresh());
  return (await view.known()).get(id);
}
