import { randomBytes } from "node:crypto";
import { SmartlockError } from "../http";
import { accountToKeep } from "./account";
import { type Bag, ownerOf } from "./bag";
import { decideAdoption } from "./adopt";
import { ownerName } from "./collisions";
import { converge } from "./converge";
import { heldByOthers, isFreed } from "./handover";
import { Intent } from "./intent";
import type { Kind } from "./kind";
import { mayAppearLater, mayHaveBeenMade } from "./lost-answer";
import { matchesOf } from "./matches";
import { IncompleteError } from "./outputs";
import { say } from "./say";
import type { Session } from "./session";
import { hostOf, settleCreated, settleTimeoutMs } from "./settle";
import type { AdoptionPolicy } from "./steering";

/** Taken by the service, which does not show it yet. */
interface Accepted {
  /** By the service's own clock. */
  readonly acceptedAt: number;
  /** What kept it from being seen, if not the time. */
  readonly trouble?: unknown;
}

function isAccepted(result: object): result is Accepted {
  return Object.hasOwn(result, "acceptedAt");
}

export interface Created {
  readonly id: string;
  readonly outs: Bag;
}

/** Makes what is declared, or takes over what is there. From the first id on, every failure carries it. */
export async function create(session: Session, kind: Kind, inputs: Bag): Promise<Created> {
  const wanted = kind.wanted(inputs);
  const live = await createOrAdopt(session, kind, inputs, wanted);
  if (isAccepted(live)) {
    return recordPending(session, kind, inputs, live);
  }
  const id = kind.idOf(live);
  session.claims.made(kind.object(id), ownerOf(inputs));
  try {
    const converged = await converge(session, kind, live, wanted, [], inputs);
    return { id, outs: await outsOfNew(session, kind, converged, inputs) };
  } catch (error) {
    throw await incomplete(session, kind, live, inputs, error);
  }
}

async function incomplete(
  session: Session,
  kind: Kind,
  live: object,
  inputs: Bag,
  error: unknown,
): Promise<IncompleteError> {
  return new IncompleteError(kind.idOf(live), await outsOfNew(session, kind, live, inputs), inputs, error);
}

async function outsOfNew(session: Session, kind: Kind, live: object, inputs: Bag): Promise<Bag> {
  const account = await accountToKeep(session, kind, live, inputs);
  return kind.outs(live, inputs, { account, madeAt: new Date(session.api.serviceTime()).toISOString() });
}

/** Sends a create again for what an earlier run recorded as pending and the service turned out not to have. */
export async function createAgain(session: Session, kind: Kind, inputs: Bag): Promise<object> {
  const wanted = kind.wanted(inputs);
  const idsBefore = new Set((await session.collection(kind, wanted).known()).keys());
  const live = await createNew(session, kind, inputs, wanted, idsBefore);
  if (typeof live === "string" || isAccepted(live)) {
    throw new Error(
      `${kind.label(wanted)} is still pending: it was sent again and has not been confirmed. Run again later.`,
    );
  }
  return live;
}

async function createOrAdopt(
  session: Session,
  kind: Kind,
  inputs: Bag,
  wanted: Bag,
): Promise<object | Accepted> {
  const collection = session.collection(kind, wanted);
  for (;;) {
    const listed = await collection.known();
    const matches = matchesOf(session, kind, listed, wanted);
    const held = heldByOthers(session, kind, ownerOf(inputs), matches);
    if (held !== undefined) {
      if (!(await isFreed(session, kind, inputs, wanted, held.id))) {
        throw new Error(
          `${kind.label(wanted)} was not created: the service has it already (id ${held.id}), and it belongs to ` +
            `${ownerName(held.owner)} of this program.`,
        );
      }
      continue;
    }
    const policy = (inputs["adopt"] as AdoptionPolicy | undefined) ?? session.settings.adopt;
    const adoption = decideAdoption(policy, matches, kind.spec.adoptOnlyAlways);
    if (adoption.do === "refuse") {
      throw new Error(`${kind.label(wanted)} was not created: ${adoption.why}`);
    }
    if (adoption.do === "adopt") {
      const live = listed.get(adoption.id);
      if (live !== undefined && !(await session.claims.waitForDeletion(kind.object(adoption.id)))) {
        return adopted(session, kind, inputs, wanted, live, policy);
      }
      continue;
    }
    const created = await createNew(session, kind, inputs, wanted, new Set(listed.keys()));
    if (created !== "look again") {
      return created;
    }
  }
}

async function adopted(
  session: Session,
  kind: Kind,
  inputs: Bag,
  wanted: Bag,
  live: object,
  policy: AdoptionPolicy,
): Promise<object> {
  const id = kind.idOf(live);
  const instead = policy === "always" ? await kind.spec.takeOver?.(session.api, live, wanted) : undefined;
  if (instead === undefined || kind.idOf(instead) === id) {
    say(`${kind.label(wanted)}: adopted the one that the service already has (id ${id}).`);
    return instead ?? live;
  }
  const collection = session.collection(kind, wanted);
  collection.wrote(instead);
  const line = `${kind.label(wanted)}: the one that the service had (id ${id}) was registered anew (id ${kind.idOf(instead)})`;
  try {
    await kind.spec.remove(session.api, kind.parts(id));
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    const trouble = new Error(`${line}, but the old one could not be deleted. Delete it by hand. ${why}`);
    throw await incomplete(session, kind, instead, inputs, trouble);
  }
  collection.removed(id);
  say(`${line}.`);
  return instead;
}

