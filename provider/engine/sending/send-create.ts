import { SmartlockError } from "../../http";
import type { JournalEntry, Sent } from "../journal/journal";
import type { Kind } from "../kind/kind";
import { unlessMistaken } from "../lists/absence";
import type { Listing } from "../lists/listing";
import type { View } from "../lists/view";
import { alikeBefore, becomeSince, Exclusion, isNothing, isSurelyOlder } from "../looking/by-exclusion";
import { settleTimeoutMs } from "../looking/patience";
import { settleCreated } from "../looking/settle";
import { say } from "../messages/lines";
import { type Accepted, isAccepted, type Sends } from "../pending/accepted";
import { entryOfCreate } from "../pending/create-note";
import { listAfterSync, lookOtherwiseNow } from "../pending/pending";
import type { BoundKind } from "../run/bound-kind";
import { isKeptBack } from "../run/read-only";
import { type Bag, ownerOf } from "../values/bag";
import {
  isIdentityRefused,
  isOutcomeOpen,
  isOutcomeUnknown,
  lookOrFail,
  mayAppearLater,
  mayHaveBeenMade,
} from "../writes/lost-answer";
import { timeAfterSync, syncAndLookFor } from "./sync-before-create";

/** Each repeat is sent only after proof that the object is missing. A service that fails this often always fails. */
const MAX_SENDS = 4;

/** Created. Where the answer to an earlier send was lost, that one may have made another object. */
export interface Made {
  readonly live: object;
  readonly sends: Sends;
}

/** Sends a create once, even if an earlier run may have sent the same one and died. */
export async function sendCreate(
  kind: BoundKind,
  inputs: Bag,
  wanted: Bag,
  idsBefore: ReadonlySet<string>,
): Promise<Made | Accepted | "look again"> {
  await requireOnline(kind, inputs, wanted);
  const entry = await entryOfCreate(kind, wanted);
  if (entry === undefined) {
    return send(kind, inputs, wanted, idsBefore, entry);
  }
  const left = await entry.read();
  if (left !== undefined) {
    return awaitSentByDeadRun(kind, inputs, wanted, idsBefore, entry, left);
  }
  if (await syncAndLookFor(kind, inputs, wanted, idsBefore)) {
    return "look again";
  }
  const created = await send(kind, inputs, wanted, idsBefore, entry).catch(async (error: unknown) => {
    if (!mayAppearLater(error)) {
      await entry.forget();
    }
    throw error;
  });
  // An object that is only accepted may appear after a crash that loses its record, so its note stays.
  if (created === "look again" || !isAccepted(created)) {
    await entry.forget();
  }
  return created;
}

/** Waits for what a dead run sent. If the lock is offline, it is recorded as pending instead. */
async function awaitSentByDeadRun(
  kind: BoundKind,
  inputs: Bag,
  wanted: Bag,
  idsBefore: ReadonlySet<string>,
  entry: JournalEntry,
  left: Sent,
): Promise<Made | Accepted | "look again"> {
  const now = kind.session.api.serviceTime();
  // If the clock was set back since then, the note is from the future.
  const sent: Sent = { ...left, at: Math.min(left.at, now) };
  if ((await kind.deviceOf(wanted))?.online === false) {
    return { sends: [sent] };
  }
  const find = (timeoutMs: number): Promise<Made | Accepted | "look again" | undefined> =>
    findLeft(kind, inputs, wanted, idsBefore, sent, timeoutMs);
  const restMs = Math.max(0, sent.at + settleTimeoutMs(kind.session, inputs) - now);
  const found = (await find(restMs)) ?? (await findInDevice(kind, inputs, wanted, find));
  // What may be it is a question for a person. Until it is answered, the note is needed.
  if (found === undefined || found === "look again" || !isAccepted(found)) {
    await entry.remove();
  }
  return found ?? "look again";
}

