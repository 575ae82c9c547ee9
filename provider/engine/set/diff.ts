import { alteredIn, asKept } from "../kind/altered";
import {
  compare,
  type DiffResult,
  earlierArrived,
  RECORDED_STEERING,
  replacing,
  tellRecorded,
} from "../lifecycle/diff";
import { sayNoLongerIgnored, sayReleased } from "../lifecycle/diff-lines";
import { foretellCreation, type PreviewLine, willCreate } from "../lifecycle/foretell-creation";
import { type Change, whoseIs } from "../lifecycle/plan";
import { locate, whyNotCreatedAgain } from "../looking/locate";
import { say } from "../messages/lines";
import { manyOf } from "../messages/names";
import { earlierIn } from "../pending/look-for-forms";
import { isPending } from "../pending/pending";
import { foretellRefusal } from "../run/read-only";
import { type Bag, hidden, names, ownerOf, pick } from "../values/bag";
import { equal } from "../values/equality";
import { withoutIgnored } from "../values/property-path";
import { holdsUnknown, UNKNOWN } from "../values/unknown";
import { refuseHiddenPlaces } from "./hidden-places";
import { type Already, placeNames, sayTogether, tellAllAlready, tellAlso, tellChanges } from "./lines";
import type { BoundSet, Member, SetKind } from "./members";

