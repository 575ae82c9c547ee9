import { adviceOnNames, isAsSent, isSurelyAltered } from "../kind/altered";
import type { Kind } from "../kind/kind";
import type { Device } from "../kind/listed";
import { becomeSince, isNothing } from "../looking/by-exclusion";
import { policyFor } from "../run/adoption-policy";
import type { BoundKind } from "../run/bound-kind";
import { type Bag, ownerOf } from "../values/bag";
import { forgetCreate } from "./create-note";
import { findForms } from "./pending";
import { earlierForms, latestForm } from "./sent-forms";
import { arrivedToo, mayBeIt } from "./unseen";

/**
 * What was sent may already be there under another name, if the service alters names, or with a date that makes it look
 * older than it is. It must not be sent a second time.
 */
export async function findArrivedChanged(
  kind: BoundKind,
  olds: Bag,
  news: Bag,
  device: Device | undefined,
): Promise<object | undefined> {
  const inputs = kind.inputsOf(olds);
  const listed = await kind.collection(olds).known();
  const { wanted, sent } = latestForm(kind, olds);
  const others = findForms(kind, listed, ownerOf(olds), earlierForms(kind, olds));
  const notIt = [...sent.notIt, ...others.map(([, live]) => kind.idOf(live))];
  const { live, onlyOlder, mayBe } = becomeSince(kind, listed, inputs, { ...sent, notIt });
  const found = live ?? (onlyOlder !== undefined && isToAdopt(kind, onlyOlder, news) ? onlyOlder : undefined);
  if (found === undefined && !isNothing(mayBe)) {
    // The state remembers it. With the note, a person could not give it up.
    await forgetCreate(kind, wanted);
    const advice = mayBe.since === "" ? adviceOnOlder(kind, onlyOlder, news) : adviceOnNew(kind, wanted);
    throw new Error(
      `${kind.labelOn(olds, device)} is still pending, and was not sent again. ${mayBeIt(mayBe, "renamed or changed")} ` +
        `${advice}${arrivedToo(kind, others)}`,
    );
  }
  return found;
}

/** Whether the program says that it takes over what the service already has. */
function isToAdopt(kind: BoundKind, live: object, news: Bag): boolean {
  const policy = policyFor(kind.session, news);
  return policy === "always" || (policy === "same" && isAsDeclared(kind, live, news));
}

function isAsDeclared(kind: Kind, live: object, news: Bag): boolean {
  return isAsSent(kind, live, kind.wanted(news), isSurelyAltered);
}

function adviceOnNew(kind: Kind, wanted: Bag): string {
  return (
    `Delete it by hand, or change it to match the program, then run again; if it is somebody else's, ` +
    `${kind.naming.howToGiveUp}, and run again.${adviceOnNames(kind, wanted)}`
  );
}

function adviceOnOlder(kind: Kind, only: object | undefined, news: Bag): string {
  const otherwise = kind.isTellableByName(kind.wanted(news))
    ? "declare another name"
    : "take the resource out of the program";
  if (only === undefined) {
    return (
      "Delete by hand those that nobody needs, and run again. " +
      `If all are somebody else's, leave them: ${kind.naming.howToGiveUp}, and ${otherwise}.`
    );
  }
  return (
    `If that is what was sent, set adopt: "${isAsDeclared(kind, only, news) ? "same" : "always"}" and run again. ` +
    `If nobody needs it, delete it by hand and run again. ` +
    `If it is somebody else's, leave it: ${kind.naming.howToGiveUp}, and ${otherwise}.`
  );
}
