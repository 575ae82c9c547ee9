import { readdirSync, readFileSync } from "node:fs";
import { clearInterval, setInterval } from "node:timers";

const EVERY_MS = 200;

/**
 * Watches the processes below `ancestor` whose command line contains `mark`, and keeps the highest resident size that the
 * kernel recorded for any of them. (A short process that only prints its version may come first.) Only Linux provides this;
 * on other systems nothing is found.
 * @param {number} ancestor
 * @param {string} mark
 */
export function watchPeakMemory(ancestor, mark) {
  let peak = 0;
  const ticks = setInterval(() => {
    for (const pid of processes()) {
      if (isMeant(pid, ancestor, mark)) {
        peak = Math.max(peak, highWater(pid));
      }
    }
  }, EVERY_MS);
  return {
    /** In bytes; undefined if no process was seen. */
    stop() {
      clearInterval(ticks);
      return peak === 0 ? undefined : peak;
    },
  };
}

/** @returns {string[]} */
function processes() {
  return read(() => readdirSync("/proc").filter((name) => /^\d+$/.test(name))) ?? [];
}

/**
 * @param {string} pid
 * @param {number} ancestor
 * @param {string} mark
 */
function isMeant(pid, ancestor, mark) {
  const words = read(() => readFileSync(`/proc/${pid}/cmdline`, "utf8"));
  return words?.includes(mark) === true && isBelow(pid, ancestor);
}

/**
 * @param {string} pid
 * @param {number} ancestor
 */
function isBelow(pid, ancestor) {
  for (let at = Number(pid); at > 1; at = parentOf(at)) {
    if (at === ancestor) {
      return true;
    }
  }
  return false;
}

/** @param {number} pid */
function parentOf(pid) {
  // The second field is the program's name in brackets, which may contain anything.
  const fields = read(() =>
    readFileSync(`/proc/${pid}/stat`, "utf8")
      .replace(/^.*\) /s, "")
      .split(" "),
  );
  return Number(fields?.[1] ?? 0);
}

/** @param {string} pid */
function highWater(pid) {
  const status = read(() => readFileSync(`/proc/${pid}/status`, "utf8")) ?? "";
  return Number(/^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1] ?? 0) * 1024;
}

/**
 * A process may end while we look at it.
 * @template T
 * @param {() => T} look
 * @returns {T | undefined}
 */
function read(look) {
  try {
    return look();
  } catch {
    return undefined;
  }
}
