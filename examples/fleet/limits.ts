import type { Fleet } from "./fleet-file";

/**
 * What one of several stacks may send. The service counts an account's requests, no matter who sends them. Each stack has
 * its own provider process, which knows nothing about the others. So each gets an equal share of what the account may send:
 * together they never exceed it, and they need not talk to each other. The share is passed in the environment, not in the
 * stack's configuration, so that another number of stacks does not change any stack.
 */
export function shareOf(limits: Fleet["limits"], stacksAtOnce: number): Record<string, string> {
  return {
    SMARTLOCK_REQUESTS_PER_SECOND: String(limits.requestsPerSecond / stacksAtOnce),
    SMARTLOCK_CONCURRENCY: String(Math.floor(limits.concurrency / stacksAtOnce)),
  };
}

/** Never more stacks than requests at the same time: each stack needs at least one. */
export function stacksAtOnce(limits: Fleet["limits"], wanted: number, stacks: number): number {
  return Math.max(1, Math.min(wanted, stacks, limits.concurrency));
}
