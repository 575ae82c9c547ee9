import { accountToKeep } from "./account";
import { type Bag, hidden, names, ownerOf, pick } from "./bag";
import { ownerName } from "./collisions";
import { converge } from "./converge";
import { createAgain } from "./create";
import { withoutIgnored } from "./ignored";
import type { Kind } from "./kind";
import { locate } from "./located";
import { awaitPending, findPending, isPending } from "./pending";
import { forgetIntent } from "./send-create";
import { say } from "./say";
import { serviceId } from "./service-id";
import type { Session } from "./session";
import { hostOf } from "./settle";

/** Sets what is declared, with the live values of ignored fields. */
export async function update(
  session: Session,
  kind: Kind,
  handle: string,
  olds: Bag,
  news: Bag,
): Promise<{ outs: Bag }> {
  const owner = ownerOf(news);
  const live = await objectOf(session, kind, handle, olds, news);
  const id = kind.idOf(live);
  const successor = session.claims.successor(kind.object(id), owner, ownerOf(olds));
  if (successor !== undefined) {
    throw new Error(
      `${kind.label(olds)} (id ${id}) was not changed: it belongs to ${ownerName(successor)} now. Preview again.`,
    );
  }
  session.claims.claim(kind.object(id), owner, ownerOf(olds));
  const declared = kind.wanted(news);
  const managed = withoutIgnored(declared, names(news[hidden.ignore]));
  const wanted = { ...pick(kind.show(live), Object.keys(declared)), ...managed };
  const updated = await converge(session, kind, live, wanted, kind.unshownDifferences(managed, olds), news);
  if (!kind.isMatch(wanted, kind.show(live))) {
    await sayTwins(session, kind, updated, wanted, owner);
  }
  const account = await accountToKeep(session, kind, updated, olds);
  return { outs: kind.outs(updated, news, { account, madeAt: olds[hidden.madeAt] }) };
}

/** It became what something else is already, such as what a run that died has left: nobody else would ever tell. */
async function sayTwins(
  session: Session,
  kind: Kind,
  updated: object,
  wanted: Bag,
  owner: string,
): Promise<void> {
  const id = kind.idOf(updated);
  const listed = await session.collection(kind, wanted).known();
  const twins = kind
    .matching(listed, wanted)
    .map(([other]) => other)
    .filter((other) => other !== id && session.claims.otherOwner(kind.object(other), owner) === undefined);
  for (const twin of twins) {
    say(
      `Warning: ${kind.label(wanted)} (id ${id}) now has the same ${kind.identity(wanted).join(", ")} as another ` +
        `${kind.spec.type} (id ${twin}). Unless this run deletes that one, delete or rename one of them.`,
    );
  }
}

async function objectOf(session: Session, kind: Kind, handle: string, olds: Bag, news: Bag): Promise<object> {
  const id = serviceId(kind, handle, olds);
  if (id === undefined || isPending(olds)) {
    return resolvePending(session, kind, olds, news);
  }
  const located = await locate(session, kind, id, olds);
  if (located.is === "there") {
    return located.live;
  }
  throw new Error(
    `${kind.label(olds)} (id ${id}) is not in the list of the service, so it was not updated. Preview again to see what ` +
      "became of it.",
  );
}

/** Sent again only when the device is there, was asked what it holds, had time to show it, and still lacks it. */
async function resolvePending(session: Session, kind: Kind, olds: Bag, news: Bag): Promise<object> {
  const collection = session.collection(kind, olds);
  const listed = findPending(session, kind, await collection.known(), olds);
  if (listed !== undefined) {
    await forgetIntent(session, kind, kind.wanted(kind.inputsOf(olds)));
    return listed;
  }
  const host = await hostOf(session, kind, olds);
  if (host?.online === false) {
    throw new Error(
      `${kind.label(olds)} is still pending: ${host.name} is offline. Run again when it is back.`,
    );
  }
  const arrived = await awaitPending(session, kind, olds);
  await forgetIntent(session, kind, kind.wanted(kind.inputsOf(olds)));
  return arrived ?? createAgain(session, kind, news);
}
