import { alteredIn, asKept } from "../kind/altered";
import { fieldsThat } from "../kind/field-facts";
import { unsureIn } from "../kind/kind";
import type { Declaration } from "../kind/spec";
import { atRest } from "../looking/at-rest";
import { isNothing } from "../looking/by-exclusion";
import { locate, whyNotCreatedAgain } from "../looking/locate";
import { isBusy, labelOf } from "../looking/settle";
import { sayTwins, sayTwinsOfUnseen } from "../looking/twins";
import { say } from "../messages/lines";
import { underWayNow } from "../pending/left-by-update";
import { earlierIn } from "../pending/look-for-forms";
import { isPending, pendingChanges } from "../pending/pending";
import { earlierForms } from "../pending/sent-forms";
import { sayUnseen } from "../pending/unseen";
import type { BoundKind } from "../run/bound-kind";
import { foretellRefusal } from "../run/read-only";
import type { Session } from "../run/session";
import { type Bag, hidden, names, ownerOf, pick } from "../values/bag";
import { equal } from "../values/equality";
import { propertyPath, valueAt, withoutIgnored } from "../values/property-path";
import { holdsUnknown, NOT_KNOWN_YET } from "../values/unknown";
import { ownerName } from "../values/urn";
import { refuseCircle, refuseFixed, sayDrift, sayNoLongerIgnored, sayReleased, sayTaken } from "./diff-lines";
import { willCreate } from "./foretell-creation";
import { holdBack } from "./hold-back";
import { type Change, changedByProgram, tellAlready, tellChange } from "./plan";

export interface DiffResult {
  readonly changes: boolean;
  readonly replaces: string[];
  readonly deleteBeforeReplace: boolean;
}

/** Changing one of these changes only the state. */
export const RECORDED_STEERING = ["waitFor", "settleTimeout", "deleteContents"];

/** Compares what the program declares with what the service holds now, and says in a preview what the program changes. */
export async function diff(kind: BoundKind, handle: string, olds: Bag, news: Bag): Promise<DiffResult> {
  const { result, change, already = [], mayWrite } = await compare(kind, handle, olds, news, olds);
  // A refresh also asks for differences, but nobody reads it as a plan.
  if (kind.session.claims.isChecked(ownerOf(news))) {
    const isReplaced = result.replaces.length > 0;
    const label = async (): Promise<string> =>
      kind.session.settings.diff === "state" ? kind.label(olds) : labelOf(kind, olds);
    if (isReplaced && change !== undefined && result.deleteBeforeReplace) {
      kind.session.claims.deletesFirst(ownerOf(news));
    }
    if (change !== undefined) {
      const replacement = isReplaced ? { isCreated: await willCreate(kind, news) } : undefined;
      await tellChange(kind, news, change, replacement);
    }
    if (already.length > 0 && !isReplaced) {
      await tellAlready(kind, await label(), news, already, olds);
    }
    if (isReplaced && names(news[hidden.ignore]).length > 0) {
      sayNoLongerIgnored(await label(), news);
    }
    if (change?.changed.length === 0 && !isReplaced) {
      tellRecorded(kind.session, kind.spec.type, await label(), { olds, news, mayWrite });
    }
    if (change !== undefined && !isReplaced && kind.releasedUnshown(olds, news).length > 0) {
      sayReleased(kind, await label(), olds, news);
    }
    if (mayWrite) {
      foretellRefusal(kind.session);
    }
  }
  return result;
}

/** What applies if a field about how to wait or delete is not declared. */
const UNLESS_DECLARED: Readonly<Record<string, unknown>> = {
  waitFor: "confirmed",
  settleTimeout: "the default",
  deleteContents: false,
};

