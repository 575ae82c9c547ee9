import { type Bag, ownerOf } from "./bag";
import { becomeSince, Exclusion, justMade } from "./by-exclusion";
import type { View } from "./collection";
import type { Intent, Sent } from "./intent";
import type { Kind } from "./kind";
import type { Listing } from "./listing";
import { isIdentityRefused, isOutcomeOpen, lookAfter, mayAppearLater, mayHaveBeenMade } from "./lost-answer";
import { listAfterSync } from "./pending";
import { say } from "./say";
import type { Session } from "./session";
import { hostOf, settleCreated } from "./settle";
import { settleTimeoutMs } from "./settle-timeout";
import { turnsUpAfterSync } from "./sync-before-create";

/** Each time but the first it is proven to be missing. A service that fails so often fails always. */
const MOST_SENDS = 4;

/** Taken by the service, which does not show it yet. */
export interface Accepted {
  readonly sent: Sent;
  /** What kept it from being seen, if not the time. */
  readonly trouble?: unknown;
  /** In words, what may be it: new where it was to be, under another name. */
  readonly candidates?: string;
}

export function isAccepted(result: object): result is Accepted {
  return Object.hasOwn(result, "sent");
}

/** Sends a create once, also where an earlier run may have sent the same and died. */
export async function sendCreate(
  session: Session,
  kind: Kind,
  inputs: Bag,
  wanted: Bag,
  idsBefore: ReadonlySet<string>,
): Promise<object | Accepted | "look again"> {
  await requireHost(session, kind, inputs, wanted);
  const intent = await intentOf(session, kind, wanted);
  if (intent === undefined) {
    return send(session, kind, inputs, wanted, idsBefore, intent);
  }
  const left = await intent.left();
  if (left !== undefined) {
    return awaitLeft(session, kind, inputs, wanted, idsBefore, intent, left);
  }
  if (await turnsUpAfterSync(session, kind, inputs, wanted, idsBefore)) {
    return "look again";
  }
  const created = await send(session, kind, inputs, wanted, idsBefore, intent).catch(
    async (error: unknown) => {
      if (!mayAppearLater(error)) {
        await intent.forget();
      }
      throw error;
    },
  );
  // What is only accepted may appear after a crash that loses the record of it.
  if (created === "look again" || !isAccepted(created)) {
    await intent.forget();
  }
  return created;
}

/** What a run that died has sent is waited for, on a lock that is there to do it; else it is pending. */
async function awaitLeft(
  session: Session,
  kind: Kind,
  inputs: Bag,
  wanted: Bag,
  idsBefore: ReadonlySet<string>,
  intent: Intent,
  left: Sent,
): Promise<object | Accepted | "look again"> {
  const now = session.api.serviceTime();
  // By a clock that was set back since, the note is from the future.
  const sent: Sent = { ...left, at: Math.min(left.at, now) };
  if ((await hostOf(session, kind, wanted))?.online === false) {
    return { sent };
  }
  const restMs = Math.max(0, sent.at + settleTimeoutMs(session, inputs) - now);
  const found = await settleCreated(session, kind, wanted, idsBefore, restMs);
  // Where the service alters names, it may be there under another one.
  if (found === undefined && kind.isIdentityAlterable(wanted)) {
    const listed = await session.collection(kind, wanted).known();
    const { live, words } = becomeSince(session, kind, listed, inputs, sent);
    if (live !== undefined) {
      await intent.remove();
      return live;
    }
    if (words !== "") {
      return { sent, candidates: words };
    }
  }
  await intent.remove();
  return "look again";
}

/** For kinds of which the service makes two when asked twice. */
async function intentOf(session: Session, kind: Kind, wanted: Bag): Promise<Intent | undefined> {
  if (kind.spec.duplicates?.(wanted) !== true) {
    return undefined;
  }
  const identity = kind.identity(wanted).map((field) => wanted[field]);
  return session.intent([session.settings.baseUrl, await session.account(), kind.spec.type, identity]);
}

/** What was sent has been found, or is proven not to be there: nobody has to wait for it any more. */
export async function forgetIntent(session: Session, kind: Kind, wanted: Bag): Promise<void> {
  await (await intentOf(session, kind, wanted))?.forget();
}

/** Nothing is sent to a device that cannot confirm it, unless the user is content with that. */
async function requireHost(session: Session, kind: Kind, inputs: Bag, wanted: Bag): Promise<void> {
  const host = await hostOf(session, kind, wanted);
  if (host !== undefined && !host.online && inputs["waitFor"] !== "accepted") {
    throw new Error(
      `${kind.label(wanted)} was not created: ${host.name} is offline and could not confirm it. Run again when it is back, or set ` +
        'waitFor: "accepted" to leave it to the service.',
    );
  }
}

/**
 * Sends the create. If it is not known what became of it, the list tells: one new match that equals is ours, and what a
 * device that was asked does not have is sent again.
 */
