import { unlessMistaken } from "./absence";
import { accountToKeep } from "./account";
import { alteredIn, asKept } from "./altered";
import { type Bag, hidden, names, ownerOf, pick } from "./bag";
import { ownerName } from "./collisions";
import { findArrivedChanged } from "./arrived-changed";
import { alikeBefore } from "./by-exclusion";
import { clearedState, clearForms, clearSeen } from "./clear-forms";
import { converge, type Converged } from "./converge";
import { alteredAtCreation, createAgain, sayAltered } from "./create";
import { equal } from "./equal";
import { withoutIgnored } from "./ignored";
import type { Kind } from "./kind";
import { goneHostOf, locate } from "./located";
import { isExcludedBy, listForForms, withoutOthers } from "./look-for-forms";
import { mayAppearLater } from "./lost-answer";
import { whyNotMissed } from "./not-missed";
import { refuseMove } from "./not-moved";
import { IncompleteError, sanitise } from "./outputs";
import { awaitPending, findForms, findPending, formOf, formsBeside, isPending } from "./pending";
import { pendingState, troubleInWords } from "./record-pending";
import { type Accepted, forgetIntent, isAccepted } from "./send-create";
import {
  earlierForms,
  endedAt,
  latestForm,
  type SentForm,
  storedAgain,
  storedEarlier,
  withForms,
  withoutOne,
} from "./sent-forms";
import { isKeptBack } from "./read-only";
import { say } from "./say";
import { serviceId } from "./service-id";
import type { Session } from "./session";
import { spokenError } from "./spoken";
import { hostOf, labelOf } from "./settle";
import { sayTwins } from "./twins";
import { mayBeIt } from "./unseen";
import { type Attempt, leftAsSent, leftByFailure, underWayNow } from "./under-way";
import { stillUnsure, unsureAfterFailure } from "./unsure";