/** Says that the program changes only what the state records. A delete that is to take more has its own line. */
export function tellRecorded(
  session: Session,
  type: string,
  label: string,
  { olds, news, mayWrite }: { readonly olds: Bag; readonly news: Bag; readonly mayWrite: boolean },
): void {
  const valueIn = (bag: Bag, field: string): string =>
    names(bag[hidden.secret]).includes(field)
      ? "another value"
      : holdsUnknown(bag[field])
        ? NOT_KNOWN_YET
        : String(bag[field] ?? UNLESS_DECLARED[field]);
  const changed = RECORDED_STEERING.filter(
    (field) =>
      valueIn(news, field) !== valueIn(olds, field) && !(field === "deleteContents" && news[field] === true),
  ).map((field) => `${field} ${valueIn(news, field)} (was ${valueIn(olds, field)})`);
  if (changed.length > 0) {
    const line = `${label}: ${changed.join(", ")}${mayWrite ? "" : "; nothing is sent"}.`;
    session.plan.tell(type, `${ownerOf(news)} recorded`, line);
  }
}

export interface Compared {
  readonly result: DiffResult;
  /** What the program changes in the object. Absent if there is no object, or another one takes its place. */
  readonly change?: Change;
  /** Fields that are as declared by now, while the state says otherwise. */
  readonly already?: readonly string[];
  /** Whether an update may send something. Otherwise only the state changes. */
  readonly mayWrite: boolean;
}

/** The same, without the line about what the program changes: a set has one line for many objects. */
export async function compare(
  kind: BoundKind,
  handle: string,
  olds: Bag,
  news: Bag,
  /** What Pulumi itself compares the program with. */
  stored: Bag,
): Promise<Compared> {
  const owner = ownerOf(news);
  const id = kind.serviceId(handle, olds);
  const object = kind.object(id ?? handle);
  const wanted = withoutIgnored(kind.wanted(news), names(news[hidden.ignore]));
  const successor = kind.session.claims.successor(object, owner, ownerOf(olds));
  if (successor !== undefined) {
    kind.session.sayOnce(
      `${kind.label(olds)} (id ${id ?? handle}) belongs to ${ownerName(successor)} now: another one will be created in its place.`,
    );
    return {
      result: {
        changes: true,
        replaces: [...kind.identity({ ...olds, ...wanted })],
        deleteBeforeReplace: true,
      },
      mayWrite: true,
    };
  }
  kind.session.claims.claim(object, owner, ownerOf(olds));
  const compared = await compareOwn(kind, handle, olds, news, stored);
  if (compared.result.replaces.length > 0) {
    kind.session.claims.givesUp(object, owner, ownerOf(olds));
  }
  return compared;
}

