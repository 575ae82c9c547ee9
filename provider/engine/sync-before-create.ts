import type { Bag } from "./bag";
import type { Kind } from "./kind";
import type { Asynchronous } from "./resource-spec";
import type { Session } from "./session";
import { hostOf } from "./settle";
import { settleTimeoutMs } from "./settle-timeout";

type Device = NonNullable<Asynchronous<object>["host"]>;

/**
 * Asks the device what it holds, once per run, and returns how much time it has left to do what it was sent before. No
 * list shows what a device still has to do, and nothing says when it has done all of it. So it gets as much time as
 * anything accepted may take.
 */
export async function timeAfterSync(
  session: Session,
  host: Device,
  inputs: Bag,
  wanted: Bag,
): Promise<number> {
  const device = host.keyFrom(wanted);
  const askedAt = await session.syncs.of(device, async () => {
    await host.sync(session.api, device);
    return session.clock.now();
  });
  return Math.max(0, askedAt + settleTimeoutMs(session, inputs) - session.clock.now());
}

/** Whether an object with the wanted identity turns up that a run without notes may have sent before it died. */
export async function turnsUpAfterSync(
  session: Session,
  kind: Kind,
  inputs: Bag,
  wanted: Bag,
  idsBefore: ReadonlySet<string>,
): Promise<boolean> {
  const host = kind.spec.asynchronous?.host;
  if (!session.settings.syncBeforeCreate || host === undefined) {
    return false;
  }
  // A device that is offline cannot be asked.
  if ((await hostOf(session, kind, wanted))?.online === false) {
    return false;
  }
  const restMs = await timeAfterSync(session, host, inputs, wanted);
  const found = await session.waitFor(session.collection(kind, wanted), restMs, (listed) =>
    kind.matching(listed, wanted).find(([id]) => !idsBefore.has(id)),
  );
  return found !== undefined;
}
