import { alteredIn, asKept } from "../kind/altered";
import type { Kind } from "../kind/kind";
import { accountToKeep } from "../looking/account";
import { locate, whyNotCreatedAgain } from "../looking/locate";
import { readNow } from "../looking/read-now";
import { sayTwins } from "../looking/twins";
import { spokenError } from "../messages/lines";
import {
  type Attempt,
  leftAsSent,
  leftByFailure,
  stillUnsure,
  underWayNow,
  unsureAfterFailure,
} from "../pending/left-by-update";
import { isExcludedBy } from "../pending/look-for-forms";
import { isPending } from "../pending/pending";
import { troubleInWords } from "../pending/record-pending";
import { earlierForms, storedAgain, storedEarlier } from "../pending/sent-forms";
import type { BoundKind } from "../run/bound-kind";
import { isKeptBack } from "../run/read-only";
import { type Aim, converge, ignoredUnknown } from "../sending/converge";
import { type Bag, hidden, names, ownerOf, pick } from "../values/bag";
import { IncompleteError, sanitise } from "../values/outputs";
import { withoutIgnored } from "../values/property-path";
import { ownerName } from "../values/urn";
import { clearedState, clearSeen } from "./clear-forms";
import { sayAltered } from "./create";
import { refuseMove } from "./hold-back";
import { resolvePending, restAfter, type ToUpdate } from "./resolve-pending";

/** Sets the declared fields. Ignored fields keep their live values. */
export async function update(kind: BoundKind, handle: string, olds: Bag, news: Bag): Promise<{ outs: Bag }> {
  const owner = ownerOf(news);
  refuseMove(kind.session, owner);
  if (await isLeftAlone(kind, handle, olds, news)) {
    return { outs: sanitise(await clearedState(kind, handle, olds, news)) };
  }
  const { live, altered, recorded, unseen, trouble } = await objectOf(kind, handle, olds, news);
  const id = kind.idOf(live);
  const successor = kind.session.claims.successor(kind.object(id), owner, ownerOf(olds));
  if (successor !== undefined) {
    throw new Error(
      `${kind.label(olds)} (id ${id}) was not changed: it belongs to ${ownerName(successor)} now. Preview again.`,
    );
  }
  kind.session.claims.claim(kind.object(id), owner, ownerOf(olds));
  const declared = kind.wanted(news);
  const ignored = names(news[hidden.ignore]);
  const managed = asKept(withoutIgnored(declared, ignored), altered, kind.show(live));
  const outdated = isPending(olds) ? [] : kind.differences(managed, { ...kind.defaults, ...olds });
  const aim: Aim = {
    of: (object) => ({ ...pick(kind.show(object), Object.keys(declared)), ...managed }),
    ignored,
  };
  // The state has the values that were sent last. What has arrived may have been sent before, with others.
  const sentBefore = isPending(olds) ? { ...recorded, ...pick(olds, [hidden.unsure]) } : olds;
  // What an update cannot set stays as it was sent: the next comparison replaces the object.
  const fixed = pick(recorded, kind.replacedBy({ ...kind.show(live), ...managed }));
  const unshown = kind
    .unshownDifferences(managed, sentBefore)
    .filter((field) => !Object.hasOwn(fixed, field));
  const isMarked = olds[hidden.underWay] !== undefined;
  const from = await confirmed(kind, live, aim, { outdated, unshown, isMarked });
  const wanted = aim.of(from.live);
  const toSend = [...unshown, ...from.toSend];
  const account = await accountToKeep(kind, from.live, olds);
  // From here on it is known which object the pending one became. A later run must not look for it by the values that were sent.
  const known = isPending(olds)
    ? {
        ...kind.outs(live, kind.inputsOf(olds), { account, madeAt: olds[hidden.madeAt], altered }),
        ...fixed,
        ...storedEarlier(unseen),
      }
    : olds;
  const attempt: Attempt = { mayHappen: false };
  const converged = await converge(kind, from.live, aim, toSend, news, attempt, altered).catch(
    async (error: unknown) => {
      if (isKeptBack(error)) {
        throw error;
      }
      const left = await leftByFailure(kind, id, attempt, wanted);
      const both = withTrouble(error, trouble);
      if (!isPending(olds) && unshown.length === 0 && Object.keys(left).length === 0) {
        throw both;
      }
      const more = { ...left, ...unsureAfterFailure(olds, unshown), ...storedAgain(known) };
      throw new IncompleteError(handle, sanitise({ ...known, ...more }), news, both);
    },
  );
  const earlier = attempt.mayHappen ? undefined : await underWayNow(kind, id, olds, converged.live);
  if (earlier?.isSeen === true) {
    throw withTrouble(await stillUnderWay(kind, earlier.live), trouble);
  }
  if (earlier !== undefined && kind.differences(managed, kind.show(earlier.live)).length > 0) {
    throw withTrouble(happenedNow(kind, earlier.live), trouble);
  }
  const updated = earlier?.live ?? converged.live;
  sayAltered(kind, declared, updated, converged.altered);
  if (isPending(olds) || !kind.isMatch(wanted, kind.show(live))) {
    // Another object may now have the same identity: one that a dead run left, or one that was sent earlier and came late.
    await sayTwins(kind, id, { ...wanted, ...kind.parts(id) }, owner);
  }
  const outs = kind.outs(updated, news, {
    account,
    madeAt: olds[hidden.madeAt],
    altered: { ...altered, ...converged.altered },
  });
  const stillUnseen = unseen.filter((form) => !isExcludedBy(kind, form, [updated]));
  const kept = asKept(converged.wanted, converged.altered, kind.show(updated));
  const left = earlier?.mark ?? leftAsSent(kind, updated, attempt, kept);
  const all = {
    ...recorded,
    ...outs,
    ...fixed,
    ...stillUnsure(olds, unshown),
    ...left,
    ...storedEarlier(stillUnseen),
  };
  if (trouble !== undefined) {
    throw isKeptBack(trouble) ? trouble : new IncompleteError(handle, sanitise(all), news, trouble);
  }
  return { outs: all };
}

