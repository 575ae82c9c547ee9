import { ConflictError } from "../../http";
import { alterations, asKept, isMadeOf } from "../kind/altered";
import type { Altered, Kind } from "../kind/kind";
import { unlessMistaken } from "../lists/absence";
import { say } from "../messages/lines";
import type { BoundKind } from "../run/bound-kind";
import { type Bag, ownerOf } from "../values/bag";
import { isOutcomeUnknown, lookOrFail } from "../writes/lost-answer";
import { matchesOf } from "./adoption";
import { heldByOthers, awaitFreed } from "./handover";
import type { Attempt } from "./left-by-update";
import { Patience, settleTimeoutMs } from "./patience";
import { requireSame } from "./same-object";
import { isBusy, settleIdle, settleRefused, settleUpdated } from "./settle";

/** The object after the write, and the values that the service stores in another form. */
export interface Converged {
  readonly live: object;
  readonly altered: Altered;
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
  wanted: Bag,
  unshown: readonly string[],
  inputs: Bag,
  attempt: Attempt,
  earlier: Altered = {},
): Promise<Converged> {
  const changed = [...kind.differences(wanted, kind.show(live)), ...unshown];
  if (changed.length === 0 && !isBusy(kind, live)) {
    return { live, altered: {} };
  }
  const id = kind.idOf(live);
  const patience = new Patience(kind.session, inputs);
  const updated = await writeWhenIdle(kind, live, wanted, unshown, inputs, patience, attempt);
  if (updated !== undefined) {
    requireSame(kind, id, updated);
    kind.collection(kind.parts(id)).wrote(updated);
    verify(kind, wanted, updated);
    return (await listedAltered(kind, live, wanted, changed, earlier)) ?? { live: updated, altered: {} };
  }
  // The device's time starts here. The time that the request took is not deducted from it.
  const settled = await settleUpdated(kind, live, wanted, settleTimeoutMs(kind.session, inputs), earlier);
  if (settled !== undefined) {
    return { live: settled, altered: alterations(kind, wanted, kind.show(settled)) };
  }
  return { live: await notConfirmed(kind, id, live, wanted, inputs), altered: {} };
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
): Promise<Converged | undefined> {
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
  return { live, altered };
}

/** Only one write at a time is safe. If several follow each other quickly, the service may keep any of them. */
async function writeWhenIdle(
  kind: BoundKind,
  first: object,
  wanted: Bag,
  unshown: readonly string[],
  inputs: Bag,
  patience: Patience,
  attempt: Attempt,
): Promise<object | undefined> {
  const id = kind.idOf(first);
  let live = first;
  let conflicts = 0;
  for (;;) {
    if (isBusy(kind, live)) {
      const idle = await settleIdle(kind, id, patience.restMs);
      if (idle?.live === undefined) {
        throw new Error(await stuck(kind, id, live));
      }
      live = idle.live;
    }
    let changed = [...kind.differences(wanted, kind.show(live)), ...unshown];
    if (changed.length === 0 && live !== first) {
      live = await believed(kind, first, live);
      changed = kind.differences(wanted, kind.show(live));
    }
    if (changed.length === 0) {
      return live;
    }
    if (kind.spec.update === undefined) {
      throw new Error(
        `${kind.label(wanted)} (id ${id}): the service cannot change its ${changed.join(", ")}.`,
      );
    }
    try {
      const updated = await kind.writer.update(live, wanted, changed);
      attempt.mayHappen = true;
      return updated;
    } catch (error) {
      attempt.mayHappen ||= isOutcomeUnknown(error);
      if (error instanceof ConflictError) {
        conflicts += 1;
        const isFree = await awaitHandover(kind, id, wanted, inputs);
        if (!isFree || conflicts > MAX_CONFLICTS) {
          throw error;
        }
        continue;
      }
      live = (await lookOrFail(error, settleRefused(kind, id, error, patience))) ?? live;
    }
  }
}

/**
 * After a wait, a list that shows what is wanted may be older than the object that was to be changed. Where the service
 * reads by id, only that is believed.
 */
async function believed(kind: BoundKind, before: object, listed: object): Promise<object> {
  const id = kind.idOf(before);
  const view = kind.collection(kind.parts(id));
  return view.collection.readsById ? ((await view.readAgain(id).catch(unlessMistaken)) ?? before) : listed;
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
    const found = kind.isSecret(field)
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
      kind.isSecret(field)
        ? `another ${field}`
        : `${field} ${kind.words(field, kind.comparable(field, wanted, shown))} instead of ${kind.words(field, wanted[field])}`,
    );
  return others.length === 0 ? "" : ` The service shows ${others.join(", ")}.`;
}