/** Compares each object with the declaration. Adding or removing a place changes the set, but does not replace it. */
export async function diffSet(set: BoundSet, olds: Bag, news: Bag): Promise<DiffResult> {
  const members = set.members(olds);
  const places = new Set(set.places(news));
  set.member.expect([...new Set([...places, ...members.keys()])].map((place) => set.inputsAt(place, news)));
  let mayWrite = holdsUnknown(news) || [...places].some((place) => !members.has(place));
  let changes = mayWrite || RECORDED_STEERING.some((field) => !equal(news[field], olds[field]));
  const notes: PreviewLine[] = [];
  const changed = new Map<string, Change>();
  const already = new Map<string, Already>();
  const again: string[] = [];
  // Objects that lists lack are asked for one by one, so all of these requests run at once.
  const gone = new Map(
    await Promise.all(
      [...members]
        .filter(([place]) => places.has(place))
        .map(async ([place, member]) => {
          const inputs = set.inputsAt(place, news);
          return [place, await goneFrom(set, member, inputs)] as const;
        }),
    ),
  );
  for (const [place, member] of members) {
    const inputs = set.inputsAt(place, news);
    const { isGone, reason } = gone.get(place) ?? { isGone: false };
    if (reason !== undefined) {
      const text = ` is gone, and is not created again: ${reason}.`;
      notes.push({ label: set.member.label(inputs), text, isWarning: false });
      const id = set.member.serviceId(member.handle, member.state) ?? "";
      mayWrite = (await earlierArrived(set.member, id, member.state)) || mayWrite;
    } else if (places.has(place)) {
      const { handle, state, common } = member;
      const compared = await compare(set.member, handle, state, inputs, common);
      changes ||= compared.result.changes;
      mayWrite ||= compared.mayWrite;
      if (compared.change !== undefined) {
        changed.set(place, compared.change);
      }
      if (compared.already !== undefined && compared.already.length > 0) {
        already.set(place, { fields: compared.already, state });
      }
      if (isGone && set.session.claims.isChecked(ownerOf(news))) {
        const wanted = set.member.wanted(inputs);
        const listed = await set.member.collection(wanted).known();
        // What arrived of an earlier form is deleted, and not adopted.
        const leaving = earlierIn(set.member, listed, undefined, state).found;
        const ids = leaving.map(([, live]) => set.member.idOf(live));
        const foretold = await foretellCreation(set.member, wanted, inputs, ids);
        notes.push(...foretold.notes);
        again.push(...(foretold.notes.length === 0 ? [place] : []));
        if (foretold.change !== undefined) {
          changed.set(place, foretold.change);
        }
      }
    } else {
      mayWrite = true;
      const { handle, state } = member;
      const object = set.member.object(set.member.serviceId(handle, state) ?? handle);
      set.session.claims.claim(object, ownerOf(news), ownerOf(olds));
    }
  }
  changes ||= mayWrite;
  sayTogether(set, news, notes);
  // A refresh also asks for differences, but nobody reads it as a plan. And places that are not known yet are no difference.
  if (set.session.claims.isChecked(ownerOf(news)) && !holdsUnknown(news[set.spec.places.field])) {
    const leaving = [...members.keys()].filter((place) => !places.has(place));
    await refuseHiddenPlaces(set, news, leaving);
    await sayLeaving(set, olds, news, leaving);
    const objects = leaving.map((place) => set.member.object(members.get(place)?.handle ?? place));
    set.session.deleteGuard.foretell(objects).forEach((line) => say(`Warning: ${set.label(news)}: ${line}`));
  }
  const replaces = changes ? replacedFields(set, olds, news) : [];
  if (replaces.length > 0) {
    set.session.claims.deletesFirst(ownerOf(news));
    for (const { handle, state } of members.values()) {
      const object = set.member.object(set.member.serviceId(handle, state) ?? handle);
      set.session.claims.givesUp(object, ownerOf(news), ownerOf(olds));
    }
  }
  if (set.session.claims.isChecked(ownerOf(news))) {
    if (holdsUnknown(news[set.spec.places.field])) {
      changed.set(UNKNOWN, changeOfAll(set, olds, news));
      if (replaces.length === 0) {
        await sayUnknownPlaces(set, news, [...members.keys()]);
      }
    }
    const told = replaces.length > 0 ? withReplaced(changed, replaces) : changed;
    await tellChanges(set, news, told, replaces.length > 0 ? "replaced" : "changed");
    if (replaces.length === 0) {
      await tellAllAlready(set, news, already);
    }
    // A replacement is checked once more, as something new. That tells all places if nothing else was told.
    if (replaces.length === 0 || [...told.values()].some((change) => change.changed.length > 0)) {
      const coming = [...places].filter((place) => !members.has(place));
      await tellComing(set, news, coming);
      await tellAlso(set, news, again, "again");
    }
    if (replaces.length > 0 && names(news[hidden.ignore]).length > 0) {
      sayNoLongerIgnored(set.label(news), news);
    }
    if (
      changes &&
      replaces.length === 0 &&
      [...told.values()].every(({ changed: all }) => all.length === 0)
    ) {
      tellRecorded(set.session, set.spec.type, set.label(news), { olds, news, mayWrite });
    }
    if (replaces.length === 0) {
      sayReleased(set.member, set.label(news), olds, news);
    }
    if (mayWrite || replaces.length > 0) {
      foretellRefusal(set.session);
    }
  }
  return { changes, replaces, deleteBeforeReplace: true };
}

/** A replacement is told of all objects, also of those in which nothing changes. */
function withReplaced(
  changes: ReadonlyMap<string, Change>,
  replaces: readonly string[],
): Map<string, Change> {
  return new Map(
    [...changes].map(([place, change]) => [
      place,
      change.changed.length > 0
        ? change
        : { ...change, changed: replaces.filter((field) => field in change.wanted) },
    ]),
  );
}

/** The places that a set gets, in words where something will be created. */
async function tellComing(set: BoundSet, news: Bag, places: readonly string[]): Promise<void> {
  const created: string[] = [];
  for (const place of places) {
    if (await willCreate(set.member, set.inputsAt(place, news))) {
      created.push(place);
    }
  }
  await tellAlso(set, news, created, "also");
  const others = places.filter((place) => !created.includes(place));
  await sayPlaces(set, news, "will also be on", others);
}

