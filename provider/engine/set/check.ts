import { type Bag, ownerOf } from "../bag";
import {
  type Checked,
  checkInputs,
  failuresOf,
  foresee,
  ignoredOf,
  isWritten,
  type Note,
  sayDoubts,
} from "../check";
import { withoutIgnored } from "../ignored";
import { sanitise } from "../outputs";
import { type Change, tellCreation } from "../plan";
import { foretellRefusal } from "../read-only";
import type { Problem } from "../resource-spec";
import type { Session } from "../session";
import { holdsUnknown, UNKNOWN } from "../unknown";
import type { SetKind } from "./members";
import { tellChanges } from "./tell-changes";
import { sayTogether } from "./together";

/** Checks the object at each place, and reports the results in as few words as possible. */
export async function checkSet(session: Session, set: SetKind, olds: Bag, news: Bag): Promise<Checked> {
  const before = new Set(set.places(olds));
  const asItIs = checkInputs(set.spec, news, olds);
  // Ignored fields are not checked on the locks that the set has. On a lock that joins, they would be sent.
  const isGrowing = set.places(asItIs.inputs).some((place) => !before.has(place));
  const { inputs, problems } = isGrowing ? checkInputs(set.spec, news) : asItIs;
  if (problems.length === 0) {
    session.collisions.forget(ownerOf(news));
    const places = set.places(inputs);
    session.claims.checkedAt(places, ownerOf(news));
    session.expect(
      set.member,
      places.map((place) => set.inputsAt(place, inputs)),
    );
    const notes: Note[] = [];
    const created: string[] = [];
    const adopted = new Map<string, Change>();
    let isRefused = false;
    let isWriting = false;
    for (const place of places) {
      const applied = before.has(place) ? set.inputsAt(place, olds) : {};
      const foreseen = await foresee(session, set.member, applied, set.inputsAt(place, inputs));
      problems.push(...foreseen.problems.map((problem) => ofSet(set, problem)));
      isRefused ||= foreseen.problems.length > 0;
      isWriting ||= isWritten(foreseen);
      notes.push(...foreseen.notes);
      // What nobody may read is the same for every place.
      if (foreseen.isUnreadable === true) {
        break;
      }
      if (foreseen.isCreated) {
        created.push(place);
      }
      if (foreseen.change !== undefined) {
        adopted.set(place, foreseen.change);
      }
    }
    sayTogether(set, inputs, notes);
    sayDoubts(set.spec, set.label(inputs), withoutIgnored(inputs, ignoredOf(olds, inputs)));
    await tellChanges(session, set, inputs, adopted, false, `${ownerOf(inputs)} adopts`);
    if (isWriting) {
      foretellRefusal(session);
    }
    const { member, spec } = set;
    const wanted = member.wanted(set.inputsAt("0", inputs));
    const ids = holdsUnknown(inputs[spec.places.field]) ? [UNKNOWN] : created;
    // If the set exists, the lines about the locks that join it come from its comparison.
    if (before.size === 0 && !isRefused && ids.length > 0) {
      await tellCreation(session, member, inputs, wanted, { field: spec.places.of, ids });
    }
  }
  const different = new Map(problems.map((problem) => [JSON.stringify(problem), problem]));
  return { inputs: sanitise(inputs), failures: failuresOf([...different.values()]) };
}

/** The program knows the set's field, not the object's. */
function ofSet({ spec: { places } }: SetKind, problem: Problem): Problem {
  return problem.field === places.of ? { ...problem, field: places.field } : problem;
}
