import type { Smartlock } from "../../provider/api";
import { isReachable } from "../../provider/resources/locks";

/** What a lock says of itself that somebody should do something about. */
export interface LockFlaw {
  readonly kind: "offline" | "wrong-pin" | "battery";
  readonly what: string;
  readonly remedy: string;
}

/** What stops a lock from doing what a program declares, or soon will. */
export function flawsOf(lock: Smartlock): LockFlaw[] {
  const { name, state, adminPinState } = lock;
  const flaws: LockFlaw[] = [];
  if (!isReachable(lock)) {
    flaws.push({
      kind: "offline",
      what: `${name} is offline: it cannot confirm changes.`,
      remedy: 'Bring it back online, or declare waitFor: "accepted" for grants that may wait for it.',
    });
  }
  if (adminPinState === 2) {
    flaws.push({
      kind: "wrong-pin",
      what: `The admin PIN that the service has for ${name} is wrong.`,
      remedy: "Set it again in the app.",
    });
  }
  if (state?.batteryCritical === true) {
    flaws.push({ kind: "battery", what: `The battery of ${name} is nearly empty.`, remedy: "Change it." });
  }
  if (state?.keypadBatteryCritical === true) {
    flaws.push({
      kind: "battery",
      what: `The battery of the keypad of ${name} is nearly empty.`,
      remedy: "Change it.",
    });
  }
  return flaws;
}