/** Pulumi shows the ids of places that are added or removed. A reviewer knows them by name. */
async function sayPlaces(
  set: BoundSet,
  news: Bag,
  verb: string,
  places: readonly string[],
  end = "",
): Promise<void> {
  if (places.length > 0) {
    const named = await placeNames(set, places, news);
    const line = `${set.label(news)} ${verb} ${[...named.values()].join(", ")}${end}.`;
    set.session.plan.tell(set.member.spec.type, `${ownerOf(news)} ${verb}`, line);
  }
}

/** Who loses which places. */
async function sayLeaving(set: BoundSet, olds: Bag, news: Bag, leaving: readonly string[]): Promise<void> {
  const who = await whoseIs(set.member, news, set.member.wanted(set.inputsAt("0", olds)));
  const loses = who === undefined ? "" : `: ${who} loses ${leaving.length === 1 ? "it" : "them"}`;
  await sayPlaces(set, news, "will no longer be on", leaving, loses);
}

/** Which places it gains or loses cannot be told. */
async function sayUnknownPlaces(set: BoundSet, news: Bag, now: readonly string[]): Promise<void> {
  const named = await placeNames(set, now, news);
  const line =
    `${set.label(news)}: not all of its ${set.noun}s are known yet, so it cannot be said which ones it gains or loses. ` +
    `It is on ${manyOf([...named.values()])} now.`;
  set.session.plan.tell(set.member.spec.type, `${ownerOf(news)} unknown places`, line);
}

/** Whether an object is gone, and why it is not created again, if there is a reason. */
async function goneFrom(
  { member: kind }: BoundSet,
  { handle, state }: Member,
  inputs: Bag,
): Promise<{ readonly isGone: boolean; readonly reason?: string | undefined }> {
  const id = kind.serviceId(handle, state);
  if (id === undefined || isPending(state) || kind.session.settings.diff === "state") {
    return { isGone: false };
  }
  const wanted = withoutIgnored(kind.wanted(inputs), names(inputs[hidden.ignore]));
  const located = await locate(kind, id, state, wanted);
  return located.is === "gone"
    ? { isGone: true, reason: whyNotCreatedAgain(kind, located, state, wanted) }
    : { isGone: false };
}

/** What the program changes, with the places among it. */
function changeOf(set: SetKind, olds: Bag, news: Bag): Change {
  const { member, spec } = set;
  const { field } = spec.places;
  const was = { ...member.defaults, ...olds };
  const declared = { ...member.wanted(set.inputsAt("0", news)), [field]: news[field] };
  const kept = [...set.members(olds).values()].reduce(
    (values, { state: stored }) => asKept(values, alteredIn(stored), was),
    declared,
  );
  const wanted = withoutIgnored(kept, [...names(news[hidden.ignore]), spec.places.of]);
  const unknown = Object.keys(wanted).filter((name) => holdsUnknown(wanted[name]));
  const known = pick(
    wanted,
    Object.keys(wanted).filter((name) => !unknown.includes(name)),
  );
  const places = set.places(news);
  const isStaying = (place: string): boolean => holdsUnknown(news[field]) || places.includes(place);
  const staying = [...set.members(olds)].filter(([place]) => isStaying(place));
  const unshown = staying.flatMap(([, one]) => member.unshownDifferences(known, one.state));
  const changed = new Set([...member.differences(known, was), ...unshown, ...unknown]);
  return { wanted, was, changed: [...changed] };
}

/** The same for an object at places that are not known yet. */
function changeOfAll(set: SetKind, olds: Bag, news: Bag): Change {
  const { field, of } = set.spec.places;
  const { wanted, was, changed } = changeOf(set, olds, news);
  const at = { [of]: UNKNOWN };
  return {
    wanted: { ...wanted, ...at },
    was: { ...was, ...at },
    changed: changed.filter((name) => name !== field),
  };
}

/** The changed fields that no object can change in place. They need a replacement of the set. */
function replacedFields(set: SetKind, olds: Bag, news: Bag): string[] {
  const { wanted, was, changed } = changeOf(set, olds, news);
  return replacing(set.spec, wanted, changed, was, names(news[hidden.replaceOn]));
}
