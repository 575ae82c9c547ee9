import { SmartlockError } from "../http";
import { unlessMistaken } from "./absence";
import { type Bag, ownerOf } from "./bag";
import { alikeBefore, becomeSince, Exclusion, isNothing, isSurelyOlder, type MayBe } from "./by-exclusion";
import type { View } from "./collection";
import type { Converged } from "./converge";
import type { Intent, Sent } from "./intent";
import type { Kind } from "./kind";
import type { Listing } from "./listing";
import {
  isIdentityRefused,
  isOutcomeOpen,
  isOutcomeUnknown,
  lookAfter,
  mayAppearLater,
  mayHaveBeenMade,
} from "./lost-answer";
import { listAfterSync } from "./pending";
import { isKeptBack } from "./read-only";
import { say } from "./say";
import type { Session } from "./session";
import { hostOf, settleCreated } from "./settle";
import { settleTimeoutMs } from "./settle-timeout";
import { timeAfterSync, turnsUpAfterSync } from "./sync-before-create";

/** Each repeat is sent only after proof that the object is missing. A service that fails this often always fails. */
const MOST_SENDS = 4;

/** Each time that something was sent and may have been made, the first time first. */
type Sends = readonly [Sent, ...Sent[]];

/** Created. Where the answer to an earlier send was lost, that one may have made another object. */
export interface Made {
  readonly live: object;
  readonly sends: Sends;
}

/** Accepted by the service, or perhaps accepted, but not shown yet. */
export interface Accepted {
  readonly sends: Sends;
  /** The failure of the send, if nobody knows whether the service accepted it. */
  readonly lostAnswer?: Error;
  /** Why it has not been seen, if there is another reason than the time limit. */
  readonly trouble?: unknown;
  /** What may be it, in the same place. */
  readonly mayBe?: MayBe;
}

export function isAccepted(result: Made | Accepted | Converged): result is Accepted {
  return !("live" in result);
}

/** Sends a create once, even if an earlier run may have sent the same one and died. */
export async function sendCreate(
  session: Session,
  kind: Kind,
  inputs: Bag,
  wanted: Bag,
  idsBefore: ReadonlySet<string>,
): Promise<Made | Accepted | "look again"> {
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
  // An object that is only accepted may appear after a crash that loses its record, so its note stays.
  if (created === "look again" || !isAccepted(created)) {
    await intent.forget();
  }
  return created;
}

/** Waits for what a dead run sent. If the lock is offline, it is recorded as pending instead. */
async function awaitLeft(
  session: Session,
  kind: Kind,
  inputs: Bag,
  wanted: Bag,
  idsBefore: ReadonlySet<string>,
  intent: Intent,
  left: Sent,
): Promise<Made | Accepted | "look again"> {
  const now = session.api.serviceTime();
  // If the clock was set back since then, the note is from the future.
  const sent: Sent = { ...left, at: Math.min(left.at, now) };
  if ((await hostOf(session, kind, wanted))?.online === false) {
    return { sends: [sent] };
  }
  const find = (timeoutMs: number): Promise<Made | Accepted | "look again" | undefined> =>
    findLeft(session, kind, inputs, wanted, idsBefore, sent, timeoutMs);
  const restMs = Math.max(0, sent.at + settleTimeoutMs(session, inputs) - now);
  const found = (await find(restMs)) ?? (await findInDevice(session, kind, inputs, wanted, find));
  // What may be it is a question for a person. Until it is answered, the note is needed.
  if (found === undefined || found === "look again" || !isAccepted(found)) {
    await intent.remove();
  }
  return found ?? "look again";
}

/** What became of what a dead run sent, as far as lists show it within this time. */
async function findLeft(
  session: Session,
  kind: Kind,
  inputs: Bag,
  wanted: Bag,
  idsBefore: ReadonlySet<string>,
  sent: Sent,
  timeoutMs: number,
): Promise<Made | Accepted | "look again" | undefined> {
  const isNew = (live: object): boolean => !isSurelyOlder(kind, live, sent.at);
  const found = await settleCreated(session, kind, wanted, idsBefore, isNew, timeoutMs);
  if (found !== undefined) {
    return "look again";
  }
  // If the service alters names, the object may be there under another name.
  if (kind.isIdentityAlterable(wanted)) {
    const listed = await session.collection(kind, wanted).known();
    const { live, mayBe } = becomeSince(session, kind, listed, inputs, sent);
    return live === undefined
      ? isNothing(mayBe)
        ? undefined
        : { sends: [sent], mayBe }
      : { live, sends: [sent] };
  }
  return undefined;
}

/**
 * The same after the device was asked what it holds: if it was offline, it may only now do what it was sent. A list
 * that is taken in another way has the last word, because the next step is to send it again.
 */
