import { policyFor } from "./adopt";
import { adviceOnNames, isAsSent, isSurelyAltered } from "./altered";
import { type Bag, ownerOf } from "./bag";
import { becomeSince, isNothing } from "./by-exclusion";
import type { Kind } from "./kind";
import { findForms } from "./pending";
import type { Host } from "./resource-spec";
import { forgetIntent } from "./send-create";
import { earlierForms, latestForm } from "./sent-forms";
import type { Session } from "./session";
import { arrivedToo, mayBeIt } from "./unseen";

/**
 * What was sent may already be there under another name, if the service alters names, or with a date that makes it look
 * older than it is. It must not be sent a second time.
 */
export async function findArrivedChanged(
  session: Session,
  kind: Kind,
  olds: Bag,
  news: Bag,
  host: Host | undefined,
): Promise<object | undefined> {
  const inputs = kind.inputsOf(olds);
  const listed = await session.collection(kind, olds).known();
  const { wanted, sent } = latestForm(kind, olds);
  const others = findForms(session, kind, listed, ownerOf(olds), earlierForms(kind, olds));
  const notIt = [...sent.notIt, ...others.map(([, live]) => kind.idOf(live))];
  const { live, onlyOlder, mayBe } = becomeSince(session, kind, listed, inputs, { ...sent, notIt });
  const found =
    live ?? (onlyOlder !== undefined && isToAdopt(session, kind, onlyOlder, news) ? onlyOlder : undefined);
  if (found === undefined && !isNothing(mayBe)) {
    // The state remembers it. With the note, a person could not give it up.
    await forgetIntent(session, kind, wanted);
    const advice = mayBe.since === "" ? adviceOnOlder(kind, onlyOlder, news) : adviceOnNew(kind, wanted);
    throw new Error(
      `${kind.labelOn(olds, host)} is still pending, and was not sent again. ${mayBeIt(mayBe, "renamed or changed")} ` +
        `${advice}${arrivedToo(kind, others)}`,
    );
  }
  return found;
}

/** Whether the program says that it takes over what the service already has. */
function isToAdopt(session: Session, kind: Kind, live: object, news: Bag): boolean {
  const policy = policyFor(session, news);
  return policy === "always" || (policy === "same" && isAsDeclared(kind, live, news));
}

function isAsDeclared(kind: Kind, live: object, news: Bag): boolean {
  return isAsSent(kind, live, kind.wanted(news), isSurelyAltered);
}

function adviceOnNew(kind: Kind, wanted: Bag): string {
  return (
    `Delete it by hand, or make it what the program declares, then run again; if it is somebody else's, ` +
    `${kind.howToGiveUp}, and run again.${adviceOnNames(kind, wanted)}`
  );
}

function adviceOnOlder(kind: Kind, only: object | undefined, news: Bag): string {
  const otherwise = kind.isTellableByName(kind.wanted(news))
    ? "declare another name"
    : "take the resource out of the program";
  if (only === undefined) {
    return (
      "Delete by hand those that nobody needs, and run again. " +
      `If all are somebody else's, leave them: ${kind.howToGiveUp}, and ${otherwise}.`
    );
  }
  return (
    `If that is what was sent, set adopt: "${isAsDeclared(kind, only, news) ? "same" : "always"}" and run again. ` +
    `If nobody needs it, delete it by hand and run again. ` +
    `If it is somebody else's, leave it: ${kind.howToGiveUp}, and ${otherwise}.`
  );
}
