import { type Clock, sleepBy } from "../../provider/http/clock";

/** A clock that runs faster than others, so that a wait of a minute takes a moment. */
export function fastClock(times = 50): Clock {
  const start = Date.now();
  const after: Clock["after"] = (ms, run) => {
    // A timer with a delay that is too large fires at once.
    const timer = setTimeout(run, Math.min(ms / times, 2 ** 31 - 1));
    return () => clearTimeout(timer);
  };
  return {
    now: () => start + (Date.now() - start) * times,
    after,
    sleep: sleepBy(after),
  };
}
