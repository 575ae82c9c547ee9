import { alikeBefore } from "../looking/by-exclusion";
import { goneParentOf } from "../looking/locate";
import { labelOf } from "../looking/settle";
import { say } from "../messages/lines";
import { type Accepted, isAccepted } from "../pending/accepted";
import { findArrivedChanged } from "../pending/arrived-changed";
import { forgetCreate } from "../pending/create-note";
import { listForForms, withoutOthers } from "../pending/look-for-forms";
import { awaitPending, findForms, findPending, formOf, formsBeside } from "../pending/pending";
import { pendingState, troubleInWords } from "../pending/record-pending";
import {
  earlierForms,
  endedAt,
  latestForm,
  type SentForm,
  withForms,
  withoutOne,
} from "../pending/sent-forms";
import { mayBeIt } from "../pending/unseen";
import type { BoundKind } from "../run/bound-kind";
import type { Session } from "../run/session";
import type { Converged } from "../sending/converge";
import { type Bag, ownerOf } from "../values/bag";
import { equal } from "../values/equality";
import { IncompleteError } from "../values/outputs";
import { mayAppearLater } from "../writes/lost-answer";
import { clearForms } from "./clear-forms";
import { alteredAtCreation, createAgain } from "./create";

/** What was sent for an object besides, and may be on the door. */
interface Rest {
  readonly unseen: readonly SentForm[];
  /** Why something of it could not be deleted. This must not keep the object itself from being changed. */
  readonly trouble?: unknown;
}

export interface ToUpdate extends Converged, Rest {
  /** What it was sent with and the service never shows. */
  readonly recorded: Bag;
}

/** What is left after deleting what arrived of these forms, or all of them, if that failed. */
export async function restAfter(
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
 * A pending create is sent again only if the device is online, was asked what it holds, had time to show the object,
 * and still lacks it.
 */
export async function resolvePending(
  kind: BoundKind,
  handle: string,
  olds: Bag,
  news: Bag,
): Promise<ToUpdate> {
  const device = await kind.deviceOf(olds);
  if (device?.online === false) {
    throw new Error(
      `${kind.label(olds)} is still pending: ${device.name} is offline. Run again when it is back.`,
    );
  }
  const latest = latestForm(kind, olds);
  const earlier = earlierForms(kind, olds);
  const listed = findPending(kind, await kind.collection(olds).known(), olds, news);
  const gone = listed === undefined ? await goneParentOf(kind, olds) : undefined;
  if (gone !== undefined) {
    throw new Error(
      `${kind.label(olds)} is still pending, and its ${gone} is not in the account: it was not sent again. If the ${gone} has left the ` +
        "account, take it out of the program; otherwise run again later.",
    );
  }
  const arrived = listed ?? (await awaitPending(kind, olds, news));
  const changed = arrived === undefined ? await findArrivedChanged(kind, olds, news, device) : undefined;
  const latestSeen = arrived ?? changed;
  const seen =
    latestSeen === undefined
      ? await earlierSeen(kind, earlier, news)
      : ([
          latestSeen === changed ? latest : formOf(kind, latestSeen, [latest, ...earlier]),
          latestSeen,
        ] as const);
  if (seen === undefined) {
    await forgetCreate(kind, latest.wanted);
    return sendAgain(kind, handle, [latest, ...earlier], news);
  }
  const [form, live] = seen;
  // First of all, since it also says which names are secret.
  const altered = form === undefined ? {} : alteredAtCreation(kind, form.wanted, live);
  say(`${kind.labelOn(kind.show(live), device)}: what was sent earlier has arrived (id ${kind.idOf(live)}).`);
  const others = withoutOne([latest, ...earlier], form);
  // What was waited for was looked for in two ways already.
  const looked = await listForForms(kind, listed === undefined ? [] : others, news);
  const rest = await restAfter(kind.session, clearForms(kind, looked, others, live, news), others);
  await forgetCreate(kind, latest.wanted);
  return { live, altered, recorded: kind.unshownIn(form?.wanted ?? latest.wanted), ...rest };
}

/** What became of an earlier form, if only that one has arrived. */
async function earlierSeen(
  kind: BoundKind,
  earlier: readonly SentForm[],
  news: Bag,
): Promise<readonly [SentForm, object] | undefined> {
  const listed = await kind.collection(news).known();
  const [seen] = findForms(kind, listed, ownerOf(news), earlier);
  return seen;
}

/** Sends what is declared now. The state then knows both this and what was sent before: each may be on the door. */
async function sendAgain(
  kind: BoundKind,
  handle: string,
  before: readonly [SentForm, ...SentForm[]],
  news: Bag,
): Promise<ToUpdate> {
  const wanted = kind.wanted(news);
  const at = kind.session.api.serviceTime();
  const notIt = alikeBefore(kind, await kind.collection(wanted).known(), wanted, at);
  const record = async (error: unknown, sends: Accepted["sends"]): Promise<never> => {
    const [latest, ...others] = withForms(kind, before, wanted, sends);
    // What another resource of this run has made with the same values is not ours.
    const now = await kind.collection(wanted).known();
    const own = withoutOthers(kind, now, ownerOf(news), others);
    if (equal([latest, ...own], before)) {
      throw error;
    }
    throw new IncompleteError(handle, await pendingState(kind, news, [latest, ...own]), news, error);
  };
  const made = await createAgain(kind, news).catch((error: unknown) => {
    // Where the service makes another one each time, a refusal says nothing about an earlier send.
    if (mayAppearLater(error) && kind.isUnique(wanted)) {
      return record(error, [{ at, notIt }]);
    }
    throw error;
  });
  if (isAccepted(made)) {
    return record(made.lostAnswer ?? notConfirmed(await labelOf(kind, wanted), made), made.sends);
  }
  const { live, sends } = made;
  const others = formsBeside(kind, live, withForms(kind, before, wanted, sends));
  const clear = async (): Promise<readonly SentForm[]> =>
    clearForms(kind, await listForForms(kind, others, news), others, live, news);
  return {
    live,
    altered: alteredAtCreation(kind, wanted, live),
    recorded: {},
    ...(await restAfter(kind.session, clear(), others)),
  };
}

function notConfirmed(label: string, { trouble, mayBe }: Accepted): Error {
  const others = mayBe === undefined ? "" : ` ${mayBeIt(mayBe, "renamed")}`;
  return new Error(
    `${label} is still pending: it was sent again and has not been confirmed.${others}${troubleInWords(trouble)} Run again later.`,
  );
}
