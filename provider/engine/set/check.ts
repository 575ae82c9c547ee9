import type { Problem } from "../kind/problem";
import { foresee, isWritten, sayDoubts } from "../lifecycle/check";
import type { PreviewLine } from "../lifecycle/foretell-creation";
import { type Checked, checkInputs, failuresOf, ignoredOf } from "../lifecycle/inputs";
import { type Change, tellCreation } from "../lifecycle/plan";
import { foretellRefusal } from "../run/read-only";
import { type Bag, ownerOf } from "../values/bag";
import { sanitise } from "../values/outputs";
import { withoutIgnored } from "../values/property-path";
import { holdsUnknown, UNKNOWN } from "../values/unknown";
import { sayTogether, tellChanges } from "./lines";
import type { BoundSet, SetKind } from "./members";

/** Checks the object at each place, and reports the results in as few words as possible. */
export async function checkSet(set: BoundSet, olds: Bag, news: Bag): Promise<Checked> {
  const before = new Set(set.places(olds));
  const asItIs = checkInputs(set.spec, news, olds);
  // Ignored fields are not checked on the locks that the set has. On a lock that joins, they would be sent.
  const isGrowing = set.places(asItIs.inputs).some((place) => !before.has(place));
  const { inputs, problems } = isGrowing ? checkInputs(set.spec, news) : asItIs;
  if (problems.length === 0) {
    set.session.collisions.forget(ownerOf(news));
    const places = set.places(inputs);
    set.session.claims.checkedAt(places, ownerOf(news));
    set.member.expect(places.map((place) => set.inputsAt(place, inputs)));
    const notes: PreviewLine[] = [];
    const created: string[] = [];
    const adopted = new Map<string, Change>();
    let isRefused = false;
    let isWriting = false;
    for (const place of places) {
      const applied = before.has(place) ? set.inputsAt(place, olds) : {};
      const foreseen = await foresee(set.member, applied, set.inputsAt(place, inputs));
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
    await tellChanges(set, inputs, adopted, "changed", `${ownerOf(inputs)} adopts`);
    if (isWriting) {
      foretellRefusal(set.session);
    }
    const { member, spec } = set;
    const wanted = member.wanted(set.inputsAt("0", inputs));
    const ids = holdsUnknown(inputs[spec.places.field]) ? [UNKNOWN] : created;
    // If the set exists, the lines about the locks that join it come from its comparison.
    if (before.size === 0 && !isRefused && ids.length > 0) {
      await tellCreation(member, inputs, wanted, { field: spec.places.of, ids });
    }
  }
  const different = new Map(problems.map((problem) => [JSON.stringify(problem), problem]));
  return { inputs: sanitise(inputs), failures: failuresOf([...different.values()]) };
}

/** The program knows the set's field, not the object's. */
function ofSet({ spec: { places } }: SetKind, problem: Problem): Problem {
  return problem.field === places.of ? { ...problem, field: places.field } : problem;
}