/** What became of what a dead run sent, as far as lists show it within this time. */
async function findLeft(
  kind: BoundKind,
  inputs: Bag,
  wanted: Bag,
  idsBefore: ReadonlySet<string>,
  sent: Sent,
  timeoutMs: number,
): Promise<Made | Accepted | "look again" | undefined> {
  const isNew = (live: object): boolean => !isSurelyOlder(kind, live, sent.at);
  const found = await settleCreated(kind, wanted, idsBefore, isNew, timeoutMs);
  if (found !== undefined) {
    return "look again";
  }
  // If the service alters names, the object may be there under another name.
  if (kind.isIdentityAlterable(wanted)) {
    const listed = await kind.collection(wanted).known();
    const { live, mayBe } = becomeSince(kind, listed, inputs, sent);
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
  kind: BoundKind,
  inputs: Bag,
  wanted: Bag,
  find: (timeoutMs: number) => Promise<T | undefined>,
): Promise<T | undefined> {
  if (kind.spec.parent?.device === undefined) {
    return undefined;
  }
  const restMs = await timeAfterSync(kind, inputs, wanted).catch((error: unknown) => {
    if (isKeptBack(error)) {
      throw error;
    }
    // A token may not be allowed to ask. The device gets its time all the same.
    unlessMistaken(error);
    return settleTimeoutMs(kind.session, inputs);
  });
  const found = await find(restMs);
  if (found !== undefined) {
    return found;
  }
  await lookOtherwiseNow(kind, [wanted]);
  return find(0);
}

/** Fails if the device is offline and cannot confirm the create, unless the user accepts that. */
async function requireOnline(kind: BoundKind, inputs: Bag, wanted: Bag): Promise<void> {
  const device = await kind.deviceOf(wanted);
  if (device !== undefined && !device.online && inputs["waitFor"] !== "accepted") {
    throw new Error(
      `${kind.label(wanted)} was not created: ${device.name} is offline and could not confirm it. Run again when it is back, or set ` +
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
  kind: BoundKind,
  inputs: Bag,
  wanted: Bag,
  idsBefore: ReadonlySet<string>,
  entry: JournalEntry | undefined,
  open?: OpenSend,
): Promise<Made | Accepted | "look again"> {
  const collection = kind.collection(wanted);
  const timeoutMs = settleTimeoutMs(kind.session, inputs);
  const listed = await collection.known();
  const at = kind.session.api.serviceTime();
  const now: Sent = { at, notIt: alikeBefore(kind, listed, wanted, at) };
  const sends = open === undefined ? ([now] as const) : ([...open.sends, now] as const);
  // Also before a repeat, because what the repeat makes appears later than what the first create made.
  await entry?.write(now);
  const exclusion = new Exclusion(kind, ownerOf(inputs), wanted, listed, sends[0].at);
  try {
    const live = await kind.writer.create(wanted);
    // An answer that names an object from before proves nothing. The list decides.
    if (live !== undefined && !listed.has(kind.idOf(live))) {
      collection.wrote(live);
      exclusion.end(live);
      return { live, sends };
    }
  } catch (error) {
    // If a repeat is refused, that says nothing about the send before it.
    const failed = {
      error: open?.error ?? error,
      sends: isOutcomeUnknown(error) ? sends : (open?.sends ?? sends),
    };
    try {
      const found = await foundAfter(kind, inputs, wanted, idsBefore, exclusion, error, sends);
      if (found !== undefined) {
        return found === "look again" ? found : { live: found, sends: failed.sends };
      }
      const mayFollow = isOutcomeOpen(error) && sends.length < MAX_SENDS;
      if (mayFollow && (await syncAndProveMissing(kind, wanted, idsBefore, exclusion))) {
        exclusion.end();
        return await send(kind, inputs, wanted, idsBefore, entry, failed);
      }
      throw failed.error;
    } catch (trouble) {
      return recordable(kind, failed, trouble);
    }
  }
  try {
    const device = await kind.deviceOf(wanted);
    const isPatient = device?.online === false && inputs["waitFor"] === "accepted";
    const recognise = (now: Listing<object>): object | undefined => exclusion.plausibleIn(now);
    const isNew = (one: object): boolean => !isSurelyOlder(kind, one, sends[0].at);
    const restMs = isPatient ? 0 : timeoutMs;
    const live = await settleCreated(kind, wanted, idsBefore, isNew, restMs, recognise);
    if (live !== undefined) {
      exclusion.end(live);
      return { live, sends };
    }
    return isPatient || !exclusion.isPossible ? { sends } : await lastLook(exclusion, collection, sends);
  } catch (trouble) {
    return { sends, trouble };
  }
}

/** The object, if a create that failed has made it anyway. */
async function foundAfter(
  kind: BoundKind,
  inputs: Bag,
  wanted: Bag,
  idsBefore: ReadonlySet<string>,
  exclusion: Exclusion,
  error: unknown,
  [{ at }, ...repeats]: Sends,
): Promise<object | "look again" | undefined> {
  const timeoutMs = mayAppearLater(error) ? settleTimeoutMs(kind.session, inputs) : 0;
  const found = mayHaveBeenMade(error)
    ? await lookOrFail(error, lookAgain(kind, wanted, idsBefore, exclusion, at, timeoutMs))
    : undefined;
  const isFirstRefused = isIdentityRefused(error) && repeats.length === 0;
  // It was there before, or somebody was faster: no send of ours has made it. The adoption policy decides.
  const isAnothers = found !== undefined && (isFirstRefused || isSurelyOlder(kind, found, at));
  const made = found !== undefined && !isAnothers && exclusion.isEqual(found) ? found : undefined;
  if (found !== undefined || !mayAppearLater(error)) {
    exclusion.end(made);
  }
  if (made === undefined) {
    return isAnothers ? "look again" : undefined;
  }
  refuseUseless(kind, made, wanted);
  say(`${kind.label(wanted)}: the service's answer was lost, but it was created (id ${kind.idOf(made)}).`);
  return made;
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
    exclusion.end(live);
    return { live, sends };
  }
  const mayBe = exclusion.mayBeIn(listed);
  return isNothing(mayBe) ? { sends } : { sends, mayBe };
}

/** If it were taken as created, it would be recorded without the value that makes it useful, and nobody would notice. */
function refuseUseless(kind: Kind, made: object, wanted: Bag): void {
  const lost = kind.spec.adoption?.lostWithAnswer?.(made);
  if (lost !== undefined) {
    throw new Error(
      `${kind.label(wanted)} was created (id ${kind.idOf(made)}), but the answer with its ${lost} was lost, and the service does not ` +
        'show it again. To register it again, set adopt: "always", or delete it by hand and run again.',
    );
  }
}

/** Only a device can prove this: it is online, it was asked what it holds, and lists taken in two ways still lack the object. */
async function syncAndProveMissing(
  kind: BoundKind,
  wanted: Bag,
  idsBefore: ReadonlySet<string>,
  exclusion: Exclusion,
): Promise<boolean> {
  if ((await kind.deviceOf(wanted))?.online !== true) {
    return false;
  }
  const isLacking = (listed: Listing<object>): boolean =>
    kind.matching(listed, wanted).every(([id]) => idsBefore.has(id)) && isNothing(exclusion.mayBeIn(listed));
  if (!isLacking(await listAfterSync(kind, wanted))) {
    return false;
  }
  const other = kind.otherCollection(wanted);
  const seen = await kind.session.waitFor(other, 0, (listed) => ({ isLacking: isLacking(listed) }));
  return seen?.isLacking === true;
}

/** Looks for a new object with the wanted identity. If the service allows that only once, an old one is the answer too. */
async function lookAgain(
  kind: BoundKind,
  wanted: Bag,
  idsBefore: ReadonlySet<string>,
  exclusion: Exclusion,
  at: number,
  timeoutMs: number,
): Promise<object | undefined> {
  const isNew = (live: object): boolean => kind.isUnique(wanted) || !isSurelyOlder(kind, live, at);
  const restMs = kind.spec.asynchronous?.create === true ? timeoutMs : 0;
  return settleCreated(kind, wanted, idsBefore, isNew, restMs, (listed) => exclusion.plausibleIn(listed));
}
