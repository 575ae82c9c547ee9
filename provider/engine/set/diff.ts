import { type Bag, hidden, names, ownerOf, pick } from "../bag";
import { diff, type DiffResult, RECORDED_STEERING, replacing } from "../diff";
import { equal } from "../equal";
import { withoutIgnored } from "../ignored";
import { serviceId } from "../service-id";
import type { Session } from "../session";
import { holdsUnknown } from "../unknown";
import type { SetKind } from "./members";

/** Compares each object with what is declared. A place more or less is a change of the set, not another set. */
export async function diffSet(session: Session, set: SetKind, olds: Bag, news: Bag): Promise<DiffResult> {
  const members = set.members(olds);
  const places = wantedPlaces(set, olds, news);
  session.expect(
    set.member,
    [...new Set([...places, ...members.keys()])].map((place) => set.inputsAt(place, news)),
  );
  let changes =
    holdsUnknown(news) ||
    places.some((place) => !members.has(place)) ||
    RECORDED_STEERING.some((field) => !equal(news[field], olds[field]));
  for (const [place, { handle, state }] of members) {
    if (places.includes(place)) {
      const found = await diff(session, set.member, handle, state, set.inputsAt(place, news));
      changes ||= found.changes;
    } else {
      changes = true;
      const object = set.member.object(serviceId(set.member, handle, state) ?? handle);
      session.claims.claim(object, ownerOf(news), ownerOf(olds));
    }
  }
  return { changes, replaces: changes ? replacedFields(set, olds, news) : [], deleteBeforeReplace: true };
}

/** Where the objects are to be: where they are, if the program leaves that to others. */
export function wantedPlaces(set: SetKind, olds: Bag, news: Bag): string[] {
  const { field } = set.spec.places;
  const isIgnored = names(news[hidden.ignore]).some((path) => path === "*" || path === field);
  return isIgnored ? [...set.members(olds).keys()] : set.places(news);
}

/** The change of a field that no object can change needs another set. */
function replacedFields(set: SetKind, olds: Bag, news: Bag): string[] {
  const { member, spec } = set;
  const { field } = spec.places;
  const declared = { ...member.wanted(set.inputsAt("0", news)), [field]: news[field] };
  const wanted = withoutIgnored(declared, [...names(news[hidden.ignore]), spec.places.of]);
  const unknown = Object.keys(wanted).filter((name) => holdsUnknown(wanted[name]));
  const known = pick(
    wanted,
    Object.keys(wanted).filter((name) => !unknown.includes(name)),
  );
  const state = { ...member.spec.defaults, ...olds };
  const changed = [...member.differences(known, state), ...member.unshownDifferences(known, state)];
  return replacing(spec, wanted, [...changed, ...unknown], state, names(news[hidden.replaceOn]));
}