async function createNew(
  session: Session,
  kind: Kind,
  inputs: Bag,
  wanted: Bag,
  idsBefore: ReadonlySet<string>,
): Promise<object | Accepted | "look again"> {
  await requireHost(session, kind, inputs, wanted);
  if (kind.spec.duplicates?.(wanted) !== true) {
    return send(session, kind, inputs, wanted, idsBefore);
  }
  const identity = kind.identity(wanted).map((field) => wanted[field]);
  const intent = new Intent([session.settings.baseUrl, await session.account(), kind.spec.type, identity]);
  const left = await intent.left();
  if (left !== undefined) {
    const untilMs = left + settleTimeoutMs(session, inputs);
    await settleCreated(session, kind, wanted, idsBefore, Math.max(0, untilMs - Date.now()));
    await intent.remove();
    return "look again";
  }
  await intent.note();
  const created = await send(session, kind, inputs, wanted, idsBefore).catch(async (error: unknown) => {
    if (!mayAppearLater(error)) {
      await intent.remove();
    }
    throw error;
  });
  await intent.remove();
  return created;
}

/** Nothing is sent to a device that cannot confirm it, unless the user is content with that. */
async function requireHost(session: Session, kind: Kind, inputs: Bag, wanted: Bag): Promise<void> {
  const host = await hostOf(session, kind, wanted);
  if (host !== undefined && !host.online && inputs["waitFor"] !== "accepted") {
    throw new Error(
      `${kind.label(wanted)} was not created: ${host.name} is offline and could not confirm it. Run again when it is back, or set ` +
        'waitFor: "accepted" to leave it to the service.',
    );
  }
}

/** Sends the create once. If it is not known what became of it, the list tells: one new match is ours. */
async function send(
  session: Session,
  kind: Kind,
  inputs: Bag,
  wanted: Bag,
  idsBefore: ReadonlySet<string>,
): Promise<object | Accepted> {
  const collection = session.collection(kind, wanted);
  const timeoutMs = settleTimeoutMs(session, inputs);
  const acceptedAt = session.api.serviceTime();
  try {
    const live = await kind.spec.create(session.api, wanted);
    if (live !== undefined) {
      collection.wrote(live);
      return live;
    }
  } catch (error) {
    const made = mayHaveBeenMade(error)
      ? await lookAgain(session, kind, wanted, idsBefore, mayAppearLater(error) ? timeoutMs : 0).catch(
          (trouble: unknown) => {
            // Where the list fails as well, the first error tells more: that nobody knows what became of the create.
            throw trouble instanceof SmartlockError ? error : trouble;
          },
        )
      : undefined;
    if (made === undefined) {
      throw error;
    }
    say(
      `${kind.label(wanted)}: the answer of the service was lost, but it was created (id ${kind.idOf(made)}).`,
    );
    return made;
  }
  try {
    const host = await hostOf(session, kind, wanted);
    const isPatient = host?.online === false && inputs["waitFor"] === "accepted";
    const live = await settleCreated(session, kind, wanted, idsBefore, isPatient ? 0 : timeoutMs);
    return live ?? { acceptedAt };
  } catch (trouble) {
    return { acceptedAt, trouble };
  }
}

async function lookAgain(
  session: Session,
  kind: Kind,
  wanted: Bag,
  idsBefore: ReadonlySet<string>,
  timeoutMs: number,
): Promise<object | undefined> {
  const isLate = kind.spec.asynchronous?.create === true;
  const made = await settleCreated(session, kind, wanted, idsBefore, isLate ? timeoutMs : 0);
  const isOurs =
    made !== undefined && kind.differences(kind.comparedAtCreation(wanted), kind.show(made)).length === 0;
  return isOurs ? made : undefined;
}

/** Accepted and not shown yet: recorded under a handle, so that it is not lost. */
async function recordPending(
  session: Session,
  kind: Kind,
  inputs: Bag,
  { acceptedAt, trouble }: Accepted,
): Promise<Created> {
  const wanted = kind.wanted(inputs);
  const handle = `pending-${randomBytes(8).toString("hex")}`;
  const idFields = Object.keys(kind.spec.id).slice(0, -1);
  const known = Object.fromEntries(idFields.map((part) => [part, wanted[part]]));
  const id = [...idFields.map((part) => String(wanted[part])), handle].join("/");
  const since = new Date(acceptedAt).toISOString();
  const outs = kind.pendingOuts(inputs, known, since, await accountToKeep(session, kind, undefined, wanted));
  const host = await hostOf(session, kind, wanted).catch(() => undefined);
  const where = host?.name ?? "The service";
  const line =
    `${kind.label(wanted)}: the service accepted it, but ${where} has not confirmed it` +
    `${host?.online === false ? ", because it is offline" : ""}. It is recorded as pending; the next run goes on from there.`;
  if (inputs["waitFor"] === "accepted") {
    say(`Warning: ${line}`);
    return { id, outs };
  }
  const why = trouble instanceof Error ? ` ${trouble.message}` : "";
  throw new IncompleteError(id, outs, inputs, new Error(line + why));
}
