import { settleTimeoutMs } from "../looking/patience";
import type { BoundKind } from "../run/bound-kind";
import type { Bag } from "../values/bag";

/**
 * Asks the device what it holds, once per run, and returns how much time it has left to do what it was sent before. No
 * list shows what a device still has to do, and nothing says when it has done all of it. So it gets as much time as
 * anything accepted may take.
 */
export async function timeAfterSync(kind: BoundKind, inputs: Bag, wanted: Bag): Promise<number> {
  const { session } = kind;
  const askedAt = await session.syncs.of(kind.parentOf(wanted) ?? "", async () => {
    await kind.sync(wanted);
    return session.clock.now();
  });
  return Math.max(0, askedAt + settleTimeoutMs(session, inputs) - session.clock.now());
}

/** Whether an object with the wanted identity turns up that a run without notes may have sent before it died. */
export async function syncAndLookFor(
  kind: BoundKind,
  inputs: Bag,
  wanted: Bag,
  idsBefore: ReadonlySet<string>,
): Promise<boolean> {
  if (!kind.session.settings.syncBeforeCreate || kind.spec.parent?.device === undefined) {
    return false;
  }
  // A device that is offline cannot be asked.
  if ((await kind.deviceOf(wanted))?.online === false) {
    return false;
  }
  const restMs = await timeAfterSync(kind, inputs, wanted);
  const found = await kind.session.waitFor(kind.collection(wanted), restMs, (listed) =>
    kind.matching(listed, wanted).find(([id]) => !idsBefore.has(id)),
  );
  return found !== undefined;
}