async function findInDevice<T>(
  session: Session,
  kind: Kind,
  inputs: Bag,
  wanted: Bag,
  find: (timeoutMs: number) => Promise<T | undefined>,
): Promise<T | undefined> {
  const host = kind.spec.asynchronous?.host;
  if (host === undefined) {
    return undefined;
  }
  const restMs = await timeAfterSync(session, host, inputs, wanted).catch((error: unknown) => {
    if (isKeptBack(error)) {
      throw error;
    }
    // A token may not be allowed to ask. The device gets its time all the same.
    unlessMistaken(error);
    return settleTimeoutMs(session, inputs);
  });
  const found = await find(restMs);
  if (found !== undefined) {
    return found;
  }
  const { collection } = session.collection(kind, wanted);
  // Not the look that all creates share: that one may be older than the wait.
  await session.waitFor(session.otherCollection(kind, wanted), 0, (listed) => {
    kind.alike(listed, wanted, kind.fixedIdentity(wanted)).forEach(([, live]) => collection.saw(live));
    return true;
  });
  return find(0);
}

/** Only for kinds where sending a create twice makes two objects. */
async function intentOf(session: Session, kind: Kind, wanted: Bag): Promise<Intent | undefined> {
  if (kind.isUnique(wanted)) {
    return undefined;
  }
  const place = [session.settings.baseUrl, await session.account(), kind.spec.type];
  const named = (form: Bag): unknown[] => [...place, kind.identity(wanted).map((field) => form[field])];
  const { inNumbers } = kind.spec;
  return session.intent(named(wanted), inNumbers && named({ ...wanted, ...inNumbers(wanted) }));
}

/** Removes the note once what was sent is found or proven missing. No run has to wait for it any more. */
export async function forgetIntent(session: Session, kind: Kind, wanted: Bag): Promise<void> {
  await (await intentOf(session, kind, wanted))?.forget();
}

/** Fails if the device is offline and cannot confirm the create, unless the user accepts that. */
async function requireHost(session: Session, kind: Kind, inputs: Bag, wanted: Bag): Promise<void> {
  const host = await hostOf(session, kind, wanted);
  if (host !== undefined && !host.online && inputs["waitFor"] !== "accepted") {
    throw new Error(
      `${kind.label(wanted)} was not created: ${host.name} is offline and could not confirm it. Run again when it is back, or set ` +
        'waitFor: "accepted" to leave it to the service.',
    );
  }
}

/** Sends that may have made the object, although they failed, and how the first one did. */
interface OpenSend {
  readonly error: unknown;
  readonly sends: Sends;
}

/**
 * Sends the create. If the outcome is unknown, the list decides: a single new match that is equal is ours. If the
 * device was asked and does not have the object, the create is sent again.
 */
async function send(
  session: Session,
  kind: Kind,
  inputs: Bag,
  wanted: Bag,
  idsBefore: ReadonlySet<string>,
  intent: Intent | undefined,
  open?: OpenSend,
): Promise<Made | Accepted | "look again"> {
  const collection = session.collection(kind, wanted);
  const timeoutMs = settleTimeoutMs(session, inputs);
  const listed = await collection.known();
  const at = session.api.serviceTime();
  const now: Sent = { at, notIt: alikeBefore(kind, listed, wanted, at) };
  const sends = open === undefined ? ([now] as const) : ([...open.sends, now] as const);
  // Also before a repeat, because what the repeat makes appears later than what the first create made.
  await intent?.note(now);
  const exclusion = new Exclusion(session, kind, ownerOf(inputs), wanted, listed, sends[0].at);
  try {
    const live = await session.writer(kind).create(wanted);
    // An answer that names an object from before proves nothing. The list decides.
    if (live !== undefined && !listed.has(kind.idOf(live))) {
      collection.wrote(live);
      exclusion.end();
      return { live, sends };
    }
  } catch (error) {
    // If a repeat is refused, that says nothing about the send before it.
    const failed = {
      error: open?.error ?? error,
      sends: isOutcomeUnknown(error) ? sends : (open?.sends ?? sends),
    };
    try {
      const found = await foundAfter(session, kind, inputs, wanted, idsBefore, exclusion, error, sends);
      if (found !== undefined) {
        return found === "look again" ? found : { live: found, sends: failed.sends };
      }
      const mayFollow = isOutcomeOpen(error) && sends.length < MOST_SENDS;
      if (mayFollow && (await isSurelyMissing(session, kind, wanted, idsBefore, exclusion))) {
        exclusion.end();
        return await send(session, kind, inputs, wanted, idsBefore, intent, failed);
      }
      throw failed.error;
    } catch (trouble) {
      return recordable(kind, failed, trouble);
    }
  }
  try {
    const host = await hostOf(session, kind, wanted);
    const isPatient = host?.online === false && inputs["waitFor"] === "accepted";
    const recognise = (now: Listing<object>): object | undefined => exclusion.plausibleIn(now);
    const isNew = (one: object): boolean => !isSurelyOlder(kind, one, sends[0].at);
    const restMs = isPatient ? 0 : timeoutMs;
    const live = await settleCreated(session, kind, wanted, idsBefore, isNew, restMs, recognise);
    if (live !== undefined) {
      exclusion.end();
      return { live, sends };
    }
    return isPatient || !exclusion.isPossible ? { sends } : await lastLook(exclusion, collection, sends);
  } catch (trouble) {
    return { sends, trouble };
  }
}