/** The same for an object that no other resource has. */
async function compareOwn(
  kind: BoundKind,
  handle: string,
  olds: Bag,
  news: Bag,
  stored: Bag,
): Promise<Compared> {
  const owner = ownerOf(news);
  const id = kind.serviceId(handle, olds);
  const object = kind.object(id ?? handle);
  const wanted = withoutIgnored(kind.wanted(news), names(news[hidden.ignore]));
  const unknown = Object.keys(wanted).filter((field) => holdsUnknown(wanted[field]));
  const declared = pick(
    wanted,
    Object.keys(wanted).filter((field) => !unknown.includes(field)),
  );
  const steered = RECORDED_STEERING.some((field) => !equal(news[field], olds[field]));
  const result = (changes: boolean, fields: readonly string[], found: Bag): DiffResult => ({
    changes,
    replaces: replacing(kind.spec, wanted, fields, found, names(news[hidden.replaceOn])),
    deleteBeforeReplace: kind.spec.createFirst !== true,
  });
  // What depends on something that is not known yet has to be replaced together with that.
  const mustWait = async ({ replaces }: DiffResult, changed: readonly string[]): Promise<boolean> =>
    replaces.length > 0 &&
    unknown.length === 0 &&
    kind.session.claims.isChecked(owner) &&
    (await holdBack(kind, olds, declared, changed, news));

  if (id === undefined || isPending(olds)) {
    const changed = [...kind.differences(declared, olds), ...kind.unshownDifferences(declared, olds)];
    const differs = await pendingChanges(kind, olds);
    // Any update of what is pending looks for it, and may send it again.
    const mayWrite = differs || steered || unknown.length > 0 || changed.length > 0;
    const fields = [...changed, ...unknown];
    const compared = result(mayWrite, fields, olds);
    return (await mustWait(compared, changed))
      ? { result: { ...compared, replaces: [] }, mayWrite }
      : { result: compared, change: { wanted, was: olds, changed: fields }, mayWrite };
  }

  const now = await shown(kind, id, olds, wanted, owner);
  if (now === "not missed") {
    const changes = await earlierArrived(kind, id, olds);
    return { result: { changes, replaces: [], deleteBeforeReplace: false }, mayWrite: changes };
  }
  if (now === "gone") {
    return {
      result: {
        changes: true,
        replaces: [...kind.identity({ ...olds, ...wanted })],
        deleteBeforeReplace: true,
      },
      mayWrite: true,
    };
  }
  const { seen, isRead, isUnderWay, isOver } = now;
  const known = asKept(declared, alteredIn(olds), seen);
  const byService = kind.differences(known, seen);
  const byState = kind.unshownDifferences(known, olds);
  const changed = [...byService, ...byState];
  // If somebody has already made the change that the program now declares, only the state is updated. Imported state
  // may lack fields that have their default value.
  const outdated = kind.differences(known, { ...kind.defaults, ...olds });
  const arrived = await earlierArrived(kind, id, olds);
  const isDeclared = !steered && outdated.length === 0 && byState.length === 0 && unknown.length === 0;
  if (isUnderWay && isDeclared && !arrived && (await isWaitedFor(kind, id, olds))) {
    return { result: result(false, [], olds), mayWrite: false };
  }
  refuseFixed(kind, known, seen, changed);
  // What is deleted before its replacement is created gives its values up first, so nobody waits for it in vain.
  const isReplaced = result(true, [...changed, ...unknown], { ...olds, ...seen }).replaces.length > 0;
  if (!isReplaced || kind.spec.createFirst === true) {
    refuseCircle(kind, owner, known, seen);
  }
  await sayDrift(kind, byService, known, stored, seen, news);
  const again = byState.filter((field) => unsureIn(olds).includes(field));
  if (again.length > 0) {
    kind.session.sayOnce(
      `${kind.label(seen)}: ${again.join(", ")} will be set again, because a failed update may have set something else.`,
    );
  }
  const unrecorded = kind.unrecordedSecrets(seen, olds);
  if (unrecorded.length > 0) {
    const isSilent = changed.length === 0 && unknown.length === 0;
    say(
      `${kind.label(seen)}: ${unrecorded.join(", ")} will be recorded in the state${isSilent ? "; nothing is sent" : ""}.`,
    );
  }
  const released = kind.releasedUnshown(olds, news);
  if (isOver) {
    say(
      `${kind.label(seen)}: the change that an earlier run sent has ended. That will be recorded` +
        `${changed.length === 0 && outdated.length === 0 ? "; nothing is sent" : ""}.`,
    );
  }
  // A list that agrees with the declaration may be late. Where nothing can be read by its id, the same is sent again.
  const isSentAgain = outdated.length > 0 && !kind.collection(kind.parts(id)).collection.readsById;
  const isSent = isSentAgain || arrived || isUnderWay || changed.length > 0 || unknown.length > 0;
  const changes =
    isSent || steered || outdated.length > 0 || isOver || unrecorded.length > 0 || released.length > 0;
  // An update reads the object, and sets right what it finds.
  const mayWrite = isSent || (changes && !isRead);
  const compared = result(changes, [...changed, ...unknown], { ...olds, ...seen });
  const byProgram = changedByProgram(kind, changed, known, stored);
  if (await mustWait(compared, byProgram)) {
    return { result: { ...compared, replaces: [] }, mayWrite };
  }
  // What replaces it is looked for when the new one is checked.
  if (kind.session.claims.isChecked(owner) && (!isReplaced || kind.spec.createFirst === true)) {
    await sayTaken(kind, id, { ...seen, ...known }, changed, owner);
  }
  if (kind.spec.createFirst === true) {
    if (compared.replaces.length === 0) {
      kind.session.claims.stays(object, owner);
    } else {
      kind.session.claims.replaced(object, owner);
    }
  }
  const was = { ...seen, ...pick(kind.unshownIn(olds), changed) };
  const already = outdated.filter((field) => !changed.includes(field));
  return {
    result: compared,
    change: { wanted, was, changed: [...byProgram, ...unknown] },
    already,
    mayWrite,
  };
}

