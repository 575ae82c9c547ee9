/** Time as the client sees it. Tests use a clock that does not wait. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Resolves after `ms`, or rejects with the signal's reason as soon as it is aborted. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  /** Calls `run` after `ms`; the returned function cancels it. */
  after(ms: number, run: () => void): () => void;
}

/** Builds `sleep` from a timer, for every clock that has one. */
export function sleepBy(after: Clock["after"]): Clock["sleep"] {
  return (ms, signal) =>
    new Promise((resolve, reject) => {
      const stop = (): void => {
        cancel();
        reject(signal.reason as Error);
      };
      const cancel = after(ms, () => {
        signal.removeEventListener("abort", stop);
        resolve();
      });
      if (signal.aborted) {
        stop();
      } else {
        signal.addEventListener("abort", stop, { once: true });
      }
    });
}

function after(ms: number, run: () => void): () => void {
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
}

export const systemClock: Clock = {
  // monotonic, so that a corrected system time neither ends a budget early nor stretches it
  now: () => performance.timeOrigin + performance.now(),
  sleep: sleepBy(after),
  after,
};
