import { setTimeout as sleep } from "node:timers/promises";
import { type SmartlockClient, SmartlockError } from "../../provider/api";
import type { Look, Plan } from "./act";
import { ActError } from "./outcome";

const PAUSE_MS = 1_000;

/** Looks until the lock has said how it ended, or the time is over. Returns what it said. */
export async function waitFor<Answer>(
  plan: Plan<Answer>,
  client: SmartlockClient,
  answer: Answer,
  { seconds }: { readonly seconds: number },
): Promise<string> {
  const until = Date.now() + seconds * 1000;
  const signal = AbortSignal.timeout(seconds * 1000);
  let missing = "nothing was seen yet";
  while (Date.now() < until) {
    const look = await lookOnce(plan, client, answer, signal);
    if (look.is === "confirmed") {
      return look.words;
    }
    if (look.is === "failed") {
      throw new ActError("failed", `The service accepted it, but it failed to ${plan.deed}: ${look.words}`);
    }
    // A read that the end of the time has cut off says nothing.
    missing = signal.aborted ? missing : look.words;
    await sleep(Math.max(0, Math.min(PAUSE_MS, until - Date.now())));
  }
  throw new ActError(
    "unconfirmed",
    `The service accepted the request to ${plan.deed}, but nothing has confirmed it in ${seconds} s: ${missing}. It may still happen. Look before you try again.`,
  );
}

/** What was sent was accepted: a read that fails is no reason to call it failed. */
async function lookOnce<Answer>(
  plan: Plan<Answer>,
  client: SmartlockClient,
  answer: Answer,
  signal: AbortSignal,
): Promise<Look> {
  if (plan.look === undefined) {
    throw new Error(`There is nothing to wait for after: ${plan.deed}.`);
  }
  try {
    return await plan.look(client, answer, { signal });
  } catch (error) {
    if (!(error instanceof SmartlockError)) {
      throw error;
    }
    return { is: "waiting", words: `the check failed (${error.message})` };
  }
}
