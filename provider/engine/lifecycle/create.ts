import { adviceOnNames, alterations, asKept } from "../kind/altered";
import type { Altered, Kind } from "../kind/kind";
import type { AdoptionPolicy } from "../kind/steering";
import { accountToKeep } from "../looking/account";
import { settleTimeoutMs } from "../looking/patience";
import { labelOf, settleIdle } from "../looking/settle";
import { keepSecretToo } from "../messages/kept-secret";
import { say } from "../messages/lines";
import { type Accepted, isAccepted } from "../pending/accepted";
import { forgetCreate } from "../pending/create-note";
import { type Attempt, leftAsSent, leftByFailure } from "../pending/left-by-update";
import { formsBeside } from "../pending/pending";
import { recordPending } from "../pending/record-pending";
import { endedAt, type SentForm, storedEarlier, withForms } from "../pending/sent-forms";
import { policyFor } from "../run/adoption-policy";
import type { BoundKind } from "../run/bound-kind";
import { decideAdoption, type Match, matchesOf } from "../sending/adoption";
import { converge, type Converged } from "../sending/converge";
import { heldByOthers, awaitFreed, withoutLeft } from "../sending/handover";
import { requireSame } from "../sending/same-object";
import { type Made, sendCreate } from "../sending/send-create";
import { type Bag, ownerOf } from "../values/bag";
import { type Created, IncompleteError } from "../values/outputs";
import { ownerName } from "../values/urn";

/** Creates the declared object, or takes over an existing one. Once an id is known, every failure carries it. */
export async function create(kind: BoundKind, inputs: Bag): Promise<Created> {
  const wanted = kind.wanted(inputs);
  const made = await createOrAdopt(kind, inputs, wanted);
  if (isAccepted(made)) {
    return recordPending(kind, inputs, made);
  }
  const { live, altered, unseen } = made;
  const id = kind.idOf(live);
  kind.session.claims.made(kind.object(id), ownerOf(inputs));
  const attempt: Attempt = { mayHappen: false };
  try {
    const kept = asKept(wanted, altered, kind.show(live));
    const converged = await converge(kind, live, { of: () => kept, ignored: [] }, [], inputs, attempt);
    sayAltered(kind, wanted, converged.live, converged.altered);
    const all = { ...altered, ...converged.altered };
    const outs = await outsOfNew(kind, converged.live, inputs, all);
    const wantedNow = asKept(wanted, all, kind.show(converged.live));
    const left = leftAsSent(kind, converged.live, attempt, wantedNow);
    return { id, outs: { ...outs, ...left, ...storedEarlier(unseen) } };
  } catch (error) {
    const left = await leftByFailure(kind, id, attempt, asKept(wanted, altered, kind.show(live)));
    throw await incomplete(kind, live, inputs, error, altered, {
      ...left,
      ...storedEarlier(unseen),
    });
  }
}

/** The fields that the service stored in another form than it was sent. */
export function alteredAtCreation(kind: Kind, wanted: Bag, live: object): Altered {
  const altered = alterations(kind, wanted, kind.show(live));
  sayAltered(kind, wanted, live, altered);
  return altered;
}

/** Prints the altered values, because later runs compare with them. */
export function sayAltered(kind: Kind, wanted: Bag, live: object, altered: Altered): void {
  for (const [field, { declared, shown }] of Object.entries(altered)) {
    keepSecretToo(declared, shown);
    say(
      `${kind.label(wanted)} (id ${kind.idOf(live)}): the service keeps ${field} as ${kind.words(field, shown)}, declared ` +
        `${kind.words(field, declared)}. That is recorded, and no longer counts as a difference.`,
    );
  }
}

async function incomplete(
  kind: BoundKind,
  live: object,
  inputs: Bag,
  error: unknown,
  altered: Altered = {},
  more: Bag = {},
): Promise<IncompleteError> {
  const outs = await outsOfNew(kind, live, inputs, altered);
  return new IncompleteError(kind.idOf(live), { ...outs, ...more }, inputs, error);
}

async function outsOfNew(kind: BoundKind, live: object, inputs: Bag, altered: Altered): Promise<Bag> {
  const account = await accountToKeep(kind, live, inputs);
  const madeAt = new Date(kind.session.api.serviceTime()).toISOString();
  return kind.outs(live, inputs, { account, madeAt, altered });
}

/** Sends a create again for an object that an earlier run recorded as pending and that the service turned out not to have. */
export async function createAgain(kind: BoundKind, inputs: Bag): Promise<Made | Accepted> {
  const wanted = kind.wanted(inputs);
  const listed = await kind.collection(wanted).known();
  const idsBefore = new Set(kind.matching(listed, wanted).map(([id]) => id));
  await forgetCreate(kind, wanted);
  const made = await sendCreate(kind, inputs, wanted, idsBefore);
  if (made === "look again") {
    throw new Error(
      `${kind.label(wanted)} is still pending: another one with the same ${kind.identity(wanted).join(", ")} has just appeared. Run again.`,
    );
  }
  return made;
}

/** An object that was created or adopted, and what else was sent for it and may be on the door. */
interface New extends Converged {
  readonly unseen: readonly SentForm[];
}