async function send(
  session: Session,
  kind: Kind,
  inputs: Bag,
  wanted: Bag,
  idsBefore: ReadonlySet<string>,
  intent: Intent | undefined,
  times = 1,
): Promise<object | Accepted | "look again"> {
  const collection = session.collection(kind, wanted);
  const timeoutMs = settleTimeoutMs(session, inputs);
  const listed = await collection.known();
  const at = session.api.serviceTime();
  const sent: Sent = { at, notIt: justMade(kind, listed, wanted, at) };
  // Also before the next time: what is sent then appears later than what was sent first.
  await intent?.note(sent);
  const exclusion = new Exclusion(session, kind, ownerOf(inputs), wanted, listed);
  try {
    const live = await session.writer(kind).create(wanted);
    // An answer that names what was there before tells nothing; the list does.
    if (live !== undefined && !listed.has(kind.idOf(live))) {
      collection.wrote(live);
      exclusion.end();
      return live;
    }
  } catch (error) {
    const found = mayHaveBeenMade(error)
      ? await lookAfter(
          error,
          lookAgain(session, kind, wanted, idsBefore, exclusion, mayAppearLater(error) ? timeoutMs : 0),
        )
      : undefined;
    if (found !== undefined || !mayAppearLater(error)) {
      exclusion.end();
    }
    if (found !== undefined && isIdentityRefused(error)) {
      // Somebody was faster. Whose it is the adoption policy decides, as if it had been there before.
      return "look again";
    }
    const isOurs = found !== undefined && exclusion.isEqual(found);
    if (!isOurs) {
      const mayFollow = isOutcomeOpen(error) && times < MOST_SENDS;
      if (mayFollow && (await isSurelyMissing(session, kind, wanted, idsBefore, exclusion))) {
        exclusion.end();
        return send(session, kind, inputs, wanted, idsBefore, intent, times + 1);
      }
      throw error;
    }
    refuseUseless(kind, found, wanted);
    say(
      `${kind.label(wanted)}: the answer of the service was lost, but it was created (id ${kind.idOf(found)}).`,
    );
    return found;
  }
  try {
    const host = await hostOf(session, kind, wanted);
    const isPatient = host?.online === false && inputs["waitFor"] === "accepted";
    const recognise = (now: Listing<object>): object | undefined => exclusion.plausibleIn(now);
    const live = await settleCreated(session, kind, wanted, idsBefore, isPatient ? 0 : timeoutMs, recognise);
    if (live !== undefined) {
      exclusion.end();
      return live;
    }
    return isPatient || !exclusion.isPossible ? { sent } : await lastLook(exclusion, collection, sent);
  } catch (trouble) {
    return { sent, trouble };
  }
}

/** When the time is over, what is new there is it, whatever it is called; if several are, nobody can tell. */
async function lastLook(
  exclusion: Exclusion,
  collection: View<object>,
  sent: Sent,
): Promise<object | Accepted> {
  const listed = await collection.fresh();
  const live = exclusion.onlyIn(listed);
  if (live !== undefined) {
    exclusion.end();
    return live;
  }
  const candidates = exclusion.namedIn(listed);
  return candidates === "" ? { sent } : { sent, candidates };
}

/** Taken for made, it would be recorded without what it is good for, and nobody would notice. */
function refuseUseless(kind: Kind, made: object, wanted: Bag): void {
  const lost = kind.spec.lostWithAnswer?.(made);
  if (lost !== undefined) {
    throw new Error(
      `${kind.label(wanted)} was created (id ${kind.idOf(made)}), but the answer with its ${lost} was lost, and the service does not ` +
        'show it a second time. To register it anew, set adopt: "always", or delete it by hand and run again.',
    );
  }
}

/** Only a device can tell: it is there, was asked what it holds, and a complete list still lacks the object. */
async function isSurelyMissing(
  session: Session,
  kind: Kind,
  wanted: Bag,
  idsBefore: ReadonlySet<string>,
  exclusion: Exclusion,
): Promise<boolean> {
  if ((await hostOf(session, kind, wanted))?.online !== true) {
    return false;
  }
  const listed = await listAfterSync(session, kind, wanted);
  const isMatched = kind.matching(listed, wanted).some(([id]) => !idsBefore.has(id));
  return !isMatched && exclusion.namedIn(listed) === "";
}

/** A new object of the wanted identity. */
async function lookAgain(
  session: Session,
  kind: Kind,
  wanted: Bag,
  idsBefore: ReadonlySet<string>,
  exclusion: Exclusion,
  timeoutMs: number,
): Promise<object | undefined> {
  const isLate = kind.spec.asynchronous?.create === true;
  return settleCreated(session, kind, wanted, idsBefore, isLate ? timeoutMs : 0, (listed) =>
    exclusion.plausibleIn(listed),
  );
}