/** A failure, with what went wrong before it. */
function withTrouble(error: unknown, trouble: unknown): unknown {
  return trouble === undefined ? error : new Error(`${spokenError(error)}${troubleInWords(trouble)}`);
}

function happenedNow(kind: Kind, live: object): Error {
  return new Error(
    `${kind.label(kind.show(live))} (id ${kind.idOf(live)}): it has just changed, perhaps through what was sent earlier, so it is not ` +
      "as declared. Run again.",
  );
}

async function stillUnderWay(kind: BoundKind, live: object): Promise<Error> {
  const shown = kind.show(live);
  const device = await kind.deviceOf(shown);
  const why = device?.online === false ? `, and ${device.name} is offline` : "";
  return new Error(
    `${kind.label(shown)} (id ${kind.idOf(live)}): a change sent earlier is still under way${why}, so its outcome is not known. ` +
      "Run again when it has ended.",
  );
}

/** Whether the object is gone and nobody misses it. Then an update is only about what was sent for it earlier. */
async function isLeftAlone(kind: BoundKind, handle: string, olds: Bag, news: Bag): Promise<boolean> {
  const id = kind.serviceId(handle, olds);
  if (id === undefined || earlierForms(kind, olds).length === 0) {
    return false;
  }
  const wanted = withoutIgnored(kind.wanted(news), names(news[hidden.ignore]));
  const located = await locate(kind, id, olds, wanted);
  return located.is === "gone" && whyNotCreatedAgain(kind, located, olds, wanted) !== undefined;
}

/** What may have to be sent although the object looks as declared. */
interface Outdated {
  /** Fields that differ between the state and the declaration. */
  readonly outdated: readonly string[];
  /** Fields to set that the service never shows. */
  readonly unshown: readonly string[];
  /** Whether an earlier run left something under way. */
  readonly isMarked: boolean;
}

/**
 * The object to continue with, and the fields to send although it already shows what is wanted. If the state and the
 * declaration differ, a list that agrees with the declaration may be wrong about the door. If an earlier run left
 * something under way, so may any list. And ignored fields are sent as they are: a list that is late would undo what
 * somebody has just changed. Only a read by id is believed.
 */
async function confirmed(
  kind: BoundKind,
  live: object,
  aim: Aim,
  { outdated, unshown, isMarked }: Outdated,
): Promise<{ readonly live: object; readonly toSend: readonly string[] }> {
  const differs = kind.differences(aim.of(live), kind.show(live)).length > 0;
  const hasToSend = differs || outdated.length > 0 || unshown.length > 0;
  const sendsIgnored = hasToSend && aim.ignored.length > 0;
  if (!isMarked && !sendsIgnored && (outdated.length === 0 || differs)) {
    return { live, toSend: [] };
  }
  const id = kind.idOf(live);
  const read = await readNow(kind, id);
  if (read.why !== undefined && sendsIgnored) {
    throw ignoredUnknown(kind, live, aim, read.why);
  }
  if (read.live === undefined && sendsIgnored) {
    const listed = (await kind.collection(kind.parts(id)).fresh()).get(id) ?? live;
    const isSame = kind.differences(aim.of(listed), kind.show(listed)).length === 0;
    return { live: listed, toSend: isSame ? outdated : [] };
  }
  return read.live === undefined
    ? { live, toSend: differs ? [] : outdated }
    : { live: read.live, toSend: [] };
}

async function objectOf(kind: BoundKind, handle: string, olds: Bag, news: Bag): Promise<ToUpdate> {
  const id = kind.serviceId(handle, olds);
  if (id === undefined || isPending(olds)) {
    return resolvePending(kind, handle, olds, news);
  }
  const located = await locate(kind, id, olds);
  if (located.is === "there") {
    const { live } = located;
    const forms = earlierForms(kind, olds);
    const listed = await kind.collection(news).known();
    const clearing = clearSeen(kind, listed, forms, [live], news).then((unseen) =>
      unseen.map(({ form }) => form),
    );
    const rest = await restAfter(kind.session, clearing, forms);
    return { live, altered: alteredIn(olds), recorded: kind.unshownIn(olds), ...rest };
  }
  const head = `${kind.label(olds)} (id ${id}) is not in the service's list, so it was not updated.`;
  if (located.is === "not yet") {
    throw new Error(
      `${head} It was created only minutes ago, so the list may be late. Run again after ${located.until}.`,
    );
  }
  const why = located.is === "unproven" ? ` It is not known whether it is gone: ${located.why}.` : "";
  throw new Error(`${head}${why} Preview again to see what became of it.`);
}