/** The object, if a create that failed has made it anyway. */
async function foundAfter(
  session: Session,
  kind: Kind,
  inputs: Bag,
  wanted: Bag,
  idsBefore: ReadonlySet<string>,
  exclusion: Exclusion,
  error: unknown,
  [{ at }, ...repeats]: Sends,
): Promise<object | "look again" | undefined> {
  const timeoutMs = mayAppearLater(error) ? settleTimeoutMs(session, inputs) : 0;
  const found = mayHaveBeenMade(error)
    ? await lookAfter(error, lookAgain(session, kind, wanted, idsBefore, exclusion, at, timeoutMs))
    : undefined;
  if (found !== undefined || !mayAppearLater(error)) {
    exclusion.end();
  }
  const isOurs = found !== undefined && exclusion.isEqual(found);
  const isFirstRefused = isIdentityRefused(error) && repeats.length === 0;
  if (found !== undefined && (isFirstRefused || isSurelyOlder(kind, found, at))) {
    // It was there before, or somebody was faster: no send of ours has made it. The adoption policy decides.
    return "look again";
  }
  if (!isOurs) {
    return undefined;
  }
  refuseUseless(kind, found, wanted);
  say(`${kind.label(wanted)}: the service's answer was lost, but it was created (id ${kind.idOf(found)}).`);
  return found;
}

/**
 * What to record of a create that may have made the object, for kinds that can be recorded before they are seen. If it
 * were forgotten, and the program changed, it would stay on the door.
 */
function recordable(kind: Kind, { error, sends }: OpenSend, trouble: unknown): Accepted {
  if (kind.spec.asynchronous?.create !== true || !isOutcomeUnknown(error)) {
    throw trouble;
  }
  // That the service could not be asked either says no more than the first failure.
  return { sends, lostAnswer: error, trouble: trouble instanceof SmartlockError ? undefined : trouble };
}

/** When time is up, the only new object there is ours, whatever its name. If there are several, it is not known which one. */
async function lastLook(
  exclusion: Exclusion,
  collection: View<object>,
  sends: Sends,
): Promise<Made | Accepted> {
  const listed = await collection.fresh();
  const live = exclusion.onlyIn(listed);
  if (live !== undefined) {
    exclusion.end();
    return { live, sends };
  }
  const mayBe = exclusion.mayBeIn(listed);
  return isNothing(mayBe) ? { sends } : { sends, mayBe };
}

/** If it were taken as created, it would be recorded without the value that makes it useful, and nobody would notice. */
function refuseUseless(kind: Kind, made: object, wanted: Bag): void {
  const lost = kind.spec.lostWithAnswer?.(made);
  if (lost !== undefined) {
    throw new Error(
      `${kind.label(wanted)} was created (id ${kind.idOf(made)}), but the answer with its ${lost} was lost, and the service does not ` +
        'show it again. To register it again, set adopt: "always", or delete it by hand and run again.',
    );
  }
}

/** Only a device can prove this: it is online, it was asked what it holds, and lists taken in two ways still lack the object. */
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
  const isLacking = (listed: Listing<object>): boolean =>
    kind.matching(listed, wanted).every(([id]) => idsBefore.has(id)) && isNothing(exclusion.mayBeIn(listed));
  if (!isLacking(await listAfterSync(session, kind, wanted))) {
    return false;
  }
  const other = session.otherCollection(kind, wanted);
  const seen = await session.waitFor(other, 0, (listed) => ({ isLacking: isLacking(listed) }));
  return seen?.isLacking === true;
}

/** Looks for a new object with the wanted identity. If the service allows that only once, an old one is the answer too. */
async function lookAgain(
  session: Session,
  kind: Kind,
  wanted: Bag,
  idsBefore: ReadonlySet<string>,
  exclusion: Exclusion,
  at: number,
  timeoutMs: number,
): Promise<object | undefined> {
  const isNew = (live: object): boolean => kind.isUnique(wanted) || !isSurelyOlder(kind, live, at);
  const restMs = kind.spec.asynchronous?.create === true ? timeoutMs : 0;
  return settleCreated(session, kind, wanted, idsBefore, isNew, restMs, (listed) =>
    exclusion.plausibleIn(listed),
  );
}