/** Sets the declared fields. Ignored fields keep their live values. */
export async function update(
  session: Session,
  kind: Kind,
  handle: string,
  olds: Bag,
  news: Bag,
): Promise<{ outs: Bag }> {
  const owner = ownerOf(news);
  refuseMove(session, owner);
  if (await isLeftAlone(session, kind, handle, olds, news)) {
    return { outs: sanitise(await clearedState(session, kind, handle, olds, news)) };
  }
  const { live, altered, recorded, unseen, trouble } = await objectOf(session, kind, handle, olds, news);
  const id = kind.idOf(live);
  const successor = session.claims.successor(kind.object(id), owner, ownerOf(olds));
  if (successor !== undefined) {
    throw new Error(
      `${kind.label(olds)} (id ${id}) was not changed: it belongs to ${ownerName(successor)} now. Preview again.`,
    );
  }
  session.claims.claim(kind.object(id), owner, ownerOf(olds));
  const declared = kind.wanted(news);
  const managed = asKept(withoutIgnored(declared, names(news[hidden.ignore])), altered, kind.show(live));
  const outdated = isPending(olds) ? [] : kind.differences(managed, { ...kind.spec.defaults, ...olds });
  const wantedOf = (object: object): Bag => ({
    ...pick(kind.show(object), Object.keys(declared)),
    ...managed,
  });
  const isMarked = olds[hidden.underWay] !== undefined;
  const from = await confirmed(session, kind, live, wantedOf(live), outdated, isMarked);
  const wanted = wantedOf(from.live);
  // The state has the values that were sent last. What has arrived may have been sent before, with others.
  const sentBefore = isPending(olds) ? { ...recorded, ...pick(olds, [hidden.unsure]) } : olds;
  // What an update cannot set stays as it was sent: the next comparison replaces the object.
  const fixed = pick(recorded, kind.spec.replacedBy?.(managed) ?? []);
  const unshown = kind
    .unshownDifferences(managed, sentBefore)
    .filter((field) => !Object.hasOwn(fixed, field));
  const toSend = [...unshown, ...from.toSend];
  const account = await accountToKeep(session, kind, from.live, olds);
  // From here on it is known which object the pending one became. A later run must not look for it by the values that were sent.
  const known = isPending(olds)
    ? {
        ...kind.outs(live, kind.inputsOf(olds), { account, madeAt: olds[hidden.madeAt], altered }),
        ...fixed,
        ...storedEarlier(unseen),
      }
    : olds;
  const attempt: Attempt = { mayHappen: false };
  const converged = await converge(session, kind, from.live, wanted, toSend, news, attempt, altered).catch(
    async (error: unknown) => {
      if (isKeptBack(error)) {
        throw error;
      }
      const left = await leftByFailure(session, kind, id, attempt, wanted);
      const both = withTrouble(error, trouble);
      if (!isPending(olds) && unshown.length === 0 && Object.keys(left).length === 0) {
        throw both;
      }
      const more = { ...left, ...unsureAfterFailure(olds, unshown), ...storedAgain(known) };
      throw new IncompleteError(handle, sanitise({ ...known, ...more }), news, both);
    },
  );
  const earlier = attempt.mayHappen ? undefined : await underWayNow(session, kind, id, olds, converged.live);
  if (earlier?.isSeen === true) {
    throw withTrouble(await stillUnderWay(session, kind, earlier.live), trouble);
  }
  if (earlier !== undefined && kind.differences(managed, kind.show(earlier.live)).length > 0) {
    throw withTrouble(happenedNow(kind, earlier.live), trouble);
  }
  const updated = earlier?.live ?? converged.live;
  sayAltered(kind, declared, updated, converged.altered);
  if (isPending(olds) || !kind.isMatch(wanted, kind.show(live))) {
    // Another object may now have the same identity: one that a dead run left, or one that was sent earlier and came late.
    await sayTwins(session, kind, id, { ...wanted, ...kind.parts(id) }, owner);
  }
  const outs = kind.outs(updated, news, {
    account,
    madeAt: olds[hidden.madeAt],
    altered: { ...altered, ...converged.altered },
  });
  const stillUnseen = unseen.filter((form) => !isExcludedBy(kind, form, [updated]));
  const kept = asKept(wanted, converged.altered, kind.show(updated));
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

async function stillUnderWay(session: Session, kind: Kind, live: object): Promise<Error> {
  const shown = kind.show(live);
  const host = await hostOf(session, kind, shown);
  const why = host?.online === false ? `, and ${host.name} is offline` : "";
  return new Error(
    `${kind.label(shown)} (id ${kind.idOf(live)}): a change sent earlier is still under way${why}, so its outcome is not known. ` +
      "Run again when it has ended.",
  );
}

/** Whether the object is gone and nobody misses it. Then an update is only about what was sent for it earlier. */
async function isLeftAlone(
  session: Session,
  kind: Kind,
  handle: string,
  olds: Bag,
  news: Bag,
): Promise<boolean> {
  const id = serviceId(kind, handle, olds);
  if (id === undefined || earlierForms(kind, olds).length === 0) {
    return false;
  }
  const wanted = withoutIgnored(kind.wanted(news), names(news[hidden.ignore]));
  const located = await locate(session, kind, id, olds, wanted);
  return located.is === "gone" && whyNotMissed(session, kind, located, olds, wanted) !== undefined;
}

/** What was sent for an object besides, and may be on the door. */
interface Rest {
  readonly unseen: readonly SentForm[];
  /** Why something of it could not be deleted. This must not keep the object itself from being changed. */
  readonly trouble?: unknown;
}

interface ToUpdate extends Converged, Rest {
  /** What it was sent with and the service never shows. */
  readonly recorded: Bag;
}

/** What is left after deleting what arrived of these forms, or all of them, if that failed. */
async function restAfter(
  session: Session,
  clearing: Promise<readonly SentForm[]>,
  forms: readonly SentForm[],
): Promise<Rest> {
  try {
    return { unseen: await clearing };
  } catch (trouble) {
    const now = session.api.serviceTime();
    return { unseen: forms.map((form) => endedAt(form, now)), trouble };
  }
}

/**
 * The object to continue with, and the fields to send although it already shows what is wanted. If the state and the
 * declaration differ, or an earlier run left something under way, a list that agrees with the declaration may be wrong
 * about the door. Only a read by id is believed.
 */
async function confirmed(
  session: Session,
  kind: Kind,
  live: object,
  wanted: Bag,
  outdated: readonly string[],
  isMarked: boolean,
): Promise<{ readonly live: object; readonly toSend: readonly string[] }> {
  const differs = kind.differences(wanted, kind.show(live)).length > 0;
  if (!isMarked && (outdated.length === 0 || differs)) {
    return { live, toSend: [] };
  }
  const id = kind.idOf(live);
  const read = await session.collection(kind, kind.parts(id)).readAgain(id).catch(unlessMistaken);
  return read === undefined ? { live, toSend: differs ? [] : outdated } : { live: read, toSend: [] };
}

async function objectOf(
  session: Session,
  kind: Kind,
  handle: string,
  olds: Bag,
  news: Bag,
): Promise<ToUpdate> {
  const id = serviceId(kind, handle, olds);
  if (id === undefined || isPending(olds)) {
    return resolvePending(session, kind, handle, olds, news);
  }
  const located = await locate(session, kind, id, olds);
  if (located.is === "there") {
    const { live } = located;
    const forms = earlierForms(kind, olds);
    const listed = await session.collection(kind, news).known();
    const clearing = clearSeen(session, kind, listed, forms, [live], news).then((unseen) =>
      unseen.map(({ form }) => form),
    );
    const rest = await restAfter(session, clearing, forms);
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

/**
 * A pending create is sent again only if the device is online, was asked what it holds, had time to show the object,
 * and still lacks it.
 */
async function resolvePending(
  session: Session,
  kind: Kind,
  handle: string,
  olds: Bag,
  news: Bag,
): Promise<ToUpdate> {
  const host = await hostOf(session, kind, olds);
  if (host?.online === false) {
    throw new Error(
      `${kind.label(olds)} is still pending: ${host.name} is offline. Run again when it is back.`,
    );
  }
  const latest = latestForm(kind, olds);
  const earlier = earlierForms(kind, olds);
  const listed = findPending(session, kind, await session.collection(kind, olds).known(), olds, news);
  const gone = listed === undefined ? await goneHostOf(session, kind, olds) : undefined;
  if (gone !== undefined) {
    throw new Error(
      `${kind.label(olds)} is still pending, and its ${gone} is not in the account: it was not sent again. If the ${gone} has left the ` +
        "account, take it out of the program; otherwise run again later.",
    );
  }
  const arrived = listed ?? (await awaitPending(session, kind, olds, news));
  const changed =
    arrived === undefined ? await findArrivedChanged(session, kind, olds, news, host) : undefined;
  const latestSeen = arrived ?? changed;
  const seen =
    latestSeen === undefined
      ? await earlierSeen(session, kind, earlier, news)
      : ([
          latestSeen === changed ? latest : formOf(kind, latestSeen, [latest, ...earlier]),
          latestSeen,
        ] as const);
  if (seen === undefined) {
    await forgetIntent(session, kind, latest.wanted);
    return sendAgain(session, kind, handle, [latest, ...earlier], news);
  }
  const [form, live] = seen;
  // First of all, since it also says which names are secret.
  const altered = form === undefined ? {} : alteredAtCreation(kind, form.wanted, live);
  say(`${kind.labelOn(kind.show(live), host)}: what was sent earlier has arrived (id ${kind.idOf(live)}).`);
  const others = withoutOne([latest, ...earlier], form);
  // What was waited for was looked for in two ways already.
  const looked = await listForForms(session, kind, listed === undefined ? [] : others, news);
  const rest = await restAfter(session, clearForms(session, kind, looked, others, live, news), others);
  await forgetIntent(session, kind, latest.wanted);
  return { live, altered, recorded: kind.unshownIn(form?.wanted ?? latest.wanted), ...rest };
}

/** What became of an earlier form, if only that one has arrived. */
async function earlierSeen(
  session: Session,
  kind: Kind,
  earlier: readonly SentForm[],
  news: Bag,
): Promise<readonly [SentForm, object] | undefined> {
  const listed = await session.collection(kind, news).known();
  const [seen] = findForms(session, kind, listed, ownerOf(news), earlier);
  return seen;
}

/** Sends what is declared now. The state then knows both this and what was sent before: each may be on the door. */
async function sendAgain(
  session: Session,
  kind: Kind,
  handle: string,
  before: readonly [SentForm, ...SentForm[]],
  news: Bag,
): Promise<ToUpdate> {
  const wanted = kind.wanted(news);
  const at = session.api.serviceTime();
  const notIt = alikeBefore(kind, await session.collection(kind, wanted).known(), wanted, at);
  const record = async (error: unknown, sends: Accepted["sends"]): Promise<never> => {
    const [latest, ...others] = withForms(kind, before, wanted, sends);
    // What another resource of this run has made with the same values is not ours.
    const now = await session.collection(kind, wanted).known();
    const own = withoutOthers(session, kind, now, ownerOf(news), others);
    if (equal([latest, ...own], before)) {
      throw error;
    }
    throw new IncompleteError(handle, await pendingState(session, kind, news, [latest, ...own]), news, error);
  };
  const made = await createAgain(session, kind, news).catch((error: unknown) => {
    // Where the service makes another one each time, a refusal says nothing about an earlier send.
    if (mayAppearLater(error) && kind.isUnique(wanted)) {
      return record(error, [{ at, notIt }]);
    }
    throw error;
  });
  if (isAccepted(made)) {
    return record(made.lostAnswer ?? notConfirmed(await labelOf(session, kind, wanted), made), made.sends);
  }
  const { live, sends } = made;
  const others = formsBeside(kind, live, withForms(kind, before, wanted, sends));
  const clear = async (): Promise<readonly SentForm[]> =>
    clearForms(session, kind, await listForForms(session, kind, others, news), others, live, news);
  return {
    live,
    altered: alteredAtCreation(kind, wanted, live),
    recorded: {},
    ...(await restAfter(session, clear(), others)),
  };
}

function notConfirmed(label: string, { trouble, mayBe }: Accepted): Error {
  const others = mayBe === undefined ? "" : ` ${mayBeIt(mayBe, "renamed")}`;
  return new Error(
    `${label} is still pending: it was sent again and has not been confirmed.${others}${troubleInWords(trouble)} Run again later.`,
  );
}
