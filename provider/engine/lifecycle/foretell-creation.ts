import type { Kind } from "../kind/kind";
import type { AdoptionPolicy } from "../kind/steering";
import { labelOf } from "../looking/settle";
import { policyFor } from "../run/adoption-policy";
import type { BoundKind } from "../run/bound-kind";
import { decideAdoption, matchesOf } from "../sending/adoption";
import { type Bag, ownerOf } from "../values/bag";
import { holdsUnknown } from "../values/unknown";
import type { Change } from "./plan";

/**
 * Another resource of the run may change the existing one, and Pulumi does not tell the provider about a replacement that
 * is requested on the command line.
 */
const UNLESS_FREED = " (unless this run changes or deletes the existing one first)";

/** If a create would not create: a line about that, and what it changes in the object that it adopts. */
export interface ForetoldCreation {
  readonly notes: readonly PreviewLine[];
  readonly change?: Change;
}

/** Says in the preview if create would not create. The same run may still change that, so nothing fails here. */
export async function foretellCreation(
  kind: BoundKind,
  declared: Bag,
  inputs: Bag,
  /** Ids of objects that this run will delete. */
  leaving: readonly string[] = [],
): Promise<ForetoldCreation> {
  const owner = ownerOf(inputs);
  kind.session.foretold.forget(owner);
  const wanted = kind.session.foretold.resolved(inputs, declared);
  // Existing objects can be compared with the declaration only if all its values are known.
  if (holdsUnknown(wanted) || holdsUnknown(inputs["adopt"])) {
    return { notes: [] };
  }
  const label = await labelOf(kind, wanted);
  const listed = await kind.collection(wanted).known();
  const matches = (await matchesOf(kind, listed, wanted)).filter(({ id }) => {
    const object = kind.object(id);
    // An object that this resource already has is its predecessor, and is deleted before the new one is created.
    const makesRoom = kind.spec.createFirst !== true && kind.session.claims.owns(object, owner);
    return !makesRoom && !leaving.includes(id) && kind.session.claims.otherOwner(object, owner) === undefined;
  });
  const policy = policyFor(kind.session, inputs);
  const adoption = decideAdoption(policy, matches, kind.adoptionWords(wanted));
  switch (adoption.do) {
    case "refuse":
      return {
        notes: [
          {
            label,
            text: ` will not be created${UNLESS_FREED}: ${adoption.why}${afterwards(kind, owner)}`,
            isWarning: true,
          },
        ],
      };
    case "adopt": {
      kind.session.foretold.adopts(owner, kind.parts(adoption.id));
      const text = `: the one that the service already has (id ${adoption.id}) will be adopted${UNLESS_FREED}.`;
      const was = kind.show(listed.get(adoption.id) ?? {});
      const changed = [...kind.differences(wanted, was), ...setUnseen(kind, wanted, policy)];
      return { notes: [{ label, text, isWarning: false }], change: { wanted, was, changed } };
    }
    case "create":
      return { notes: [] };
  }
}

/** Pulumi deletes first what it replaces, whatever becomes of the new one. */
function afterwards({ session }: BoundKind, owner: string): string {
  return session.claims.isDeletingFirst(owner)
    ? " What it replaces is deleted first all the same: then there is neither of the two."
    : "";
}

/** Whether a declared object will be created, as far as anybody can tell. */
export async function willCreate(kind: BoundKind, inputs: Bag): Promise<boolean> {
  return (
    kind.session.settings.preflight === "off" ||
    (await foretellCreation(kind, kind.wanted(inputs), inputs)).notes.length === 0
  );
}

/** The fields that are set in an adopted object although nobody can see whether they differ. */
function setUnseen(kind: Kind, wanted: Bag, policy: AdoptionPolicy): string[] {
  return policy === "always" && kind.spec.adoption?.takeOver !== undefined
    ? Object.keys(wanted).filter((field) => kind.isWriteOnly(field))
    : [];
}

/** A line for the preview: which object, and what about it. */
export interface PreviewLine {
  readonly label: string;
  readonly text: string;
  readonly isWarning: boolean;
}