/** Whether it is enough for the user that the service has accepted what was sent, because the device is offline. */
async function isWaitedFor(kind: BoundKind, id: string, olds: Bag): Promise<boolean> {
  return olds["waitFor"] === "accepted" && (await kind.deviceOf(kind.parts(id)))?.online === false;
}

/** Whether something has arrived that an earlier run sent for this resource in another form. The update deletes it. */
export async function earlierArrived(kind: BoundKind, id: string, olds: Bag): Promise<boolean> {
  if (earlierForms(kind, olds).length === 0 || kind.session.settings.diff === "state") {
    return false;
  }
  const parts = kind.parts(id);
  const listed = await kind.collection(parts).known();
  const { found, unseen } = earlierIn(kind, listed, id, olds);
  const device = await kind.deviceOf(parts);
  for (const [, live] of found) {
    kind.session.sayOnce(
      `${kind.labelOn(kind.show(live), device)} (id ${kind.idOf(live)}), which was sent by an earlier run, arrived late. It will be deleted, ` +
        "because it is not the one that this resource has now.",
    );
  }
  unseen.filter(({ mayBe }) => !isNothing(mayBe)).forEach((one) => sayUnseen(kind, one, device));
  return found.length > 0;
}

interface Shown {
  readonly seen: Bag;
  /** The values are those of the service, and not of the state. */
  readonly isRead: boolean;
  /** What an earlier run sent for it is still in progress. */
  readonly isUnderWay: boolean;
  /** The state says so, and it no longer is. */
  readonly isOver: boolean;
}

/** The object's values: from the service or, if the user turned that off, from the state. */
async function shown(
  kind: BoundKind,
  id: string,
  olds: Bag,
  wanted: Bag,
  owner: string,
): Promise<Shown | "gone" | "not missed"> {
  const asStored: Shown = { seen: olds, isRead: false, isUnderWay: false, isOver: false };
  if (kind.session.settings.diff === "state") {
    return asStored;
  }
  const located = await locate(kind, id, olds, wanted);
  switch (located.is) {
    case "there": {
      const { live: now, isSeen, mark } = await underWayNow(kind, id, olds, located.live);
      const live = await atRest(kind, id, now);
      if (live === undefined) {
        return shown(kind, id, olds, wanted, owner);
      }
      await sayTwins(
        kind,
        id,
        { ...pick(olds, [hidden.altered]), ...kind.show(live), ...kind.parts(id) },
        owner,
      );
      const wasMarked = olds[hidden.underWay] !== undefined;
      const isOver = wasMarked && Object.keys(mark).length === 0 && !isBusy(kind, live);
      return { seen: kind.show(live), isRead: true, isUnderWay: isSeen, isOver };
    }
    case "not yet":
    case "unproven":
      await sayTwinsOfUnseen(kind, id, olds, owner);
      return asStored;
    case "gone": {
      const reason = whyNotCreatedAgain(kind, located, olds, wanted);
      if (reason !== undefined) {
        kind.session.sayOnce(`${kind.label(olds)} (id ${id}) is gone, and is not created again: ${reason}.`);
        return "not missed";
      }
      kind.session.sayOnce(`${kind.label(olds)} (id ${id}) no longer exists: it will be created again.`);
      return "gone";
    }
  }
}

/** Returns the differing fields whose change needs a replacement. */
export function replacing(
  spec: Declaration,
  wanted: Bag,
  fields: readonly string[],
  found: Bag,
  replaceOn: readonly string[],
): string[] {
  // What is ignored, such as the type of a grant, may decide what can be changed.
  const byKind = fieldsThat(spec, "replaces", { ...found, ...wanted });
  const paths = replaceOn.map(propertyPath);
  const isAsked = (field: string): boolean =>
    paths.some(([first, ...below]) => {
      const isMeant = first === "*" || first === field;
      return isMeant && (below.length === 0 || isOther(wanted[field], found[field], below));
    });
  return fields.filter((field) => byKind.includes(field) || isAsked(field));
}

/** Whether a part of a field differs. The field as a whole is known to differ. */
function isOther(wanted: unknown, found: unknown, path: readonly string[]): boolean {
  const part = valueAt(wanted, path);
  return holdsUnknown(part) || !equal(part, valueAt(found, path));
}
