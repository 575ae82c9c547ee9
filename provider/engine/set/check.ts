import { type Bag, ownerOf } from "../bag";
import { type Checked, checkInputs, failuresOf, foresee, type Note, sayDoubts } from "../check";
import { sanitise } from "../outputs";
import { type Change, manyOf, tellCreation } from "../plan";
import { foretellRefusal } from "../read-only";
import type { Problem } from "../resource-spec";
import type { Session } from "../session";
import { holdsUnknown, UNKNOWN } from "../unknown";
import type { SetKind } from "./members";
import { tellChanges } from "./tell-changes";
import { sayTogether } from "./together";

/** Checks the object at each place, and reports the results in as few words as possible. */
export async function checkSet(session: Session, set: SetKind, olds: Bag, news: Bag): Promise<Checked> {
  const { inputs, problems } = checkInputs(set.spec, news);
  if (problems.length === 0) {
    session.collisions.forget(ownerOf(news));
    const places = set.places(inputs);
    session.claims.checkedAt(places, ownerOf(news));
    const before = new Set(set.places(olds));
    session.expect(
      set.member,
      places.map((place) => set.inputsAt(place, inputs)),
    );
    const notes: Note[] = [];
    const created: string[] = [];
    const adopted = new Map<string, Change>();
    let isRefused = false;
    for (const place of places) {
      const applied = before.has(place) ? set.inputsAt(place, olds) : {};
      const foreseen = await foresee(session, set.member, applied, set.inputsAt(place, inputs));
      problems.push(...foreseen.problems.map((problem) => ofSet(set, problem)));
      isRefused ||= foreseen.problems.length > 0;
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
    sayDoubts(set.spec, set.label(inputs), inputs);
    await tellChanges(session, set, inputs, adopted, false, `${ownerOf(inputs)} adopts`);
    if (created.length > 0) {
      foretellRefusal(session);
    }
    const { member, spec } = set;
    const wanted = member.wanted(set.inputsAt("0", inputs));
    const ids = holdsUnknown(inputs[spec.places.field]) ? [UNKNOWN] : created;
    if (before.size > 0) {
      tellInvitations(session, set, inputs, wanted, created);
    } else if (!isRefused && ids.length > 0) {
      await tellCreation(session, member, inputs, wanted, { field: spec.places.of, ids });
    }
  }
  const different = new Map(problems.map((problem) => [JSON.stringify(problem), problem]));
  return { inputs: sanitise(inputs), failures: failuresOf([...different.values()]) };
}

/** Says at which new places people are invited. That the set will be there, its comparison says. */
function tellInvitations(
  session: Session,
  set: SetKind,
  inputs: Bag,
  wanted: Bag,
  places: readonly string[],
): void {
  if (places.length > 0 && set.member.spec.inPlan?.isMailed?.(wanted) === true) {
    const named = manyOf(places.map((place) => set.member.placeName(place)));
    const line = `${set.label(inputs)}: an invitation is mailed for ${named}.`;
    session.plan.tell(set.member.spec.type, `${ownerOf(inputs)} invites`, line, places.length);
  }
}

/** The program knows the set's field, not the object's. */
function ofSet({ spec: { places } }: SetKind, problem: Problem): Problem {
  return problem.field === places.of ? { ...problem, field: places.field } : problem;
}
