import type { Fleet } from "./fleet-file";

/**
 * What one of several stacks may send. The service counts an account's requests, whoever sends them, and the provider of
 * each stack is a process of its own that knows nothing of the others. So each gets an equal part of what the account may
 * send: together they stay below it at every moment, without having to talk to each other. It travels by the environment,
 * not by the stack's configuration: another number of stacks is no change of any stack.
 */
export function shareOf(limits: Fleet["limits"], stacksAtOnce: number): Record<string, string> {
  return {
    SMARTLOCK_REQUESTS_PER_SECOND: String(limits.requestsPerSecond / stacksAtOnce),
    SMARTLOCK_CONCURRENCY: String(Math.floor(limits.concurrency / stacksAtOnce)),
  };
}

/** No more stacks at once than requests: each needs at least one. */
export function stacksAtOnce(limits: Fleet["limits"], wanted: number, stacks: number): number {
  return Math.max(1, Math.min(wanted, stacks, limits.concurrency));
}
