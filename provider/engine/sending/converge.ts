import { ConflictError } from "../../http";
import { alterations, asKept, isMadeOf } from "../kind/altered";
import type { Altered, Kind } from "../kind/kind";
import { Patience, settleTimeoutMs } from "../looking/patience";
import { readNow } from "../looking/read-now";
import { isBusy, settleIdle, settleRefused, settleUpdated } from "../looking/settle";
import { say } from "../messages/lines";
import type { Attempt } from "../pending/left-by-update";
import type { BoundKind } from "../run/bound-kind";
import { type Bag, ownerOf } from "../values/bag";
import { isOutcomeUnknown, lookOrFail } from "../writes/lost-answer";
import { matchesOf } from "./adoption";
import { heldByOthers, awaitFreed } from "./handover";
import { requireSame } from "./same-object";

/** What an object is to become. */
export interface Aim {
  /** Its fields. The ignored ones are as they are on the object. */
  of(live: object): Bag;
  /** What others decide about, although it is sent with each change. */
  readonly ignored: readonly string[];
}

/** The object after the write, and the values that the service stores in another form. */
export interface Converged {
  readonly live: object;
  readonly altered: Altered;
}

interface ConvergedTo extends Converged {
  /** What it was to become. */
  readonly wanted: Bag;
}

/**
 * A value that is handed over was free when somebody looked, and may be taken again. A value held by something that is
 * not shown, such as a ghost, stays taken.
 */
const MAX_CONFLICTS = 3;

/**
 * Changes an object to what is wanted with one write, and checks the result. Nothing is sent if nothing differs.
 * `unshown` are fields to set that the service never shows. `earlier` is what the service made of earlier values.
 */
export async function converge(
  kind: BoundKind,
  live: object,
  aim: Aim,
  unshown: readonly string[],
  inputs: Bag,
  attempt: Attempt,
  earlier: Altered = {},
): Promise<ConvergedTo> {
  const changed = [...kind.differences(aim.of(live), kind.show(live)), ...unshown];
  if (changed.length === 0 && !isBusy(kind, live)) {
    return { live, wanted: aim.of(live), altered: {} };
  }
  const id = kind.idOf(live);
  const patience = new Patience(kind.session, inputs);
  const { wanted, updated } = await writeWhenIdle(kind, live, aim, unshown, inputs, patience, attempt);
  if (updated !== undefined) {
    requireSame(kind, live, updated);
    kind.collection(kind.parts(id)).wrote(updated);
    verify(kind, wanted, updated);
    const listed = await listedAltered(kind, live, wanted, changed, earlier);
    return listed ?? { live: updated, wanted, altered: {} };
  }
  // The device's time starts here. The time that the request took is not deducted from it.
  const settled = await settleUpdated(kind, live, wanted, settleTimeoutMs(kind.session, inputs), earlier);
  if (settled !== undefined) {
    return { live: settled, wanted, altered: alterations(kind, wanted, kind.show(settled)) };
  }
  return { live: await notConfirmed(kind, id, live, wanted, inputs), wanted, altered: {} };
}

/**
 * After a name was written: an answer without the object cannot show how the name was stored. Returns the object if the
 * list shows what the service made of the name.
 */
async function listedAltered(
  kind: BoundKind,
  before: object,
  wanted: Bag,
  changed: readonly string[],
  earlier: Altered,
): Promise<ConvergedTo | undefined> {
  if (!kind.alterable.some((field) => changed.includes(field))) {
    return undefined;
  }
  const id = kind.idOf(before);
  const collection = kind.collection(kind.parts(id));
  const live = (await collection.fresh()).get(id);
  if (live === undefined) {
    return undefined;
  }
  const [shown, shownBefore] = [kind.show(live), kind.show(before)];
  const altered = alterations(kind, wanted, shown);
  const fields = Object.keys(altered);
  const isMade = (field: string): boolean =>
    isMadeOf(wanted[field], shown[field], shownBefore[field], earlier[field]);
  if (fields.length === 0 || !fields.every(isMade)) {
    return undefined;
  }
  verify(kind, asKept(wanted, altered, shown), live);
  collection.wrote(live);
  return { live, wanted, altered };
}

/** What was sent, and the object if the answer had it. */
interface Written {
  readonly wanted: Bag;
  readonly updated: object | undefined;
}

/** Only one write at a time is safe. If several follow each other quickly, the service may keep any of them. */
async function writeWhenIdle(
  kind: BoundKind,
  first: object,
  aim: Aim,
  unshown: readonly string[],
  inputs: Bag,
  patience: Patience,
  attempt: Attempt,
): Promise<Written> {
  const id = kind.idOf(first);
  let live = first;
  let hasWaited = false;
  let conflicts = 0;
  for (;;) {
    if (isBusy(kind, live)) {
      const idle = await settleIdle(kind, id, patience.restMs);
      if (idle?.live === undefined) {
        throw new Error(await stuck(kind, id, live));
      }
      live = idle.live;
      hasWaited = true;
    }
    const toSend = (): string[] => [...kind.differences(aim.of(live), kind.show(live)), ...unshown];
    if (hasWaited && (aim.ignored.length > 0 || toSend().length === 0)) {
      live = await believed(kind, first, live, aim);
    }
    const wanted = aim.of(live);
    const changed = toSend();
    if (changed.length === 0) {
      return { wanted, updated: live };
    }
    if (kind.spec.update === undefined) {
      throw new Error(
        `${kind.label(wanted)} (id ${id}): the service cannot change its ${changed.join(", ")}. Declare what it has, or ` +
          "delete it by hand and run again.",
      );
    }
    try {
      const updated = await kind.writer.update(live, wanted, changed);
      attempt.mayHappen = true;
      return { wanted, updated };
    } catch (error) {
      attempt.mayHappen ||= isOutcomeUnknown(error);
      if (error instanceof ConflictError) {
        conflicts += 1;
        const isFree = await awaitHandover(kind, id, wanted, inputs);
        if (!isFree || conflicts > MAX_CONFLICTS) {
          throw error;
        }
      } else {
        live = (await lookOrFail(error, settleRefused(kind, id, error, patience))) ?? live;
      }
      hasWaited = true;
    }
  }
}

