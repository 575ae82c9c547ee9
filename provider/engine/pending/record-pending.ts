import { randomBytes } from "node:crypto";
import { exactMoment } from "../../http";
import { adviceOnNames } from "../kind/altered";
import type { Kind } from "../kind/kind";
import { accountToKeep } from "../looking/account";
import type { MayBe } from "../looking/by-exclusion";
import { say } from "../messages/lines";
import type { BoundKind } from "../run/bound-kind";
import { type Bag, pick } from "../values/bag";
import { type Created, IncompleteError } from "../values/outputs";
import type { Accepted } from "./accepted";
import { type SentForm, storedEarlier, withForms } from "./sent-forms";
import { mayBeIt } from "./unseen";

/** The state of an object that was sent but has not been seen. */
export async function pendingState(
  kind: BoundKind,
  inputs: Bag,
  [{ wanted, sent }, ...earlier]: readonly [SentForm, ...SentForm[]],
): Promise<Bag> {
  const account = await accountToKeep(kind, undefined, wanted);
  const outs = kind.pendingOuts(inputs, pick(wanted, idFieldsOf(kind)), {
    since: exactMoment(sent.at),
    notIt: sent.notIt,
    account,
  });
  return { ...outs, ...storedEarlier(earlier) };
}

/** The parts of an id that are known before the service gives one. */
function idFieldsOf(kind: Kind): string[] {
  return Object.keys(kind.spec.id).slice(0, -1);
}

/** Records an object that is accepted but not shown yet under a handle, so that it is not lost. */
export async function recordPending(
  kind: BoundKind,
  inputs: Bag,
  { sends, lostAnswer, trouble, mayBe }: Accepted,
): Promise<Created> {
  const wanted = kind.wanted(inputs);
  const handle = `pending-${randomBytes(8).toString("hex")}`;
  const id = [...idFieldsOf(kind).map((part) => String(wanted[part])), handle].join("/");
  const outs = await pendingState(kind, inputs, withForms(kind, [], wanted, sends));
  if (lostAnswer !== undefined) {
    const line =
      `${lostAnswer.message}${sentAgain(sends.length - 1)}${troubleInWords(trouble)} ${kind.label(wanted)} is recorded as pending: the next run ` +
      "looks for it before it sends it again.";
    throw new IncompleteError(id, outs, inputs, new Error(line));
  }
  const device = await kind.deviceOf(wanted).catch(() => undefined);
  const where = device?.name ?? "the service";
  const line =
    `${kind.label(wanted)}: the service accepted it, but ${where} has not confirmed it` +
    `${device?.online === false ? ", because it is offline" : ""}. It is recorded as pending; the next run continues from there.` +
    (mayBe === undefined ? "" : ` ${mayBeIt(mayBe, "renamed")} ${adviceOn(kind, wanted, mayBe)}`) +
    troubleInWords(trouble);
  if (inputs["waitFor"] === "accepted") {
    say(`Warning: ${line}`);
    return { id, outs };
  }
  throw new IncompleteError(id, outs, inputs, new Error(line));
}

/** What is only dated wrongly should be taken over, not deleted. The next run knows whether that is possible. */
function adviceOn(kind: Kind, wanted: Bag, { since }: MayBe): string {
  return since === ""
    ? "The next run looks again, and says what to do."
    : `This is uncertain. Delete by hand whatever is not wanted.${adviceOnNames(kind, wanted)}`;
}

/** The error before it is about the first send only. */
function sentAgain(times: number): string {
  const often = times === 1 ? "once, after" : `${times} times, each time after`;
  return times === 0
    ? ""
    : ` That error is about the first send. It was then sent again ${often} the lock had been asked what it holds, and no list showed it.`;
}

export function troubleInWords(trouble: unknown): string {
  return trouble instanceof Error ? ` ${trouble.message}` : "";
}