/** What was created, after one or more sends. */
function madeNew(kind: BoundKind, wanted: Bag, { live, sends }: Made): New {
  const now = kind.session.api.serviceTime();
  const others = formsBeside(kind, live, withForms(kind, [], wanted, sends));
  const unseen = others.map((form) => endedAt(form, now));
  return { live, altered: alteredAtCreation(kind, wanted, live), unseen };
}

/** A note from a dead run and somebody who was faster can each cause another look. Nothing else can be added to that. */
const MAX_LOOKS = 4;

async function createOrAdopt(kind: BoundKind, inputs: Bag, wanted: Bag): Promise<New | Accepted> {
  const collection = kind.collection(wanted);
  let hasLookedAgain = kind.isUnique(wanted);
  let looks = 0;
  for (;;) {
    const listed = await collection.known();
    const { matches, left } = withoutLeft(
      kind,
      ownerOf(inputs),
      wanted,
      await matchesOf(kind, listed, wanted),
    );
    const held = heldByOthers(kind, ownerOf(inputs), matches);
    if (held !== undefined) {
      if (!(await awaitFreed(kind, inputs, wanted, held.id))) {
        throw new Error(
          `${await labelOf(kind, wanted)} was not created: ${takenBy(kind, wanted, held)}, which belongs to ${ownerName(held.owner)} of ` +
            `this program. Declare only one of the two, or change the other one in a separate run first.${adviceOnNames(kind, wanted)}`,
        );
      }
      continue;
    }
    const [busy] = matches.filter((match) => match.busy);
    // The lock may not have confirmed what a dead run sent. It will do so soon.
    if (busy !== undefined && (await awaitIdle(kind, inputs, busy.id))) {
      continue;
    }
    const policy = policyFor(kind.session, inputs);
    const adoption = decideAdoption(policy, matches, kind.adoptionWords(wanted));
    if (adoption.do === "refuse") {
      const label = await labelOf(kind, wanted);
      throw new Error(`${label} was not created: ${adoption.why}`);
    }
    if (adoption.do === "adopt") {
      const live = listed.get(adoption.id);
      const object = kind.object(adoption.id);
      const isLeaving = await kind.session.claims.waitForDeletion(object);
      if (live !== undefined && !isLeaving && heldByOthers(kind, ownerOf(inputs), matches) === undefined) {
        // From here on the object belongs to this resource. Another resource that is compared with it needs another object.
        kind.session.claims.adopted(object, ownerOf(inputs));
        const taken = await takeOver(kind, inputs, wanted, live, policy);
        await forgetCreate(kind, wanted);
        return { live: taken, altered: {}, unseen: [] };
      }
      continue;
    }
    if (!hasLookedAgain) {
      // One list may lack an object that the service would then create a second time.
      hasLookedAgain = true;
      await kind.lookAgain(wanted);
      continue;
    }
    const created = await sendCreate(kind, inputs, wanted, left);
    if (created !== "look again") {
      return isAccepted(created) ? created : madeNew(kind, wanted, created);
    }
    looks += 1;
    if (looks === MAX_LOOKS) {
      throw new Error(
        `${kind.label(wanted)} was not created: the service shows it one moment and not the next. Preview again before the next run.`,
      );
    }
  }
}

function takenBy(kind: Kind, wanted: Bag, { id, label }: Match): string {
  const taken = kind.spec.adoption?.taken?.(wanted);
  return taken === undefined
    ? `the service already has one (id ${id})`
    : `its ${taken.what} is taken by ${label} (id ${id})`;
}

async function awaitIdle(kind: BoundKind, inputs: Bag, id: string): Promise<boolean> {
  return (await settleIdle(kind, id, settleTimeoutMs(kind.session, inputs))) !== undefined;
}

async function takeOver(
  kind: BoundKind,
  inputs: Bag,
  wanted: Bag,
  live: object,
  policy: AdoptionPolicy,
): Promise<object> {
  const id = kind.idOf(live);
  const collection = kind.collection(wanted);
  const listed = await collection.known();
  const always = policy === "always" ? kind.spec.adoption : undefined;
  const instead = await always?.makeAnew?.(kind.session.api, live, wanted);
  if (instead === undefined) {
    const taken = (await always?.takeOver?.(kind.session.api, live, wanted)) ?? live;
    requireSame(kind, live, taken);
    const label = await labelOf(kind, wanted);
    say(`${label}: adopted the one that the service already has (id ${id}).`);
    return taken;
  }
  const line = `${kind.label(wanted)}: the one that the service had (id ${id}) was registered again (id ${kind.idOf(instead)})`;
  if (listed.has(kind.idOf(instead))) {
    throw new Error(
      `${line}, but the service had that id before. The answer was not used. Look at both in the app.`,
    );
  }
  collection.wrote(instead);
  try {
    await kind.writer.remove(kind.parts(id));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    const trouble = new Error(`${line}, but the old one could not be deleted. Delete it by hand. ${why}`);
    throw await incomplete(kind, instead, inputs, trouble);
  }
  collection.removed(id);
  say(`${line}.`);
  return instead;
}