/**
 * After a wait, a list that shows what is wanted may be older than the object that was to be changed, and ignored fields
 * may have got other values meanwhile. Where the service reads by id, only that is believed.
 */
async function believed(kind: BoundKind, before: object, listed: object, aim: Aim): Promise<object> {
  const { live, why } = await readNow(kind, kind.idOf(before));
  if (why !== undefined && aim.ignored.length > 0) {
    throw ignoredUnknown(kind, before, aim, why);
  }
  return live ?? (why === undefined ? listed : before);
}

/** What is ignored is sent with each change, and what a late list shows of it would undo what others have changed there. */
export function ignoredUnknown(kind: Kind, live: object, { ignored }: Aim, why: string): Error {
  return new Error(
    `${kind.label(kind.show(live))} (id ${kind.idOf(live)}) was not changed: the ignored fields (${ignored.join(", ")}) are sent along ` +
      `with their current values, and those could not be read. Run again. ${why}`,
  );
}

/** Whether no other object has the wanted identity, if necessary after waiting for another resource of this run to give it up. */
async function awaitHandover(kind: BoundKind, id: string, wanted: Bag, inputs: Bag): Promise<boolean> {
  const listed = await kind.collection(wanted).fresh();
  const others = (await matchesOf(kind, listed, wanted)).filter((match) => match.id !== id);
  const held = heldByOthers(kind, ownerOf(inputs), others);
  if (held !== undefined) {
    return awaitFreed(kind, inputs, wanted, held.id);
  }
  const [other] = others;
  if (other !== undefined) {
    throw new Error(
      `${kind.label(wanted)} (id ${id}) was not changed: ${other.label} (id ${other.id}) has the same ` +
        `${kind.identity(wanted).join(", ")}, which the service allows only once. If the program no longer declares that one, ` +
        "delete it in a separate run first, since Pulumi deletes last. Otherwise give one of them another value.",
    );
  }
  return true;
}

/** A mismatch is an error, never a loop. */
function verify(kind: Kind, wanted: Bag, live: object): void {
  const shown = kind.show(live);
  const [field] = kind.differences(wanted, shown);
  if (field !== undefined) {
    const found = kind.isUnseen(field)
      ? `${field} was set, but the service shows another one`
      : `${field} was set to ${kind.words(field, wanted[field])}, but the service shows ${kind.words(field, shown[field])}`;
    throw new Error(
      `${kind.label(shown)} (id ${kind.idOf(live)}): ${found}. Declare what the service shows, or look at it in the app.`,
    );
  }
}

async function notConfirmed(
  kind: BoundKind,
  id: string,
  before: object,
  wanted: Bag,
  inputs: Bag,
): Promise<object> {
  const live = (await kind.collection(kind.parts(id)).fresh()).get(id) ?? before;
  const device = await kind.deviceOf(kind.parts(id));
  if (inputs["waitFor"] === "accepted" && device?.online === false) {
    say(`Warning: ${kind.label(wanted)}: ${device.name} is offline and has not confirmed the change yet.`);
    return live;
  }
  throw new Error(await stuck(kind, id, live, wanted));
}

/** `wanted` is what was sent but is not shown, if anything was sent. */
async function stuck(kind: BoundKind, id: string, live: object, wanted: Bag = {}): Promise<string> {
  const device = await kind.deviceOf(kind.parts(id));
  const where = device === undefined ? "The service" : device.name;
  const why =
    device?.online === false
      ? "is offline and "
      : isBusy(kind, live)
        ? "is still busy with an operation and "
        : "";
  // A device that is online and not busy has done it, perhaps differently.
  const instead = why === "" ? shownInstead(kind, wanted, kind.show(live)) : "";
  const error = (live as Bag)["error"];
  const secrets = [...kind.secretsIn(wanted), ...kind.secretsIn(kind.show(live))];
  const said =
    typeof error === "string" && error !== ""
      ? ` It reports: ${kind.session.api.quoted(error, secrets)}.`
      : "";
  const next =
    instead === ""
      ? "Run again when it is reachable; a longer settleTimeout gives it more time."
      : "Run again; a longer settleTimeout gives it more time. If that does not help, the service or the lock stores something " +
        "other than what it is sent: declare what it can hold, or delete it.";
  return `${kind.label(kind.show(live))} (id ${id}): ${where} ${why}did not confirm the change in time.${instead}${said} ${next}`;
}

function shownInstead(kind: Kind, wanted: Bag, shown: Bag): string {
  const others = kind
    .differences(wanted, shown)
    .map((field) =>
      kind.isUnseen(field)
        ? `another ${field}`
        : `${field} ${kind.words(field, kind.comparable(field, wanted, shown))} instead of ${kind.words(field, wanted[field])}`,
    );
  return others.length === 0 ? "" : ` The service shows ${others.join(", ")}.`;
}
